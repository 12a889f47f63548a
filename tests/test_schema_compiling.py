"""A schema that would check something else than its author meant does not compile."""

from __future__ import annotations

import pytest

from nsedmw.schema import SchemaError, compile_schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"
OUT = (
    "leads out of this schema, and nothing is fetched; copy the schema under '$defs' and write"
    " '#/$defs/NAME'"
)
NO_TYPE = "must be one of string, number, integer, boolean, object, array, null, or a list of these"
NO_SCHEMA = "must be a schema (an object, true or false), not "
NO_NAMES = "must be a list of strings without a repeat, not "
NO_ANCHOR = "must be a name of letters, digits, '-', '_' and '.' that begins with a letter or '_'"
NO_ID = "must be a URI without a fragment (write '$anchor' for a name inside a schema)"


def slip(word, meant):
    return f"'{word}' is no keyword and would check nothing; did you mean '{meant}'"


def older(today):
    return f"is of an older draft and would check nothing; write {today}"


@pytest.mark.parametrize(
    ("schema", "path", "message"),
    [
        ([], (), NO_SCHEMA + "a list"),
        ({"items": [True]}, ("items",), NO_SCHEMA + "a list"),
        ({"properties": {"a": None}}, ("properties", "a"), NO_SCHEMA + "null"),
        (
            {"properties": []},
            ("properties",),
            "must be an object whose values are schemas, not a list",
        ),
        ({"allOf": []}, ("allOf",), "must be a list of at least one schema, not a list"),
        ({"anyOf": {}}, ("anyOf",), "must be a list of at least one schema, not an object"),
        ({"type": "strin"}, ("type",), NO_TYPE + "; did you mean 'string'"),
        ({"type": "int"}, ("type",), NO_TYPE + "; did you mean 'integer'"),
        ({"type": "String"}, ("type",), NO_TYPE + "; did you mean 'string'"),
        ({"type": "qqq"}, ("type",), NO_TYPE),
        ({"type": []}, ("type",), NO_TYPE + " without a repeat"),
        ({"type": ["null", "null"]}, ("type",), NO_TYPE + " without a repeat"),
        ({"enum": "a"}, ("enum",), "must be a list, not a string"),
        ({"maxLength": "3"}, ("maxLength",), "must be a whole number, 0 or more, not a string"),
        ({"maxLength": -1}, ("maxLength",), "must be a whole number, 0 or more, not -1"),
        ({"minItems": 1.5}, ("minItems",), "must be a whole number, 0 or more, not 1.5"),
        ({"minItems": True}, ("minItems",), "must be a whole number, 0 or more, not a boolean"),
        ({"exclusiveMinimum": True}, ("exclusiveMinimum",), "must be a number, not a boolean"),
        ({"multipleOf": 0}, ("multipleOf",), "must be a number above 0, not 0"),
        ({"required": "a"}, ("required",), NO_NAMES + "a string"),
        ({"required": ["a", "a"]}, ("required",), NO_NAMES + "a list"),
        ({"required": [["a"]]}, ("required",), NO_NAMES + "a list"),
        (
            {"properties": {"a": {"required": True}}},
            ("properties", "a", "required"),
            NO_NAMES + "a boolean",
        ),
        (
            {"dependentRequired": {"a": "b"}},
            ("dependentRequired",),
            "must be an object whose values are lists of names, not an object",
        ),
        ({"uniqueItems": "yes"}, ("uniqueItems",), "must be true or false, not a string"),
        ({"pattern": 3}, ("pattern",), "must be a string, not 3"),
        ({"$ref": {}}, ("$ref",), "must be a string, not an object"),
        ({"$anchor": "1a"}, ("$anchor",), NO_ANCHOR),
        ({"$id": "x#y"}, ("$id",), NO_ID),
        (
            {"$schema": "http://json-schema.org/draft-07/schema#"},
            ("$schema",),
            f"must be '{DRAFT}': that draft is judged here and no other",
        ),
        ({"not": {"requried": ["a"]}}, ("not", "requried"), slip("requried", "required")),
        ({"MaxLength": 3}, ("MaxLength",), slip("MaxLength", "maxLength")),
        ({"any_of": []}, ("any_of",), slip("any_of", "anyOf")),
        ({"ref": "#/$defs/a"}, ("ref",), slip("ref", "$ref")),
        ({"additionalItems": False}, ("additionalItems",), older("'items' beside 'prefixItems'")),
        (
            {"dependencies": {}},
            ("dependencies",),
            older("'dependentRequired' or 'dependentSchemas'"),
        ),
        ({"$ref": "https://e.org/s.json"}, ("$ref",), OUT),
        ({"$ref": "other.json#/a"}, ("$ref",), OUT),
        ({"$ref": "file:///etc/passwd"}, ("$ref",), OUT),
        ({"$id": "https://e.org/a", "items": {"$ref": "b"}}, ("items", "$ref"), OUT),
        ({"$dynamicRef": "https://e.org/s#x"}, ("$dynamicRef",), OUT),
        ({"$id": "http://e.org/", "$ref": "http://[x"}, ("$ref",), "is no URI"),
        ({"$id": "http://e.org/", "not": {"$id": "http://[x"}}, ("not", "$id"), "is no URI"),
        (
            {"$ref": "#/$defs/a", "$defs": {}},
            ("$ref",),
            "leads to a place that this schema does not have",
        ),
        (
            {"$ref": "#/allOf/-1", "allOf": [True]},
            ("$ref",),
            "leads to a place that this schema does not have",
        ),
        (
            {"$ref": "#/allOf/01", "allOf": [True, True]},
            ("$ref",),
            "leads to a place that this schema does not have",
        ),
        ({"$ref": "#nobody"}, ("$ref",), "leads to an '$anchor' that this schema does not have"),
        ({"$ref": "#/title", "title": "x"}, ("$ref",), "leads to a string, which is no schema"),
        ({"$ref": "#/x-y", "x-y": {"typ": "null"}}, ("x-y", "typ"), slip("typ", "type")),
        (
            {"$anchor": "a", "not": {"$anchor": "a"}},
            ("not", "$anchor"),
            "is the name of another schema already; names are unique",
        ),
        (
            {"allOf": [{"$id": "u:a"}, {"$id": "u:a"}]},
            ("allOf", 0, "$id"),
            "is the name of another schema already; names are unique",
        ),
    ],
)
def test_each_mistake_is_named_with_its_path(schema, path, message):
    with pytest.raises(SchemaError) as caught:
        compile_schema(schema)
    assert caught.value.problems == [(path, message)]


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ({"pattern": "("}, ("pattern",)),
        ({"items": {"patternProperties": {"[": True}}}, ("items", "patternProperties", "[")),
    ],
)
def test_a_regex_is_compiled_with_the_schema(schema, path):
    with pytest.raises(SchemaError) as caught:
        compile_schema(schema)
    ((found, message),) = caught.value.problems
    assert found == path
    assert "at position" in message


