"""A child process, started so that nothing can make it nobody's.

By posix_spawn(3), which has what `subprocess` has not: the child's number is in memory of ours
before the call returns, so that a signal's handler that raises on the way loses nothing; and other
threads run meanwhile. Where the system's library lacks what is needed of it, `subprocess` does it.
"""

from __future__ import annotations

import ctypes
import os
import subprocess  # noqa: TID251  # the one place that starts programs
from collections.abc import Mapping, Sequence
from typing import Any, Final

from nsedmw.runners.pipes import OWN

MOST_PINS: Final = 50
FIRST_PIN: Final = 100
"""Where the pins of this process begin: above all numbers that they have in a child."""

_SETPGROUP, _SETSIGDEF, _SETSIGMASK = 0x02, 0x04, 0x08
"""POSIX_SPAWN_SETPGROUP and so on, the same in glibc and musl."""
_LONGS: Final = 64
"""Room for an opaque structure of the library; glibc's largest has 42."""
_Opaque: Final = ctypes.c_longlong * _LONGS


class Program:
    """What to start.

    `shown` is its path as its file says it, for messages. `pins` are the places in `argv` that are
    held to a digest, 0 for the program itself, in the order of the descriptors given at a start.
    """

    def __init__(
        self,
        argv: Sequence[str],
        env: Mapping[str, str],
        cwd: str,
        *,
        shown: str,
        pins: Sequence[int] = (),
    ) -> None:
        self.argv = tuple(argv)
        self.env = dict(env)
        self.cwd = cwd
        self.shown = shown
        self.pins = tuple(pins)
        self._prepared: _Prepared | None = None

    def prepared(self) -> _Prepared:
        """The same as the C library takes it, made once.

        Raises:
            ValueError: a string holds a NUL character.
        """
        if self._prepared is None:
            self._prepared = _Prepared(self)
        return self._prepared

    def with_pins(self, keep: Sequence[int]) -> tuple[str, list[str]]:
        """The path to start and the arguments, where the pins have these numbers in the child."""
        path, argv = self.argv[0], list(self.argv)
        for place, fd in zip(self.pins, keep, strict=True):
            pinned = f"/proc/self/fd/{fd}"
            if place == 0:
                path = pinned
            else:
                argv[place] = pinned
        return path, argv


class _Prepared:
    def __init__(self, program: Program) -> None:
        path, argv = program.with_pins(range(OWN, OWN + len(program.pins)))
        self.path = _bytes(path)
        self.cwd = _bytes(program.cwd)
        self.argv = _array(argv)
        self.env = _array(f"{name}={value}" for name, value in program.env.items())


class Pid(ctypes.c_int):
    """Where a child's number is put; 0 before there is one."""


def spawn(program: Program, ends: Sequence[int], keep: Sequence[int], pid: Pid) -> None:
    """Start it as the leader of a process group, with `ends` as its descriptors 0 to 2.

    `keep` are the descriptors of its pins. Of its parent it has no other descriptor and no working
    folder, and by posix_spawn no signal that is ignored or blocked.

    Raises:
        OSError, ValueError: it could not be started.
    """
    if _spawns():
        _by_posix_spawn(program.prepared(), ends, keep, pid)
    else:
        _by_subprocess(program, ends, keep, pid)


def _by_posix_spawn(
    prepared: _Prepared, ends: Sequence[int], keep: Sequence[int], pid: Pid
) -> None:
    libc, actions = _libc, _Opaque()
    _check(libc.posix_spawn_file_actions_init(actions))
    try:
        for number, fd in enumerate((*ends, *keep)):
            _check(libc.posix_spawn_file_actions_adddup2(actions, fd, number))
        _check(libc.posix_spawn_file_actions_addchdir_np(actions, prepared.cwd))
        _check(libc.posix_spawn_file_actions_addclosefrom_np(actions, OWN + len(keep)))
        _check(
            libc.posix_spawn(
                ctypes.byref(pid),
                prepared.path,
                actions,
                _attributes(),
                prepared.argv,
                prepared.env,
            )
        )
    finally:
        libc.posix_spawn_file_actions_destroy(actions)


def _by_subprocess(program: Program, ends: Sequence[int], keep: Sequence[int], pid: Pid) -> None:
    path, argv = program.with_pins(keep)
    child = subprocess.Popen(  # noqa: S603  # no shell; the argument list is the operator's
        argv,
        executable=path,
        stdin=ends[0],
        stdout=ends[1],
        stderr=ends[2],
        cwd=program.cwd,
        env=program.env,
        pass_fds=keep,
        process_group=0,
    )
    pid.value = child.pid
    child.returncode = 0  # it is reaped elsewhere


_libc: Final = ctypes.CDLL(None)
_ready: Any = None


def _spawns() -> bool:
    """Whether the library has the calls of glibc 2.29 and 2.34 (2021) that others may lack."""
    return hasattr(_libc, "posix_spawn_file_actions_addchdir_np") and hasattr(
        _libc, "posix_spawn_file_actions_addclosefrom_np"
    )


def _attributes() -> Any:
    """The same for every start, made at the first."""
    global _ready  # noqa: PLW0603  # a cache of one value
    if _ready is None:
        attributes, every, none = _Opaque(), _Opaque(), _Opaque()
        _libc.sigfillset(every)
        _libc.sigemptyset(none)
        _check(_libc.posix_spawnattr_init(attributes))
        flags = ctypes.c_short(_SETPGROUP | _SETSIGDEF | _SETSIGMASK)
        _check(_libc.posix_spawnattr_setflags(attributes, flags))
        _check(_libc.posix_spawnattr_setpgroup(attributes, 0))
        _check(_libc.posix_spawnattr_setsigdefault(attributes, every))
        _check(_libc.posix_spawnattr_setsigmask(attributes, none))
        _ready = attributes
    return _ready


def _check(code: int) -> None:
    if code:
        raise OSError(code, os.strerror(code))


def _bytes(text: str) -> bytes:
    data = os.fsencode(text)
    if b"\0" in data:
        raise ValueError("a text with a NUL character cannot be given to a program")
    return data


def _array(texts: Any) -> Any:
    items = [_bytes(text) for text in texts]
    return (ctypes.c_char_p * (len(items) + 1))(*items, None)
