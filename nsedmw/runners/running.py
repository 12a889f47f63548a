"""The programs that run now, so that nothing that ends their engine leaves one behind.

Closing an engine and leaving Python kill them. A forked copy of the process forgets them: they are
its parent's, and what it inherited of their pipes is closed, or they would wait for its end too.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, Protocol, TypeVar
from weakref import WeakSet

from nsedmw.errors import Failure
from nsedmw.threads import Threads


class Started(Protocol):
    """A program that runs."""

    def kill(self) -> None:
        """End it and its group, from any thread; whoever waits for it sees that."""
        ...

    def end(self) -> None:
        """Kill it and wait for its end."""
        ...

    def release(self) -> None:
        """Let go of its descriptors."""
        ...

    def forget(self) -> None:
        """Let go of its descriptors, and of nothing else, in a forked copy of its parent."""
        ...


C = TypeVar("C", bound=Started)


class Running:
    """The running programs of one entry."""

    def __init__(self) -> None:
        self._begin()
        _all.add(self)

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._calls: set[Started] = set()
        self.closed = False

    def start(self, make: Callable[[], C]) -> C:
        """What `make` starts; nothing is started while, or after, this is closed.

        Raises:
            Failure: it is closed, or what `make` raises.
        """
        with self._lock:
            if self.closed:
                raise closed()
            call = make()
            self._calls.add(call)
        return call

    def start_unbroken(self, make: Callable[[], C]) -> C:
        """`start`, for a caller that a signal's handler may interrupt.

        Handlers run on the main thread alone and may raise there at any step of a start, which
        would make the program nobody's. So it is started on another thread. (asyncio's own handler
        of Ctrl-C does not raise, and what a task starts needs none of this.)
        """
        if threading.current_thread() is not threading.main_thread():
            return self.start(make)
        future = _starter.start(lambda: self._attempted(make))
        try:
            outcome: C | Failure = future.result()
        except BaseException:
            future.add_done_callback(self._unwanted)
            raise
        if isinstance(outcome, Failure):
            raise outcome
        return outcome

    def finish(self, call: Started) -> None:
        """Leave nothing of a call, in whatever state it is."""
        try:
            call.end()
        finally:
            # No longer known when its numbers are let go: a forked copy would close others' files.
            with self._lock:
                self._calls.discard(call)
            call.release()

    def close(self) -> None:
        """Kill what runs; whoever waits for it cleans up."""
        with self._lock:
            self.closed = True
            calls = tuple(self._calls)
        for call in calls:
            call.kill()

    def after_fork(self) -> None:
        """Forget the parent's programs. Its threads, and with them the lock's owner, are gone."""
        calls, was_closed = self._calls, self.closed
        self._begin()
        self.closed = was_closed
        for call in calls:
            call.forget()

    def _attempted(self, make: Callable[[], C]) -> C | Failure:
        try:
            return self.start(make)
        except Failure as failure:
            return failure

    def _unwanted(self, future: Future[Any]) -> None:
        call = future.result()
        if not isinstance(call, Failure):
            self.finish(call)


def closed() -> Failure:
    """The failure of a call whose engine was closed."""
    return Failure("closed", "the engine was closed")


_starter: Final = Threads()
_all: Final[WeakSet[Running]] = WeakSet()


def _end_all() -> None:
    for running in tuple(_all):
        running.close()


def _forget_all() -> None:
    for running in tuple(_all):
        running.after_fork()


atexit.register(_end_all)
os.register_at_fork(after_in_child=_forget_all)
