"""`json_schema`: the content must be what a JSON Schema says, or the run is blocked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nsedmw.errors import InvalidContent, OptionProblem, OptionsRefused
from nsedmw.protocols import Builtin, Middleware, Site
from nsedmw.schema import Judge, SchemaError, Violation, compile_schema, pointer
from nsedmw.types import STAGES, Context, Finding, Verdict
from nsedmw.wire import NotJSON, parse

CATEGORY: Final = "schema"
LISTED: Final = 20
"""Violations that are told; the reason says how many more there are."""


class JsonSchema:
    """Blocks content with a violation. A string is judged as a string, not as the JSON in it."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def check(self, context: Context, /) -> Verdict:
        """Judge the content.

        Raises:
            CannotJudge: the schema's budget of steps, depth or regex time was reached.
        """
        violations, total = self._judge.counted(context.content, LISTED)
        if not total:
            return Verdict("pass")
        return Verdict(
            "block",
            reason=_reason(violations, total),
            category=CATEGORY,
            findings=tuple(Finding(CATEGORY, one.keyword, one.path) for one in violations),
        )


def _reason(violations: list[Violation], total: int) -> str:
    more = f"; and {total - len(violations)} more" if total > len(violations) else ""
    told = "; ".join(one.text for one in violations)
    return f"Content does not fit the JSON Schema: {told}{more}"


def _build(options: Mapping[str, Any], site: Site) -> Middleware:
    if len(options) != 1:
        raise _refused((), "write one of `schema` and `schema_file`, and not both")
    if "schema_file" in options:
        return JsonSchema(_from_file(options["schema_file"], site))
    try:
        return JsonSchema(compile_schema(options["schema"]))
    except SchemaError as error:
        raise OptionsRefused(
            OptionProblem(("schema", *path), text) for path, text in error.problems
        ) from None


def _from_file(name: str, site: Site) -> Judge:
    file = site.read("schema_file", name)
    try:
        schema = parse(file.text)
    except NotJSON as error:
        raise _refused(("schema_file",), f"{error}; a schema file holds JSON") from None
    except InvalidContent as error:
        raise _refused(("schema_file",), f"it holds {error}") from None
    if not isinstance(schema, dict | bool):
        message = "a schema file holds a JSON Schema: an object, true or false"
        raise _refused(("schema_file",), message)
    try:
        return compile_schema(schema)
    except SchemaError as error:
        # Its lines are unknown once it is parsed; the pointer says where to look.
        raise OptionsRefused(
            OptionProblem(("schema_file",), f"{pointer(path) or '/'} in {file.path}: {text}")
            for path, text in error.problems
        ) from None


def _refused(path: tuple[str | int, ...], message: str) -> OptionsRefused:
    return OptionsRefused([OptionProblem(path, message)])


BUILTIN: Final = Builtin(points=tuple(STAGES), schema="json_schema", build=_build)
