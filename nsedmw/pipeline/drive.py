"""The two drivers of a flow, side by side: they call, and decide nothing."""

from __future__ import annotations

from nsedmw.pipeline.boundary import Run, acall, call
from nsedmw.pipeline.entry import Pipeline
from nsedmw.pipeline.flow import flow
from nsedmw.pipeline.portal import Portal
from nsedmw.types import Context, Result


def drive(pipeline: Pipeline, context: Context, run: Run, portal: Portal) -> Result:
    """Run to the result, waiting on this thread."""
    steps = flow(pipeline, context, run)
    try:
        entry, seen = next(steps)
        while True:
            entry, seen = steps.send(call(pipeline, entry, seen, run, portal))
    except StopIteration as done:
        result: Result = done.value
        return result


async def adrive(pipeline: Pipeline, context: Context, run: Run, portal: Portal) -> Result:
    """Run to the result, awaiting in this task."""
    steps = flow(pipeline, context, run)
    try:
        entry, seen = next(steps)
        while True:
            entry, seen = steps.send(await acall(pipeline, entry, seen, run, portal))
    except StopIteration as done:
        result: Result = done.value
        return result
