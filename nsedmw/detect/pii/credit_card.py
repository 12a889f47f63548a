"""Numbers of payment cards: an issuer's prefix and length, the check digit, and a card's grouping.

Digits count only as whole groups, so neither a longer number, a decimal fraction nor an exponent
holds a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

CANDIDATE: Final = (
    r"[0-9]{13}|[0-9]{4}[^0-9A-Za-z][0-9]{4}[^0-9A-Za-z][0-9]{4}|[0-9]{4}[^0-9A-Za-z][0-9]{6}"
)

_SEPARATORS: Final = " \u00a0\u2009\u202f\u2010\u2011\u2012\u2013\u2014\u2212-"
_SHAPE: Final = regex.compile(
    r"(?<!\w)(?<![0-9]\.)(?=(?P<digits>[2-68][0-9]{12,18}+"
    rf"|[2-68][0-9]{{3}}(?P<by>[{_SEPARATORS}])[0-9]{{4,6}}+(?:(?P=by)[0-9]{{1,5}}+){{1,3}}))"
)
"""Looked at where digits begin, without taking them: a shape that is no card may hold one."""

_GROUPINGS: Final = ((4, 4, 4, 4, 3), (4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 1))
"""As cards print them: 19 digits, most, American Express, Diners Club, and Visa's old 13."""
_AFTER: Final = regex.compile(r"(?!\w)(?!\.[0-9])")
_ISSUERS: Final = regex.compile(
    r"""(?x)
      4 (?: \d{12} | \d{15} | \d{18} )                                        # Visa
    | (?: 5[1-5]\d\d | 222[1-9] | 22[3-9]\d | 2[3-6]\d\d | 27[01]\d | 2720 ) \d{12}  # Mastercard
    | 3[47] \d{13}                                                            # American Express
    | (?: 30[0-5] | 3095? | 36\d | 3[89]\d ) \d{11,16}                        # Diners Club
    | (?: 6011 | 64[4-9]\d | 65\d\d ) \d{12,15}                               # Discover
    | 35 (?: 2[89] | [3-8]\d ) \d{12,15}                                      # JCB
    | (?: 62 | 81 ) \d{14,17}                                                 # UnionPay
    | (?: 5018 | 5020 | 5038 | 5893 | 6304 | 6759 | 676[1-3] ) \d{9,15}       # Maestro
    """,
    regex.ASCII,
)
"""Prefixes and lengths of ISO/IEC 7812 issuers, as the card networks publish them."""

_DOUBLED: Final = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each number, separators included."""
    del label  # a number that is a card's says so itself
    end = 0
    for shape in _SHAPE.finditer(text):
        start = shape.start()
        if start < end:
            continue
        length = next((size for size in _lengths(shape) if _AFTER.match(text, start + size)), 0)
        if length:
            end = start + length
            yield start, end


def _lengths(shape: regex.Match[str]) -> Iterator[int]:
    """Yield how many characters of a shape make a card, the longest first."""
    text, by = shape["digits"], shape["by"]
    if by is None:
        if _is_card(text):
            yield len(text)
        return
    groups = text.split(by)
    sizes = tuple(len(group) for group in groups)
    for grouping in _GROUPINGS:
        count = len(grouping)
        if sizes[:count] == grouping and _is_card("".join(groups[:count])):
            yield sum(grouping) + count - 1


def _is_card(digits: str) -> bool:
    return _ISSUERS.fullmatch(digits) is not None and _check_digit_holds(digits)


def _check_digit_holds(digits: str) -> bool:
    """Luhn's rule, ISO/IEC 7812-1 annex B."""
    values = [int(digit) for digit in reversed(digits)]
    return (sum(values[::2]) + sum(_DOUBLED[value] for value in values[1::2])) % 10 == 0
