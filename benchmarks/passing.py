"""P7: what a pipeline costs beside the work of its middleware, per run in one thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import nsedmw
from benchmarks.harness import Row, interleaved, repeated

MICRO = 1e6
_ENTRY = "    - builtin: passing\n"


class Passing:
    """Answers pass and does nothing else."""

    verdict = nsedmw.Verdict("pass")

    def __init__(self, config: Mapping[str, Any]) -> None:
        assert not config

    def check(self, context: nsedmw.Context) -> nsedmw.Verdict:
        assert context is not None
        return self.verdict


def rows() -> list[Row]:
    """One middleware is the difference between pipelines of eleven and of one, a tenth of it."""
    engines = {count: _engine(count) for count in (0, 1, 11)}
    passing, loop = Passing({}), asyncio.new_event_loop()
    context = nsedmw.Context("a short text")
    subjects: dict[str, Callable[[int], object]] = {
        "call": repeated(lambda: passing.check(context))
    }
    for count, engine in engines.items():
        subjects[f"sync {count}"] = repeated(
            lambda engine=engine: engine.run("before_release", "a short text")  # type: ignore[misc]
        )
        subjects[f"async {count}"] = _awaited(loop, engine)
    took = {name: secs * MICRO for name, secs in interleaved(subjects).items()}
    loop.close()
    for engine in engines.values():
        engine.close()
    call = took["call"]
    return [
        Row("P7 a passing check, sync", _each(took, "sync"), "us", 3, "a Python call", call),
        Row("P7 a passing check, async", _each(took, "async"), "us", 5, "a Python call", call),
        Row("P7 a pipeline of one, sync", took["sync 1"], "us", 8, "a Python call", call),
        Row("P7 a pipeline of one, async", took["async 1"], "us", 10, "a Python call", call),
        Row("P7 a pipeline of none, sync", took["sync 0"], "us", 5, "a Python call", call),
        Row("P7 a pipeline of none, async", took["async 0"], "us", 5, "a Python call", call),
    ]


def _each(took: Mapping[str, float], kind: str) -> float:
    return (took[f"{kind} 11"] - took[f"{kind} 1"]) / 10


def _engine(count: int) -> nsedmw.Engine:
    entries = _ENTRY * count or "    []\n"
    text = f"middleware:\n  before_release:\n{entries}"
    return nsedmw.loads(text, builtins={"passing": Passing})


def _awaited(loop: asyncio.AbstractEventLoop, engine: nsedmw.Engine) -> Callable[[int], object]:
    async def runs(count: int) -> None:
        for _ in range(count):
            await engine.arun("before_release", "a short text")

    return lambda count: loop.run_until_complete(runs(count))
