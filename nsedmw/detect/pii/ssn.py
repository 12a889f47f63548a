"""Social security numbers of the United States.

Three, two and four digits with dashes; nine digits in a row, or with spaces or dots, count only
after "SSN" or "social security". Numbers that are never given out do not count: area 000, 666 and
900 to 999, group 00, serial 0000 (20 CFR 422.103 and the Social Security Administration's
randomization of 2011). A number with dashes is something else where a word such as "lot" or
"claim" leads up to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.pii.context import Context, Says, Words
from nsedmw.detect.pii.other import OTHER_THAN_REFERENCES
from nsedmw.detect.pii.shapes import Shape, goes_on, is_piece

_DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_DASH: Final = "[" + "".join(f"\\x{{{ord(dash):x}}}" for dash in _DASHES) + "]"
CANDIDATE: Final = (
    rf"\b[0-9]{{3}}(?:{_DASH}[0-9]{{2}}{_DASH}|[ .\x{{a0}}]?[0-9]{{2}}[ .\x{{a0}}]?)[0-9]{{4}}\b"
)

_SHAPE: Final = Shape(CANDIDATE)
_GIVEN_OUT: Final = regex.compile(
    r"(?!000|666|9)[0-9]{3}[^0-9]?(?!00)[0-9]{2}[^0-9]?(?!0000)[0-9]{4}"
)
_SLASH: Final = regex.compile(r"/\w")
_PREFIXED: Final = regex.compile(rf"(?<=\w[{_DASHES}])")
"""A letter and a dash before a number make it a piece of another, as in `QFG-889-66-7354`."""
_WORDS: Final = Words(
    r"ssns?|social[\s-]*security|social[\s-]*sec|social|soc\.? sec\.?|taxpayer|tin|itin"
)


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each number; `label` is the key that holds the text."""
    context = Context(text, label, _WORDS, OTHER_THAN_REFERENCES)
    for start, end in _SHAPE.spans(text):
        found = text[start:end]
        if is_piece(text, start, _DASHES) or goes_on(text, end, _DASHES):
            continue
        if _SLASH.match(text, end) or not _GIVEN_OUT.fullmatch(found):
            continue
        if found[3] in _DASHES:
            if _counts(text, start, end, context):
                yield start, end
        # Nine digits alone are an identifier of anything.
        elif context.speaks and (context.says(start) is Says.TIGHT or context.cue_behind(end)):
            yield start, end


def _counts(text: str, start: int, end: int, context: Context) -> bool:
    told = context.says(start)
    if told is Says.TIGHT or context.cue_behind(end):
        return True
    return told is not Says.OTHER and not _PREFIXED.match(text, start)
