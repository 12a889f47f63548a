"""`rule_based`: length, control characters, a blocklist, personal data; the first block wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from nsedmw.builtins.rule_options import Allowed, Item, Problems, allowed, blocklist
from nsedmw.detect.control import Controls
from nsedmw.detect.matcher import PatternTimeout, Subject
from nsedmw.detect.patterns import PatternSet
from nsedmw.detect.pii import DETECTORS
from nsedmw.detect.strings import Piece, Redaction, pieces, redact
from nsedmw.errors import Failure
from nsedmw.protocols import Builtin, Middleware, Site
from nsedmw.types import STAGES, Context, Finding, Report, Word
from nsedmw.wire import encode

MAX_CONTENT_LENGTH: Final = 50_000
"""Characters; the seed's default."""
FORMAT: Final = "format"
PII: Final = "pii"
_NAMED: Final = 10
"""Rules that one reason names."""


class Hit(msgspec.Struct, frozen=True):
    """One finding, what is done about it, and its rule's place in the order of rules."""

    finding: Finding
    action: str
    order: int


class RuleBased:
    """The rules of one entry, compiled. `slow` names the options whose patterns have a deadline."""

    def __init__(
        self,
        items: Sequence[Item],
        fine: Sequence[Allowed],
        kinds: Sequence[str],
        pii_action: str,
        max_length: int,
        controls: Controls | None,
    ) -> None:
        self._items = items
        self._fine = fine
        self._kinds = kinds
        self._pii_action = pii_action
        self._max_length = max_length
        self._controls = controls
        self._patterns = PatternSet(
            [
                *(item.matcher for item in items),
                *(one.matcher for one in fine),
                *(DETECTORS[kind] for kind in kinds),
            ]
        )
        written: list[Item | Allowed] = [*items, *fine]
        self.slow = tuple(
            ".".join(str(step) for step in one.where) for one in written if one.matcher.slow
        )

    def check(self, context: Context, /) -> Report:
        """Judge the content.

        Raises:
            Failure: a pattern ran past its deadline.
        """
        content = context.content
        texts = list(pieces(content))
        blocked = self._too_long(content) or self._not_text(texts)
        if blocked is not None:
            return blocked
        try:
            hits, dropped = self._hits(texts)
        except PatternTimeout:
            raise Failure("timeout", "a pattern ran past its deadline") from None
        return self._report(content, hits, dropped)

    def _too_long(self, content: Any) -> Report | None:
        if not self._max_length:
            return None
        length = len(content) if isinstance(content, str) else len(encode(content).decode())
        if length <= self._max_length:
            return None
        reason = f"Content exceeds {self._max_length} character limit ({length} chars)"
        return Report("block", reason=reason, category=FORMAT)

    def _not_text(self, texts: Iterable[Piece]) -> Report | None:
        if self._controls is None:
            return None
        count, findings = 0, []
        for path, text, kind in texts:
            here = self._controls.count(text)
            if here:
                count += here
                findings += [
                    Finding(FORMAT, "control_character", path, start, end, kind == "key")
                    for start, end in self._controls.runs(text)
                ]
        if not count:
            return None
        reason = f"Content contains {count} control/binary characters"
        return Report("block", reason=reason, category=FORMAT, findings=tuple(findings))

    def _hits(self, texts: Sequence[Piece]) -> tuple[list[Hit], int]:
        """What was found, by piece and rule, and how many findings an allowed match dropped."""
        # One pass over everything says which rules can hit at all; most text has none.
        among = self._patterns.possible(Subject("\n".join(text for _, text, _ in texts)))
        hits: list[Hit] = []
        dropped = 0
        for piece in texts if among else ():
            found, fine = self._found(piece, among)
            kept = [hit for hit in found if not _inside(hit.finding, fine)]
            dropped += len(found) - len(kept)
            hits += kept
        return hits, dropped

    def _found(
        self, piece: Piece, among: Sequence[int]
    ) -> tuple[list[Hit], list[tuple[int, int, Allowed]]]:
        hits, fine = [], []
        first_kind = len(self._items) + len(self._fine)
        in_key = piece.kind == "key"
        for index, start, end in self._patterns.located(Subject(piece.text), among):
            if index >= first_kind:
                kind = self._kinds[index - first_kind]
                finding = Finding(PII, kind, piece.path, start, end, in_key)
                hits.append(Hit(finding, self._pii_action, index))
            elif index >= len(self._items):
                fine.append((start, end, self._fine[index - len(self._items)]))
            else:
                item = self._items[index]
                finding = Finding(item.category, item.rule, piece.path, start, end, in_key)
                hits.append(Hit(finding, item.action, index))
        return hits, fine

    def _report(self, content: Any, hits: Sequence[Hit], dropped: int) -> Report:
        listed = [hit for hit in hits if hit.order < len(self._items)]
        personal = [hit for hit in hits if hit.order >= len(self._items)]
        for group in (listed, personal):
            blocking = [hit for hit in group if hit.action == "block"]
            if blocking:
                return _said("block", blocking, dropped)
        found = [*listed, *personal]
        removed = [_redaction(hit) for hit in found if hit.action == "redact"]
        changed = redact(content, removed) if removed else None
        findings = tuple(hit.finding for hit in found)
        warned = [hit for hit in found if hit.action == "warn"]
        said = _said("warn", warned, dropped) if warned else Report("pass", allowed=dropped)
        return msgspec.structs.replace(said, content=changed, findings=findings)


