"""A text read with its escapes undone, and the way back: where each character was written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from heapq import merge
from html import unescape
from typing import Final

import regex

_ROUNDS: Final = 2
"""How often escapes are undone: JSON in a string of JSON has two layers of them."""

_PERCENT: Final = regex.compile(r"(?:%[0-9A-Fa-f]{2})++")
_JSON: Final = regex.compile(
    r"\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}"
    r"|\\x[0-9A-Fa-f]{2}|\\[\"'\\/bfnrt]"
)
_HTML: Final = regex.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_PLUS: Final = regex.compile(r"\+")
_NAMES: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_PERCENT_WIDTH: Final = 3
_PAIR: Final = 12
"""Characters of two escapes that are one character beyond U+FFFF."""

Pieces = Iterator[tuple[int, int, str]]
"""Start and end of an escape, and the character that it stands for."""


class Reading:
    """A text as read, with the way back to the text that it was read from."""

    def __init__(self, text: str, pieces: Pieces, before: Reading | None) -> None:
        """Replace the pieces of `text`, which is what `before` reads, or the original."""
        parts: list[str] = []
        self._here: list[int] = [0]
        self._there: list[int] = [0]
        self._before = before
        at = position = 0
        for start, end, char in pieces:
            if start > at:
                parts.append(text[at:start])
                position += start - at
            parts.append(char)
            position += 1
            # Between two of these positions, both texts go on by one character each.
            self._here += (position - 1, position)
            self._there += (start, end)
            at = end
        parts.append(text[at:])
        self.text = "".join(parts)
        self.differs = at > 0

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original text that was read as this one, which is not empty."""
        first, last = self._back(start), self._back(end)
        return (first, last) if self._before is None else self._before.original(first, last)

    def _back(self, position: int) -> int:
        at = bisect_right(self._here, position) - 1
        return self._there[at] + position - self._here[at]


def readings(text: str, *, spaces: bool = True) -> Iterator[Reading]:
    """Yield the text with each kind of escapes undone, as often as there are some, twice at most.

    With `spaces` a plus sign counts as one, too, as forms send it.
    """
    for sign, escapes in _KINDS:
        if sign not in text or (sign == "+" and not spaces):
            continue
        reading: Reading | None = None
        for _ in range(_ROUNDS):
            source = text if reading is None else reading.text
            reading = Reading(source, escapes(source), reading)
            if not reading.differs:
                break
            yield reading


def _of_percent(text: str) -> Pieces:
    for match in _PERCENT.finditer(text):
        at = match.start()
        for char in bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "surrogateescape"):
            # What is no UTF-8 stays a byte of its own.
            size = 1 if char < "\x80" or "\ud800" <= char <= "\udfff" else len(char.encode())
            end = at + _PERCENT_WIDTH * size
            yield at, end, char
            at = end


def _of_form(text: str) -> Pieces:
    plus = ((match.start(), match.end(), " ") for match in _PLUS.finditer(text))
    return merge(_of_percent(text), plus)


def _of_json(text: str) -> Pieces:
    for match in _JSON.finditer(text):
        code = match[0]
        if code[1] not in "ux":
            char = _NAMES.get(code[1], code[1])
        elif len(code) == _PAIR:
            units = bytes.fromhex(code[2:6] + code[8:12])
            char = units.decode("utf-16-be", "replace")
        else:
            char = chr(int(code[2:], 16))  # noqa: FURB166  # `\\u` is no prefix of Python's
        yield match.start(), match.end(), char


def _of_html(text: str) -> Pieces:
    for match in _HTML.finditer(text):
        char = unescape(match[0])
        if len(char) == 1:
            yield match.start(), match.end(), char


_KINDS: Final[tuple[tuple[str, Callable[[str], Pieces]], ...]] = (
    ("%", _of_percent),
    ("\\", _of_json),
    ("&", _of_html),
    ("+", _of_form),
)
"""What escapes of a kind begin with, and how they are undone."""
