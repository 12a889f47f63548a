"""What is wrong with text that is no YAML, in words that say what to write.

PyYAML names the state of its scanner; a person needs the slip that led there.
"""

from __future__ import annotations

import re
from typing import Final

import yaml

_SIGNS: Final = {"*": "an alias", "&": "an anchor", "!": "a tag", "%": "a directive"}
_TAB: Final = "a tab; YAML indents with spaces: replace the tab by spaces"
_RULES: Final = {
    r"escape character|invalid Unicode character escape|escape sequence": (
        "in double quotes a backslash begins an escape of YAML's; put a regex in single quotes"
    ),
    r"unexpected end of stream|unexpected document separator": (
        "a quote is opened here and never closed; close it"
    ),
    r"mapping values are not allowed": (
        "a second `: ` in one value, a line that is indented too far, or a key above that lacks"
        " its `:`; quote a value that holds `: `"
    ),
    r"block sequence entries are not allowed": (
        "`- ` cannot begin a list in the same line as its key; begin the list in the next line,"
        " or quote the value"
    ),
    r"expected '-' indicator|expected <block end>": (
        "this line does not line up with the ones above it, or its value goes on after it ended;"
        " indent it like its neighbours, or quote the whole value"
    ),
    r"did not find expected key": (
        "this is neither a key of the object above nor part of its last value;"
        " indent it like its neighbours, or quote the whole value"
    ),
    r"could not find expected ':'": (
        "a key without its `: `; write `key: value`, or quote a text of several lines"
    ),
    r"expected ',' or|expected node content": (
        "a `[` or `{` is not closed, or a value in it needs quotes; close it or quote the value"
    ),
    r"scanning a block scalar": (
        "`|` and `>` begin a text of several lines; quote a value that begins with them"
    ),
    r"nesting depth|recursion": "nested too deeply; make it flatter",
    r"incompatible YAML document": "a %YAML line of another version; leave that line out",
    r"duplicate %?(YAML|TAG)|tag handle|TAG directive": "tags are not read here; leave them out",
}
"""Regex over PyYAML's words -> ours; the first that matches holds."""


def explain(
    error: yaml.YAMLError, text: str, inside: tuple[int, int] | None
) -> tuple[int, int, str]:
    """Line and column (from 1) of the slip, and what to write instead.

    `inside` is the place of the innermost list or object that was open.
    """
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        return 1, 1, "this is no YAML; check its first lines"
    said = f"{getattr(error, 'context', None) or ''} {getattr(error, 'problem', None) or ''}"
    lines = text.splitlines() or [""]
    row = lines[mark.line] if mark.line < len(lines) else ""
    message = _message(said, row, mark.column)
    start = getattr(error, "context_mark", None)
    if mark.line >= len(lines):
        # What was never closed is of more use than the end of the file.
        if start is not None and start.line < len(lines):
            return start.line + 1, start.column + 1, message
        if inside is not None:
            return *inside, message
    return mark.line + 1, mark.column + 1, message


def _message(said: str, row: str, column: int) -> str:
    char = row[column : column + 1]
    indent = row[: len(row) - len(row.lstrip())]
    if "tab" in said.split() or char == "\t" or "\t" in indent:
        return _TAB
    if "cannot start any token" in said and char:
        return f"a value cannot begin with `{char}` unless it is in quotes; quote it"
    for sign, name in _SIGNS.items():
        if re.search(rf"scanning {name}|parsing {name}", said):
            return f"`{sign}` begins {name} in YAML; quote a value that begins with it"
    for regex, message in _RULES.items():
        if re.search(regex, said):
            return message
    return "YAML cannot read this; check the quotes and the indentation of this line"
