"""What every test stands under: nothing of any content that it ran may reach its log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from nsedmw import engine as engine_module

CANARY = "canary-Zk8vQ2xW-4f1d"
"""A value for contents, secrets and variables that must not turn up where people read."""

SHORTEST_LEAK = 8


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
    yield handler.lines
    logger.removeHandler(handler)
    logger.setLevel(before)
    text = "\n".join(handler.lines)
    leaked = [string for string in given if len(string) >= SHORTEST_LEAK and string in text]
    assert not leaked, f"content reached the log: {leaked}"


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
