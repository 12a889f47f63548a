"""A process that leads a group of its own, from its start until it is reaped.

One rule: nothing is killed by a number that may be somebody else's. The group is killed while its
leader's number is still held by the leader, be it as a zombie; once reaping has begun, no more.
Methods may be entered again by a signal's handler or the garbage collector, at any step.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
from collections.abc import Sequence
from typing import Final

from nsedmw.runners import lifeline
from nsedmw.runners.exit_watch import ExitWatch
from nsedmw.runners.spawn import Pid, Program, spawn

REAP_SECS: Final = 2.0
"""How long a killed program may take to be gone; one that hangs in the kernel is left to it."""


class Child:
    """One start of a program."""

    def __init__(self) -> None:
        self._pid = Pid()
        self._watch: ExitWatch | None = None
        self._lock = threading.RLock()
        self._is_reaping = False
        self._slot: int | None = None
        self.code: int | None = None
        """Its exit code, or minus the number of the signal that killed it; None before its end."""

    def start(self, program: Program, ends: Sequence[int], keep: Sequence[int]) -> None:
        """Start it, with `ends` as its descriptors 0 to 2 and `keep` as those of its pins.

        Raises:
            ChildProcessError: it has ended, and somebody else in this process has reaped it.
            OSError, ValueError, RuntimeError: it could not be started, or its end not be watched.
        """
        lifeline.prepare()
        spawn(program, ends, keep, self._pid)
        self._slot = lifeline.hold(self._pid.value)
        try:
            self._watch = ExitWatch(self._pid.value)
        except ProcessLookupError:
            # Its number stays its group's as long as that has members.
            self._kill_group()
            self._let_go()
            self.disown()
            raise ChildProcessError from None

    @property
    def runs(self) -> bool:
        """Whether it was started and not reaped."""
        return self._pid.value > 0 and self.code is None

    @property
    def exit_fd(self) -> int:
        """What becomes readable when it has ended; -1 where nothing does."""
        return -1 if self._watch is None else self._watch.fd

    def kill(self) -> bool:
        """Kill its group, from any thread; whether it was still there to be killed."""
        # A thread that was broken off in the lock's last step holds it for ever.
        is_ours = self._lock.acquire(timeout=REAP_SECS)
        try:
            if not self.runs or self._is_reaping:
                return False
            self._kill_group()
            self._kill_leader()
            return True
        finally:
            if is_ours:
                self._lock.release()

    def reap(self) -> None:
        """Kill what is left of its group, and take its exit code. It has ended.

        `code` stays None where another process, which traces it, has not let go of it.

        Raises:
            ChildProcessError: somebody else in this process has reaped it.
        """
        with self._lock:
            if not self.runs:
                return
            if not self._is_reaping:
                self._kill_group()
                self._let_go()
                self._is_reaping = True
            self.code = self._reaped()

    def end(self) -> None:
        """Kill and reap what still runs."""
        if not self.runs:
            return
        self.kill()
        if self._watch is None or _readable(self._watch.fd, REAP_SECS):
            with contextlib.suppress(ChildProcessError):
                self.reap()

    def disown(self) -> None:
        """Do nothing more to it: it is another process's to wait for, or was reaped by others."""
        self.code = 0
        self._slot = None

    def close(self) -> None:
        """Let the descriptor go; one that is not gone by now is left to the system."""
        if self._watch is not None:
            self._watch.close()
        if self.code is None:
            self.disown()

    def _let_go(self) -> None:
        slot, self._slot = self._slot, None
        if slot is not None:
            lifeline.release(slot)

    def _kill_leader(self) -> None:
        """It may have left its group, or be another user's by now, whom nobody here can kill."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self._watch is not None:
                self._watch.kill()
            else:
                os.kill(self._pid.value, signal.SIGKILL)

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid.value, signal.SIGKILL)

    def _reaped(self) -> int | None:
        try:
            if self._watch is not None:
                return self._watch.reap()
            # Its start was broken off; it was killed itself, so that this wait is short.
            return os.waitstatus_to_exitcode(os.waitpid(self._pid.value, 0)[1])
        except ChildProcessError:
            self.disown()
            raise


def _readable(fd: int, secs: float) -> bool:
    poller = select.poll()
    poller.register(fd, select.POLLIN)
    return bool(poller.poll(secs * 1000))
