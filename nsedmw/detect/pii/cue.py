"""Words that stand before a bare number and say what it is.

In structured content the word is the key that holds the number, its *label*.
"""

from __future__ import annotations

from typing import Final

import regex

_REACH: Final = 48
"""Characters before a number in which its cue must end; "social security number is: " has 27."""

_FILLERS: Final = (
    r"(?:[\s_-]*+(?:number|num|no|nr|is|was|me|us|him|her|them|at|on|my|your)(?![^\W_]))*+"
)
_GAP: Final = r"""[\s:=#."'_\\-]{0,6}+\Z"""


_BEGINS: Final = r"(?:(?<![^\W_])|(?-i:(?<=[a-z])(?=[A-Z])))"
"""A word begins here, be it in prose, in snake_case or in camelCase."""


def cue(words: str) -> regex.Pattern[str]:
    """Compile a search for one of `words` (an alternation) right before the text's end."""
    return regex.compile(rf"(?i){_BEGINS}(?:{words})s?{_FILLERS}{_GAP}")


def stands_before(pattern: regex.Pattern[str], text: str, start: int, label: str) -> bool:
    """Whether a cue leads up to the position."""
    before = text[max(start - _REACH, 0) : start]
    if start < _REACH and label:
        before = f"{label[-_REACH:]}:{before}"
    return pattern.search(before) is not None
