# ruff: noqa: RUF001  # letters that are taken for others are what this is about
"""Phrases over the concepts of words: how they are written down, and where a text has them.

A phrase is words in order: `ignore ~2 previous ~3 instruction|rule`. A word is a concept or several
with `|` between; a `?` makes it optional; `~2` lets up to two other words stand there, but no end
of a sentence; `^` is where a sentence begins, `:` a colon. ` / ` stands between alternatives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import re2
import regex

from nsedmw.detect.injection.lexicon import COMMON, WORDS
from nsedmw.detect.injection.reading import END, QUOTE, Reading, classes_of, reading_of, stems
from nsedmw.detect.injection.words import tree
from nsedmw.detect.subject import Subject

_NEAR: Final = 16
"""Words around a quoted phrase in which the word must stand that makes it an example."""
_MEMORY: Final = 64 << 20
_EDGE: Final = r"(?:\b|_)"
_BEGINS: Final = rf"(?:\A|[{END}:{QUOTE}])"
_BEFORE: Final = f"{END}:{QUOTE}".encode()
_LETTERS: Final = {
    "a": "a4@àáâãäåą", "c": "cçćč", "e": "e3€èéêëęě", "g": "gğ", "i": "i1ìíîïıİ", "l": "lł",
    "n": "nñń", "o": "o0òóôõöøő", "s": "s5$śşš", "t": "t7ţ", "u": "uùúûüů", "y": "yýÿ", "z": "zźżž",
    "'": "'’", "и": "ий", "е": "её", "ا": "اأإآ",
}  # fmt: skip
"""What else folding or digits turn into a letter."""

_ARABIC: Final = frozenset(map(chr, range(0x621, 0x64B)))
_VOWELS: Final = r"[\x{640}\x{64b}-\x{652}]*"
"""What folding drops behind an Arabic letter."""

Span = tuple[int, int]


class Phrase:
    """One phrase of a book, ready to be looked for; safe to share between threads."""

    def __init__(self, book: Phrasebook, index: int, notation: str) -> None:
        ways = _ways(notation)
        self.relaxed = _relaxed(sorted({name for way in ways for name in _telling(way)}))
        self._book = book
        self._index = index
        self._program = re2.compile(_source(ways).encode("latin-1"), _options())

    def located(self, subject: Subject) -> Iterator[Span]:
        """Yield its occurrences in code points, but for those that are quoted as examples."""
        reading = reading_of(subject.text)
        if self._index in self._book.possible(reading):
            return self._in(reading)
        return iter(())  # no generator: lists of many short strings ask for nothing else

    def _in(self, reading: Reading) -> Iterator[Span]:
        for first, last in _found(self._program, reading.data):
            if not _is_example(reading, first, last):
                yield reading.span(first, last)


class Phrasebook:
    """Phrases by their index: one pass over a reading says which of them it may hold.

    Raises:
        ValueError: a phrase names no concept that there is.
    """

    def __init__(self, notations: Sequence[str]) -> None:
        self.phrases = [Phrase(self, index, one) for index, one in enumerate(notations)]
        self._all = frozenset(range(len(notations)))
        self._set = re2.Set.SearchSet(_options(_MEMORY))
        self._set.Add(b"")
        for one in notations:
            self._set.Add(_source(_ways(one)).encode("latin-1"))
        self._set.Compile()

    def possible(self, reading: Reading) -> frozenset[int]:
        """The indices of the phrases that the reading may hold."""
        if reading.possible is None:
            found = self._set.Match(reading.data)
            # The first member matches everything: without it RE2 ran out of memory.
            reading.possible = frozenset(at - 1 for at in found if at) if 0 in found else self._all
        return reading.possible


def _options(memory: int | None = None) -> Any:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    if memory:
        options.max_mem = memory
    return options


def _found(program: Any, data: bytes) -> Iterator[Span]:
    position = 0
    while (match := program.search(data, position)) is not None:
        first, last = match.span()
        # What begins a sentence is no part of it.
        yield first + (data[first] in _BEFORE), last
        position = last


_ATTACK: Final = frozenset(classes_of(["attack"]).encode("latin-1"))
_QUOTE: Final = QUOTE.encode()


def _is_example(reading: Reading, first: int, last: int) -> bool:
    """Whether it stands in quotes beside a word for attacks or examples, as in writing about them.

    An attacker can dress an order up like that, as he can find words that are no phrase here; text
    about injections, which would be told at every turn without this, is far more common.
    """
    data = reading.data
    before = data[max(first - _NEAR, 0) : first]
    if before.count(_QUOTE) % 2 == 0:
        return False
    after = data[last : last + _NEAR]
    if _QUOTE not in after:
        return False
    return not _ATTACK.isdisjoint(before) or not _ATTACK.isdisjoint(after)


def _names(word: str) -> list[str]:
    names = word.rstrip("?").split("|")
    for name in names:
        if name not in WORDS:
            raise ValueError(f"no concept {name}")
    return names


def _written(word: str) -> str:
    if word in ("^", ":"):
        return _BEGINS if word == "^" else ":"
    if word.startswith("~"):
        return f"[^{END}]{{0,{word[1:]}}}?"
    chars = "".join(rf"\x{ord(char):02x}" for char in classes_of(_names(word)))
    return f"[{chars}]{'?' if word.endswith('?') else ''}"


def _ways(notation: str) -> list[list[str]]:
    return [way.split() for way in notation.split(" / ")]


def _source(ways: list[list[str]]) -> str:
    return "|".join("".join(map(_written, way)) for way in ways)


def _telling(way: list[str]) -> list[str]:
    """The concepts of the one word that much text is not likely to have, or else of the first."""
    words = [_names(word) for word in way if word[0] not in "~^:" and not word.endswith("?")]
    rare = [names for names in words if COMMON.isdisjoint(names)]
    return min(rare or words[:1], key=lambda names: len(stems(names)))


def _relaxed(names: list[str]) -> str:
    """An RE2 pattern of all words, each as it may be spelled."""
    forms: dict[bool, set[str]] = {True: set(), False: set()}
    words = stems(names)
    for word in {*words, *(word.replace("ss", "ß") for word in words)}:
        for first in _LETTERS.get(word[0], word[0]):
            forms[first.isascii()].add(first + word[1:])
    plain, other = (tree(forms[begins], _letter) for begins in (True, False))
    return f"(?i)(?:{_EDGE}{plain}|{other})" if forms[False] else f"(?i){_EDGE}{plain}"


def _letter(char: str) -> str:
    chars = _LETTERS.get(char, char)
    written = f"[{chars}]" if len(chars) > 1 else regex.escape(char)
    return written + _VOWELS if char in _ARABIC else written
