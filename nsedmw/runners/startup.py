"""Why a program cannot be started, in words that say what to do; known at load where it can be.

The words complete "failed to spawn PROGRAM: ". They name no path: one may come from a variable.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import struct
from pathlib import Path
from typing import Final, NamedTuple

from nsedmw.runners.spawn import Program

_SCRIPT: Final = b"#!"
_ELF: Final = b"\x7fELF"
_HEAD: Final = 256
"""Bytes that the kernel looks at, too (BINPRM_BUF_SIZE)."""
_ELF_HEAD: Final = 20
"""Bytes to the end of e_machine."""
_MACHINES: Final = {3: "x86", 40: "arm", 62: "x86_64", 183: "aarch64", 243: "riscv64"}
"""e_machine of the ELF header (System V ABI) for the machines that people mix up."""
_RUN_AS_WELL: Final = {("x86", "x86_64"), ("arm", "aarch64")}
_LONGEST: Final = 100
"""Characters of a name out of a file."""
_NO_PROGRAM: Final = {errno.ENOENT, errno.ENOEXEC, errno.EACCES}
_OTHER_FORMATS: Final = Path("/proc/sys/fs/binfmt_misc")
_SHORT: Final = {
    errno.EMFILE: "descriptors for this process (ulimit -n)",
    errno.ENFILE: "descriptors",
    errno.EAGAIN: "processes (ulimit -u)",
    errno.ENOMEM: "memory",
}


def why_not(program: Program, error: Exception) -> str:
    """What kept it from being started."""
    path = program.argv[0]
    code = error.errno if isinstance(error, OSError) else None
    if not Path(program.cwd).is_dir():
        return "its working folder is missing"
    if code in _SHORT:
        return out_of(error)
    if code == errno.E2BIG:
        return "its arguments and environment are too long"
    if not Path(path).exists():
        return "the file is missing"
    if not os.access(path, os.X_OK):
        return "it is not executable; chmod +x it"
    wrong = _wrong_with(path, program.env.get("PATH", os.defpath)) if code in _NO_PROGRAM else None
    return wrong.words if wrong else _unstartable(path, code)


def out_of(error: Exception) -> str:
    """For a start that failed since the system has no more of something."""
    code = error.errno if isinstance(error, OSError) else errno.EAGAIN
    return f"this system is out of {_SHORT.get(code or 0, 'what it takes')}"


def unfit(path: str, search: str) -> str | None:
    """What makes the readable, executable file at `path` impossible to start.

    None where nothing is seen. `search` is the PATH that it will have.
    """
    found = _wrong_with(path, search)
    if found is None or (not found.certain and _knows_other_formats()):
        return None
    return found.words


def foreign_machine(path: str) -> str | None:
    """What machine the program or library at `path` is for, where it is another one's."""
    head = _head(path)
    wrong = _wrong_machine(head) if head.startswith(_ELF) else None
    return wrong.words if wrong else None


class _Wrong(NamedTuple):
    """What is wrong, and whether it is on a system that was taught other formats, too."""

    words: str
    certain: bool = True


def _wrong_with(path: str, search: str) -> _Wrong | None:
    head = _head(path)
    if head.startswith(_SCRIPT):
        return _wrong_interpreter(head, search)
    if head.startswith(_ELF):
        return _wrong_machine(head)
    return _Wrong("it has no `#!` line and is no program of this system", certain=False)


def _wrong_interpreter(head: bytes, search: str) -> _Wrong | None:
    line = head.split(b"\n", 1)[0]
    if line.endswith(b"\r"):
        return _Wrong("it has Windows line ends after its `#!` line; convert it (dos2unix)")
    words = [os.fsdecode(word) for word in line[2:].split()]
    if not words:
        return _Wrong("it names no interpreter after `#!`")
    if not Path(words[0]).exists():
        return _Wrong(f"its `#!` line names {_shown(words[0])}, which is not here")
    named = _named_to_env(words) if Path(words[0]).name == "env" else None
    if named and shutil.which(named, path=search) is None:
        return _Wrong(f"its `#!` line names {_shown(named)}, which is not on PATH")
    return None


def _named_to_env(words: list[str]) -> str | None:
    """The program of `env NAME` and `env -S NAME`; None where other options stand before it."""
    rest = words[2:] if words[1:2] == ["-S"] else words[1:]
    return rest[0] if rest and not rest[0].startswith("-") and "=" not in rest[0] else None


def _shown(word: str) -> str:
    """A word of a file: nobody has looked at what it is made of."""
    plain = "".join(char if char.isprintable() else "?" for char in word)
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}..."


def _wrong_machine(head: bytes) -> _Wrong | None:
    if len(head) < _ELF_HEAD:
        return _Wrong("it is cut short")
    order = "<" if head[5] == 1 else ">"
    (machine,) = struct.unpack_from(f"{order}H", head, 18)
    ours, theirs = os.uname().machine, _MACHINES.get(machine, f"machine {machine}")
    if theirs == ours or ours not in _MACHINES.values() or (theirs, ours) in _RUN_AS_WELL:
        return None
    return _Wrong(f"it is built for {theirs}, and this system is {ours}", certain=False)


def _unstartable(path: str, code: int | None) -> str:
    if code == errno.ENOENT and _head(path).startswith(_ELF):
        return "it needs a loader that is not here"
    return f"the system refused it ({os.strerror(code)})" if code else "the system refused it"


def _head(path: str) -> bytes:
    """The first bytes of a regular file; of another, which may keep its reader waiting, none."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(fd, _HEAD) if stat.S_ISREG(os.fstat(fd).st_mode) else b""
    finally:
        os.close(fd)


def _knows_other_formats() -> bool:
    """Whether binfmt_misc was taught formats that a file without `#!` may have."""
    try:
        return any(entry.name not in ("register", "status") for entry in _OTHER_FORMATS.iterdir())
    except OSError:
        return False
