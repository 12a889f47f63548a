"""What is left of calls: processes, however far from their parent, zombies and descriptors.

While a test looks, this process adopts its orphaned descendants (PR_SET_CHILD_SUBREAPER), so that
none can be lost; a descriptor of each tells whether it has ended.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
from collections.abc import Iterator
from pathlib import Path

_SUBREAPER = 36
_STAT_FIELDS_FROM = 2
"""Of /proc/PID/stat after the name: state, parent, process group."""
GONE_SECS = 5.0
"""How long one that was killed may take to be gone."""


class Leftovers:
    """What a test says of its end.

    `expected` is whether a process is alive then, and `pins` whether pinned libraries were loaded,
    whose copies stay to the end of this process.
    """

    def __init__(self) -> None:
        self.expected = self.pins = False
        self.alive: list[str] = []

    def collect(self) -> list[str]:
        """End and reap all that is left; the command lines of those that were alive."""
        found = []
        while pids := children():
            for pid in pids:
                state, group = stat_of(pid)
                leads = group in (pid, os.getpgrp())
                assert not (state == "Z" and leads), "a program was not reaped"
                if not _ended(pid, 0.0 if self.expected else GONE_SECS):
                    found.append(Path(f"/proc/{pid}/cmdline").read_bytes().decode())
                    os.kill(pid, signal.SIGKILL)  # ours: it cannot be another's before it is reaped
                os.waitpid(pid, 0)
        self.alive += found
        return found


@contextlib.contextmanager
def looking() -> Iterator[Leftovers]:
    """Adopt what is orphaned meanwhile; at the end nothing may be there."""
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(_SUBREAPER, 1, 0, 0, 0) == 0
    before = descriptors()
    leftovers = Leftovers()
    try:
        yield leftovers
    finally:
        try:
            found = leftovers.collect()
        finally:
            libc.prctl(_SUBREAPER, 0, 0, 0, 0)
    assert bool(found) == leftovers.expected, f"alive: {found}"
    after = descriptors()
    if leftovers.pins:
        after = {fd: to for fd, to in after.items() if fd in before or not _is_pinned(to)}
    assert after == before


def children() -> list[int]:
    """Every child of this process, ended or not."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return []
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [pid for pid in pids if _parent(pid) == os.getpid()]


def descriptors() -> dict[str, str]:
    """Number -> what it is open on."""
    found = {}
    for number in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the listing's own
            found[number.name] = str(number.readlink())
    return found


def stat_of(pid: int) -> tuple[str, int]:
    """Its state and its process group."""
    state, _, group = _fields(pid)
    return state, int(group)


def _is_pinned(opened: str) -> bool:
    return opened.startswith("/memfd:") and ".so" in opened


def _parent(pid: int) -> int:
    try:
        return int(_fields(pid)[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


def _fields(pid: int) -> tuple[str, str, str]:
    text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    state, parent, group = text.rpartition(")")[2].split()[:3]
    return state, parent, group


def _ended(pid: int, secs: float) -> bool:
    descriptor = os.pidfd_open(pid)
    try:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        return bool(poller.poll(secs * 1000))
    finally:
        os.close(descriptor)
