"""What a MiB of each shape takes through all detectors at once: the slowest has a bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.harness import Row
from tests.fuzz.engines import POINT, engine
from tests.fuzz.shapes import named

BOUND_SECS = 2.0
AGAIN_SECS = 0.5
"""From here on it is measured three times: a machine's hiccup must not be the slowest shape."""
SHOWN = 12


class Took(NamedTuple):
    """Seconds of one shape."""

    shape: str
    secs: float


def rows() -> Iterator[Row]:
    """Print the slowest; yield the slowest of all."""
    told = measured()
    print(*table(told), sep="\n", end="\n\n")
    work = f"1 MiB of any of {len(told)} shapes: {told[0].shape}"
    yield Row(work, told[0].secs, "s", BOUND_SECS)


def measured() -> list[Took]:
    """Every shape, the slowest first."""
    subject = engine("warn")
    subject.run(POINT, "what is made when first needed is no part of an operation")
    told = []
    for name, content in named():
        secs = _run(subject, content)
        if secs > AGAIN_SECS:
            secs = median((secs, _run(subject, content), _run(subject, content)))
        told.append(Took(name, secs))
    return sorted(told, key=lambda one: -one.secs)


def table(told: Sequence[Took]) -> Iterator[str]:
    """Markdown: the slowest shapes, and where the others are."""
    yield "| 1 MiB of | seconds |"
    yield "|---|---|"
    for one in told[:SHOWN]:
        yield f"| {one.shape} | {one.secs:.2f} |"
    rest = told[SHOWN:]
    yield f"| {len(rest)} other shapes, each | at most {rest[0].secs:.2f} |"


def _run(subject: Any, content: Any) -> float:
    begun = perf_counter()
    subject.run(POINT, content)
    return perf_counter() - begun
