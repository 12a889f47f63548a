"""A caller's arguments become a context, or are refused: by a block, or as the caller's mistake."""

import asyncio

import pytest

from nsedmw.types import Verdict
from tests.pipeline.building import engine_of, entry

DEEP = []
for _ in range(128):
    DEEP = [DEEP]


def stack(depth):
    value = 0
    for _ in range(depth):
        value = [value]
    return value


def doubled(times):
    value = ["x"]
    for _ in range(times):
        value = [value, value]
    return value


FORBIDDEN = {
    "small, and endless when written out": (doubled(40), "larger than 16777216 bytes as JSON"),
    "a lone surrogate": ("\ud800", "text that is not valid Unicode"),
    "a surrogate in a key": ({"\udc97": 1}, "text that is not valid Unicode"),
    "two surrogates that look like a pair": ("\ud83d" + "\ude00", "text that is not valid Unicode"),
    "NaN": ([float("nan")], "a number that JSON does not have"),
    "infinity": ({"a": float("inf")}, "a number that JSON does not have"),
    "a huge integer": (10**5000, "an integer of more than 4200 digits"),
    "too deep": (stack(129), "nested deeper than 128 containers"),
    "far too deep": (stack(100_000), "nested deeper than 128 containers"),
    "too large": ("x" * (16 * 1024 * 1024), "larger than 16777216 bytes as JSON"),
    "too large when escaped": ("\x00" * (3 * 1024 * 1024), "larger than 16777216 bytes as JSON"),
    "too large as a tree": (["x" * 1024] * 20_000, "larger than 16777216 bytes as JSON"),
}


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_what_no_context_may_hold_is_a_block_by_the_engine(kind):
    content, what = FORBIDDEN[kind]
    engine = engine_of()
    for result in (
        engine.run("before_prompt", content),
        asyncio.run(engine.arun("before_prompt", content)),
    ):
        assert (result.verdict, result.content) == ("block", None)
        assert (result.block.middleware, result.block.category) == ("engine", "invalid_content")
        assert result.block.failure == "invalid_content"
        assert what in result.block.reason
        assert [decision.middleware for decision in result.decisions] == ["engine"]


@pytest.mark.parametrize(
    "content",
    [stack(128), "x" * (16 * 1024 * 1024 - 2), 10**4000, -(10**30), 1.5e300, "", None, {}, "😀"],
    ids=["depth", "size", "integer", "negative", "float", "empty", "null", "object", "astral"],
)
def test_what_is_just_within_the_bounds_passes_unchanged(content):
    result = engine_of().run("before_prompt", content)
    assert result.verdict == "pass"
    assert result.content == content


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ({1, 2}, "a value of type set"),
        (b"bytes", "a value of type bytes"),
        ({"a": [object()]}, "a value of type object"),
        ({1: "a"}, "a key of type int"),
    ],
)
def test_values_that_json_does_not_have_are_the_callers_mistake(content, what):
    with pytest.raises(TypeError, match=what):
        engine_of().run("before_prompt", content)


def test_a_tuple_is_an_array_and_a_cycle_is_too_deep():
    assert engine_of().run("before_prompt", ("a", ("b",))).content == ["a", ["b"]]
    cycle = []
    cycle.append(cycle)
    assert engine_of().run("before_prompt", cycle).block.category == "invalid_content"


@pytest.mark.parametrize(
    ("arguments", "error", "what"),
    [
        ({"point": "before_lunch"}, ValueError, "no hook point 'before_lunch'"),
        ({"point": "around_tool"}, ValueError, "not run by itself"),
        ({"stage": "release"}, ValueError, "no stage 'release' at before_prompt"),
        ({"stage": "lunch"}, ValueError, "it has one; leave it out"),
        ({"round": -1}, ValueError, "round must not be negative"),
        ({"round": 1.0}, TypeError, "round must be an integer, not float"),
        ({"round": True}, TypeError, "round must be an integer, not bool"),
        ({"agent_id": 3}, TypeError, "agent_id must be a string, not int"),
        ({"metadata": [1]}, TypeError, "metadata must be an object, not list"),
        ({"metadata": []}, TypeError, "metadata must be an object, not list"),
        ({"metadata": {"nsedmw.x": 1}}, ValueError, "begin with `nsedmw.`"),
        ({"deadline_secs": 0}, ValueError, "deadline_secs must be a number above zero"),
        ({"deadline_secs": 10**400}, ValueError, "at most a year"),
        ({"deadline_secs": float("nan")}, ValueError, "deadline_secs must be a number above zero"),
        ({"secrets": "one"}, TypeError, "secrets must be a list of strings"),
        ({"secrets": [1]}, TypeError, "secrets must be a list of strings"),
        ({"system_prompt": 1}, TypeError, "system_prompt must be a string"),
        ({"tool": {"name": "t"}}, ValueError, "`tool` is for runs at before_tool and after_tool"),
    ],
)
def test_arguments_that_no_run_can_have_raise_and_say_which(arguments, error, what):
    arguments = {"point": "before_prompt", "content": "x", **arguments}
    with pytest.raises(error, match=what):
        engine_of().run(**arguments)
    with pytest.raises(error, match=what):
        asyncio.run(engine_of().arun(**arguments))


