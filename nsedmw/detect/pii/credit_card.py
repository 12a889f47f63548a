"""Numbers of payment cards: an issuer's prefix and length, the check digit, and a card's grouping.

Digits count only as whole groups, so neither a longer number, a decimal fraction nor an exponent
holds a card. Prefixes and lengths are those of ISO/IEC 7812 issuers, as the card networks publish
them; the check digit is Luhn's, ISO/IEC 7812-1 annex B. A chance number of so many digits passes
both in one of sixty cases, so a word such as "order" or "IMEI" that leads up to it counts for more.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.pii.around import Around
from nsedmw.detect.pii.context import ABOUT, Context, Says, Words, open_cells
from nsedmw.detect.pii.iban import is_in_account
from nsedmw.detect.pii.other import OTHER
from nsedmw.detect.pii.shapes import is_apart
from nsedmw.detect.pii.tables import table_before
from nsedmw.detect.reach import Reach, opening

_BY: Final = r"[ \x{a0}\x{2009}\x{202f}\x{2010}-\x{2014}\x{2212}-]"
CANDIDATE: Final = (
    r"\b[2-68][0-9]{12,18}\b"
    rf"|\b[2-68][0-9]{{3}}{_BY}(?:[0-9]{{4}}{_BY}[0-9]{{4}}{_BY}[0-9]{{1,4}}|[0-9]{{6}}{_BY}[0-9]{{4,5}})\b"
)

_SHAPE: Final = regex.compile(
    r"(?a)\b(?:[2-68][0-9]{12,18}\b|[2-68][0-9]{3}"
    r"(?:[ \u00a0\u2009\u202f\u2010-\u2014\u2212-][0-9]{1,6}\b){2,}+)"
)
"""In groups as many as there are: a shape that is no card may hold one."""

_GROUPINGS: Final = ((4, 4, 4, 4, 3), (4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 1))
"""As cards print them: 19 digits, most, American Express, Diners Club, and Visa's old 13."""
_LEAST: Final = 13
_FEWEST_GROUPS: Final = 3
_MOST_GROUPS: Final = 5
_DIGIT: Final = regex.compile("[0-9]")
_PAID: Final = regex.compile(
    r"(?i)(?:paid|pay|payment|payable|charged?|billed|refund(?:ed)?)\s+(?:with|by|to|using|from|on|via)\s*+\Z"
)
_LONGEST_WORD: Final = 24
_FRACTION: Final = regex.compile(r"(?<=[0-9]\.)")
_GOES_ON: Final = regex.compile(r"\.[0-9]")
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
    | 220[0-4] \d{12,15}                                                      # Mir
    """,
    regex.ASCII,
)

_DOUBLE: Final = bytes.maketrans(b"0123456789", b"0246813579")
_ZEROS: Final = sum(b"0")

_WORDS: Final = Words(
    r"card|cards|cardnumber|credit|debit|pan|visa|mastercard|amex|american express|discover|diners"
    r"|kreditkarten?|kreditkartennummer|karte|kartennummer|carte|carte bancaire|cb|tarjeta|cartão"
    r"|carta|kart[aąęy]|kredi kartı|kart|карт\pL*|κάρτα|κάρτας|कार्ड|بطاقة|البطاقة|بالبطاقة",
    "カード|卡号|卡號|信用卡|银行卡",
)

_OPENS: Final = opening(rf"\b[2-68][0-9]{{3}}(?:[0-9]{{9}}|{_BY}[0-9]{{1,6}}{_BY}[0-9])")
REACH: Final = Reach(
    ahead=32,
    behind=ABOUT,
    opens=_OPENS,
    open=open_cells(_OPENS, _WORDS, OTHER),
    back=table_before,
)
"""Nineteen digits in five groups, and another group of six with what ends it."""


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each number, separators included."""
    cards = {shape: _cards(shape) for shape in set(_SHAPE.findall(text))}
    if not any(cards.values()):
        return
    context = Context(text, label, _WORDS, OTHER)
    around = Around(text, label)
    for match in _SHAPE.finditer(text):
        for first, last in cards[match[0]]:
            start, end = match.start() + first, match.start() + last
            if not is_apart(text, start, end) or _FRACTION.match(text, start):
                continue
            if not _GOES_ON.match(text, end) and not _is_other(text, start, end, context, around):
                yield start, end


def _is_other(text: str, start: int, end: int, context: Context, around: Around) -> bool:
    if is_in_account(text, start):
        return True
    told = context.says(start)
    if end - start == _LEAST and told < Says.LOOSE and _is_article(text[start:end]):
        return True
    if told is Says.OTHER:
        # "Card on file: 4111" is a card; "paid by card 4111, order 4222" is a card and an order.
        cue = context.cue_before(start)
        return cue is None or _DIGIT.search(text, cue[1], start) is not None
    in_a_row = text[start:end].isdecimal()
    if not in_a_row or told is not Says.NOTHING or not around.is_called_a_thing(start):
        return False
    return _PAID.search(text[max(start - _LONGEST_WORD, 0) : start]) is None


def _is_article(digits: str) -> bool:
    """Whether thirteen digits hold as a trade item's number (GS1 General Specifications)."""
    values = [int(digit) for digit in digits]
    return (sum(values[::2]) + 3 * sum(values[1::2])) % 10 == 0


def _cards(shape: str) -> list[tuple[int, int]]:
    """Return the spans of the cards in a shape, one behind the other."""
    by = shape[4]
    if by.isdigit():
        return [(0, len(shape))] if _is_card(shape) else []
    groups = shape.split(by)
    found = []
    index = at = 0
    while index + _FEWEST_GROUPS <= len(groups):
        count, size = _grouping(groups[index : index + _MOST_GROUPS])
        if count:
            found.append((at, at + size))
        for group in groups[index : index + max(count, 1)]:
            at += len(group) + 1
        index += max(count, 1)
    return found


def _grouping(groups: list[str]) -> tuple[int, int]:
    """Return how many groups make a card and how many characters, the most; 0 where none do."""
    sizes = tuple(map(len, groups))
    for grouping in _GROUPINGS:
        count = len(grouping)
        if sizes[:count] == grouping and _is_card("".join(groups[:count])):
            return count, sum(grouping) + count - 1
    return 0, 0


def _is_card(digits: str) -> bool:
    return len(digits) >= _LEAST and _check_digit_holds(digits) and bool(_ISSUERS.fullmatch(digits))


def _check_digit_holds(digits: str) -> bool:
    data = digits.encode()
    single, doubled = data[::-2], data[-2::-2].translate(_DOUBLE)
    return (sum(single) + sum(doubled) - _ZEROS * len(data)) % 10 == 0
