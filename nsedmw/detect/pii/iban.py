"""International bank account numbers: a known country, its length, and check digits (ISO 13616).

Written in a row or in groups of four with one separator, in capitals or all in small letters. The
check digits are ISO 7064 MOD 97-10; the lengths are from the registry that SWIFT keeps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.pii.shapes import is_apart
from nsedmw.detect.reach import Reach, before_row, opening

CANDIDATE: Final = (
    r"\b[A-Za-z]{2}[0-9]{2}(?:[0-9A-Za-z]{11,29}\b|(?:[ \x{a0}\x{202f}-][0-9A-Za-z]{4}){2})"
)

_SHAPE: Final = regex.compile(
    r"(?a)\b[A-Za-z]{2}[0-9]{2}(?:[0-9A-Za-z]{11,29}"
    r"|(?:[ \u00a0\u202f-][0-9A-Z]{4}){2,8}+(?:[ \u00a0\u202f-][0-9A-Z]{1,3}+)?"
    r"|(?:[ \u00a0\u202f-][0-9a-z]{4}){2,8}+(?:[ \u00a0\u202f-][0-9a-z]{1,3}+)?)\b"
)
_NEXT: Final = regex.compile(r"(?a)(?<=\W)(?=[A-Za-z]{2}[0-9]{2}\W)")
"""Where another number may begin in a shape that is none itself."""
_GROUP: Final = 4
_MODULUS: Final = 97
_VALUES: Final = {ord(char): str(int(char, 36)) for char in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}

_GOES_ON: Final = regex.compile(r"(?a)\w")
_IN_ACCOUNT: Final = regex.compile(r"(?<!\w)[A-Z]{2}[0-9]{2} (?:[0-9A-Z]{4} ){0,6}\Z")
_LONGEST_BEFORE: Final = 36

_LENGTHS: Final = {
    country: length
    for length, countries in {
        15: "NO",
        16: "BE",
        18: "DK FI FK FO GL NL SD",
        19: "MK SI",
        20: "AT BA EE KZ LT LU MN XK",
        21: "CH HR LI LV",
        22: "BG BH CR DE GB GE IE ME RS",
        23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "LY PT ST",
        26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM",
        28: "AL AZ BY CY DO GT HN HU LB NI PL",
        29: "BR EG PS QA UA",
        30: "JO KW MU YE",
        31: "MT SC",
        33: "LC RU",
    }.items()
    for country in countries.split()
}
"""Characters in all, without separators."""

REACH: Final = Reach(
    ahead=50,
    behind=48,
    opens=opening(CANDIDATE),
    back=before_row(r"(?<![0-9A-Za-z_])[0-9A-Za-z]{1,4}[ \u00a0\u202f-]"),
)
"""Nine groups of four, three characters more, and what ends them; in a row of groups the first says
which belong together."""


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each number, separators between its groups included."""
    del label  # a number with check digits like these says so itself
    spans = {shape: _span(shape) for shape in set(_SHAPE.findall(text))}
    if not any(spans.values()):
        return
    for match in _SHAPE.finditer(text):
        span = spans[match[0]]
        if span is None:
            continue
        start, end = match.start() + span[0], match.start() + span[1]
        if is_apart(text, start, end) and not _GOES_ON.match(text, end):
            yield start, end


def is_in_account(text: str, start: int) -> bool:
    """Whether groups of four that begin as an account's stand right before a position."""
    return _IN_ACCOUNT.search(text[max(start - _LONGEST_BEFORE, 0) : start]) is not None


def _span(shape: str) -> tuple[int, int] | None:
    """Return where the first number is in a shape."""
    for at in (0, *(match.start() for match in _NEXT.finditer(shape))):
        size = _size(shape[at:])
        if size:
            return at, at + size
    return None


def _size(shape: str) -> int:
    """Return how many characters of a shape make a number; 0 where none do."""
    length = _LENGTHS.get(shape[:2].upper())
    if length is None or not (shape.isupper() or shape.islower()):
        return 0
    by = shape[_GROUP]
    if by.isalnum():
        return length if len(shape) == length and _checks(shape) else 0
    size = length + (length - 1) // _GROUP
    groups = shape[:size].split(by)
    regular = all(len(group) == _GROUP for group in groups[:-1])
    return size if regular and _checks("".join(groups), length) else 0


def _checks(number: str, length: int | None = None) -> bool:
    if length is not None and len(number) != length:
        return False
    turned = (number[_GROUP:] + number[:_GROUP]).upper().translate(_VALUES)
    return turned.isdecimal() and int(turned) % _MODULUS == 1
