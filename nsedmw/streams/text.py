"""A text that comes in pieces, judged as if it had come at once.

What goes out is always how the content of `Engine.run` over the whole text begins, or, where that
run blocks, how it would have begun before the place that a rule blocked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import Final, Self

import msgspec

from nsedmw import log
from nsedmw.errors import EngineClosed, InvalidContent
from nsedmw.pipeline.boundary import Run
from nsedmw.pipeline.drive import Answer, Steps, adrive, drive
from nsedmw.pipeline.entry import Pipeline
from nsedmw.pipeline.flow import flow, stopped_by
from nsedmw.pipeline.portal import Portal
from nsedmw.pipeline.results import INVALID, STREAM, refused, told
from nsedmw.pipeline.stream import Flow
from nsedmw.types import Context, FailureKind, Result
from nsedmw.wire import MAX_CONTENT_BYTES, encode, own

MAX_HELD: Final = 1024 * 1024
"""Characters that a stream may hold back where nobody says."""

_QUOTES: Final = 2
"""Bytes that JSON needs for a string beside its characters."""


class Opened(msgspec.Struct, frozen=True):
    """A run that was begun without its content.

    `secs` bounds each time that the entries are asked. `refused` is set where the run has no result
    but that, whatever the text is.
    """

    pipeline: Pipeline
    context: Context
    run: Run
    portal: Portal
    is_closed: Callable[[], bool]
    secs: float | None = None
    max_held: int = MAX_HELD
    refused: Result | None = None

    def now(self) -> Run:
        """The run with the deadline that it has from now on.

        Raises:
            EngineClosed: the engine was closed.
        """
        if self.is_closed():
            raise EngineClosed("the engine was closed; load the configuration again")
        deadline = None if self.secs is None else monotonic() + self.secs
        return msgspec.structs.replace(self.run, deadline=deadline)


class _Text:
    """What the two kinds of stream share: all but how they wait."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._flow = Flow(opened.pipeline, opened.context, opened.run)
        self._refused = opened.refused
        self._chunks: list[str] = []
        self._bytes = _QUOTES
        self._gone: list[str] = []
        self._over = False
        self._busy = Lock()

    @property
    def blocked(self) -> bool:
        """Whether the run was stopped: no `feed` returns anything any more."""
        return self._refused is not None or self._flow.ended is not None

    @property
    def run_id(self) -> str:
        """That of the run, as in its result and in every line of the log."""
        return self._opened.run.run_id

    @property
    def held(self) -> int:
        """How many characters did not go out yet, as earlier entries left them."""
        return self._flow.held

    def abandon(self) -> None:
        """Leave the stream without a result, of which the log is told.

        Nothing more goes out, not even of a `feed` that another thread is in.
        """
        if not self._over:
            self._over = True
            point = self._opened.pipeline.point
            log.warning("run cancelled", run_id=self.run_id, point=point)

    def __del__(self) -> None:
        # One that was never made has nothing to tell, and at the interpreter's end nobody listens.
        with suppress(AttributeError, ImportError):
            self.abandon()

    @contextmanager
    def _one_call(self) -> Iterator[Run]:
        """Keep the stream for one call, as the run that it is now; what is raised in it ends it.

        Raises:
            EngineClosed: the engine was closed.
            ValueError: it is over, or somebody else is in a call.
        """
        if not self._busy.acquire(blocking=False):
            raise ValueError("the stream is being used by another thread or task; wait for it")
        try:
            if self._over:
                raise ValueError("the stream is over; open another one for another text")
            with ExitStack() as unless_done:
                unless_done.callback(self.abandon)
                yield self._opened.now()
                unless_done.pop_all()
        finally:
            self._busy.release()

    def _take(self, chunk: str) -> Steps[str] | None:
        """Return the steps that the next chunk needs; None where nothing more goes out."""
        if self._refused is not None:
            return None
        try:
            chunk = own(chunk)
        except InvalidContent as error:
            self._refuse(f"The run was given {error}", INVALID, INVALID)
            return None
        self._bytes += len(encode(chunk)) - _QUOTES
        if self._bytes > MAX_CONTENT_BYTES:
            told_of = f"The run was given content larger than {MAX_CONTENT_BYTES} bytes as JSON"
            self._refuse(told_of, INVALID, INVALID)
            return None
        # What follows a block is still a part of what the result is about.
        self._chunks.append(chunk)
        return None if self.blocked else self._flow.take(chunk, self._opened.max_held)

    def _took(self, passed: str) -> str:
        """Return what may go out after the steps."""
        if not self.blocked and self._flow.held > self._opened.max_held:
            most = self._opened.max_held
            self._refuse(
                f"The stream had to hold more than {most} characters back", STREAM, "limit"
            )
        if self.blocked or self._over or not passed:
            return ""
        self._gone.append(passed)
        return passed

    def _refuse(self, reason: str, category: str, failure: FailureKind) -> None:
        stage, run_id = self._opened.context.stage, self.run_id
        self._refused = refused(stage, run_id, reason, category=category, failure=failure)

    def _judge(self, run: Run) -> Steps[Result]:
        """Return the steps of the run over the whole text."""
        content = "".join(self._chunks)
        context = msgspec.structs.replace(self._opened.context, content=content)
        return flow(self._opened.pipeline, context, run)

    def _known(self) -> Result | None:
        """Return the result where it is not that of a run over the whole text."""
        ended, opened = self._flow.ended, self._opened
        if self._refused is None and ended is not None and ended.failed is not None:
            return stopped_by(ended.entry, opened.context, ended.failed, opened.run)
        return self._refused

    def _rest(self, result: Result) -> tuple[str, Result]:
        """Return what is left to go out, and the result: a block where they do not fit."""
        self._over = True
        if not result.allowed:
            return "", told(self._opened.pipeline, result)
        gone, content = "".join(self._gone), result.content
        if not isinstance(content, str):
            self._refuse("A middleware made something of the text that is no text", STREAM, INVALID)
        elif self._flow.ended is not None or not content.startswith(gone):
            # A check that says `windowable` wrongly can do this; nothing more must go out.
            ended = self._flow.ended
            who = f" by {ended.entry.name!r}" if ended is not None else ""
            self._refuse(f"The text was judged otherwise in pieces{who}", STREAM, "crash")
        else:
            return content[len(gone) :], told(self._opened.pipeline, result)
        return "", self._refused or result


