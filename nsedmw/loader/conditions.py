"""The keys that a `when` speaks of: one that no context has could never decide anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from nsedmw.loader.tree import Path, shown
from nsedmw.loader.wording import near
from nsedmw.types import Context, Tool

_CONTEXT: Final = Context.__struct_fields__
_TOOL: Final = Tool.__struct_fields__
_LISTS: Final = ("allOf", "anyOf", "oneOf")
_SINGLES: Final = ("not", "if", "then", "else")


def unknown_keys(when: Any) -> Iterator[tuple[Path, str]]:
    """Path inside the `when` and message, for each key that the context or its `tool` lacks."""
    yield from _keys(when, (), _CONTEXT, "the context")


def _keys(schema: Any, path: Path, known: tuple[str, ...], what: str) -> Iterator[tuple[Path, str]]:
    if not isinstance(schema, Mapping):
        return
    for place, key in _named(schema):
        if key not in known:
            hint = near(key, known) or f"; it has {', '.join(known)}"
            yield (*path, *place), f"{what} has no key '{shown(key)}'{hint}"
    for place, inner in _same(schema):
        yield from _keys(inner, (*path, *place), known, what)
    members = schema.get("properties")
    if known is _CONTEXT and isinstance(members, Mapping):
        yield from _keys(members.get("tool"), (*path, "properties", "tool"), _TOOL, "`tool`")


def _named(schema: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """The keys that a schema names, with their places in it."""
    for keyword in ("properties", "dependentRequired", "dependentSchemas"):
        members = schema.get(keyword)
        if isinstance(members, Mapping):
            yield from (((keyword, key), key) for key in members)
    required = schema.get("required")
    if isinstance(required, list):
        for index, key in enumerate(required):
            if isinstance(key, str):
                yield ("required", index), key


def _same(schema: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Schemas inside a schema that are put to the same value."""
    for keyword in _LISTS:
        branches = schema.get(keyword)
        if isinstance(branches, list):
            yield from (((keyword, index), branch) for index, branch in enumerate(branches))
    for keyword in _SINGLES:
        if keyword in schema:
            yield (keyword,), schema[keyword]
