"""Files of golden cases: a YAML list, or JSON lines; what is unsound is told with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from nsedmw.errors import ConfigError, InvalidContent, Problem
from nsedmw.files import FileRefused, read_text
from nsedmw.loader.literal import ShapeProblems, read_literal
from nsedmw.loader.tree import Document
from nsedmw.types import STAGES, stage_named
from nsedmw.wire import NotJSON, own, parse

LINES: Final = (".jsonl", ".ndjson")
"""Endings of files that hold one JSON object a line."""
_PAIR: Final = re.compile(r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})")


class Case(msgspec.Struct, frozen=True):
    """One case, and where it stands.

    `content` is UNSET where a tool's arguments or result are the content; `expect` has at least
    `verdict`.
    """

    name: str
    point: str
    expect: Mapping[str, Any]
    stage: str | None = None
    content: Any = msgspec.UNSET
    metadata: Mapping[str, Any] = msgspec.field(default_factory=dict)
    tool: Mapping[str, Any] | None = None
    file: str = ""
    line: int = 0


def load_cases(path: str | Path) -> list[Case]:
    """The cases of a file, in its order.

    Raises:
        ConfigError: it cannot be read, or a case is unsound; `problems` has all of it.
    """
    file = str(path)
    try:
        text = read_text(path, private=False)
    except FileRefused as refused:
        problem = Problem(file, refused.line, refused.column, "", refused.message)
        raise ConfigError([problem]) from None
    if file.endswith(LINES):
        text = _as_yaml(text, file)
    try:
        found, document = read_literal(text, file, "golden-case")
    except ShapeProblems as error:
        raise ConfigError(error.problems) from None
    if document is None:
        return []
    problems = [
        document.problem((index, *where), message)
        for index, members in enumerate(found)
        for where, message in _unsound(members)
    ]
    if problems:
        raise ConfigError(problems)
    return [_case(members, file, document, index) for index, members in enumerate(found)]


def _case(members: Mapping[str, Any], file: str, document: Document, index: int) -> Case:
    content = members.get("content", members.get("text", msgspec.UNSET))
    return Case(
        members["name"],
        members["point"],
        members["expect"],
        members.get("stage"),
        content,
        members.get("metadata") or {},
        members.get("tool"),
        file,
        document.problem((index,), "").line,
    )


def _unsound(members: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """What the shape cannot say: which stages a hook point has."""
    point, stage = members["point"], members.get("stage")
    if stage is not None and stage_named(stage) not in STAGES[point]:
        yield ("stage",), f"{point} has no such stage; use {', '.join(STAGES[point])}"


def _as_yaml(text: str, file: str) -> str:
    """JSON lines as a YAML list with each case on its own line, so that one reader places all."""
    lines, problems = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            lines.append("")
            continue
        try:
            case = own(parse(line))
        except NotJSON as error:
            problems.append(Problem(file, number, 1, "", f"{error}; a line holds one JSON object"))
        except InvalidContent as error:
            problems.append(Problem(file, number, 1, "", f"it holds {error}"))
        else:
            # JSON writes what is beyond the BMP as two escapes, YAML as one.
            lines.append("- " + _PAIR.sub(_one_escape, json.dumps(case)))
    if problems:
        raise ConfigError(problems)
    return "\n".join(lines)


def _one_escape(pair: re.Match[str]) -> str:
    high, low = int(pair[1], 16), int(pair[2], 16)
    return f"\\U{0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00:08x}"
