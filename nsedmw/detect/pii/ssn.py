"""Social security numbers of the United States.

Three, two and four digits with dashes; nine digits in a row, or with spaces or dots, count only
after "SSN" or "social security". Numbers that are never given out do not count: area 000, 666 and
900 to 999, group 00, serial 0000 (20 CFR 422.103 and the Social Security Administration's
randomization of 2011).
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from typing import Final

import regex

from nsedmw.detect.pii.cue import cue, stands_before

CANDIDATE: Final = r"[0-9]{3}[^0-9A-Za-z][0-9]{2}[^0-9A-Za-z][0-9]{4}|[0-9]{9}"

_DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_AREA: Final = r"(?!000|666|9)[0-9]{3}"
_GROUP: Final = r"(?!00)[0-9]{2}"
_SERIAL: Final = r"(?!0000)[0-9]{4}"
_BEFORE: Final = rf"(?<!\w)(?<!\d[{_DASHES}])"
_AFTER: Final = rf"(?!\w)(?![{_DASHES}]\d)"

_DASHED: Final = regex.compile(f"{_BEFORE}{_AREA}[{_DASHES}]{_GROUP}[{_DASHES}]{_SERIAL}{_AFTER}")
_PLAIN: Final = regex.compile(f"{_BEFORE}{_AREA}[ .]?{_GROUP}[ .]?{_SERIAL}{_AFTER}")
_CUE: Final = cue(r"ssn|social[\s_-]*security|social[\s_-]*sec")


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each number; `label` is the key that holds the text."""
    return merge((match.span() for match in _DASHED.finditer(text)), _after_a_cue(text, label))


def _after_a_cue(text: str, label: str) -> Iterator[tuple[int, int]]:
    for match in _PLAIN.finditer(text):
        if stands_before(_CUE, text, match.start(), label):
            yield match.span()
