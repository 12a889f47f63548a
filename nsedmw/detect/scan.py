"""Rules over a JSON value: every string in every reading, hits in code points of the original.

A string is read as it stands, in its canonical form, and, where asked, with what is encoded in it
decoded; one that is JSON itself is also read as what a parser makes of it. A rule that could hit in
any of these is never left out: one pass over everything says which could.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec
import regex

from nsedmw.detect.allowed import Allowed, Fine
from nsedmw.detect.canonical import changes, readings
from nsedmw.detect.canonical.lookalikes import REACH
from nsedmw.detect.decoding import decoded, may_decode
from nsedmw.detect.embedded import Inner, documents, inside, is_all, may_be_json
from nsedmw.detect.patterns import Item, PatternSet
from nsedmw.detect.reach import Reach
from nsedmw.detect.strings import Piece, pieces, texts
from nsedmw.detect.subject import Budget, Subject
from nsedmw.types import Finding

OWN_BEGINS: Final = "[REDACTED:"
MOST_SPANS: Final = 400_000
"""In all readings of one string: about 60 MB."""

_UNBOUNDED: Final = Reach()

Span = tuple[int, int]
Way = Callable[[int, int], Span]
"""From a span of a reading, not an empty one, to that of the string."""


class Rule(msgspec.Struct, frozen=True):
    """Something that is looked for, and what its findings are called.

    `folds` where letters that fold to several when case is ignored are to be folded for it, too;
    `plain` where it is about the characters themselves, so that no other form of them is read;
    `parsed` where it reads the strings inside a string that is JSON instead of that string.
    """

    item: Item
    category: str
    name: str
    folds: bool = False
    plain: bool = False
    parsed: bool = False

    @property
    def reach(self) -> Reach:
        """How much text decides about its findings; without a bound where its item says nothing."""
        reach: Reach = getattr(self.item, "reach", _UNBOUNDED)
        return reach


class Found(NamedTuple):
    """A finding of the rule with this number; not `kept` where something allows it."""

    order: int
    finding: Finding
    kept: bool


class _Source(NamedTuple):
    """A reading, the rules that may hit in it, and the way back from it; None for the string."""

    subject: Subject
    among: Sequence[int]
    way: Way | None = None
    without: frozenset[int] = frozenset()
    """Rules that read the strings inside it instead."""
    differs: bool = False
    """Whether something may hit in its canonical form."""


class TooManyHits(Exception):
    """A string is hit more often than can be told."""


class _Plan(msgspec.Struct, frozen=True):
    """What a scan was made of.

    Rules are numbered behind what allows: the first of them is `first`, the known values of one run
    are `last`. The sets hold such numbers.
    """

    rules: tuple[Rule, ...]
    fine: tuple[Fine, ...]
    patterns: PatternSet
    normalize: bool
    decode: Collection[str]
    own: regex.Pattern[str] | None
    first: int
    last: int
    folding: frozenset[int]
    plain: frozenset[int]
    parsed: frozenset[int]
    labelled: tuple[tuple[int, regex.Pattern[str]], ...]
    """Rules that a key alone can make hit, each with the pattern of such keys."""


class Scan:
    """Rules and allowed things as one set; safe to share between threads.

    `decode` names encodings (`nsedmw.detect.decoding.KINDS`). `own` matches what our redactions
    leave, in which nothing is found and which is no word for what stands beside it.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        fine: Sequence[Fine] = (),
        *,
        normalize: bool = True,
        decode: Collection[str] = (),
        own: regex.Pattern[str] | None = None,
    ) -> None:
        first = len(fine)
        items = [*(one.matcher for one in fine), *(rule.item for rule in rules)]
        both: list[Fine | Rule] = [*fine, *rules]
        self._plan = _Plan(
            tuple(rules),
            tuple(fine),
            PatternSet(items),
            normalize,
            decode,
            own,
            first,
            first + len(rules),
            folding=frozenset(index for index, one in enumerate(both) if one.folds),
            plain=frozenset(index for index, rule in enumerate(rules, first) if rule.plain),
            parsed=frozenset(index for index, rule in enumerate(rules, first) if rule.parsed),
            labelled=tuple(
                (index, labels)
                for index, rule in enumerate(rules, first)
                if (labels := getattr(rule.item, "labels", None)) is not None
            ),
        )

    def found(self, content: Any, joined: str, known: Rule | None = None) -> Iterator[Found]:
        """Yield what is found, string by string, and in each by rule and then from left to right.

        `joined` holds every text of the content, with line feeds between. `known` is a rule of this
        run alone, whose number is that behind the last; it reads every form of every string.

        Raises:
            PatternTimeout: a pattern ran past its deadline.
            TooManyHits: one string is hit more often than `MOST_SPANS`.
        """
        return _Run(self._plan, known).found(content, joined)


