"""What every test stands under: nothing of any content that it ran may reach its log."""

from __future__ import annotations

import logging
import os
import traceback
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from nsedmw import engine as engine_module
from nsedmw.errors import Blocked
from nsedmw.pipeline import results as results_module
from nsedmw.streams import text as stream_module

CANARY = "canary-Zk8vQ2xW-4f1d"
"""A value for contents, secrets and variables that must not turn up where people read."""

SHORTEST_LEAK = 8


NO_SKIPS = "NSEDMW_NO_SKIPS"
"""Where it is set, a skipped test has failed: nothing may be missing there."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A skip is a failure under `NO_SKIPS`."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get(NO_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"skipped, and {NO_SKIPS} is set: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A module that skips itself is one as well."""
    report = yield
    if report.skipped and os.environ.get(NO_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"skipped, and {NO_SKIPS} is set: {report.longrepr}"
    return report


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def canary() -> str:
    """The planted value."""
    return CANARY


@pytest.fixture(autouse=True)
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every log line of the test; at its end no string that a run was given stands in one."""
    handler = _Lines()
    logger = logging.getLogger("nsedmw")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    given: set[str] = {CANARY}
    real = engine_module.context_of

    def recording(stage: str, content: Any, tool: Any, *rest: Any) -> Any:
        given.update(_strings(content))
        given.update(_strings((tool or {}).get("arguments")))
        given.update(_strings(rest[-1]))
        return real(stage, content, tool, *rest)

    monkeypatch.setattr(engine_module, "context_of", recording)
    results: list[Any] = []
    real_rest = stream_module._Text._rest

    def told(pipeline: Any, result: Any) -> Any:
        results.append(result)
        return results_module.told(pipeline, result)

    def rest(self: Any, result: Any) -> Any:
        given.update(self._chunks)
        given.add("".join(self._chunks))
        found = real_rest(self, result)
        results.append(found[1])
        return found

    monkeypatch.setattr(engine_module, "told", told)
    monkeypatch.setattr(stream_module._Text, "_rest", rest)
    yield handler.lines
    logger.removeHandler(handler)
    logger.setLevel(before)
    text = "\n".join(handler.lines)
    leaked = [string for string in given if len(string) >= SHORTEST_LEAK and string in text]
    assert not leaked, f"content reached the log: {leaked}"
    shown = "\n".join(_shown_of_failures(results))
    leaked = [string for string in given if len(string) >= SHORTEST_LEAK and string in shown]
    assert not leaked, f"content reached a failure's reason or a repr: {leaked}"


def _shown_of_failures(results: list[Any]) -> Iterator[str]:
    """What people see of each failure: its reason, the error it raises, and every repr."""
    for result in results:
        for decision in result.decisions:
            if decision.failure is not None:
                yield decision.reason
                yield repr(decision)
        if result.block is not None and result.block.failure is not None:
            yield repr(result)
            try:
                result.raise_for_block()
            except Blocked as error:
                yield "".join(traceback.format_exception(error))


def _strings(value: Any) -> Iterator[str]:
    """Strings and keys of a value that may be hostile: deep, cyclic, of any type."""
    waiting = [value]
    for _ in range(10_000):
        if not waiting:
            return
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list | tuple):
            waiting += value[:10_000]
