"""The two drivers of decisions, side by side: they call, and decide nothing."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from nsedmw.pipeline.boundary import Outcome, Run, acall, call
from nsedmw.pipeline.entry import Entry, Pipeline
from nsedmw.pipeline.portal import Portal
from nsedmw.types import Context

Answer = TypeVar("Answer")
Steps = Generator[tuple[Entry, Context], Outcome, Answer]
"""Whom to ask about what, the outcomes, and in the end the answer."""


def drive(steps: Steps[Answer], pipeline: Pipeline, run: Run, portal: Portal) -> Answer:
    """Take the steps to their end, waiting on this thread."""
    try:
        entry, seen = next(steps)
        while True:
            entry, seen = steps.send(call(pipeline, entry, seen, run, portal))
    except StopIteration as done:
        answer: Answer = done.value
        return answer


async def adrive(steps: Steps[Answer], pipeline: Pipeline, run: Run, portal: Portal) -> Answer:
    """Take the steps to their end, awaiting in this task."""
    try:
        entry, seen = next(steps)
        while True:
            entry, seen = steps.send(await acall(pipeline, entry, seen, run, portal))
    except StopIteration as done:
        answer: Answer = done.value
        return answer
