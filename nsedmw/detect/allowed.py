"""What is known to be fine, and the findings that it covers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

import msgspec

from nsedmw.detect.matcher import Matcher
from nsedmw.types import Finding

Span = tuple[int, int]


class Fine(msgspec.Struct, frozen=True):
    """What is known to be fine: findings that lie wholly inside its matches are dropped.

    `kinds` are the rules and categories it speaks of, none means all.
    """

    matcher: Matcher
    kinds: frozenset[str] = frozenset()
    folds: bool = False


class Allowed:
    """The allowed matches in one text, each of which may cover findings that lie wholly inside."""

    def __init__(self, fine: Sequence[Fine], located: Iterable[tuple[int, int, int]]) -> None:
        spans: dict[frozenset[str], list[Span]] = {}
        for index, start, end in located:
            spans.setdefault(fine[index].kinds, []).append((start, end))
        self._spans = {kinds: Spans(found) for kinds, found in spans.items()}

    def covers(self, finding: Finding) -> bool:
        """Whether one match that speaks of this kind of finding holds all of it."""
        return any(
            (not kinds or finding.rule in kinds or finding.category in kinds)
            and spans.holds(finding.start, finding.end)
            for kinds, spans in self._spans.items()
        )


class Spans:
    """Spans, answering in logarithmic time whether one of them holds another span."""

    def __init__(self, spans: Iterable[Span]) -> None:
        spans = sorted(spans)
        self._starts = [start for start, _ in spans]
        self._ends: list[int] = []
        furthest = 0
        for _, end in spans:
            furthest = max(furthest, end)
            self._ends.append(furthest)

    def holds(self, start: int, end: int) -> bool:
        """Whether one of them has all of this span in it."""
        before = bisect_right(self._starts, start)
        return before > 0 and self._ends[before - 1] >= end
