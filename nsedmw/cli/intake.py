"""INPUT: bytes from a file or stdin become the arguments of one run, or are refused.

One rule: what is no context is the caller's mistake (Refused, exit 2); what is a context and holds
what JSON readers disagree about is a block, as it is for every other caller (`InvalidContent`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

import click

from nsedmw.cli.errors import Refused, cannot_read, did_you_mean
from nsedmw.cli.visible import visible
from nsedmw.errors import InvalidContent, OverBound
from nsedmw.types import TOOL_POINTS, stage_named
from nsedmw.wire import MAX_CONTENT_BYTES, NotJSON, parse

STDIN: Final = "-"
KEYS: Final = (
    "content",
    "action",
    "agent_id",
    "job_id",
    "round",
    "stage",
    "metadata",
    "hook_state",
    "tool",
)
"""The members of a context object."""
MAX_INPUT_BYTES: Final = 16 * MAX_CONTENT_BYTES
"""What is read at most: content and metadata at their bounds, each character an escape of six."""
_BOM: Final = b"\xef\xbb\xbf"


def read(path: str | None) -> bytes:
    """The bytes of INPUT; `-` and None are stdin.

    Raises:
        Refused: it cannot be read.
        OverBound: it is larger than any context.
    """
    if path in (None, STDIN):
        return _bounded(_stdin())
    try:
        with Path(str(path)).open("rb") as file:
            return _bounded(file)
    except FileNotFoundError:
        raise Refused(
            f"there is no file INPUT {path}; to judge a text, pipe it:"
            ' echo "..." | nsedmw run --text'
        ) from None
    except OSError as error:
        raise cannot_read(f"INPUT {path}", error) from None


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise Refused("no INPUT was given and stdin is closed")
    if sys.stdin.isatty():
        click.echo("nsedmw: reading INPUT from this terminal; end it with Ctrl-D", err=True)
    return sys.stdin.buffer


def _bounded(file: BinaryIO) -> bytes:
    data = file.read(MAX_INPUT_BYTES + 1)
    if len(data) > MAX_INPUT_BYTES:
        raise OverBound(f"input of more than {MAX_INPUT_BYTES} bytes")
    return data


def text_of(data: bytes, point: str) -> dict[str, Any]:
    """The run's arguments where INPUT is the content itself; one leading BOM is not part of it."""
    if point in TOOL_POINTS:
        raise Refused(f"--text is for messages: at {point} give a context object with `tool`")
    return {"content": _decoded(data)}


def context_of(data: bytes, point: str) -> dict[str, Any]:
    """The run's arguments where INPUT is a context object.

    Raises:
        Refused: it is no JSON, or no context.
        InvalidContent: it is a context that holds what none may.
    """
    text = _decoded(data)
    try:
        context = parse(text)
    except NotJSON as error:
        raise _not_json(error) from None
    except InvalidContent:
        # Broken in a way that only a strict reader sees; a stranger's shape comes before that.
        _checked(_lenient(text), point)
        raise
    return _arguments(_checked(context, point))


def _decoded(data: bytes) -> str:
    try:
        return data.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        raise Refused(f"INPUT is not UTF-8 text: byte {error.start + 1} cannot be read") from None


def _not_json(error: NotJSON) -> Refused:
    told = str(error).removeprefix("not JSON: ")
    return Refused(f"INPUT is not JSON: {told}; for plain text add --text")


def _lenient(text: str) -> Any:
    """The JSON value as an ordinary reader has it, for a look at its shape alone."""

    def no_constant(_: str) -> None:
        raise NotJSON("it holds NaN or Infinity, which JSON does not have")

    try:
        return json.loads(text, parse_int=_digits, parse_float=_digits, parse_constant=no_constant)
    except json.JSONDecodeError as error:
        raise _not_json(NotJSON(f"{error.msg} at line {error.lineno}")) from None
    except NotJSON as error:
        raise _not_json(error) from None
    except RecursionError:
        return {"content": None} if text.lstrip().startswith("{") else None


def _digits(_: str) -> int:
    return 0


def _instead(unknown: str) -> str:
    if unknown == "point":
        return "; the hook point is said by --point"
    return did_you_mean(unknown, KEYS) or f"; a context has {', '.join(KEYS)}"


def _checked(context: Any, point: str) -> dict[str, Any]:
    if not isinstance(context, dict):
        raise Refused(
            'INPUT is JSON but no context: write {"content": ...}, or add --text for plain text'
        )
    unknown = next((key for key in context if key not in KEYS), None)
    if unknown is not None:
        raise Refused(f"INPUT is no context: it has no member '{_cut(unknown)}'{_instead(unknown)}")
    if point in TOOL_POINTS:
        if not isinstance(context.get("tool"), dict):
            raise Refused(f"INPUT is no context of {point}: it needs `tool`, an object with a name")
    elif "content" not in context:
        raise Refused("INPUT is no context: it has no `content`")
    elif "tool" in context:
        raise Refused(f"INPUT is no context of {point}: `tool` is for the tool points")
    if context.get("hook_state", {}) != {}:
        raise Refused("INPUT's `hook_state` must be {}: it starts empty at every run")
    return context


def _cut(key: str) -> str:
    return visible(key[:40])


def _arguments(context: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in context.items() if key != "hook_state"}


def stage_of(given: str | None, context: Mapping[str, Any]) -> str | None:
    """The stage of the run: the option's and the context's, which may not differ.

    Raises:
        Refused: they differ, or the context's is no string.
    """
    written = context.get("stage", "")
    if not isinstance(written, str):
        raise Refused("INPUT's `stage` must be a string")
    if given and written and _spelled(given) != _spelled(written):
        raise Refused(
            f"--stage {given} and INPUT's stage '{_cut(written)}' differ; leave one of them out"
        )
    return given or written or None


def _spelled(stage: str) -> str:
    return stage_named(stage) or stage
