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
    r"\+[1-9]|\([0-9]{3}\)|[0-9]{3}[-.\x{2010}-\x{2015}\x{2212}][0-9]{3}"
    r"|[0-9]{3}[ \x{a0}\x{2009}\x{202f}][0-9]{3}|[0-9]{10}"
)

_SPACE: Final = r"[ \u00a0\u2009\u202f]"
_DASH: Final = r"[-\u2010-\u2015\u2212]"
_POINT: Final = r"[-.\u2010-\u2015\u2212]"
_ANY: Final = r"[-. \u00a0\u2009\u202f\u2010-\u2015\u2212]"
_BEFORE: Final = r"(?<![\w+])"
_ONE: Final = rf"(?:\+?1{_ANY}?)?"
_PUNCTUATED: Final = regex.compile(
    rf"{_BEFORE}(?<![0-9]{_POINT}){_ONE}"
    rf"(?:\([0-9]{{3}}\){_SPACE}?[0-9]{{3}}{_ANY}?[0-9]{{4}}"
    rf"|[0-9]{{3}}{_POINT}[0-9]{{3}}{_POINT}[0-9]{{4}})"
    rf"(?!\w)(?!{_POINT}[0-9])"
)
_PLAIN: Final = regex.compile(
    rf"{_BEFORE}(?<![0-9]{_ANY}){_ONE}[0-9]{{3}}{_SPACE}?[0-9]{{3}}{_SPACE}?[0-9]{{4}}"
    rf"(?!\w)(?!{_ANY}[0-9])"
)
_GROUPED: Final = (
    rf"[0-9]{{0,5}}+(?:(?:{_SPACE}|{_DASH})[0-9](?!\w))?+(?:(?:{_SPACE}|{_DASH})?\([0-9]{{1,5}}\)(?:{_SPACE}|{_DASH})?[0-9]++(?!\w)"
    rf"|(?:{_SPACE}|{_DASH}|/)[0-9]{{2,}}+(?!\w))++"
)
_DOTTED: Final = r"[0-9]{0,2}+(?:\.[0-9]{2,4}+)++"
_INTERNATIONAL: Final = regex.compile(
    rf"{_BEFORE}\+[1-9](?:{_GROUPED}|{_DOTTED}|[0-9]{{7,14}}+)(?!\w)(?!\.[0-9])"
)
_GROUPS: Final = regex.compile(r"[0-9]++\)?")
_CUE: Final = cue(
    r"phone|telephone|tel|mobile|cell(?:phone)?|fax|whatsapp|call|dial"
    r"|(?:text|ring|reach)(?=\s+(?:me|us|him|her|them)\b)"
)

_LEAST_DIGITS: Final = 8
_MOST_DIGITS: Final = 15
"""ITU-T E.164; the shortest national numbers with their country code have eight."""


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each number, country code and brackets included.

    `label` is the key that holds the text.
    """
    end = 0
    for span in merge(_international(text), _punctuated(text), _after_a_cue(text, label)):
        if span[0] >= end:
            end = span[1]
            yield span


def _punctuated(text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _PUNCTUATED.finditer(text))


def _after_a_cue(text: str, label: str) -> Iterator[tuple[int, int]]:
    for match in _PLAIN.finditer(text):
        if stands_before(_CUE, text, match.start(), label):
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
