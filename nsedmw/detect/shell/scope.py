"""What a shell knows while its text is followed: variables, functions, files that it wrote."""

from __future__ import annotations

from typing import Final

from nsedmw.detect.shell.marks import HOME, SECRET, UNKNOWN
from nsedmw.detect.shell.tree import Function

MOST: Final = 32
"""Values that a variable may have; beyond it is also unknown."""
LONGEST: Final = 8192
"""Characters of a value that is followed."""

Value = tuple[str, ...]
"""The elements of one value; a plain variable has one."""

_STANDARD: Final[dict[str, str]] = {
    "HOME": HOME, "PWD": ".", "OLDPWD": UNKNOWN, "TMPDIR": "/tmp",  # noqa: S108
    "IFS": " \t\n",
    "SHELL": "/bin/sh",
    "BASH": "/bin/bash", "0": "bash", "#": "0", "?": "0", "$": "1", "!": "1", "-": "", "UID": "1",
    "EUID": "1", "PPID": "1", "RANDOM": "1", "SECONDS": "1", "LINENO": "1", "_": UNKNOWN,
    "HOSTNAME": "host", "USER": "user", "LOGNAME": "user", "EDITOR": "vi", "VISUAL": "vi",
    "PAGER": "less", "BROWSER": "xdg-open", "CC": "cc", "CXX": "c++", "MAKE": "make",
    "PYTHON": "python3", "NODE": "node", "JAVA": "java", "GIT": "git", "SUDO": "sudo",
    "LANG": "C", "TERM": "xterm",
}  # fmt: skip
"""What a variable is taken for that the text does not set: POSIX.1-2024, Bash Reference Manual,
Shell Variables, and make's and git's habits. Programs are taken for what they usually are."""

_SECRET_NAMES: Final = ("TOKEN", "SECRET", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "PRIVATE_KEY",
                        "ACCESS_KEY", "CREDENTIAL")  # fmt: skip


class Scope:
    """Variables, functions and the rest, of one reading."""

    def __init__(self) -> None:
        self.variables: dict[str, tuple[Value, ...]] = {}
        self.functions: dict[str, tuple[Function, ...]] = {}
        self.aliases: dict[str, str] = {}
        self.files: dict[str, str] = {}
        """Path as it was written -> what the text put there, with marks."""
        self.folders: tuple[str | None, ...] = (".",)
        """Where the shell may be: `.` until it goes elsewhere, None where nobody can tell."""
        self.version = 0
        """Grows with every change of a variable or function."""
        self.unsure = 0
        """Above zero while it is not sure that what is followed runs."""

    def get(self, name: str) -> tuple[Value, ...]:
        """The values that a variable may have."""
        values = self.variables.get(name)
        if values is not None:
            return values
        if name in _STANDARD:
            return ((_STANDARD[name],),)
        if any(word in name.upper() for word in _SECRET_NAMES):
            return ((SECRET,),)
        return ((UNKNOWN,),)

    def is_set(self, name: str) -> bool:
        """Whether its value is known at all."""
        return name in self.variables or name in _STANDARD

    def set(self, name: str, values: list[Value], *, append: bool = False) -> None:
        """Assign; where it is not sure that this runs, the old values stay as well."""
        if append:
            old = self.get(name) if self.is_set(name) else (("",),)
            values = [_appended(before, value) for before in old[:MOST] for value in values[:MOST]][
                :MOST
            ]
        values = [_bounded(value) for value in values]
        if self.unsure and self.is_set(name):
            values = [*self.get(name), *values]
        unique = list(dict.fromkeys(values))
        if len(unique) > MOST:
            unique = [*unique[: MOST - 1], (UNKNOWN,)]
        if self.variables.get(name) != tuple(unique):
            self.version += 1
        self.variables[name] = tuple(unique)

    def define(self, function: Function) -> None:
        """Define a function; where it is not sure that this runs, the old ones stay as well."""
        old = self.functions.get(function.name, ()) if self.unsure else ()
        self.functions[function.name] = (*old, function)[-MOST:]
        self.version += 1


def _appended(before: Value, value: Value) -> Value:
    return (*before[:-1], before[-1] + value[0]) if len(value) == 1 and before else before + value


def _bounded(value: Value) -> Value:
    if sum(map(len, value)) > LONGEST or len(value) > LONGEST // 8:
        return (UNKNOWN,)
    return value
