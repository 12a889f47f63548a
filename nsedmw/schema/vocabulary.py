"""The keywords of JSON Schema draft 2020-12, and what may stand beside each.

One table says what a keyword's value must be and where schemas are inside it; it stands for the
draft's metaschema (json-schema.org/draft/2020-12/schema, vocabularies core, applicator,
unevaluated, validation, meta-data, format-annotation and content).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from types import NoneType
from typing import Any, Final, NamedTuple

from nsedmw.schema.verdicts import SchemaPath, kind_of, shown

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"

TYPES: Final[Mapping[str, frozenset[type]]] = {
    "string": frozenset({str}),
    "number": frozenset({int, float}),
    "integer": frozenset({int}),  # and a float without a fraction
    "boolean": frozenset({bool}),
    "object": frozenset({dict}),
    "array": frozenset({list}),
    "null": frozenset({NoneType}),
}

_NEAR: Final = 0.8
"""How alike (difflib's ratio) an unknown keyword is to a known one to be taken for a slip."""
_ANCHOR: Final = re.compile(r"[A-Za-z_][-A-Za-z0-9._]*\Z")

Parts = Iterator[tuple[SchemaPath, Any]]


class Shape(NamedTuple):
    """What a keyword's value must be.

    `wrong` says what to write instead, or None; `parts` yields the schemas inside a value that is
    not wrong, with their paths below the keyword.
    """

    wrong: Callable[[Any], str | None]
    parts: Callable[[Any], Parts] = lambda _: iter(())


def problem_of(keyword: str, value: Any) -> str | None:
    """What is wrong with this keyword here; None where it is sound or none of JSON Schema's."""
    if keyword in SHAPES:
        return SHAPES[keyword].wrong(value)
    if keyword in _GONE:
        return f"is of an older draft and would check nothing; write {_GONE[keyword]}"
    if keyword.startswith("x-") or keyword in _FOREIGN:
        return None
    near = _near(keyword)
    return near and f"{shown(keyword)} is no keyword and would check nothing; did you mean '{near}'"


def is_number(value: Any) -> bool:
    """Whether JSON has it as a number."""
    return type(value) in TYPES["number"]


def is_integer(value: Any) -> bool:
    """Whether it is a number without a fraction; 1.0 is, as the draft says."""
    return type(value) is int or (type(value) is float and value.is_integer())


def _near(keyword: str) -> str | None:
    found = difflib.get_close_matches(_folded(keyword), _FOLDED, n=1, cutoff=_NEAR)
    return _FOLDED[found[0]] if found else None


def _folded(keyword: str) -> str:
    return keyword.strip().lower().replace("_", "").replace("-", "").removeprefix("$")


def _must(sound: Callable[[Any], bool], what: str) -> Callable[[Any], str | None]:
    return lambda value: None if sound(value) else f"must be {what}"


def _need(sound: Callable[[Any], bool], what: str) -> Callable[[Any], str | None]:
    def wrong(value: Any) -> str | None:
        return None if sound(value) else f"must be {what}, not {_as_written(value)}"

    return wrong


def _as_written(value: Any) -> str:
    # Of the operator's own text only what cannot be a secret is shown: a number, a word of JSON.
    return repr(value) if is_number(value) else kind_of(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value)) and len(set(value)) == len(value)


def _wrong_type(value: Any) -> str | None:
    names = [value] if isinstance(value, str) else value
    if not _is_names(names) or not names:
        return f"must be one of {', '.join(TYPES)}, or a list of these without a repeat"
    unknown = [name for name in names if name not in TYPES]
    if not unknown:
        return None
    near = difflib.get_close_matches(unknown[0].lower(), [*TYPES, *_TYPES_ELSEWHERE], n=1)
    meant = f"; did you mean '{_TYPES_ELSEWHERE.get(near[0], near[0])}'" if near else ""
    return f"must be one of {', '.join(TYPES)}, or a list of these{meant}"


def _is_count(value: Any) -> bool:
    return is_integer(value) and value >= 0


def _is_names_map(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_names, value.values()))


def _one(value: Any) -> Parts:
    yield (), value


def _listed(value: Any) -> Parts:
    for index, part in enumerate(value):
        yield (index,), part


def _mapped(value: Any) -> Parts:
    for key, part in value.items():
        yield (key,), part


