"""What a verdict looks like to a person: the word, who and why, where, and every step.

Every word that came from outside goes through `visible`. Styles are always written; the one who
prints takes them out where no colour is wanted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import click

from nsedmw.cli.excerpt import excerpt, place
from nsedmw.cli.visible import columns, visible
from nsedmw.errors import InvalidContent
from nsedmw.types import ENGINE, Block, Decision, Finding, Result
from nsedmw.wire import NotJSON, parse

MAX_FINDINGS: Final = 20
"""Findings of one middleware that are shown; json has all of them."""
MAX_LINES: Final = 40
"""Lines of a changed content that are shown."""
MAX_LINE: Final = 400
"""Characters of one such line."""

_STYLE: Final = {"pass": "green", "warn": "yellow", "block": "red", "ask": "cyan"}
_MEANING: Final = {
    "pass": "the content may go on",
    "warn": "the content may go on, with a warning",
    "block": "the content was stopped",
    "ask": "a person has to decide whether the call may run",
}
_LABEL: Final = re.compile(r"\[REDACTED:[^\]\s]+\]")


def rendered(point: str, content: Any, result: Result) -> str:
    """The verdict on `content` (what the run was given) at a hook point, as lines with styles."""
    parts = [
        [_headline(point, result)],
        _why(result),
        *_found(_judged(point, content), result.decisions),
        _changed(result),
        _steps(result),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _headline(point: str, result: Result) -> str:
    word = click.style(f" {result.verdict.upper()} ", fg=_STYLE[result.verdict], reverse=True)
    meaning = _MEANING[result.verdict]
    if _is_changed(result):
        meaning += ", changed" if result.verdict == "pass" else " and a change"
    return f"{word} {meaning} ({point})"


def _is_changed(result: Result) -> bool:
    return result.allowed and any(step.changed and _acts(step) for step in result.decisions)


def _acts(step: Decision) -> bool:
    return step.mode == "enforce"


def _why(result: Result) -> list[str]:
    lines = []
    if result.block is not None:
        block = result.block
        lines += _told("stopped by", block.middleware, block.category, block.reason)
        lines += _rows(("note", _broke(block)))
    if result.verdict == "ask":
        asker = result.decisions[-1]
        lines += _told("asked by", asker.middleware, asker.category, asker.reason)
        lines += _rows(("question", result.question or ""))
    for warned in result.warnings:
        lines += _told("warning by", warned.middleware, warned.category, warned.reason)
    return lines


def _broke(block: Block) -> str:
    if block.failure is None:
        return ""
    if block.failure == "exit":
        return "the program refused by its exit code"
    if block.failure == "invalid_content" and block.middleware == ENGINE:
        return "nothing judged it: no pipeline may be given such content"
    return f"it did not decide, it broke ({block.failure}); a check that breaks blocks"


def _told(who: str, middleware: str, category: str, reason: str) -> list[str]:
    return _rows((who, middleware), ("category", category), ("reason", reason))


def _rows(*rows: tuple[str, str]) -> list[str]:
    return [f"  {label:<11} {visible(text)}" for label, text in rows if text]


def _judged(point: str, content: Any) -> Any:
    """The content as the first middleware had it: arguments may have come as JSON text."""
    if point != "before_tool" or not isinstance(content, str):
        return content
    try:
        return parse(content)
    except (NotJSON, InvalidContent):
        return content


def _found(content: Any, steps: Iterable[Decision]) -> Iterator[list[str]]:
    """What each middleware found. Marks end with the first change: offsets then count elsewhere."""
    original = True
    for step in steps:
        if step.findings:
            yield list(_findings(content, step) if original else _later_findings(step))
        if step.changed and _acts(step):
            original = False


def _later_findings(step: Decision) -> Iterator[str]:
    yield from _findings(None, step, " (counted in the content as the steps before had left it)")


def _findings(content: Any, step: Decision, aside: str = "") -> Iterator[str]:
    yield f"found by {visible(step.middleware)}{aside}:"
    for finding in step.findings[:MAX_FINDINGS]:
        at = place(content, finding)
        yield f"  {_name(finding)}{', ' + at if at else ''}"
        yield from (f"    {line}" for line in excerpt(content, finding))
    if len(step.findings) > MAX_FINDINGS:
        yield f"  and {len(step.findings) - MAX_FINDINGS} more (--format json has them all)"


def _name(finding: Finding) -> str:
    category, rule = visible(finding.category), visible(_cut(finding.rule))
    return category if rule in ("", category) else f"{category}: {rule}"


def _cut(text: str) -> str:
    return text if len(text) <= MAX_LINE else text[:MAX_LINE] + "..."


def _changed(result: Result) -> list[str]:
    if not _is_changed(result):
        return []
    content = result.content
    text = (
        content if isinstance(content, str) else json.dumps(content, indent=2, ensure_ascii=False)
    )
    lines = text.removesuffix("\n").split("\n")
    shown = [f"  {_labelled(visible(_cut(line)))}" for line in lines[:MAX_LINES]]
    if len(lines) > MAX_LINES:
        shown.append(f"  and {len(lines) - MAX_LINES} more lines (--format json has them all)")
    return ["content as it goes on:", *shown]


def _labelled(line: str) -> str:
    return _LABEL.sub(lambda match: click.style(match[0], fg="magenta", bold=True), line)


def _steps(result: Result) -> list[str]:
    if not result.decisions and not result.skipped:
        return ["no middleware ran: the pipeline has no entry for this run"]
    rows = [("step", "verdict", "category", "time", "notes")]
    rows += [_step(number, step) for number, step in enumerate(result.decisions, 1)]
    rows += [
        (f"-  {visible(name)}", "skipped", "", "", "it is not for this run")
        for name in result.skipped
    ]
    widths = [max(columns(row[column]) for row in rows) for column in range(4)]
    return [_row(row, widths) for row in rows]


def _step(number: int, step: Decision) -> tuple[str, str, str, str, str]:
    return (
        f"{number}  {visible(step.middleware)}",
        step.verdict,
        visible(step.category),
        f"{step.duration_ms:.2f} ms",
        ", ".join(_notes(step)),
    )


def _notes(step: Decision) -> Iterator[str]:
    if not _acts(step):
        why = f": {visible(_cut(step.reason))}" if step.reason else ""
        yield f"only observed, it changed and stopped nothing{why}"
    if step.failure == "exit":
        yield "it refused by its exit code"
    elif step.failure:
        yield f"it broke ({step.failure})"
    if step.changed:
        yield "changed the content" if _acts(step) else "would have changed the content"
    if step.findings:
        yield f"{len(step.findings)} finding{'s' if len(step.findings) > 1 else ''}"
    if step.allowed:
        yield f"{step.allowed} dropped, being allowed"


def _row(row: tuple[str, str, str, str, str], widths: list[int]) -> str:
    cells = [text + " " * (width - columns(text)) for text, width in zip(row, widths, strict=False)]
    verdict = row[1]
    if verdict in _STYLE:
        cells[1] = click.style(cells[1], fg=_STYLE[verdict])
    return ("  " + "  ".join([*cells, row[4]])).rstrip()
