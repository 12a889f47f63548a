"""What a configuration says, once it is sound: frozen values that `assemble` builds from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from nsedmw.errors import Problem
from nsedmw.types import Mode

KINDS: Final = ("builtin", "binary", "dylib")
"""The keys that say what an entry is; each has exactly one."""

Place = Callable[[tuple[str | int, ...], str], Problem]
"""Path from the entry (`("config", "blocklist", 2)`) and a message -> a problem in its place."""


class BuiltinSpec(msgspec.Struct, frozen=True):
    """A check of the engine's own process, by its name."""

    name: str


class ProgramSpec(msgspec.Struct, frozen=True):
    """A check that is a program; `sha256` maps what `binary` and `args` say to digests."""

    binary: str
    args: tuple[str, ...]
    env: Mapping[str, str]
    pass_env: tuple[str, ...]
    cwd: str | None
    max_output_bytes: int
    require_verdict: bool
    sha256: Mapping[str, str]


class LibrarySpec(msgspec.Struct, frozen=True):
    """A check that is a shared library; `sha256` is empty where its file may change."""

    dylib: str
    max_output_bytes: int
    sha256: str


class EntrySpec(msgspec.Struct, frozen=True):
    """One item of a hook point's list. `stages` is never empty but at `around_tool`.

    Fields hold the values in force, variables filled in. `written` is the whole entry as a person
    wrote it, with `${VAR}` unfilled, for whatever is shown.
    """

    point: str
    name: str
    check: BuiltinSpec | ProgramSpec | LibrarySpec
    stages: tuple[str, ...]
    config: Mapping[str, Any]
    written: Mapping[str, Any]
    mode: Mode
    optional: bool
    agents: tuple[str, ...]
    tools: tuple[str, ...]
    when: Mapping[str, Any] | bool | None
    timeout_secs: float
    base_dir: Path
    place: Place
    unseen: tuple[tuple[str | int, ...], ...] = ()
    """With `static`: paths from the entry whose value in `config` is still the text `${VAR}`."""

    def __repr__(self) -> str:
        # Values in force may come from variables, which are not shown.
        kind = next((kind for kind in KINDS if kind in self.written), "")
        return f"EntrySpec(point={self.point!r}, {kind}={self.written.get(kind)!r})"


class CheckpointSpec(msgspec.Struct, frozen=True):
    """How a suspended call is signed. `key` is the variable's value, None where there is none."""

    key_env: str
    key: str | None
    unsigned: bool
    place: Place
    unseen: bool = False
    """With `static`: whether the variable is set was not looked at."""

    def __repr__(self) -> str:
        return f"CheckpointSpec(key_env={self.key_env!r}, unsigned={self.unsigned})"

    @property
    def usable(self) -> bool:
        """Whether an ask has anything to stand on."""
        return self.unsigned or self.unseen or self.key is not None


class ConfigSpec(msgspec.Struct, frozen=True):
    """A whole configuration: hook point -> its entries, in the order that they run."""

    file: str
    version: int
    middleware: Mapping[str, tuple[EntrySpec, ...]]
    checkpoint: CheckpointSpec
    unseen: tuple[str, ...] = ()
    """With `static`: what was not looked at, a line each."""
    static: bool = False
