"""Keys at a place that does not take them: not built yet, at home elsewhere, or mistyped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nsedmw import unbuilt
from nsedmw.errors import Error
from nsedmw.loader.tree import Path, shown
from nsedmw.loader.vocabulary import Vocabulary
from nsedmw.loader.wording import unknown_key
from nsedmw.shapes import shape
from nsedmw.types import HOOK_POINTS

_ENTRY_DEPTH = 3
"""Steps to an entry: `middleware`, hook point, index."""


class Strays:
    """Words for the stray keys of one file."""

    def __init__(self, value: Mapping[str, Any], vocabulary: Vocabulary) -> None:
        self._value = value
        self._vocabulary = vocabulary

    def key(self, path: Path, key: str) -> str | None:
        """What to say of a key that the object at `path` may not have; None for the usual words."""
        if len(path) == _ENTRY_DEPTH:
            return self._of_entry(path, key)
        if not path and key in unbuilt.SECTIONS:
            return unbuilt.refusal(f"the section `{key}`")
        if path == ("checkpoint",) and key in unbuilt.CHECKPOINT_KEYS:
            return unbuilt.refusal(f"`{key}`")
        home = self._home(key)
        return f"unknown key '{shown(key)}' here: it belongs {home}" if home else None

    def _home(self, key: str) -> str | None:
        shapes = shape("config")
        if key in HOOK_POINTS:
            return "under `middleware`"
        if key in shapes["properties"]:
            return "at the top of the file"
        if key in shapes["properties"]["defaults"]["properties"]:
            return "under `defaults`, or beside the `builtin` of an entry"
        if key in shapes["$defs"]["tool_entry"]["properties"]:
            return "in an entry of a hook point"
        for name in self._vocabulary.names:
            if key in options(self._vocabulary, name):
                return f"under the `config` of an entry with `builtin: {name}`"
        return None

    def _of_entry(self, path: Path, key: str) -> str | None:
        entry = self._value
        for step in path:
            entry = entry[step]  # type: ignore[index]  # the path leads through lists, too
        named = entry.get("builtin")
        if key in unbuilt.ENTRY_KEYS:
            return unbuilt.refusal(f"`{key}`")
        if key == "tools":
            return "`tools` is for entries of `before_tool` and `after_tool`; leave it out here"
        if isinstance(named, str) and key in options(self._vocabulary, named):
            return f"'{shown(key)}' is an option of {named}: it belongs under `config`"
        home = self._home(key)
        return f"unknown key '{shown(key)}' here: it belongs {home}" if home else None


def options(vocabulary: Vocabulary, name: str) -> list[str]:
    """The options of a builtin, none where it is unknown."""
    try:
        found = vocabulary.find(name)
    except Error:
        return []
    return list((found.schema or {}).get("properties", {})) if found else []


def option(known: list[str], path: Path, key: str) -> str | None:
    """As `Strays.key`, for a key inside the `config` of a builtin."""
    if path:
        return (
            f"unknown key '{shown(key)}' here: it belongs directly under `config`"
            if key in known
            else None
        )
    if key in shape("config")["$defs"]["tool_entry"]["properties"]:
        return f"'{shown(key)}' is a field of the entry: it belongs beside `builtin`"
    return unknown_key(key, known) if known else "this builtin takes no options; leave it out"
