"""Words of a system prompt that stand in a text in the same order.

Compared are words alone, in canonical form and without case: punctuation, markup and line breaks
do not matter, nor do short numbers, with which lines and words are counted. Letters that are set
apart are read as words, too. In scripts that are written without spaces each character is a word,
and twice as many are needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from math import ceil
from typing import Any, Final, NamedTuple

from nsedmw.detect.exposure.readings import Read, canonical_form

Span = tuple[int, int]

LEAST_WORDS: Final = 6
"""A shorter prompt ("You are a helpful assistant.") says nothing that others do not."""

_UNSPACED: Final = (
    "\u0e00-\u0eff\u0f40-\u0fbc\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3105-\u312f"
    "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Thai and Lao, Tibetan, Myanmar, Khmer, Kana, Bopomofo, Han: their blocks."""
_MARKS: Final = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0900-\u0963\u0966-\u0dff"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
"""What stands inside words and is no letter to `re`: combining marks, and the Indic blocks."""
_ASCII_WORD: Final = re.compile("[A-Za-z0-9]+")
_WORD: Final = re.compile(rf"[{_UNSPACED}]|(?:[^\W_{_UNSPACED}]++|[{_MARKS}]++)++")
_UNSPACED_CHAR: Final = re.compile(f"[{_UNSPACED}]")
_QUOTED: Final = re.compile(
    r"\"[^\"\n]{1,300}\"|“[^“”\n]{1,300}”|„[^„“\n]{1,300}“|«[^«»\n]{1,300}»"
    r"|「[^「」\n]{1,300}」|『[^『』\n]{1,300}』"
)
"""What a prompt has in quotation marks on one line is mostly what its users are to read."""
_BARE: Final = -1
"""In place of the number of a quotation, for words outside of any."""

_NUMBER: Final = re.compile(r"(?<![^\W_])[0-9]{1,3}(?![^\W_])")
_DIGITS: Final = "0123456789"
_SHORT: Final = 3
"""Digits of a number that only counts something off; a longer one is a word."""
_FEW: Final = 5
"""One word of so many in a prompt may be such a number; of more, each is a word."""
_SKIPPED: Final = -2
"""In place of the number of a word, for one that is none."""
_APART: Final = 16
"""Letters by which a place in the prompt is found where letters are set apart: three words."""
_LETTERS: Final = re.compile(rf"(?<![^\W_])(?:[^\W_][\W_]{{1,3}}){{{_APART - 1}}}[^\W_](?![^\W_])")


class Shared(NamedTuple):
    """What a text has in common with a prompt.

    `stretches` are the numbers of the text's first and last words of what is shared, `places` those
    of the prompt's words at which shared runs of a fixed length begin there.
    """

    stretches: tuple[Span, ...]
    places: frozenset[int]


class _Numbers(dict[str, int]):
    """Word -> its number, -1 for what the prompt does not have; as written, folded when new."""

    def __init__(self, folded: dict[str, int], *, skips: bool) -> None:
        super().__init__()
        self._folded = folded
        self._skips = skips

    def __missing__(self, word: str) -> int:
        number = self._folded.get(word.casefold(), -1)
        if self._skips and _counts_off(word):
            number = _SKIPPED
        elif number < 0:
            # As in `1Never 2offer 3a`.
            number = self._folded.get(word.strip(_DIGITS).casefold(), -1)
        self[word] = number
        return number


