"""`redact_secrets`: credentials by form, by the values that a run names, and by randomness."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import regex

from nsedmw.builtins.allow import allowed
from nsedmw.builtins.bounds import bounded
from nsedmw.builtins.problems import Problems, Where
from nsedmw.builtins.strategy import Strategy, strategy_of
from nsedmw.builtins.written import slow
from nsedmw.detect.allowed import Fine, Reach
from nsedmw.detect.matcher import PatternError, compile_pattern
from nsedmw.detect.redaction import Redaction, Write, redact
from nsedmw.detect.scan import Found, Rule, Scan, joined_texts
from nsedmw.detect.secrets import DETECTORS, HIGH_ENTROPY
from nsedmw.detect.secrets.entropy import high_entropy
from nsedmw.detect.secrets.exact import KnownValues
from nsedmw.errors import Failure, OptionsRefused
from nsedmw.protocols import Builtin, Middleware, Private, Site
from nsedmw.types import STAGES, Context, Report, Word

CATEGORY: Final = "secret"
KNOWN: Final = "secret"
"""The kind of values that the run or the environment names."""

MIN_ENTROPY_BITS: Final = 4.5
MIN_ENTROPY_LENGTH: Final = 32
"""Shannon bits for each byte, and characters: the seed's defaults."""

ROUNDS: Final = 8
"""Of redaction; more than two take text that was made for it."""

_NAME: Final = re.compile(r"[A-Za-z0-9_.-]+")
_OWN: Final = r"\[REDACTED:(?:{})\]"
_OWN_TAILED: Final = r"\[REDACTED:(?:{}):[0-9a-f]{{16}}\]"
"""What we leave ourselves. It is no free pass: the names of kinds alone may stand in it, and what
`hash` and `token` write behind them where that is the strategy."""


class RedactSecrets:
    """The rules of one entry, compiled."""

    def __init__(
        self,
        scan: Scan,
        names: Sequence[str],
        values: Sequence[str],
        action: str,
        strategy: Strategy,
        slow_options: tuple[str, ...],
    ) -> None:
        self._scan = scan
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
        known = self._known
        if private.secrets:
            known = _known([*self._values, *private.secrets])
        told, dropped = self._found(context.content, known)
        if not told:
            return Report("pass", allowed=dropped)
        findings = tuple(one.finding for one in told)
        kinds = ", ".join(self._name(order) for order in sorted({one.order for one in told}))
        if self._action == "redact":
            content = self._without(context.content, told, known, self._strategy(private))
            return Report("pass", content=content, findings=findings, allowed=dropped)
        reason = f"Content contains {kinds}"
        if self._action == "warn":
            reason = f"Content may contain {kinds} — review before release"
        word: Word = "block" if self._action == "block" else "warn"
        return Report(word, reason=reason, category=CATEGORY, findings=findings, allowed=dropped)

    def _found(self, content: Any, known: Rule | None) -> tuple[list[Found], int]:
        found = self._scan.found(content, joined_texts(content), known)
        return bounded(_told_once(found, self._ranked), lambda _: self._action == "block")

    def _without(self, content: Any, told: list[Found], known: Rule | None, write: Write) -> Any:
        """Return the content without what was found, and without what that had hidden.

        A password glued to a token is none before the token is gone.
        """
        for _ in range(ROUNDS):
            content = redact(content, [self._redaction(one) for one in told], write)
            told, _ = self._found(content, known)
            if not told:
                return content
        raise Failure("limit", f"secrets are left after {ROUNDS} rounds of redaction")

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
            reach = Reach(earlier)
            yield from (one for one in ones if not reach.holds(*_span(one)))
            earlier += map(_span, ones)


def _span(found: Found) -> tuple[int, int]:
    return found.finding.start, found.finding.end


def _known(values: Sequence[str]) -> Rule | None:
    values = [value for value in values if value]
    return Rule(KnownValues(values), CATEGORY, KNOWN) if values else None


def _build(options: Mapping[str, Any], site: Site) -> Middleware:
    problems = Problems()
    patterns = _patterns(options, problems)
    rules = _rules(options, [rule for rule, _ in patterns])
    names = [rule.name for rule in rules]
    fine = allowed(options, {*names, CATEGORY}, problems)
    values = _values(options.get("secrets_env", ()), site, problems)
    redacts = options.get("action", "redact") == "redact"
    strategy = strategy_of(options, site, problems, redacts=redacts)
    problems.raise_any()
    scan = Scan(
        rules,
        [*(one.fine for one in fine), *_ours(names, options)],
        decode=options.get("decode", ()),
    )
    return RedactSecrets(
        scan,
        names,
        values,
        options.get("action", "redact"),
        strategy,
        slow(
            [
                *((rule.item, where) for rule, where in patterns),
                *((one.fine.matcher, one.where) for one in fine),
            ]
        ),
    )


def _ours(names: Sequence[str], options: Mapping[str, Any]) -> list[Fine]:
    kinds = "|".join(map(regex.escape, [*names, KNOWN]))
    # A known value that is a word of a label is there with the label.
    fine = [Fine(compile_pattern(_OWN.format(kinds)), frozenset([*names, KNOWN]))]
    if options.get("strategy") in ("hash", "token"):
        # Anything may look like a digest, but no value that the run names is fine there.
        fine.append(Fine(compile_pattern(_OWN_TAILED.format(kinds)), frozenset(names)))
    return fine


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


def _patterns(options: Mapping[str, Any], problems: Problems) -> list[tuple[Rule, Where]]:
    rules: list[tuple[Rule, Where]] = []
    taken = {*DETECTORS, HIGH_ENTROPY, KNOWN, CATEGORY}
    for index, written in enumerate(options.get("patterns", ())):
        name = written["name"]
        at = ("patterns", index, "name")
        if not _NAME.fullmatch(name):
            problems.add(at, "a name has letters, digits, `_`, `.` and `-` alone")
        elif name in taken:
            problems.add(at, "there is a kind or another pattern of that name; choose a new one")
        taken.add(name)
        try:
            matcher = compile_pattern(written["pattern"])
        except PatternError as error:
            problems.add(("patterns", index, "pattern"), f"not a usable regex: {error.message}")
            continue
        rules.append((Rule(matcher, CATEGORY, name), ("patterns", index)))
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