def _said(word: Word, hits: Sequence[Hit], dropped: int) -> Report:
    """A verdict in the words that the rules have for it, the first rule's category on it."""
    ordered = sorted(hits, key=lambda hit: hit.order)
    rules = dict.fromkeys((hit.finding.category, hit.finding.rule) for hit in ordered)
    kinds = [rule for category, rule in rules if category == PII and rule in DETECTORS]
    parts = [
        f"Content matches blocklist pattern: {rule}"
        for category, rule in rules
        if not (category == PII and rule in DETECTORS)
    ]
    if kinds and word == "block":
        parts.append(f"Content contains {', '.join(kinds)}")
    elif kinds:
        parts.append(f"Content may contain {', '.join(kinds)} — review before release")
    more = [f"and {len(parts) - _NAMED} more"] if len(parts) > _NAMED else []
    return Report(
        word,
        reason="; ".join([*parts[:_NAMED], *more]),
        category=ordered[0].finding.category,
        findings=tuple(hit.finding for hit in hits),
        allowed=dropped,
    )


def _redaction(hit: Hit) -> Redaction:
    at = hit.finding
    kind = at.rule if at.category == PII and at.rule in DETECTORS else at.category
    return Redaction(at.path, at.start, at.end, f"[REDACTED:{kind}]", at.in_key)


def _inside(finding: Finding, fine: Iterable[tuple[int, int, Allowed]]) -> bool:
    return any(
        start <= finding.start and finding.end <= end and one.covers(finding.category, finding.rule)
        for start, end, one in fine
    )


def _build(options: Mapping[str, Any], site: Site) -> Middleware:
    problems = Problems()
    items = blocklist(options, site, problems)
    fine = allowed(options, problems)
    problems.raise_any()
    return RuleBased(
        items,
        fine,
        _kinds(options.get("pii_patterns", True)),
        options.get("pii_action", "warn"),
        options.get("max_content_length", MAX_CONTENT_LENGTH),
        Controls(options.get("binary_allow", ()))
        if options.get("binary_detection", True)
        else None,
    )


def _kinds(chosen: bool | Sequence[str]) -> tuple[str, ...]:
    if isinstance(chosen, bool):
        return tuple(DETECTORS) if chosen else ()
    return tuple(kind for kind in DETECTORS if kind in chosen)


BUILTIN: Final = Builtin(points=tuple(STAGES), schema="rule_based", build=_build)
