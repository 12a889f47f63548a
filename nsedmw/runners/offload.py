"""Calls that hold their thread, made for a task without holding the event loop.

The threads are daemons and are used again: a library that never returns keeps one, not the process.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

_IDLE_SECS: Final = 10.0
"""How long a thread without work stays."""


class Offload:
    """Threads on demand: as many as calls that run at once."""

    def __init__(self) -> None:
        self._work: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._ready = threading.Condition()
        self._idle = 0
        self._closed = False

    async def call(self, work: Callable[[], Any]) -> Any:
        """What `work` returns or raises, from another thread."""
        future: Future[Any] = Future()
        with self._ready:
            self._work.append((future, work))
            if self._idle:
                self._ready.notify()
            else:
                threading.Thread(target=self._serve, daemon=True, name="nsedmw-offload").start()
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Send idle threads home."""
        with self._ready:
            self._closed = True
            self._ready.notify_all()

    def _serve(self) -> None:
        while True:
            with self._ready:
                self._idle += 1
                try:
                    has_work = self._ready.wait_for(lambda: self._work or self._closed, _IDLE_SECS)
                finally:
                    self._idle -= 1
                if not (has_work and self._work):
                    return
                future, work = self._work.popleft()
            _answer(future, work)


def _answer(future: Future[Any], work: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work())
    except BaseException as error:  # noqa: BLE001  # handed to whoever waits, who judges it
        future.set_exception(error)
