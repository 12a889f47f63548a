"""A file held to its digest: copied into sealed memory, hashed there, and used from there.

What was tried and fails: rewriting the hashed file in place runs the new bytes; a script on a
close-on-exec descriptor is not found by its interpreter; two libraries loaded through one
/proc/self/fd path are one library. So each pin is a memory file of its own with a number that stays
open as long as the pin, and a program inherits that number.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self
from weakref import finalize

from nsedmw.errors import Failure
from nsedmw.runners.pipes import above
from nsedmw.runners.running import closed
from nsedmw.runners.spawn import FIRST_PIN

_SEALS: Final = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL
_MFD_EXEC: Final = 0x10
"""Linux 6.3 (memfd_create(2)): wanted where memory files are not executable unless asked."""
_CHUNK: Final = 1 << 20
_MODE: Final = 0o555
"""An engine may give up its user after it has loaded."""


class DigestDiffersError(Exception):
    """The file has another digest than the one it is held to; `found` is the file's, in hex."""

    def __init__(self, found: str) -> None:
        self.found = found
        super().__init__("the file has another sha256")


class Pin:
    """A sealed copy of a file; `path` leads to it here and in a child that keeps `fd`."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.path = f"/proc/self/fd/{fd}"
        self.users = set[object]()
        found = os.fstat(fd)
        self.size = found.st_size
        self._identity = (found.st_dev, found.st_ino)
        self.close = finalize(self, _close, fd, self._identity)
        # At the interpreter's exit it stays for a thread that still starts from there.
        self.close.atexit = False

    def stands(self) -> bool:
        """Whether its number still leads to it: a host may close what it does not know."""
        try:
            found = os.fstat(self.fd)
        except OSError:
            return False
        return (found.st_dev, found.st_ino) == self._identity

    @classmethod
    def of(cls, source: int, name: str, digest: str) -> Self:
        """Copy the open file `source` from its start, seal the copy and hash it.

        Raises:
            DigestDiffersError: the digest is another one.
            OSError: the file cannot be read, or this system has no memory files.
        """
        fd = _memory_file(name)
        try:
            _copy(source, fd)
            os.fchmod(fd, _MODE)
            fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _SEALS)
            # Read after sealing: the bytes that are hashed are the bytes that will run.
            _hold(_digest(fd), digest)
        except BaseException:
            os.close(fd)
            raise
        return cls(fd)


class Held:
    """A file that must have its digest whenever it is used; a change is looked at, not run.

    Raises:
        DigestDiffersError, OSError: at construction, as `Pin.of`.
    """

    def __init__(self, path: Path, digest: str) -> None:
        self._path = path
        self._digest = digest
        self._pin: Pin | None
        self._pin, self._seen = self._pinned(None)

    @contextmanager
    def now(self) -> Iterator[Pin]:
        """The sealed copy of what the file is now.

        Its number leads to it as long as this context lasts, whatever becomes of the file and of
        the engine meanwhile.

        Raises:
            Failure: the file is gone, cannot be read, or has another digest; this was closed.
        """
        user = object()
        pin = self._taken(user)
        try:
            yield pin
        finally:
            self._left(pin, user)

    def close(self) -> None:
        """Let the copy go, once nobody starts from it."""
        pin, self._pin = self._pin, None
        _retire(pin)

    def _taken(self, user: object) -> Pin:
        # Known as a user first and looked at again after that: whoever puts another pin in its
        # place looks for users after it has done so. No lock, as in `running`.
        while True:
            pin = self._current()
            pin.users.add(user)
            if pin is self._pin:
                return pin
            self._left(pin, user)

    def _left(self, pin: Pin, user: object) -> None:
        pin.users.discard(user)
        if pin is not self._pin:
            _retire(pin)

    def _current(self) -> Pin:
        pin = self._pin
        if pin is None:
            raise closed()
        if not pin.stands():
            raise Failure("start", "this process has closed the descriptor of its pinned file")
        try:
            if marks(self._path.stat()) != self._seen:
                new, self._seen = self._pinned(pin.size)
                self._pin = new
                _retire(pin)
                return new
        except DigestDiffersError:
            raise Failure("start", "the pinned file has another sha256 now") from None
        except OSError as error:
            why = os.strerror(error.errno or 0)
            raise Failure("start", f"the pinned file cannot be read now ({why})") from None
        return pin

    def _pinned(self, size: int | None) -> tuple[Pin, tuple[int, ...]]:
        source = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            # Looked at before it is read: a change meanwhile is then seen at the next start.
            found = os.fstat(source)
            if size is not None and (not stat.S_ISREG(found.st_mode) or found.st_size != size):
                raise DigestDiffersError("")  # seen without a copy, which may have no end
            return Pin.of(source, self._path.name, self._digest), marks(found)
        finally:
            os.close(source)


def _close(fd: int, identity: tuple[int, int]) -> None:
    with contextlib.suppress(OSError):
        found = os.fstat(fd)
        if (found.st_dev, found.st_ino) == identity:
            os.close(fd)


def _retire(pin: Pin | None) -> None:
    if pin is not None and not pin.users:
        pin.close()


def marks(found: os.stat_result) -> tuple[int, ...]:
    """What of a file does not stay the same when it is changed: its ctime cannot be set."""
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _memory_file(name: str) -> int:
    flags = os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING
    try:
        fd = os.memfd_create(name[:200], flags | _MFD_EXEC)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        fd = os.memfd_create(name[:200], flags)
    return above(fd, FIRST_PIN)


def _copy(source: int, target: int) -> None:
    at = 0
    while chunk := os.pread(source, _CHUNK, at):
        view = memoryview(chunk)
        while view:
            view = view[os.write(target, view) :]
        at += len(chunk)


def _hold(found: str, wanted: str) -> None:
    if found != wanted.lower():
        raise DigestDiffersError(found)


def _digest(fd: int) -> str:
    hasher, at = hashlib.sha256(), 0
    while chunk := os.pread(fd, _CHUNK, at):
        hasher.update(chunk)
        at += len(chunk)
    return hasher.hexdigest()
