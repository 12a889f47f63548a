"""`redact_secrets`: credentials by form, by the values that a run names, and by randomness."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from nsedmw.builtins.allow import Allowed, allowed, reaches, slow
from nsedmw.builtins.bounds import bounded
from nsedmw.builtins.problems import Problems
from nsedmw.builtins.rounds import until_clear
from nsedmw.builtins.strategy import TAILED, Strategy, strategy_of
from nsedmw.builtins.written import named_patterns
from nsedmw.detect.allowed import Spans
from nsedmw.detect.redaction import Redaction, redact, told_paths
from nsedmw.detect.scan import Found, Rule, Scan, joined_texts, own_labels
from nsedmw.detect.secrets import DETECTORS, HIGH_ENTROPY
from nsedmw.detect.secrets.entropy import high_entropy
from nsedmw.detect.secrets.exact import KnownValues
from nsedmw.detect.window import Window
from nsedmw.errors import OptionsRefused
from nsedmw.protocols import Builtin, Middleware, Private, Site
from nsedmw.types import STAGES, Context, Report, Word

CATEGORY: Final = "secret"
KNOWN: Final = "secret"
"""The kind of values that the run or the environment names."""

MIN_ENTROPY_BITS: Final = 4.5
MIN_ENTROPY_LENGTH: Final = 32
"""Shannon bits for each byte, and characters: the seed's defaults."""


class RedactSecrets:
    """The rules of one entry, compiled."""

    def __init__(
        self,
        scan: Scan,
        rules: Sequence[Rule],
        fine: Sequence[Allowed],
        values: Sequence[str],
        action: str,
        strategy: Strategy,
        slow_options: tuple[str, ...],
        *,
        decodes: bool,
    ) -> None:
        names = [rule.name for rule in rules]
        self._scan = scan
        self._rules = tuple(rules)
        self._fine = tuple(fine)
        self._decodes = decodes
        self._names = tuple(names)
        self._ranked = frozenset(n for n, name in enumerate(names) if name in DETECTORS)
        self._values = tuple(values)
        self._known = _known(values)
        self._action = action
        self._strategy = strategy
        self.slow = slow_options
        """The options whose patterns run under a deadline instead of in linear time."""

    def check(self, context: Context, /) -> Report:
        """As `informed`, with nothing private."""
        return self.informed(context, Private())

    def informed(self, context: Context, private: Private, /) -> Report:
        """Judge the content.

        Raises:
            Failure: a pattern ran past its deadline, there is more than can be told, or tokens are
                asked for outside a session.
        """
        known = self._known_to(private)
        told, dropped = self._found(context.content, known)
        if not told:
            return Report("pass", allowed=dropped)
        findings = tuple(told_paths(one.finding for one in told))
        kinds = ", ".join(self._name(order) for order in sorted({one.order for one in told}))
        if self._action == "redact":
            write = self._strategy(private)
            content = until_clear(
                context.content,
                told,
                lambda content, hits: redact(content, map(self._redaction, hits), write),
                lambda content: self._found(content, known)[0],
            )
            return Report("pass", content=content, findings=findings, allowed=dropped)
        reason = f"Content contains {kinds}"
        if self._action == "warn":
            reason = f"Content may contain {kinds} — review before release"
        word: Word = "block" if self._action == "block" else "warn"
        return Report(word, reason=reason, category=CATEGORY, findings=findings, allowed=dropped)

    def window(self, private: Private, /) -> Window:
        """What it needs of a text that comes in pieces; warnings change nothing of it."""
        if self._action == "warn":
            return Window(())
        known = self._known_to(private)
        rules = [*self._rules, *([known] if known else [])]
        return Window(
            [(rule.name, rule.reach) for rule in rules],
            reaches(self._fine),
            everything=("decode",) if self._decodes else (),
        )

    def _known_to(self, private: Private) -> Rule | None:
        """The values that the entry and this run name, compiled once for the run."""
        if not private.secrets:
            return self._known
        if self not in private.made:
            private.made[self] = _known([*self._values, *private.secrets])
        known: Rule | None = private.made[self]
        return known

    def _found(self, content: Any, known: Rule | None) -> tuple[list[Found], int]:
        found = self._scan.found(content, joined_texts(content), known)
        return bounded(_told_once(found, self._ranked), lambda _: self._action == "block")

    def _name(self, order: int) -> str:
        return self._names[order] if order < len(self._names) else KNOWN

    def _redaction(self, found: Found) -> Redaction:
        at = found.finding
        return Redaction(at.path, at.start, at.end, self._name(found.order), at.in_key)


