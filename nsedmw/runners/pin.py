"""A file held to its digest: copied into sealed memory, hashed there, and used from there.

What was tried and fails: rewriting the hashed file in place runs the new bytes; a script on a
close-on-exec descriptor is not found by its interpreter; two libraries loaded through one
/proc/self/fd path are one library. So each pin is a memory file of its own with a number that stays
open as long as the pin, and a program inherits that number.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from pathlib import Path
from typing import Final, Self

_SEALS: Final = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL
_CHUNK: Final = 1 << 20
_MODE: Final = 0o500


class DigestDiffersError(Exception):
    """The file has another digest than the one it is held to; `found` is the file's, in hex."""

    def __init__(self, found: str) -> None:
        self.found = found
        super().__init__("the file has another sha256")


class Pin:
    """A sealed copy of a file. `path` leads to it in this process and in a child that keeps `fd`."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.path = f"/proc/self/fd/{fd}"

    @classmethod
    def of(cls, source: Path, digest: str) -> Self:
        """Copy, seal and hash.

        Raises:
            DigestDiffersError: the digest is another one.
            OSError: the file cannot be read, or this system has no memory files.
        """
        fd = os.memfd_create(source.name[:200], os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            with source.open("rb") as file, os.fdopen(os.dup(fd), "wb") as copy:
                while chunk := file.read(_CHUNK):
                    copy.write(chunk)
            os.fchmod(fd, _MODE)
            fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _SEALS)
            found = _digest(fd)
            if found != digest.lower():
                raise DigestDiffersError(found)
        except BaseException:
            os.close(fd)
            raise
        return cls(fd)

    def close(self) -> None:
        """Let the copy go; what runs from it runs on."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


def _digest(fd: int) -> str:
    # Read after sealing: the bytes that are hashed are the bytes that will run.
    hasher, at = hashlib.sha256(), 0
    while chunk := os.pread(fd, _CHUNK, at):
        hasher.update(chunk)
        at += len(chunk)
    return hasher.hexdigest()
