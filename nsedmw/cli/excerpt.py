"""A finding shown in its line of the content.

One rule: nothing is marked unless the offsets lie within the very string that the path leads to.
"""

from __future__ import annotations

import re
from typing import Any, Final

import click
import msgspec

from nsedmw.cli.visible import columns, visible, visible_character
from nsedmw.types import Finding

WIDTH: Final = 76
"""Characters of the content that one excerpt shows at most: a line of an 80 column terminal."""
BEFORE: Final = 24
"""Of those, how many stand before the hit where the line is too long to be shown whole."""
_DIGITS: Final = re.compile(r"0|[1-9][0-9]{0,9}")


class _Line(msgspec.Struct, frozen=True):
    """What an excerpt shows: offsets in the string, `number` counts lines from 1."""

    number: int
    start: int
    end: int
    cut_before: bool
    cut_after: bool


def place(content: Any, finding: Finding) -> str:
    """Where a finding is, in words: its path, its line and its characters, counted from 1."""
    words = []
    if finding.path:
        words.append(f"{'key at ' if finding.in_key else ''}{visible(finding.path)}")
    text = _text_at(content, finding)
    if text is not None and "\n" in text:
        number, start = _line_of(text, finding.start)
        first, last = finding.start - start + 1, finding.end - start
        words.append(f"line {number}, {_span(first, last)}")
    elif finding.end > finding.start:
        words.append(_span(finding.start + 1, finding.end))
    return ", ".join(words)


def excerpt(content: Any, finding: Finding) -> list[str]:
    """Two lines: the content's line with its number, and a mark under the hit; none if unsure."""
    text = _text_at(content, finding)
    if text is None:
        return []
    line = _window(text, finding)
    end = min(finding.end, line.end)
    before = _shown(text[line.start : finding.start])
    hit = _shown(text[finding.start : end])
    after = _shown(text[end : line.end])
    lead = "..." if line.cut_before else ""
    tail = "..." if line.cut_after else ""
    gutter = f"{line.number} | "
    mark = " " * (columns(lead + before)) + "^" * max(columns(hit), 1)
    return [
        gutter + lead + before + click.style(hit, fg="red", bold=True) + after + tail,
        " " * (len(gutter) - 2) + "| " + click.style(mark, fg="red"),
    ]


def _span(first: int, last: int) -> str:
    return f"character {first}" if first >= last else f"characters {first} to {last}"


def _shown(text: str) -> str:
    return "".join(map(visible_character, text))


def _text_at(content: Any, finding: Finding) -> str | None:
    """The string that the offsets count in, where they lie within it."""
    text = _found(content, finding)
    if text is None or not 0 <= finding.start < finding.end <= len(text):
        return None
    return text


def _found(content: Any, finding: Finding) -> str | None:
    if finding.path[:1] not in ("", "/"):
        return None
    keys = [_unescaped(key) for key in finding.path.split("/")[1:]]
    if finding.in_key:
        return keys[-1] if keys else None
    for key in keys:
        if isinstance(content, dict) and key in content:
            content = content[key]
        elif isinstance(content, list) and _DIGITS.fullmatch(key) and int(key) < len(content):
            content = content[int(key)]
        else:
            return None
    if isinstance(content, int | float) and not isinstance(content, bool):
        return str(content)
    return content if isinstance(content, str) else None


def _unescaped(key: str) -> str:
    return key.replace("~1", "/").replace("~0", "~")


def _line_of(text: str, offset: int) -> tuple[int, int]:
    """The number of the line that `offset` is in, and where that line starts."""
    return text.count("\n", 0, offset) + 1, text.rfind("\n", 0, offset) + 1


def _window(text: str, finding: Finding) -> _Line:
    number, first = _line_of(text, finding.start)
    last = text.find("\n", finding.start)
    last = len(text) if last < 0 else last
    if last == finding.start:  # the hit begins with the line's own end
        last += 1
    start, end = first, last
    if end - start > WIDTH:
        start = max(first, min(finding.start - BEFORE, last - WIDTH))
        end = start + WIDTH
    return _Line(number, start, end, start > first, end < last)
