"""From nodes to the values that are judged: variables filled in, what cannot be meant refused."""

from __future__ import annotations

import re
from collections.abc import Mapping as Schema
from typing import Any, Final

from nsedmw.errors import Problem
from nsedmw.loader import variables
from nsedmw.loader.scalars import typed
from nsedmw.loader.tree import UNFIT, Document, Node, Path, Scalar, Sequence
from nsedmw.shapes import subschemas

_CONTROL: Final = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]")
"""C0 without tab and line ends, DEL, C1; only an escape in double quotes can write most of them."""
_LETTERS: Final = {"\x00": "0", "\a": "a", "\b": "b", "\v": "v", "\f": "f", "\x1b": "e"}
_TYPES: Final = {"string": str, "boolean": bool, "integer": int, "number": int | float}


class Values:
    """The values of one document.

    `value` is what is in force, `written` the same tree as it was typed; both are one object where
    no variable is. `filled` holds the places whose value came from a variable. With `literal`,
    there are no variables and any character may stand in a text.
    """

    def __init__(self, document: Document, *, static: bool = False, literal: bool = False) -> None:
        self.document = document
        self.problems: list[Problem] = []
        self.filled: dict[Path, Scalar] = {}
        self.unset: set[Path] = set()
        """Places without a value: their problem is told, nothing else about them is."""
        self._static = static
        self._literal = literal
        self.written = self._built(document.root, (), fill=False)
        self.value = self._built(document.root, (), fill=True) if self.filled else self.written

    @property
    def unseen(self) -> dict[Path, Scalar]:
        """Places that were not looked at."""
        return self.filled if self._static else {}

    def at(self, path: Path) -> Any:
        """The value in force at a path that is there."""
        return _at(self.value, path)

    def written_at(self, path: Path) -> Any:
        """The value at a path that is there, as it was typed."""
        return _at(self.written, path)

    def _built(self, node: Node, path: Path, *, fill: bool) -> Any:
        if isinstance(node, Scalar):
            return self._scalar(node, path, fill=fill)
        if isinstance(node, Sequence):
            return [
                self._built(item, (*path, index), fill=fill)
                for index, item in enumerate(node.items)
            ]
        return {key: self._built(item, (*path, key), fill=fill) for key, item in node.items.items()}

    def _scalar(self, scalar: Scalar, path: Path, *, fill: bool) -> Any:
        value = scalar.value
        if value is UNFIT:
            self.unset.add(path)
            return None
        if not isinstance(value, str):
            return value
        if not fill:
            if not self._literal:
                self._note(scalar, path)
            return value
        if path not in self.filled or (self._static and variables.names(value)):
            return value
        try:
            return variables.fill(value)
        except variables.VariableProblem as problem:
            self.problems.append(self.document.problem(path, str(problem)))
            self.unset.add(path)
            return value

    def _note(self, scalar: Scalar, path: Path) -> None:
        if variables.mentions(scalar.text):
            self.filled[path] = scalar
        if scalar.style == '"':
            bad = _CONTROL.search(scalar.text)
            if bad:
                self.problems.append(self.document.problem(path, _control(bad[0])))

    def fit(self, schema: Schema[str, Any], path: Path) -> None:
        """Give what is one variable and no more, below `path`, the type that `schema` wants."""
        depth = len(path)
        for place, scalar in self.filled.items():
            if place[:depth] == path and place not in self.unset and not self._static:
                self._fit_one(schema, place, depth, scalar)

    def _fit_one(self, schema: Schema[str, Any], place: Path, depth: int, scalar: Scalar) -> None:
        if not place or not variables.whole(scalar.text):
            return
        holder = self.at(place[:-1])
        text = holder[place[-1]]
        other = typed(text) if isinstance(text, str) else None
        if other is None:
            return
        parts = subschemas(schema, place[depth:])
        if any(_takes(part, other) for part in parts) and not any(
            _takes(part, text) for part in parts
        ):
            holder[place[-1]] = other


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _takes(schema: Schema[str, Any], value: Any) -> bool:
    """Whether a schema speaks of values of this kind, by its type or its list of values."""
    if "enum" in schema or "const" in schema:
        choices = schema.get("enum", [schema.get("const")])
        return any(type(choice) is type(value) and choice == value for choice in choices)
    names = schema.get("type", ())
    names = (names,) if isinstance(names, str) else names
    if isinstance(value, bool):
        return "boolean" in names
    return any(isinstance(value, _TYPES[name]) for name in names if name in _TYPES)


def _control(char: str) -> str:
    escape = f", from \\{_LETTERS[char]}" if char in _LETTERS else ""
    return (
        f"the text holds the control character U+{ord(char):04X}{escape} in double quotes;"
        " use single quotes, where a backslash stays a backslash"
    )
