"""Order, folding, skipping, observing: the rules of a run."""

import asyncio

import pytest

from nsedmw.errors import Failure
from nsedmw.types import Verdict
from tests.pipeline.building import engine_of, entry


def says(word, **more):
    return lambda _: Verdict(word, **more)


def never(_):
    raise AssertionError("asked")


def test_a_pipeline_of_none_passes_the_content():
    result = engine_of().run("before_prompt", {"a": 1})
    assert (result.verdict, result.content, result.decisions) == ("pass", {"a": 1}, ())
    assert result.allowed


def test_the_first_block_ends_the_run_and_keeps_the_warnings_before_it():
    engine = engine_of(
        entry("warns", says("warn", category="format", reason="w")),
        entry("blocks", says("block", category="harassment", reason="r", content="ignored")),
        entry("third", never),
    )
    result = engine.run("before_prompt", "x")
    assert result.verdict == "block"
    assert not result.allowed
    assert (result.block.middleware, result.block.category) == ("blocks", "harassment")
    assert [(w.middleware, w.category, w.reason) for w in result.warnings] == [
        ("warns", "format", "w")
    ]
    assert result.content is None
    assert not result.decisions[1].changed


def test_two_warnings_stand_in_the_order_they_were_given():
    engine = engine_of(
        entry("a", says("warn", category="pii")), entry("b", says("warn", category="length"))
    )
    assert [w.category for w in engine.run("before_prompt", "x").warnings] == ["pii", "length"]


def test_each_sees_the_content_as_the_one_before_left_it():
    engine = engine_of(
        entry("a", lambda c: Verdict("pass", content=c.content + "a")),
        entry("b", lambda c: Verdict("warn", content=c.content + "b")),
        entry("c", says("pass")),
    )
    result = engine.run("before_prompt", "-")
    assert result.content == "-ab"
    assert [d.changed for d in result.decisions] == [True, True, False]


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [("x", "x", False), (1, True, True), ([1], [1.0], True), ({"a": 1}, {"a": 1}, False)],
)
def test_changed_means_that_the_json_differs(old, new, changed):
    result = engine_of(entry("a", says("pass", content=new))).run("before_prompt", old)
    assert result.decisions[0].changed is changed


def test_hook_state_is_merged_before_the_verdict_is_acted_on_a_blocks_too():
    engine = engine_of(
        entry("a", says("pass", hook_state={"k": 1, "l": 1})),
        entry("b", lambda c: Verdict("block", hook_state={"k": c.hook_state["k"] + 1})),
    )
    assert engine.run("before_prompt", "x").hook_state == {"k": 2, "l": 1}
    assert engine.run("before_prompt", "x").hook_state == {"k": 2, "l": 1}, "starts empty again"


def test_an_entry_runs_at_its_stages_alone():
    blocker = entry("b", says("block"), point="before_release", stages=frozenset({"release"}))
    engine = engine_of(blocker, point="before_release")
    assert engine.run("before_release", "x", stage="edit").verdict == "pass"
    assert engine.run("before_release", "x", stage="release").verdict == "block"
    assert engine.run("before_release", "x").verdict == "block", "a release unless said"
    assert engine.run("before_release", "x", stage="edit").skipped == ()


def test_globs_over_agents_skip_by_name_and_an_empty_agent_is_everybodys():
    engine = engine_of(entry("team", says("block"), agents=("team-*", "boss")))
    assert engine.run("before_prompt", "x", agent_id="team-a").verdict == "block"
    assert engine.run("before_prompt", "x", agent_id="boss").verdict == "block"
    assert engine.run("before_prompt", "x").verdict == "block"
    other = engine.run("before_prompt", "x", agent_id="Team-a")
    assert (other.verdict, other.skipped, other.decisions) == ("pass", ("team",), ())


