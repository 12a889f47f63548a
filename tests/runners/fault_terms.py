"""What a row of tests/runners/faults.py is made of, and what can become of a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

ENTRY: Final = "guard"
"""The entry's name in every reason."""
SAID: Final = "wombat"
"""Stands in what the sources print, and in no failure's reason."""
SHORT_SECS: Final = 0.3
"""The deadline of what runs past it."""
MAX_OUTPUT_BYTES: Final = 1_048_576
LARGE: Final = "A" * 2_000_000
"""Content that no pipe takes at once."""


class Becomes(NamedTuple):
    """What the run and its one decision say.

    `softened` is whether `optional: true` makes a warning of it; `content` is what replaces the
    content, None for no change.
    """

    verdict: str
    category: str = ""
    reason: str = ""
    failure: str | None = None
    softened: bool = False
    content: Any = None


class Fault(NamedTuple):
    """One row: what it does, how that is done, and what becomes of it with each runner.

    A program is `sh`, `py` or `c`, a library the body `library` of its function; with `answer` both
    answer these bytes. `options` are fields of the entry. `afterwards` is a shell command that is
    run in the entry's folder once the engine is loaded. A runner that has no such row has None.
    """

    id: str
    words: str
    oneshot: Becomes | None = None
    dylib: Becomes | None = None
    sh: str = ""
    py: str = ""
    c: str = ""
    library: str = ""
    answer: bytes = b""
    options: Mapping[str, Any] = {}
    content: str = "hello"
    before: str | None = None
    """The content of a run before, whose outcome does not matter."""
    deadline_secs: float | None = None
    """The run's own."""
    afterwards: str = ""
    pinned: bool = False
    escapes: bool = False
    """Whether a process stays that left the group, which nothing but the test looks for."""


def breaks(kind: str, detail: str) -> Becomes:
    """A failure: a block, or a warning where the entry is optional."""
    reason = f"Middleware '{ENTRY}' failed: {detail}"
    return Becomes("block", "middleware_error", reason, kind, softened=True)


def unread(why: str) -> Becomes:
    """An answer that is no verdict."""
    return breaks("unreadable", f"returned invalid JSON: {why}")


def refuses(reason: str) -> Becomes:
    """A program's own word, by its exit code."""
    return Becomes("block", "binary_middleware", reason, "exit")


def floods(cap: int = MAX_OUTPUT_BYTES) -> Becomes:
    """More on stdout than is read."""
    return breaks("limit", f"it printed more than {cap} bytes")


def over(bound: str) -> Becomes:
    """An answer past the bounds of a run, which `optional` does not soften."""
    reason = f"Middleware '{ENTRY}' answered with content or state that is {bound}"
    return Becomes("block", "invalid_content", reason, "invalid_content")


PASS: Final = Becomes("pass")
LATE: Final = Becomes(
    "block", "middleware_error", f"Middleware '{ENTRY}' timed out", "timeout", softened=True
)
WARNED: Final = Becomes("warn", "c", "r")
BLOCKED: Final = Becomes("block", "c", "r")
LIBRARY_BLOCKED: Final = Becomes("block", "dylib_middleware", "Blocked by dylib middleware")
ENGINE_ENDS: Final = Becomes("the engine's process ends")
"""No verdict: a library's process is the engine's."""
SILENT: Final = breaks(
    "unreadable", "it answered nothing, and `require_verdict` asks for a verdict"
)
NOT_JSON: Final = unread("it is not JSON")
NO_OBJECT: Final = unread("it is not an object")
NO_WORD: Final = unread("its `verdict` is not pass, warn, block or ask")
REPEATED: Final = unread("it holds an object with a repeated key")
LEFT_OPEN: Final = breaks("unreadable", "it answered nothing and left its output open")
