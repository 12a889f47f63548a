"""Numbers of passports, which only a word such as "passport" tells from any other number.

ICAO Doc 9303-4 gives a number up to nine letters and digits without saying which; states give out
six to nine, one to three letters among them at the most places, the German ones any of 27
characters. Russian internal passports have a series of two pairs and six digits.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.pii.context import ABOUT, NEXT, Context, Says, Words, open_cells
from nsedmw.detect.pii.other import OTHER
from nsedmw.detect.pii.shapes import Shape, goes_on
from nsedmw.detect.pii.tables import table_before
from nsedmw.detect.reach import Reach, opening

CANDIDATE: Final = (
    r"\b[A-Za-z]{0,3}[0-9][0-9A-Za-z]{5,8}\b|\b[A-Z]{1,3}[ -][0-9][0-9A-Za-z]{5,8}\b"
    r"|\b[CFGHJK][0-9A-Z]{8}\b|\b[0-9]{2} ?[0-9]{2}(?: ?\x{2116} ?| )[0-9]{6}\b"
)

_SHAPE: Final = Shape(CANDIDATE)
_SERIES: Final = regex.compile(r"[0-9]{2} ?[0-9]{2}[ №]{1,3}[0-9]{6}")
_GERMAN: Final = regex.compile(r"[CFGHJK](?=[A-Z]*[0-9])[CFGHJKLMNPRTV-Z0-9]{8}")
_MARKED: Final = regex.compile(r"[A-Z]{1,3}[ -]?[0-9]{6,8}|[0-9]{2}[A-Z]{2}[0-9]{5}")
_NUMBER: Final = regex.compile(
    r"(?i)(?<!\p{L})(?:num(?:ber|mer|ero|éro|er|ara(?:sı)?)?|número|nr|no|n[.º°]{1,2}|№|#|номер|αριθμ\p{L}*"
    r"|رقم|رقمه|رقمها|संख्या|नंबर)[.:]*+\s*+\Z|:\s*+\Z|番号[はが:：]?\Z|号码?[是为：:]?\s*+\Z"
)
_LONGEST_WORD: Final = 16
_LEAST: Final = 6
_MOST: Final = 10
_LEAST_DIGITS: Final = 3
_MOST_SMALL: Final = 2

_WORDS: Final = Words(
    "passports?|pass no|passport no|passport number|passeports?|pasaportes?|passaport[oi]"
    "|passaportes?|paszport\\pL*|reisepass\\pL*|reisepässe|passnummer|pass-nr|passnr|pass"
    "|passport id|pass id|ppt|ppt no|pp no|travel document|reisedokument|reisepass-nr|pass-nummer"
    "|document de voyage|pasaporte n|documento de viaje|documento di viaggio|documento de viagem"
    "|dokument podróży|загран|загранник\\pL*|docpassport|passno"
    "|جواز سفري|جواز سفره|جواز سفرها|بالجواز|للجواز|جوازه|الجوازات|جواز السفر رقم"
    "|διαβατήριό|διαβατήρια|pasaportum\\pL*"
    "|паспорт\\pL*|загранпаспорт\\pL*|διαβατήριο|διαβατηρίου|pasaport\\pL*"
    "|جواز|الجواز|جواز السفر|جواز سفر|جوازي|جوازها|जवाज़|पासपोर्ट",
    "パスポート|旅券|护照|護照|ﾊﾟｽﾎﾟｰﾄ",
)

_OPENS: Final = opening(CANDIDATE)
REACH: Final = Reach(
    ahead=15 + NEXT,
    behind=ABOUT,
    opens=_OPENS,
    open=open_cells(_OPENS, _WORDS, OTHER),
    back=table_before,
)
"""A number, and a word right behind it."""


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each number; `label` is the key that holds the text."""
    context = Context(text, label, _WORDS, OTHER)
    if not context.speaks:
        return
    for start, end, told in context.led(_SHAPE):
        leads = told is not Says.LOOSE or _is_marked(text, start, end)
        if leads and not goes_on(text, end, "-./") and _may_be(text[start:end]):
            yield start, end


def _is_marked(text: str, start: int, end: int) -> bool:
    """Whether its form, or "no." right before it, says that the word farther off is about it."""
    if _MARKED.fullmatch(text, start, end) or _SERIES.fullmatch(text, start, end):
        return True
    return _NUMBER.search(text[max(start - _LONGEST_WORD, 0) : start]) is not None


def _may_be(found: str) -> bool:
    if _SERIES.fullmatch(found):
        return True
    found = found.replace(" ", "").replace("-", "")
    if _GERMAN.fullmatch(found):
        return True
    digits = sum(char.isdigit() for char in found)
    small = sum(char.islower() for char in found)
    return _LEAST <= len(found) <= _MOST and digits >= _LEAST_DIGITS and small <= _MOST_SMALL
