"""Descriptors of pipes: out of a child's own numbers, and written to without a signal."""

from __future__ import annotations

import fcntl
import os
import signal
from typing import Final

OWN: Final = 3
"""A child's own descriptors are those below; its pins begin here."""
_PIPE: Final = frozenset({signal.SIGPIPE})


def above(fd: int, least: int) -> int:
    """The descriptor, or a copy in its place whose number is not below `least`."""
    if fd >= least:
        return fd
    try:
        return fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, least)
    finally:
        os.close(fd)


def write(fd: int, data: bytes | memoryview) -> int:
    """`os.write`, also where the host has given SIGPIPE back its default, which ends the process.

    Raises:
        OSError: as `os.write`; BrokenPipeError where nobody reads any longer.
    """
    if signal.getsignal(signal.SIGPIPE) is not signal.SIG_DFL:
        return os.write(fd, data)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _PIPE)
    try:
        return os.write(fd, data)
    except BrokenPipeError:
        signal.sigtimedwait(_PIPE, 0)  # it is pending for this thread
        raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
