"""What the rules of `rule_based` find in a content, less what `allow` says is fine."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final, Literal

import msgspec

from nsedmw.builtins.rule_options import Allowed, Item
from nsedmw.detect import invisible
from nsedmw.detect.canonical import Reading, changes, readings
from nsedmw.detect.matcher import PatternTimeout
from nsedmw.detect.patterns import PatternSet
from nsedmw.detect.pii import DETECTORS
from nsedmw.detect.strings import Piece, pieces
from nsedmw.detect.subject import Budget, Subject
from nsedmw.errors import Failure
from nsedmw.types import Finding

PII: Final = "pii"
INVISIBLE: Final = "invisible_text"
MOST_HITS: Final = 100_000
"""About 50 MB of findings. A rule that hits more often is broken, or the content is an attack."""

Span = tuple[int, int]
Group = Literal["blocklist", "pii", "invisible_text"]


class Hit(msgspec.Struct, frozen=True):
    """One finding and what is done about it.

    `kind` is what its redaction names; `order` its rule's place among all rules, `group` where that
    rule belongs.
    """

    finding: Finding
    action: str
    kind: str
    order: int
    group: Group


class Looked(msgspec.Struct, frozen=True):
    """What is looked for beside the items.

    `kinds` of personal data with their `action`; invisible text with its own, None for not at all;
    with `normalize` the canonical form is read as well.
    """

    kinds: Sequence[str]
    action: str
    invisible: str | None
    normalize: bool


class Rules:
    """Items, allowed things, kinds of personal data and of invisible text, as one set."""

    def __init__(self, items: Sequence[Item], fine: Sequence[Allowed], looked: Looked) -> None:
        self._items = items
        self._fine = fine
        self._looked = looked
        unseen = invisible.DETECTORS if looked.invisible else {}
        self._unseen = tuple(unseen)
        self._patterns = PatternSet(
            [
                *(one.matcher for one in fine),
                *(item.matcher for item in items),
                *(DETECTORS[kind] for kind in looked.kinds),
                *unseen.values(),
            ]
        )
        written: list[Allowed | Item] = [*fine, *items]
        self._folding = frozenset(n for n, one in enumerate(written) if one.ignores_case)
        self._readable = range(len(written) + len(looked.kinds))
        """The rules that other readings of a text are looked at for."""

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
        differs = self._looked.normalize and self._changes(whole)
        if not differs and (not among or among[-1] < len(self._fine)):
            return [], 0
        hits: list[Hit] = []
        dropped = 0
        for piece in pieces(content):
            subject = whole if piece.text is joined else Subject(piece.text, budget, piece.label)
            here = among if subject is whole else self._patterns.narrowed(subject, among)
            sources = [_Source(subject, here)]
            if differs and not subject.ascii and (subject is whole or self._changes(subject)):
                sources += self._read(subject)
            for hit, kept in self._judged(piece, sources):
                hits += [hit] if kept else []
                dropped += not kept
                if len(hits) + dropped > MOST_HITS:
                    return _enough(hits), dropped
        return hits, dropped

    def _changes(self, subject: Subject) -> bool:
        return changes(subject.text, subject.data, fold=bool(self._folding))

    def _read(self, subject: Subject) -> Iterator[_Source]:
        """Yield the other readings of a text with the rules that may hit in them."""
        for reading in readings(subject.text, fold=bool(self._folding)):
            other = Subject(reading.text, subject.budget, subject.label)
            rules = self._folding if reading.folded else self._readable
            possible = [index for index in self._patterns.possible(other) if index in rules]
            if possible and possible[-1] >= len(self._fine):
                yield _Source(other, possible, reading)

    def _judged(self, piece: Piece, sources: Sequence[_Source]) -> Iterator[tuple[Hit, bool]]:
        """Yield each hit in a text and whether it stands, not being allowed."""
        fine: _Fine | None = None
        for index, start, end in self._located(sources):
            if fine is None:
                allowed = (source.located(self._patterns, self._allowing) for source in sources)
                fine = _Fine(self._fine, chain.from_iterable(allowed))
            hit = self._hit(index - len(self._fine), piece, start, end)
            yield hit, not fine.covers(hit.finding)

    def _located(self, sources: Sequence[_Source]) -> Iterator[tuple[int, int, int]]:
        """Yield the hits of all sources, by rule; what lies inside another of its rule is one."""
        if len(sources) == 1:
            return sources[0].located(self._patterns, self._judging)
        spans: dict[int, set[Span]] = {}
        found = (source.located(self._patterns, self._judging) for source in sources)
        for index, start, end in islice(chain.from_iterable(found), MOST_HITS * 2):
            spans.setdefault(index, set()).add((start, end))
        return (
            (index, start, end) for index in sorted(spans) for start, end in outermost(spans[index])
        )

    def _allowing(self, index: int) -> bool:
        return index < len(self._fine)

    def _judging(self, index: int) -> bool:
        return index >= len(self._fine)

    def _hit(self, order: int, piece: Piece, start: int, end: int) -> Hit:
        in_key = piece.kind == "key"
        if order < len(self._items):
            item = self._items[order]
            finding = Finding(item.category, item.rule, piece.path, start, end, in_key)
            return Hit(finding, item.action, item.category, order, "blocklist")
        at = order - len(self._items)
        if at < len(self._looked.kinds):
            kind = self._looked.kinds[at]
            finding = Finding(PII, kind, piece.path, start, end, in_key)
            return Hit(finding, self._looked.action, kind, order, "pii")
        kind = self._unseen[at - len(self._looked.kinds)]
        finding = Finding(INVISIBLE, kind, piece.path, start, end, in_key)
        return Hit(finding, self._looked.invisible or "warn", kind, order, INVISIBLE)


class _Source(msgspec.Struct, frozen=True):
    """A text, the rules that may hit in it, and for another reading its way back."""

    subject: Subject
    among: Sequence[int]
    reading: Reading | None = None

    def located(
        self, patterns: PatternSet, wanted: Callable[[int], bool]
    ) -> Iterator[tuple[int, int, int]]:
        """Yield (index, start, end), in the original, for the rules that are wanted."""
        found = patterns.located(self.subject, [index for index in self.among if wanted(index)])
        if self.reading is None:
            return found
        return ((index, *self.reading.span(start, end)) for index, start, end in found)


def outermost(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield from left to right the spans that do not lie inside another."""
    reach = -1
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if end > reach:
            yield start, end
            reach = end


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
