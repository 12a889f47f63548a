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
import threading
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final

import msgspec

from nsedmw.errors import Failure
from nsedmw.runners.exit_watch import ExitWatch
from nsedmw.runners.running import Running, closed
from nsedmw.runners.startup import out_of, why_not

DRAIN_SECS: Final = 0.1
"""After the group's kill: how long an output that something else holds open is still read."""
REAP_SECS: Final = 2.0
"""How long a killed program may take to be gone; one that hangs in the kernel is left to it."""
_CHUNK: Final = 65536
"""Bytes read at once; the capacity of a pipe on Linux."""
_LONGEST_POLL: Final = 86_400_000
"""Milliseconds; poll takes an int, and a deadline may be a year."""


class Program(msgspec.Struct, frozen=True):
    """What to start.

    `shown` is its path as its file says it, for messages; `executable` differs from `argv[0]` for a
    pinned file; `keep` lists the descriptors that it gets beside 0 to 2.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str
    shown: str
    executable: str | None = None
    keep: tuple[int, ...] = ()


class Ended(msgspec.Struct, frozen=True):
    """How a call ended.

    `code` is the exit code, or minus the number of the signal that killed it; `held` says that
    something still held stdout `DRAIN_SECS` after the group's kill.
    """

    code: int
    stdout: bytes
    stderr: bytes
    held: bool = False


Make = Callable[[], Program]
"""Says what to start; asked again at each start, and may refuse with a Failure."""


def run(make: Make, payload: bytes, *, cap: int, limit: float, running: Running) -> Ended:
    """Start it, give it `payload`, wait for its end on this thread; `limit` is in seconds.

    Raises:
        Failure: it could not be started (`start`), ran past `limit` (`timeout`), printed more than
            `cap` bytes to stdout (`limit`), its end was lost (`crash`), or `running` was closed.
    """
    deadline = monotonic() + limit
    call = running.start_unbroken(lambda: Call(make(), payload, cap))
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
            for fd, _ in poller.poll(min(math.ceil(left * 1000), _LONGEST_POLL)):
                for gone in call.ready(fd):
                    poller.unregister(gone)
        return call.ended()
    finally:
        running.finish(call)


async def arun(make: Make, payload: bytes, *, cap: int, limit: float, running: Running) -> Ended:
    """`run`, on the running event loop, without a thread."""
    deadline = asyncio.get_running_loop().time() + limit
    call = running.start(lambda: Call(make(), payload, cap))
    driver, is_awaited = _Awaiting(call, deadline), True
    try:
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
        self._deadline = deadline
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._timers = [self._loop.call_at(deadline, self._expired)]

    async def over(self) -> None:
        """Wait until there is nothing more to wait for.

        Raises:
            Failure: as `Call.ready`.
        """
        try:
            for fd in self._call.reading:
                self._loop.add_reader(fd, self._ready, fd)
            for fd in self._call.writing:
                self._loop.add_writer(fd, self._ready, fd)
            await self._over
        finally:
            for timer in self._timers:
                timer.cancel()
            for fd in (*self._call.reading, *self._call.writing):
                self._forget(fd)

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

    def _ready(self, fd: int) -> None:
        was_running = self._call.drained_at is None
        try:
            for gone in self._call.ready(fd):
                self._forget(gone)
        except Failure as failure:
            self._forget(fd)
            if not self._over.done():
                self._over.set_exception(failure)
            return
        if self._call.over:
            _resolve(self._over)
        elif was_running and self._call.drained_at is not None:
            self._timers.append(self._loop.call_later(DRAIN_SECS, self._expired))

    def _expired(self) -> None:
        if not self._over.done():
            self._call.expire()
            _resolve(self._over)

    def _forget(self, fd: int) -> None:
        self._loop.remove_reader(fd)
        self._loop.remove_writer(fd)


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


class Call:
    """A running program and what has been exchanged with it; a driver waits, this decides.

    A driver waits for the descriptors in `reading` and `writing`, and hands each ready one to
    `ready`, which says which of them to wait for no longer.

    Raises:
        Failure: it could not be started.
    """

    def __init__(self, program: Program, payload: bytes, cap: int) -> None:
        self._popen = _start(program)
        self._pid = self._popen.pid
        self._lock = threading.Lock()
        """Held to kill the group and to reap its leader, whose number must not change hands."""
        self._exit = self._watch(program)
        pipes = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in pipes if pipe)
        for fd in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(fd, False)
        self._rest = memoryview(payload)
        self._cap = cap
        self._out, self._err = bytearray(), bytearray()
        self._code: int | None = None
        self._late = self._over_cap = self._closed = False
        self.drained_at: float | None = None
        self.reading = {self._stdout, self._stderr, self._exit.fd}
        self.writing = {self._stdin}

    def _watch(self, program: Program) -> ExitWatch:
        try:
            return ExitWatch(self._pid)
        except ProcessLookupError:
            self._popen.returncode = 0
            self._close_pipes()
            raise _lost() from None
        except (OSError, RuntimeError) as error:
            # It runs already, and nothing would notice its end.
            self._kill_group()
            self._popen.wait()
            self._close_pipes()
            raise Failure("start", f"failed to spawn {program.shown}: {out_of(error)}") from None

    @property
    def runs(self) -> bool:
        """Whether its program was not reaped yet."""
        return self._code is None

    @property
    def exit_fd(self) -> int:
        """What becomes readable when its program has ended."""
        return self._exit.fd

    @property
    def over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._over_cap or (self._code is not None and self._stdout not in self.reading)

    def ready(self, fd: int) -> tuple[int, ...]:
        """Deal with one ready descriptor; those that are to be waited for no longer.

        Raises:
            Failure: its exit status was lost, which SIG_IGN for SIGCHLD and `waitpid(-1)` do.
        """
        if fd == self._stdin:
            return self._write()
        if fd == self._exit.fd:
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
        if self._closed:
            raise closed()
        if self._over_cap:
            raise Failure("limit", f"it printed more than {self._cap} bytes")
        if self._late or self._code is None:
            raise Failure("timeout", "timed out")
        if self._stderr in self.reading:
            self._read(self._stderr)  # its last words may have come with its end
        held = self._stdout in self.reading
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
        if self._code is None:
            self.stop()
            if _readable(self._exit.fd, REAP_SECS):
                with contextlib.suppress(ChildProcessError):
                    self._reap()

    def release(self) -> None:
        """Close every descriptor."""
        self._exit.close()
        self._close_pipes()
        if self._popen.returncode is None:  # another process's, or it hangs in the kernel
            self._popen.returncode = -signal.SIGKILL

    def _close_pipes(self) -> None:
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if pipe is not None:
                pipe.close()

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
        try:
            with self._lock:
                self._kill()
                self._reap()
        except ChildProcessError:
            raise _lost() from None
        self.drained_at = monotonic() + DRAIN_SECS
        self.reading.discard(self._exit.fd)
        return (self._exit.fd,)

    def _kill(self) -> None:
        # The group, and the leader itself, which may have left its group.
        self._kill_group()
        self._exit.kill()

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)

    def _reap(self) -> None:
        try:
            self._code = self._exit.reap()
        except ChildProcessError:
            self._code = 0
            raise
        finally:
            self._popen.returncode = self._code


def _lost() -> Failure:
    return Failure("crash", "its exit status was lost: this process ignores or reaps its children")


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
        why = why_not(program.executable or program.argv[0], program.cwd, error)
        raise Failure("start", f"failed to spawn {program.shown}: {why}") from None


def _readable(fd: int, secs: float) -> bool:
    poller = select.poll()
    poller.register(fd, select.POLLIN)
    return bool(poller.poll(math.ceil(secs * 1000)))
