"""The object that users hold: a configuration that stands, ready to judge."""

from __future__ import annotations

import asyncio
import os
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    Generator,
    Iterable,
    Mapping,
    Sequence,
)
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self, Unpack

from nsedmw.errors import EngineClosed, InvalidContent
from nsedmw.explain import explained
from nsedmw.loader.specs import ConfigSpec
from nsedmw.pipeline.boundary import Run
from nsedmw.pipeline.drive import adrive, drive
from nsedmw.pipeline.entry import Entry, Pipeline
from nsedmw.pipeline.flow import flow
from nsedmw.pipeline.intake import ABSENT, context_of, stage_at
from nsedmw.pipeline.portal import Portal
from nsedmw.pipeline.results import refused, told
from nsedmw.protocols import Private
from nsedmw.session import RunArguments, Session, StreamArguments
from nsedmw.streams.guarding import aguarded, guarded
from nsedmw.streams.text import MAX_HELD, AsyncStream, Opened, Stream
from nsedmw.streams.tool_calls import aguarded_calls, guarded_calls
from nsedmw.types import LAYER_POINT, MESSAGE_POINTS, STAGES, TOOL_POINTS, Context, Result
from nsedmw.vault import Vault, Vaults

MAX_SECS: Final = 31_536_000
"""A year, as for an entry's `timeout_secs`."""
TTL_SECS: Final = 3600.0
"""How long an unused conversation's values are kept where nobody says."""


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
        pipeline, _, run = begun
        return told(pipeline, drive(flow(*begun), pipeline, run, self._portal))

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
        pipeline, _, run = begun
        return told(pipeline, await adrive(flow(*begun), pipeline, run, self._portal))

    def stream(self, point: str, **arguments: Unpack[StreamArguments]) -> Stream:
        """Open a run at a message point over a text that comes in chunks.

        What goes out is how the content of `run` over all of the text begins, whatever the chunks;
        docs/streaming.md says what is held back.

        Raises:
            EngineClosed: `close` was called before.
            TypeError, ValueError: an argument that no run can have.
        """
        return Stream(self._open(point, **arguments))

    def astream(self, point: str, **arguments: Unpack[StreamArguments]) -> AsyncStream:
        """`stream` for asyncio: its `feed` and `close` are awaited."""
        return AsyncStream(self._open(point, **arguments))

    def guard(
        self, point: str, chunks: Iterable[str], **arguments: Unpack[StreamArguments]
    ) -> Generator[str, None, Result]:
        """Yield what may go out of `chunks` as they come, and return the result.

        The source is closed (its `close`) as soon as nothing more will go out, and when it raises
        or the loop is left.

        Raises:
            Blocked: at the end, where the run was blocked.
            EngineClosed, TypeError, ValueError: as `stream`, and for a chunk that is no string.
        """
        return guarded(self.stream(point, **arguments), chunks)

    def aguard(
        self, point: str, chunks: AsyncIterable[str], **arguments: Unpack[StreamArguments]
    ) -> AsyncGenerator[str, None]:
        """`guard` for asyncio: `async for`; it cannot return the result."""
        return aguarded(self.astream(point, **arguments), chunks)

    def guard_tool_calls(
        self, events: Iterable[Any], **arguments: Unpack[RunArguments]
    ) -> Generator[Any, None, None]:
        """Yield a model's events as they come, those of a tool call once it was judged.

        The events are those of OpenAI's chat completions and Responses and of Anthropic's Messages,
        as their packages give them or as plain objects. A call is gathered and run at
        `before_tool`; its arguments go out as they were judged, in one piece. Text is not judged:
        that is what `guard` is for. The source is closed at the end of the loop.

        Raises:
            Blocked, ApprovalRequired: a call that was not allowed; nothing of it went out.
            EngineClosed, TypeError, ValueError: as `run`.
        """
        return guarded_calls(self.run, self.refuse, events, dict(arguments))

    def aguard_tool_calls(
        self, events: AsyncIterable[Any], **arguments: Unpack[RunArguments]
    ) -> AsyncGenerator[Any, None]:
        """`guard_tool_calls` for asyncio: `async for`."""
        return aguarded_calls(self.arun, self.refuse, events, dict(arguments))

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
        return refused(stage_at(self._known(point), stage), _run_id(), f"The run was given {why}")

    def explain(self) -> dict[str, Any]:
        """What stands, in the order that it runs, as plain data; variables are shown unfilled."""
        return {
            "file": self.spec.file,
            "version": self.spec.version,
            "points": {
                point: [
                    explained(entry, spec)
                    for entry, spec in zip(self._entries(point), specs, strict=True)
                ]
                for point, specs in self.spec.middleware.items()
            },
            "checkpoint": {
                "key_env": self.spec.checkpoint.key_env,
                "key_set": self.spec.checkpoint.key is not None,
                "unsigned": self.spec.checkpoint.unsigned,
            },
            "unseen": list(self.spec.unseen),
        }

    def _entries(self, point: str) -> tuple[Entry, ...]:
        pipeline = self._pipelines.get(point)
        return pipeline.entries if pipeline else ()

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
        alone: bool = False,  # positional: each run pays for keywords
        session: Session | None = None,
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
            return refused(stage, run.run_id, f"The run was given {error}")
        return pipeline, context, run

    def _open(
        self,
        point: str,
        *,
        max_held: int = MAX_HELD,
        deadline_secs: float | None = None,
        **arguments: Any,
    ) -> Opened:
        if self._known(point) not in MESSAGE_POINTS:
            points = ", ".join(MESSAGE_POINTS)
            raise ValueError(f"a stream is for a message point, not {point}: use one of {points}")
        if isinstance(max_held, bool) or not isinstance(max_held, int) or max_held < 1:
            raise ValueError("max_held must be a number of characters, at least 1")
        secs = None if deadline_secs is None else _seconds(deadline_secs)
        unknown = sorted(set(arguments) - StreamArguments.__optional_keys__)
        if unknown:
            raise TypeError(f"a stream takes no argument {unknown[0]!r}")
        begun = self._begin(point, "", **arguments)
        refusal = None
        if isinstance(begun, Result):
            refusal = begun
            pipeline = self._pipelines[point]
            stage = stage_at(point, arguments.get("stage"))
            context = context_of(stage, "", None, "propose", "", "", 0, None)
            run = Run(begun.run_id)
        else:
            pipeline, context, run = begun
        return Opened(
            pipeline,
            context,
            run,
            self._portal,
            lambda: self._closed,
            secs=secs,
            max_held=max_held,
            refused=refusal,
        )

    def _known(self, point: str) -> str:
        if point == LAYER_POINT:
            raise ValueError("around_tool is not run by itself: its entries wrap a tool call")
        if point not in STAGES:
            raise ValueError(f"no hook point {point!r}: use one of {', '.join(STAGES)}")
        return point


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
