"""`shell_guard`: a tool call whose shell command would do harm is blocked; nothing is ever run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final, NamedTuple

from nsedmw.detect.shell import RULES, Hit, judge_text, judge_words
from nsedmw.detect.strings import texts, unescape
from nsedmw.errors import InvalidContent
from nsedmw.protocols import Builtin, Middleware, Site
from nsedmw.shapes import shape
from nsedmw.types import Context, Finding, Verdict
from nsedmw.wire import NotJSON, parse

CATEGORY: Final = "shell"
LISTED: Final = 10
"""Rules that a reason names."""

_QUESTION: Final = "Run a shell command that could not be judged?"
_LONGEST: Final = 1_048_576
"""Code points of one argument that are looked at, also for JSON in it."""


class _Place(NamedTuple):
    """A command in the arguments; `words` where it is a list, started without a shell."""

    path: str
    value: Any


class ShellGuard:
    """The options of one entry."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        standard = shape("builtins/shell_guard")["properties"]
        tools: Sequence[str] = options.get("tools", standard["tools"]["default"])
        self._tools = tuple(glob.casefold() for glob in tools)
        self._pointers: Sequence[str] = options.get("arguments", standard["arguments"]["default"])
        self._asks = options.get("on_unreadable") == "ask"
        ignored = frozenset(options.get("ignore", ()))
        self._applied = frozenset(
            name
            for name, rule in RULES.items()
            if rule.category == "unreadable" or not ignored & {name, rule.category}
        )

    def check(self, context: Context, /) -> Verdict:
        """Judge the call's command; a call of a tool that is not watched passes."""
        if not context.tool or not self._watches(context.tool.name):
            return Verdict("pass")
        places = list(self._places(context.content))
        if not places:
            return self._without_command(context.content)
        findings = [
            finding
            for place in places
            for finding in _judged(place)
            if finding.rule in self._applied
        ]
        return self._verdict(list(dict.fromkeys(findings)))

    def _watches(self, name: str) -> bool:
        name = name.casefold()
        return any(fnmatchcase(name, glob) for glob in self._tools)

    def _places(self, arguments: Any) -> Iterator[_Place]:
        for pointer in self._pointers:
            value = _at(arguments, pointer)
            if value is not None:
                yield _Place(pointer, value)
                yield from _with_args(arguments, pointer, value)

    def _without_command(self, content: Any) -> Verdict:
        """A call that only says `restart: true` runs no command; one with text may."""
        values = content.values() if isinstance(content, Mapping) else (content,)
        if not any(text.strip() for value in values for text in _strings(value)):
            return Verdict("pass")
        return self._verdict([Finding(CATEGORY, "no_command")])

    def _verdict(self, findings: list[Finding]) -> Verdict:
        if not findings:
            return Verdict("pass")
        names = list(dict.fromkeys(finding.rule for finding in findings))
        dangers = [name for name in names if RULES[name].category != "unreadable"]
        reason = _reason(dangers or names)
        if dangers or not self._asks:
            return Verdict("block", reason=reason, category=CATEGORY, findings=tuple(findings))
        return Verdict(
            "ask",
            reason=reason,
            category=CATEGORY,
            findings=tuple(findings),
            question=f"{_QUESTION} {reason}",
        )


def _reason(names: list[str]) -> str:
    told = names[:LISTED]
    would = [f"{RULES[name].text} ({RULES[name].category})" for name in told]
    more = f"; and {len(names) - LISTED} more" if len(names) > LISTED else ""
    verb = "" if RULES[names[0]].category == "unreadable" else "would "
    return f"Shell command {verb}{'; '.join(would)}{more}"


def _strings(value: Any) -> Iterator[str]:
    return texts(value) if isinstance(value, str | list | dict | tuple) else iter(())


def _at(value: Any, pointer: str) -> Any:
    """What an RFC 6901 pointer leads to, or None."""
    for step in pointer.split("/")[1:]:
        key = unescape(step)
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, list | tuple) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def _with_args(arguments: Any, pointer: str, command: Any) -> Iterator[_Place]:
    """A program beside a list `args` is one command of both."""
    args = _at(arguments, f"{pointer.rpartition('/')[0]}/args")
    if isinstance(command, str) and isinstance(args, list | tuple) and args:
        yield _Place(pointer, [*command.split(), *args])
    elif isinstance(command, str) and isinstance(args, str) and args:
        yield _Place(pointer, f"{command} {args}")


def _judged(place: _Place) -> Iterator[Finding]:
    value = place.value
    if isinstance(value, str):
        yield from _judged_text(place.path, value)
    elif isinstance(value, list | tuple):
        yield from _judged_list(place.path, value)
    elif not isinstance(value, bool) and value is not None:
        yield Finding(CATEGORY, "syntax", place.path)


def _judged_text(path: str, text: str) -> Iterator[Finding]:
    """Shell text; text that is JSON is judged as what it holds as well."""
    inner = _json(text)
    if len(text) > _LONGEST:
        yield Finding(CATEGORY, "long", path, 0, len(text))
        return
    whole = (0, len(text))
    hits = judge_text(text)
    if inner is not None:
        found = {finding.rule for finding in _judged_json(inner)}
        hits = [hit for hit in hits if RULES[hit.rule].category != "unreadable"]
        hits += [Hit(rule, *whole) for rule in sorted(found)]
    for hit in hits:
        yield Finding(CATEGORY, hit.rule, path, hit.start, hit.end)


def _json(text: str) -> Any:
    """The list or object that a text is, or None."""
    if text.lstrip()[:1] not in ("[", "{", '"'):
        return None
    try:
        value = parse(text)
    except (NotJSON, InvalidContent, RecursionError):
        return None
    return value if isinstance(value, list | dict | str) else None


def _judged_json(value: Any) -> Iterator[Finding]:
    if isinstance(value, str):
        yield from (Finding(CATEGORY, hit.rule) for hit in judge_text(value))
    elif isinstance(value, list):
        yield from _judged_list("", value)
    else:
        for pointer in shape("builtins/shell_guard")["properties"]["arguments"]["default"]:
            inner = _at(value, pointer)
            if isinstance(inner, str):
                yield from (Finding(CATEGORY, hit.rule) for hit in judge_text(inner))
            elif isinstance(inner, list):
                yield from _judged_list("", inner)


def _judged_list(path: str, value: Sequence[Any]) -> Iterator[Finding]:
    """A command of words, or, where the first holds a space, a list of commands."""
    if not value:
        return
    if not all(isinstance(word, str | int | float) for word in value):
        yield Finding(CATEGORY, "syntax", path)
        return
    words = [word if isinstance(word, str) else str(word) for word in value]
    if sum(map(len, words)) > _LONGEST:
        yield Finding(CATEGORY, "long", path)
        return
    first = Finding(CATEGORY, "", f"{path}/0", 0, len(words[0]))
    if " " in words[0].strip() or len(words) == 1:
        for at, word in enumerate(words):
            for hit in judge_text(word):
                yield Finding(CATEGORY, hit.rule, f"{path}/{at}", hit.start, hit.end)
        hits: Sequence[Hit] = judge_text("\n".join(words))
    else:
        hits = judge_words(words)
    for hit in hits:
        yield Finding(CATEGORY, hit.rule, first.path, first.start, first.end)


def _build(options: Mapping[str, Any], _: Site) -> Middleware:
    return ShellGuard(options)


def _asks(options: Mapping[str, Any]) -> bool:
    return bool(options.get("on_unreadable", "block") != "block")


BUILTIN: Final = Builtin(points=("before_tool",), schema="shell_guard", build=_build, asks=_asks)
