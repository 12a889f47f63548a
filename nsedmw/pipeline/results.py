"""Results that no entry decided: the engine's own, and the line that tells that a run ended."""

from __future__ import annotations

from typing import Final

from nsedmw import log
from nsedmw.pipeline.entry import Pipeline
from nsedmw.types import ENGINE, Block, Decision, FailureKind, Result

INVALID: Final = "invalid_content"
STREAM: Final = "stream"


def refused(
    stage: str, run_id: str, reason: str, *, category: str = INVALID, failure: FailureKind = INVALID
) -> Result:
    """The block of a run by the engine itself; `reason` quotes nothing of the content."""
    decision = Decision(ENGINE, "builtin", stage, "block", category, reason, failure=failure)
    block = Block(ENGINE, category, reason, failure=failure)
    log.warning("content refused", run_id=run_id, stage=stage, failure=failure)
    return Result("block", None, block=block, decisions=(decision,), run_id=run_id)


def told(pipeline: Pipeline, result: Result) -> Result:
    """The result of a run, which the log is told of."""
    if log.wants_debug():
        log.debug(
            "run ended",
            run_id=result.run_id,
            point=pipeline.point,
            verdict=result.verdict,
            asked=len(result.decisions),
            by=result.block.middleware if result.block else None,
        )
    return result
