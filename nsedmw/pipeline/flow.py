"""What runs next, what stops a run, and how verdicts fold: decided here and nowhere else.

`flow` does no I/O. It yields whom to ask about what, is sent the outcome, and returns the result.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from nsedmw.pipeline.boundary import Outcome, Run, admit
from nsedmw.pipeline.drive import Steps
from nsedmw.pipeline.entry import Entry, Pipeline
from nsedmw.types import Block, Context, Decision, Report, Result, Verdict, Warned
from nsedmw.wire import encode

_MILLI: Final = 1000.0


def flow(pipeline: Pipeline, context: Context, run: Run) -> Steps[Result]:
    """One run of a pipeline over one context."""
    warnings: list[Warned] = []
    decisions: list[Decision] = []
    skipped: list[str] = []
    for entry, conditional in pipeline.stages[context.stage]:
        admitted = admit(pipeline, entry, context, run) if conditional else True
        if admitted is False:
            skipped.append(entry.name)
            continue
        outcome = (yield entry, context) if admitted is True else admitted
        verdict = outcome.verdict
        decisions.append(_decision(entry, context, outcome))
        if entry.mode == "observe":
            continue
        word = verdict.verdict
        if word == "warn":
            warnings.append(
                Warned(entry.name, verdict.category or "", verdict.reason or "", verdict.findings)
            )
        if verdict.hook_state or (verdict.content is not None and word != "block"):
            context = _after(context, verdict)
        if word in ("block", "ask"):
            return _stopped(entry, context, outcome, run, warnings, decisions, skipped)
    return Result(
        "warn" if warnings else "pass",
        context.content,
        None,
        tuple(warnings),
        None,
        context.hook_state,
        tuple(decisions),
        tuple(skipped),
        run.run_id,
    )


def stopped_by(entry: Entry, context: Context, outcome: Outcome, run: Run) -> Result:
    """The result of a run that this outcome of an entry stopped."""
    return _stopped(entry, context, outcome, run, [], [_decision(entry, context, outcome)], [])


def _decision(entry: Entry, context: Context, outcome: Outcome) -> Decision:
    verdict = outcome.verdict
    return Decision(
        entry.name,
        entry.runner,
        context.stage,
        verdict.verdict,
        verdict.category or "",
        verdict.reason or "",
        verdict.content is not None and _changes(verdict, context),
        entry.mode,
        (outcome.ended - outcome.started) * _MILLI,
        verdict.findings,
        outcome.failure,
        verdict.allowed if isinstance(verdict, Report) else 0,
    )


def _changes(verdict: Verdict, context: Context) -> bool:
    if verdict.verdict in ("block", "ask"):
        return False
    new, old = verdict.content, context.content
    if type(new) is str and type(old) is str:
        return new != old
    # `==` would call 1, 1.0 and true equal; JSON does not.
    return encode(new) != encode(old)


def _after(context: Context, verdict: Verdict) -> Context:
    changes: dict[str, Any] = {}
    if verdict.hook_state:
        changes["hook_state"] = {**context.hook_state, **verdict.hook_state}
    if verdict.content is not None and verdict.verdict in ("pass", "warn"):
        changes["content"] = verdict.content
        if context.tool:
            member = "arguments" if context.stage == "before_tool" else "result"
            changes["tool"] = msgspec.structs.replace(context.tool, **{member: verdict.content})
    return msgspec.structs.replace(context, **changes)


def _stopped(
    entry: Entry,
    context: Context,
    outcome: Outcome,
    run: Run,
    warnings: list[Warned],
    decisions: list[Decision],
    skipped: list[str],
) -> Result:
    verdict = outcome.verdict
    block = None
    if verdict.verdict == "block":
        block = Block(
            entry.name,
            verdict.category or "",
            verdict.reason or "",
            verdict.findings,
            outcome.failure,
        )
    return Result(
        verdict.verdict,
        None,
        (verdict.question or "") if block is None else None,
        tuple(warnings),
        block,
        context.hook_state,
        tuple(decisions),
        tuple(skipped),
        run.run_id,
    )
