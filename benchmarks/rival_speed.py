"""P1 beside the rivals: the rules and the texts of `detecting`, each in turn with theirs.

A rival's own process takes the time, so that the pipe between it and us counts for nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks.detecting import HIT, PROSE, engine, words
from benchmarks.harness import LeftOut, Row
from benchmarks.rivals import process as rivals

MICRO = 1e6
ROUNDS = 15
ROUND_SECS = 0.03
TIMES = 15
"""How much faster than the fastest rival the rules are, at least."""
TEXTS = {
    "1 KB": PROSE * 16,
    "10 KB": (PROSE * 22 + HIT) * 7,
    "50 KB": (PROSE * 22 + HIT) * 35,
}
RIVALS = ("LangChain", "Presidio")
PATTERNS = {
    "phone": r"\b\d{3}-\d{3}-\d{4}\b",
    "ssn": r"\b\d{3}-\d{2}-\d{4}\b",
    "iban": r"\b[A-Z]{2}\d{2}[0-9A-Z]{11,30}\b",
}
"""For the kinds that LangChain has not built in."""

Timed = Callable[[int], float]
"""Seconds of so many operations."""


class Took(NamedTuple):
    """Microseconds on one text, by system; ours is the first."""

    text: str
    by_system: Mapping[str, float]


def rows() -> Iterator[Row | LeftOut]:
    """Ours beside each rival; the promise is about the fastest."""
    if rivals.missing():
        yield LeftOut("P1 beside rivals", rivals.missing())
        return
    try:
        told = list(measured())
    except rivals.BrokenError:
        yield LeftOut("P1 beside rivals", rivals.BROKEN)
        return
    for took in told:
        ours, *theirs = took.by_system.items()
        fastest = min(theirs, key=lambda one: one[1])
        for name, micros in theirs:
            limit = micros / TIMES if name == fastest[0] else None
            yield Row(f"P1 rules, {took.text}, beside {name}", ours[1], "us", limit, name, micros)


def measured() -> Iterator[Took]:
    """Each text, with all that takes part in turn."""
    with ExitStack() as running:
        blocked = words(100)
        children = {
            name: running.enter_context(rivals.started(name, blocked, PATTERNS)) for name in RIVALS
        }
        ours = engine(100)
        for name, text in TEXTS.items():
            subjects = {"nsedmw": _timed(partial(ours.run, "before_release", text))}
            for rival, child in children.items():
                child.prepare(text)
                subjects[rival] = child.timed
            took = _interleaved(subjects)
            yield Took(name, {one: secs * MICRO for one, secs in took.items()})


def table(told: Sequence[Took]) -> Iterator[str]:
    """Markdown: what each takes, and how many times as long as ours."""
    names = list(told[0].by_system)
    yield f"| text | {' | '.join(names)} |"
    yield f"|---|{'---|' * len(names)}"
    for one in told:
        ours = one.by_system[names[0]]
        cells = [f"{ours:.0f} µs"]
        cells += [
            f"{one.by_system[name]:.0f} µs, {one.by_system[name] / ours:.1f} times ours"
            for name in names[1:]
        ]
        yield f"| {one.text} | {' | '.join(cells)} |"


def _timed(call: Callable[[], object]) -> Timed:
    call()

    def timed(count: int) -> float:
        begun = perf_counter()
        for _ in range(count):
            call()
        return perf_counter() - begun

    return timed


def _interleaved(subjects: Mapping[str, Timed]) -> dict[str, float]:
    """Seconds of one operation of each: the median over rounds in turn."""
    counts = {name: max(int(ROUND_SECS / timed(1)), 1) for name, timed in subjects.items()}
    times: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(ROUNDS):
        for name, timed in subjects.items():
            times[name].append(timed(counts[name]) / counts[name])
    return {name: median(took) for name, took in times.items()}