class _Run:
    """One content being looked through."""

    def __init__(self, plan: _Plan, known: Rule | None) -> None:
        self._plan = plan
        self._known = known
        self._budget = Budget()
        self._known_labels: dict[str, tuple[int, ...]] = {"": ()}
        self._pieces: list[Piece] = []
        """Those of the content, where they had to be looked at before."""
        self._decode: Collection[str] = ()
        """The encodings that something can be hidden in."""

    def found(self, content: Any, joined: str) -> Iterator[Found]:
        plan = self._plan
        whole = self._subject(joined, "")
        among = self._possible(whole)
        differs = plan.normalize and self._may_differ(whole, content)
        self._decode = plan.decode if self._may_hold(content) else ()
        deeper = bool(self._decode) or "\\" in joined or self._may_be_labelled(content)
        if not differs and not deeper and not self._judges(among):
            return
        for piece in self._pieces or pieces(content):
            subject = whole if piece.text is joined else self._subject(piece.text, piece.label)
            here = among if subject is whole else self._narrowed(subject, among)
            if not here and not deeper and subject.ascii:
                continue
            texts = [_Source(subject, here, differs=differs)]
            if deeper or self._judges(here):
                texts = self._with_inner(texts[0])
            sources = [source for text in texts for source in self._read(text)]
            if sources:
                yield from self._judged(piece, sources)

    def _may_differ(self, whole: Subject, content: Any) -> bool:
        """Whether a rule may hit in the canonical form of a string of the content."""
        if not self._changes(whole):
            return False
        return isinstance(content, str) or self._may_hit_formed(texts(content))

    def _may_hit_formed(self, strings: Iterable[str]) -> bool:
        # So far apart, none is a neighbour that says what letters of another are taken for.
        apart = ("\n" * (REACH + 1)).join(strings)
        return any(
            self._judges(self._possible(self._subject(reading.text, "")))
            for reading in readings(apart, fold=bool(self._plan.folding))
        )

    def _may_hold(self, content: Any) -> bool:
        """Whether a rule may hit in what is encoded anywhere in the content."""
        decode = self._plan.decode
        if not decode:
            return False
        # Lines of base64 go on in the next one: no string may go on in the next string.
        joined = content if isinstance(content, str) else "\n \n".join(texts(content))
        # Escapes inside JSON stand between this look and what is encoded.
        if "\\" in joined:
            return True
        return may_decode(joined, decode) and any(
            self._changes(subject) or self._judges(self._possible(subject))
            for subject in (self._subject(view.text, "") for view in decoded(joined, decode))
        )

    def _may_be_labelled(self, content: Any) -> bool:
        """Whether a key may say what its value is; those of a string that is JSON are not known."""
        if not self._plan.labelled:
            return False
        if isinstance(content, str):
            return may_be_json(content)
        self._pieces = list(pieces(content))
        return any(
            bool(self._labelled(piece.text)) if piece.kind == "key" else may_be_json(piece.text)
            for piece in self._pieces
        )

    def _labelled(self, label: str) -> tuple[int, ...]:
        """The rules that this key makes worth a look."""
        found = self._known_labels.get(label)
        if found is None:
            found = tuple(n for n, labels in self._plan.labelled if labels.search(label))
            self._known_labels[label] = found
        return found

    def _subject(self, text: str, label: str) -> Subject:
        own = self._plan.own
        if own is not None and OWN_BEGINS in text:
            text = own.sub(_blank, text)
        return Subject(text, self._budget, label)

    def _changes(self, subject: Subject) -> bool:
        return changes(subject.text, subject.data, fold=bool(self._plan.folding))

    def _judges(self, among: Sequence[int]) -> bool:
        """Whether something other than what allows is among them."""
        return bool(among) and among[-1] >= self._plan.first

    def _possible(self, subject: Subject) -> list[int]:
        found = self._plan.patterns.possible(subject)
        if self._known is not None and any(self._known.item.located(subject)):
            found.append(self._plan.last)
        return found

    def _narrowed(self, subject: Subject, among: Sequence[int]) -> Sequence[int]:
        """Those of `among` that may hit in a piece of that text, and what its key adds."""
        found = self._plan.patterns.narrowed(subject, among) if among else among
        more = set(self._labelled(subject.label))
        if among and among[-1] == self._plan.last:
            more.add(self._plan.last)  # the pass over the set knows nothing of it
        return sorted(more.union(found)) if more else found

    def _every(self, subject: Subject) -> list[int]:
        """As `_possible`, with what the key adds."""
        found = self._possible(subject)
        more = self._labelled(subject.label)
        return sorted({*found, *more}) if more else found

    def _with_inner(self, text: _Source) -> list[_Source]:
        """The string, and the strings inside it where it is JSON."""
        plan = self._plan
        string = text.subject.text
        where = documents(string)
        inner = list(inside(string, among=where))
        if not inner:
            return [text]
        outer = text
        if is_all(string, where):
            outer = text._replace(
                among=[n for n in text.among if n not in plan.parsed], without=plan.parsed
            )
        held = "\n".join(one.text for one in inner)
        labels = any(self._labelled(one.label) for one in inner)
        differs = (
            self._plan.normalize
            and not held.isascii()
            and (labels or self._may_hit_formed(one.text for one in inner))
        )
        among = self._possible(self._subject(held, ""))
        if not (self._judges(among) or labels or differs or self._decode):
            return [outer]
        return [outer, *(self._inner(one, among, text.way, differs=differs) for one in inner)]

    def _inner(
        self, inner: Inner, among: Sequence[int], way: Way | None, *, differs: bool
    ) -> _Source:
        subject = self._subject(inner.text, inner.label)
        here = self._narrowed(subject, among)
        without = self._plan.parsed if inner.is_json else frozenset[int]()
        here = [n for n in here if n not in without]
        return _Source(subject, here, _over(inner.span, way), without, differs)

    def _read(self, text: _Source) -> Iterator[_Source]:
        """Yield all readings of a text that a rule may hit in."""
        plan = self._plan
        if text.among:
            yield text
        if text.differs:
            yield from self._forms(text)
        if self._decode and may_decode(text.subject.text, self._decode):
            for view in decoded(text.subject.text, self._decode):
                subject = self._subject(view.text, text.subject.label)
                read = _Source(subject, (), _over(view.span, text.way), text.without)
                read = read._replace(among=self._every(subject))
                for one in self._with_inner(read):
                    yield from self._with(one, one.among, plan.plain)
                    if plan.normalize:
                        yield from self._forms(one)

    def _forms(self, text: _Source) -> Iterator[_Source]:
        """Yield the canonical form and its kin."""
        subject = text.subject
        if subject.ascii or not self._changes(subject):
            return
        plan = self._plan
        for reading in readings(subject.text, fold=bool(plan.folding)):
            other = self._subject(reading.text, subject.label)
            possible = self._every(other)
            if reading.folded:
                possible = [n for n in possible if n in plan.folding or n == plan.last]
            way = _over(reading.span, text.way)
            yield from self._with(_Source(other, (), way, text.without), possible, plan.plain)

    def _with(
        self, text: _Source, among: Sequence[int], without: frozenset[int]
    ) -> Iterator[_Source]:
        """Yield the reading with the rules that may hit in it, where one does that judges."""
        among = [n for n in among if n not in without and n not in text.without]
        if self._judges(among):
            yield text._replace(among=among)

    def _judged(self, piece: Piece, sources: Sequence[_Source]) -> Iterator[Found]:
        """Yield each finding in a string and whether it stands, not being allowed."""
        allowed: Allowed | None = None
        first = self._plan.first
        for index, start, end in self._outermost(sources):
            if allowed is None:
                fine = (self._located(source, 0, first) for source in sources)
                allowed = Allowed(self._plan.fine, chain.from_iterable(fine))
            finding = self._finding(index, piece, start, end)
            yield Found(index - first, finding, not allowed.covers(finding))

    def _outermost(self, sources: Sequence[_Source]) -> Iterator[tuple[int, int, int]]:
        """Yield the hits of all sources, by rule; what lies inside another of its rule is one."""
        first = self._plan.first
        if len(sources) == 1:
            return self._located(sources[0], first, self._plan.last + 1)
        spans: dict[int, set[Span]] = {}
        found = (self._located(source, first, self._plan.last + 1) for source in sources)
        for count, (index, start, end) in enumerate(chain.from_iterable(found)):
            if count == MOST_SPANS:
                raise TooManyHits
            spans.setdefault(index, set()).add((start, end))
        return (
            (index, start, end) for index in sorted(spans) for start, end in outermost(spans[index])
        )

    def _located(self, source: _Source, low: int, high: int) -> Iterator[tuple[int, int, int]]:
        """Yield (index, start, end), in the string, for the rules from `low` to below `high`."""
        among = [index for index in source.among if low <= index < min(high, self._plan.last)]
        found = self._plan.patterns.located(source.subject, among)
        if self._known is not None and high > self._plan.last:
            spans = self._known.item.located(source.subject)
            found = chain(found, ((self._plan.last, start, end) for start, end in spans))
        if source.way is None:
            return found
        way = source.way
        return ((index, *way(start, end)) for index, start, end in found)

    def _finding(self, index: int, piece: Piece, start: int, end: int) -> Finding:
        at = index - self._plan.first
        rules = self._plan.rules
        rule = rules[at] if at < len(rules) else self._known
        assert rule is not None  # noqa: S101  # the number of the known values comes with them
        in_key = piece.kind == "key"
        return Finding(rule.category, rule.name, piece.path, start, end, in_key)


def own_labels(kinds: Iterable[str], *, tailed: bool) -> regex.Pattern[str]:
    """Compile what redactions of these kinds leave; with `tailed` also those with a digest behind.

    The names of kinds alone may stand in it: it hides nothing else.
    """
    names = "|".join(map(regex.escape, sorted(kinds)))
    tail = "(?::[0-9a-f]{16})?" if tailed else ""
    return regex.compile(rf"\[REDACTED:(?:{names}){tail}\]")


def _blank(label: regex.Match[str]) -> str:
    # As long, so that what stands behind it stays where it is.
    return f"[{'.' * (len(label[0]) - 2)}]"


def joined_texts(content: Any) -> str:
    """Every text of a content in one; the line feed stands in no kind of personal data."""
    return content if isinstance(content, str) else "\n".join(texts(content))


def outermost(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield from left to right the spans that do not lie inside another."""
    reach = -1
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if end > reach:
            yield start, end
            reach = end


def _over(way: Way, outer: Way | None) -> Way:
    return way if outer is None else lambda start, end: outer(*way(start, end))
