"""Letters that become several when case is ignored, with the way back.

Everything else about case is left to the pattern: it knows that K and the Kelvin sign are one
letter, but not that ß and SS are one word's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from nsedmw.detect.canonical import table
from nsedmw.detect.canonical.alphabet import chars, ranges
from nsedmw.detect.canonical.reading import Block, Blocks, Span

_DOTTED: Final = "i\u0307"
"""What the Turkish capital letter folds to. Its dot is the one that every i has."""


@cache
def _foldings() -> Any:
    return re.compile(f"[{''.join(sorted(chars(ranges(table.FOLDING))))}]|[iI]\u0307")


def folds(text: str) -> bool:
    """Whether there is a letter of that kind."""
    return not text.isascii() and _foldings().search(text) is not None


def folded(text: str) -> str:
    """The text with such letters spelled out, small."""
    for letter in sorted(set(_foldings().findall(text)), key=len, reverse=True):
        # The dotted pairs go first: what a single letter becomes may stand before a dot of its own.
        text = text.replace(letter, _small(letter))
    return text


class Unfolding:
    """From `folded(text)` back to `text`."""

    __slots__ = ("_blocks", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._blocks: Blocks | None = None

    def span(self, start: int, end: int) -> Span:
        """The piece of the original that a piece of the new text, not an empty one, stands for."""
        if self._blocks is None:
            self._blocks = Blocks(list(_found(self._text)))
        return self._blocks.span(start, end)


def _found(text: str) -> Iterator[Block]:
    grown = 0
    for match in _foldings().finditer(text):
        start, end = match.span()
        made = start + grown + len(_small(match[0]))
        yield start + grown, made, start, end
        grown = made - end


@cache
def _small(letter: str) -> str:
    return letter.casefold().replace(_DOTTED, "i")
