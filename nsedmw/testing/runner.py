"""Golden cases run against an engine, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import Any

import msgspec

from nsedmw.engine import MAX_SECS, Engine
from nsedmw.testing.cases import Case
from nsedmw.testing.expect import differences
from nsedmw.types import Result


class CaseResult(msgspec.Struct, frozen=True):
    """What became of one case.

    `failures` says what was expected and what came, a sentence each; it quotes no content.
    `error` is set where the case could not be run at all (a tool without a name, say): `result` is
    None then. `duration_secs` is wall time.
    """

    case: Case
    result: Result | None
    failures: tuple[str, ...] = ()
    error: str | None = None
    duration_secs: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether it ran and everything came as expected."""
        return self.error is None and not self.failures


def run_cases(engine: Engine, cases: Iterable[Case]) -> list[CaseResult]:
    """Run each case; results in the order of the cases.

    Raises:
        EngineClosed: the engine was closed.
    """
    return [_run(engine, case) for case in cases]


def _run(engine: Engine, case: Case) -> CaseResult:
    started = perf_counter()
    try:
        # With a deadline a library is called on another thread, and Ctrl-C can end this one.
        result = engine.run(case.point, stage=case.stage, deadline_secs=MAX_SECS, **_given(case))
    except (TypeError, ValueError) as error:
        return CaseResult(case, None, error=str(error))
    duration = perf_counter() - started
    return CaseResult(case, result, tuple(differences(case.expect, result)), None, duration)


def _given(case: Case) -> dict[str, Any]:
    given: dict[str, Any] = {"metadata": case.metadata}
    if case.content is not msgspec.UNSET:
        given["content"] = case.content
    if case.tool is not None:
        given["tool"] = case.tool
    return given
