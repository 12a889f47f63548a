"""Numbers of passports, which only a word such as "passport" tells from any other number.

ICAO Doc 9303-4 gives a number up to nine letters and digits without saying which; states give out
six to nine, one to three letters among them at the most places, the German ones any of 27
characters. Russian internal passports have a series of two pairs and six digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.pii.context import Context, Says, Words
from nsedmw.detect.pii.shapes import Shape, goes_on

CANDIDATE: Final = (
    r"\b[A-Za-z]{0,3}[0-9][0-9A-Za-z]{5,8}\b|\b[A-Z]{1,3}[ -][0-9][0-9A-Za-z]{5,8}\b"
    r"|\b[CFGHJK][0-9A-Z]{8}\b|\b[0-9]{2} ?[0-9]{2}(?: ?\x{2116} ?| )[0-9]{6}\b"
)

_SHAPE: Final = Shape(CANDIDATE)
_SERIES: Final = regex.compile(r"[0-9]{2} ?[0-9]{2}[ №]{1,3}[0-9]{6}")
_GERMAN: Final = regex.compile(r"[CFGHJK](?=[A-Z]*[0-9])[CFGHJKLMNPRTV-Z0-9]{8}")
_LEAST: Final = 6
_MOST: Final = 10
_LEAST_DIGITS: Final = 3
_MOST_SMALL: Final = 2

_WORDS: Final = Words(
    "passports?|pass no|passport no|passport number|passeports?|pasaportes?|passaport[oi]"
    "|passaportes?|paszport\\pL*|reisepass\\pL*|reisepässe|passnummer|pass-nr|passnr|pass"
    "|паспорт\\pL*|загранпаспорт\\pL*|διαβατήριο|διαβατηρίου|pasaport\\pL*"
    "|جواز|الجواز|جواز السفر|جواز سفر|جوازي|جوازها|जवाज़|पासपोर्ट",
    "パスポート|旅券|护照|護照",
)


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each number; `label` is the key that holds the text."""
    context = Context(text, label, _WORDS)
    if not context.speaks:
        return
    for start, end in _SHAPE.spans(text):
        leads = context.says(start) is Says.TIGHT
        if leads and not goes_on(text, end, "-./") and _may_be(text[start:end]):
            yield start, end


def _may_be(found: str) -> bool:
    if _SERIES.fullmatch(found):
        return True
    found = found.replace(" ", "").replace("-", "")
    if _GERMAN.fullmatch(found):
        return True
    digits = sum(char.isdigit() for char in found)
    small = sum(char.islower() for char in found)
    return _LEAST <= len(found) <= _MOST and digits >= _LEAST_DIGITS and small <= _MOST_SMALL
