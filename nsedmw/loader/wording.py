"""The words for a value that a schema does not take: what it must be, what to write instead.

A value is never quoted, only a word that YAML read as something else, and never one that came from
a variable.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from nsedmw.loader.scalars import kind_of, spelt, trap
from nsedmw.loader.tree import Scalar, shown
from nsedmw.loader.variables import names
from nsedmw.schema import Violation

_KINDS: Final = {
    "string": "a string",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "array": "a list",
    "object": "an object (`key: value` lines)",
    "null": "null",
}
_NEAR: Final = 0.6
"""difflib's own default: `blocklst` is near `blocklist`, `foo` near nothing."""
_FEW: Final = 24
"""Keys or choices that a message lists."""

Parts = Iterable[Mapping[str, Any]]


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` or nothing."""
    folded = {name.replace("_", "").lower(): name for name in known}
    close = difflib.get_close_matches(word.replace("_", "").replace("-", "").lower(), folded, 1)
    return f"; did you mean '{folded[close[0]]}'?" if close else ""


def known_keys(parts: Parts) -> list[str]:
    """The keys that the schemas name."""
    return list(dict.fromkeys(key for part in parts for key in part.get("properties", {})))


def unknown_key(key: str, known: list[str]) -> str:
    """For a key that nobody reads."""
    hint = near(key, known)
    if not hint and known:
        hint = f"; known here: {_listed(known)}"
    return f"unknown key '{shown(key)}'{hint}"


def _listed(words: list[str]) -> str:
    more = f" and {len(words) - _FEW} more" if len(words) > _FEW else ""
    return ", ".join(words[:_FEW]) + more


def violation(found: Violation, parts: Parts, value: Any, scalar: Scalar | None) -> str:
    """What is wrong with a value that a person wrote."""
    parts = list(parts)
    if found.keyword == "type" or (found.keyword in ("anyOf", "oneOf") and _alien(parts, value)):
        return _type(parts, value, scalar)
    if found.keyword in ("enum", "const"):
        return _enum(parts, value, scalar)
    if found.keyword in ("minLength", "minItems", "minProperties") and not value:
        return "must not be empty; write something, or leave the key out"
    return _demand(found, parts)


def variable(scalar: Scalar, parts: Parts, found: Violation) -> str:
    """What is wrong with a value that came from a variable."""
    parts = list(parts)
    named = " and ".join(f"`{shown(name)}`" for name in names(scalar.text)) or "this text"
    if found.keyword == "type":
        demand = f"must be {_kinds(_wanted(parts))}"
    elif found.keyword in ("enum", "const"):
        demand = f"must be {_choices(_allowed(parts))}"
    else:
        demand = _demand(found, parts)
    return f"{demand}, which the value of {named} is not; set it to something else"


def _demand(found: Violation, parts: list[Mapping[str, Any]]) -> str:
    groups = _required_groups(found.keyword, parts)
    if groups:
        word = "exactly one" if found.keyword == "oneOf" else "one"
        return f"needs {word} of {', '.join(f'`{group}`' for group in groups)}"
    if found.keyword == "required" and found.key is not None:
        return f"`{shown(found.key)}` is missing; write it"
    if found.keyword == "false":
        return "does not go with the keys beside it; leave it out"
    return found.demand


def _required_groups(keyword: str, parts: list[Mapping[str, Any]]) -> list[str]:
    """The keys of `oneOf: [{required: [a]}, {required: [b]}]`; none where it is another one."""
    for part in parts:
        branches = part.get(keyword) if keyword in ("oneOf", "anyOf") else None
        if branches and all(
            isinstance(branch, Mapping) and list(branch) == ["required"] for branch in branches
        ):
            return [" and ".join(branch["required"]) for branch in branches]
    return []


def _wanted(parts: Parts) -> frozenset[str]:
    found: set[str] = set()
    for part in parts:
        names_ = part.get("type", ())
        found.update((names_,) if isinstance(names_, str) else names_)
    return frozenset(found)


def _kinds(wanted: frozenset[str]) -> str:
    return " or ".join(words for name, words in _KINDS.items() if name in wanted)


def _alien(parts: list[Mapping[str, Any]], value: Any) -> bool:
    """Whether a value is of a kind that none of the schemas takes."""
    wanted = _wanted(parts)
    kinds = {str: "string", list: "array", dict: "object", bool: "boolean", type(None): "null"}
    name = kinds.get(type(value), "number")
    return bool(wanted) and name not in wanted and not (name == "number" and "integer" in wanted)


def _type(parts: list[Mapping[str, Any]], value: Any, scalar: Scalar | None) -> str:
    wanted = _wanted(parts)
    if any(isinstance(choice, str) for choice in _allowed(parts)):
        return _enum(parts, value, scalar)
    return f"must be {_kinds(wanted)}, not {kind_of(value)}{_hint(wanted, value, scalar)}"


def _hint(wanted: frozenset[str], value: Any, scalar: Scalar | None) -> str:
    if scalar is not None:
        reason = trap(scalar, wanted)
        if reason:
            return f": {reason}"
    if "array" in wanted and isinstance(value, str):
        return "; put it in brackets: `[...]`"
    if "array" in wanted and isinstance(value, dict):
        return "; begin each item with `- `"
    if isinstance(value, float) and "integer" in wanted:
        return "; leave the fraction out"
    return "; write one"


def _enum(parts: list[Mapping[str, Any]], value: Any, scalar: Scalar | None) -> str:
    allowed = _allowed(parts)
    demand = f"must be {_choices(allowed)}"
    if isinstance(value, str):
        return demand + near(value, [choice for choice in allowed if isinstance(choice, str)])
    if any(type(choice) is type(value) for choice in allowed):
        return demand
    read = spelt(scalar) if scalar is not None else ""
    reason = f": {read}" if read else ""
    quotes = "; put it in quotes" if scalar is not None and scalar.text in allowed else ""
    return f"{demand}, not {kind_of(value)}{reason}{quotes}"


def _allowed(parts: Parts) -> list[Any]:
    found: list[Any] = []
    for part in parts:
        found += part.get("enum", [part["const"]] if "const" in part else [])
    return found


def _choices(allowed: list[Any]) -> str:
    words = [choice if isinstance(choice, str) else json.dumps(choice) for choice in allowed]
    if len(words) == 1:
        return words[0]
    return f"one of {_listed(words)}"
