"""What a check is given is its own; what it answers is ours only once it was looked at."""

import asyncio
import os
import pickle
import threading

import pytest

import nsedmw
from nsedmw.pipeline.threads import MAX_ABANDONED, Threads
from nsedmw.types import Finding, Report, Verdict
from nsedmw.wire import encode_context
from tests.pipeline.building import engine_of, entry

TOOL = {"name": "t", "arguments": {"a": {}}}


def passes(_):
    return Verdict("pass")


@pytest.mark.parametrize("mode", ["observe", "enforce"])
def test_what_a_check_writes_into_its_context_reaches_nobody(mode):
    def vandal(context):
        context.hook_state["x"] = context.metadata["m"] = 1
        context.__dict__["json"] = b"{}"
        if context.tool:
            context.tool.arguments["x"] = 1
        if context.stage == "after_tool":
            context.tool.result["x"] = context.content["x"] = "changed"
        return Verdict("pass")

    for point, content, tool in (
        ("before_prompt", "text", None),
        ("before_tool", None, TOOL),
        ("after_tool", {"x": "as it was"}, TOOL),
    ):
        seen = []
        engine = engine_of(
            entry("vandal", vandal, point=point, mode=mode),
            entry("next", lambda c, seen=seen: seen.append(c) or Verdict("pass"), point=point),
            point=point,
        )
        given = {} if content is None else {"content": content}
        result = engine.run(point, tool=tool, **given)
        assert result.content == (content or TOOL["arguments"])
        assert result.hook_state == seen[0].hook_state == seen[0].metadata == {}
        assert encode_context(seen[0]) != b"{}"
        if tool:
            assert seen[0].tool.arguments == TOOL["arguments"]


def test_a_builtins_answer_over_the_bounds_is_a_block_too():
    large = entry("rules", lambda _: Verdict("pass", content="x" * (16 << 20)), foreign=False)
    for after in ((), (entry("next", passes),)):
        result = engine_of(large, *after).run("before_prompt", "x", metadata={"a": 1})
        assert (result.verdict, result.block.category) == ("block", "invalid_content")
        assert result.block.middleware == "rules"


def test_changed_arguments_must_be_an_object():
    engine = engine_of(
        entry("a", lambda _: Verdict("pass", content="text"), point="before_tool"),
        point="before_tool",
    )
    block = engine.run("before_tool", tool=TOOL).block
    assert block.failure == "unreadable"
    assert "not an object" in block.reason


def test_the_notes_of_a_report_are_ours_alone():
    engine = engine_of(entry("a", lambda _: Report("pass", allowed={1, 2})))
    assert engine.run("before_prompt", "x").decisions[0].allowed == 0


def test_a_findings_path_is_a_pointer():
    finding = Finding("c", "r", "the content", 0, 1)
    engine = engine_of(entry("a", lambda _: Verdict("warn", findings=(finding,))))
    assert engine.run("before_prompt", "x").block.failure == "unreadable"


QUOTES = "middleware: {before_prompt: [{builtin: quotes}]}"


def quoting(text):
    class Quotes:
        def __init__(self, _):
            pass

        def check(self, _):
            return Verdict("block", reason=text, category=text)

    return {"quotes": Quotes}


@pytest.mark.parametrize("kind", [list, tuple, iter, set])
def test_secrets_in_any_collection_are_not_quoted(kind):
    engine = nsedmw.loads(QUOTES, builtins=quoting("the token is hunter2secret, see"))
    block = engine.run("before_prompt", "x", secrets=kind(["hunter2secret"])).block
    assert "hunter2secret" not in block.reason + block.category
    assert "[REDACTED:secret]" in block.reason


def test_the_system_prompt_and_the_content_are_not_quoted(canary):
    prompt = "You are a helpful assistant of the house."
    engine = nsedmw.loads(QUOTES, builtins=quoting(f"{prompt} / {canary}"))
    block = engine.run("before_prompt", f"text {canary}", system_prompt=prompt).block
    assert prompt[:20] not in block.reason + block.category
    assert canary not in block.reason + block.category
    assert canary not in repr(block)


def test_closing_does_not_wait_for_a_check_that_holds_the_loop():
    inside, release = threading.Event(), threading.Event()

    async def holds(_):
        inside.set()
        release.wait(30)
        return Verdict("pass")

    engine = engine_of(entry("a", holds, timeout_secs=0.05))
    try:
        assert engine.run("before_prompt", "x").block.failure == "timeout"
        assert inside.is_set()
        engine.close()
        assert not release.is_set()
    finally:
        release.set()


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_copy_does_not_count_its_parents_hanging_calls():
    release = threading.Event()
    hangs = [True]

    def stuck(_):
        if hangs[0]:
            release.wait(30)
        return Verdict("pass")

    engine = engine_of(entry("a", stuck, threads=Threads(), timeout_secs=0.01))
    for _ in range(MAX_ABANDONED):
        engine.run("before_prompt", "x")
    hangs[0] = False
    child = os.fork()
    if child == 0:
        code = 1
        try:
            engine = engine_of(entry("a", stuck, threads=engine_threads(engine)))
            code = 0 if engine.run("before_prompt", "x").verdict == "pass" else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    release.set()


def engine_threads(engine):
    return engine._pipelines["before_prompt"].entries[0].threads


@pytest.mark.parametrize(
    "error",
    [
        nsedmw.Blocked("m", "c", "why", failure="crash", run_id="r"),
        nsedmw.ApprovalRequired("m", "sure?"),
        nsedmw.ConfigError([nsedmw.Problem("f", 1, 2, "w", "m")]),
        nsedmw.EngineClosed("closed"),
    ],
)
def test_errors_survive_pickling(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.__dict__) == (str(error), error.__dict__)


def test_results_of_a_static_engine_do_not_exist():
    engine = nsedmw.loads("checkpoint: {unsigned: true}\nmiddleware: {}", static=True)
    with pytest.raises(ValueError, match="explains and does not run"):
        engine.run("before_prompt", "x")
    with pytest.raises(ValueError, match="explains and does not run"):
        asyncio.run(engine.arun("before_prompt", "x"))


def test_a_specs_repr_shows_no_variables_value(monkeypatch, canary):
    monkeypatch.setenv("VALUE", canary)
    engine = nsedmw.loads(
        "middleware: {before_prompt: [{builtin: rule_based, config: {blocklist: ['${VALUE}']}}]}"
    )
    assert canary not in repr(engine.spec)
