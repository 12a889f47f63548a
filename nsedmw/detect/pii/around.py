"""What speaks for a number that no word of its kind leads up to: a person nearby, or nothing else.

A number is governed by what is said of it. In "valve 415-555-2671", in "the 899-12-3456" and under
any key or `#` it is the name of a thing, whatever the thing is called, so no list of things could
be long enough. What people are reached or known by stands alone, behind a name, beside an address
of mail, or in a sentence about somebody. Where neither holds, nothing is found.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

import regex

from nsedmw.detect.pii.context import Places, places_of
from nsedmw.detect.pii.other import THINGS
from nsedmw.detect.pii.people import NEUTRAL, PERSONS
from nsedmw.detect.pii.shapes import blanked

_BEFORE: Final = 64
_AFTER: Final = 40
WIDE: Final = 160
"""Characters within which an address of mail makes a line or two somebody's contact."""

_BREAK: Final = regex.compile(r"[\n\r;。！？]|(?<=\p{L}{4}|[0-9)])[.!?]\s")
"""Where a sentence ends; a shorter word before a full stop is an abbreviation."""
_STOPS: Final = frozenset({". ", ".\u00a0"})
"""Right before a number they rather end an abbreviation, as in "Seriennr. 78"."""
_WORD: Final = regex.compile(r"\p{L}[\p{L}\p{M}]*+|[0-9]+")
_NAME: Final = regex.compile(
    r"(?r)(?:\p{Lu}\p{Ll}[\p{L}\p{M}'’-]*|\p{Lu}\.)(?: (?:(?:de|da|di|van|von|bin|el|al|la|le) )?"
    r"\p{Lu}[\p{L}\p{M}'’.-]*){1,3}[\s,:|(–—-]{1,3}\Z"
)
# Read from the right, where they end: from the left each place would be tried.
_LABELLED: Final = regex.compile(
    r"(?ri)(?:[\p{L}\p{N}_.)\]][\"'”»`*]*\s*+[:=#№>]+|(?<!\p{L})(?:num(?:ber|mer|ero|éro|er|ara(?:sı)?)?"
    r"|número|nr|no|nos|n[.º°]{1,2}|№|#|код|номер|αρ|رقم|番号|号|code|kod|id)[.:]*+)[\s\"'“«`(]*+\Z"
)
_THE: Final = regex.compile(
    r"(?ri)(?<!\p{L})(?:the|an?|this|that|these|those|each|every|one|two|three|four|five|of|per"
    r"|der|die|das|dem|den|des|eine?[mnrs]?|diese[mnrs]?"
    r"|les?|la|une?|ce|cette|des|du|el|los|las|una?|este|esta|l|o|os|as|uma?|il|lo|gli|questo"
    r"|ten|ta|tego|этот|эта|το|τον|την|bir|bu|هذا|هذه|x|×)[\s'’«\"“(]*+\Z"
)
_NUMBER: Final = regex.compile(r"[\s+(]*[0-9][0-9\s()./-]*")
_UNSPACED: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]")
_LONG: Final = regex.compile(r"[0-9]|[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]{5}")
"""A number; and what looks like a word where no spaces are written may be all of a sentence."""
_MARKS: Final = 8
_TEXT_BEGINS: Final = regex.compile(r"(?:^|\n)[^\w\n]*+\Z")
_LINE_BEGINS: Final = regex.compile(r"\n[^\w\n]*+\Z")
_LINE_ENDS: Final = regex.compile(r"[^\w\n]{0,8}+(?:\n|\Z)")
_PEER: Final = regex.compile(r"[0-9][0-9() ./-]{6,18}[0-9]")
_PIECE: Final = "0123456789().-"
"""Pieces of numbers where what is looked at ends: a list of numbers alone goes on beyond."""
_FEW: Final = 2
_CLOSE: Final = 24
_POSSESSED: Final = regex.compile(
    r"(?ri)(?:\p{L}['’]s|(?<!\p{L})(?:my|his|her|their|your))\s+(?:\p{L}{2,10}\s+)?"
    r"(?:number|no|digits)\.?(?:\s+is)?[\s:]*+\Z"
)
_GREETED: Final = regex.compile(r"(?r)(?<=\p{Ll} )\p{Lu}\p{Ll}++: ?\Z")
"""A name in a sentence, as in "ask Mary: 415-555-2671"."""
_MAIL: Final = regex.compile(r"[\w.]@\w[\w-]*+\.\w")
_JOINS: Final = (
    r"[\s,;|/()<>·•–—-]{1,4}(?:(?:or|and|oder|und|ou|et|o|y|e|oppure|lub|albo|i|или|и|ή|και|veya|أو|या)"
    r"[\s:]{1,2})?"
)
_BY_MAIL: Final = regex.compile(rf"(?ri)@[\w-]+(?:\.[\w-]+)+{_JOINS}\Z")
_BEFORE_MAIL: Final = regex.compile(rf"(?i){_JOINS}[\w.+-]{{1,64}}@\w")
"""An address of mail that the number is named in one breath with."""
_ADJACENT: Final = regex.compile(r"(?r)[0-9][\s,/|]{0,2}\Z")


