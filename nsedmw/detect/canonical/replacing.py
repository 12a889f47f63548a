"""Characters for others, in a whole text at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from nsedmw.detect import charset
from nsedmw.detect.charset import Ranges

_ONE_BY_ONE: Final = 16
"""Different characters that are replaced one after the other: each takes `str.replace` one or two
nanoseconds a character, `str.translate` takes forty for all of them."""

_REMEMBERED: Final = 1 << 16
ASTRAL: Final = 0x10000
EMOJI: Final = 0x1F300


class Replacements:
    """What some code points become; None and the empty text leave them out.

    What a character becomes must not hold one that is replaced itself.
    """

    def __init__(self, to: Mapping[int, str | None]) -> None:
        self._to = {chr(code): text or "" for code, text in to.items()}
        self._all = _Everything(to)
        self._found = re.compile(others(charset.union((code, code) for code in to)))

    def search(self, text: str, position: int = 0) -> Any:
        """The first of them, as a match."""
        return self._found.search(text, position)

    def made(self, text: str) -> str:
        """The text with all of them replaced."""
        position = 0
        for _ in range(_ONE_BY_ONE):
            match = self._found.search(text, position)
            if match is None:
                return text
            char = match[0]
            # What stands before it holds none and keeps its place.
            position = match.start()
            text = text.replace(char, self._to[char])
        return text[:position] + text[position:].translate(self._all)


class _Everything(dict[int, str | None]):
    """Also what stays: a code point that is not in the table costs `str.translate` an exception."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if len(self) < _REMEMBERED:
            self[code] = char
        return char


def others(members: Ranges) -> str:
    """The class of these, written as what is not one of the others.

    `re` decides about the first plane by one look at a table, and goes through the ranges of the
    others in their order: what stays is found fast, and emoji before the rest.
    """
    stay = charset.complement(charset.union((*members, (ASTRAL, charset.LAST))))
    beyond = charset.complement(charset.union((*members, (0, ASTRAL - 1))))
    emoji_first = sorted(beyond, key=lambda span: not span[0] <= EMOJI <= span[1])
    return f"[^{class_of((*stay, *emoji_first))}]"


def class_of(members: Iterable[tuple[int, int]]) -> str:
    """The inside of a class in the syntax of `re`."""
    return "".join(
        f"{re.escape(chr(low))}-{re.escape(chr(high))}" if low < high else re.escape(chr(low))
        for low, high in members
    )
