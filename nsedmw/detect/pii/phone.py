"""Telephone numbers: international ones, national ones in their own groups, others after a word.

With a `+` the country's code and a possible length are enough (ITU-T E.164). Other forms must be
valid in their region's plan: North America's with brackets or a 1 count unless they are called a
thing, its three, three and four digits with points or dashes and other countries' own groups only
where they are somebody's (see `around`) or follow "at", "office" and the like. Any plausible digits
count beside a word such as "phone" or "call"; a word such as "part" that leads up to a number
speaks against it.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import regex

from nsedmw.detect.pii import phone_plan
from nsedmw.detect.pii.around import WIDE, Around
from nsedmw.detect.pii.context import ABOUT, Context, Says, open_cells
from nsedmw.detect.pii.iban import is_in_account
from nsedmw.detect.pii.other import OTHER
from nsedmw.detect.pii.phone_words import WORDS
from nsedmw.detect.pii.shapes import Shape, goes_on, is_piece
from nsedmw.detect.pii.tables import table_before
from nsedmw.detect.reach import Reach, before_all, before_row, first_of, followed, opening

_SPACE: Final = r"[ \x{a0}\x{2009}\x{202f}]"
_DASH: Final = r"[\x{2010}-\x{2015}\x{2212}-]"
_POINT: Final = r"[.\x{2010}-\x{2015}\x{2212}-]"
_ANY: Final = r"[ \x{a0}\x{2009}\x{202f}.\x{2010}-\x{2015}\x{2212}-]"
_ALL: Final = r"[ \x{a0}\x{2009}\x{202f}./\x{2010}-\x{2015}\x{2212}-]"
_ONE: Final = rf"(?:(?:\+|\b)1{_ANY}?)?"
_SUBSCRIBER: Final = rf"[0-9]{{2,8}}(?:{_SPACE}[0-9]{{2,5}}|{_DASH}[0-9]{{1,5}}){{0,3}}\b"

_AMERICAN: Final = Shape(
    rf"{_ONE}(?:\([0-9]{{3}}\){_SPACE}?[0-9]{{3}}{_ANY}?[0-9]{{4}}\b"
    rf"|\b[0-9]{{3}}{_POINT}[0-9]{{3}}{_POINT}[0-9]{{4}}\b)"
)
_INTERNATIONAL: Final = Shape(
    rf"(?:\+|00{_SPACE}?)[1-9](?:{_ALL}|{_SPACE}?\([0-9]{{1,5}}\){_ANY}?|[0-9]){{5,26}}[0-9]\b",
    not_after="0-9A-Za-z_+",
)
_NATIONAL: Final = Shape(
    r"\b0[1-9](?:(?:[ .-][0-9]{2}){4})\b"
    r"|\b8[ -]?(?:\([0-9]{3}\) ?|[0-9]{3}[ -])[0-9]{3}[ -][0-9]{2}[ -][0-9]{2}\b"
    rf"|\(0[1-9][0-9]{{0,3}}\){_SPACE}?{_SUBSCRIBER}"
    rf"|\b0[1-9][0-9]{{0,4}}(?:(?:{_SPACE}|{_DASH}){_SUBSCRIBER}|/[0-9]{{4,8}}\b)"
    rf"|\([1-9][0-9]{{1,4}}\){_SPACE}?[0-9]{{2,5}}(?:(?:{_SPACE}|{_DASH})[0-9]{{2,4}}){{1,3}}\b",
    not_after="0-9A-Za-z_+./-",
)
_AFTER_A_WORD: Final = Shape(
    rf"(?:\([0-9]{{1,5}}\)|\b[0-9]+)(?:{_ALL}?\([0-9]{{1,5}}\)|{_ALL}?[0-9]){{2,24}}\b"
)
CANDIDATE: Final = r"[0-9][0-9 \x{a0}\x{2009}\x{202f}()./\x{2010}-\x{2015}\x{2212}-]{6}"
"""Simpler than the shapes: together with other kinds' they would grow beyond what RE2 holds."""

