"""From a word to the words that a shell may make of it, with marks for what nobody can tell.

A variable may have several values, so a word has several readings; all are kept, up to a bound.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from nsedmw.detect.shell import braces
from nsedmw.detect.shell.marks import (
    HOME,
    QUOTED,
    SPLIT,
    UNKNOWN,
    activated,
    known,
    taints,
)
from nsedmw.detect.shell.scope import Scope, Value
from nsedmw.detect.shell.tree import Arithmetic, Parameter, Part, Script, Substitution, Text, Word

MOST: Final = 32
"""Readings of one word."""
LONGEST: Final = 65_536
"""Characters of one reading; a longer one is unknown."""

_SPACE: Final = re.compile(r"[ \t\n]+")
_SLICE: Final = re.compile(r"\s*(-?\d{1,6})\s*(?::\s*(-?\d{1,6})\s*)?")
_STARTS_WITH_SLASH: Final = frozenset({"HOME", "PATH", "PWD", "OLDPWD", "SHELL", "BASH", "TMPDIR"})

Output = Callable[[Script, str], str]
"""What commands print, given what a process substitution writes to: text with marks."""


class Expander:
    """Expands words in a scope; `output` follows the commands of a substitution."""

    def __init__(self, scope: Scope, output: Output) -> None:
        self._scope = scope
        self._output = output

    def fields(self, word: Word) -> list[list[str]]:
        """The readings of a word, each the words that it becomes."""
        words, whole = braces.expanded(word.parts)
        readings: list[list[str]] = [[]]
        for parts in words:
            more = [_split(text) for text in self._readings(parts)]
            readings = _crossed(readings, more)
        return readings if whole else [*readings, [UNKNOWN]]

    def texts(self, word: Word) -> list[str]:
        """The readings of a word where it stays one: an assignment's value, a file's name."""
        return [_joined(text) for text in self._readings(word.parts)]

    def document(self, word: Word) -> str:
        """A here-document's body or a here-string; of several readings the joined lines."""
        return "\n".join(self.texts(word))

    def _readings(self, parts: tuple[Part, ...]) -> list[str]:
        readings = [""]
        for index, part in enumerate(parts):
            more = self._part(part, first=index == 0, last=index == len(parts) - 1)
            if len(more) == 1:
                readings = [_limited(text + more[0]) for text in readings]
            else:
                readings = [_limited(text + one) for text in readings for one in more][: MOST + 1]
            if len(readings) > MOST:
                readings = [*readings[: MOST - 1], UNKNOWN]
        return readings

    def _part(self, part: Part, *, first: bool, last: bool) -> list[str]:
        match part:
            case Text():
                return [_text(part, first=first, last=last)]
            case Parameter():
                return self._parameter(part)
            case Substitution():
                return [self._substitution(part)]
            case Arithmetic():
                for inner in part.parts:
                    self._part(inner, first=False, last=False)
                return ["1"]

    def _substitution(self, part: Substitution) -> str:
        if part.process:
            return self._output(part.script, part.process)
        text = self._output(part.script, "").rstrip("\n")
        return text + QUOTED if part.quoted else self._separated(text)

    def _separated(self, text: str) -> str:
        """Text as an unquoted expansion gives it: split at IFS, its patterns alive."""
        separators = "".join("".join(value) for value in self._scope.get("IFS"))
        text = activated(text)
        if set(separators) <= set(" \t\n"):
            return _SPACE.sub(SPLIT, text) if separators else text
        return re.sub(f"[{re.escape(known(separators))}]+", SPLIT, text)

    def _parameter(self, part: Parameter) -> list[str]:
        if not part.name:
            # What double quotes hold.
            inner = self._readings(part.word.parts) if part.word else [""]
            return [_inside(text) for text in inner]
        for inner_ in part.inner:
            self._part(inner_, first=False, last=False)
        if part.op == "size":
            return ["1"]
        values = [self._value(part, value) for value in self._named(part)]
        values = self._operated(part, values)
        if part.quoted:
            return [text + QUOTED for text in values]
        return [self._separated(text) for text in values]

    def _named(self, part: Parameter) -> tuple[Value, ...]:
        if part.index == "?":
            # Any of its elements.
            values = self._scope.get(part.name)
            return tuple((element,) for value in values for element in value)[:MOST] or (("",),)
        if part.op != "indirect":
            return self._scope.get(part.name)
        names = [value[0] for value in self._scope.get(part.name) if value]
        return tuple(value for name in names for value in self._scope.get(name))

    def _value(self, part: Parameter, value: Value) -> str:
        """One text of an array's elements."""
        if part.name == "@" or part.index == "@":
            return (
                SPLIT.join(element + QUOTED for element in value)
                if part.quoted
                else " ".join(value)
            )
        if part.name == "*" or part.index == "*":
            return " ".join(value)
        if part.index in ("", "?"):
            return value[0] if value else ""
        if part.index.isdigit() and int(part.index) < len(value):
            return value[int(part.index)]
        return UNKNOWN

    def _operated(self, part: Parameter, values: list[str]) -> list[str]:
        """The values behind `${name op word}`."""
        op = part.op
        operands = self.texts(part.word) if part.word is not None else [""]
        is_set = self._scope.is_set(part.name)
        if op in ("-", ":-", "=", ":="):
            if not is_set:
                # Where the text does not set it, the default is what its author expects.
                values = operands
                if "=" in op:
                    self._scope.set(part.name, [(text,) for text in operands])
            elif op[0] == ":" and any(not known(text) for text in values):
                values = [*(text for text in values if text), *operands]
        elif op in ("+", ":+"):
            values = [*operands, ""]
        elif op and op not in ("?", ":?", "indirect"):
            values = [_changed(part.name, op, text, operands[0]) for text in values]
        return values


