"""The loop of a rival's process: JSON lines in on stdin, JSON lines out on stdout.

It runs in the rivals' environment, where nothing of ours is installed, so it needs nothing of it.

    {"find": [text, ...]} -> {"spans": [[[entity, start, end, score], ...], ...]}, a list for each
    {"prepare": text}     -> {"ready": true}
    {"time": count}       -> {"secs": what so many runs on that text took}
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, NamedTuple, Protocol


class Span(NamedTuple):
    """What a rival calls it, where in code points, how sure it is (1 where it does not say)."""

    entity: str
    start: int
    end: int
    score: float = 1.0


class Rival(Protocol):
    """One rival: what it finds, and the work that is timed."""

    def find(self, text: str) -> Iterator[Span]:
        """Everything that it finds in a text."""

    def work(self, text: str) -> Callable[[], object]:
        """What is timed on a text: the call that a user of it makes."""


def serve(rival: Rival) -> None:
    """Answer until stdin ends."""
    # A library that prints would break the protocol.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    work: Callable[[], object] = int
    for line in sys.stdin:
        asked = json.loads(line)
        told: dict[str, Any] = {}
        if "find" in asked:
            told["spans"] = [list(rival.find(text)) for text in asked["find"]]
        elif "prepare" in asked:
            work = rival.work(asked["prepare"])
            work()  # what is made when first needed is no part of an operation
            told["ready"] = True
        else:
            told["secs"] = _timed(work, asked["time"])
        out.write(json.dumps(told) + "\n")
        out.flush()


def rules() -> tuple[list[str], dict[str, str]]:
    """The blocked words and the patterns by kind that the timed work looks for, as ours does."""
    told = json.loads(sys.argv[1])
    return told["words"], told["patterns"]


def _timed(work: Callable[[], object], count: int) -> float:
    begun = perf_counter()
    for _ in range(count):
        work()
    return perf_counter() - begun