def test_all_mistakes_are_told_at_once():
    schema = {"type": "nul", "pattern": "(", "$ref": "#/a", "properties": {"p": {"maxlen": 1}}}
    with pytest.raises(SchemaError) as caught:
        compile_schema({**schema, "minLength": -1})
    assert {path for path, _ in caught.value.problems} == {
        ("type",),
        ("pattern",),
        ("$ref",),
        ("minLength",),
        ("properties", "p", "maxlen"),
    }
    assert "/minLength: must be a whole number, 0 or more, not -1" in str(caught.value)


@pytest.mark.parametrize(
    "schema",
    [
        {"$schema": DRAFT},
        {"$schema": DRAFT + "#"},
        {"x-note": 1, "name": 1, "example": 1, "$comment": "c", "title": "t", "deprecated": True},
        {"definitions": {"a": {"type": "null"}}, "$ref": "#/definitions/a"},
        {"pattern": "", "patternProperties": {"": True}},
        {"maxLength": 3.0},
        {"enum": []},
        {"format": "anything", "contentMediaType": "a/b", "contentEncoding": "base64"},
    ],
)
def test_what_only_describes_is_accepted(schema):
    compile_schema(schema)


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"const": float("nan")}, "it holds a number that JSON does not have (NaN or infinity)"),
        ({"const": {1}}, "it holds a value of type set, which JSON does not have"),
        ({"const": "\ud800"}, "it holds text that is not valid Unicode (a lone surrogate)"),
    ],
)
def test_a_schema_that_is_no_json_is_refused(schema, message):
    with pytest.raises(SchemaError) as caught:
        compile_schema(schema)
    assert caught.value.problems == [((), message)]


def test_no_message_shows_a_value_of_the_schema(canary):
    schema = {"maxLength": canary, "type": canary, "pattern": "(" + canary, "$ref": "#/" + canary}
    with pytest.raises(SchemaError) as caught:
        compile_schema({**schema, "$id": canary + "#a", "enum": canary, "required": canary})
    assert canary not in str(caught.value)


def test_a_later_change_of_the_schema_changes_no_judge():
    schema = {"properties": {"a": {"type": "null"}}}
    judge = compile_schema(schema)
    schema["properties"]["a"]["type"] = "string"
    assert judge.holds({"a": None})
