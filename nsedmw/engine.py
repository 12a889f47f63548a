"""The object that users hold: a configuration that stands, ready to judge."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from math import inf
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self, TypedDict, Unpack

from nsedmw import log
from nsedmw.errors import EngineClosed, InvalidContent
from nsedmw.loader.specs import BuiltinSpec, ConfigSpec, EntrySpec
from nsedmw.pipeline.boundary import Run
from nsedmw.pipeline.drive import adrive, drive
from nsedmw.pipeline.entry import Pipeline
from nsedmw.pipeline.intake import ABSENT, context_of, stage_at
from nsedmw.pipeline.portal import Portal
from nsedmw.protocols import Private
from nsedmw.types import LAYER_POINT, STAGES, TOOL_POINTS, Block, Context, Decision, Result
from nsedmw.vault import Vault, Vaults
from nsedmw.wire import encode

MAX_SECS: Final = 31_536_000
"""A year, as for an entry's `timeout_secs`."""
TTL_SECS: Final = 3600.0
"""How long an unused conversation's values are kept where nobody says."""
ENGINE: Final = "engine"
"""The middleware's name where the engine itself blocks."""


class RunArguments(TypedDict, total=False):
    """What `Engine.run` takes beside the hook point and the content."""

    stage: str | None
    agent_id: str
    job_id: str
    round: int
    action: str
    metadata: Mapping[str, Any] | None
    secrets: Sequence[str]
    system_prompt: str | None
    deadline_secs: float | None
    tool: Mapping[str, Any] | None
    alone: bool


