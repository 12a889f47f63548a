"""What judging a value comes to: violations, or the word that it could not be judged.

One rule: nothing of the judged value is in a text but a path and at most one key, cut and escaped.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from nsedmw.errors import Error, Failure

MAX_SHOWN_KEY: Final = 40
"""Code points of one key in a text."""
MAX_SHOWN_PATH: Final = 200
"""Code points of a path in a text; a longer one loses its middle."""

SchemaPath = tuple[str | int, ...]


class SchemaError(Error):
    """A JSON Schema that cannot stand: every problem with its path inside the schema."""

    def __init__(self, problems: list[tuple[SchemaPath, str]]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{pointer(path) or '/'}: {text}" for path, text in problems))


class CannotJudge(Failure):
    """A value that is neither sound nor unsound: the bound of steps, depth or time was reached.

    `kind` is `limit` or `timeout`.
    """


class Violation(msgspec.Struct, frozen=True):
    """One place where a value is not what the schema demands.

    `path` is the JSON Pointer of the place in the value, whole; `keyword` the schema's; `demand`
    says what the schema wants there; `key` the member that is meant where it is not in `path`.
    """

    path: str
    keyword: str
    demand: str
    key: str | None = None

    @property
    def text(self) -> str:
        """One line for a person: `/a/0: type: must be string`."""
        return f"{_shown_path(self.path)}: {self.keyword}: {self.demand}"


def pointer(path: SchemaPath) -> str:
    """The JSON Pointer (RFC 6901) of a path."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def shown(key: str) -> str:
    """A key in quotes, cut at `MAX_SHOWN_KEY`, with escapes for what does not print."""
    return f"'{_printable(key)}'"


def kind_of(value: Any) -> str:
    """What JSON calls a value, with its article."""
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list"}
    return names.get(type(value), "an object")


def _printable(text: str) -> str:
    cut = text[:MAX_SHOWN_KEY] + ("..." if len(text) > MAX_SHOWN_KEY else "")
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in cut
    )


def _shown_path(path: str) -> str:
    line = "/".join(_printable(part) for part in path.split("/")) or "/"
    if len(line) <= MAX_SHOWN_PATH:
        return line
    half = MAX_SHOWN_PATH // 2
    return f"{line[:half]}...{line[-half:]}"
