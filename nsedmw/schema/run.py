"""One judgement under way: its budget, where it stands, what it found; and the compiled schemas.

One rule: nothing loops or recurses without spending from `Run.steps` or `Run.depth`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from nsedmw.detect.matcher import Matcher, PatternTimeout
from nsedmw.schema.verdicts import CannotJudge, Violation, pointer

MAX_STEPS: Final = 1_000_000
"""Schemas applied, keys looked at, values compared: 0.3 µs each, seldom over 1 µs, as measured."""
MAX_DEPTH: Final = 280
"""Schemas inside schemas while judging. Each takes two Python frames or three, of 1 000."""
CHARS_PER_STEP: Final = 4096
"""What a regex may read for one step: a few microseconds on RE2."""

At: TypeAlias = tuple[Any, ...] | None
"""Where in the value: `()` the whole, `(outer, key)` inside; None while only yes or no is asked."""
Check: TypeAlias = Callable[["Run", Any, At, "Seen | None"], bool]


class Seen:
    """What of one value a schema has looked at; the `unevaluated` keywords ask."""

    __slots__ = ("items", "keys")

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.items: set[int] = set()

    def add(self, other: Seen) -> None:
        """Take over what another one has seen of the same value."""
        self.keys |= other.keys
        self.items |= other.items


class Run:
    """The state of judging one value; never shared."""

    __slots__ = ("depth", "found", "limit", "scope", "steps", "total")

    def __init__(self, limit: int) -> None:
        self.steps = MAX_STEPS
        self.depth = 0
        self.limit = limit
        self.found: list[Violation] = []
        self.total = 0
        self.scope: list[str] = []

    def spend(self, steps: int) -> None:
        """Pay for work.

        Raises:
            CannotJudge: nothing is left.
        """
        self.steps -= steps
        if self.steps < 0:
            raise CannotJudge("limit", f"its JSON Schema needs more than {MAX_STEPS} steps")

    def search(self, matcher: Matcher, text: str) -> bool:
        """Whether the regex is found in the text.

        Raises:
            CannotJudge: nothing is left, or the regex took too long.
        """
        self.spend(1 + len(text) // CHARS_PER_STEP)
        try:
            return matcher.search(text)
        except PatternTimeout:
            raise CannotJudge("timeout", "a regex of its JSON Schema took too long") from None

    def miss(self, at: At, keyword: str, demand: str, key: str | None = None) -> bool:
        """Note a violation where they are collected; always False, for `return`."""
        if at is not None:
            self.total += 1
            if len(self.found) < self.limit:
                self.found.append(Violation(_pointer(at), keyword, demand, key))
        return False


class Node:
    """A compiled schema, filled after it was made so that schemas may refer to each other."""

    __slots__ = ("checks", "resource", "tracks")

    def __init__(self, resource: str) -> None:
        self.checks: tuple[Check, ...] = ()
        self.resource = resource
        self.tracks = False
        """Whether it has an `unevaluated` keyword, which sees this schema's own work alone."""

    def judge(self, run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        """Tell whether it is sound; with `at` all violations are noted, else the first ends it."""
        run.steps -= 1
        if run.steps < 0:
            run.spend(0)
        if run.depth == MAX_DEPTH:
            raise CannotJudge("limit", f"its JSON Schema refers deeper than {MAX_DEPTH} schemas")
        run.depth += 1
        mine = Seen() if self.tracks else seen
        good = True
        for check in self.checks:
            if not check(run, value, at, mine):
                good = False
                if at is None:
                    break
        if seen is not None and mine is not None and mine is not seen:
            seen.add(mine)
        run.depth -= 1
        return good


class ScopedNode(Node):
    """A schema of a document with several resources, where `$dynamicRef` asks who led here."""

    __slots__ = ()

    def judge(self, run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        """As `Node.judge`."""
        run.scope.append(self.resource)
        good = super().judge(run, value, at, seen)
        run.scope.pop()
        return good


def _pointer(at: tuple[Any, ...]) -> str:
    parts: list[str | int] = []
    while at:
        at, part = at
        parts.append(part)
    return pointer(tuple(reversed(parts)))