def _text(part: Text, *, first: bool, last: bool) -> str:
    if part.quoted:
        return part.text + QUOTED
    text = activated(part.text)
    if first and text.startswith("~"):
        user, slash, rest = text[1:].partition("/")
        # A user's name ends at a slash or at the word's end; `~$x` is no home.
        if slash or last:
            home = "." if user == "+" else HOME
            return home + slash + rest
    return text


def _inside(text: str) -> str:
    """What double quotes hold: it stays one word, but for `"$@"`."""
    return text + QUOTED


def _changed(name: str, op: str, text: str, operand: str) -> str:
    """A value behind a slice, a pattern that is cut off or replaced, or other cases."""
    if op == ":":
        return _sliced(name, text, operand)
    if taints(text) or text.startswith(HOME) or taints(operand):
        return taints(text) or UNKNOWN
    if op in ("^", "^^", ",", ",,"):
        whole = len(op) == 2  # twice means all letters  # noqa: PLR2004  # twice means all letters
        changed = text.upper() if op[0] == "^" else text.lower()
        return changed if whole else changed[:1] + text[1:]
    return _cut(op, text, operand)


def _sliced(name: str, text: str, operand: str) -> str:
    match = _SLICE.fullmatch(operand)
    if match is None:
        return UNKNOWN
    offset, length = int(match[1]), match[2]
    if (taints(text) or HOME in text or text == ".") and name in _STARTS_WITH_SLASH:
        # Whatever the path is, it begins with a slash.
        return "/" if offset == 0 and length == "1" else UNKNOWN
    if taints(text):
        return taints(text)
    rest = text[offset:]
    return rest if length is None else rest[: int(length)]


def _cut(op: str, text: str, operand: str) -> str:
    if op in ("/", "//"):
        old, _, new = operand.partition("/")
        if not old or old != known(old) or not old.isascii():
            return UNKNOWN
        return text.replace(old, new, -1 if op == "//" else 1)
    pattern = operand.replace("\udc05", "*")
    plain = pattern.strip("*")
    if not plain or not plain.isascii() or "*" in plain:
        return UNKNOWN
    if op[0] == "#":
        at = text.find(plain) if len(op) == 1 else text.rfind(plain)
        found = at >= 0 and (pattern[0] == "*" or at == 0)
        return text[at + len(plain) :] if found else text
    at = text.rfind(plain) if len(op) == 1 else text.find(plain)
    found = at >= 0 and (pattern[-1] == "*" or text.endswith(plain))
    return text[:at] if found else text


def _split(text: str) -> list[str]:
    """The words that one reading becomes; empty ones stay where they were quoted."""
    if text.isascii():
        return [text] if text else []
    pieces = text.split(SPLIT)
    return [piece.replace(QUOTED, "") for piece in pieces if piece]


def _joined(text: str) -> str:
    return text if text.isascii() else text.replace(SPLIT, " ").replace(QUOTED, "")


def _limited(text: str) -> str:
    return text if len(text) <= LONGEST else (taints(text) or UNKNOWN)


def _crossed(before: list[list[str]], more: list[list[str]]) -> list[list[str]]:
    """Every reading with every other; past the bound all words of one in a row."""
    if len(more) == 1:
        return [one + more[0] for one in before]
    if len(before) * len(more) <= MOST:
        return [one + other for one in before for other in more]
    row = [text for other in more for text in other]
    return [one + row for one in before]


def combined(words: list[list[list[str]]], most: int) -> list[list[str]]:
    """The commands that words with several readings may be, at most `most`.

    Past the bound all readings of a word stand in a row: more is said to be there, never less.
    """
    commands: list[list[str]] = [[]]
    for readings in words:
        if len(readings) == 1:
            commands = [one + readings[0] for one in commands]
        elif len(commands) * len(readings) <= most:
            commands = [one + other for one in commands for other in readings]
        else:
            row = [text for other in readings for text in other]
            commands = [one + row for one in commands]
    return commands
