"""One program, started, given its input and read, within one deadline; nothing of it stays.

The contract of every call, however it ends: the program leads a process group of its own; both
outputs are drained at once and capped while they are read; the group is killed before its leader is
reaped, since a reaped number can be somebody else's; every descriptor that was opened is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import select
import signal
import threading
from collections.abc import Callable
from time import monotonic
from typing import Final, TypeAlias

import msgspec

from nsedmw.errors import Failure
from nsedmw.runners.exit_watch import ExitWatch
from nsedmw.runners.running import Running, closed
from nsedmw.runners.spawn import OWN, Pid, Program, above, spawn
from nsedmw.runners.startup import why_not

DRAIN_SECS: Final = 0.1
"""After the group's kill: how long an output that something else holds open is still read."""
REAP_SECS: Final = 2.0
"""How long a killed program may take to be gone; one that hangs in the kernel is left to it."""
_CHUNK: Final = 65536
"""Bytes read at once; the capacity of a pipe on Linux."""
_LONGEST_WAIT: Final = 86_400.0
"""Seconds; epoll takes milliseconds as an int, and a deadline may be a year."""
_LOOKS: Final = 8
"""How often a task looks in one round of the event loop, where others wait for their turn."""


class Ended(msgspec.Struct, frozen=True):
    """How a call ended.

    `code` is the exit code, or minus the number of the signal that killed it; `held` says that
    something still held stdout `DRAIN_SECS` after the group's kill.
    """

    code: int
    stdout: bytes
    stderr: bytes
    held: bool = False


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
        self._timer = self._loop.call_at(deadline, self._expired)

    async def over(self) -> None:
        """Wait until there is nothing more to wait for.

        Raises:
            Failure: as `Call.step`.
        """
        self._loop.add_reader(self._call.watched, self._ready)
        try:
            await self._over
        finally:
            self._timer.cancel()
            self._loop.remove_reader(self._call.watched)

    async def gone(self) -> None:
        """Kill what still runs and wait for its end: a large process takes a while to go."""
        if not self._call.runs:
            return
        self._call.stop()
        gone = self._loop.create_future()
        timer = self._loop.call_later(REAP_SECS, _resolve, gone)
        self._loop.add_reader(self._call.exit_fd, _resolve, gone)
        try:
            await gone
        finally:
            timer.cancel()
            self._loop.remove_reader(self._call.exit_fd)

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
            self._timer.cancel()
            self._timer = self._loop.call_later(DRAIN_SECS, self._expired)

    def _expired(self) -> None:
        if not self._over.done():
            self._call.expire()
            _resolve(self._over)


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


