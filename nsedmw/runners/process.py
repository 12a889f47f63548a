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
import subprocess  # noqa: TID251  # the one place that starts programs
from collections.abc import Mapping
from time import monotonic
from typing import Final

import msgspec

from nsedmw.errors import Failure
from nsedmw.runners.startup import why_not

DRAIN_SECS: Final = 0.1
"""After the group's kill: how long an output that something else holds open is still read."""
REAP_SECS: Final = 2.0
"""How long a killed program may take to be gone; one that hangs in the kernel is left to it."""
_CHUNK: Final = 65536
"""Bytes read at once; the capacity of a pipe on Linux."""


class Program(msgspec.Struct, frozen=True):
    """What to start. `executable` differs from `argv[0]` for a pinned file; `keep` lists the
    descriptors that the program gets beside 0 to 2."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str
    executable: str | None = None
    keep: tuple[int, ...] = ()


class Ended(msgspec.Struct, frozen=True):
    """How a call ended. `code` is the exit code, or minus the number of the signal that killed it;
    `held` says that something still held stdout `DRAIN_SECS` after the group's kill."""

    code: int
    stdout: bytes
    stderr: bytes
    held: bool = False


def run(program: Program, payload: bytes, *, cap: int, limit: float) -> Ended:
    """Start it, give it `payload`, wait for its end on this thread; `limit` is in seconds.

    Raises:
        Failure: it could not be started (`start`), ran past `limit` (`timeout`), printed more than
            `cap` bytes to stdout (`limit`), or its end was lost (`crash`).
    """
    deadline = monotonic() + limit
    call = Call(program, payload, cap)
    try:
        poller = select.poll()
        for fd in call.reading:
            poller.register(fd, select.POLLIN)
        for fd in call.writing:
            poller.register(fd, select.POLLOUT)
        while not call.over:
            left = (call.drained_at or deadline) - monotonic()
            if left <= 0:
                call.expire()
                break
            for fd, _ in poller.poll(math.ceil(left * 1000)):
                for gone in call.ready(fd):
                    poller.unregister(gone)
        return call.ended()
    finally:
        call.close()


