# ruff: noqa: RUF001  # signs of other scripts are what this is about
"""A text as the sequence of what its words stand for, one character a word, and the way back.

Patterns over that sequence say what a phrase means, in every language and word order at once, and
their gaps count words instead of letters.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from typing import Final

import regex

from nsedmw.detect.injection.lexicon import WORDS
from nsedmw.detect.injection.words import tree

OTHER: Final = "."
"""A word that stands for nothing here."""
END: Final = ";"
"""Where a sentence or paragraph ends."""
COLON: Final = ":"
QUOTE: Final = '"'

_FIRST: Final = 0x41
"""Classes are numbered from `A` on; all fit into one byte of Latin-1."""
_KNOWN: Final = 50_000
"""Words whose class is remembered: an attacker chooses them."""
_LONGEST: Final = 24
"""Letters of a word that are looked at; no stem is longer."""
_LEET_LEAST: Final = 5
"""Letters of a word that digits may stand in for: `1gn0re`, not `s3`."""
_LEET: Final = str.maketrans("013457@$€", "oieastase")
_IDEOGRAPHS: Final = r"\p{Han}\p{Hiragana}\p{Katakana}"
_UNSPACED: Final = regex.compile(f"[{_IDEOGRAPHS}]")
_MARKS: Final = regex.compile(r"[\u0300-\u036f\u0640\u064b-\u0652]")
"""Accents, and what Arabic leaves out in ordinary writing."""
_PLAIN: Final = {"ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "ı": "i", "’": "'", "đ": "d"}
_PREFIXES: Final = regex.compile(r"(?:[وفبلك]?ال|[وفبلك])(?=\p{Arabic}{3})")
"""Arabic writes `and`, `so`, `in`, `to`, `as` and the article together with the word."""

Span = tuple[int, int]


def folded(word: str) -> str:
    """The word in small letters without accents."""
    if word.isascii():
        return word.lower()
    bare = _MARKS.sub("", unicodedata.normalize("NFD", word.lower()))
    return "".join(_PLAIN.get(char, char) for char in unicodedata.normalize("NFC", bare))


def _entries() -> dict[str, set[str]]:
    """Each word of the lexicon, a stem with its `*`, and the concepts that it stands for."""
    found: dict[str, set[str]] = {}
    for concept, words in WORDS.items():
        for word in words.split():
            found.setdefault(folded(word), set()).add(concept)
    return found


_ENTRIES: Final = _entries()
_STEMS: Final = {word[:-1]: frozenset(of) for word, of in _ENTRIES.items() if word.endswith("*")}
_EXACT: Final = {word: frozenset(of) for word, of in _ENTRIES.items() if not word.endswith("*")}
_UNSPACED_WORDS: Final = tree(filter(_UNSPACED.search, _EXACT), regex.escape, longest=True)
_SIGNS: Final = {
    **dict.fromkeys("\n(){}[]<>=#", END),
    ":": COLON,
    "：": COLON,
    **dict.fromkeys("\"'“”«»„「」`‘’", QUOTE),
}
_QUOTES: Final = "\"'`"
_ASCII_TOKENS: Final = re.compile(
    rf"[A-Za-z0-9@$]+(?:'[A-Za-z]+)*|\n[ \t\r]*\n|[.!?;]+(?=[\s\"')\]*`]|\Z)"
    rf"|[:{_QUOTES}(){{}}\[\]<>=#]"
)
_TOKENS: Final = regex.compile(
    rf"(?V1){_UNSPACED_WORDS}|[{_IDEOGRAPHS}]"
    rf"|[[\p{{L}}\p{{M}}\p{{N}}@$€]--[{_IDEOGRAPHS}]]+(?:['’][\p{{L}}\p{{M}}]+)*+"
    r"|\n[ \t\r]*+\n|[.!?;…]++(?=[\s\"')\]*`”»]|\Z)|[。！？；।]|[:：\"'“”«»„「」`‘’(){}\[\]<>=#]"
)


def concepts(word: str) -> frozenset[str]:
    """What a word stands for, however it is inflected, accented or spelled with digits."""
    plain = folded(word[:_LONGEST])
    found = _looked_up(plain)
    if not found and "'" in plain:
        found = _looked_up(plain.rpartition("'")[2])
    if not found and not plain.isascii() and (bare := _PREFIXES.sub("", plain, 1)) != plain:
        found = _looked_up(bare)
    return found or unleeted(plain)


def unleeted(plain: str) -> frozenset[str]:
    """What a folded word stands for where digits and signs take the place of letters."""
    if len(plain) < _LEET_LEAST or plain.isalpha() or plain.isdigit():
        return frozenset()
    letters = plain.translate(_LEET)
    return _looked_up(letters) if letters != plain and letters.isalpha() else frozenset()


def _looked_up(plain: str) -> frozenset[str]:
    found = _EXACT.get(plain, frozenset())
    for length in range(len(plain), 1, -1):
        if stem := _STEMS.get(plain[:length]):
            return found | stem
    return found


_NUMBERED: Final = {
    of: chr(_FIRST + number)
    for number, of in enumerate(dict.fromkeys(chain(map(_looked_up, _EXACT), _STEMS.values())))
}


class _Classes(dict[str, str]):
    """Token -> its character."""

    def __missing__(self, token: str) -> str:
        sign = token[0]
        if sign in _SIGNS:
            return _SIGNS[sign]
        if not (sign.isalnum() or sign in "@$€"):
            return END if not unicodedata.category(sign).startswith("M") else OTHER
        made = _NUMBERED.get(concepts(token), OTHER)
        if len(self) < _KNOWN:
            self[token] = made
        return made


_CLASSES: Final = _Classes()


def classes_of(names: Iterable[str]) -> str:
    """The characters of all words that stand for one of these concepts."""
    wanted = set(names)
    return "".join(char for of, char in _NUMBERED.items() if of & wanted)


class Reading:
    """The sequence of a text. `data` has one byte for each token.

    `possible` is where a `Phrasebook` notes which of its phrases may stand here.
    """

    possible: frozenset[int] | None = None

    def __init__(self, text: str) -> None:
        self._text = text
        self._pattern = _ASCII_TOKENS if text.isascii() else _TOKENS
        # Whole passes in C: most text is read this far and no further.
        self.data = "".join(map(_CLASSES.__getitem__, self._pattern.findall(text))).encode(
            "latin-1"
        )

    @cached_property
    def _spans(self) -> list[Span]:
        return [match.span() for match in self._pattern.finditer(self._text)]

    def span(self, first: int, last: int) -> Span:
        """The code points of the text that the tokens from `first` to before `last` take."""
        return self._spans[first][0], self._spans[last - 1][1]


class _Memo(threading.local):
    text: str | None = None
    reading: Reading | None = None


_MEMO: Final = _Memo()


def reading_of(text: str) -> Reading:
    """The reading of a text; the last one is kept, since many phrases ask for it in turn."""
    if _MEMO.reading is None or _MEMO.text is not text:
        _MEMO.text, _MEMO.reading = text, Reading(text)
    return _MEMO.reading


def forget() -> None:
    """Drop the reading that this thread keeps, with its text."""
    _MEMO.text = _MEMO.reading = None


def stems(names: Iterable[str]) -> list[str]:
    """The folded words and stems of these concepts."""
    wanted = set(names)
    return sorted(word.rstrip("*") for word, of in _ENTRIES.items() if of & wanted)
