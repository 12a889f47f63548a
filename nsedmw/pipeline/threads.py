"""Threads for checks that block: each call has one, and is left behind when its time is up.

The threads are daemons, so that one that never ends cannot keep the process from ending.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from typing import Any, Final

from nsedmw.errors import Failure

MAX_ABANDONED: Final = 4
"""How many calls of one entry may hang at once before it fails without being asked."""


class Threads:
    """The threads of one entry, and how many of them were left behind and still run."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._abandoned = 0
        self._lock = threading.Lock()

    def start(self, call: Callable[[], Any]) -> Future[Any]:
        """Run `call`, which must not raise, on a thread of its own.

        Raises:
            Failure: too many earlier calls still hang, or no thread could be started.
        """
        if self._pid != os.getpid():  # a forked copy has none of its parent's threads
            self._begin()
        with self._lock:
            if self._abandoned >= MAX_ABANDONED:
                raise Failure("timeout", f"{MAX_ABANDONED} earlier calls of it still hang")
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # a waiter that goes away cannot cancel it
        context = copy_context()
        thread = threading.Thread(
            target=self._work, args=(future, context.run, call), daemon=True, name="nsedmw-check"
        )
        try:
            thread.start()
        except RuntimeError:
            raise Failure("start", "no thread could be started for it") from None
        return future

    def abandon(self, future: Future[Any]) -> None:
        """Count a call that is not waited for any longer, until it ends by itself."""
        with self._lock:
            self._abandoned += 1
        future.add_done_callback(self._ended)

    def _ended(self, _: Future[Any]) -> None:
        with self._lock:
            self._abandoned -= 1

    @staticmethod
    def _work(future: Future[Any], run: Callable[..., Any], call: Callable[[], Any]) -> None:
        # What a check may raise besides an Exception (SystemExit) must still answer the waiter.
        answer: Any = Failure("crash", "it ended its thread")
        try:
            answer = run(call)
        finally:
            future.set_result(answer)
