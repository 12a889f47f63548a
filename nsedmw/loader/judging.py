"""Values against a schema of `schemas/`, or of a builtin: every violation in a person's words.

The verdicts are those of `nsedmw.schema`; only their words are made here, since a person who edits
YAML must be told what YAML read, what was probably meant, and where a key belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from nsedmw.errors import Problem
from nsedmw.loader import wording
from nsedmw.loader.tree import Path, Scalar
from nsedmw.loader.values import Values
from nsedmw.schema import CannotJudge, Judge, Violation, compile_schema
from nsedmw.shapes import subschemas

_LIMIT: Final = 200
"""Violations of one judgement that are told: nobody mends more at a time."""
_UNKNOWN: Final = frozenset({"additionalProperties", "unevaluatedProperties"})
_KIND: Final = frozenset({"type", "enum", "const"})

Strange: TypeAlias = Callable[[Path, str], str | None]
"""Path of an object and a key that it may not have -> words for it, or None for the usual ones."""
Refused: TypeAlias = Callable[[Path, Any], str | None]
"""Path of a value that the schema does not take, and the value -> words for it; None for the usual
ones, "" where it is told elsewhere."""


def usual(_: Path, __: Any) -> str | None:
    """Leave the words to this module."""
    return None


class Judging:
    """One schema, put to parts of configurations.

    Raises:
        SchemaError: the schema cannot stand.
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema
        self._judge: Judge = compile_schema(schema)

    def problems(
        self, values: Values, path: Path, strange: Strange = usual, refused: Refused = usual
    ) -> list[Problem]:
        """What is wrong with the value at `path`; nothing at places whose value is not known."""
        value = values.at(path)
        try:
            found = self._judge.violations(value, _LIMIT)
        except CannotJudge as error:
            message = f"this cannot be checked: {error.detail}; make it smaller"
            return [values.document.problem(path, message)]
        told = dict[tuple[Path, str], Problem | None]()
        for where, violation in _worth_telling(value, found):
            whole = (*path, *where)
            slot = (whole, violation.key or "")
            if slot in told or whole in values.unset or whole in values.unseen:
                continue
            if violation.keyword in _UNKNOWN and violation.key is not None:
                told[slot] = self._unknown(values, whole, where, violation.key, strange)
            else:
                told[slot] = self._wrong(values, whole, where, violation, refused)
        return [problem for problem in told.values() if problem is not None]

    def _unknown(
        self, values: Values, whole: Path, where: Path, key: str, strange: Strange
    ) -> Problem:
        message = strange(where, key)
        if message is None:
            message = wording.unknown_key(key, wording.known_keys(subschemas(self.schema, where)))
        return values.document.key_problem((*whole, key), message)

    def _wrong(
        self, values: Values, whole: Path, where: Path, violation: Violation, refused: Refused
    ) -> Problem | None:
        parts = subschemas(self.schema, where)
        filled = values.filled.get(whole)
        if filled is not None:
            return values.document.problem(whole, wording.variable(filled, parts, violation))
        value, node = values.at(whole), values.document.node(whole)
        message = refused(where, value)
        if message is None:
            scalar = node if isinstance(node, Scalar) else None
            message = wording.violation(violation, parts, value, scalar)
        return values.document.problem(whole, message) if message else None


def _worth_telling(value: Any, found: list[Violation]) -> Iterator[tuple[Path, Violation]]:
    """Violations with their paths; where a value is of a wrong kind, that alone is told."""
    placed = [(_steps(value, violation.path), violation) for violation in found]
    wrong = {where for where, violation in placed if violation.keyword in _KIND}
    for where, violation in placed:
        if where not in wrong or violation.keyword in _KIND:
            yield where, violation


def _steps(value: Any, pointer: str) -> Path:
    """The path that a JSON Pointer is in this value: indices of lists become numbers."""
    steps: list[str | int] = []
    for token in pointer.split("/")[1:]:
        step: str | int = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            step = int(step)
        steps.append(step)
        value = value[step]
    return tuple(steps)
