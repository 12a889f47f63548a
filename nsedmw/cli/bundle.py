"""One JSON Schema file out of several, for editors that are given a single path."""

from __future__ import annotations

from typing import Any, Final

from nsedmw.shapes import shape

_SUFFIX: Final = ".schema.json"


def bundled(name: str) -> dict[str, Any]:
    """The schema `name` with every schema file that it refers to under its own `$defs`."""
    defs: dict[str, Any] = {}
    root: dict[str, Any] = _inlined(shape(name), name, "", defs)
    own = root.pop("$defs", {})
    return {**root, "$defs": {**own, **defs}} if own or defs else root


def _inlined(value: Any, home: str, prefix: str, defs: dict[str, Any]) -> Any:
    """`value` of the schema file `home` with its references made to lead into the one file."""
    if isinstance(value, list):
        return [_inlined(item, home, prefix, defs) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _moved(item, home, prefix, defs)
        if key == "$ref" and isinstance(item, str)
        else _inlined(item, home, prefix, defs)
        for key, item in value.items()
    }


def _moved(ref: str, home: str, prefix: str, defs: dict[str, Any]) -> str:
    file, _, fragment = ref.partition("#")
    if not file:
        return f"#{prefix}{fragment}"
    folder = home.rpartition("/")[0]
    name = f"{folder}/{file}".removeprefix("/").removesuffix(_SUFFIX)
    place = name.replace("/", ".")
    if place not in defs:
        defs[place] = {}  # claimed first: files may refer to each other
        inner = _inlined(shape(name), name, f"/$defs/{place}", defs)
        # An `$id` of its own would make the references inside start there again.
        defs[place] = {key: item for key, item in inner.items() if key not in ("$id", "$schema")}
    return f"#/$defs/{place}{fragment}"
