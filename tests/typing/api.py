"""Code as a user writes it. It is never run: mypy reads it with `--strict` in `make check`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_type

import nsedmw
from nsedmw import Block, Context, Decision, Finding, Problem, Verdict, Warned
from nsedmw.protocols import Factory, Middleware


class Shout:
    """A middleware as the page about one's own has it."""

    points = ("before_prompt",)
    schema = {"type": "object", "properties": {"share": {"type": "number"}}}  # noqa: RUF012

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.share = config.get("share", 0.7)

    def check(self, context: Context) -> Verdict:
        """Judge."""
        if context.stage == "before_prompt" and isinstance(context.content, str):
            return Verdict(
                "warn",
                content=context.content.lower(),
                reason="it shouts",
                category="tone",
                hook_state={"shouted": True},
                findings=(Finding("tone", "capitals", path="", start=0, end=3),),
            )
        return Verdict("pass")


class Slow:
    """The same, awaited."""

    async def check(self, context: Context) -> Verdict:
        """Judge."""
        return Verdict("block", reason=context.agent_id)


def slow(config: Mapping[str, Any]) -> Slow:
    """Make one."""
    assert not config
    return Slow()


builtins: dict[str, Factory] = {"shout": Shout, "slow": slow}
plain: Middleware = Slow()


def loading() -> nsedmw.Engine:
    """Load in each way."""
    assert_type(nsedmw.load("pipeline.yaml"), nsedmw.Engine)
    assert_type(nsedmw.loads("{}", base_dir="."), nsedmw.Engine)
    try:
        return nsedmw.load("pipeline.yaml", builtins=builtins)
    except nsedmw.ConfigError as error:
        assert_type(error.problems, list[Problem])
        problem = error.problems[0]
        assert_type((problem.file, problem.line, problem.column), tuple[str, int, int])
        assert_type((problem.where, problem.message), tuple[str, str])
        raise SystemExit(2) from error


def running(engine: nsedmw.Engine) -> Any:
    """Run, and read all of the result."""
    with engine:
        result = engine.run(
            "before_release",
            {"title": "x"},
            stage="release",
            agent_id="a",
            job_id="j",
            round=1,
            action="propose",
            metadata={"locale": "en"},
            secrets=["s"],
            system_prompt=None,
            deadline_secs=None,
        )
    assert_type(result, nsedmw.Result)
    assert_type(result.allowed, bool)
    assert_type(result.warnings, tuple[Warned, ...])
    assert_type(result.block, Block | None)
    assert_type(result.decisions, tuple[Decision, ...])
    assert_type(result.skipped, tuple[str, ...])
    assert_type(result.question, str | None)
    assert_type(result.to_dict(), dict[str, Any])
    assert_type(result.run_id, str)
    if result.verdict == "block" and result.block is not None:
        assert_type(result.block.findings, tuple[Finding, ...])
    try:
        result.raise_for_block()
    except nsedmw.ApprovalRequired as ask:
        assert_type(ask.question, str)
    except nsedmw.Blocked as blocked:
        assert_type(blocked.category, str)
    return result.content


async def awaiting(engine: nsedmw.Engine) -> bool:
    """Run in a task."""
    async with engine:
        result = await engine.arun(
            "before_tool", tool={"name": "search", "arguments": {"q": "x"}, "call_id": "c"}
        )
    return result.allowed


def wrong(engine: nsedmw.Engine) -> None:
    """Hold that mistakes are seen by a type checker."""
    Verdict("maybe")  # type: ignore[arg-type]
    engine.run("before_release", "x", rounds=1)  # type: ignore[call-arg]
    Verdict("pass").verdict = "block"  # type: ignore[misc]
