"""Threads for checks that block: each call has one to itself, and leaves it when its time is up.

A thread whose call ended waits a while for the next. All are daemons, so that one that never ends
cannot keep the process from ending.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from queue import Empty, SimpleQueue
from typing import Any, Final

from nsedmw.errors import Failure

MAX_ABANDONED: Final = 4
"""How many calls of one entry may hang at once before it fails without being asked."""
IDLE_SECS: Final = 10.0
"""How long a thread without a call stays."""

Work = Callable[[], None]
_Inbox = SimpleQueue["Work | None"]


class Threads:
    """The threads of one entry, and how many of them were left behind and still run."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._abandoned = 0
        self._lock = threading.Lock()
        self._idle: list[_Inbox] = []
        self._closed = False

    def start(self, call: Callable[[], Any]) -> Future[Any]:
        """Run `call`, which must not raise, on a thread that does nothing else meanwhile.

        Raises:
            Failure: too many earlier calls still hang, or no thread could be started.
        """
        if self._pid != os.getpid():  # a forked copy has none of its parent's threads
            self._begin()
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # a waiter that goes away cannot cancel it
        context = copy_context()

        def work() -> None:
            # What a check may raise besides an Exception (SystemExit) must still answer the waiter.
            answer: Any = Failure("crash", "it ended its thread")
            try:
                answer = context.run(call)
            finally:
                future.set_result(answer)

        if self.refuses():
            raise Failure("timeout", f"{MAX_ABANDONED} earlier calls of it still hang")
        with self._lock:
            inbox = self._idle.pop() if self._idle else None
        if inbox is not None:
            inbox.put(work)
            return future
        thread = threading.Thread(
            target=self._serve, args=(work,), daemon=True, name="nsedmw-check"
        )
        try:
            thread.start()
        except RuntimeError:
            raise Failure("start", "no thread could be started for it") from None
        return future

    def refuses(self) -> bool:
        """Whether too many calls hang for another to be made."""
        return self._abandoned >= MAX_ABANDONED

    def abandon(self, future: Future[Any]) -> None:
        """Count a call that is not waited for any longer, until it ends by itself."""
        with self._lock:
            self._abandoned += 1
        future.add_done_callback(self._ended)

    def close(self) -> None:
        """Send the threads without a call home; the others follow when theirs ends."""
        if self._pid != os.getpid():
            self._begin()
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for inbox in idle:
            inbox.put(None)

    def _ended(self, _: Future[Any]) -> None:
        with self._lock:
            self._abandoned -= 1

    def _serve(self, work: Work | None) -> None:
        inbox: _Inbox = SimpleQueue()
        while work is not None:
            work()
            del work  # it holds the call's content, which must not wait here for the next
            work = self._next(inbox)

    def _next(self, inbox: _Inbox) -> Work | None:
        """The next call, or None where it is time to go."""
        with self._lock:
            if self._closed:
                return None
            self._idle.append(inbox)
        try:
            return inbox.get(timeout=IDLE_SECS)
        except Empty:
            with self._lock:
                if inbox in self._idle:
                    self._idle.remove(inbox)
                    return None
            return inbox.get()  # one was on its way
