"""Measuring side by side: rounds of all subjects in turn, medians, one table.

A machine that is shared gets slower and faster by the minute; what is measured in turn within one
run shares that, so ratios mean more than figures do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from statistics import median
from time import perf_counter
from typing import NamedTuple

ROUNDS = 15
ROUND_SECS = 0.02
"""How long one round of one subject takes, about: long against the clock's own error."""


class Row(NamedTuple):
    """One line of the table. `floor` is what was measured beside it, `limit` the promise.

    Without a limit nothing is promised: the line is there to be compared with.
    """

    work: str
    ours: float
    unit: str
    limit: float | None
    beside: str = ""
    floor: float | None = None


class LeftOut(NamedTuple):
    """What could not be measured here, and why."""

    work: str
    why: str


def interleaved(
    subjects: Mapping[str, Callable[[int], object]],
    *,
    rounds: int = ROUNDS,
    round_secs: float = ROUND_SECS,
) -> dict[str, float]:
    """Seconds of one operation of each subject: the median over the rounds.

    A subject is called with how many operations it shall do. Many short rounds share a machine's
    swings more evenly than a few long ones, where an operation is long against the clock's error.
    """
    counts = {name: _count(subject, round_secs) for name, subject in subjects.items()}
    times: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(rounds):
        for name, subject in subjects.items():
            times[name].append(_timed(subject, counts[name]) / counts[name])
    return {name: median(took) for name, took in times.items()}


def repeated(call: Callable[[], object]) -> Callable[[int], object]:
    """A subject from something that is called without arguments."""

    def subject(count: int) -> None:
        for _ in range(count):
            call()

    return subject


def awaited(
    loop: asyncio.AbstractEventLoop, call: Callable[[], Awaitable[object]]
) -> Callable[[int], object]:
    """A subject from something that is awaited, one after the other on `loop`."""

    async def calls(count: int) -> None:
        for _ in range(count):
            await call()

    return lambda count: loop.run_until_complete(calls(count))


def table(rows: list[Row]) -> str:
    """Rows as text, the verdict of each at its end."""
    lines = [("work", "ours", "at most", "", "beside it", "ratio")]
    for row in rows:
        held = "" if row.limit is None else "held" if row.ours <= row.limit else "OVER"
        beside = f"{row.beside} {_figure(row.floor, row.unit)}" if row.floor is not None else ""
        ratio = _figure(row.ours / row.floor, "x") if row.floor else ""
        ours = _figure(row.ours, row.unit)
        limit = "" if row.limit is None else _figure(row.limit, row.unit)
        lines.append((row.work, ours, limit, held, beside, ratio))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _count(subject: Callable[[int], object], round_secs: float) -> int:
    count = 1
    while (took := _timed(subject, count)) < round_secs:
        count = max(count * 2, int(count * round_secs / max(took, 1e-7)))
    return count


def _timed(subject: Callable[[int], object], count: int) -> float:
    begun = perf_counter()
    subject(count)
    return perf_counter() - begun


def _figure(value: float, unit: str) -> str:
    return f"{value:.2f} {unit}" if value < 10 else f"{value:.0f} {unit}"
