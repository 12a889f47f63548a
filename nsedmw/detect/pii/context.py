"""What stands around a number and says what it is: words beside it, its key, its table's head.

In structured content the key that holds a text is its *label*. All words of one kind are looked for
in one pass over the text, by RE2, and each number then asks for the nearest: a text without any
such word costs its numbers nothing.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Final

import re2
import regex

from nsedmw.detect.pii.shapes import Shape, blanked, is_apart
from nsedmw.detect.pii.tables import Head, Tables, open_row
from nsedmw.detect.reach import Open, pattern_of

REACH: Final = 48
"""Characters before a number in which its word must end; "social security number is: " has 27."""
_NO_WORD: Final = bytes.maketrans(b"0123456789_", b" " * 11)
r"""What RE2's `\b` takes for a part of a word and people write beside one: `phone_1`, `call415`."""

_FILLERS: Final = (
    r"n(?:um(?:ber|mer|ero|éro|erı|arası)?|úm(?:ero)?|º|°|o|os|r|ro)?|№|#|ref|code"
    r"|is|are|was|me|us|him|her|them|at|on|my|your|our|to|the|of|for|it|its|it's|a|an|as|in|and"
    r"|ist|lautet|der|die|das|den|am|im|meine?|von|unter|an|ab"
    r"|c'est|est|le|la|les|au|du|de|et|mon|notre|sous|à|d|l"
    r"|es|al|el|del|mi|su|en|il|è|e|i|al|alla|dal|si|con|mio"
    r"|é|o|os|ao|do|da|em|no|na|sob|seu|meu|para"
    r"|to|jest|numer(?:u|em)?|moj[aie]|do|w|z|pod|nr"
    r"|номер(?:а|у|ом)?|это|мой|мо[яе]|в|на|по|и|или|серия|серии|у|я"
    r"|رقم|رقمي|هو|هي|على|في|الرقم|είναι|αριθμός|αριθμ|αρ|το|τον|την|μου|στο|στις|στον"
    r"|संख्या|नंबर|है|का|की|के|पर|को|में|numarası|numaram|no|nolu|numaralı"
)
_TIGHT: Final = regex.compile(
    r"(?i)(?:[^\p{L}\p{M}\p{N};]++|(?<!\p{L})(?:" + _FILLERS + r")(?![\p{L}\p{M}]))*+"
    r"(?:番号|番號|号码|號碼|号|为|為|是|は|が|を|：|:|→|\s|に|へ)*+"
    r"(?:[^\p{L}\p{M}\p{N};]++)?+"
)
_LOOSE: Final = regex.compile(r"[^\p{N}\n\r;|#]*+")
_SENTENCE: Final = regex.compile(r"(?<=\p{L}{4})[.!?]\s|[。！？]")
"""Where one ends; a shorter word before a full stop is an abbreviation."""
_LEAST_FAR: Final = 8
"""By how much a word with others in between must be nearer."""
_BEHIND: Final = 2
_MOST: Final = 40
_LONGEST: Final = 64
"""Characters of a word; whatever is longer is no such word, however it goes on."""
ABOUT: Final = REACH + _LONGEST + 2
"""Characters before a number that are read: a word, and what must not touch it."""
NEXT: Final = _BEHIND + _LONGEST + 17
"""Characters behind a number that are read: a word, and whether another number follows it."""
_LETTERS: Final = r"\pL*"
_OR: Final = "|"
_LETTER: Final = regex.compile(r"\p{L}")
_DIGIT: Final = regex.compile(r"\p{Nd}")
_OPENS: Final = regex.compile(r"\s?[(\[]?")
_LEADS_ON: Final = regex.compile(r"[\s:=#.-]{0,16}+[0-9]")
_ID: Final = regex.compile(r"(?i)[\s_]*+ids?(?!\p{L})")
_LEADING_JOINS: Final = regex.compile(r"\p{Arabic}")
"""Where prepositions and the article are written as one with the word."""


class Says(IntEnum):
    """What the surroundings say about a number, the most certain last."""

    OTHER = -1
    """A word of something else leads up to it: a part, an order, a version."""
    NOTHING = 0
    LOOSE = 1
    """A word of its kind stands before it, with other words in between."""
    TIGHT = 2
    """A word of its kind leads up to it, with nothing but "number is" and the like in between."""
    BEHIND = 3
    """A word of its kind stands right behind it."""


