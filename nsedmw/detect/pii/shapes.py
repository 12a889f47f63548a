r"""Where text has a shape, by RE2: a pass that costs nothing where the shape is not.

RE2's `\b` knows ASCII alone, so a shape that begins and ends with it may still touch a letter of
another script. Chinese, Japanese and Thai put words and numbers beside each other without a space;
in every other script a letter or digit right beside a number makes it a piece of something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

import re2
import regex

_JOINED: Final = regex.compile(r"[^\W\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\u30fc]")
_BLANK: Final = {ord(digit): "0" for digit in "123456789"}
_DIGIT: Final = regex.compile(r"\p{Nd}")
_MEMORY: Final = 64 << 20


def compiled(source: str) -> Any:
    """A pattern as RE2 reads it, in UTF-8, leftmost and longest."""
    options = re2.Options()
    options.max_mem = _MEMORY
    options.longest_match = True
    options.log_errors = False
    return re2.compile(source.encode(), options)


def blanked(text: str) -> str:
    """Return a text with a zero for each digit, so that equal forms are equal."""
    return text.translate(_BLANK) if text.isascii() else _DIGIT.sub("0", text)


def is_apart(text: str, start: int, end: int) -> bool:
    """Whether no letter or digit touches a span that stands between ASCII's word boundaries."""
    return not (_touches(text[start - 1 : start]) or _touches(text[end : end + 1]))


def is_piece(text: str, start: int, marks: str) -> bool:
    """Whether a digit and one of the marks stand before, so that a number began earlier."""
    before = text[max(start - 2, 0) : start]
    return len(before) == 2 and before[1] in marks and before[0].isdecimal()  # noqa: PLR2004


def goes_on(text: str, end: int, marks: str) -> bool:
    """Whether one of the marks and a digit stand behind, so that a number is longer."""
    behind = text[end : end + 2]
    return len(behind) == 2 and behind[0] in marks and behind[1].isdecimal()  # noqa: PLR2004


def _touches(char: str) -> bool:
    return not char.isascii() and _JOINED.match(char) is not None


class Shape:
    """One RE2 pattern; compiled when first needed.

    `not_after` are characters, as in a class of RE2, that may not stand before the shape.
    """

    def __init__(self, source: str, not_after: str = "") -> None:
        self.source = source
        self._group = 1 if not_after else 0
        self._written = f"(?:^|[^{not_after}])({source})" if not_after else source

    @cached_property
    def _program(self) -> Any:
        return compiled(self._written)

    def first(self, text: str, start: int, limit: int, most: int) -> tuple[int, int] | None:
        """Return the first span that begins in a stretch of a text, if nothing touches it.

        None as well where it ends `most` characters behind the stretch, as it may be longer.
        """
        at = max(start - 1, 0)
        piece = text[at : limit + most]
        data = piece.encode("utf-8", "replace")
        match = self._program.search(data, len(text[at:start].encode("utf-8", "replace")))
        if match is None:
            return None
        first, last = match.span(self._group)
        if len(data) != len(piece):
            last = len(data[:last].decode("utf-8", "replace"))
            first = len(data[:first].decode("utf-8", "replace"))
        first, last = at + first, at + last
        if first > limit or (last == limit + most and last < len(text)):
            return None
        return (first, last) if is_apart(text, first, last) else None

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where it is, in code points, where nothing touches it."""
        data = text.encode("utf-8", "replace")
        if self._program.search(data) is None:
            return
        if len(data) == len(text):
            group = self._group
            yield from (match.span(group) for match in self._program.finditer(data))
            return
        bytes_at = at = 0
        for match in self._program.finditer(data):
            first, last = match.span(self._group)
            start = at + len(data[bytes_at:first].decode("utf-8", "replace"))
            end = start + len(data[first:last].decode("utf-8", "replace"))
            bytes_at, at = last, end
            if is_apart(text, start, end):
                yield start, end
