"""Where the JSON Schema files are, and their contents: each shape is stated once, in `schemas/`.

A wheel carries them inside the package; in a checkout they are beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from nsedmw.errors import Error

_PACKAGE: Final = Path(__file__).resolve().parent
_HOMES: Final = (_PACKAGE / "schemas", _PACKAGE.parent / "schemas")
_SUFFIX: Final = ".schema.json"


class ShapeMissing(Error):
    """A schema file that an installation of nsedmw must have is not there."""


@cache
def shape(name: str) -> dict[str, Any]:
    """The schema of that name: "config", "builtins/rule_based". Shared; never change it.

    Raises:
        ShapeMissing: the installation is incomplete.
    """
    for home in _HOMES:
        file = home / f"{name}{_SUFFIX}"
        if file.is_file():
            found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            return found
    raise ShapeMissing(
        f"the schema file '{name}{_SUFFIX}' is missing from this installation of nsedmw"
        f" (looked in {' and '.join(map(str, _HOMES))}); install nsedmw again"
    )


def subschemas(root: Mapping[str, Any], path: tuple[str | int, ...]) -> list[Mapping[str, Any]]:
    """Every part of the schema `root` that speaks of the value at `path`, conditions aside.

    References are followed where they lead inside `root`.
    """
    found = list(_spread(root, root))
    for step in path:
        inner = [part for schema in found for part in _below(schema, step)]
        found = [part for schema in inner for part in _spread(root, schema)]
    return found


def _below(schema: Mapping[str, Any], step: str | int) -> Iterator[Any]:
    if isinstance(step, str):
        named = schema.get("properties", {})
        yield named[step] if step in named else schema.get("additionalProperties")
        return
    first = schema.get("prefixItems", [])
    yield first[step] if step < len(first) else schema.get("items")


def _spread(root: Mapping[str, Any], schema: Any) -> Iterator[Mapping[str, Any]]:
    """The schema itself, what it refers to, and what it combines."""
    waiting, passed = [schema], set[int]()
    while waiting:
        part = waiting.pop()
        if not isinstance(part, Mapping) or id(part) in passed:
            continue
        passed.add(id(part))
        yield part
        for keyword in ("allOf", "anyOf", "oneOf"):
            waiting.extend(part.get(keyword, []))
        waiting.extend(part[keyword] for keyword in ("then", "else") if keyword in part)
        if "$ref" in part:
            waiting.append(_pointed(root, part["$ref"]))


def _pointed(root: Any, ref: str) -> Any:
    if not ref.startswith("#"):
        return None
    place = root
    for token in ref.split("/")[1:]:
        if not isinstance(place, Mapping):
            return None
        place = place.get(token.replace("~1", "/").replace("~0", "~"))
    return place
