"""The values that cross every seam: context in, verdict out, result at the end.

They are frozen: what a run decided cannot be edited afterwards. This module is a public promise
(docs/stability.md); a new field is appended with a default, none is renamed.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from nsedmw.errors import ApprovalRequired, Blocked

Word = Literal["pass", "warn", "block", "ask"]
FailureKind = Literal[
    "exit",
    "timeout",
    "crash",
    "unreadable",
    "start",
    "model",
    "limit",
    "invalid_content",
    "ledger",
    "closed",
]
Mode = Literal["enforce", "observe"]

MESSAGE_POINTS: Final[dict[str, tuple[str, ...]]] = {
    "before_prompt": ("before_prompt",),
    "on_provider_response": ("provider_response",),
    "before_release": ("edit", "release"),
    "on_completion": ("completion",),
    "on_job_complete": ("job_complete",),
}
TOOL_POINTS: Final[dict[str, tuple[str, ...]]] = {
    "before_tool": ("before_tool",),
    "after_tool": ("after_tool",),
}
LAYER_POINT: Final = "around_tool"
"""Its entries wrap a call; it has no stages and is not run by itself."""

STAGES: Final[dict[str, tuple[str, ...]]] = {**MESSAGE_POINTS, **TOOL_POINTS}
"""Hook point -> the stages that a run there can be at."""
DEFAULT_STAGE: Final = {point: stages[-1] for point, stages in STAGES.items()}
"""Hook point -> the stage of a run that names none (`before_release` is a release)."""
HOOK_POINTS: Final = (*MESSAGE_POINTS, "before_tool", LAYER_POINT, "after_tool")

ENGINE: Final = "engine"
"""The middleware's name where the engine itself blocks."""

_SPELLINGS: Final = {
    spelling: stage
    for stages in STAGES.values()
    for stage in stages
    for spelling in (stage, stage.replace("_", ""))
}


def stage_named(word: str) -> str | None:
    """The stage that `word` spells, with or without `_`; None where there is none."""
    return _SPELLINGS.get(word)


class _Discreet(msgspec.Struct, frozen=True):
    """A struct whose repr, which ends up in logs and tracebacks, shows no content."""

    def __repr__(self) -> str:
        fields = ", ".join(
            f"{name}={_shown(name, getattr(self, name))}" for name in self.__struct_fields__
        )
        return f"{type(self).__name__}({fields})"


_PRIVATE: Final = frozenset(
    {
        "content",
        "metadata",
        "hook_state",
        "arguments",
        "result",
        "tool",
        "reason",
        "question",
        "findings",
        "said",
    }
)


def _shown(name: str, value: object) -> str:
    if name not in _PRIVATE or value is None or value is UNSET:
        return repr(value)
    size = f" of {len(value)}" if isinstance(value, str | list | dict | tuple) else ""
    return f"<{type(value).__name__}{size}>"


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One hit of a detector.

    `start` and `end` count code points of the original string that `path` leads to (a JSON Pointer
    into the content, "" for the content itself); with `in_key`, of the last key of `path`.
    """

    category: str
    rule: str
    path: str = ""
    start: int = 0
    end: int = 0
    in_key: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON form; the five plain members always stand, `in_key` only where it is true."""
        plain: dict[str, Any] = {
            "category": self.category,
            "rule": self.rule,
            "path": self.path,
            "start": self.start,
            "end": self.end,
        }
        if self.in_key:
            plain["in_key"] = True
        return plain


class Tool(_Discreet, frozen=True):
    """The tool call that a run at a tool point is about; absent members are `UNSET`."""

    name: str
    arguments: Any
    call_id: str = ""
    turn: int | None = None
    source: str | UnsetType = UNSET
    result: Any = UNSET
    is_error: bool | UnsetType = UNSET
    caller: str = ""


class Context(_Discreet, frozen=True, dict=True):
    """What a middleware is given, read-only; `tool` is `UNSET` but at a tool point."""

    content: Any
    action: str = "propose"
    agent_id: str = ""
    job_id: str = ""
    round: int = 0
    stage: str = ""
    metadata: dict[str, Any] = msgspec.field(default_factory=dict)
    hook_state: dict[str, Any] = msgspec.field(default_factory=dict)
    tool: Tool | UnsetType = UNSET


class Verdict(_Discreet, frozen=True):
    """What a middleware answers.

    `content` replaces the context's content (None: no change; a block's is ignored), `hook_state`
    is merged key by key, `question` goes with `ask`, which `before_tool` alone knows.
    """

    verdict: Word
    content: Any = None
    reason: str | None = None
    category: str | None = None
    hook_state: dict[str, Any] | None = None
    findings: tuple[Finding, ...] = ()
    question: str | None = None


class Report(Verdict, frozen=True):
    """A verdict with what is recorded beside it; only parts of nsedmw make one."""

    allowed: int = 0
    """How many findings an `allow` item dropped."""
    said: str | None = None
    """What a program wrote beside its verdict, for the log, still to be cleaned."""


class _WithFindings(_Discreet, frozen=True):
    """What has a field `findings`, and a plain JSON form."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON form."""
        plain = msgspec.structs.asdict(self)
        plain["findings"] = [finding.to_dict() for finding in plain["findings"]]
        return plain


class Decision(_WithFindings, frozen=True):
    """What one middleware decided in one run; `duration_ms` is wall time."""

    middleware: str
    runner: str
    stage: str
    verdict: Word
    category: str = ""
    reason: str = ""
    changed: bool = False
    mode: Mode = "enforce"
    duration_ms: float = 0.0
    findings: tuple[Finding, ...] = ()
    failure: FailureKind | None = None
    allowed: int = 0


class Warned(_WithFindings, frozen=True):
    """A warning that a run let pass."""

    middleware: str
    category: str = ""
    reason: str = ""
    findings: tuple[Finding, ...] = ()


class Block(_WithFindings, frozen=True):
    """Who stopped a run and why; `failure` is set where a guard broke instead of deciding."""

    middleware: str
    category: str = ""
    reason: str = ""
    findings: tuple[Finding, ...] = ()
    failure: FailureKind | None = None


class Result(_Discreet, frozen=True):
    """What a run returns.

    `content` is None at block and ask, so that it cannot be used by mistake.
    """

    verdict: Word
    content: Any
    question: str | None = None
    warnings: tuple[Warned, ...] = ()
    block: Block | None = None
    hook_state: dict[str, Any] = msgspec.field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    skipped: tuple[str, ...] = ()
    run_id: str = ""

    @property
    def allowed(self) -> bool:
        """True for pass and warn only."""
        return self.verdict in ("pass", "warn")

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON has it (schemas/result.schema.json)."""
        return {
            "verdict": self.verdict,
            "content": self.content,
            "question": self.question,
            "warnings": [warned.to_dict() for warned in self.warnings],
            "block": self.block.to_dict() if self.block else None,
            "hook_state": self.hook_state,
            "decisions": [decision.to_dict() for decision in self.decisions],
            "skipped": list(self.skipped),
            "run_id": self.run_id,
            "allowed": self.allowed,
        }

    def raise_for_block(self) -> None:
        """Return where the run was allowed.

        Raises:
            Blocked: the run was blocked.
            ApprovalRequired: a person has to be asked.
        """
        if self.verdict == "ask":
            middleware = self.decisions[-1].middleware if self.decisions else ""
            raise ApprovalRequired(middleware, self.question or "", run_id=self.run_id)
        if self.block is not None:
            raise Blocked(
                self.block.middleware,
                self.block.category,
                self.block.reason,
                failure=self.block.failure,
                run_id=self.run_id,
            )
