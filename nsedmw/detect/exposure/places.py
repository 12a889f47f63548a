"""Texts of one content read as one, and the places of a span of it in them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nsedmw.detect.embedded import inside
from nsedmw.detect.strings import Piece

Span = tuple[int, int]


class Place(NamedTuple):
    """A part of one text, in code points of it."""

    piece: Piece
    start: int
    end: int


class Joined:
    """Texts with `between` from one to the next; of one thread alone."""

    def __init__(self, found: Sequence[Piece], between: str) -> None:
        self._pieces = found
        self._starts: list[int] = []
        at = 0
        for piece in found:
            self._starts.append(at)
            at += len(piece.text) + len(between)
        self.text = between.join(piece.text for piece in found)
        self._leaves: dict[int, list[Span]] = {}

    def places(self, start: int, end: int) -> Iterator[Place]:
        """Yield where a span of the whole stands, never across the marks of a text that is JSON.

        A replacement there leaves JSON what it is.
        """
        index = bisect_right(self._starts, start) - 1
        while index < len(self._pieces) and self._starts[index] < end:
            piece, at = self._pieces[index], self._starts[index]
            first, last = max(start - at, 0), min(end - at, len(piece.text))
            if first < last:
                yield from (Place(piece, *span) for span in self._apart(index, first, last))
            index += 1

    def _apart(self, index: int, start: int, end: int) -> Iterator[Span]:
        if index not in self._leaves:
            self._leaves[index] = list(_leaves(self._pieces[index].text))
        leaves = self._leaves[index]
        at = max(bisect_right(leaves, (start, end)) - 1, 0)
        found = False
        while at < len(leaves) and leaves[at][0] < end:
            first, last = max(leaves[at][0], start), min(leaves[at][1], end)
            if first < last:
                found = True
                yield first, last
            at += 1
        if not found:
            yield start, end


def _leaves(text: str) -> Iterator[Span]:
    """Yield what the strings and numbers of a text that is JSON span, those that hold none."""
    before: Span | None = None
    for inner in inside(text):
        whole = inner.whole
        if before is not None and not (before[0] <= whole[0] and whole[1] <= before[1]):
            yield before
        before = whole
    if before is not None:
        yield before
