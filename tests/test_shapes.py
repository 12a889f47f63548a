"""The schema files: found, sound, and true of what the project makes."""

import json
import subprocess  # the generator is run as a person runs it
import sys
from pathlib import Path

import pytest

from nsedmw import shapes, unbuilt, wire
from nsedmw.schema import compile_schema
from nsedmw.shapes import ShapeMissing, shape, subschemas
from nsedmw.types import Block, Context, Decision, Finding, Result, Tool, Verdict, Warned

ROOT = Path(__file__).parent.parent
SCHEMAS = sorted((ROOT / "schemas").rglob("*.schema.json"))
FINDING = Finding("pii", "email", "/a", 1, 5)
IN_KEY = Finding("pii", "email", "/a", 1, 5, in_key=True)
DECISION = Decision(
    "a", "builtin", "release", "warn", findings=(FINDING, IN_KEY), failure="timeout"
)


def _holds(name, value):
    return [violation.text for violation in compile_schema(shape(name)).violations(value)]


def test_a_shape_is_found_and_kept():
    assert shape("config")["title"] == "Configuration of nsedmw"
    assert shape("config") is shape("config")


def test_the_wheels_place_comes_first(tmp_path, monkeypatch):
    (tmp_path / "inside.schema.json").write_text('{"title": "wheel"}')
    monkeypatch.setattr(shapes, "_HOMES", (tmp_path, ROOT / "schemas"))
    assert shape("inside") == {"title": "wheel"}


def test_a_missing_shape_says_what_is_wrong_with_the_installation():
    with pytest.raises(ShapeMissing, match=r"'nothing.schema.json' is missing .* install nsedmw"):
        shape("nothing")


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.name)
def test_every_property_is_described(file):
    schema = json.loads(file.read_text())
    assert schema["title"]
    assert schema["description"]

    def check(part, place):
        if isinstance(part, dict):
            for key, inner in part.get("properties", {}).items():
                if isinstance(inner, dict) and "if" not in place:
                    described = "description" in inner or "$ref" in inner
                    assert described, f"{file.name}: {place}/{key}"
            for key, inner in part.items():
                check(inner, (*place, key) if key in ("if", "then") else place)
        elif isinstance(part, list):
            for inner in part:
                check(inner, place)

    check({key: value for key, value in schema.items() if key != "$defs"}, ())


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.name)
def test_every_reference_to_another_file_leads_to_one(file):
    text = file.read_text()
    for ref in {part.split('"')[0] for part in text.split('"$ref": "')[1:]}:
        if not ref.startswith("#") and "rule_based" not in ref:
            assert (file.parent / ref).is_file()


def test_nothing_that_is_not_built_stands_in_the_configurations_shape():
    config = shape("config")
    entry = config["$defs"]["tool_entry"]["properties"]
    assert not unbuilt.SECTIONS & config["properties"].keys()
    assert not unbuilt.CHECKPOINT_KEYS & config["properties"]["checkpoint"]["properties"].keys()
    assert not unbuilt.ENTRY_KEYS & entry.keys()


@pytest.mark.parametrize(
    "result",
    [
        Result("pass", "x"),
        Result("warn", {"a": 1}, warnings=(Warned("a", "pii", "r", (FINDING,)),), skipped=("b",)),
        Result("block", None, block=Block("a", "pii", "r", (IN_KEY,), "crash"), run_id="r"),
        Result("ask", None, question="may it?", decisions=(DECISION,), hook_state={"a": [1]}),
    ],
    ids=lambda result: result.verdict,
)
def test_a_result_is_as_its_shape_says(result):
    plain = json.loads(wire.encode(result.to_dict()))
    assert _holds("result", plain) == []
    assert list(plain) == list(shape("result")["properties"])
    assert _holds("result", {**plain, "more": 1}) != []


def test_a_decision_is_as_its_shape_says():
    plain = json.loads(wire.encode(DECISION.to_dict()))
    assert _holds("decision", plain) == []
    assert list(plain) == list(shape("decision")["properties"])
    assert shape("result")["$defs"]["decision"]["properties"] == shape("decision")["properties"]


@pytest.mark.parametrize("tool", [None, Tool("read", {}), Tool("r", {}, "c", 1, "s", "out", False)])
def test_a_context_is_as_its_shape_says(tool):
    context = (
        Context("x", stage="release") if tool is None else Context("x", stage="edit", tool=tool)
    )
    plain = json.loads(wire.encode_context(context))
    assert _holds("context", plain) == []
    assert list(shape("context")["properties"]) == list(Context.__struct_fields__)
    assert set(shape("context")["$defs"]["tool"]["properties"]) == set(Tool.__struct_fields__)


def test_a_verdict_is_as_its_shape_says():
    assert list(shape("verdict")["properties"]) == list(Verdict.__struct_fields__)
    answer = {"verdict": "warn", "findings": [FINDING.to_dict()], "reason": None, "own": 1}
    assert _holds("verdict", answer) == []
    assert wire.decode_verdict(json.dumps(answer).encode()).findings == (FINDING,)
    assert _holds("verdict", {"verdict": "stop"}) != []


def test_the_parts_that_speak_of_a_place_are_found():
    schema = {
        "properties": {"a": {"$ref": "#/$defs/a~1b"}},
        "additionalProperties": {"title": "other"},
        "allOf": [{"properties": {"a": {"title": "all"}}}],
        "then": {"properties": {"c": {"title": "then"}}},
        "$defs": {"a/b": {"prefixItems": [{"title": "first"}], "items": {"title": "rest"}}},
    }

    def titles(*path):
        return {part["title"] for part in subschemas(schema, path) if "title" in part}

    assert titles("a") == {"all"}
    assert titles("a", 0) == {"first"}
    assert titles("a", 1) == {"rest"}
    assert titles("b") == {"other"}
    assert titles("c") == {"other", "then"}


def test_a_reference_out_of_the_schema_or_in_a_ring_ends():
    properties = {
        "a": {"$ref": "other.json"},
        "b": {"$ref": "#/properties/b"},
        "c": {"$ref": "#/properties/list/0"},
        "list": [5],
    }
    schema = {"properties": properties}
    assert len(subschemas(schema, ("c",))) == 1
    assert len(subschemas(schema, ("a",))) == 1
    assert len(subschemas(schema, ("b",))) == 1


def test_the_reference_page_is_what_the_schemas_say():
    command = [sys.executable, str(ROOT / "docs" / "generate_reference.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
