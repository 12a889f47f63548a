"""What the engine asks of a part that somebody else writes.

An author of middleware reads this file alone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from nsedmw.types import Context, Verdict


@runtime_checkable
class Middleware(Protocol):
    """The smallest check: context in, verdict out.

    `check` may be an `async def`. It may be called from many threads and tasks at once. What it
    raises, and any answer that is not a `Verdict`, is a failure of its entry.
    """

    def check(self, context: Context, /) -> Verdict | Awaitable[Verdict]:
        """Judge one context."""
        ...


class Vault(Protocol):
    """Where a conversation keeps what its tokens stand for."""

    def token(self, kind: str, value: str) -> str:
        """The text that stands for `value` from now on; the same for the same value."""
        ...


class Private(msgspec.Struct, frozen=True):
    """What a run was given for detectors alone; it is no part of a context."""

    secrets: Sequence[str] = ()
    system_prompt: str | None = None
    vault: Vault | None = None
    made: dict[object, Any] = msgspec.field(default_factory=dict)
    """What a builtin made of it, by the builtin: a stream asks often, and it goes with the run."""

    def __repr__(self) -> str:
        return f"Private({len(self.secrets)} secrets)"


@runtime_checkable
class Informed(Protocol):
    """A builtin of ours that is asked with what the run was given beside the context.

    Where it has `informed`, that is called and `check` is not.
    """

    def informed(self, context: Context, private: Private, /) -> Verdict:
        """Judge one context."""
        ...


class Window(Protocol):
    """What an entry needs of a text to decide about a place of it; for streams."""

    @property
    def most(self) -> int:
        """How many characters a text may have; 0 is no bound."""
        ...

    @property
    def everything(self) -> tuple[str, ...]:
        """What needs all of a text, by name; nothing where pieces of it are enough."""
        ...

    @property
    def idle(self) -> bool:
        """Whether it neither blocks nor rewrites, so that nothing need be held for it."""
        ...

    def whole(self, text: str, /) -> bool:
        """Whether a text that begins so is read as a whole."""
        ...

    def settled(self, text: str, start: int, /) -> int:
        """Up to where it is decided whatever follows the text; up to `start` it was already."""
        ...

    def cuts(self, text: str, start: int, settled: int, /) -> Iterator[int]:
        """Yield places between the two, from right to left, at which it may be cut."""
        ...

    def begin(self, text: str, cut: int, /) -> int:
        """From where the text must be read so that what begins at `cut` or behind is right."""
        ...


@runtime_checkable
class Windowed(Protocol):
    """A builtin of ours that can judge a text in pieces; one without it is given all of it."""

    def window(self, private: Private, /) -> Window:
        """What it needs of a text to decide about a place of it."""
        ...


class Runner(Protocol):
    """How a middleware outside this process is asked; `limit` is in seconds.

    It raises Failure for whatever goes wrong, and leaves nothing of a call behind.
    """

    def call(self, context: Context, limit: float) -> Verdict:
        """Ask it, waiting on this thread."""
        ...

    async def acall(self, context: Context, limit: float) -> Verdict:
        """Ask it without holding the event loop."""
        ...

    def close(self) -> None:
        """End its calls, which fail, and what it keeps between calls."""
        ...


class Factory(Protocol):
    """What `builtins=` and the entry point group `nsedmw.builtins` hold: config -> middleware.

    It may carry attributes: `schema` (a JSON Schema of its config; without one any option is an
    error), `points` (hook points it serves), `blocking` (true: each check runs on a thread of its
    own), `asks` (true: it can answer `ask`), `windowable` (characters: its verdict and rewriting at
    a place depend on at most so many on either side of it, so that streams need not hold all;
    it is then asked about pieces, some text again and again).
    """

    def __call__(self, config: Mapping[str, Any], /) -> Middleware:
        """Build one middleware; raise ValueError or OptionsRefused where the config cannot work."""
        ...


class ReadFile(msgspec.Struct, frozen=True):
    """A file that an option names, as it was found: `path` for messages, `text` without its BOM."""

    path: str
    text: str


class Site(Protocol):
    """Where an entry stands: what a builtin needs beside its options to be built."""

    def read(self, option: str, path: str) -> ReadFile:
        """Read the UTF-8 text file that `option` names, relative to its configuration file.

        Raises:
            OptionsRefused: missing, not a regular file, writable by others, or not UTF-8.
        """
        ...

    def variable(self, where: tuple[str | int, ...], name: str) -> str | None:
        """The value of the environment variable that an option names; `where` leads to it.

        None where the entry is only to be explained: then nothing may rest on the value.

        Raises:
            OptionsRefused: unset, empty, or not UTF-8.
        """
        ...


class Builtin(msgspec.Struct, frozen=True):
    """One row of the builtins' table, as its module states it.

    `schema` is the stem of a file in `schemas/builtins/`. `build` is given the options, already
    sound by that schema, and raises OptionsRefused with every problem that the schema cannot see.
    `asks` says whether it can answer `ask`, or is a function of the options that says so.
    """

    points: tuple[str, ...]
    schema: str
    build: Callable[[Mapping[str, Any], Site], Middleware]
    asks: bool | Callable[[Mapping[str, Any]], bool] = False
