"""Where it is bounded well enough to be asked, the jsonschema package gives the same answers."""

from __future__ import annotations

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

from nsedmw.schema import SchemaError, compile_schema

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.sampled_from([0.5, 1.0, -2.0]),
    st.text("ab", max_size=3),
)
NAMES = st.sampled_from(["a", "b", "ab"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
TYPES = st.sampled_from(["string", "number", "integer", "boolean", "object", "array", "null"])
REGEXES = st.sampled_from(["^a", "b$", "^[ab]+$", "a|b", ""])
COUNTS = st.integers(0, 3)


def _schemas(inner):
    maps = st.dictionaries(NAMES, inner, max_size=2)
    lists = st.lists(inner, min_size=1, max_size=3)
    names = st.lists(NAMES, unique=True, max_size=2)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
            "enum": st.lists(VALUES, min_size=1, max_size=3),
            "const": VALUES,
            "minimum": st.integers(-2, 2),
            "exclusiveMaximum": st.integers(-2, 2),
            "multipleOf": st.sampled_from([1, 2, 0.5]),
            "minLength": COUNTS,
            "maxLength": COUNTS,
            "pattern": REGEXES,
            "minItems": COUNTS,
            "uniqueItems": st.booleans(),
            "prefixItems": lists,
            "items": inner,
            "contains": inner,
            "minContains": COUNTS,
            "maxContains": COUNTS,
            "maxProperties": COUNTS,
            "required": names,
            "dependentRequired": st.dictionaries(NAMES, names, max_size=2),
            "propertyNames": inner,
            "properties": maps,
            "patternProperties": st.dictionaries(REGEXES, inner, max_size=2),
            "additionalProperties": inner,
            "dependentSchemas": maps,
            "allOf": lists,
            "anyOf": lists,
            "oneOf": lists,
            "not": inner,
            "if": inner,
            "then": inner,
            "else": inner,
        },
    )


SCHEMAS = st.recursive(st.booleans() | st.just({}), _schemas, max_leaves=6)


@settings(max_examples=400, deadline=None)
@given(SCHEMAS, st.lists(VALUES, min_size=1, max_size=4))
def test_the_same_values_are_sound(schema, values):
    judge, rival = compile_schema(schema), jsonschema.Draft202012Validator(schema)
    for value in values:
        assert judge.holds(value) == rival.is_valid(value)
        assert (not judge.violations(value)) == rival.is_valid(value)


KEYWORDS = sorted(jsonschema.Draft202012Validator.VALIDATORS)


@settings(max_examples=400, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYWORDS), VALUES | TYPES | SCHEMAS, min_size=1, max_size=2))
def test_the_same_schemas_are_sound_but_for_references(schema):
    schema.pop("$ref", None)
    schema.pop("$dynamicRef", None)
    try:
        compile_schema(schema)
    except SchemaError:
        sound = False
    else:
        sound = True
    assert sound == _by_the_metaschema(schema)


def _by_the_metaschema(schema):
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError:
        return False
    return True
