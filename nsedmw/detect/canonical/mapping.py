"""From the clean text back to the original: which piece of it each character stands for.

It is worked out a chunk at a time, for the chunks that somebody asks about. A chunk begins where
nothing before it can change with it, so it becomes the same alone as within its text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from nsedmw.detect.canonical.alphabet import alphabet
from nsedmw.detect.canonical.cleaning import clean
from nsedmw.detect.canonical.reading import Block, Blocks, Span


class WayBack:
    """From `clean(text)` to `text`."""

    __slots__ = ("_blocks", "_chunks", "_origins", "_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._chunks: list[str] | None = None

    def span(self, start: int, end: int) -> Span:
        """The piece of the original that a piece of the clean text, not an empty one, stands for.

        Where a character stands for several, or several for one, it is all of them.
        """
        chunks = self._chunks or self._split()
        return self._one(chunks, start)[0], self._one(chunks, end - 1)[1]

    def _split(self) -> list[str]:
        chunks: list[str] = alphabet().chunks.findall(self._text)
        lengths = [len(clean(chunk)) for chunk in chunks]
        self._starts = list(accumulate(lengths, initial=0))
        self._origins = list(accumulate(map(len, chunks), initial=0))
        self._blocks: dict[int, Blocks] = {}
        self._chunks = chunks
        return chunks

    def _one(self, chunks: list[str], at: int) -> Span:
        # Of chunks that begin at one place all but the last are empty.
        number = bisect_right(self._starts, at, hi=len(chunks)) - 1
        if number not in self._blocks:
            length = self._starts[number + 1] - self._starts[number]
            self._blocks[number] = _blocks(chunks[number], length)
        at -= self._starts[number]
        start, end = self._blocks[number].span(at, at + 1)
        return self._origins[number] + start, self._origins[number] + end


def _blocks(chunk: str, length: int) -> Blocks:
    """Where the chunk and its clean text, which has this length, differ."""
    if chunk.isascii():
        return Blocks(())
    found = list(_found(chunk))
    if _total(chunk, found) != length:
        # A Unicode newer than the table composes what the table does not know of.
        return Blocks([(0, length, 0, len(chunk))])
    return Blocks(found)


def _total(chunk: str, found: list[Block]) -> int:
    """The length of the new text."""
    _, new_end, _, end = found[-1] if found else (0, 0, 0, 0)
    return new_end + len(chunk) - end


def _found(text: str) -> Iterator[Block]:
    """Yield the blocks, by one walk over each character and the marks on it."""
    known = alphabet()
    memo: dict[str, tuple[int, int, bool]] = {}
    at = new = 0
    for unit in known.units.findall(text):
        sizes = memo.get(unit)
        if sizes is None:
            memo[unit] = sizes = _sizes(unit, known.dropped)
        taken, made, in_step = sizes
        if not in_step:
            yield new, new + made, at, at + taken
        new += made
        if taken < len(unit):
            yield new, new, at + taken, at + len(unit)
        at += len(unit)


def _sizes(unit: str, dropped: str) -> tuple[int, int, bool]:
    """How much of a unit is shown, what length it gets, and whether each character becomes one."""
    # What goes at the end is no part of the character.
    shown = unit.rstrip(dropped)
    made = clean(shown)
    in_step = len(made) == len(shown) and all(map(_becomes, shown, made))
    return len(shown), len(made), in_step


def _becomes(char: str, other: str) -> bool:
    return clean(char) == other