async def arun(program: Program, payload: bytes, *, cap: int, limit: float) -> Ended:
    """`run`, on the running event loop, without a thread."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + limit
    call = Call(program, payload, cap)
    over: asyncio.Future[None] = loop.create_future()
    timers = [loop.call_at(deadline, _expired, call, over)]

    def ready(fd: int) -> None:
        was_running = call.drained_at is None
        for gone in call.ready(fd):
            _forget(loop, gone)
        if call.over:
            _resolve(over)
        elif was_running and call.drained_at is not None:
            timers.append(loop.call_later(DRAIN_SECS, _expired, call, over))

    try:
        for fd in call.reading:
            loop.add_reader(fd, ready, fd)
        for fd in call.writing:
            loop.add_writer(fd, ready, fd)
        await over
        return call.ended()
    finally:
        for timer in timers:
            timer.cancel()
        for fd in (*call.reading, *call.writing):
            _forget(loop, fd)
        call.close()


def _forget(loop: asyncio.AbstractEventLoop, fd: int) -> None:
    loop.remove_reader(fd)
    loop.remove_writer(fd)


def _expired(call: Call, over: asyncio.Future[None]) -> None:
    if not over.done():
        call.expire()
        over.set_result(None)


def _resolve(over: asyncio.Future[None]) -> None:
    if not over.done():
        over.set_result(None)


class Call:
    """A running program and what has been exchanged with it; a driver waits, this decides.

    A driver waits for the descriptors in `reading` and `writing`, and hands each ready one to
    `ready`, which says which of them to wait for no longer.
    """

    def __init__(self, program: Program, payload: bytes, cap: int) -> None:
        self._popen = _start(program)
        self._pid = self._popen.pid
        pipes = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in pipes if pipe)
        self._pidfd = os.pidfd_open(self._pid)
        for fd in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(fd, False)
        self._rest = memoryview(payload)
        self._cap = cap
        self._out, self._err = bytearray(), bytearray()
        self._code: int | None = None
        self._late = self._over_cap = False
        self.drained_at: float | None = None
        self.reading = {self._stdout, self._stderr, self._pidfd}
        self.writing = {self._stdin}

    @property
    def over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._over_cap or (self._code is not None and self._stdout not in self.reading)

    def ready(self, fd: int) -> tuple[int, ...]:
        """Deal with one ready descriptor; those that are to be waited for no longer."""
        if fd == self._stdin:
            return self._write()
        if fd == self._pidfd:
            return self._exited()
        return self._read(fd)

    def expire(self) -> None:
        """Time is up: the program's, or that of an output that something else holds open."""
        self._late = self._code is None

    def ended(self) -> Ended:
        """How it ended.

        Raises:
            Failure: it did not end by itself, or printed too much.
        """
        if self._over_cap:
            raise Failure("limit", f"it printed more than {self._cap} bytes")
        if self._late or self._code is None:
            raise Failure("timeout", "timed out")
        held = self._stdout in self.reading
        return Ended(self._code, bytes(self._out), bytes(self._err), held)

    def close(self) -> None:
        """Kill what still runs and close everything; may be called in any state."""
        try:
            if self._code is None:
                self._kill()
                if _readable(self._pidfd, REAP_SECS):
                    self._reap()
        finally:
            os.close(self._pidfd)
            for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
                if pipe is not None:
                    pipe.close()
            if self._popen.returncode is None:  # hangs in the kernel: nobody can wait for it
                self._popen.returncode = -signal.SIGKILL

    def _write(self) -> tuple[int, ...]:
        try:
            self._rest = self._rest[os.write(self._stdin, self._rest) :]
        except BlockingIOError:
            return ()
        except BrokenPipeError:  # a program that does not read is fine
            self._rest = self._rest[:0]
        if self._rest:
            return ()
        self.writing.discard(self._stdin)
        if self._popen.stdin:
            self._popen.stdin.close()
        return (self._stdin,)

    def _read(self, fd: int) -> tuple[int, ...]:
        try:
            chunk = os.read(fd, _CHUNK)
        except BlockingIOError:
            return ()
        if not chunk:
            self.reading.discard(fd)
            return (fd,)
        if fd == self._stderr:
            self._err += chunk[: self._cap - len(self._err)]
        elif len(self._out) + len(chunk) > self._cap:
            self._over_cap = True
        else:
            self._out += chunk
        return ()

    def _exited(self) -> tuple[int, ...]:
        self._kill()
        self._reap()
        self.drained_at = monotonic() + DRAIN_SECS
        self.reading.discard(self._pidfd)
        return (self._pidfd,)

    def _kill(self) -> None:
        # The group, and the leader itself, which may have left its group.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def _reap(self) -> None:
        try:
            status = os.waitid(os.P_PIDFD, self._pidfd, os.WEXITED)
        except ChildProcessError:  # SIGCHLD is ignored in this process: the kernel reaped it
            self._code = self._popen.returncode = 0
            raise Failure("crash", "its exit status was lost: SIGCHLD is ignored here") from None
        if status is None:  # pragma: no cover  # only WNOHANG gives None
            return
        exited = status.si_code == os.CLD_EXITED
        self._code = self._popen.returncode = status.si_status if exited else -status.si_status


def _start(program: Program) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603  # no shell; the argument list is the operator's
            program.argv,
            bufsize=0,
            executable=program.executable,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=program.cwd,
            env=program.env,
            pass_fds=program.keep,
            process_group=0,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise Failure("start", why_not(program.argv[0], program.cwd, error)) from None


def _readable(fd: int, secs: float) -> bool:
    poller = select.poll()
    poller.register(fd, select.POLLIN)
    return bool(poller.poll(math.ceil(secs * 1000)))
