"""Sync and async runs give equal results, over every small pipeline, whoever else runs."""

import asyncio
import itertools
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from nsedmw.pipeline.threads import Threads
from nsedmw.types import Verdict
from tests.pipeline.building import engine_of, entry

TOOL = {"name": "t", "arguments": {"x": 0}}


def passes(_):
    return Verdict("pass")


def warns(_):
    return Verdict("warn", category="w", reason="warned")


def rewrites(context):
    return Verdict("warn", content={"x": context.content["x"] + 1}, hook_state={"seen": True})


def blocks(_):
    return Verdict("block", category="b", reason="blocked", hook_state={"last": 1})


def raises(_):
    raise LookupError("never shown")


def asks(_):
    return Verdict("ask", question="may it?")


async def passes_later(_):
    await asyncio.sleep(0)
    return Verdict("pass")


KINDS = {
    "pass": (passes, {}),
    "warn": (warns, {}),
    "warn+content": (rewrites, {}),
    "block": (blocks, {}),
    "raise": (raises, {}),
    "ask": (asks, {}),
    # No clock can be fast enough for this deadline, so nothing has to wait for it to pass.
    "late": (passes, {"timeout_secs": 1e-9}),
}


async def raises_later(_):
    await asyncio.sleep(0)
    raise LookupError("never shown")


OTHER_FORMS = {
    "async pass": (passes_later, {}),
    "async raise": (raises_later, {}),
    "async late": (passes_later, {"timeout_secs": 1e-9}),
    "blocking pass": (passes, {"blocking": True}),
    "blocking raise": (raises, {"blocking": True}),
    "blocking late": (passes, {"blocking": True, "timeout_secs": 1e-9}),
    "optional raise": (raises, {"optional": True}),
    "optional late": (passes_later, {"optional": True, "timeout_secs": 1e-9}),
    "observed block": (blocks, {"mode": "observe"}),
    "observed raise": (raises_later, {"mode": "observe"}),
    "observed content": (rewrites, {"mode": "observe"}),
}
PIPELINES = [names for length in range(5) for names in itertools.product(KINDS, repeat=length)]


def built(names):
    entries = []
    for i, name in enumerate(names):
        check, terms = {**KINDS, **OTHER_FORMS}[name]
        terms = dict(terms)
        threads = Threads() if terms.pop("blocking", False) else None
        entries.append(entry(f"{i}-{name}", check, point="before_tool", threads=threads, **terms))
    return engine_of(*entries, point="before_tool")


def essence(result):
    """A result without what two runs may differ in: its id and its durations."""
    plain = result.to_dict()
    plain["run_id"] = ""
    for decision in plain["decisions"]:
        decision["duration_ms"] = 0
    return plain


def expected(names):
    """The fold, said again in the plainest words: (verdict, content, decisions)."""
    warned, x = False, 0
    for count, name in enumerate(names, 1):
        if name in ("block", "raise", "late"):
            return "block", None, count
        if name == "ask":
            return "ask", None, count
        warned = warned or name.startswith("warn")
        x += name == "warn+content"
    return ("warn" if warned else "pass"), {"x": x}, len(names)


def test_every_pipeline_of_up_to_four_gives_the_same_result_both_ways_and_the_right_one():
    async def both():
        for names in PIPELINES:
            engine = built(names)
            sync, again = engine.run("before_tool", tool=TOOL), None
            again = await engine.arun("before_tool", tool=TOOL)
            assert essence(sync) == essence(again), names
            assert (sync.verdict, sync.content, len(sync.decisions)) == expected(names), names

    assert len(PIPELINES) == sum(7**length for length in range(5))
    asyncio.run(both())


def test_async_blocking_optional_and_observing_entries_give_the_same_result_both_ways():
    async def both():
        kinds = [*KINDS, *OTHER_FORMS]
        for names in itertools.chain(
            itertools.product(OTHER_FORMS, repeat=1), itertools.product(kinds, repeat=2)
        ):
            with built(names) as engine:
                sync = await asyncio.to_thread(engine.run, "before_tool", tool=TOOL)
                assert essence(sync) == essence(await engine.arun("before_tool", tool=TOOL)), names

    asyncio.run(both())


def test_an_async_check_gives_the_same_result_from_a_sync_run_inside_a_running_loop():
    async def both():
        with engine_of(entry("later", passes_later)) as engine:
            return engine.run("before_prompt", "x"), await engine.arun("before_prompt", "x")

    sync, later = asyncio.run(both())
    assert essence(sync) == essence(later)
    assert sync.verdict == "pass"


@pytest.mark.parametrize("workers", [8])
def test_threads_and_tasks_at_once_each_get_their_own_result(workers):
    async def doubles(context):
        await asyncio.sleep(0)
        return Verdict("pass", content=context.content * 2, hook_state={"of": context.content})

    def names(context):
        return Verdict("warn", reason=context.hook_state["of"], category=context.content)

    with engine_of(entry("doubles", doubles), entry("names", names)) as engine:

        def one(k):
            return engine.run("before_prompt", f"user{k}")

        async def many():
            return await asyncio.gather(
                *(engine.arun("before_prompt", f"user{k}") for k in range(200))
            )

        with ThreadPoolExecutor(workers) as pool:
            from_threads = list(pool.map(one, range(200)))
            from_tasks = pool.submit(lambda: asyncio.run(many())).result()
    for k, result in [*enumerate(from_threads), *enumerate(from_tasks)]:
        assert result.content == f"user{k}" * 2
        assert result.warnings[0].reason == f"user{k}"
        assert result.hook_state == {"of": f"user{k}"}
    assert len({result.run_id for result in from_threads + list(from_tasks)}) == 400


def test_a_run_leaves_the_callers_content_alone():
    def vandal(context):
        context.content["a"].append(2)
        context.metadata["m"] = 1
        return Verdict("pass")

    seen = []
    content, metadata = {"a": [1]}, {"k": {}}
    engine = engine_of(
        entry("vandal", vandal), entry("next", lambda c: seen.append(c) or passes(c))
    )
    result = engine.run("before_prompt", content, metadata=metadata)
    assert content == {"a": [1]} == result.content
    assert metadata == {"k": {}}
    assert seen[0].content == {"a": [1]}
    assert seen[0].metadata == {"k": {}}
    assert msgspec.to_builtins(seen[0])["stage"] == "before_prompt"
