r"""Values that are known to be secret, wherever they stand: plain, escaped or encoded.

Looked for are the value itself, base64 and base64url of it at each of the three places it can have
in a longer text's (RFC 4648), hexadecimal in either case, and it reversed; and in the text as read
with percent-encoding (RFC 3986), escapes of JSON (RFC 8259) or character references of HTML undone,
twice, whatever part of the value is written so.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import re2
import regex

from nsedmw.detect.reach import Reach
from nsedmw.detect.secrets.unescaping import readings
from nsedmw.detect.subject import Subject

_TOKEN: Final = 4
"""Characters from which a value counts in the middle of a word as well."""
_ENCODED: Final = 6
"""Bytes from which a value is looked for inside longer encoded text: shorter ones stand there by
chance."""
_SET_MEMORY: Final = 64 * 1024 * 1024
_SHARED: Final = 24
"""Characters of a needle that the first pass asks for."""
_WORD: Final = regex.compile(r"[\p{L}\p{Nd}]")
_BASE64: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
_URL_SAFE: Final = str.maketrans("+/", "-_")

_FEW: Final = 64
"""Needles that are tried one by one against the end of a text that goes on."""
_WIDEST: Final = 64
"""Characters that stand for one where all of an escape is escaped again."""
_ESCAPE: Final = regex.compile(
    r"%(?:[0-9A-Fa-f]{2}|[0-9A-Fa-f]?\Z)|\\(?:[ux\"'\\/bfnrt]|\Z)|&#?[0-9A-Za-z]{0,31}+(?:;|\Z)"
)
_ESCAPE_OR_PLUS: Final = regex.compile(rf"{_ESCAPE.pattern}|\+")

Span = tuple[int, int]


class _Needle(NamedTuple):
    """What stands for a value in a text.

    `before` and `behind` say how many characters of base64 beside it hold bits of the value too;
    `alone` that no letter or digit may stand beside it.
    """

    text: str
    before: int = 0
    behind: int = 0
    alone: bool = False


class KnownValues:
    """Values that are found exactly; safe to share between threads. Time is linear in the text.

    A value of fewer than four characters counts as a token of its own alone, and only as it is.
    Empty values and such of white space are none. What is not found: a value cut by line breaks,
    of UTF-16, compressed, or encoded twice in different ways.
    """

    relaxed: Final[str | None] = None
    """The values are no pattern's business: they are looked for in every text."""

    def __init__(self, values: Sequence[str]) -> None:
        wanted = sorted({value for value in values if value.strip()}, key=len, reverse=True)
        self._spaces = any(" " in value for value in wanted)
        self._plain = [_Needle(value, alone=len(value) < _TOKEN) for value in wanted]
        self._encoded = [needle for value in wanted for needle in _encodings(value)]
        self._needles = [*self._plain, *self._encoded]
        self._set = _compiled(needle.text for needle in self._needles)

    @property
    def reach(self) -> Reach:
        """How much text decides: a value in its longest form, and what stands beside it."""
        return Reach(open=self._open, behind=self._longest + 1)

    @cached_property
    def _longest(self) -> int:
        return max((len(needle.text) for needle in self._needles), default=0)

    @cached_property
    def _begin(self) -> regex.Pattern[str] | None:
        """One pattern of all needles; None where there are too many to be tried."""
        if len(self._needles) > _FEW:
            return None
        return regex.compile("|".join(regex.escape(needle.text) for needle in self._needles))

    def _open(self, text: str, start: int) -> int:
        """Return where a value may have begun that goes on behind the text."""
        if not self._needles:
            return len(text)
        place = max(len(text) - self._longest, start)
        if self._begin is not None:
            begun = self._begin.search(text, place, partial=True)
            # A character of base64 before it may hold bits of it.
            place = max(begun.start() - 1, start) if begun else len(text)
        escape = _ESCAPE_OR_PLUS if self._spaces else _ESCAPE
        escaped = escape.search(text, max(len(text) - _WIDEST * self._longest, start))
        if escaped:
            place = min(place, max(escaped.start() - self._longest, start))
        return place

    def located(self, subject: Subject, /) -> Iterator[Span]:
        """Yield the span of each occurrence in code points, from left to right; encoded ones whole.

        Spans of different values may overlap.
        """
        if not self._needles:
            return iter(())
        text = subject.text
        found = set(self._in(text, range(len(self._needles))))
        for reading in readings(text, spaces=self._spaces):
            spans = self._in(reading.text, range(len(self._plain)))
            found.update(reading.original(*span) for span in spans)
        return iter(sorted(found))

    def _in(self, text: str, among: range) -> Iterator[Span]:
        for index in self._possible(text):
            if index in among:
                yield from _spans(text, self._needles[index])

    def _possible(self, text: str) -> Iterable[int]:
        """Return the needles that may stand in the text."""
        everything = range(len(self._needles))
        if self._set is None:
            return everything
        found = self._set.Match(text.encode("utf-8", "replace"))
        # The first member matches every text: without it RE2 ran out of memory and said nothing.
        if not found or 0 not in found:
            return everything
        return [index - 1 for index in found if index]