class Engine:
    """A loaded configuration. Safe to use from many threads and tasks at once.

    Made by `nsedmw.load` and `nsedmw.loads`. Use it as a context manager, or call `close`.
    """

    def __init__(self, spec: ConfigSpec, pipelines: Mapping[str, Pipeline]) -> None:
        self.spec = spec
        self._pipelines = dict(pipelines)
        self._layers = tuple(layer.name for layer in spec.middleware.get(LAYER_POINT, ()))
        self._portal = Portal()
        self._vaults = Vaults()
        self._closed = False

    def run(
        self,
        point: str,
        content: Any = ABSENT,
        *,
        stage: str | None = None,
        agent_id: str = "",
        job_id: str = "",
        round: int = 0,  # noqa: A002  # the context's own word
        action: str = "propose",
        metadata: Mapping[str, Any] | None = None,
        secrets: Sequence[str] = (),
        system_prompt: str | None = None,
        deadline_secs: float | None = None,
        tool: Mapping[str, Any] | None = None,
        alone: bool = False,
        session: Session | None = None,
    ) -> Result:
        """Run the pipeline of one hook point over one content.

        `secrets` and `system_prompt` reach the cleaning of reasons and detectors only: never a
        context, a program or a log. `deadline_secs` bounds every entry's time as well. `session` is
        the conversation that this is a part of (`Session.run` says it itself).

        Raises:
            EngineClosed: `close` was called before.
            TypeError, ValueError: an argument that no run can have.
        """
        begun = self._begin(
            point, content, stage, agent_id, job_id, round, action, metadata,
            secrets, system_prompt, deadline_secs, tool, alone, session,
        )  # fmt: skip
        if isinstance(begun, Result):
            return begun
        return self._ended(begun[0], drive(*begun, self._portal))

    async def arun(
        self,
        point: str,
        content: Any = ABSENT,
        *,
        stage: str | None = None,
        agent_id: str = "",
        job_id: str = "",
        round: int = 0,  # noqa: A002  # the context's own word
        action: str = "propose",
        metadata: Mapping[str, Any] | None = None,
        secrets: Sequence[str] = (),
        system_prompt: str | None = None,
        deadline_secs: float | None = None,
        tool: Mapping[str, Any] | None = None,
        alone: bool = False,
        session: Session | None = None,
    ) -> Result:
        """`run`, awaited; the same arguments give the same result. Needs asyncio."""
        begun = self._begin(
            point, content, stage, agent_id, job_id, round, action, metadata,
            secrets, system_prompt, deadline_secs, tool, alone, session,
        )  # fmt: skip
        if isinstance(begun, Result):
            return begun
        return self._ended(begun[0], await adrive(*begun, self._portal))

    def session(self, key: str, *, ttl_secs: float = TTL_SECS) -> Session:
        """A conversation whose redactions by `strategy: token` can be turned back.

        Two of one key share their values, which are dropped when none was used for `ttl_secs`.

        Raises:
            EngineClosed: `close` was called before.
            TypeError, ValueError: a key that is no text or empty, a time that is not above zero.
        """
        if not isinstance(key, str):
            raise TypeError("a session's key must be a string")
        if not key:
            raise ValueError("a session's key must not be empty: it tells conversations apart")
        secs = _seconds(ttl_secs, "ttl_secs")
        session = Session(self, lambda: self._held(key, secs), lambda: self._vaults.drop(key))
        session.vault()
        return session

    def _held(self, key: str, ttl_secs: float) -> Vault:
        if self._closed:
            raise EngineClosed("the engine was closed; load the configuration again")
        return self._vaults.of(key, ttl_secs)

    def _vault(self, session: Session) -> Vault:
        if not isinstance(session, Session) or session.engine is not self:
            raise TypeError("session must be one of this engine's (engine.session)")
        return session.vault()

    def refuse(self, point: str, why: str, *, stage: str | None = None) -> Result:
        """The block of a run whose data could not become a context; `why` quotes nothing of it."""
        return self._refused(stage_at(self._known(point), stage), _run_id(), why)

    def explain(self) -> dict[str, Any]:
        """What stands, in the order that it runs, as plain data; variables are shown unfilled."""
        return {
            "file": self.spec.file,
            "version": self.spec.version,
            "points": {
                point: [_explained(self._pipelines[point], i, spec) for i, spec in enumerate(specs)]
                for point, specs in self.spec.middleware.items()
            },
            "checkpoint": {
                "key_env": self.spec.checkpoint.key_env,
                "key_set": self.spec.checkpoint.key is not None,
                "unsigned": self.spec.checkpoint.unsigned,
            },
            "unseen": list(self.spec.unseen),
        }

    def close(self) -> None:
        """End everything that the engine started. A run in flight fails closed or finishes."""
        self._closed = True
        for pipeline in self._pipelines.values():
            for entry in pipeline.entries:
                entry.close()
        self._portal.close()
        self._vaults.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # It may wait a moment for its thread; this loop has others to serve meanwhile.
        await asyncio.to_thread(self.close)

    def __repr__(self) -> str:
        counts = ", ".join(f"{point} {len(p.entries)}" for point, p in self._pipelines.items())
        return f"<nsedmw.Engine {self.spec.file}: {counts}>"

    def _begin(
        self,
        point: str,
        content: Any,
        stage: str | None,
        agent_id: str,
        job_id: str,
        round: int,  # noqa: A002  # the context's own word
        action: str,
        metadata: Mapping[str, Any] | None,
        secrets: Sequence[str],
        system_prompt: str | None,
        deadline_secs: float | None,
        tool: Mapping[str, Any] | None,
        alone: bool,
        session: Session | None,
    ) -> tuple[Pipeline, Context, Run] | Result:
        if self._closed:
            raise EngineClosed("the engine was closed; load the configuration again")
        if self.spec.static:
            raise ValueError("an engine loaded with static=True explains and does not run")
        pipeline = self._pipelines.get(point) or self._pipelines[self._known(point)]
        if self._layers and not alone and point in TOOL_POINTS:
            raise ValueError(
                f"around_tool has entries ({', '.join(self._layers)}) that a run of {point} would"
                " leave out; make the call through them, or say alone=True"
            )
        stage = stage_at(point, stage)
        if secrets or system_prompt is not None:
            secrets = _private(secrets, system_prompt)
        vault = None if session is None else self._vault(session)
        deadline = None if deadline_secs is None else monotonic() + _seconds(deadline_secs)
        run = Run(_run_id(), Private(secrets, system_prompt, vault), deadline, secrets)
        try:
            context = context_of(stage, content, tool, action, agent_id, job_id, round, metadata)
        except InvalidContent as error:
            return self._refused(stage, run.run_id, str(error))
        return pipeline, context, run

    def _known(self, point: str) -> str:
        if point == LAYER_POINT:
            raise ValueError("around_tool is not run by itself: its entries wrap a tool call")
        if point not in STAGES:
            raise ValueError(f"no hook point {point!r}: use one of {', '.join(STAGES)}")
        return point

    def _refused(self, stage: str, run_id: str, why: str) -> Result:
        category = failure = "invalid_content"
        reason = f"The run was given {why}"
        decision = Decision(
            ENGINE, "builtin", stage, "block", category, reason, failure="invalid_content"
        )
        block = Block(ENGINE, category, reason, failure="invalid_content")
        log.warning("content refused", run_id=run_id, stage=stage, failure=failure)
        return Result("block", None, block=block, decisions=(decision,), run_id=run_id)

    def _ended(self, pipeline: Pipeline, result: Result) -> Result:
        if log.wants_debug():
            log.debug(
                "run ended",
                run_id=result.run_id,
                point=pipeline.point,
                verdict=result.verdict,
                asked=len(result.decisions),
                by=result.block.middleware if result.block else None,
            )
        return result


