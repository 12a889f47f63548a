"""Words of a system prompt that stand in a text in the same order.

Compared are words alone, in canonical form and without case: punctuation, markup and line breaks
do not matter. In scripts that are written without spaces each character is a word, and twice as
many are needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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


class Shared(NamedTuple):
    """What a text has in common with a prompt.

    `ends` are the numbers of the text's words at which shared runs of a fixed length end, `places`
    those of the prompt's words at which they begin there.
    """

    ends: tuple[int, ...]
    places: frozenset[int]


class _Numbers(dict[str, int]):
    """Word -> its number, -1 for what the prompt does not have; as written, folded when new."""

    def __init__(self, folded: dict[str, int]) -> None:
        super().__init__()
        self._folded = folded

    def __missing__(self, word: str) -> int:
        number = self._folded.get(word.casefold(), -1)
        self[word] = number
        return number


class Fingerprint:
    """One prompt; safe to share between threads, and its repr shows nothing of it.

    `run` is the length of runs that are compared, `needed` how many of the prompt's words have to
    stand in such runs, both in words (in characters, for scripts without spaces). `quotes` holds
    for each word the number of the quotation that it stands in.
    """

    def __init__(self, words: list[str], quotes: list[int], run: int, needed: int) -> None:
        self.run = run
        self.needed = needed
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
        numbers = _Numbers(self._folded)
        words = [numbers[word] for word in _pattern(text).findall(text)]
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
        return Shared(tuple(ends), frozenset(found))

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

    def enough(self, places: Iterable[int]) -> bool:
        """Whether runs that begin at these words of the prompt are enough of it."""
        count = reach = 0
        for place in sorted(places):
            count += place + self.run - max(reach, place)
            reach = place + self.run
        return count > 0 and count >= self.needed

    def spans(self, text: str, shared: Shared) -> list[Span]:
        """The shared stretches of that text, in code points, from left to right."""
        if not shared.ends:
            return []
        stretches: list[list[int]] = []
        for end in shared.ends:
            start = end - self.run + 1
            if stretches and start <= stretches[-1][1] + 1:
                stretches[-1][1] = end
            else:
                stretches.append([start, end])
        spans = [word.span() for word in _pattern(text).finditer(text)]
        return [(spans[first][0], spans[last][1]) for first, last in stretches]


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
    if len(words) < LEAST_WORDS * scale:
        return None
    quotes = list(_holders(found, [mark.span() for mark in _QUOTED.finditer(text)]))
    bare = quotes.count(_BARE)
    if not bare:
        quotes = [_BARE] * len(words)
    run = min(run * scale, len(words))
    return Fingerprint(words, quotes, run, min(overlap * scale, max(run, ceil(bare / 2))))


def _holders(words: Iterable[Any], spans: list[Span]) -> Iterator[int]:
    """For each word the number of the span that holds it; both come from left to right."""
    at = 0
    for word in words:
        while at < len(spans) and spans[at][1] <= word.start():
            at += 1
        yield at if at < len(spans) and spans[at][0] <= word.start() else _BARE


def _pattern(text: str) -> Any:
    return _ASCII_WORD if text.isascii() else _WORD
