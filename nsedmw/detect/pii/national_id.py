"""National identifiers of persons: their form, their check digits, and the word that names them.

Most need that word nearby, in the text, in the key or in the table's head; see
`countries` for which do not. Numbers of firms, vehicles and files are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import regex

from nsedmw.detect.pii.context import ABOUT, NEXT, Context, Says, Words, open_cells
from nsedmw.detect.pii.countries import IDENTIFIERS, Identifier, check_of
from nsedmw.detect.pii.other import OTHER
from nsedmw.detect.pii.shapes import Shape, goes_on, is_piece
from nsedmw.detect.pii.tables import table_before
from nsedmw.detect.reach import Reach, opening

CANDIDATE: Final = (
    r"[0-9]{2}[0-9A-Za-z ./+-]{4}[0-9A-Za-z]|\b[A-Za-z]{5}[0-9]{4}[A-Za-z]\b"
    r"|\b[A-Za-z]{6}[0-9LMNP-Vlmnp-v]{2}[A-Ta-t][0-9LMNP-Vlmnp-v]{2}[A-Za-z][0-9LMNP-Vlmnp-v]{3}"
)
"""Simpler than the forms: together with other kinds' they would grow beyond what RE2 holds."""

_BEGINS: Final = Shape(
    r"\b(?:[A-Za-z]{1,6}|[XYZxyz][ -]|[A-Za-z]{2} )?[0-9][0-9A-Za-z]*"
    r"(?:[ ./+-][0-9][0-9A-Za-z]*){0,7}(?:[ -][A-Za-z])?\b"
)
"""Where a number may begin, and how far it reaches at the most."""
_LONGEST_SHAPE: Final = 64
_DIGITS: Final = regex.compile("[0-9]")
_AFTER: Final = regex.compile(r"(?![0-9A-Za-z_])(?![-./][0-9])")
_ALONE: Final = Shape(rf"\b(?:{'|'.join(one.alone for one in IDENTIFIERS if one.alone)})\b")
_LONGEST: Final = 40
_WORDS: Final = Words(
    "|".join(one.words for one in IDENTIFIERS),
    "|".join(one.unspaced for one in IDENTIFIERS if one.unspaced),
)
_NAMES: Final = tuple(
    regex.compile(
        r"(?i)(?:(?<!\p{L})|(?-i:(?<=[a-z])(?=[A-Z])))"
        rf"(?:{one.words.replace(chr(92) + 'pL', chr(92) + 'p{L}')})s?(?!\p{{Ll}})"
        + (f"|{one.unspaced}" if one.unspaced else "")
    )
    for one in IDENTIFIERS
)
_LONE_FORMS: Final = tuple(regex.compile(one.alone) if one.alone else None for one in IDENTIFIERS)
_FORMS: Final = tuple(regex.compile(one.form) for one in IDENTIFIERS)
_MOST_JUDGED: Final = 5_000
"""Numbers of one text that are judged by their check digits, at 20 microseconds each; a text that
holds more has them by their names and forms."""

Span = tuple[int, int]


class _Judge:
    """Whether numbers hold by their countries' rules, remembered for one text."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], bool] = {}
        self._named: dict[str, list[int]] = {}

    def named(self, text: str) -> list[int]:
        """Return which identifiers the words in a short text name."""
        found = self._named.get(text)
        if found is None:
            found = [index for index, name in enumerate(_NAMES) if name.search(text)]
            self._named[text] = found
        return found

    def holds(self, one: Identifier, number: str) -> bool:
        key = one.check, number
        found = self._told.get(key)
        if found is None:
            if len(self._told) >= _MOST_JUDGED:
                return True
            found = self._told[key] = check_of(one.check)(number)
        return found


_OPENS: Final = opening(
    r"[A-Za-z]{0,6}[ -]?[0-9][0-9A-Za-z ./+-]{4}",
    r"\b[A-Za-z]{6}[0-9LMNP-Vlmnp-v]{2}[A-Ta-t][0-9LMNP-Vlmnp-v]{2}[A-Za-z][0-9LMNP-Vlmnp-v]{3}",
)
REACH: Final = Reach(
    ahead=_LONGEST_SHAPE + NEXT,
    behind=ABOUT + 8,
    opens=_OPENS,
    open=open_cells(_OPENS, _WORDS, OTHER),
    back=table_before,
)
"""A number with letters before its digits, and a word right behind it."""


def find(text: str, label: str = "") -> Iterator[Span]:
    """Yield the span of each number; `label` is the key that holds the text."""
    context = Context(text, label, _WORDS, OTHER)
    judge = _Judge()
    spans = set(_alone(text, context, judge))
    if context.speaks:
        spans.update(_named(text, label, context, judge))
    end = 0
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if span[0] >= end:
            end = span[1]
            yield span


def _alone(text: str, context: Context, judge: _Judge) -> Iterator[Span]:
    for start, end in _ALONE.spans(text):
        found = text[start:end]
        if is_piece(text, start, " ./-") or goes_on(text, end, " ./-"):
            continue
        holds = any(
            form is not None and form.fullmatch(found) and judge.holds(one, found)
            for one, form in zip(IDENTIFIERS, _LONE_FORMS, strict=True)
        )
        if holds and context.says(start) is not Says.OTHER:
            yield start, end


def _named(text: str, label: str, context: Context, judge: _Judge) -> Iterator[Span]:
    for start, shape_end, told in context.led(_BEGINS, _LONGEST_SHAPE):
        cue = context.cue_behind(shape_end) if told is Says.BEHIND else None
        name = text[slice(*cue)] if cue else _name_before(text, label, context, start)
        names = judge.named(name)
        # In "no. 44051401359" the letters before the digits belong to the sentence.
        for at in _starts(text, start, shape_end):
            if is_piece(text, at, "./-") or (at > start and context.says(at) < Says.LOOSE):
                continue
            end = _longest(text, at, names, judge)
            if end:
                yield at, end
                break


def _starts(text: str, start: int, end: int) -> tuple[int, ...]:
    """Return the places where a number may begin: at letters before its digits, or at these."""
    digits = _DIGITS.search(text, start, end)
    return (start,) if digits is None or digits.start() == start else (start, digits.start())


def _name_before(text: str, label: str, context: Context, start: int) -> str:
    """Return the word that names the number, or the head of its column, or its key."""
    head = context.head(start)
    cue = context.cue_before(start)
    if cue is not None:
        return text[slice(*cue)]
    return head or label


def _longest(text: str, start: int, among: Sequence[int], judge: _Judge) -> int:
    ends = [0]
    here = text[start : start + _LONGEST]
    for index in among:
        match = _FORMS[index].match(here)
        if match and _AFTER.match(here, match.end()) and judge.holds(IDENTIFIERS[index], match[0]):
            ends.append(start + match.end())
    return max(ends)
