"""`rule_based`: length, control characters, blocklist, personal data, invisible text, in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, Final

import msgspec

from nsedmw.builtins.allow import allowed, slow
from nsedmw.builtins.blocklist import blocklist
from nsedmw.builtins.problems import Problems
from nsedmw.builtins.rounds import until_clear
from nsedmw.builtins.rule_hits import INVISIBLE, PII, Group, Hit, Looked, Rules
from nsedmw.builtins.strategy import TAILED, Strategy, strategy_of
from nsedmw.detect.control import Controls
from nsedmw.detect.pii import DETECTORS, USUAL
from nsedmw.detect.reasons import cut
from nsedmw.detect.redaction import Redaction, redact
from nsedmw.detect.scan import joined_texts
from nsedmw.detect.strings import pieces
from nsedmw.detect.window import Window
from nsedmw.protocols import Builtin, Middleware, Private, Site
from nsedmw.types import STAGES, Context, Finding, Report, Word
from nsedmw.wire import encode

MAX_CONTENT_LENGTH: Final = 50_000
"""Characters; the seed's default."""
FORMAT: Final = "format"
ALL: Final = "all"
_NAMED: Final = 10
"""Rules that one reason names."""
_GROUPS: Final[tuple[Group, ...]] = ("blocklist", "pii", "invisible_text")
"""In the order in which a block is told."""
_RULE_CHARS: Final = 200
"""Of a rule in a reason; its finding holds all of it."""
_RUNS: Final = 1000
"""Runs of control characters that become findings; the reason counts all characters."""


class RuleBased:
    """The rules of one entry, compiled."""

    def __init__(
        self,
        rules: Rules,
        max_length: int,
        controls: Controls | None,
        strategy: Strategy,
        slow: tuple[str, ...],
    ) -> None:
        self._rules = rules
        self._max_length = max_length
        self._controls = controls
        self._strategy = strategy
        self.slow = slow
        """The options whose patterns run under a deadline instead of in linear time."""

    def check(self, context: Context, /) -> Report:
        """As `informed`, with nothing private."""
        return self.informed(context, Private())

    def informed(self, context: Context, private: Private, /) -> Report:
        """Judge the content.

        Raises:
            Failure: a pattern ran past its deadline, the rules hit too often to tell, or tokens are
                asked for outside a session.
        """
        content = context.content
        too_long = self._too_long(content)
        if too_long is not None:
            return too_long
        joined = joined_texts(content)
        return self._not_text(content, joined) or self._judged(content, joined, private)

    def window(self, _: Private, /) -> Window:
        """What it needs of a text that comes in pieces."""
        return self._window

    @cached_property
    def _window(self) -> Window:
        controls = self._controls.reach if self._controls else None
        return self._rules.window(controls, self._max_length)

    def _too_long(self, content: Any) -> Report | None:
        if not self._max_length:
            return None
        length = len(content) if isinstance(content, str) else len(encode(content).decode())
        if length <= self._max_length:
            return None
        reason = f"Content exceeds {self._max_length} character limit ({length} chars)"
        return Report("block", reason=reason, category=FORMAT)

    def _not_text(self, content: Any, joined: str) -> Report | None:
        count = self._controls.count(joined) if self._controls else 0
        if not count or self._controls is None:
            return None
        reason = f"Content contains {count} control/binary characters"
        findings = tuple(islice(_controls_in(content, self._controls), _RUNS))
        return Report("block", reason=reason, category=FORMAT, findings=findings)

    def _judged(self, content: Any, joined: str, private: Private) -> Report:
        hits, dropped = self._rules.hits(content, joined)
        # The blocklist comes before personal data, so its block is the one that is told.
        for group in _GROUPS:
            blocking = [hit for hit in hits if hit.group == group and hit.action == "block"]
            if blocking:
                return _said("block", blocking, dropped)
        warned = [hit for hit in hits if hit.action == "warn"]
        said = _said("warn", warned, dropped) if warned else Report("pass", allowed=dropped)
        removed = [hit for hit in hits if hit.action == "redact"]
        return msgspec.structs.replace(
            said,
            content=self._without(content, removed, private) if removed else None,
            findings=tuple(hit.finding for hit in hits),
        )

    def _without(self, content: Any, removed: list[Hit], private: Private) -> Any:
        write = self._strategy(private)
        return until_clear(
            content,
            removed,
            lambda content, hits: redact(content, map(_redaction, hits), write),
            self._to_redact,
        )

    def _to_redact(self, content: Any) -> list[Hit]:
        hits, _ = self._rules.hits(content, joined_texts(content))
        return [hit for hit in hits if hit.action == "redact"]


