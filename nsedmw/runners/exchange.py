"""What is exchanged with one program: its input, both outputs, its end; nothing of it stays.

The contract of every call, however it ends: the program leads a process group of its own; both
outputs are drained at once and capped while they are read; the group is killed; every descriptor
that was opened is closed.
"""

from __future__ import annotations

import os
import select
from time import monotonic
from typing import Final

import msgspec

from nsedmw.errors import Failure
from nsedmw.runners.child import Child
from nsedmw.runners.pipes import OWN, above, write
from nsedmw.runners.running import closed
from nsedmw.runners.spawn import Program
from nsedmw.runners.startup import why_not

DRAIN_SECS: Final = 0.1
"""After the group's kill: how long an output that something else holds open is still read."""
_CHUNK: Final = 65536
"""Bytes read at once; the capacity of a pipe on Linux."""
_LONGEST_WAIT: Final = 86_400.0
"""Seconds; epoll takes milliseconds as an int, and a deadline may be a year."""


class Ended(msgspec.Struct, frozen=True):
    """How a call ended.

    `code` is the exit code, or minus the number of the signal that killed it; `held` says that
    something still held stdout `DRAIN_SECS` after the group's kill.
    """

    code: int
    stdout: bytes
    stderr: bytes
    held: bool = False


class Call:
    """A program and what has been exchanged with it; a driver waits, this decides.

    A driver waits until the descriptor `watched` is readable, which stands for all of the call's,
    and then calls `step`.
    """

    def __init__(self, payload: bytes, cap: int) -> None:
        self.child = Child()
        self._open: set[int] = set()
        self._stdin = self._stdout = self._stderr = -1
        self._theirs: tuple[int, ...] = ()
        self._poll: select.epoll | None = None
        self._waiting: set[int] = set()
        self._rest = memoryview(payload)
        self._cap = cap
        self._out, self._err = bytearray(), bytearray()
        self._late = self._over_cap = self._closed = False
        self.drained_at: float | None = None
        self._is_made = True

    _is_made = False

    def __del__(self) -> None:
        if self._is_made:  # where cleaning up was broken off
            self.end()
            self.release()

    def start(self, program: Program, keep: tuple[int, ...]) -> None:
        """Start the program; `keep` are the descriptors of its pins.

        Raises:
            Failure: it could not be started.
        """
        try:
            theirs = self._pipes()
            self.child.start(program, theirs, keep)
            self._close(theirs[0])
            # Its outputs end with its end: one thing to wake up for instead of three.
            self._theirs = theirs[1:]
            self._watch()
        except ChildProcessError:
            raise _lost() from None
        except (OSError, RuntimeError, ValueError) as error:
            why = why_not(program, error)
            raise Failure("start", f"failed to spawn {program.shown}: {why}") from None
        self._write()  # most contexts fit into the pipe: there is one thing less to wait for

    @property
    def watched(self) -> int:
        """What is readable when there is something to deal with."""
        return -1 if self._poll is None else self._poll.fileno()

    @property
    def over(self) -> bool:
        """Whether there is nothing more to wait for."""
        has_ended = self.child.code is not None
        return self._over_cap or (has_ended and self._stdout not in self._waiting)

    def step(self, secs: float) -> bool:
        """Wait so long for something to deal with, and deal with it; whether there was anything.

        Raises:
            Failure: its exit status was lost, which SIG_IGN for SIGCHLD and `waitpid(-1)` do.
        """
        assert self._poll is not None  # noqa: S101  # it was started
        events = self._poll.poll(min(secs, _LONGEST_WAIT))
        for fd, _ in events:
            if fd == self._stdin:
                self._write()
            elif fd == self.child.exit_fd:
                self._exited()
            else:
                self._read(fd)
        return bool(events)

    def expire(self) -> None:
        """Time is up: the program's, or that of an output that something else holds open."""
        self._late = self.child.code is None

    def ended(self) -> Ended:
        """How it ended.

        Raises:
            Failure: it did not end by itself, or printed too much.
        """
        if self._closed:
            raise closed()
        if self._over_cap:
            raise Failure("limit", f"it printed more than {self._cap} bytes")
        if self._late or self.child.code is None:
            raise Failure("timeout", "timed out")
        if self._stderr in self._waiting:
            self.step(0)  # its last words may have come with its end
        held = self._stdout in self._waiting
        return Ended(self.child.code, bytes(self._out), bytes(self._err), held)

    def kill(self) -> None:
        """End it because its engine is closed; may be called from any thread."""
        if self.child.kill():
            self._closed = True

    def end(self) -> None:
        """Kill and reap what still runs."""
        self.child.end()

    def forget(self) -> None:
        """In a forked copy of the process that started it: let go of its descriptors."""
        self.child.disown()
        self.release()

    def release(self) -> None:
        """Close every descriptor."""
        if self._poll is not None:
            self._poll.close()
        self.child.close()
        for fd in tuple(self._open):
            self._close(fd)

    def _pipes(self) -> tuple[int, int, int]:
        """Three pipes; the child's ends."""
        theirs, self._stdin = self._pipe()
        self._stdout, out = self._pipe()
        self._stderr, err = self._pipe()
        # Also what is read: a program can open its output and take back what it wrote.
        for fd in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(fd, False)
        return theirs, out, err

    def _pipe(self) -> tuple[int, int]:
        reads, writes = os.pipe()
        self._open |= {reads, writes}
        if min(reads, writes) >= OWN:
            return reads, writes
        # This process has closed some of its own first three, which are what a child is given.
        self._open -= {reads, writes}
        reads, writes = above(reads, OWN), above(writes, OWN)
        self._open |= {reads, writes}
        return reads, writes

    def _watch(self) -> None:
        self._poll = select.epoll()
        self._poll.register(self._stdin, select.EPOLLOUT)
        for fd in (self._stdout, self._stderr, self.child.exit_fd):
            self._poll.register(fd, select.EPOLLIN)
        self._waiting = {self._stdin, self._stdout, self._stderr, self.child.exit_fd}

    def _ignore(self, fd: int) -> None:
        """Wait for it no longer. It must still be open: its number may be another's after that."""
        if fd in self._waiting and self._poll is not None:
            self._waiting.discard(fd)
            self._poll.unregister(fd)

    def _close(self, fd: int) -> None:
        if fd in self._open:
            self._open.discard(fd)
            os.close(fd)

    def _write(self) -> None:
        try:
            self._rest = self._rest[write(self._stdin, self._rest) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # a program that does not read is fine
            self._rest = self._rest[:0]
        if not self._rest:
            self._ignore(self._stdin)
            self._close(self._stdin)

    def _read(self, fd: int) -> None:
        try:
            chunk = os.read(fd, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._ignore(fd)
        elif fd == self._stderr:
            self._err += chunk[: self._cap - len(self._err)]
        elif len(self._out) + len(chunk) > self._cap:
            self._over_cap = True
        else:
            self._out += chunk

    def _exited(self) -> None:
        self._ignore(self.child.exit_fd)
        try:
            self.child.reap()
        except ChildProcessError:
            raise _lost() from None
        if self.child.code is None:
            raise Failure("crash", "its exit status was lost: another process traces it")
        for fd in self._theirs:
            self._close(fd)
        self.drained_at = monotonic() + DRAIN_SECS


def _lost() -> Failure:
    return Failure("crash", "its exit status was lost: this process ignores or reaps its children")
