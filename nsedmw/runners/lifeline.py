"""What ends the programs when their engine's process is killed and can end nothing itself.

A guard, a small shell beside this process, waits for the end of a pipe that this process holds:
then it is gone, however that came. The guard kills the process groups that stand in a table, which
both share in memory, so that a call costs no message. It is started with the first program.
(PR_SET_PDEATHSIG is no way: it fires when a thread ends, and spares the rest of the group.)
"""

from __future__ import annotations

import contextlib
import mmap
import os
import select
from time import monotonic, sleep
from typing import Final

from nsedmw.runners.pipes import OWN, above
from nsedmw.runners.spawn import FIRST_PIN, Pid, Program, spawn

SLOTS: Final = 16_384
"""Programs that may run at once."""
_WIDTH: Final = 8
"""Bytes of a slot: a group's number, which has seven digits at most, and a line end."""
_EMPTY: Final = b" " * (_WIDTH - 1) + b"\n"
_LOOK_SECS: Final = 0.1
"""How long a guard that was seen is taken to be there."""
_TURN_SECS: Final = 0.001
"""A start takes two of them."""
_SHELL: Final = "/bin/sh"
_TABLE_AT: Final = 4
"""Where the table's path stands in the arguments."""
_GUARD: Final = """
trap '' INT TERM HUP QUIT
exec 4<&0 5<"$1"
{
  while read -r nothing; do :; done
  while read -r group; do
    if [ -n "$group" ]; then kill -s KILL -- "-$group"; fi
  done <&5
} <&4 4<&- >/dev/null 2>&1 &
"""
"""In the background of a shell that ends at once, so that it is no child of ours: a host that waits
for its children must not meet it."""


class _Guard:
    """The pipe and the table, from the first start to the process's end.

    There is no lock, as in `running`: a list's `pop` and `append` are one step each. The number of
    the pipe never changes hands: a guard that is gone is replaced under it.
    """

    def __init__(self) -> None:
        self.fd = -1
        self.memory = above(os.memfd_create("nsedmw-groups", os.MFD_CLOEXEC), FIRST_PIN)
        os.truncate(self.memory, SLOTS * _WIDTH)
        self.table = mmap.mmap(self.memory, SLOTS * _WIDTH)
        self.table[:] = _EMPTY * SLOTS
        self.free = list(range(SLOTS))
        self.looked_at = -_LOOK_SECS
        self._turn = [True]
        """Empty while a thread starts a guard: of two, one would end what the other guards."""

    def stands(self) -> bool:
        """Whether somebody still reads the pipe."""
        if self.fd < 0:
            return False
        poller = select.poll()
        poller.register(self.fd, 0)  # the end of its readers is told in any case
        return not poller.poll(0)

    def start(self) -> None:
        """Start one, in the place of one that is gone.

        Raises:
            OSError: this system has no shell, or no more of something.
        """
        try:
            turn = self._turn.pop()
        except IndexError:  # another thread is at it
            sleep(_TURN_SECS)
            return
        try:
            if self.stands():
                return
            writes = self._started()
            if self.fd < 0:
                self.fd = writes
            else:
                os.dup2(writes, self.fd, inheritable=False)
                os.close(writes)
        finally:
            self._turn.append(turn)

    def _started(self) -> int:
        reads, writes = os.pipe()
        reads, writes = above(reads, OWN), above(writes, OWN)
        try:
            nothing = above(os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC), OWN)
            try:
                argv = (_SHELL, "-c", _GUARD, "nsedmw-guard", "")
                shell = Program(argv, {}, "/", shown=_SHELL, pins=(_TABLE_AT,))
                pid = Pid()
                spawn(shell, (reads, nothing, nothing), (self.memory,), pid)
            finally:
                os.close(nothing)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid.value, 0)
        except BaseException:
            os.close(writes)
            raise
        finally:
            os.close(reads)
        return writes

    def forget(self) -> None:
        """In a forked copy: it is the parent's."""
        self.table.close()
        for fd in (self.fd, self.memory):
            with contextlib.suppress(OSError):
                os.close(fd)


_making: Final[dict[int, _Guard]] = {}
"""Where two threads make one at once, the first counts."""
_guard: _Guard | None = None


def prepare() -> None:
    """Have a guard, before there is anything to guard.

    Raises:
        OSError: there can be none.
    """
    global _guard  # noqa: PLW0603  # a process has one, and a forked copy its own
    if _guard is None:
        made = _Guard()
        _guard = _making.setdefault(os.getpid(), made)
        if _guard is not made:
            made.forget()
    guard = _guard
    if monotonic() < guard.looked_at + _LOOK_SECS:
        return
    while not guard.stands():
        guard.start()
    guard.looked_at = monotonic()


def hold(group: int) -> int:
    """The group is to be killed if this process ends; the slot that says so.

    Raises:
        OSError: so many programs run that the table is full.
    """
    assert _guard is not None  # noqa: S101  # it was prepared
    try:
        slot = _guard.free.pop()
    except IndexError:
        raise BlockingIOError(f"more than {SLOTS} programs at once") from None
    _guard.table[slot * _WIDTH : (slot + 1) * _WIDTH] = b"%-7d\n" % group
    return slot


def release(slot: int) -> None:
    """The group was killed. To be said before its leader is reaped, while the number is its own."""
    if _guard is not None:
        _guard.table[slot * _WIDTH : (slot + 1) * _WIDTH] = _EMPTY
        _guard.free.append(slot)


def after_fork() -> None:
    """A copy of the pipe would keep the parent's guard waiting."""
    global _guard  # as above
    guard, _guard = _guard, None
    if guard is not None:
        guard.forget()