def _controls_in(content: Any, controls: Controls) -> Iterable[Finding]:
    for path, text, kind, _ in pieces(content):
        for start, end in controls.runs(text):
            yield Finding(FORMAT, "control_character", path, start, end, kind == "key")


def _said(word: Word, hits: Sequence[Hit], dropped: int) -> Report:
    """Put hits into a verdict; its category is the first rule's."""
    ordered = sorted(hits, key=lambda hit: hit.order)
    rules = dict.fromkeys(hit.finding.rule for hit in ordered if hit.group == "blocklist")
    kinds = ", ".join(dict.fromkeys(hit.kind for hit in ordered if hit.group == PII))
    unseen = ", ".join(dict.fromkeys(hit.kind for hit in ordered if hit.group == INVISIBLE))
    parts = [f"Content matches blocklist pattern: {cut(rule, _RULE_CHARS)}" for rule in rules]
    if len(parts) > _NAMED:
        parts[_NAMED:] = [f"and {len(parts) - _NAMED} more"]
    if kinds and word == "block":
        parts.append(f"Content contains {kinds}")
    elif kinds:
        parts.append(f"Content may contain {kinds} — review before release")
    if unseen:
        parts.append(f"Content contains invisible text: {unseen}")
    return Report(
        word,
        reason="; ".join(parts),
        category=ordered[0].finding.category,
        findings=tuple(hit.finding for hit in hits),
        allowed=dropped,
    )


def _redaction(hit: Hit) -> Redaction:
    at = hit.finding
    return Redaction(at.path, at.start, at.end, hit.kind, at.in_key)


def _build(options: Mapping[str, Any], site: Site) -> Middleware:
    problems = Problems()
    kinds = _kinds(options.get("pii_patterns", True))
    items = blocklist(options, site, problems)
    looked = Looked(
        kinds,
        options.get("pii_action", "warn"),
        options.get("invisible_text", "warn") or None,
        options.get("normalize", True),
        options.get("decode", ()),
        options.get("strategy") in TAILED,
    )
    fine = allowed(options, {*kinds, PII, INVISIBLE, *(item.category for item in items)}, problems)
    redacts = looked.action == "redact" and bool(kinds)
    redacts = redacts or any(item.action == "redact" for item in items)
    strategy = strategy_of(options, site, problems, redacts=redacts)
    problems.raise_any()
    controls = Controls(options.get("binary_allow", ()))
    return RuleBased(
        Rules(items, fine, looked),
        options.get("max_content_length", MAX_CONTENT_LENGTH),
        controls if options.get("binary_detection", True) else None,
        strategy,
        slow(((item.matcher, item.where) for item in items), fine),
    )


def _kinds(chosen: bool | str | Sequence[str]) -> tuple[str, ...]:
    """Return the kinds in the order in which a reason names them."""
    if isinstance(chosen, bool):
        return USUAL if chosen else ()
    if chosen == ALL:
        return tuple(DETECTORS)
    return tuple(kind for kind in DETECTORS if kind in chosen)


BUILTIN: Final = Builtin(points=tuple(STAGES), schema="rule_based", build=_build)