_SCHEMA: Final = Shape(lambda _: None, _one)
_SCHEMAS: Final = Shape(
    _need(lambda value: isinstance(value, list) and bool(value), "a list of at least one schema"),
    _listed,
)
_SCHEMA_MAP: Final = Shape(
    _need(lambda value: isinstance(value, dict), "an object whose values are schemas"), _mapped
)
_ANY: Final = Shape(lambda _: None)
_LIST: Final = Shape(_need(lambda value: isinstance(value, list), "a list"))
_TEXT: Final = Shape(_need(_is_text, "a string"))
_FLAG: Final = Shape(_need(lambda value: isinstance(value, bool), "true or false"))
_NUMBER: Final = Shape(_need(is_number, "a number"))
_ABOVE_ZERO: Final = Shape(_need(lambda value: is_number(value) and value > 0, "a number above 0"))
_COUNT: Final = Shape(_need(_is_count, "a whole number, 0 or more"))
_NAMES: Final = Shape(_need(_is_names, "a list of strings without a repeat"))
_NAMES_MAP: Final = Shape(_need(_is_names_map, "an object whose values are lists of names"))
_TYPE: Final = Shape(_wrong_type)
_ANCHORED: Final = Shape(
    _must(
        lambda value: _is_text(value) and _ANCHOR.match(value) is not None,
        "a name of letters, digits, '-', '_' and '.' that begins with a letter or '_'",
    )
)
_ID: Final = Shape(
    _must(
        lambda value: _is_text(value) and not value.partition("#")[2],
        "a URI without a fragment (write '$anchor' for a name inside a schema)",
    )
)
_THIS_DRAFT: Final = Shape(
    _must(
        lambda value: _is_text(value) and value.removesuffix("#") == DRAFT,
        f"'{DRAFT}': that draft is judged here and no other",
    )
)

SHAPES: Final[Mapping[str, Shape]] = {
    "$schema": _THIS_DRAFT,
    "$id": _ID,
    "$ref": _TEXT,
    "$dynamicRef": _TEXT,
    "$anchor": _ANCHORED,
    "$dynamicAnchor": _ANCHORED,
    "$defs": _SCHEMA_MAP,
    "definitions": _SCHEMA_MAP,
    "$comment": _TEXT,
    "$vocabulary": Shape(_need(lambda value: isinstance(value, dict), "an object")),
    "type": _TYPE,
    "enum": _LIST,
    "const": _ANY,
    "multipleOf": _ABOVE_ZERO,
    "maximum": _NUMBER,
    "exclusiveMaximum": _NUMBER,
    "minimum": _NUMBER,
    "exclusiveMinimum": _NUMBER,
    "maxLength": _COUNT,
    "minLength": _COUNT,
    "pattern": _TEXT,
    "maxItems": _COUNT,
    "minItems": _COUNT,
    "uniqueItems": _FLAG,
    "maxContains": _COUNT,
    "minContains": _COUNT,
    "maxProperties": _COUNT,
    "minProperties": _COUNT,
    "required": _NAMES,
    "dependentRequired": _NAMES_MAP,
    "prefixItems": _SCHEMAS,
    "items": _SCHEMA,
    "contains": _SCHEMA,
    "properties": _SCHEMA_MAP,
    "patternProperties": _SCHEMA_MAP,
    "additionalProperties": _SCHEMA,
    "propertyNames": _SCHEMA,
    "dependentSchemas": _SCHEMA_MAP,
    "allOf": _SCHEMAS,
    "anyOf": _SCHEMAS,
    "oneOf": _SCHEMAS,
    "not": _SCHEMA,
    "if": _SCHEMA,
    "then": _SCHEMA,
    "else": _SCHEMA,
    "unevaluatedItems": _SCHEMA,
    "unevaluatedProperties": _SCHEMA,
    "title": _TEXT,
    "description": _TEXT,
    "default": _ANY,
    "examples": _LIST,
    "deprecated": _FLAG,
    "readOnly": _FLAG,
    "writeOnly": _FLAG,
    "format": _TEXT,
    "contentEncoding": _TEXT,
    "contentMediaType": _TEXT,
    "contentSchema": _SCHEMA,
}

_TYPES_ELSEWHERE: Final = {
    "bool": "boolean",
    "dict": "object",
    "float": "number",
    "int": "integer",
    "list": "array",
    "map": "object",
    "none": "null",
    "str": "string",
    "text": "string",
}
"""What other languages call a type."""

_GONE: Final = {
    "additionalItems": "'items' beside 'prefixItems'",
    "dependencies": "'dependentRequired' or 'dependentSchemas'",
    "divisibleBy": "'multipleOf'",
    "disallow": "'not'",
    "id": "'$id'",
    "$recursiveRef": "'$dynamicRef'",
    "$recursiveAnchor": "'$dynamicAnchor'",
}
"""Keyword of an older draft that checked something there -> what says it today."""

_FOREIGN: Final = frozenset({"example", "markdownDescription", "defaultSnippets"})
"""Words of OpenAPI and of editors that only describe, though one looks like a slip."""

_FOLDED: Final = {_folded(keyword): keyword for keyword in SHAPES}
