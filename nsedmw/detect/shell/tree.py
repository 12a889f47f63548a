"""What shell text is made of once it is read: words of parts, commands of words.

The names follow POSIX.1-2024, Shell Command Language, and the Bash Reference Manual.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Text(msgspec.Struct, frozen=True):
    """Characters that stand for themselves; patterns, braces and `~` mean something unquoted."""

    text: str
    quoted: bool = False


class Parameter(msgspec.Struct, frozen=True):
    """`$name` and `${name op word}`.

    `index` is what stands in `[...]`, `?` where that is not plain; its `inner` parts may run
    commands on their way.
    """

    name: str
    quoted: bool
    op: str = ""
    word: Word | None = None
    index: str = ""
    inner: tuple[Part, ...] = ()


class Substitution(msgspec.Struct, frozen=True):
    """`$(...)` and backquotes; with `process` set, `<(...)` and `>(...)`."""

    script: Script
    quoted: bool = False
    process: Literal["", "<", ">"] = ""


class Arithmetic(msgspec.Struct, frozen=True):
    """`$((...))`: a number, whose parts may run commands on their way."""

    parts: tuple[Part, ...]


Part = Text | Parameter | Substitution | Arithmetic


class Word(msgspec.Struct, frozen=True):
    """One word; `start` and `end` are code points of the text that was read."""

    parts: tuple[Part, ...]
    start: int
    end: int

    def literal(self) -> str | None:
        """Its text where nothing in it is quoted or expanded."""
        if len(self.parts) == 1 and isinstance(self.parts[0], Text) and not self.parts[0].quoted:
            return self.parts[0].text
        return None


class Redirect(msgspec.Struct):
    """`[fd]op target`; for a here-document `target` is its body, set once it is read."""

    op: str
    fd: str
    target: Word


class Assign(msgspec.Struct, frozen=True):
    """`name=value`, `name+=value`, `name=(values)`."""

    name: str
    values: tuple[Word, ...]
    append: bool
    array: bool


class Simple(msgspec.Struct, frozen=True):
    """A simple command."""

    assigns: tuple[Assign, ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]
    start: int
    end: int


class Compound(msgspec.Struct, frozen=True):
    """A compound command, as far as it matters what runs and with which values.

    `always` runs first and surely, `maybe` after it or not. A loop gives `name` the `words`.
    """

    kind: Literal["group", "subshell", "branch", "loop", "case", "test"]
    always: tuple[Script, ...]
    maybe: tuple[Script, ...]
    start: int
    end: int
    name: str = ""
    words: tuple[Word, ...] = ()
    redirects: tuple[Redirect, ...] = ()


class Function(msgspec.Struct, frozen=True):
    """A function's definition."""

    name: str
    body: Command
    start: int
    end: int


Command = Simple | Compound | Function


class Pipeline(msgspec.Struct, frozen=True):
    """Commands joined by `|`; `background` where `&` ends it, `chained` behind `&&` and `||`."""

    commands: tuple[Command, ...]
    background: bool = False
    chained: bool = False


class Script(msgspec.Struct, frozen=True):
    """Pipelines in the order in which they stand."""

    pipelines: tuple[Pipeline, ...]