def _compiled(needles: Iterable[str]) -> Any:
    """A set of how the needles begin; None where RE2 refuses it."""
    options = re2.Options()
    options.log_errors = False
    options.literal = True
    options.max_mem = _SET_MEMORY
    pool = re2.Set.SearchSet(options)
    pool.Add(b"")
    for needle in needles:
        pool.Add(needle[:_SHARED].encode("utf-8", "replace"))
    try:
        pool.Compile()
    except re2.error:
        return None
    return pool


def _spans(text: str, needle: _Needle) -> Iterator[Span]:
    size = len(needle.text)
    at = text.find(needle.text)
    while at >= 0:
        start, end = at, at + size
        if needle.alone and _is_in_word(text, start, end):
            at = text.find(needle.text, at + 1)
            continue
        start -= needle.before if start and text[start - 1] in _BASE64 else 0
        end += needle.behind if end < len(text) and text[end] in _BASE64 else 0
        yield start, end
        at = text.find(needle.text, at + 1)  # the next may begin inside this one


def _is_in_word(text: str, start: int, end: int) -> bool:
    beside = text[max(start - 1, 0) : start] + text[end : end + 1]
    return _WORD.search(beside) is not None


def _encodings(value: str) -> Iterator[_Needle]:
    data = value.encode("utf-8", "replace")
    if len(value) < _TOKEN:
        return
    if len(value) >= _ENCODED and value != value[::-1]:
        yield _Needle(value[::-1])
    if len(data) < _ENCODED:
        yield from _short(data)
        return
    yield _Needle(data.hex())
    if data.hex() != data.hex().upper():
        yield _Needle(data.hex().upper())
    for shift in range(3):
        needle = _shifted(data, shift)
        yield needle
        url_safe = needle.text.translate(_URL_SAFE)
        if url_safe != needle.text:
            yield needle._replace(text=url_safe)


def _short(data: bytes) -> Iterator[_Needle]:
    """Encodings of four or five bytes, as tokens of their own; padding tells nothing."""
    encoded = base64.b64encode(data).decode().rstrip("=")
    for text in {encoded, encoded.translate(_URL_SAFE), data.hex(), data.hex().upper()}:
        yield _Needle(text, alone=True)


def _shifted(data: bytes, shift: int) -> _Needle:
    """The characters that hold its bits and no others, `shift` bytes behind a border of three."""
    encoded = base64.b64encode(bytes(shift) + data).decode()
    bits = 8 * (shift + len(data))
    first, last = -(-8 * shift // 6), bits // 6
    return _Needle(encoded[first:last], before=int(shift > 0), behind=int(bits % 6 > 0))
