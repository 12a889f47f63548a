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
_RUN: Final = regex.compile(
    rf"(?<!\w)(?<!\d\.)[0-9]++(?:(?P<by>[{_SEPARATORS}])[0-9]++(?:(?P=by)[0-9]++)*+)?+"
    r"(?!\w)(?!\.\d)"
)
"""Digits, or groups of digits with the same single separator between all of them."""

_GROUP: Final = regex.compile(r"[0-9]++")
_GROUPINGS: Final = ((4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 4, 3), (4, 4, 4, 1))
"""As cards print them: most, American Express, Diners Club, 19 digits, and Visa's old 13."""
_SHORTEST: Final = 13
_LONGEST: Final = 19

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


def find(text: str) -> Iterator[tuple[int, int]]:
    """Yield the span of each number, separators included."""
    for run in _RUN.finditer(text):
        if run.end() - run.start() < _SHORTEST:
            continue
        if run["by"] is None:
            if _is_card(run[0]):
                yield run.span()
        else:
            yield from _within(text, run.start(), run.end())


def _within(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield cards among the groups of a run, in which a date or a code may follow."""
    groups = [group.span() for group in _GROUP.finditer(text, start, end)]
    sizes = [last - first for first, last in groups]
    index = 0
    while index < len(groups):
        count = _groups_of_card(text, groups[index : index + 5], tuple(sizes[index : index + 5]))
        if count:
            yield groups[index][0], groups[index + count - 1][1]
        index += count or 1


def _groups_of_card(text: str, groups: list[tuple[int, int]], sizes: tuple[int, ...]) -> int:
    """Return how many of the groups, from the first, make a card; 0 where none do."""
    if _SHORTEST <= sizes[0] <= _LONGEST:
        return int(_is_card(text[groups[0][0] : groups[0][1]]))
    for grouping in _GROUPINGS:
        count = len(grouping)
        if sizes[:count] == grouping and _is_card(
            "".join(text[first:last] for first, last in groups[:count])
        ):
            return count
    return 0


def _is_card(digits: str) -> bool:
    return _ISSUERS.fullmatch(digits) is not None and _check_digit_holds(digits)


def _check_digit_holds(digits: str) -> bool:
    """Luhn's rule, ISO/IEC 7812-1 annex B."""
    values = [int(digit) for digit in reversed(digits)]
    return (sum(values[::2]) + sum(_DOUBLED[value] for value in values[1::2])) % 10 == 0
