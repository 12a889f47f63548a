"""International bank account numbers: a known country, its length, and check digits (ISO 13616).

Written in a row or in groups of four with single spaces. The check digits are ISO 7064 MOD 97-10.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

CANDIDATE: Final = r"[A-Z]{2}[0-9]{2} ?[0-9A-Z]{4}"

_START: Final = regex.compile(r"(?<!\w)[A-Z]{2}[0-9]{2}(?= ?[0-9A-Z]{4})")
_GROUP: Final = 4
_MODULUS: Final = 97
_WORD: Final = regex.compile(r"\w")

# Characters in all, from the registry that SWIFT keeps for ISO 13616.
_LENGTHS: Final = {
    country: length
    for length, countries in {
        15: "NO",
        16: "BE",
        18: "DK FI FO GL NL",
        19: "MK SI",
        20: "AT BA EE KZ LT LU XK",
        21: "CH HR LI LV",
        22: "BG BH CR DE GB GE IE ME RS",
        23: "AE GI IL IQ TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "PT ST",
        26: "IS TR",
        27: "FR GR IT MC MR SM",
        28: "AL AZ BY CY DO GT HU LB PL",
        29: "BR EG PS QA UA",
        30: "JO KW MU",
        31: "MT SC",
    }.items()
    for country in countries.split()
}


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each number, spaces between its groups included."""
    del label
    for start in _START.finditer(text):
        length = _LENGTHS.get(start[0][:2])
        end = None if length is None else _end(text, start.start(), length)
        if end is not None and _checks(text[start.start() : end].replace(" ", "")):
            yield start.start(), end


def _end(text: str, at: int, length: int) -> int | None:
    """Return where a number of so many characters ends, or None where it is cut or goes on."""
    for taken in range(length):
        if taken and taken % _GROUP == 0 and text[at : at + 1] == " ":
            at += 1
        char = text[at : at + 1]
        if not (char.isascii() and (char.isdigit() or char.isupper())):
            return None
        at += 1
    return None if _WORD.match(text, at) else at


def _checks(number: str) -> bool:
    turned = number[_GROUP:] + number[:_GROUP]
    return int("".join(str(int(char, 36)) for char in turned)) % _MODULUS == 1