class Fingerprint:
    """One prompt; safe to share between threads, and its repr shows nothing of it.

    `run` is the length of runs that are compared, `needed` how many of the prompt's words have to
    stand in such runs, both in words (in characters, for scripts without spaces). `quotes` holds
    for each word the number of the quotation that it stands in. With `skips` short numbers in a text
    are no words.
    """

    def __init__(
        self, words: list[str], quotes: list[int], run: int, needed: int, *, skips: bool = False
    ) -> None:
        self.run = run
        self.needed = needed
        self._skips = skips
        self._folded: dict[str, int] = {}
        self._words = [self._folded.setdefault(word, len(self._folded)) for word in words]
        self._places: dict[int, int] = {}
        # A run inside a quotation is none.
        starts = range(len(words) - run + 1)
        self._counts = [quotes[at] == _BARE or quotes[at] != quotes[at + run - 1] for at in starts]
        for start in starts:
            if self._counts[start]:
                key = hash(tuple(self._words[start : start + run]))
                self._places.setdefault(key, start)

    def shared(self, text: str) -> Shared:
        """The runs that the text, which is in canonical form, has in common with the prompt."""
        numbers = _Numbers(self._folded, skips=self._skips)
        tokens = _pattern(text).findall(text)
        words = [numbers[word] for word in tokens]
        kept: Sequence[int] = range(len(words))
        if self._skips and _NUMBER.search(text):
            kept = [at for at, number in enumerate(words) if number != _SKIPPED]
            words = [words[at] for at in kept]
        ends, places = self._runs(words)
        stretches = [(kept[end - self.run + 1], kept[end]) for end in ends]
        if _LETTERS.search(text):
            more = list(self._set_apart(tokens))
            stretches += [stretch for stretch, _ in more]
            places.update(place for _, begins in more for place in begins)
        return Shared(tuple(_joined(stretches)), frozenset(places))

    def _runs(self, words: list[int]) -> tuple[list[int], set[int]]:
        """Where shared runs end among a text's words, and where they begin in the prompt."""
        ends: list[int] = []
        found: set[int] = set()
        known = 0
        place: int | None = None
        for at, number in enumerate(words):
            known = known + 1 if number >= 0 else 0
            if known < self.run:
                place = None
                continue
            place = self._next(place, number)
            if place is None:
                place = self._place(words[at - self.run + 1 : at + 1])
            if place is not None:
                ends.append(at)
                found.add(place)
        return ends, found

    def _next(self, place: int | None, number: int) -> int | None:
        """Where the run behind that at `place` begins, if this word goes on with it."""
        if place is None or place + self.run >= len(self._words):
            return None
        goes_on = self._words[place + self.run] == number and self._counts[place + 1]
        return place + 1 if goes_on else None

    def _place(self, window: list[int]) -> int | None:
        place = self._places.get(hash(tuple(window)))
        if place is None or self._words[place : place + self.run] != window:
            return None
        return place

    def _set_apart(self, tokens: list[str]) -> Iterator[tuple[Span, list[int]]]:
        """Yield what is shared where each letter is a word: it is told by the letters in a row."""
        at = 0
        for single, group in groupby(tokens, key=lambda token: len(token) == 1):
            row = list(group)
            if single and len(row) >= _APART:
                for (first, last), begins in self._among(row):
                    yield (at + first, at + last), begins
            at += len(row)

    def _among(self, row: list[str]) -> Iterator[tuple[Span, list[int]]]:
        folded = [letter.casefold() for letter in row]
        owners = [at for at, letters in enumerate(folded) for _ in letters]
        text = "".join(folded)
        names, seeds = self._letters
        at = 0
        while at + _APART <= len(text):
            word = first = seeds.get(text[at : at + _APART], len(self._words))
            end = at
            while word < len(self._words) and text.startswith(
                name := names[self._words[word]], end
            ):
                end += len(name)
                word += 1
            begins = [place for place in range(first, word - self.run + 1) if self._counts[place]]
            if begins:
                yield (owners[at], owners[end - 1]), begins
            at = end if begins else at + 1

    @cached_property
    def _letters(self) -> tuple[list[str], dict[str, int]]:
        """The words by their numbers; the first letters from a word on -> where that word is."""
        names = list(self._folded)
        row = "".join(names[number] for number in self._words)
        seeds: dict[str, int] = {}
        at = 0
        for place, number in enumerate(self._words):
            seeds.setdefault(row[at : at + _APART], place)
            at += len(names[number])
        return names, seeds

    def enough(self, places: Iterable[int]) -> bool:
        """Whether runs that begin at these words of the prompt are enough of it."""
        count = reach = 0
        for place in sorted(places):
            count += place + self.run - max(reach, place)
            reach = place + self.run
        return count > 0 and count >= self.needed

    def spans(self, text: str, shared: Shared) -> list[Span]:
        """The shared stretches of that text, in code points, from left to right."""
        if not shared.stretches:
            return []
        spans = [word.span() for word in _pattern(text).finditer(text)]
        return [(spans[first][0], spans[last][1]) for first, last in shared.stretches]


def fingerprint(prompt: str, run: int, overlap: int) -> Fingerprint | None:
    """The fingerprint of a prompt; None where it has too few words to be told by them.

    `run` words in a row count as shared; `overlap` of its words have to be, or half of them where
    that is less.
    """
    text = canonical_form(Read(prompt)).text
    found = list(_pattern(text).finditer(text))
    words = [word[0].casefold() for word in found]
    apart = sum(_UNSPACED_CHAR.match(word) is not None for word in words) * 2 > len(words)
    scale = 2 if apart else 1
    skips = _may_skip(words, LEAST_WORDS * scale)
    if skips:
        found = [word for word in found if not _counts_off(word[0])]
        words = [word for word in words if not _counts_off(word)]
    if len(words) < LEAST_WORDS * scale:
        return None
    quotes = list(_holders(found, [mark.span() for mark in _QUOTED.finditer(text)]))
    bare = quotes.count(_BARE)
    if not bare:
        quotes = [_BARE] * len(words)
    run = min(run * scale, len(words))
    needed = min(overlap * scale, max(run, ceil(bare / 2)))
    return Fingerprint(words, quotes, run, needed, skips=skips)


def _counts_off(word: str) -> bool:
    return len(word) <= _SHORT and word.isdecimal()


def _may_skip(words: list[str], least: int) -> bool:
    """Whether a prompt has words enough without its short numbers."""
    numbers = sum(map(_counts_off, words))
    return numbers * _FEW <= len(words) and len(words) - numbers >= least


def _joined(stretches: Iterable[Span]) -> Iterator[Span]:
    """Yield the stretches from left to right, those that touch as one."""
    first, last = -1, -2
    for start, end in sorted(stretches):
        if start <= last + 1 and first >= 0:
            last = max(last, end)
            continue
        if first >= 0:
            yield first, last
        first, last = start, end
    if first >= 0:
        yield first, last


def _holders(words: Iterable[Any], spans: list[Span]) -> Iterator[int]:
    """For each word the number of the span that holds it; both come from left to right."""
    at = 0
    for word in words:
        while at < len(spans) and spans[at][1] <= word.start():
            at += 1
        yield at if at < len(spans) and spans[at][0] <= word.start() else _BARE


def _pattern(text: str) -> Any:
    return _ASCII_WORD if text.isascii() else _WORD
