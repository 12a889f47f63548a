"""The one judge of JSON Schemas, draft 2020-12: what a value must look like, within bounds.

Every schema of the project is judged here: `when`, the `json_schema` builtin, tools' parameters.
It fetches nothing, runs regexes on `nsedmw.detect.matcher` alone, and has a budget of steps and
depth; a violation names path, keyword and at most a key. It is no wrapper around the jsonschema
package, whose keywords print the value into every message, match with `re` and compare list items
pairwise, so that each of them would have to be replaced; the tests hold both to the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nsedmw.schema.compiling import compiled
from nsedmw.schema.run import Node, Run
from nsedmw.schema.verdicts import CannotJudge, SchemaError, Violation, pointer, shown

__all__ = [
    "DEFAULT_LIMIT",
    "CannotJudge",
    "Judge",
    "SchemaError",
    "Violation",
    "compile_schema",
    "pointer",
    "shown",
]

DEFAULT_LIMIT: Final = 20
"""Violations that are kept."""


class Judge:
    """A compiled schema. It has no state of its own: one may judge in many threads at once."""

    def __init__(self, node: Node) -> None:
        self._node = node

    def holds(self, value: Any) -> bool:
        """Whether the plain JSON value is sound; the first violation ends the work.

        Raises:
            CannotJudge: the bound of steps, depth or a regex's time was reached.
        """
        return self._judged(Run(0), value, None)

    def violations(self, value: Any, limit: int = DEFAULT_LIMIT) -> list[Violation]:
        """The first `limit` violations of a plain JSON value; none where it is sound.

        Raises:
            CannotJudge: as `holds`.
        """
        return self.counted(value, limit)[0]

    def counted(self, value: Any, limit: int = DEFAULT_LIMIT) -> tuple[list[Violation], int]:
        """The first `limit` violations, and how many there are.

        Raises:
            CannotJudge: as `holds`.
        """
        run = Run(limit)
        self._judged(run, value, ())
        return run.found, run.total

    def _judged(self, run: Run, value: Any, at: tuple[()] | None) -> bool:
        try:
            return self._node.judge(run, value, at, None)
        except RecursionError:
            raise CannotJudge("limit", "its JSON Schema and this value nest too deeply") from None


def compile_schema(schema: Mapping[str, Any] | bool) -> Judge:
    """A judge of values by this schema.

    Raises:
        SchemaError: every problem of the schema, by its path in it: a keyword with a wrong value, a
            slip in a keyword's name, a regex that does not compile, a `$ref` that leads nowhere or
            out of the schema, another draft.
    """
    return Judge(compiled(schema))