_MARKS: Final = " \u00a0\u2009\u202f./-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_POINTS: Final = ".-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_BLANK_OR_DASH: Final = r"[ \u00a0\u2009\u202f\u2010-\u2015\u2212-]"
_FRENCH: Final = regex.compile(r"0[1-9]([ .-])[0-9]{2}(?:\1[0-9]{2}){3}")
_SOMETHING_ELSE: Final = regex.compile(r"[0-9]{3}-[0-9]{2}-[0-9]{4}|(?:[0-9]{4}[ -]){2}[0-9]{4}")
"""The groups of a social security number and of identifiers in India and Japan."""
_GROUP_SIZES: Final = regex.compile(
    r"\+[0-9]{8,15}+|\+[1-9][0-9]{0,5}+"
    rf"(?:{_BLANK_OR_DASH}[0-9](?![0-9]))?"
    rf"(?:(?:{_BLANK_OR_DASH}|/)?\([0-9]{{1,5}}\){_BLANK_OR_DASH}?[0-9]++"
    rf"|(?:{_BLANK_OR_DASH}|/)[0-9]{{2,}}+)++"
    r"|\+[0-9]{1,3}(?:\.[0-9]{2,4}+)++"
)
"""Groups as people write them; a lone digit may follow the country's code, as in "+33 6"."""
_LAST_GROUP: Final = regex.compile(r"[^0-9]*+[0-9]++\Z")
"""Which is the hour where a colon and a minute follow."""
_GROUPS: Final = regex.compile(r"[0-9]++\)?")
_DATE: Final = regex.compile(
    r"[0-9]{1,2}(?P<by>[./-])[0-9]{1,2}(?P=by)[0-9]{2,4}"
    r"|(?:19|20)[0-9]{2}(?P<and>[./-])[0-9]{1,2}(?P=and)[0-9]{1,2}"
)
_UNITS: Final = regex.compile(
    r"\s?(?:points|pts|punkte|puntos|points|punti|очк\p{L}*|点|分)", regex.I
)
"""What stands behind a score."""

_LONGEST: Final = 64
_LEAST_ABROAD: Final = 8
"""The shortest national numbers with their country's code."""
_LEAST: Final = 7
_LEAST_IN_A_ROW: Final = 8
_LEAST_ALONE: Final = 9
_MOST: Final = 12
"""National numbers with a prefix, such as 1 or 0 or 8."""

_NO_DIGIT: Final = {code: None for code in range(128) if not chr(code).isdigit()}
_COORDINATED: Final = 12
_AMERICAN_DIGITS: Final = 10
_NEAR: Final = 16
_AND: Final = regex.compile(
    r"(?i)[\s,;/|]*+(?:(?:or|and|oder|und|ou|et|o|y|e|u|oppure|lub|albo|i|или|и|ή|και|veya|ve|أو|و|या)\s+)?"
)
"""Between a number and the next, which then is one as well."""
_AT: Final = regex.compile(
    r"(?i)(?<!\p{L})(?:(?:at|@|unter|au|al|pod|по|στο|على)\s+|(?:home|office|work|business|emergency|main"
    r"|day(?:time)?|night|evening|direct|support|sales|residence|büro|privat|dienstlich|zuhause|bureau"
    r"|domicile|travail|maison|oficina|casa|trabajo|escritório|trabalho|ufficio|lavoro|biuro|praca|dom"
    r"|дом|раб|офис|домашний|рабочий|المكتب|المنزل|γραφείο|σπίτι|ofis|iş|ev|कार्यालय|घर)[\s:.()–-]+)\(?\Z"
)

Span = tuple[int, int]