class Session:
    """A conversation, made by `Engine.session`; safe to use from many threads and tasks at once.

    What its redactions took is held in memory and shown to nobody: `restore` puts it back.
    """

    def __init__(self, engine: Engine, held: Callable[[], Vault], drop: Callable[[], None]) -> None:
        self.engine = engine
        self._held = held
        self._drop = drop
        self._closed = False

    def run(self, point: str, content: Any = ABSENT, **arguments: Unpack[RunArguments]) -> Result:
        """`Engine.run` as a part of this conversation."""
        return self.engine.run(point, content, **arguments, session=self)

    async def arun(
        self, point: str, content: Any = ABSENT, **arguments: Unpack[RunArguments]
    ) -> Result:
        """`Engine.arun` as a part of this conversation."""
        return await self.engine.arun(point, content, **arguments, session=self)

    def restore(self, content: Any) -> Any:
        """The text, or the JSON value, with this conversation's tokens turned back."""
        try:
            return self.vault().restored(content)
        except RecursionError:
            raise ValueError("the content is nested too deeply to be restored") from None

    def forget(self) -> None:
        """Drop all that the conversation holds; its tokens stand for nothing from now on."""
        self._drop()

    def vault(self) -> Vault:
        """Where its values are; each use keeps them for their time once more."""
        if self._closed:
            raise ValueError("the session was closed; open it again by its key")
        return self._held()

    def close(self) -> None:
        """End this use of the conversation, which another of the same key can take up."""
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<nsedmw.Session of {self.engine!r}>"


def _run_id() -> str:
    # Not from `random`: a forked copy of the process would give the same ones as its parent.
    return os.urandom(16).hex()


def _seconds(value: float, name: str = "deadline_secs") -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= MAX_SECS:
        raise ValueError(f"{name} must be a number above zero and at most a year")
    return float(value)


def _private(secrets: Sequence[str], system_prompt: str | None) -> tuple[str, ...]:
    # A tuple of our own: an iterator would be used up by this very look.
    held = () if isinstance(secrets, str | bytes) else tuple(secrets)
    if isinstance(secrets, str | bytes) or not all(isinstance(secret, str) for secret in held):
        raise TypeError("secrets must be a list of strings")
    if system_prompt is not None and not isinstance(system_prompt, str):
        raise TypeError("system_prompt must be a string")
    return held


def _explained(pipeline: Pipeline, index: int, spec: EntrySpec) -> dict[str, Any]:
    entry = pipeline.entries[index]
    return {
        "name": _shown(spec, "name", entry.name),
        "runner": entry.runner,
        "builtin": None,
        **_check(spec),
        "stages": _shown(spec, "stages", list(spec.stages)),
        "mode": _shown(spec, "mode", spec.mode),
        "optional": _shown(spec, "optional", spec.optional),
        "timeout_secs": _shown(
            spec, "timeout_secs", spec.timeout_secs if spec.timeout_secs < inf else None
        ),
        "agents": _shown(spec, "agents", list(spec.agents)),
        "tools": _shown(spec, "tools", list(spec.tools)),
        "when": _shown(spec, "when", spec.when),
        "options": dict(spec.written.get("config") or {}),
        "slow": list(entry.slow),
    }


def _check(spec: EntrySpec) -> dict[str, Any]:
    """What is asked, as its entry says it, with what is in force for a program or a library."""
    check = spec.check
    if isinstance(check, BuiltinSpec):
        return {"builtin": _shown(spec, "builtin", check.name)}
    in_force = {name: getattr(check, name) for name in check.__struct_fields__}
    said = {key: _shown(spec, key, _listed(value)) for key, value in in_force.items()}
    if "env" in said:
        said["env"] = sorted(said["env"])  # what a value is for may be known to the program alone
    if isinstance(spec.written.get("sha256"), str) or not said["sha256"]:
        said["sha256"] = spec.written.get("sha256")
    return said


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _shown(spec: EntrySpec, key: str, in_force: Any) -> Any:
    """What is in force, or as written where a variable is part of it: its value is not shown."""
    written = spec.written.get(key)
    return written if "${" in encode(written).decode() else in_force
