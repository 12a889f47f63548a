"""Social security numbers of the United States.

Three, two and four digits with dashes count beside "SSN" or "social security", and where they are
somebody's (see `around`); nine digits in a row, or with spaces or dots, only beside such a word.
Numbers that are never given out do not count: area 000, 666 and 900 to 999, group 00, serial 0000
(20 CFR 422.103 and the Social Security Administration's randomization of 2011).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.pii.around import WIDE, Around
from nsedmw.detect.pii.context import ABOUT, Context, Says, Words, open_cells
from nsedmw.detect.pii.other import OTHER_THAN_REFERENCES
from nsedmw.detect.pii.shapes import Shape, goes_on, is_piece
from nsedmw.detect.pii.tables import table_before
from nsedmw.detect.reach import Reach, opening

_DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_DASH: Final = "[" + "".join(f"\\x{{{ord(dash):x}}}" for dash in _DASHES) + "]"
CANDIDATE: Final = (
    rf"\b[0-9]{{3}}(?:{_DASH}[0-9]{{2}}{_DASH}|[ .\x{{a0}}]?[0-9]{{2}}[ .\x{{a0}}]?)[0-9]{{4}}\b"
)

_SHAPE: Final = Shape(CANDIDATE)
_DASHED: Final = Shape(rf"\b[0-9]{{3}}{_DASH}[0-9]{{2}}{_DASH}[0-9]{{4}}\b")
_GIVEN_OUT: Final = regex.compile(
    r"(?!000|666|9)[0-9]{3}[^0-9]?(?!00)[0-9]{2}[^0-9]?(?!0000)[0-9]{4}"
)
_SLASH: Final = regex.compile(r"/\w")
_PREFIXED: Final = regex.compile(rf"(?<=\w[{_DASHES}])")
"""A letter and a dash before a number make it a piece of another, as in `QFG-889-66-7354`."""
_WORDS: Final = Words(
    r"ssns?|social[\s-]*security|social[\s-]*sec|social|soc\.? sec\.?|taxpayer|tin|itin|tax id"
    r"|tax identification|ss ?#|ss no|ss num|ss number"
)

_LONGEST: Final = 11
_OPENS: Final = opening(CANDIDATE)
REACH: Final = Reach(
    ahead=_LONGEST + WIDE,
    behind=max(ABOUT, WIDE) + 1,
    opens=_OPENS,
    open=open_cells(_OPENS, _WORDS, OTHER_THAN_REFERENCES),
    back=table_before,
)
"""A number, and an address of mail behind it."""


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each number; `label` is the key that holds the text."""
    context = Context(text, label, _WORDS, OTHER_THAN_REFERENCES)
    around = Around(text, label)
    # Nine digits alone are an identifier of anything.
    named = {
        (start, end) for start, end, told in context.led(_SHAPE) if _leads(text, start, end, told)
    }
    alone = (span for span in _DASHED.spans(text) if span not in named and _may_be(text, *span))
    counted = {span for span in alone if _counts(text, *span, context, around)}
    yield from sorted(named | counted)


def _leads(text: str, start: int, end: int, told: Says) -> bool:
    # With dashes, words may stand between.
    return (told is not Says.LOOSE or text[start + 3] in _DASHES) and _may_be(text, start, end)


def _may_be(text: str, start: int, end: int) -> bool:
    if is_piece(text, start, _DASHES) or goes_on(text, end, _DASHES) or _SLASH.match(text, end):
        return False
    return _GIVEN_OUT.fullmatch(text, start, end) is not None


def _counts(text: str, start: int, end: int, context: Context, around: Around) -> bool:
    if _PREFIXED.match(text, start) or not around.is_somebodys(start, end):
        return False
    return context.says(start) is not Says.OTHER
