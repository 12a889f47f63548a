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
from nsedmw.streams.vendors import Event, Key, Piece, Refused, Written, like, plain, visit
from nsedmw.types import Result
from nsedmw.wire import encode, parse


class Call(NamedTuple):
    """A call whose arguments are complete, as JSON text."""

    name: str
    call_id: str
    arguments: str


class _Call:
    """A call that is being gathered.

    `judged` are its arguments once they were allowed, `last` is the number of its last event.
    """

    def __init__(self) -> None:
        self.name = ""
        self.call_id = ""
        self.fixed = False
        self.last = 0
        self.judged: str | None = None
        self._pieces: list[str] = []
        self._whole = ""
        self._named = False
        self._written = False

    def take(self, piece: Piece) -> int:
        """Take what a piece says, and return how many characters more are held.

        Raises:
            Refused: it says something else than what was said or judged before.
        """
        self._identify(piece)
        self.fixed = self.fixed or piece.fixed
        if self.judged is not None:
            if piece.text and not piece.whole:
                raise Refused("a tool call that goes on after it had ended")
            return 0
        if not piece.whole:
            self._pieces += [piece.text] if piece.text else []
            return len(piece.text)
        grown = len(piece.text) - len(self._whole)
        self._whole = piece.text
        return 0 if self._pieces else grown

    def _identify(self, piece: Piece) -> None:
        # Who is called is judged once: nothing may name another tool before or after.
        for said, known in ((piece.name, self.name), (piece.call_id, self.call_id)):
            if said and said != known and (known or self.judged is not None):
                raise Refused("a tool call that changes its name or its id")
        self.name = self.name or piece.name
        self.call_id = self.call_id or piece.call_id

    @property
    def said(self) -> str:
        """The arguments as they came; the pieces count where they were said twice."""
        return "".join(self._pieces) or self._whole

    def written(self, piece: Piece) -> Written:
        """What is to stand where a piece stood: all that was judged where its text began."""
        named, self._named = self._named, True
        name, call_id = ("", "") if named else (self.name, self.call_id)
        judged = self.judged or ""
        if judged == "{}" and not (self._pieces or self._whole):
            judged = ""  # as it came: "{}" would complete what the vendor may have cut short
        if piece.whole:
            return Written(judged, judged, name, call_id)
        here = not self._written and bool(piece.text or not (self._pieces or self._whole))
        self._written = self._written or here
        return Written(judged if here else "", judged if self._written else "", name, call_id)


class _Held(NamedTuple):
    """An event that waits; `data` where it says something of calls."""

    event: Any
    data: Event | None
    keys: tuple[Key, ...]


Judging = Generator[Call, str, list[Any]]
"""Calls to judge, the arguments that were allowed, and in the end the events that may go out."""


class Gatherer:
    """The events of one stream that wait for a call's verdict. It judges nothing itself."""

    def __init__(self) -> None:
        self._calls: dict[Key, _Call] = {}
        self._open: dict[Key, _Call] = {}
        self._ids: dict[tuple[Key, str], Key] = {}
        self._waiting: deque[_Held] = deque()
        self._gone = 0
        self._chars = 0

    def take(self, event: Any) -> Judging:
        """Take the next event.

        Raises:
            Refused: it is no event that is known, or holds a call that cannot be judged.
        """
        keys: list[Key] = []
        try:
            data = plain(event)
            if data is None:
                raise Refused("an event that is neither an object nor one of the vendors' models")
            seen = visit(data, lambda piece: keys.append(self._read(piece)))
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
            raise Refused("an event of another form than its API gives") from None
        if len(self._waiting) >= MOST_EVENTS:
            raise Refused(f"more than {MOST_EVENTS} events before a tool call was complete")
        if not seen.dropped:
            self._waiting.append(_Held(event, data if keys else None, tuple(keys)))
        for ended in seen.ended:
            yield from self._judge(ended)
        # Nothing else can let go what waits.
        return list(self._released()) if seen.ended or not self._open else []

    def close(self) -> Judging:
        """Judge what never ended, and release what is left."""
        yield from self._judge(())
        return list(self._released())

    def _read(self, piece: Piece) -> Key:
        key = self._key(piece)
        if key not in self._calls:
            self._calls[key] = self._open[key] = _Call()
        call = self._calls[key]
        call.last = self._gone + len(self._waiting)
        self._chars += call.take(piece)
        if self._chars > MAX_HELD:
            raise Refused(f"tool calls of more than {MAX_HELD} characters")
        if piece.call_id and self._ids.setdefault((key[:-1], piece.call_id), key) != key:
            raise Refused("two tool calls of one id")
        return key

    def _key(self, piece: Piece) -> Key:
        if piece.final:
            return self._ids.get((piece.key[:-1], piece.call_id), piece.key)
        return piece.key

    def _judge(self, ended: Key) -> Generator[Call, str, None]:
        for key, call in list(self._open.items()):
            if key[: len(ended)] == ended:
                said = call.said or "{}"
                judged = yield Call(call.name, call.call_id, said)
                if call.fixed and judged != _canonical(said):
                    raise Refused("a tool call that was changed but is run as the vendor holds it")
                call.judged = judged
                del self._open[key]

    def _released(self) -> Iterable[Any]:
        for _ in range(self._whole()):
            held = self._waiting.popleft()
            self._gone += 1
            if held.data is None:
                yield held.event
                continue
            visit(held.data, lambda piece: self._calls[self._key(piece)].written(piece))
            yield like(held.event, held.data)

    def _whole(self) -> int:
        """How many events may go out: those before any of an open call, and no call in part."""
        count = last = 0
        for number, held in enumerate(self._waiting, self._gone):
            for key in held.keys:
                if key in self._open:
                    return count
                last = max(last, self._calls[key].last)
            if last <= number:
                count = number - self._gone + 1
        return count


def _canonical(text: str) -> str:
    return encode(parse(text)).decode()


Judge = Callable[..., Result]
"""`Engine.run`."""
AsyncJudge = Callable[..., Awaitable[Result]]
Refuse = Callable[[str, str], Result]
"""`Engine.refuse`: a point, why -> the block of what could not be judged."""

MOST_EVENTS: Final = 65_536
"""That may wait for a call to be complete; a call of a megabyte in tokens has four times fewer."""
_POINT: Final = "before_tool"


def guarded_calls(
    run: Judge, refuse: Refuse, events: Iterable[Any], arguments: dict[str, Any]
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
    run: AsyncJudge, refuse: Refuse, events: AsyncIterable[Any], arguments: dict[str, Any]
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


def _judged(run: Judge, refuse: Refuse, steps: Judging, arguments: dict[str, Any]) -> list[Any]:
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
    run: AsyncJudge, refuse: Refuse, steps: Judging, arguments: dict[str, Any]
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