_BESIDE: Final = regex.escape(f"+(){_MARKS}", special_only=False)
"""What may stand in a number."""
_LONGEST_ABROAD: Final = 240
"""Twenty-six groups in brackets."""
REACH: Final = Reach(
    open=first_of(
        followed(rf"[+(]{{0,2}}{CANDIDATE}[0-9{_BESIDE}]*+", WIDE, _LONGEST_ABROAD),
        open_cells(opening(rf"[+(]{{0,2}}{CANDIDATE}"), WORDS, OTHER),
    ),
    behind=max(ABOUT, WIDE) + 1,
    back=before_all(
        table_before,
        before_row(rf"[0-9{_BESIDE}]{{7,}}+[\s,;/|]*+(?:[\p{{L}}\p{{M}}]{{1,6}}\s++)?+"),
    ),
)
"""A number and an address of mail behind it; of numbers in a row the first counts for all."""


def find(text: str, label: str = "") -> Iterator[Span]:
    """Yield the span of each number, country code and brackets included.

    `label` is the key that holds the text.
    """
    context = Context(text, label, WORDS, OTHER)
    around = Around(text, label)
    spans = [
        *_american(text, context, around),
        *_national(text, context, around),
        *_international(text, context),
    ]
    if context.speaks:
        spans += _after_a_word(text, context)
    end = 0
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if span[0] >= end:
            end = span[1]
            yield span


def _american(text: str, context: Context, around: Around) -> Iterator[Span]:
    last = -_COORDINATED
    for start, end in _AMERICAN.spans(text):
        if _is_stuck(text, start, end, _POINTS) or _UNITS.match(text, end):
            continue
        told = context.says(start)
        if told is Says.OTHER:
            continue
        # In one breath with a number that counts, it counts as well.
        goes_on_from = start - last < _COORDINATED and _AND.fullmatch(text, last, start)
        if (
            told >= Says.LOOSE
            or context.cue_behind(end)
            or (
                _is_of_america(text[start:end])
                and (goes_on_from or _is_american_alone(text, start, end, around))
            )
        ):
            last = end
            yield start, end


def _is_american_alone(text: str, start: int, end: int, around: Around) -> bool:
    """Whether it counts without a word; with brackets or a 1 it does unless it is a thing's."""
    if text[start] in "(+" or text[start + 1] in _MARKS:
        return not around.is_named(start, end)
    return _is_reached(text, start, end, around)


def _is_of_america(found: str) -> bool:
    digits = _digits(found)[-_AMERICAN_DIGITS:]
    return digits.startswith("555") or phone_plan.is_valid_somewhere(digits, ("US", "CA"))


def _is_reached(text: str, start: int, end: int, around: Around) -> bool:
    """Whether it is somebody's, or where somebody is reached: "at 415-555-2671"."""
    if _AT.search(text[max(start - _NEAR, 0) : start]) and not around.is_called_a_thing(start):
        return True
    return around.is_somebodys(start, end)


def _national(text: str, context: Context, around: Around) -> Iterator[Span]:
    judged: dict[str, bool] = {}
    for start, end in _NATIONAL.spans(text):
        found = text[start:end]
        good = judged.get(found)
        if good is None:
            good = judged[found] = _is_national(found)
        if not good or _is_stuck(text, start, end, _MARKS):
            continue
        told = context.says(start)
        if told is Says.OTHER or is_in_account(text, start):
            continue
        if told >= Says.LOOSE or context.cue_behind(end) or _is_reached(text, start, end, around):
            yield start, end


def _is_stuck(text: str, start: int, end: int, marks: str) -> bool:
    """Whether what stands beside it makes it a piece of a longer number, or a call's argument."""
    before = text[max(start - 1, 0) : start]
    if before == "+" or (text[start] in "(+" and before.isascii() and before.isalnum()):
        return True
    return is_piece(text, start, marks) or goes_on(text, end, marks)


