"""`prompt_injection`: orders to the model in what it reads, by their wording and their looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from nsedmw.builtins.allow import allowed, slow
from nsedmw.builtins.bounds import bounded
from nsedmw.builtins.problems import Problems, Where
from nsedmw.builtins.written import named_patterns
from nsedmw.detect.injection import DETECTORS, FAMILIES, forget, told
from nsedmw.detect.scan import Found, Rule, Scan, joined_texts
from nsedmw.detect.window import Window
from nsedmw.protocols import Builtin, Middleware, Private, Site
from nsedmw.types import MESSAGE_POINTS, Context, Report

CATEGORY: Final = "prompt_injection"
THRESHOLDS: Final[dict[str, float]] = {"low": 1.5, "medium": 1.0, "high": 0.5}
"""What the signals of a passage must weigh together; figures for each stand in
docs/prompt-injection.md."""


class PromptInjection:
    """The signals of one entry; `weights` are those of the scan's rules in their order."""

    def __init__(
        self,
        scan: Scan,
        weights: Sequence[float],
        threshold: float,
        slow_options: tuple[str, ...],
        *,
        blocks: bool,
    ) -> None:
        self._scan = scan
        self._weights = tuple(weights)
        self._threshold = threshold
        self._blocks = blocks
        self.slow = slow_options
        """The options whose patterns run under a deadline instead of in linear time."""

    def check(self, context: Context, /) -> Report:
        """Judge the content.

        Raises:
            Failure: a pattern ran past its deadline, or there is more than can be told.
        """
        content = context.content
        try:
            found, dropped = bounded(
                self._scan.found(content, joined_texts(content)), self._decides
            )
        finally:
            forget()
        findings = told(found, self._weights.__getitem__, self._threshold)
        if not findings:
            return Report("pass", allowed=dropped)
        families = ", ".join(dict.fromkeys(one.rule for one in findings))
        reason = f"Content may hold a prompt injection ({families})"
        return Report(
            "block" if self._blocks else "warn",
            reason=reason if self._blocks else f"{reason} — review before release",
            category=CATEGORY,
            findings=tuple(findings),
            allowed=dropped,
        )

    def window(self, _: Private, /) -> Window:
        """Nothing need be held for its warnings; a block weighs all of a text."""
        return Window((), everything=("action: block",) if self._blocks else ())

    def _decides(self, found: Found) -> bool:
        return self._weights[found.order] >= self._threshold


def _build(options: Mapping[str, Any], _: Site) -> Middleware:
    problems = Problems()
    chosen = options.get("families", FAMILIES)
    signals = [one for one in DETECTORS if one.family in chosen]
    own = _own(options, problems)
    fine = allowed(options, {*chosen, CATEGORY, *(rule.name for rule, _, _ in own)}, problems)
    if not signals and not own:
        problems.add(("families",), "it would look for nothing; name a family or a pattern")
    threshold = _threshold(options, problems)
    most = sum(one.weight for one in signals) + sum(weight for _, weight, _ in own)
    if (signals or own) and most < threshold:
        problems.add(("families",), f"all of it together weighs {most:g}, less than the threshold "
                     f"{threshold:g}, so nothing could be told")  # fmt: skip
    problems.raise_any()
    rules = [Rule(one.item, CATEGORY, one.family, plain=one.plain) for one in signals]
    return PromptInjection(
        Scan(
            [*rules, *(rule for rule, _, _ in own)],
            [one.fine for one in fine],
            decode=options.get("decode", ()),
        ),
        [*(one.weight for one in signals), *(weight for _, weight, _ in own)],
        threshold,
        slow(((rule.item, where) for rule, _, where in own), fine),
        blocks=options.get("action", "warn") == "block",
    )


def _threshold(options: Mapping[str, Any], problems: Problems) -> float:
    if "threshold" not in options:
        return THRESHOLDS[options.get("sensitivity", "medium")]
    if "sensitivity" in options:
        problems.add(("threshold",), "`sensitivity` says it already; leave one of them out")
    return float(options["threshold"])


def _own(options: Mapping[str, Any], problems: Problems) -> list[tuple[Rule, float, Where]]:
    """The patterns of the entry itself, with their weights and places."""
    taken = {*FAMILIES, CATEGORY}
    return [
        (
            Rule(matcher, CATEGORY, written["name"], folds=True),
            float(written.get("weight", 1)),
            where,
        )
        for written, matcher, where in named_patterns(
            options, taken, "family", problems, case_sensitive=False
        )
    ]


BUILTIN: Final = Builtin(
    points=(*MESSAGE_POINTS, "after_tool"), schema="prompt_injection", build=_build
)
