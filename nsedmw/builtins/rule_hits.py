"""What the rules of `rule_based` find in a content, less what `allow` says is fine."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from nsedmw.builtins.rule_options import Allowed, Item
from nsedmw.detect.matcher import PatternTimeout
from nsedmw.detect.patterns import PatternSet
from nsedmw.detect.pii import DETECTORS
from nsedmw.detect.strings import Piece, pieces
from nsedmw.detect.subject import Budget, Subject
from nsedmw.errors import Failure
from nsedmw.types import Finding

PII: Final = "pii"
MOST_HITS: Final = 100_000
"""About 50 MB of findings. A rule that hits more often is broken, or the content is an attack."""

Span = tuple[int, int]


class Hit(msgspec.Struct, frozen=True):
    """One finding and what is done about it.

    `kind` is what its redaction names; `order` its rule's place among all rules, `personal` where
    that rule is a kind of personal data and not an item of the blocklist.
    """

    finding: Finding
    action: str
    kind: str
    order: int
    personal: bool


class Rules:
    """Items, allowed things and kinds of personal data, as one set of patterns."""

    def __init__(
        self, items: Sequence[Item], fine: Sequence[Allowed], kinds: Sequence[str], action: str
    ) -> None:
        self._items = items
        self._fine = fine
        self._kinds = kinds
        self._action = action
        self._patterns = PatternSet(
            [
                *(one.matcher for one in fine),
                *(item.matcher for item in items),
                *(DETECTORS[kind] for kind in kinds),
            ]
        )

    def hits(self, content: Any, joined: str) -> tuple[list[Hit], int]:
        """Return the hits, by string and then by rule, and how many findings `allow` dropped.

        `joined` holds every text of the content, one beside the other.

        Raises:
            Failure: a pattern ran past its deadline, or there are more than `MOST_HITS` and no
                block among them.
        """
        try:
            return self._hits(content, joined)
        except PatternTimeout:
            raise Failure("timeout", "a pattern ran past its deadline") from None

    def _hits(self, content: Any, joined: str) -> tuple[list[Hit], int]:
        budget = Budget()
        whole = Subject(joined, budget)
        # One pass over everything says which rules can hit at all; for most content none can.
        among = self._patterns.possible(whole)
        if not among or among[-1] < len(self._fine):
            return [], 0
        hits: list[Hit] = []
        dropped = 0
        for piece in pieces(content):
            subject = whole if piece.text is joined else Subject(piece.text, budget, piece.label)
            here = among if subject is whole else self._patterns.narrowed(subject, among)
            for hit, kept in self._judged(piece, subject, here):
                hits += [hit] if kept else []
                dropped += not kept
                if len(hits) + dropped > MOST_HITS:
                    return _enough(hits), dropped
        return hits, dropped

    def _judged(
        self, piece: Piece, subject: Subject, among: Sequence[int]
    ) -> Iterator[tuple[Hit, bool]]:
        """Yield each hit in a text and whether it stands, not being allowed."""
        split = bisect_right(among, len(self._fine) - 1)
        fine: _Fine | None = None
        for index, start, end in self._patterns.located(subject, among[split:]):
            if fine is None:
                fine = _Fine(self._fine, self._patterns.located(subject, among[:split]))
            hit = self._hit(index - len(self._fine), piece, start, end)
            yield hit, not fine.covers(hit.finding)

    def _hit(self, order: int, piece: Piece, start: int, end: int) -> Hit:
        in_key = piece.kind == "key"
        if order >= len(self._items):
            kind = self._kinds[order - len(self._items)]
            finding = Finding(PII, kind, piece.path, start, end, in_key)
            return Hit(finding, self._action, kind, order, personal=True)
        item = self._items[order]
        finding = Finding(item.category, item.rule, piece.path, start, end, in_key)
        return Hit(finding, item.action, item.category, order, personal=False)


def _enough(hits: list[Hit]) -> list[Hit]:
    """Return the hits where they decide, though there are more: a block is no failure."""
    if not any(hit.action == "block" for hit in hits):
        raise Failure("limit", f"its rules hit more than {MOST_HITS} times")
    return hits


class _Fine:
    """The allowed matches in one text, each of which may cover findings that lie wholly inside."""

    def __init__(self, allowed: Sequence[Allowed], located: Iterator[tuple[int, int, int]]) -> None:
        spans: dict[frozenset[str], list[Span]] = {}
        for index, start, end in located:
            spans.setdefault(allowed[index].kinds, []).append((start, end))
        self._reaches = {kinds: _Reach(found) for kinds, found in spans.items()}

    def covers(self, finding: Finding) -> bool:
        """Whether one match that speaks of this kind of finding holds all of it."""
        return any(
            (not kinds or finding.rule in kinds or finding.category in kinds)
            and reach.holds(finding.start, finding.end)
            for kinds, reach in self._reaches.items()
        )


class _Reach:
    """Spans, answering in logarithmic time whether one of them holds another span."""

    def __init__(self, spans: list[Span]) -> None:
        spans.sort()
        self._starts = [start for start, _ in spans]
        self._ends: list[int] = []
        furthest = 0
        for _, end in spans:
            furthest = max(furthest, end)
            self._ends.append(furthest)

    def holds(self, start: int, end: int) -> bool:
        before = bisect_right(self._starts, start)
        return before > 0 and self._ends[before - 1] >= end
