"""Sets of code points as sorted ranges, and what letters count as equal when case is ignored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import regex
from regex import _regex  # the table of cases that `regex` matches by

Ranges = tuple[tuple[int, int], ...]

LAST: Final = 0x10FFFF
NON_ASCII: Final[Ranges] = ((0x80, LAST),)
EVERYTHING: Final[Ranges] = ((0, LAST),)
DIGITS: Final[Ranges] = ((0x30, 0x39),)
WORD: Final[Ranges] = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
SPACE: Final[Ranges] = ((0x09, 0x0D), (0x20, 0x20))
NEWLINE: Final[Ranges] = ((0x0A, 0x0A),)

_UPPER_TO_LOWER: Final = 0x20


def union(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return the same code points, sorted and without overlaps."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def complement(ranges: Ranges) -> Ranges:
    """All other code points."""
    gaps = []
    start = 0
    for low, high in union(ranges):
        if low > start:
            gaps.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        gaps.append((start, LAST))
    return tuple(gaps)


def is_ascii(ranges: Ranges) -> bool:
    """Whether no code point is beyond 0x7F."""
    return all(high < NON_ASCII[0][0] for _, high in ranges)


def both_cases(ranges: Ranges) -> Ranges:
    """ASCII ranges with the other case of each letter."""
    swapped = []
    for low, high in ranges:
        for first, last, shift in ((0x41, 0x5A, _UPPER_TO_LOWER), (0x61, 0x7A, -_UPPER_TO_LOWER)):
            start, end = max(low, first), min(high, last)
            if start <= end:
                swapped.append((start + shift, end + shift))
    return union((*ranges, *swapped))


def cases_of(code: int) -> Ranges:
    """All code points that `regex` matches for this one when case is ignored."""
    return union((case, case) for case in _all_cases(code))


def _all_cases(code: int) -> list[int]:
    flags = regex.UNICODE | regex.I
    return list(_regex.get_all_cases(flags, code))  # type: ignore[attr-defined]  # has no stub


def render(ranges: Ranges) -> str:
    """A character class in RE2's syntax."""
    ranges = union(ranges)
    if not ranges:
        return r"[^\x{0}-\x{10ffff}]"
    if ranges == EVERYTHING:
        return "(?s:.)"
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return escape(ranges[0][0])
    return "[" + "".join(_range(low, high) for low, high in ranges) + "]"


def _range(low: int, high: int) -> str:
    return escape(low) if low == high else f"{escape(low)}-{escape(high)}"


def escape(code: int) -> str:
    """One code point, literally, in RE2's syntax."""
    char = chr(code)
    return char if char.isascii() and char.isalnum() else f"\\x{{{code:x}}}"
