"""Whether characters look drawn by chance: Shannon's entropy, and how they follow one another."""

from __future__ import annotations

from collections import Counter
from math import log2
from operator import sub
from typing import Final

import regex

_WORDS: Final = regex.compile(r"[A-Z]?[a-z]{3,}+|[A-Z]{5,}+")
_MOST_IN_WORDS: Final = 0.55
"""Of characters drawn from 62 a sixth stand in three lower-case letters in a row or more, or in
five capitals; of identifiers nearly all do."""
CHANGE: Final = r"[0-9][A-Za-z]|[A-Za-z][0-9]|[a-z][A-Z]"
"""Two neighbours of different kinds, in the syntax that RE2 and `regex` share."""
_CHANGES: Final = regex.compile(CHANGE)
_LEAST_CHANGES: Final = 3
_ASCENT: Final = 0.34
"""Share of neighbours that follow each other in the alphabet from which a text counts as one."""

_WEIGHTS: Final = [0.0, *(count * log2(count) for count in range(1, 257))]
"""A count times its logarithm: the same few are needed for every window."""


def entropy(text: str) -> float:
    """Shannon's entropy of the characters' frequencies, in bits for each of them."""
    size = len(text)
    counts = Counter(text).values()
    if size < len(_WEIGHTS):
        return log2(size) - sum(map(_WEIGHTS.__getitem__, counts)) / size
    return log2(size) - sum(count * log2(count) for count in counts) / size


def looks_random(text: str) -> bool:
    """Whether ASCII text changes its kind often, and is no run of words or of an alphabet."""
    if len(_CHANGES.findall(text)) < _LEAST_CHANGES:
        return False
    words = sum(map(len, _WORDS.findall(text)))
    if words > len(text) * _MOST_IN_WORDS:
        return False
    codes = text.encode("ascii", "replace")
    ascents = list(map(sub, codes[1:], codes)).count(1)
    return ascents < (len(text) - 1) * _ASCENT
