"""Measuring side by side: rounds of all subjects in turn, medians, one table.

A machine that is shared gets slower and faster by the minute; what is measured in turn within one
run shares that, so ratios mean more than figures do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import NamedTuple

ROUNDS = 15
ROUND_SECS = 0.02
"""How long one round of one subject takes, about: long against the clock's own error."""


class Row(NamedTuple):
    """One line of the table. `floor` is what was measured beside it, `limit` the promise."""

    work: str
    ours: float
    unit: str
    limit: float
    beside: str = ""
    floor: float | None = None


def interleaved(subjects: Mapping[str, Callable[[int], object]]) -> dict[str, float]:
    """Seconds of one operation of each subject: the median over the rounds.

    A subject is called with how many operations it shall do.
    """
    counts = {name: _count(subject) for name, subject in subjects.items()}
    times: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(ROUNDS):
        for name, subject in subjects.items():
            times[name].append(_timed(subject, counts[name]) / counts[name])
    return {name: median(rounds) for name, rounds in times.items()}


def repeated(call: Callable[[], object]) -> Callable[[int], object]:
    """A subject from something that is called without arguments."""

    def subject(count: int) -> None:
        for _ in range(count):
            call()

    return subject


def table(rows: list[Row]) -> str:
    """Rows as text, the verdict of each at its end."""
    lines = [("work", "ours", "at most", "", "beside it", "ratio")]
    for row in rows:
        held = "held" if row.ours <= row.limit else "OVER"
        beside = f"{row.beside} {_figure(row.floor, row.unit)}" if row.floor is not None else ""
        ratio = f"{row.ours / row.floor:.1f} x" if row.floor else ""
        ours, limit = _figure(row.ours, row.unit), _figure(row.limit, row.unit)
        lines.append((row.work, ours, limit, held, beside, ratio))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _count(subject: Callable[[int], object]) -> int:
    count = 1
    while (took := _timed(subject, count)) < ROUND_SECS:
        count = max(count * 2, int(count * ROUND_SECS / max(took, 1e-7)))
    return count


def _timed(subject: Callable[[int], object], count: int) -> float:
    begun = perf_counter()
    subject(count)
    return perf_counter() - begun


def _figure(value: float, unit: str) -> str:
    return f"{value:.2f} {unit}" if value < 10 else f"{value:.0f} {unit}"
