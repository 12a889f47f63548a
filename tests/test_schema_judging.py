"""What a compiled schema says about a value."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from nsedmw.schema import compile_schema

CASES = [
    ({"type": "string"}, 1, ["/: type: must be string"]),
    ({"type": ["string", "null"]}, 1, ["/: type: must be string or null"]),
    ({"type": "integer"}, 1.0, []),
    ({"type": "integer"}, 1.5, ["/: type: must be integer"]),
    ({"type": "number"}, True, ["/: type: must be number"]),
    ({"type": "integer"}, False, ["/: type: must be integer"]),
    ({"enum": [1, "a", [1.0]]}, 1.0, []),
    ({"enum": [1, "a", [1.0]]}, [1], []),
    ({"enum": [1]}, True, ["/: enum: must be one of the 1 values that the schema lists"]),
    ({"enum": ["a"]}, ["a"], ["/: enum: must be one of the 1 values that the schema lists"]),
    ({"const": {"a": 1, "b": 0}}, {"b": 0.0, "a": 1.0}, []),
    ({"const": False}, 0, ["/: const: must be the one value that the schema states"]),
    ({"minimum": 3}, 2.5, ["/: minimum: must be at least 3"]),
    ({"maximum": 3}, 3.5, ["/: maximum: must be at most 3"]),
    ({"exclusiveMinimum": 3}, 3, ["/: exclusiveMinimum: must be more than 3"]),
    ({"exclusiveMaximum": 3}, 3.0, ["/: exclusiveMaximum: must be less than 3"]),
    ({"minimum": 1}, True, []),
    ({"multipleOf": 0.1}, 0.3, []),
    ({"multipleOf": 2}, 3, ["/: multipleOf: must be a multiple of 2"]),
    ({"multipleOf": 0.5}, 10**400, []),
    ({"multipleOf": 0.123456789}, 1e308, ["/: multipleOf: must be a multiple of 0.123456789"]),
    ({"multipleOf": 1e-300}, 1e308, []),
    ({"minLength": 2}, "é", ["/: minLength: must have 2 or more characters"]),
    ({"maxLength": 2.0}, "abc", ["/: maxLength: must have at most 2 characters"]),
    ({"pattern": "^b"}, "ab", ["/: pattern: must match the regex of the schema"]),
    ({"pattern": "b"}, "ab", []),
    ({"pattern": ""}, "", []),
    ({"format": "email"}, "no address", []),
    ({"minItems": 1}, [], ["/: minItems: must have 1 or more items"]),
    ({"maxItems": 1}, [1, 2], ["/: maxItems: must have at most 1 items"]),
    ({"uniqueItems": True}, [1, True, "1", [1], {"a": 1}], []),
    (
        {"uniqueItems": True},
        [{"a": [1]}, 3, {"a": [1.0]}],
        ["/: uniqueItems: item 2 repeats item 0"],
    ),
    ({"uniqueItems": False}, [1, 1], []),
    (
        {"prefixItems": [{"type": "null"}], "items": False},
        [None, 2],
        ["/1: false: nothing is allowed here"],
    ),
    (
        {"items": {"type": "null"}},
        [1, None, 2],
        ["/0: type: must be null", "/2: type: must be null"],
    ),
    (
        {"contains": {"const": 1}},
        [2],
        ["/: contains: must have 1 or more items as this schema says"],
    ),
    ({"contains": {"const": 1}, "minContains": 0}, [2], []),
    (
        {"contains": {"const": 1}, "maxContains": 1},
        [1, 1],
        ["/: maxContains: must have at most 1 items as 'contains' says"],
    ),
    ({"minProperties": 1}, {}, ["/: minProperties: must have 1 or more members"]),
    ({"maxProperties": 0}, {"a": 1}, ["/: maxProperties: must have at most 0 members"]),
    ({"required": ["a", "b"]}, {"b": 1}, ["/: required: 'a' is missing"]),
    ({"required": ["a"]}, "text", []),
    (
        {"dependentRequired": {"a": ["b"]}},
        {"a": 1},
        ["/: dependentRequired: 'b' is missing, which 'a' needs"],
    ),
    (
        {"propertyNames": {"maxLength": 1}},
        {"ab": 1, "c": 2},
        ["/: propertyNames: 'ab' is no name that the schema allows"],
    ),
    ({"properties": {"a": {"type": "null"}}}, {"a": 1, "b": 2}, ["/a: type: must be null"]),
    (
        {"patternProperties": {"^x": {"type": "null"}}},
        {"x1": 1, "y": 2},
        ["/x1: type: must be null"],
    ),
    (
        {
            "properties": {"a": True},
            "patternProperties": {"^x": True},
            "additionalProperties": False,
        },
        {"a": 1, "x1": 2, "z": 3},
        ["/: additionalProperties: 'z' is not allowed"],
    ),
    ({"additionalProperties": {"type": "null"}}, {"a": 1}, ["/a: type: must be null"]),
    ({"dependentSchemas": {"a": {"required": ["b"]}}}, {"a": 1}, ["/: required: 'b' is missing"]),
    (
        {"allOf": [{"minimum": 2}, {"multipleOf": 2}]},
        1,
        ["/: minimum: must be at least 2", "/: multipleOf: must be a multiple of 2"],
    ),
    (
        {"anyOf": [{"type": "null"}, {"type": "string"}]},
        1,
        ["/: anyOf: must be as one of its 2 schemas says"],
    ),
    (
        {"oneOf": [{"minimum": 1}, {"minimum": 2}]},
        0,
        ["/: oneOf: exactly one of its 2 schemas must hold, none does"],
    ),
    (
        {"oneOf": [{"minimum": 1}, {"minimum": 2}]},
        3,
        ["/: oneOf: exactly one of its 2 schemas must hold, more than one does"],
    ),
    ({"not": {"type": "null"}}, None, ["/: not: must not be as this schema says"]),
    (
        {"if": {"minimum": 1}, "then": {"multipleOf": 2}, "else": {"const": 0}},
        3,
        ["/: multipleOf: must be a multiple of 2"],
    ),
    (
        {"if": {"minimum": 1}, "then": {"multipleOf": 2}, "else": {"const": 0}},
        -1,
        ["/: const: must be the one value that the schema states"],
    ),
    ({"$ref": "#/$defs/a~1b", "$defs": {"a/b": {"type": "null"}}}, 1, ["/: type: must be null"]),
    (
        {"$ref": "#here", "$defs": {"x": {"$anchor": "here", "type": "null"}}},
        1,
        ["/: type: must be null"],
    ),
    (
        {"$ref": "https://e.org/x", "$defs": {"x": {"$id": "https://e.org/x", "type": "null"}}},
        1,
        ["/: type: must be null"],
    ),
    ({"$ref": "#/x-parts/0", "x-parts": [{"type": "null"}]}, 1, ["/: type: must be null"]),
    (True, {"a": 1}, []),
    (False, 1, ["/: false: nothing is allowed here"]),
]


@pytest.mark.parametrize(("schema", "value", "texts"), CASES)
def test_each_keyword_says_where_and_what_it_wants(schema, value, texts):
    judge = compile_schema(schema)
    assert [violation.text for violation in judge.violations(value)] == texts
    assert judge.holds(value) == (not texts)


UNEVALUATED = [
    (
        {"allOf": [{"properties": {"a": True}}], "unevaluatedProperties": False},
        {"a": 1, "b": 2},
        ["b"],
    ),
    (
        {"anyOf": [{"properties": {"a": {"type": "null"}}}, True], "unevaluatedProperties": False},
        {"a": 1},
        ["a"],
    ),
    ({"anyOf": [True, {"properties": {"a": True}}], "unevaluatedProperties": False}, {"a": 1}, []),
    (
        {
            "oneOf": [{"required": ["a"], "properties": {"a": True}}, {"required": ["b"]}],
            "unevaluatedProperties": False,
        },
        {"a": 1},
        [],
    ),
    (
        {"not": {"not": {"properties": {"a": True}}}, "unevaluatedProperties": False},
        {"a": 1},
        ["a"],
    ),
    (
        {
            "if": {"properties": {"a": {"const": 1}}},
            "then": {"properties": {"b": True}},
            "unevaluatedProperties": False,
        },
        {"a": 1, "b": 1, "c": 1},
        ["c"],
    ),
    (
        {
            "if": {"properties": {"a": {"const": 1}}},
            "else": {"properties": {"b": True}},
            "unevaluatedProperties": False,
        },
        {"a": 2, "b": 1},
        ["a"],
    ),
    (
        {
            "dependentSchemas": {"a": {"properties": {"b": True}}},
            "properties": {"a": True},
            "unevaluatedProperties": False,
        },
        {"a": 1, "b": 1},
        [],
    ),
    (
        {
            "$ref": "#/$defs/x",
            "$defs": {"x": {"patternProperties": {"^x": True}}},
            "unevaluatedProperties": False,
        },
        {"x1": 1, "y": 1},
        ["y"],
    ),
    ({"allOf": [{"additionalProperties": True}], "unevaluatedProperties": False}, {"a": 1}, []),
    (
        {
            "allOf": [{"properties": {"a": True}, "unevaluatedProperties": True}],
            "unevaluatedProperties": False,
        },
        {"a": 1, "b": 1},
        [],
    ),
    # What a cousin has looked at is not seen by the schema beside it.
    ({"allOf": [{"properties": {"a": True}}, {"unevaluatedProperties": False}]}, {"a": 1}, ["a"]),
]


@pytest.mark.parametrize(("schema", "value", "keys"), UNEVALUATED)
def test_unevaluated_properties_are_those_that_no_schema_of_the_same_place_has_seen(
    schema, value, keys
):
    violations = compile_schema(schema).violations(value)
    assert [violation.key for violation in violations] == keys
    assert {violation.keyword for violation in violations} <= {"unevaluatedProperties"}


@pytest.mark.parametrize(
    ("schema", "value", "paths"),
    [
        ({"prefixItems": [True], "unevaluatedItems": False}, [1, 2, 3], ["/1", "/2"]),
        ({"allOf": [{"items": True}], "unevaluatedItems": False}, [1, 2], []),
        ({"unevaluatedItems": False}, "no list", []),
        ({"contains": {"const": 1}, "unevaluatedItems": {"type": "null"}}, [1, 2, None], ["/1"]),
        (
            {"anyOf": [{"prefixItems": [{"const": 1}]}, True], "unevaluatedItems": False},
            [2],
            ["/0"],
        ),
    ],
)
def test_unevaluated_items_are_those_that_no_schema_of_the_same_place_has_seen(
    schema, value, paths
):
    assert [violation.path for violation in compile_schema(schema).violations(value)] == paths


def test_a_dynamic_reference_leads_to_the_outermost_schema_that_was_passed():
    strict = {
        "$id": "https://e.org/strict",
        "$dynamicAnchor": "node",
        "$ref": "tree",
        "unevaluatedProperties": False,
        "$defs": {
            "tree": {
                "$id": "https://e.org/tree",
                "$dynamicAnchor": "node",
                "properties": {"value": True, "children": {"items": {"$dynamicRef": "#node"}}},
            }
        },
    }
    judge = compile_schema(strict)
    assert judge.holds({"children": [{"value": 1}]})
    violations = judge.violations({"children": [{"valeu": 1}]})
    assert [violation.text for violation in violations] == [
        "/children/0: unevaluatedProperties: 'valeu' is not allowed"
    ]


def test_one_judge_serves_many_threads_at_once():
    judge = compile_schema({"items": {"type": "integer"}})
    values = [[number, str(number)] if number % 2 else [number] for number in range(200)]
    with ThreadPoolExecutor(8) as threads:
        counts = list(threads.map(lambda value: len(judge.violations(value)), values))
    assert counts == [number % 2 for number in range(200)]


def test_violations_are_counted_beyond_those_that_are_kept():
    violations, total = compile_schema({"items": False}).counted([0] * 50, limit=3)
    assert [violation.path for violation in violations] == ["/0", "/1", "/2"]
    assert total == 50


def test_a_path_is_a_json_pointer_and_its_text_is_cut_and_escaped():
    key = "a/b~c\u202e\n" + "x" * 100
    (violation,) = compile_schema({"additionalProperties": {"type": "null"}}).violations({key: 1})
    assert violation.path == "/a~1b~0c\u202e\n" + "x" * 100
    assert violation.text == "/a~1b~0c\\u202e\\n" + "x" * 31 + "...: type: must be null"


def test_a_long_path_loses_its_middle_in_the_text():
    value = 1
    schema = {"type": "null"}
    for _ in range(60):
        value, schema = {"abcdefgh": value}, {"properties": {"abcdefgh": schema}}
    (violation,) = compile_schema(schema).violations(value)
    assert violation.path == "/abcdefgh" * 60
    assert len(violation.text) < 260
    assert violation.text.endswith("/abcdefgh: type: must be null")


def test_a_key_is_cut_and_escaped_where_it_is_named():
    (violation,) = compile_schema({"additionalProperties": False}).violations(
        {"\x1b[2J" + "k" * 90: 1}
    )
    assert violation.text == "/: additionalProperties: '\\x1b[2J" + "k" * 36 + "...' is not allowed"


@pytest.mark.parametrize("schema", [schema for schema, _, _ in CASES])
def test_no_violation_shows_anything_of_the_value(schema, canary):
    for value in (canary, [canary, canary], {"k": canary}, {"k": [canary], "l": {"m": canary}}):
        told = repr(compile_schema(schema).violations(value))
        assert canary not in told