class Call:
    """A program and what has been exchanged with it; a driver waits, this decides.

    A driver waits until the descriptor `watched` is readable, which stands for all of the call's,
    and then calls `step`.
    """

    def __init__(self, payload: bytes, cap: int) -> None:
        self._pid = Pid()
        self._exit: ExitWatch | None = None
        self._open: set[int] = set()
        self._stdin = self._stdout = self._stderr = -1
        self._lock = threading.Lock()
        """Held to kill the group and to reap its leader, whose number must not change hands."""
        self._rest = memoryview(payload)
        self._cap = cap
        self._out, self._err = bytearray(), bytearray()
        self._code: int | None = None
        self._late = self._over_cap = self._closed = False
        self.drained_at: float | None = None
        self._poll: select.epoll | None = None
        self._waiting: set[int] = set()

    def start(self, program: Program, keep: tuple[int, ...]) -> None:
        """Start the program; `keep` are the descriptors of its pins.

        Raises:
            Failure: it could not be started.
        """
        try:
            theirs = self._pipes()
            try:
                spawn(program, theirs, keep, self._pid)
            finally:
                for fd in theirs:
                    self._close(fd)
            self._exit = ExitWatch(self._pid.value)
            self._watch()
        except ProcessLookupError:
            if not self._pid.value:
                raise  # pragma: no cover  # no start says so
            self._code = 0
            raise _lost() from None
        except (OSError, RuntimeError, ValueError) as error:
            why = why_not(program.argv[0], program.cwd, error)
            raise Failure("start", f"failed to spawn {program.shown}: {why}") from None
        self._write()  # most contexts fit into the pipe: there is one thing less to wait for

    def _watch(self) -> None:
        self._poll = select.epoll()
        self._poll.register(self._stdin, select.EPOLLOUT)
        for fd in (self._stdout, self._stderr, self.exit_fd):
            self._poll.register(fd, select.EPOLLIN)
        self._waiting = {self._stdin, self._stdout, self._stderr, self.exit_fd}

    def _ignore(self, fd: int) -> None:
        """Wait for it no longer. It must still be open: its number may be another's after that."""
        if fd in self._waiting and self._poll is not None:
            self._waiting.discard(fd)
            self._poll.unregister(fd)

    def _pipes(self) -> tuple[int, int, int]:
        """Three pipes; the child's ends."""
        theirs, self._stdin = self._pipe()
        self._stdout, out = self._pipe()
        self._stderr, err = self._pipe()
        # What is read is known to be ready; what is written may fill the pipe.
        os.set_blocking(self._stdin, False)
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

    def _close(self, fd: int) -> None:
        if fd in self._open:
            self._open.discard(fd)
            os.close(fd)

    @property
    def runs(self) -> bool:
        """Whether its program was started and not reaped."""
        return self._pid.value > 0 and self._code is None

    @property
    def exit_fd(self) -> int:
        """What becomes readable when its program has ended; -1 where nothing does."""
        return -1 if self._exit is None else self._exit.fd

    @property
    def watched(self) -> int:
        """What is readable when there is something to deal with."""
        return -1 if self._poll is None else self._poll.fileno()

    @property
    def over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._over_cap or (self._code is not None and self._stdout not in self._waiting)

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
            elif fd == self.exit_fd:
                self._exited()
            else:
                self._read(fd)
        return bool(events)

    def expire(self) -> None:
        """Time is up: the program's, or that of an output that something else holds open."""
        self._late = self._code is None

    def ended(self) -> Ended:
        """How it ended.

        Raises:
            Failure: it did not end by itself, or printed too much.
        """
        if self._closed:
            raise closed()
        if self._over_cap:
            raise Failure("limit", f"it printed more than {self._cap} bytes")
        if self._late or self._code is None:
            raise Failure("timeout", "timed out")
        if self._stderr in self._waiting:
            self.step(0)  # its last words may have come with its end
        held = self._stdout in self._waiting
        return Ended(self._code, bytes(self._out), bytes(self._err), held)

    def kill(self) -> None:
        """End it because its engine is closed; may be called from any thread."""
        with self._lock:
            if self._code is None:
                self._closed = True
                self._kill()

    def forget(self) -> None:
        """In a forked copy of the process that started it: let go of its descriptors."""
        self._code = 0  # it is not this process's to wait for
        self.release()

    def stop(self) -> None:
        """Kill what still runs."""
        with self._lock:
            if self._code is None:
                self._kill()

    def end(self) -> None:
        """Kill and reap what still runs."""
        if not self.runs:
            return
        self.stop()
        if self._exit is None:
            # Its start was broken off. It was killed, so that this is short.
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid.value, 0)
        elif _readable(self._exit.fd, REAP_SECS):
            with contextlib.suppress(ChildProcessError):
                self._reap()

    def release(self) -> None:
        """Close every descriptor."""
        if self._poll is not None:
            self._poll.close()
        if self._exit is not None:
            self._exit.close()
        for fd in tuple(self._open):
            self._close(fd)

    def _write(self) -> None:
        try:
            self._rest = self._rest[os.write(self._stdin, self._rest) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # a program that does not read is fine
            self._rest = self._rest[:0]
        if not self._rest:
            self._ignore(self._stdin)
            self._close(self._stdin)

    def _read(self, fd: int) -> None:
        chunk = os.read(fd, _CHUNK)
        if not chunk:
            self._ignore(fd)
        elif fd == self._stderr:
            self._err += chunk[: self._cap - len(self._err)]
        elif len(self._out) + len(chunk) > self._cap:
            self._over_cap = True
        else:
            self._out += chunk

    def _exited(self) -> None:
        self._ignore(self.exit_fd)
        try:
            with self._lock:
                self._kill_group()
                self._reap()
        except ChildProcessError:
            raise _lost() from None
        self.drained_at = monotonic() + DRAIN_SECS

    def _kill(self) -> None:
        self._kill_group()
        if self._exit is not None:
            self._exit.kill()  # the leader may have left its group

    def _kill_group(self) -> None:
        if self._pid.value > 0:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid.value, signal.SIGKILL)

    def _reap(self) -> None:
        assert self._exit is not None  # noqa: S101  # whoever calls has seen it end
        try:
            self._code = self._exit.reap()
        except ChildProcessError:
            self._code = 0
            raise


def _lost() -> Failure:
    return Failure("crash", "its exit status was lost: this process ignores or reaps its children")


def _readable(fd: int, secs: float) -> bool:
    poller = select.poll()
    poller.register(fd, select.POLLIN)
    return bool(poller.poll(math.ceil(secs * 1000)))
