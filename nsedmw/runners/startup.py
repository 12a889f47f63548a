"""Why a program could not be started, in words that say what to do."""

from __future__ import annotations

import errno
import os
import struct
import sys
from typing import Final

_SCRIPT: Final = b"#!"
_ELF: Final = b"\x7fELF"
_MACHINES: Final = {3: "x86", 40: "arm", 62: "x86_64", 183: "aarch64", 243: "riscv"}
"""e_machine of the ELF header (System V ABI) for the machines that people mix up."""


def why_not(path: str, cwd: str, error: Exception) -> str:
    """What kept `path` from being started; completes "Middleware 'x' failed: "."""
    code = error.errno if isinstance(error, OSError) else None
    if not os.path.isdir(cwd):
        return f"failed to spawn: its folder {cwd} is missing"
    if code in (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM):
        return f"failed to spawn: this system is out of {_SHORT[code]}"
    if code == errno.E2BIG:
        return "failed to spawn: its arguments and environment are too long"
    return f"failed to spawn: {wrong_with(path) or 'the system refused it'}"


_SHORT: Final = {
    errno.EMFILE: "descriptors for this process (ulimit -n)",
    errno.ENFILE: "descriptors",
    errno.EAGAIN: "processes (ulimit -u)",
    errno.ENOMEM: "memory",
}


def wrong_with(path: str) -> str | None:
    """What makes the file at `path` impossible to start, or None where nothing is seen."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # a file-like read of a few bytes
            head = file.read(256)
    except FileNotFoundError:
        return f"there is no file {path}"
    except OSError:
        return f"{path} cannot be read"
    if not os.access(path, os.X_OK):
        return f"{path} is not executable; chmod +x it"
    if head.startswith(_ELF):
        return _wrong_machine(path, head)
    if not head.startswith(_SCRIPT):
        return f"{path} has no `#!` line and is no program of this system; say what runs it"
    return _wrong_interpreter(path, head)


def _wrong_interpreter(path: str, head: bytes) -> str | None:
    line = head.split(b"\n", 1)[0]
    if line.endswith(b"\r"):
        return f"{path} has Windows line ends after its `#!` line; convert it (dos2unix)"
    words = line[2:].split()
    if not words:
        return f"{path} names no interpreter after `#!`"
    interpreter = os.fsdecode(words[0])
    if not os.path.exists(interpreter):
        return f"{path} names the interpreter {interpreter}, which is not here"
    return None


def _wrong_machine(path: str, head: bytes) -> str | None:
    if len(head) < 20:
        return f"{path} is cut short"
    order = "<" if head[5] == 1 else ">"
    (machine,) = struct.unpack_from(f"{order}H", head, 18)
    ours = os.uname().machine
    theirs = _MACHINES.get(machine, f"machine {machine}")
    if theirs != ours and not (theirs == "x86" and ours == "x86_64"):
        return f"{path} is built for {theirs}, and this is {ours} ({sys.platform})"
    return f"{path} needs a loader or a library that is not here"
