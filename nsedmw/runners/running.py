"""The programs that run now, so that nothing that ends their engine leaves one behind.

Closing an engine and leaving Python kill them. A forked copy of the process forgets them: they are
its parent's, and what it inherited of their pipes is closed, or they would wait for its end too.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable
from typing import Final, Protocol
from weakref import WeakSet

from nsedmw.errors import Failure
from nsedmw.runners import lifeline


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


class Running:
    """The running programs of one entry.

    There is no lock: a signal's handler that closes the engine, and the garbage collector, may come
    back here at any step. Each step on the set is one that nothing can come between.
    """

    def __init__(self) -> None:
        self._calls: set[Started] = set()
        self.closed = False
        _all.add(self)

    def start(self, call: Started, begin: Callable[[], None]) -> None:
        """Begin `call`; nothing begins, or goes on, after this is closed.

        It is known from here on, so that it must be handed to `finish` even where this raises.

        Raises:
            Failure: it is closed, or what `begin` raises.
        """
        self._refuse_closed()
        self._calls.add(call)
        begin()
        try:
            self._refuse_closed()
        except Failure:  # meanwhile: there may have been nothing to kill yet
            call.kill()
            raise

    def _refuse_closed(self) -> None:
        if self.closed:
            raise closed()

    def finish(self, call: Started) -> None:
        """Leave nothing of a call, in whatever state it is.

        Where a signal's handler breaks this off, the call stays known, and `close` ends it.
        """
        call.end()
        # No longer known when its numbers are let go: a forked copy would close others' files.
        self._calls.discard(call)
        call.release()

    def close(self) -> None:
        """Kill what runs; whoever waits for it cleans up."""
        self.closed = True
        for call in tuple(self._calls):
            call.kill()

    def after_fork(self) -> None:
        """Forget the parent's programs."""
        calls, self._calls = self._calls, set()
        for call in calls:
            call.forget()


def closed() -> Failure:
    """The failure of a call whose engine was closed."""
    return Failure("closed", "the engine was closed")


_all: Final[WeakSet[Running]] = WeakSet()


def _end_all() -> None:
    for running in tuple(_all):
        running.close()


def _forget_all() -> None:
    lifeline.after_fork()
    for running in tuple(_all):
        running.after_fork()


atexit.register(_end_all)
os.register_at_fork(after_in_child=_forget_all)
