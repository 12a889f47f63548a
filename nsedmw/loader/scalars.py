"""What YAML 1.1 reads in an unquoted word, and the words for it where a person meant otherwise.

Resolution is PyYAML's (its table of implicit types), so that a file means here what it means to
every other PyYAML reader.
"""

from __future__ import annotations

import math
import re
from typing import Any, Final

import yaml

from nsedmw.loader.tree import Scalar, shown

_TYPES: Final = yaml.SafeLoader.yaml_implicit_resolvers
"""First character -> (tag, regex) rows."""
_PREFIX: Final = "tag:yaml.org,2002:"
_BOOLEANS: Final = yaml.SafeLoader.bool_values
_MAX_NUMBER: Final = 400
"""Characters of a number: more digits than any double or counter needs, and quick to read."""
_DISGUISED: Final = re.compile(r"[-+]?0[0-9_]+\Z|.*:")
"""Octal and base 60, which YAML 1.2 readers, editors among them, take for something else."""
_DECIMAL: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_JSON_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?\Z")


class Unfit(ValueError):
    """A word that YAML reads as something JSON does not have; says what to write."""


def resolve(text: str) -> Any:
    """The value of an unquoted scalar: a string, boolean, number or None.

    Raises:
        Unfit: a date, NaN or infinity, or a number that is none.
    """
    for tag, regex in _TYPES.get(text[:1], ()):
        if regex.match(text):
            return _value(tag.removeprefix(_PREFIX), text)
    return text


def _value(kind: str, text: str) -> Any:
    if kind == "bool":
        return _BOOLEANS[text.lower()]
    if kind == "null":
        return None
    if kind == "timestamp":
        raise Unfit("YAML reads this as a date; put it in quotes")
    if kind in ("int", "float"):
        value = _number(kind, text)
        if _DISGUISED.match(text):
            raise Unfit(
                f"YAML reads `{shown(text)}` as the number {value}, and other readers do not;"
                f" write {value}, or put it in quotes"
            )
        return value
    return text  # `=` and `<<`, which are words everywhere but in front of a colon


def _number(kind: str, text: str) -> int | float:
    if len(text) > _MAX_NUMBER:
        raise Unfit(f"a number of more than {_MAX_NUMBER} digits; put it in quotes if it is text")
    node = yaml.ScalarNode(_PREFIX + kind, text)
    maker = yaml.constructor.SafeConstructor()
    try:
        value: int | float
        value = (
            maker.construct_yaml_int(node) if kind == "int" else maker.construct_yaml_float(node)
        )
    except (ValueError, OverflowError):
        raise Unfit("YAML takes this for a number and cannot read it; put it in quotes") from None
    if not math.isfinite(value):
        raise Unfit("NaN and infinity are no values here; write a finite number, or quote the word")
    return value


def typed(text: str) -> bool | int | float | None:
    """The boolean or number that a variable's value spells; None where it spells neither.

    Stricter than YAML: `010` and `1:30` from an environment are no numbers in disguise.
    """
    word = text.strip()
    if word.lower() in _BOOLEANS:
        return bool(_BOOLEANS[word.lower()])
    if len(word) > _MAX_NUMBER:
        return None
    if _DECIMAL.match(word):
        return int(word)
    if _JSON_NUMBER.match(word) and math.isfinite(float(word)):
        return float(word)
    return None


def kind_of(value: Any) -> str:
    """What a message calls a value."""
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list"}
    return names.get(type(value), "an object")


def trap(scalar: Scalar, wanted: frozenset[str]) -> str:
    """Why YAML made something else of what a person wrote; "" where it did not.

    `wanted` holds the JSON type names that the place takes.
    """
    if isinstance(scalar.value, str):
        return _string_trap(scalar, wanted)
    if scalar.style or "string" not in wanted:
        return _null_trap(scalar, wanted) if scalar.value is None else spelt(scalar)
    if scalar.value is None:
        return _null_trap(scalar, wanted)
    read = spelt(scalar)
    return f"{read}; put it in quotes" if read else "put it in quotes"


def read_as(value: Any) -> str:
    """What YAML made of a word: `the boolean false`, `the number 83`, `null`."""
    if isinstance(value, bool):
        return f"the boolean {str(value).lower()}"
    return "null" if value is None else f"the number {value}"


def spelt(scalar: Scalar) -> str:
    """What YAML read, where that looks different from what is written; "" elsewhere."""
    if scalar.text.lower() == str(scalar.value).lower() and not isinstance(scalar.value, bool):
        return ""
    return f"YAML reads `{shown(scalar.text)}` as {read_as(scalar.value)}"


def _null_trap(scalar: Scalar, wanted: frozenset[str]) -> str:
    if not scalar.text:
        reason = "nothing is written here, which YAML reads as null"
    else:
        reason = f"YAML reads `{shown(scalar.text)}` as null"
    if "array" in wanted:
        return f"{reason}; `[]` says none"
    if "object" in wanted:
        return f"{reason}; `{{}}` says none"
    if scalar.text and "string" in wanted:
        return f"{reason}; put it in quotes"
    return f"{reason}; write a value or leave the key out"


def _string_trap(scalar: Scalar, wanted: frozenset[str]) -> str:
    value = typed(scalar.text)
    if value is None or (isinstance(value, bool) and "boolean" not in wanted):
        return ""
    if not isinstance(value, bool) and not wanted & {"integer", "number"}:
        return ""
    if scalar.style:
        return "in quotes it is a string; leave the quotes out"
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e15  # noqa: PLR2004
    return f"YAML reads `{shown(scalar.text)}` as a string; write {int(value) if whole else value}"