class Stream(_Text):
    """A run over a text that is given in chunks, made by `Engine.stream`; for one user at a time.

    Used as a context manager, it is abandoned where it is left without `close`.
    """

    def feed(self, chunk: str) -> str:
        """Take the next chunk; return what may go out now, "" while everything is held.

        Raises:
            EngineClosed: the engine was closed.
            TypeError: the chunk is no string.
            ValueError: the stream is over, or in use.
        """
        chunk = _string(chunk)
        with self._one_call() as run:
            steps = self._take(chunk)
            return self._took(self._drive(steps, run) if steps else "")

    def close(self) -> tuple[str, Result]:
        """Return what was still held, and the result over the whole text.

        Raises:
            EngineClosed: the engine was closed.
            ValueError: the stream is over, or in use.
        """
        with self._one_call() as run:
            result = self._known()
            if result is None:
                result = self._drive(self._judge(run), run)
            return self._rest(result)

    def _drive(self, steps: Steps[Answer], run: Run) -> Answer:
        return drive(steps, self._opened.pipeline, run, self._opened.portal)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.abandon()


class AsyncStream(_Text):
    """`Stream` with `feed` and `close` awaited, made by `Engine.astream`. Needs asyncio."""

    async def feed(self, chunk: str) -> str:
        """As `Stream.feed`. Where it is cancelled the stream is over."""
        chunk = _string(chunk)
        with self._one_call() as run:
            steps = self._take(chunk)
            return self._took(await self._drive(steps, run) if steps else "")

    async def close(self) -> tuple[str, Result]:
        """As `Stream.close`."""
        with self._one_call() as run:
            result = self._known()
            if result is None:
                result = await self._drive(self._judge(run), run)
            return self._rest(result)

    async def _drive(self, steps: Steps[Answer], run: Run) -> Answer:
        return await adrive(steps, self._opened.pipeline, run, self._opened.portal)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.abandon()


def _string(chunk: object) -> str:
    if not isinstance(chunk, str):
        raise TypeError(f"a stream takes strings, not {type(chunk).__name__}")
    return chunk if type(chunk) is str else str.__str__(chunk)