def _told_once(found: Iterable[Found], ranked: Collection[int]) -> Iterator[Found]:
    """Leave out what lies wholly inside a finding of a kind before its own, by `ranked` kinds.

    A token is random as well, and a bearer's JWT is a JWT: the first kind says what it is.
    """
    for _, group in groupby(found, key=lambda one: (one.finding.path, one.finding.in_key)):
        earlier: list[tuple[int, int]] = []
        for order, same in groupby(group, key=lambda one: one.order):
            if order not in ranked:
                yield from same
                continue
            ones = list(same)
            held = Spans(earlier)
            yield from (one for one in ones if not held.holds(*_span(one)))
            earlier += [_span(one) for one in ones if one.kept]


def _span(found: Found) -> tuple[int, int]:
    return found.finding.start, found.finding.end


def _known(values: Sequence[str]) -> Rule | None:
    values = [value for value in values if value]
    return Rule(KnownValues(values), CATEGORY, KNOWN) if values else None


def _build(options: Mapping[str, Any], site: Site) -> Middleware:
    problems = Problems()
    taken = {*DETECTORS, KNOWN, CATEGORY}
    patterns = list(named_patterns(options, taken, "kind", problems, case_sensitive=True))
    own = [Rule(matcher, CATEGORY, written["name"]) for written, matcher, _ in patterns]
    rules = _rules(options, own)
    names = [rule.name for rule in rules]
    fine = allowed(options, {*names, CATEGORY}, problems)
    values = _values(options.get("secrets_env", ()), site, problems)
    redacts = options.get("action", "redact") == "redact"
    strategy = strategy_of(options, site, problems, redacts=redacts)
    problems.raise_any()
    scan = Scan(
        rules,
        [one.fine for one in fine],
        decode=options.get("decode", ()),
        own=own_labels([*names, KNOWN], tailed=options.get("strategy") in TAILED),
    )
    return RedactSecrets(
        scan,
        rules,
        fine,
        values,
        options.get("action", "redact"),
        strategy,
        slow(((matcher, where) for _, matcher, where in patterns), fine),
        decodes=bool(options.get("decode")),
    )


def _rules(options: Mapping[str, Any], patterns: Sequence[Rule]) -> list[Rule]:
    chosen = options.get("kinds", tuple(DETECTORS))
    kinds = [kind for kind in DETECTORS if kind in chosen and kind != HIGH_ENTROPY]
    rules = [Rule(DETECTORS[kind], CATEGORY, kind, parsed=True) for kind in kinds]
    rules += patterns
    if options.get("entropy", True):
        detector = high_entropy(
            options.get("min_entropy_bits", MIN_ENTROPY_BITS),
            options.get("min_entropy_length", MIN_ENTROPY_LENGTH),
        )
        rules.append(Rule(detector, CATEGORY, HIGH_ENTROPY, parsed=True))
    return rules


def _values(names: Sequence[str], site: Site, problems: Problems) -> list[str]:
    values = []
    for index, name in enumerate(names):
        try:
            values.append(site.variable(("secrets_env", index), name) or "")
        except OptionsRefused as refused:
            problems.take(refused)
    return values


BUILTIN: Final = Builtin(points=tuple(STAGES), schema="redact_secrets", build=_build)
