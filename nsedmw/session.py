"""A conversation whose redactions by `strategy: token` can be turned back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypedDict, Unpack

from nsedmw.pipeline.intake import ABSENT
from nsedmw.vault import Vault

if TYPE_CHECKING:
    from nsedmw.engine import Engine
    from nsedmw.streams.text import AsyncStream, Stream
    from nsedmw.types import Result


class _Arguments(TypedDict, total=False):
    """What every run takes beside the hook point and the content."""

    stage: str | None
    agent_id: str
    job_id: str
    round: int
    action: str
    metadata: Mapping[str, Any] | None
    secrets: Sequence[str]
    system_prompt: str | None
    deadline_secs: float | None


class RunArguments(_Arguments, total=False):
    """What `Engine.run` takes beside the hook point and the content."""

    tool: Mapping[str, Any] | None
    alone: bool


class StreamArguments(_Arguments, total=False):
    """What `Engine.stream` takes beside the hook point.

    `max_held` bounds the characters held back; the stream blocks where it would hold more.
    `deadline_secs` is for each time that entries are asked, not for the stream.
    """

    session: Session | None
    max_held: int


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

    def stream(self, point: str, **arguments: Unpack[StreamArguments]) -> Stream:
        """`Engine.stream` as a part of this conversation."""
        arguments["session"] = self
        return self.engine.stream(point, **arguments)

    def astream(self, point: str, **arguments: Unpack[StreamArguments]) -> AsyncStream:
        """`Engine.astream` as a part of this conversation."""
        arguments["session"] = self
        return self.engine.astream(point, **arguments)

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
