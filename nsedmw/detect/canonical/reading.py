"""Another reading of a text, and where each piece of it stands in the original."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Protocol

Span = tuple[int, int]
Block = tuple[int, int, int, int]
"""Start and end in the new text, then in the original."""


class Blocks:
    """Where two texts differ in length: blocks between which both run in step.

    A block is a piece of the original and what became of it, which may be nothing; they are given
    from left to right.
    """

    __slots__ = ("ends", "origin_ends", "origin_starts", "starts")

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    origin_starts: tuple[int, ...]
    origin_ends: tuple[int, ...]

    def __init__(self, found: Sequence[Block]) -> None:
        columns: Any = tuple(zip(*found, strict=True)) or ((), (), (), ())
        self.starts, self.ends, self.origin_starts, self.origin_ends = columns

    def span(self, start: int, end: int) -> Span:
        """The piece of the original that a piece of the new text, not an empty one, stands for."""
        return self._first(start), self._last(end - 1)

    def _first(self, at: int) -> int:
        block = bisect_right(self.starts, at) - 1
        if block < 0:
            return at
        if at < self.ends[block]:
            return self.origin_starts[block]
        return self.origin_ends[block] + at - self.ends[block]

    def _last(self, at: int) -> int:
        block = bisect_right(self.starts, at) - 1
        if block < 0:
            return at + 1
        if at < self.ends[block]:
            return self.origin_ends[block]
        return self.origin_ends[block] + at - self.ends[block] + 1


class Way(Protocol):
    """From a text that was made of another back to that."""

    def span(self, start: int, end: int, /) -> Span:
        """The piece of the original that a piece of the new text, not an empty one, stands for."""
        ...


class Reading:
    """A text to look for things in. `folded` where letters that have two cases became one.

    Its ways back, the last step first, may do their work when a span is asked for.
    """

    __slots__ = ("_ways", "folded", "text")

    def __init__(self, text: str, ways: tuple[Way, ...], *, folded: bool = False) -> None:
        self.text = text
        self.folded = folded
        self._ways = ways

    def span(self, start: int, end: int) -> Span:
        """The span of the original that a span of this text, not an empty one, stands for."""
        for way in self._ways:
            start, end = way.span(start, end)
        return start, end

    def over(self, text: str, *ways: Way, folded: bool = False) -> Reading:
        """A reading of this reading; `ways` lead from it to here."""
        return Reading(text, (*ways, *self._ways), folded=folded)