def _is_national(found: str) -> bool:
    digits = _digits(found)
    if not _LEAST_ALONE <= len(digits) <= _MOST:
        return False
    if _FRENCH.fullmatch(found):
        return phone_plan.is_valid(digits, "FR")
    if found[0] == "8":
        return phone_plan.is_valid(digits, "RU")
    if _SOMETHING_ELSE.fullmatch(found):
        return False
    regions = phone_plan.TRUNKED if "0" in found[:2] else phone_plan.REGIONS
    return phone_plan.is_valid_somewhere(digits, regions)


def _after_a_word(text: str, context: Context) -> Iterator[Span]:
    judged: dict[tuple[str, Says], int] = {}
    for start, end, told in context.led(_AFTER_A_WORD, _LONGEST):
        if is_piece(text, start, _MARKS) or text[start - 1 : start] == "+":
            continue
        found = text[start:end]
        if goes_on(text, end, ":"):
            found = _LAST_GROUP.sub("", found)
        size = judged.get((found, told))
        if size is None:
            size = judged[found, told] = _size_after_a_word(found, told)
        if size and not goes_on(text, start + size, _POINTS + "/"):
            yield start, start + size


def _size_after_a_word(found: str, told: Says) -> int:
    """Return how many characters make a number; 0 where none do."""
    if found.isdecimal():
        fits = _LEAST_IN_A_ROW <= len(found) <= _MOST
        return len(found) if told is not Says.LOOSE and fits else 0
    if _DATE.fullmatch(found):
        return 0

    def rank(digits: str) -> int:
        if not _LEAST <= len(digits) <= _MOST:
            return 0
        if phone_plan.is_valid_somewhere(digits):
            return phone_plan.VALID
        return phone_plan.POSSIBLE if told is not Says.LOOSE else 0

    return _size(found, rank)


def _international(text: str, context: Context) -> Iterator[Span]:
    judged: dict[str, int] = {}
    for start, end in _INTERNATIONAL.spans(text):
        found = text[start:end]
        size = judged.get(found)
        if size is None:
            size = judged[found] = _size_abroad(found)
        if not size or (found[0] == "0" and _is_no_prefix(text, start, context)):
            continue
        if (
            not goes_on(text, start + size, ".")
            and not text[start + size : start + size + 1].isdecimal()
        ):
            yield start, start + size


def _is_no_prefix(text: str, start: int, context: Context) -> bool:
    """Whether two zeros begin something else than a call abroad."""
    if is_piece(text, start, _MARKS) or is_in_account(text, start):
        return True
    return context.says(start) is Says.OTHER


def _size_abroad(found: str) -> int:
    """Return how many characters behind `+` or `00` make a number; 0 where none do."""
    if found[1:].isdecimal() and found[0] == "+":
        fits = _LEAST_ABROAD < len(found) <= phone_plan.MOST_DIGITS + 1
        return len(found) if fits and _rank(found[1:]) else 0
    grouped = _GROUP_SIZES.match(found if found[0] == "+" else f"+{found[2:].lstrip()}")
    if grouped is None:
        return 0
    size = _size(grouped[0], _rank)
    if found[0] == "+" or not size:
        return size
    # Two zeros begin many identifiers, so the number must be one of its country's plan.
    valid = phone_plan.rank(_digits(grouped[0][:size])) == phone_plan.VALID
    in_groups = not grouped[0][1:size].isdecimal()
    return size + len(found) - len(found[2:].lstrip()) - 1 if valid and in_groups else 0


def _rank(digits: str) -> int:
    return phone_plan.rank(digits) if len(digits) >= _LEAST_ABROAD else 0


def _size(found: str, rank: Callable[[str], int]) -> int:
    """Return where the last group ends with which the digits rank highest; 0 where none do."""
    digits = ""
    best = end = 0
    for group in _GROUPS.finditer(found):
        digits += group[0].rstrip(")")
        if len(digits) > phone_plan.MOST_DIGITS:
            break
        ranked = rank(digits)
        if ranked and ranked >= best:
            best, end = ranked, group.end()
    return end


def _digits(text: str) -> str:
    return text.translate(_NO_DIGIT) if text.isascii() else "".join(filter(str.isdigit, text))