class Words:
    """Words of one meaning, in the languages that write spaces and in those that do not.

    Args:
        spaced: an alternation for RE2; whole words, in any case, in snake_case and camelCase too.
        unspaced: the same for Chinese and Japanese, where a word begins and ends anywhere.
    """

    def __init__(self, spaced: str, unspaced: str = "") -> None:
        listed = sorted(spaced.split("|"), key=len, reverse=True)
        camel = [f"(?-i:{word[0].upper()}){word[1:]}" for word in listed if _begins_plainly(word)]
        plain = [word for word in listed if word[0].isascii()]
        beyond = [word for word in listed if not word[0].isascii()]
        words = [rf"\b{_either(plain)}"] if plain else []
        words += [_either(beyond)] if beyond else []
        words += [f"(?-i:[a-z]){_either(camel)}"] if camel else []
        self._spaced = rf"(?i)(?:{'|'.join(words)})s?(?:[^\p{{L}}\p{{M}}]|(?-i:[A-Z]))"
        self._unspaced = unspaced

    @cached_property
    def spaced(self) -> re2._Regexp:
        """Whole words and the character behind each, compiled when first needed.

        There is no group in it: with one RE2 takes fifty times as long for so many words.
        """
        return _compiled(self._spaced)

    @cached_property
    def unspaced(self) -> re2._Regexp | None:
        """Words that begin and end anywhere."""
        return _compiled(self._unspaced) if self._unspaced else None


def _either(words: Sequence[str]) -> str:
    r"""Return an alternation; `\pL*` stands in it once, as each takes RE2 hundreds of states."""
    stems = [word.removesuffix(_LETTERS) for word in words if word.endswith(_LETTERS)]
    whole = [word for word in words if not word.endswith(_LETTERS)]
    alternatives = [*whole, f"(?:{_OR.join(stems)}){_LETTERS}"] if stems else whole
    return f"(?:{_OR.join(alternatives)})"


def _compiled(source: str) -> re2._Regexp:
    options = re2.Options()
    options.max_mem = 32 << 20
    options.log_errors = False
    return re2.compile(source.encode(), options)


def _begins_plainly(word: str) -> bool:
    return word[0].isascii() and word[0].isalpha()


class Places:
    """Where words stand in a text, in code points."""

    def __init__(self, words: Words, text: str, data: bytes) -> None:
        data += b"\n"
        spans = [
            span
            for span in _in_code_points(data, _spans(words.spaced, data), len(text) + 1)
            if span[1] - span[0] <= _LONGEST and _is_whole(text, *span)
        ]
        if words.unspaced is not None and len(data) > len(text) + 1:
            found = (match.span() for match in words.unspaced.finditer(data))
            spans = sorted((*spans, *_in_code_points(data, found, len(text) + 1)))
        self.starts = [start for start, _ in spans]
        self.ends = [end for _, end in spans]

    def within(self, first: int, last: int) -> bool:
        """Whether one of them stands in a stretch of the text."""
        at = bisect_left(self.starts, first)
        return at < len(self.starts) and self.ends[at] <= last


