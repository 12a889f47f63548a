"""One command as it would be started: its name, its arguments and what surrounds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from nsedmw.detect.shell.marks import known
from nsedmw.detect.shell.paths import Place, place

Span = tuple[int, int]
"""Code points of the text that was read first."""


class Options(NamedTuple):
    """Arguments sorted as getopt would: letters and long names given, their values, the rest."""

    given: frozenset[str]
    values: Mapping[str, tuple[str, ...]]
    operands: tuple[str, ...]

    def has(self, *names: str) -> bool:
        """Whether one of the options is given; long ones may be cut short as getopt allows."""
        return any(name in self.given for name in names)

    def first(self, *names: str) -> str | None:
        """The first value of one of the options."""
        for name in names:
            if self.values.get(name):
                return self.values[name][0]
        return None

    def all(self, *names: str) -> tuple[str, ...]:
        """The values of the options."""
        return tuple(value for name in names for value in self.values.get(name, ()))


class Written(NamedTuple):
    """A file that a redirection opens: the operator, the descriptor before it, the path."""

    op: str
    fd: str
    path: str


class Call(msgspec.Struct, frozen=True):
    """A command with its words expanded; they may hold marks.

    `stdin` is what it reads, None where nothing is piped or redirected into it.
    """

    name: str
    args: tuple[str, ...]
    stdin: str | None
    span: Span
    opened: tuple[Written, ...] = ()
    folders: tuple[str | None, ...] = (".",)
    path: str = ""
    """The command's name as it was written."""

    def options(self, takes: str = "", long: Iterable[str] = (), *, ahead: bool = False) -> Options:
        """Sort the arguments; `takes` are letters with a value, `long` long options with one.

        With `ahead` the first operand ends the options, as for commands that start others.
        """
        return options(self.args, takes, long, ahead=ahead)

    def places(self, path: str) -> list[Place]:
        """Where a path may lead."""
        return [place(path, folder) for folder in self.folders]


def options(
    args: Iterable[str], takes: str = "", long: Iterable[str] = (), *, ahead: bool = False
) -> Options:
    """As `Call.options`, for any arguments."""
    rest = [argument.rstrip("\r") for argument in args]
    named = frozenset(long)
    given: set[str] = set()
    values: dict[str, tuple[str, ...]] = {}
    operands: list[str] = []
    at = 0
    while at < len(rest):
        argument = known(rest[at])
        at += 1
        if argument == "--":
            operands += rest[at:]
            break
        if argument.startswith("--"):
            name, equals, _ = argument.partition("=")
            given.add(name)
            if equals:
                _more(values, name, rest[at - 1].partition("=")[2])
            elif name in named and at < len(rest):
                _more(values, name, rest[at])
                at += 1
        elif argument.startswith("-") and len(argument) > 1:
            at = _letters(rest, at, takes, given, values)
        elif ahead:
            operands += rest[at - 1 :]
            break
        else:
            operands.append(rest[at - 1])
    return Options(frozenset(given), values, tuple(operands))


def _letters(
    rest: list[str], at: int, takes: str, given: set[str], values: dict[str, tuple[str, ...]]
) -> int:
    """Take `-abc` apart; the first letter with a value takes what is left, or the next argument."""
    argument = known(rest[at - 1])
    given.add(argument)
    for index, letter in enumerate(argument[1:64], start=1):
        given.add(f"-{letter}")
        if letter in takes:
            value = argument[index + 1 :]
            if value:
                _more(values, f"-{letter}", value)
            elif at < len(rest):
                _more(values, f"-{letter}", rest[at])
                at += 1
            break
    return at


def _more(values: dict[str, tuple[str, ...]], name: str, value: str) -> None:
    values[name] = (*values.get(name, ()), value)