class _Tells(Enum):
    """What the rest of a sentence says about a number."""

    THINGS = 0
    NOTHING = 1
    SOMEBODYS = 2
    ALONE = 3


class Sides(NamedTuple):
    """What stands before and behind a number in its sentence, and where that begins and ends."""

    before: str
    after: str
    first: int
    last: int
    is_cell: bool
    """Whether a semicolon parts it from others in its line."""


class Around:
    """One text; the judge of numbers in it. `label` is the key that holds the text."""

    def __init__(self, text: str, label: str) -> None:
        self._text = text
        self._is_labelled = bool(label) and not _is_neutral(label)
        self._told: dict[tuple[str, str, bool, bool], _Tells] = {}

    @cached_property
    def _blank(self) -> str:
        return blanked(self._text)

    @cached_property
    def _has_at(self) -> bool:
        return "@" in self._text

    @cached_property
    def _persons(self) -> Places:
        return places_of(PERSONS, self._text)

    @cached_property
    def _things(self) -> Places:
        return places_of(THINGS, self._text)

    def is_called_a_thing(self, start: int) -> bool:
        """Whether a word for a thing stands right before a position."""
        return self._things.within(start - _CLOSE, start)

    def is_named(self, start: int, end: int) -> bool:
        """Whether a key, a `#`, an article or a noun for things says that it is a thing's."""
        return self._names(self._sides(start, end), start, end)

    def fills_a_line(self, start: int, end: int) -> bool:
        """Whether nothing but marks stands beside it in its line."""
        before = self._text[max(start - _MARKS, 0) : start]
        begins = _LINE_BEGINS if start > _MARKS else _TEXT_BEGINS
        return begins.search(before) is not None and _LINE_ENDS.match(self._text, end) is not None

    def is_somebodys(self, start: int, end: int) -> bool:
        """Whether it stands alone, behind a name, beside an address, or is said of a person."""
        if self._is_labelled:
            return False
        text, blank = self._text, self._blank
        key = (
            # One more on each side says whether a word ends there.
            blank[max(start - _BEFORE - 1, 0) : start],
            blank[start : end + _AFTER + 1],
            start > _BEFORE,
            end + _AFTER < len(text),
        )
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = self._tells(start, end)
        if told is _Tells.ALONE:
            return not self._is_in_a_column(start, end)
        return told is _Tells.SOMEBODYS or (told is _Tells.NOTHING and self.has_mail(start, end))

    def _tells(self, start: int, end: int) -> _Tells:
        sides = self._sides(start, end)
        if self._is_alone(sides, start, end):
            return _Tells.ALONE
        if self._is_handed_over(sides, start):
            return _Tells.SOMEBODYS
        somebodys = self._persons.within(sides.first, start) or _NAME.search(sides.before)
        if not somebodys and not self._has_at:
            return _Tells.THINGS
        if _ADJACENT.search(sides.before) or self._names(sides, start, end):
            return _Tells.THINGS
        return _Tells.SOMEBODYS if somebodys else _Tells.NOTHING

    def _sides(self, start: int, end: int) -> Sides:
        """Return the rest of a number's sentence, as far as it is looked at."""
        text = self._text
        first, last = max(start - _BEFORE, 0), min(end + _AFTER, len(text))
        cut = None
        for one in _BREAK.finditer(text, first, start):
            if one.end() < start or one[0] not in _STOPS:
                cut = one
        is_cell = cut is not None and cut[0] == ";"
        if cut is not None:
            first = cut.end()
        elif first:
            first = start - len(text[first:start].lstrip(_PIECE))
        ends = _BREAK.search(text, end, last)
        is_cell = is_cell or (ends is not None and ends[0] == ";")
        if ends is not None:
            last = ends.start()
        elif last < len(text):
            last = end + len(text[end:last].rstrip(_PIECE))
        return Sides(text[first:start], text[end:last], first, last, is_cell)

    def _is_alone(self, sides: Sides, start: int, end: int) -> bool:
        """Whether nothing else that says anything stands in a line; a word or two may follow."""
        if sides.is_cell:
            return False
        found = self._blank[start:end]
        lead = _others(sides.before, found)
        follow = _others(sides.after, found) if len(lead) <= 1 else lead
        if not lead and not follow:
            return True
        if len(lead) > 1 or len(follow) > _FEW or any(map(_LONG.search, (*lead, *follow))):
            return False
        if lead and _UNSPACED.search(lead[0]):
            return False
        return not (lead and self._names(sides, start, end)) and not self._things.within(
            end, sides.last
        )

    def _is_handed_over(self, sides: Sides, start: int) -> bool:
        """Whether it is named in one breath with an address, or as the number of somebody."""
        before = sides.before
        if self._has_at and (_BY_MAIL.search(before) or _BEFORE_MAIL.match(sides.after)):
            return True
        owned = _POSSESSED.search(before) or _GREETED.search(before)
        return owned is not None and not self._things.within(sides.first, start)

    def _names(self, sides: Sides, start: int, end: int) -> bool:
        close = sides.before[-_CLOSE:]
        return (
            self._things.within(sides.first, start)
            or self._things.within(end, sides.last)
            or _LABELLED.search(close) is not None
            or _THE.search(close) is not None
        )

    def _is_in_a_column(self, start: int, end: int) -> bool:
        """Whether the line above or below is a number of another form."""
        text = self._text
        found = blanked(text[start:end])
        first = text.rfind("\n", max(start - _BEFORE, 0), start)
        last = text.find("\n", end, end + _AFTER)
        above = text[max(first - _AFTER, 0) : max(first, 0)].rpartition("\n")[2]
        below = text[last + 1 : last + _AFTER].partition("\n")[0] if last >= 0 else ""
        for line in (above.strip(), below.strip()):
            # Zeros before the first digit are a trunk's prefix: all of a list have it, or none.
            trunk = line[:1] == "0", text[start] == "0"
            if _NUMBER.fullmatch(line) and (blanked(line) != found or trunk[0] != trunk[1]):
                return True
        return False

    def has_mail(self, start: int, end: int) -> bool:
        """Whether an address of mail stands nearby."""
        if not self._has_at:
            return False
        near = self._text[max(start - WIDE, 0) : end + WIDE]
        return _MAIL.search(near) is not None


def _is_neutral(side: str) -> bool:
    """Whether nothing in a side says what the number is."""
    return all(word[0].casefold() in NEUTRAL for word in _WORD.finditer(side))


def _others(side: str, found: str) -> list[str]:
    """Return the words of a side that say something, numbers such as the one found left out."""
    side = blanked(side).replace(found, "")
    if "00" in side:
        size = _count(found)
        side = _PEER.sub(lambda peer: "" if abs(_count(peer[0]) - size) <= 1 else peer[0], side)
    return [word for word in _WORD.findall(side) if word.casefold() not in NEUTRAL]


def _count(text: str) -> int:
    return sum(map(str.isdecimal, text))
