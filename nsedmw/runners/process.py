"""The two drivers of a program's call, side by side: they wait, and decide nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final, TypeAlias

from nsedmw.errors import Failure
from nsedmw.runners.child import REAP_SECS
from nsedmw.runners.exchange import DRAIN_SECS, Call, Ended
from nsedmw.runners.running import Running

_LOOKS: Final = 8
"""How often a task looks in one round of the event loop, where others wait for their turn."""
Begin: TypeAlias = "Callable[[Call], None]"
"""Starts a call's program, by `Call.start`, or refuses with a Failure."""


def run(begin: Begin, payload: bytes, *, cap: int, limit: float, running: Running) -> Ended:
    """Start it, give it `payload`, wait for its end on this thread; `limit` is in seconds.

    Raises:
        Failure: it could not be started (`start`), ran past `limit` (`timeout`), printed more than
            `cap` bytes to stdout (`limit`), its end was lost (`crash`), or `running` was closed.
    """
    deadline = monotonic() + limit
    call = Call(payload, cap)
    try:
        running.start(call, lambda: begin(call))
        while not call.over:
            left = (call.drained_at or deadline) - monotonic()
            if left <= 0:
                call.expire()
                break
            call.step(left)
        return call.ended()
    finally:
        running.finish(call)


async def arun(begin: Begin, payload: bytes, *, cap: int, limit: float, running: Running) -> Ended:
    """`run`, on the running event loop, without a thread."""
    deadline = asyncio.get_running_loop().time() + limit
    call = Call(payload, cap)
    driver, is_awaited = _Awaiting(call, deadline), True
    try:
        running.start(call, lambda: begin(call))
        await driver.over()
        return call.ended()
    except GeneratorExit:  # nobody awaits this any longer, so that it cannot await either
        is_awaited = False
        raise
    finally:
        try:
            if is_awaited:
                await driver.gone()
        finally:
            running.finish(call)


class _Awaiting:
    """The driver of one call on the running event loop; `deadline` is the loop's time."""

    def __init__(self, call: Call, deadline: float) -> None:
        self._call = call
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._deadline = deadline
        self._timer: asyncio.TimerHandle | None = None

    async def over(self) -> None:
        """Wait until there is nothing more to wait for.

        Raises:
            Failure: as `Call.step`.
        """
        self._wait_until(self._deadline)
        self._loop.add_reader(self._call.watched, self._ready)
        try:
            await self._over
        finally:
            self._wait_until(None)
            self._loop.remove_reader(self._call.watched)

    async def gone(self) -> None:
        """Kill what still runs and wait for its end: a large process takes a while to go."""
        child = self._call.child
        if not child.kill() or child.exit_fd < 0:
            return
        gone = self._loop.create_future()
        timer = self._loop.call_later(REAP_SECS, _resolve, gone)
        self._loop.add_reader(child.exit_fd, _resolve, gone)
        try:
            await gone
        finally:
            timer.cancel()
            self._loop.remove_reader(child.exit_fd)

    def _ready(self) -> None:
        was_running = self._call.drained_at is None
        try:
            # A program's last words and its end come together: each round of the loop costs more
            # than a look.
            for _ in range(_LOOKS):
                if not self._call.step(0) or self._call.over:
                    break
        except Failure as failure:
            if not self._over.done():
                self._over.set_exception(failure)
            return
        if self._call.over:
            _resolve(self._over)
        elif was_running and self._call.drained_at is not None:
            self._wait_until(self._loop.time() + DRAIN_SECS)

    def _wait_until(self, at: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if at is None else self._loop.call_at(at, self._expired)

    def _expired(self) -> None:
        if not self._over.done():
            self._call.expire()
            _resolve(self._over)


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