def test_a_message_point_needs_content():
    with pytest.raises(TypeError, match="needs content"):
        engine_of().run("before_prompt")


@pytest.mark.parametrize(
    ("point", "spelling", "stage"),
    [
        ("on_provider_response", "providerresponse", "provider_response"),
        ("before_prompt", "beforeprompt", "before_prompt"),
        ("on_job_complete", "jobcomplete", "job_complete"),
    ],
)
def test_a_stage_may_be_spelled_without_its_underscore_and_is_shown_with_it(point, spelling, stage):
    seen = []
    engine = engine_of(
        entry("s", lambda c: seen.append(c.stage) or Verdict("pass"), point=point), point=point
    )
    result = engine.run(point, "x", stage=spelling)
    assert seen == [stage] == [result.decisions[0].stage]


@pytest.mark.parametrize(
    ("tool", "error", "what"),
    [
        (None, TypeError, "needs tool="),
        ({}, TypeError, "tool needs a name"),
        ({"name": ""}, TypeError, "tool needs a name"),
        ({"name": "t"}, TypeError, "tool needs arguments"),
        ({"name": "t", "arguments": [1]}, TypeError, "arguments must be an object"),
        ({"name": "t", "arguments": {}, "trun": 1}, ValueError, "tool has no member 'trun'"),
        ({"name": "t", "arguments": {}, "turn": "1"}, TypeError, "turn must be an integer"),
        ({"name": "t", "arguments": {}, "caller": 1}, TypeError, "caller must be a string"),
        ({"name": "t", "arguments": {}, "is_error": 1}, TypeError, "is_error must be true or"),
    ],
)
def test_a_tool_call_without_what_it_needs_is_the_callers_mistake(tool, error, what):
    with pytest.raises(error, match=what):
        engine_of().run("before_tool", tool=tool)


def test_arguments_that_came_as_text_become_the_object():
    result = engine_of().run("before_tool", tool={"name": "t", "arguments": '{"a": [1]}'})
    assert result.content == {"a": [1]}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"a": 1, "a": 2}', "an object with a repeated key"),
        ('{"a": {"b": 1, "b": 2}}', "an object with a repeated key"),
        ('{"a": NaN}', "arguments that are not JSON"),
        ('{"a": ', "arguments that are not JSON"),
        ("", "arguments that are not JSON"),
        ("[1]", "arguments that are JSON but no object"),
        ('{"a": "\\ud800"}', "text that is not valid Unicode"),
        ('{"a": 1e999}', "a number too large"),
        ('{"a": ' + "9" * 5000 + "}", "an integer of more than 4200 digits"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "nested deeper than 128 containers"),
    ],
)
def test_arguments_whose_text_is_unsound_block_the_run(text, what):
    result = engine_of().run("before_tool", tool={"name": "t", "arguments": text})
    assert (result.verdict, result.block.category) == ("block", "invalid_content")
    assert what in result.block.reason


def test_content_and_arguments_that_differ_are_the_callers_mistake():
    with pytest.raises(ValueError, match="differ"):
        engine_of().run("before_tool", {"a": 1}, tool={"name": "t", "arguments": {"a": 2}})
    result = engine_of().run("before_tool", {"a": 1}, tool={"name": "t"})
    assert result.content == {"a": 1}


def test_after_tool_judges_the_output_from_either_place():
    tool = {"name": "t", "arguments": {}, "result": "from the tool"}
    assert engine_of().run("after_tool", tool=tool).content == "from the tool"
    assert engine_of().run("after_tool", "said", tool={"name": "t"}).content == "said"
    with pytest.raises(TypeError, match="needs content"):
        engine_of().run("after_tool", tool={"name": "t"})