def _spans(program: re2._Regexp, data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the matches without the character behind, which is one to four bytes."""
    if program.search(data) is None:
        return
    for match in program.finditer(data):
        first, last = match.span()
        last -= 1
        while data[last] & 0xC0 == 0x80:  # noqa: PLR2004 - a byte that continues a character
            last -= 1
        yield first, last


def _in_code_points(
    data: bytes, spans: Iterator[tuple[int, int]], size: int
) -> Iterator[tuple[int, int]]:
    """Yield spans of bytes as spans of the text, which is so many characters long."""
    if len(data) == size:
        yield from spans
        return
    bytes_at = at = 0
    for first, last in spans:
        start = at + len(data[bytes_at:first].decode("utf-8", "replace"))
        end = start + len(data[first:last].decode("utf-8", "replace"))
        bytes_at, at = last, end
        yield start, end


def _is_whole(text: str, start: int, end: int) -> bool:
    r"""Whether a word is not a piece of another, as far as RE2's `\b` cannot say."""
    if text[end : end + 1].isalpha() and text[end - 1].isupper():
        return False
    if text[start].isascii() or not text[start - 1 : start].isalpha():
        return True
    return _LEADING_JOINS.match(text, start - 1) is not None


class Context:
    """One text, the words of one kind in it, and the words that speak against the kind."""

    def __init__(
        self,
        text: str,
        label: str,
        words: Words,
        other: Words | None = None,
        *,
        reach: int = REACH,
    ) -> None:
        self._text = text
        self._reach = reach
        self._label = _last(words, label) if label else None
        self._other_label = _last(other, label) if label and other else None
        self._words = words
        self._other = other
        self._gaps: dict[str, Says] = {}
        self._heads: dict[Head, Says] = {}

    @cached_property
    def _data(self) -> bytes:
        return self._text.encode("utf-8", "replace").translate(_NO_WORD)

    @cached_property
    def _cues(self) -> Places:
        return Places(self._words, self._text, self._data)

    @cached_property
    def _others(self) -> Places | None:
        return None if self._other is None else Places(self._other, self._text, self._data)

    @cached_property
    def _tables(self) -> Tables:
        starts = self._cues.starts
        if self._others is not None:
            starts = sorted([*starts, *self._others.starts])
        return Tables(self._text, starts)

    @cached_property
    def speaks(self) -> bool:
        """Whether anything can say more than nothing in favour of a number."""
        return self._label is not None or bool(self._cues.ends)

    @cached_property
    def objects(self) -> bool:
        """Whether anything can speak against a number."""
        return self._other_label is not None or bool(self._others and self._others.ends)

    def says(self, start: int) -> Says:
        """What leads up to the position, or heads its column."""
        if not self.speaks and not self.objects:
            return Says.NOTHING
        cell = self._tables.cell(start)
        if cell is None:
            return self._before(start, 0)
        told = self._before(start, cell[0])
        return self._headed(cell[1]) if told is Says.NOTHING else told

    def led(self, shape: Shape, most: int = _MOST) -> Iterator[tuple[int, int, Says]]:
        """Yield the numbers that a word leads up to or follows, from left to right, and how.

        A word leads up to the first shape behind it at the most, since no gap holds a digit: the
        work grows with the words and not with what has the shape of the kind. `most` is how long
        a number can be.
        """
        if not self.speaks:
            return
        spans = {(start, end): told for start, end, told in self._led(shape, most)}
        ends = {end for _, end in spans}
        for start, end in self._followed(shape, most, ends):
            spans[start, end] = Says.BEHIND
        for (start, end), told in sorted(spans.items()):
            yield start, end, told

    def _led(self, shape: Shape, most: int) -> Iterator[tuple[int, int, Says]]:
        # What is said depends on a stretch alone, and on no digit's value; in a table only where
        # no word stands in the cell.
        memos: tuple[dict[str, tuple[int, int, Says] | None], ...] = ({}, {})
        blank = blanked(self._text)
        for first, limit, in_column in self._stretches():
            key = blank[first : limit + 1] if in_column else blank[max(first - 1, 0) : limit + most]
            memo = memos[in_column]
            if key in memo:
                known = memo[key]
            else:
                known = self._first(shape, first, limit, most) if "0" in key else None
                if first and (not self._tables or (in_column and not _LETTER.search(key))):
                    memo[key] = known
            if known is not None:
                yield first + known[0], first + known[1], known[2]

    def _first(
        self, shape: Shape, first: int, limit: int, most: int
    ) -> tuple[int, int, Says] | None:
        """Return the first number of a stretch, counted from there, if a word says what it is."""
        span = shape.first(self._text, first, limit, most)
        if span is None:
            return None
        told = self.says(span[0])
        return None if told < Says.LOOSE else (span[0] - first, span[1] - first, told)

    def _stretches(self) -> Iterator[tuple[int, int, bool]]:
        """Yield where numbers may begin: behind the label, behind each word, and in columns."""
        starts = self._cues.starts
        if self._label is not None:
            yield 0, starts[0] if starts else self._reach, False
        for end, at in zip(self._cues.ends, (*starts[1:], len(self._text)), strict=False):
            yield end, min(end + self._reach, at), False
        if self._tables:
            for first, last in self._tables.columns(lambda head: self._headed(head) is Says.TIGHT):
                if last > first:
                    yield first, last - 1, True

    def _followed(self, shape: Shape, most: int, known: set[int]) -> Iterator[tuple[int, int]]:
        """Yield the shapes that a word stands right behind, but for those that end as known."""
        text = self._text
        for at, last in zip(self._cues.starts, self._cues.ends, strict=True):
            near = text[max(at - _BEHIND - 1, 0) : at]
            if not _DIGIT.search(near) or _LEADS_ON.match(text, last):
                continue
            if known.intersection(range(at - _BEHIND, at + 1)):
                continue
            floor = max(at - most, 0)
            for start, end in shape.spans(text[floor : at + 1]):
                behind = floor + end + _BEHIND >= at and self.cue_behind(floor + end)
                if behind and (start or not floor) and is_apart(text, floor + start, floor + end):
                    yield floor + start, floor + end

    def is_other(self, start: int, gap: regex.Pattern[str]) -> bool:
        """Whether a word of something else is the nearest, with such a gap, or heads the column."""
        if not self.objects or self._others is None:
            return False
        cell = self._tables.cell(start)
        floor, head = cell or (0, None)
        at, _ = self._gap(self._cues, self._label, start, floor)
        other_at, between = self._gap(self._others, self._other_label, start, floor)
        if between is not None:
            return other_at > at and gap.fullmatch(between) is not None
        return at < 0 and head is not None and self._headed(head) is Says.OTHER

    def cue_before(self, start: int) -> tuple[int, int] | None:
        """Return the span of the nearest word in reach, the label's left out."""
        ends = self._cues.ends
        at = bisect_right(ends, start) - 1
        if at < 0 or start - ends[at] > self._reach:
            return None
        return self._cues.starts[at], ends[at]

    def head(self, start: int) -> str | None:
        """Return the head of the column that the position is in, None where there is no table."""
        cell = self._tables.cell(start)
        return None if cell is None else cell[1].own

    def cue_behind(self, end: int) -> tuple[int, int] | None:
        """Return the span of a word of the kind right behind, as in "123 (SSN)"."""
        starts = self._cues.starts
        at = bisect_left(starts, end)
        if at == len(starts) or starts[at] > end + _BEHIND:
            return None
        first, last = starts[at], self._cues.ends[at]
        if not _OPENS.fullmatch(self._text, end, first) or _LEADS_ON.match(self._text, last):
            return None
        return first, last

    def _before(self, start: int, floor: int) -> Says:
        at, gap = self._gap(self._cues, self._label, start, floor)
        other_at, other_gap = (-1, None)
        if self._others is not None:
            other_at, other_gap = self._gap(self._others, self._other_label, start, floor)
        # An "order id" is no less of an order.
        nearest = None if other_gap is None or other_at <= at else _ID.sub("", other_gap, 1)
        if nearest is not None and self._judged(nearest) is Says.TIGHT:
            return Says.OTHER
        return Says.NOTHING if gap is None else self._judged(gap)

    def _gap(
        self, places: Places, label: str | None, start: int, floor: int
    ) -> tuple[int, str | None]:
        """Return where the nearest word ends and what stands between it and the position."""
        at = bisect_right(places.ends, start) - 1
        if at >= 0 and start - places.ends[at] <= self._reach and places.ends[at] > floor:
            return places.ends[at], self._text[places.ends[at] : start]
        if label is not None and start < REACH:
            return 0, f"{label}:{self._text[:start]}"
        return -1, None

    def _judged(self, gap: str) -> Says:
        found = self._gaps.get(gap)
        if found is None:
            found = Says.NOTHING
            if _TIGHT.fullmatch(gap):
                found = Says.TIGHT
            elif len(gap) <= self._reach - _LEAST_FAR and _LOOSE.fullmatch(gap):
                found = Says.NOTHING if _SENTENCE.search(gap) else Says.LOOSE
            self._gaps[gap] = found
        return found

    def _headed(self, head: Head) -> Says:
        found = self._heads.get(head)
        if found is None:
            found = Says.NOTHING
            if self._other is not None and any(
                _last(self._other, one) is not None for one in (head.own, head.others)
            ):
                found = Says.OTHER
            if _last(self._words, head.own) is not None:
                found = Says.TIGHT
            self._heads[head] = found
        return found


def places_of(words: Words, text: str) -> Places:
    """Return where words stand in a text."""
    return Places(words, text, text.encode("utf-8", "replace").translate(_NO_WORD))


def open_cells(opens: str, *words: Words) -> Open:
    """Make an `Open`: a number in a row that is not whole yet may be in any column of its table.

    `opens` matches where a number begins. Without one of the words no row is one of heads.
    """

    def opened(text: str, start: int) -> int:
        end = len(text)
        first, row = open_row(text)
        if row == end:
            return end
        found = pattern_of(opens).search(text, max(row, start), partial=True)
        if found is None or not any(places_of(one, text[first:row]).ends for one in words):
            return end
        return int(found.start())

    return opened


def _last(words: Words, text: str) -> str | None:
    """Return what stands behind the last of the words in a short text, None where there is none."""
    text = text[-REACH:]
    places = places_of(words, text)
    return text[places.ends[-1] :] if places.ends else None
