"""The event loop on which a sync run awaits an async check, whatever loop its caller is in.

One thread and one loop an engine, started at first use: clients that a check keeps are bound to
their loop, so it must be the same from call to call.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError
from typing import Any, Final

from nsedmw.errors import Failure

GRACE_SECS: Final = 0.25
"""How long a call past its deadline may take to notice that it was cancelled."""

CLOSE_SECS: Final = 1.0
"""How long closing waits for a check that holds the loop; then its thread, a daemon, is left."""


class Portal:
    """Runs coroutines for callers that cannot await."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._pid = os.getpid()
        self._closed = False

    def run(self, coroutine: Coroutine[Any, Any, Any], limit: float) -> Any:
        """Await `coroutine`, which keeps the deadline `limit` (seconds) itself, and return.

        Raises:
            Failure: it did not end (`timeout`), the engine was closed meanwhile (`closed`), or the
                caller is on this very loop, where waiting would never end (`crash`).
        """
        self._after_a_fork()
        if threading.current_thread() is self._thread:
            coroutine.close()
            raise Failure("crash", "an async check called the sync form of the engine; await arun")
        try:
            future = asyncio.run_coroutine_threadsafe(coroutine, self._started())
        except Failure:
            coroutine.close()
            raise
        try:
            return future.result(limit + 2 * GRACE_SECS)
        except TimeoutError:
            future.cancel()
            raise Failure("timeout", "it did not end when it was cancelled") from None
        except CancelledError:
            raise Failure("closed", "the engine was closed") from None

    def close(self) -> None:
        """Cancel what runs and end the thread."""
        self._after_a_fork()
        with self._lock:
            self._closed = True
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        if thread.is_alive():
            with contextlib.suppress(RuntimeError):  # it ended just now
                loop.call_soon_threadsafe(loop.stop)
        if thread is not threading.current_thread():
            thread.join(CLOSE_SECS)

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._closed:
                raise Failure("closed", "the engine was closed")
            if self._loop is None or not self._alive():
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=_serve, args=(self._loop,), daemon=True, name="nsedmw-portal"
                )
                self._thread.start()
            return self._loop

    def _after_a_fork(self) -> None:
        """Forget a loop and a lock that stayed behind with the parent's threads."""
        if self._pid != os.getpid():
            self._pid = os.getpid()
            self._lock = threading.Lock()
            self._loop = self._thread = None

    def _alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        if tasks:
            loop.run_until_complete(asyncio.wait(tasks, timeout=GRACE_SECS))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()
