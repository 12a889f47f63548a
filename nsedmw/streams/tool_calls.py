"""Tool calls in a model's stream of events: gathered, judged, and only then passed on.

From a call's first event on all events are held, in their order, until its arguments are complete
and were judged at `before_tool`. What goes out is written anew from what was judged, in one piece.
"""

from __future__ import annotations

from collections import deque
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    Awaitable,
    Callable,
    Generator,
    Iterable,
)
from typing import Any, Final, NamedTuple

from nsedmw.errors import Blocked
from nsedmw.streams.guarding import aclosed, closed
from nsedmw.streams.text import MAX_HELD
from nsedmw.streams.vendors import Event, Key, Piece, Unreadable, like, plain, visit
from nsedmw.types import Result
from nsedmw.wire import encode


class Call(NamedTuple):
    """A call whose arguments are complete, as JSON text."""

    name: str
    call_id: str
    arguments: str


class _Call:
    """A call that is being gathered; `judged` are its arguments once they were allowed."""

    def __init__(self) -> None:
        self.name = ""
        self.call_id = ""
        self.pieces: list[str] = []
        self.whole = ""
        self.judged: str | None = None
        self.written = False

    def take(self, piece: Piece) -> None:
        self.name = self.name or piece.name
        self.call_id = self.call_id or piece.call_id
        if piece.whole:
            self.whole = piece.text
        elif piece.text:
            self.pieces.append(piece.text)

    @property
    def arguments(self) -> str:
        # Without any the call has none: APIs write nothing then.
        return "".join(self.pieces) or self.whole or "{}"


class _Held(NamedTuple):
    """An event that waits; `data` where it says something of calls."""

    event: Any
    data: Event | None
    keys: tuple[Key, ...]


class Refused(Exception):
    """The stream cannot be judged; says why and quotes nothing."""


Judging = Generator[Call, str, list[Any]]
"""Calls to judge, the arguments that were allowed, and in the end the events that may go out."""


class Gatherer:
    """The events of one stream that wait for a call's verdict. It judges nothing itself."""

    def __init__(self) -> None:
        self._calls: dict[Key, _Call] = {}
        self._waiting: deque[_Held] = deque()
        self._chars = 0

    def take(self, event: Any) -> Judging:
        """Take the next event.

        Raises:
            Refused: it holds a call that cannot be judged.
        """
        data = plain(event)
        if data is None:
            raise Refused("an event that is neither an object nor one of the vendors' models")
        keys: list[Key] = []

        def read(piece: Piece) -> None:
            keys.append(piece.key)
            self._read(piece)

        try:
            seen = visit(data, read)
        except Unreadable as error:
            raise Refused(f"a tool call of the kind {error}, which nothing can judge") from None
        except (AttributeError, TypeError, ValueError):
            raise Refused("an event of another form than the API has") from None
        if not seen.dropped:
            self._waiting.append(_Held(event, data if keys else None, tuple(keys)))
        for ended in seen.ended:
            yield from self._judge(ended)
        return list(self._released())

    def close(self) -> Judging:
        """Judge what never ended, and release what is left."""
        yield from self._judge(())
        return list(self._released())

    def _read(self, piece: Piece) -> None:
        call = self._calls.setdefault(piece.key, _Call())
        if call.judged is not None:
            if piece.text and not piece.whole:
                raise Refused("a tool call that goes on after it had ended")
            return
        self._chars += len(piece.text)
        if self._chars > MAX_HELD:
            raise Refused(f"tool calls of more than {MAX_HELD} characters")
        call.take(piece)

    def _judge(self, ended: Key) -> Generator[Call, str, None]:
        for key, call in list(self._calls.items()):
            if call.judged is None and key[: len(ended)] == ended:
                call.judged = yield Call(call.name, call.call_id, call.arguments)

    def _released(self) -> Iterable[Any]:
        while self._waiting:
            held = self._waiting[0]
            if any(self._calls[key].judged is None for key in held.keys):
                return
            self._waiting.popleft()
            if held.data is None:
                yield held.event
                continue
            visit(held.data, self._written)
            yield like(held.event, held.data)

    def _written(self, piece: Piece) -> str | None:
        call = self._calls[piece.key]
        if piece.whole or not call.written:
            call.written = call.written or not piece.whole
            return call.judged
        return ""


Run = Callable[..., Result]
"""`Engine.run`."""
AsyncRun = Callable[..., Awaitable[Result]]
Refuse = Callable[[str, str], Result]
"""`Engine.refuse`: a point, why -> the block of what could not be judged."""

_POINT: Final = "before_tool"


def guarded_calls(
    run: Run, refuse: Refuse, events: Iterable[Any], arguments: dict[str, Any]
) -> Generator[Any, None, None]:
    """Yield the events of a stream, those of its tool calls once these were judged.

    Raises:
        Blocked, ApprovalRequired: a call may not go out.
    """
    gatherer = Gatherer()
    with closed(events):
        for event in events:
            yield from _judged(run, refuse, gatherer.take(event), arguments)
        yield from _judged(run, refuse, gatherer.close(), arguments)


async def aguarded_calls(
    run: AsyncRun, refuse: Refuse, events: AsyncIterable[Any], arguments: dict[str, Any]
) -> AsyncGenerator[Any, None]:
    """`guarded_calls`, awaited."""
    gatherer = Gatherer()
    async with aclosed(events):
        async for event in events:
            for released in await _ajudged(run, refuse, gatherer.take(event), arguments):
                yield released
        for released in await _ajudged(run, refuse, gatherer.close(), arguments):
            yield released


def _given(call: Call, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a run about a call; `tool` may say more of it, a turn or who calls."""
    if not call.name:
        raise Refused("a tool call without a name")
    said = {"name": call.name, "arguments": call.arguments, "call_id": call.call_id}
    return {**arguments, "tool": {**(arguments.get("tool") or {}), **said}}


def _text(result: Result) -> str:
    result.raise_for_block()
    return encode(result.content).decode()


def _blocked(refuse: Refuse, refused: Refused) -> Exception:
    try:
        refuse(_POINT, str(refused)).raise_for_block()
    except Blocked as blocked:
        return blocked
    raise AssertionError("a refusal is a block")


def _judged(run: Run, refuse: Refuse, steps: Judging, arguments: dict[str, Any]) -> list[Any]:
    try:
        call = next(steps)
        while True:
            call = steps.send(_text(run(_POINT, **_given(call, arguments))))
    except StopIteration as done:
        events: list[Any] = done.value
        return events
    except Refused as refused:
        raise _blocked(refuse, refused) from None


async def _ajudged(
    run: AsyncRun, refuse: Refuse, steps: Judging, arguments: dict[str, Any]
) -> list[Any]:
    try:
        call = next(steps)
        while True:
            call = steps.send(_text(await run(_POINT, **_given(call, arguments))))
    except StopIteration as done:
        events: list[Any] = done.value
        return events
    except Refused as refused:
        raise _blocked(refuse, refused) from None
