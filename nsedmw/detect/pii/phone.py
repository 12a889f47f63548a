"""Telephone numbers: ten digits as North America writes them, and international ones with a `+`.

Ten digits in a row are more often an identifier or a time than a number to call, so they, and ten
digits with nothing but spaces between, count only after a word such as "phone" or "call".
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from typing import Final

import regex

from nsedmw.detect.pii.cue import cue, stands_before

CANDIDATE: Final = (
    r"\+[1-9]|\([0-9]{3}\)|[0-9]{3}[-.\x{2010}-\x{2015}\x{2212}][0-9]{3}|[0-9]{3} [0-9]{3} "
    r"|[0-9]{10}"
)

_DASH: Final = r"[-.\u2010-\u2015\u2212]"
_ONE: Final = r"(?:\+?1[ .-]?)?"
_PUNCTUATED: Final = regex.compile(
    rf"(?<![\w+])(?<!\d{_DASH}){_ONE}"
    rf"(?:\(\d{{3}}\) ?\d{{3}}[ .-]?\d{{4}}|\d{{3}}{_DASH}\d{{3}}{_DASH}\d{{4}})"
    rf"(?!\w)(?!{_DASH}\d)",
    regex.ASCII,
)
_PLAIN: Final = regex.compile(
    rf"(?<![\w+])(?<!\d[ .-]){_ONE}\d{{3}} ?\d{{3}} ?\d{{4}}(?!\w)(?![ .-]\d)", regex.ASCII
)
_INTERNATIONAL: Final = regex.compile(
    r"(?<![\w+])\+[1-9][0-9]*+(?:[ .-]?\([0-9]{1,5}\)[ .-]?[0-9]++|[ ./-][0-9]{2,}+)*+(?!\w)",
    regex.ASCII,
)
_GROUPS: Final = regex.compile(r"[0-9]++\)?", regex.ASCII)
_CUE: Final = cue(r"phone|telephone|tel|mobile|cell(?:phone)?|fax|whatsapp|sms|call|dial|text|ring")

_LEAST_DIGITS: Final = 8
_MOST_DIGITS: Final = 15
"""ITU-T E.164; the shortest national numbers with their country code have eight."""


def find(text: str) -> Iterator[tuple[int, int]]:
    """Yield the span of each number, country code and opening bracket included."""
    end = 0
    for span in merge(_international(text), _punctuated(text), _after_a_cue(text)):
        if span[0] >= end:
            end = span[1]
            yield span


def _punctuated(text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _PUNCTUATED.finditer(text))


def _after_a_cue(text: str) -> Iterator[tuple[int, int]]:
    for match in _PLAIN.finditer(text):
        if stands_before(_CUE, text, match.start()):
            yield match.span()


def _international(text: str) -> Iterator[tuple[int, int]]:
    for match in _INTERNATIONAL.finditer(text):
        end = _end_of_number(match)
        if end:
            yield match.start(), end


def _end_of_number(match: regex.Match[str]) -> int:
    """Return where the last group ends that fits into a number; 0 where the digits make none."""
    digits = end = 0
    for group in _GROUPS.finditer(match.string, match.start(), match.end()):
        size = len(group[0].rstrip(")"))
        if digits + size > _MOST_DIGITS:
            break
        digits += size
        end = group.end()
    return end if digits >= _LEAST_DIGITS else 0
