"""What the rules of `rule_based` find in a content, less what `allow` says is fine."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal

import msgspec

from nsedmw.builtins.allow import Allowed, reaches
from nsedmw.builtins.blocklist import Item
from nsedmw.builtins.bounds import bounded
from nsedmw.detect import invisible
from nsedmw.detect.pii import DETECTORS
from nsedmw.detect.reach import Reach
from nsedmw.detect.scan import Rule, Scan, own_labels
from nsedmw.detect.window import Window
from nsedmw.types import Finding

PII: Final = "pii"
INVISIBLE: Final = "invisible_text"

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
    with `normalize` the canonical form is read as well, with `decode` what is encoded in such ways.
    """

    kinds: Sequence[str]
    action: str
    invisible: str | None
    normalize: bool
    decode: Collection[str] = ()
    tailed: bool = False
    """Whether redactions leave a digest or a token's end behind the kind."""


class _Meant(msgspec.Struct, frozen=True):
    """What a rule's finding means: see `Hit`."""

    action: str
    kind: str
    group: Group


class Rules:
    """Items, allowed things, kinds of personal data and of invisible text, as one scan."""

    def __init__(self, items: Sequence[Item], fine: Sequence[Allowed], looked: Looked) -> None:
        meant = [_Meant(item.action, item.category, "blocklist") for item in items]
        rules = [
            Rule(item.matcher, item.category, item.rule, folds=item.ignores_case) for item in items
        ]
        for kind in looked.kinds:
            meant.append(_Meant(looked.action, kind, PII))
            rules.append(Rule(DETECTORS[kind], PII, kind, parsed=True))
        for kind, detector in invisible.DETECTORS.items() if looked.invisible else ():
            meant.append(_Meant(looked.invisible or "warn", kind, INVISIBLE))
            rules.append(Rule(detector, INVISIBLE, kind, plain=True))
        self._meant = meant
        self._rules = rules
        self._fine = fine
        self._looked = looked
        removed = {one.kind for one in meant if one.action == "redact"}
        self._scan = Scan(
            rules,
            [one.fine for one in fine],
            normalize=looked.normalize,
            decode=looked.decode,
            own=own_labels(removed, tailed=looked.tailed) if removed else None,
        )

    def window(self, controls: Reach | None, most: int) -> Window:
        """Return what blocking and redacting need of a text; warnings change nothing of it."""
        judging = [
            (_named(one, rule), rule.reach)
            for one, rule in zip(self._meant, self._rules, strict=True)
            if one.action != "warn"
        ]
        decodes = self._looked.decode and judging
        return Window(
            [*judging, *([("binary_detection", controls)] if controls else [])],
            reaches(self._fine),
            normalize=self._looked.normalize,
            most=most,
            everything=("decode",) if decodes else (),
        )

    def hits(self, content: Any, joined: str) -> tuple[list[Hit], int]:
        """Return the hits, by string and then by rule, and how many findings `allow` dropped.

        `joined` holds every text of the content, one beside the other.

        Raises:
            Failure: a pattern ran past its deadline, or there are more than `MOST_HITS` and no
                block among them.
        """
        found = self._scan.found(content, joined)
        told, dropped = bounded(found, lambda one: self._meant[one.order].action == "block")
        return [self._hit(one.order, one.finding) for one in told], dropped

    def _hit(self, order: int, finding: Finding) -> Hit:
        meant = self._meant[order]
        return Hit(finding, meant.action, meant.kind, order, meant.group)


def _named(meant: _Meant, rule: Rule) -> str:
    return rule.name if meant.group == "blocklist" else f"{meant.group} {meant.kind}"
