"""An entry as it runs: one middleware and the terms on which it is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from nsedmw.errors import Failure
from nsedmw.pipeline.threads import Threads
from nsedmw.protocols import Private, Runner, Window
from nsedmw.types import Context, Mode

Clean = Callable[[str, Any, Sequence[str]], str]
"""(text of a foreign middleware, the content, known secrets) -> text that may be shown."""


def not_asked(_: Context) -> Any:
    """The check of an entry that was loaded to be explained, or that a runner asks."""
    raise Failure("start", "it was loaded to be explained, not to be asked")


class Entry(msgspec.Struct, frozen=True):
    """One item of a hook point's list, ready to be asked: by `runs`, or else by `check`.

    `foreign` marks a middleware that is not ours: its answer is checked and its words are cleaned.
    A `guest` is foreign code that is handed our own objects: it gets copies, and a Failure that it
    raises is not believed. `timeout_secs` is infinite where only a run's deadline bounds a call.
    `condition` is the entry's `when`, judged on the whole context; it raises Failure where it
    cannot be judged. `threads` is set for a check that blocks.
    """

    name: str
    runner: str
    stages: frozenset[str]
    timeout_secs: float
    check: Callable[[Context], Any] = not_asked
    informed: Callable[[Context, Private], Any] | None = None
    """Asked instead of `check` where it is there: ours alone may see what a run keeps private."""
    runs: Runner | None = None
    mode: Mode = "enforce"
    optional: bool = False
    foreign: bool = False
    guest: bool = False
    agents: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    condition: Callable[[Context], bool] | None = None
    threads: Threads | None = None
    secrets: tuple[str, ...] = ()
    """Values that a program was given apart from its context, which its words must not tell."""
    slow: tuple[str, ...] = ()
    window: Callable[[Private], Window] | None = None
    """What it needs of a text that comes in pieces; without it, all of the text."""
    steady: bool = True
    """Whether it is asked does not depend on the content."""

    @property
    def conditional(self) -> bool:
        """Whether anything but its stages can make a run pass it over."""
        return bool(self.agents or self.tools or self.condition)

    def close(self) -> None:
        """End what it keeps running."""
        if self.runs is not None:
            self.runs.close()
        if self.threads is not None:
            self.threads.close()

    def concerns(self, context: Context) -> bool:
        """Whether its globs name this run's agent and tool; an empty agent is everybody's."""
        if self.agents and context.agent_id and not _matches(self.agents, context.agent_id):
            return False
        return not self.tools or (bool(context.tool) and _matches(self.tools, context.tool.name))


class Pipeline(msgspec.Struct, frozen=True):
    """One hook point's entries, in order, and what all of them share."""

    point: str
    entries: tuple[Entry, ...]
    clean: Clean
    clean_category: Callable[[str], str]
    can_ask: bool = False
    stages: dict[str, tuple[tuple[Entry, bool], ...]] = msgspec.field(default_factory=dict)
    """Stage -> its entries, each with whether it is conditional: found once, not at every run."""

    @classmethod
    def of(
        cls,
        point: str,
        stages: Sequence[str],
        entries: Sequence[Entry],
        *,
        clean: Clean,
        clean_category: Callable[[str], str],
        can_ask: bool = False,
    ) -> Pipeline:
        """Sort the entries by the stages that they run at."""
        by_stage = {
            stage: tuple((entry, entry.conditional) for entry in entries if stage in entry.stages)
            for stage in stages
        }
        return cls(point, tuple(entries), clean, clean_category, can_ask, by_stage)


def _matches(globs: tuple[str, ...], name: str) -> bool:
    return any(fnmatchcase(name, glob) for glob in globs)
