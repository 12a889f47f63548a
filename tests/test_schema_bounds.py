"""No schema and no value can hang a run, exhaust the stack or reach the network."""

from __future__ import annotations

import re
import socket
from time import monotonic

import pytest

from nsedmw.errors import Failure
from nsedmw.schema import CannotJudge, compile_schema
from nsedmw.schema import run as bounds

HANG = 20
"""Seconds: far above what the work takes, far below what the work it replaces would take."""

TREE = {"$ref": "#/$defs/t", "$defs": {"t": {"items": {"anyOf": [{"$ref": "#/$defs/t"}]}}}}


def nested(depth):
    value = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        {"allOf": [{"$ref": "#"}, {"$ref": "#"}]},
        {"not": {"$ref": "#"}},
        {"$dynamicAnchor": "x", "anyOf": [{"$dynamicRef": "#x"}]},
    ],
)
def test_a_reference_that_never_reaches_the_value_is_a_failure(schema):
    judge = compile_schema(schema)
    with pytest.raises(CannotJudge, match="refers deeper than 280 schemas") as caught:
        judge.holds(1)
    assert caught.value.kind == "limit"
    assert isinstance(caught.value, Failure)


def test_content_of_the_deepest_allowed_nesting_is_judged_by_a_recursive_schema():
    assert compile_schema(TREE).holds(nested(128))


def test_a_stack_that_is_nearly_full_is_a_failure_and_no_recursion_error():
    judge = compile_schema(TREE)

    def deeper(frames):
        return judge.holds(nested(128)) if frames == 0 else deeper(frames - 1)

    with pytest.raises(CannotJudge, match="nest too deeply"):
        deeper(600)


def test_schemas_that_double_at_every_level_run_out_of_steps():
    schema = {"$defs": {f"s{i}": {"allOf": [{"$ref": f"#/$defs/s{i + 1}"}] * 2} for i in range(60)}}
    schema["$defs"]["s60"] = {"type": "integer"}
    schema["$ref"] = "#/$defs/s0"
    with pytest.raises(CannotJudge, match=r"needs more than 1000000 steps") as caught:
        compile_schema(schema).holds(1)
    assert caught.value.kind == "limit"


@pytest.mark.parametrize(
    "schema",
    [
        {"items": {"type": "integer"}},
        {"uniqueItems": True},
        {"const": [[]]},
        {"contains": {"const": 1}, "minContains": 0},
        {"allOf": [True], "unevaluatedItems": False},
    ],
)
def test_every_keyword_of_lists_pays_for_each_item(schema):
    judge = compile_schema(schema)
    with pytest.raises(CannotJudge, match="steps"):
        judge.violations([[1]] * (bounds.MAX_STEPS + 1))


@pytest.mark.parametrize(
    "schema",
    [
        {"additionalProperties": False},
        {"patternProperties": {"^x": True}},
        {"propertyNames": {"maxLength": 1}},
        {"unevaluatedProperties": False},
        {"enum": [{}]},
    ],
)
def test_every_keyword_of_objects_pays_for_each_member(schema, monkeypatch):
    judge = compile_schema(schema)
    monkeypatch.setattr(bounds, "MAX_STEPS", 1000)
    with pytest.raises(CannotJudge, match="steps"):
        judge.violations({str(number): 1 for number in range(1001)})


def test_a_regex_pays_for_the_text_it_reads(monkeypatch):
    judge = compile_schema({"pattern": "b"})
    monkeypatch.setattr(bounds, "MAX_STEPS", 100)
    assert judge.violations("a" * 4096 * 50)
    with pytest.raises(CannotJudge, match="steps"):
        judge.violations("a" * 4096 * 200)


@pytest.mark.parametrize(
    "value",
    [
        [{"id": number, "tags": [str(number)]} for number in range(4000)],
        # All of one hash in CPython, which hashes integers modulo this prime.
        [number * (2**61 - 1) for number in range(1, 60_000)],
        [[number * (2**61 - 1)] for number in range(1, 60_000)],
    ],
    ids=["objects", "colliding integers", "lists of them"],
)
def test_unique_items_looks_at_each_item_once(value):
    judge = compile_schema({"uniqueItems": True})
    begun = monotonic()
    assert judge.holds(value)
    (violation,) = judge.violations([*value, value[0]])
    assert violation.text == f"/: uniqueItems: item {len(value)} repeats item 0"
    assert monotonic() - begun < HANG


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "^(a+)+$"},
        {"propertyNames": {"pattern": "^(a+)+$"}},
        {"patternProperties": {"^(a+)+$": True}, "additionalProperties": False},
        {"patternProperties": {"^(a+)+$": True}, "unevaluatedProperties": False},
    ],
)
def test_a_catastrophic_regex_is_answered_at_once(schema):
    text = "a" * 5000 + "!"
    begun = monotonic()
    assert not compile_schema(schema).holds({text: 1} if "pattern" not in schema else text)
    assert monotonic() - begun < HANG


def test_a_regex_that_only_backtracking_can_run_ends_as_a_timeout():
    judge = compile_schema({"pattern": "(x+x+)+(?=y)"})
    begun = monotonic()
    with pytest.raises(CannotJudge, match="a regex of its JSON Schema took too long") as caught:
        judge.holds("x" * 5000)
    assert caught.value.kind == "timeout"
    assert monotonic() - begun < HANG


def test_nothing_runs_on_re_and_nothing_is_fetched(monkeypatch):
    schema = {
        "patternProperties": {"^x": True},
        "properties": {"p": {"pattern": "^a"}},
        "allOf": [{"patternProperties": {"^y": True}}],
        "unevaluatedProperties": False,
    }
    judge = compile_schema(schema)

    def forbidden(*_, **__):
        raise AssertionError("this must not be called")

    for name in ("search", "match", "fullmatch", "compile"):
        monkeypatch.setattr(re, name, forbidden)
    monkeypatch.setattr(socket, "socket", forbidden)
    assert judge.holds({"x1": 1, "y": 2, "p": "ab"})
    assert not judge.holds({"z": 1})