def test_globs_over_tools_skip_by_the_tools_name():
    engine = engine_of(
        entry("t", says("block"), point="before_tool", tools=("db_*",)), point="before_tool"
    )
    assert engine.run("before_tool", tool={"name": "db_drop", "arguments": {}}).verdict == "block"
    assert engine.run("before_tool", tool={"name": "ls", "arguments": {}}).skipped == ("t",)


def test_a_condition_skips_and_one_that_cannot_be_judged_is_a_failure():
    def unjudgeable(_):
        raise Failure("limit", "its `when` took too many steps")

    engine = engine_of(
        entry("no", never, condition=lambda context: context.round > 3),
        entry("broken", never, condition=unjudgeable),
    )
    result = engine.run("before_prompt", "x")
    assert result.skipped == ("no",)
    assert result.block.middleware == "broken"
    assert result.block.failure == "limit"
    assert asyncio.run(engine.arun("before_prompt", "x")).block == result.block


@pytest.mark.parametrize(
    "check", [says("block", category="c"), says("pass", content="new"), says("ask"), never]
)
def test_an_observing_entry_changes_and_stops_nothing_and_its_decision_says_what_it_would(check):
    watcher = entry("watch", check, point="before_tool", mode="observe")
    engine = engine_of(
        watcher, entry("next", says("pass"), point="before_tool"), point="before_tool"
    )
    result = engine.run("before_tool", tool={"name": "t", "arguments": {"a": 1}})
    enforced = engine_of(entry("watch", check, point="before_tool"), point="before_tool").run(
        "before_tool", tool={"name": "t", "arguments": {"a": 1}}
    )
    assert (result.verdict, result.content, result.warnings) == ("pass", {"a": 1}, ())
    seen, would = result.decisions[0], enforced.decisions[0]
    assert seen.mode == "observe"
    assert (seen.verdict, seen.category, seen.changed, seen.failure) == (
        would.verdict,
        would.category,
        would.changed,
        would.failure,
    )


def test_an_observing_entrys_state_does_not_reach_the_next():
    engine = engine_of(
        entry("watch", says("pass", hook_state={"k": 1}), mode="observe"),
        entry("next", lambda c: Verdict("pass", content=c.hook_state)),
    )
    assert engine.run("before_prompt", "x").content == {}


def test_ask_ends_the_run_with_its_question():
    engine = engine_of(
        entry("a", says("ask", question="sure?"), point="before_tool"),
        entry("b", never, point="before_tool"),
        point="before_tool",
    )
    result = engine.run("before_tool", tool={"name": "t", "arguments": {}})
    assert (result.verdict, result.question, result.content) == ("ask", "sure?", None)
    assert not result.allowed
    assert result.block is None


def test_ask_without_a_key_to_sign_with_is_a_block():
    asker = entry("a", says("ask"), point="before_tool", optional=True)
    engine = engine_of(asker, point="before_tool", can_ask=False)
    result = engine.run("before_tool", tool={"name": "t", "arguments": {}})
    assert (result.verdict, result.block.category) == ("block", "approval")
    assert "checkpoint.key_env" in result.block.reason


def test_changed_arguments_are_the_next_ones_content_and_tool():
    seen = []
    engine = engine_of(
        entry("a", says("pass", content={"b": 2}), point="before_tool"),
        entry("b", lambda c: seen.append(c) or Verdict("pass"), point="before_tool"),
        point="before_tool",
    )
    engine.run("before_tool", tool={"name": "t", "arguments": {"a": 1}})
    assert seen[0].content == seen[0].tool.arguments == {"b": 2}


def test_a_changed_result_is_the_next_ones_content_and_tool():
    seen = []
    engine = engine_of(
        entry("a", says("pass", content="short"), point="after_tool"),
        entry("b", lambda c: seen.append(c) or Verdict("pass"), point="after_tool"),
        point="after_tool",
    )
    engine.run("after_tool", "long output", tool={"name": "t", "arguments": {"a": 1}})
    assert seen[0].content == seen[0].tool.result == "short"
    assert seen[0].tool.arguments == {"a": 1}
