"""Words: quotes, expansions and substitutions, as bash reads them and without running any.

Rules are those of the Bash Reference Manual, chapters Quoting and Shell Expansions. A command
substitution is read as commands by whoever reads those (`script` below), since only that tells
where it ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from nsedmw.detect.shell.cursor import Cursor, Unreadable
from nsedmw.detect.shell.tree import Arithmetic, Parameter, Part, Script, Substitution, Text, Word

_PLAIN: Final = re.compile(r"[^ \t\n;&|()<>'\"\\$`]++")
_PLAIN_IN_BRACES: Final = re.compile(r"[^'\"\\$`}]++")
_PLAIN_IN_QUOTES: Final = re.compile(r"[^\"\\$`]++")
_PLAIN_IN_QUOTED_BRACES: Final = re.compile(r"[^\"\\$`}]++")
_PLAIN_IN_DOCUMENT: Final = re.compile(r"[^\\$`]++")
_PLAIN_IN_ARITHMETIC: Final = re.compile(r"[^()\[\]'\"\\$`]++")
_SINGLE: Final = re.compile(r"'([^']*+)'")
_ANSI: Final = re.compile(r"\$'((?:[^'\\]|\\.)*+)'", re.DOTALL)
_NAME: Final = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*+|[0-9@*#?$!\-])")
_BRACED: Final = re.compile(
    r"\$\{(?P<size>[#!]?)(?P<name>[A-Za-z_][A-Za-z0-9_]*+|[0-9]++|[@*#?$!\-])"
)
_OPERATOR: Final = re.compile(r"(?::[-=?+]|[-=?+:]|##?|%%?|//?|\^\^?|,,?|@)?+")
_LENGTH: Final = re.compile(r"\$\{#\}")
_BACKQUOTED: Final = re.compile(r"`((?:[^`\\]|\\.)*+)`", re.DOTALL)
_UNESCAPE: Final = re.compile(r"\\([$`\\])")
_UNESCAPE_QUOTED: Final = re.compile(r"\\([$`\\\"])")
_ESCAPES: Final = re.compile(
    r"\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c(.)|(.))",
    re.DOTALL,
)
_LETTERS: Final = {
    "n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b",
    "f": "\f", "v": "\v",
}  # fmt: skip
_LARGEST: Final = 0x10FFFF
_DEFAULTS: Final = frozenset({":-", "-", ":=", "=", ":+", "+", ":?", "?"})
_EXTENDED: Final = "?*+@!"

ScriptOf = Callable[[Cursor], Script]
"""Reads commands until a closing bracket or word that is not theirs."""


class Words:
    """Reads words at a cursor; `script` reads the commands inside them."""

    def __init__(self, cursor: Cursor, script: ScriptOf) -> None:
        self._cursor = cursor
        self._script = script
        self.patterns = True
        """Whether `@(a|b)` is a pattern; in `[[ ]]` its bracket may belong to an expression."""

    def word(self) -> Word | None:
        """The word that begins here, or None.

        Raises:
            Unreadable: a quote or bracket does not end, or the bounds are reached.
        """
        cursor = self._cursor
        start = cursor.at
        parts: list[Part] = []
        while not cursor.ends():
            cursor.budget.step()
            part = self._bare(parts)
            if part is None:
                break
            _add(parts, part)
        if cursor.at == start:
            return None
        return Word(tuple(parts), *cursor.span(start))

    def document(self) -> tuple[Part, ...]:
        """The parts of a here-document's body, which is the cursor's whole text."""
        return self._until("", _PLAIN_IN_DOCUMENT, escapes="$`\\\n")

    def arithmetic(self) -> tuple[Part, ...] | None:
        """Behind `((`, to behind its `))`; None where the brackets say that it is none."""
        cursor = self._cursor
        parts: list[Part] = []
        depth = 0
        while not cursor.ends():
            cursor.budget.step()
            char = cursor.peek()
            if char == "(":
                depth += 1
            elif char == ")" and depth == 0:
                if not cursor.starts("))"):
                    return None
                cursor.at += 2
                return tuple(parts)
            elif char == ")":
                depth -= 1
            self._arithmetic_part(parts)
        return None

    def _arithmetic_part(self, parts: list[Part]) -> None:
        cursor = self._cursor
        if cursor.peek() in "()[]":
            cursor.at += 1
        elif not cursor.take(_PLAIN_IN_ARITHMETIC):
            part = self._special(quoted=False)
            if part is not None:
                parts.append(part)

    def _bare(self, before: list[Part]) -> Part | None:
        """The next part of an unquoted word, or None where the word ends."""
        cursor = self._cursor
        match = cursor.take(_PLAIN)
        if match is not None:
            return Text(match.group())
        char = cursor.peek()
        if char and char in "'\"\\$`":
            return self._special(quoted=False) or Text("")
        if char in "<>" and cursor.text[cursor.at + 1 : cursor.at + 2] == "(":
            if before and isinstance(before[-1], Text) and before[-1].text == "=":
                return None
            cursor.at += 2
            return Substitution(self._inner(")"), process="<" if char == "<" else ">")
        if char == "(" and self.patterns and before and _extended(before[-1]):
            return self._pattern()
        return None

    def _pattern(self) -> Part:
        """The bracket of an extended pattern, `@(a|b)`: what it may match is anything."""
        cursor = self._cursor
        cursor.at += 1
        with cursor.budget:
            while not cursor.ends() and not cursor.starts(")"):
                cursor.budget.step()
                if cursor.starts("|"):
                    cursor.at += 1
                elif self.word() is None:
                    raise cursor.syntax()
        cursor.expect(")")
        return Text("*")

    def _special(self, *, quoted: bool) -> Part | None:
        """What begins with a quote, backslash, `$` or backquote; None where nothing is left."""
        cursor = self._cursor
        char = cursor.peek()
        if char == "'":
            return Text(self._match(_SINGLE).group(1), quoted=True)
        if char == '"':
            return self._double()
        if char == "\\":
            return self._backslash()
        if char == "`":
            return self._backquote(quoted=quoted)
        return self._dollar(quoted=quoted)

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        match = self._cursor.take(pattern)
        if match is None:
            raise self._cursor.syntax()
        return match

    def _backslash(self) -> Part | None:
        cursor = self._cursor
        text = cursor.text[cursor.at + 1 : cursor.at + 2]
        cursor.at += 2
        return None if text == "\n" else Text(text, quoted=True)

    def _double(self) -> Part:
        cursor = self._cursor
        cursor.expect('"')
        with cursor.budget:
            parts = self._until('"', _PLAIN_IN_QUOTES, escapes='$`"\\\n')
        if all(isinstance(part, Text) for part in parts):
            return Text("".join(part.text for part in parts if isinstance(part, Text)), quoted=True)
        # One part, so that whatever is inside stays one word: a default that is always taken.
        return Parameter("", quoted=True, op="-", word=Word(parts, *cursor.span(cursor.at)))

    def _until(self, closer: str, plain: re.Pattern[str], escapes: str) -> tuple[Part, ...]:
        """Parts inside double quotes or what is like them, to behind `closer`."""
        cursor = self._cursor
        parts: list[Part] = []
        while True:
            cursor.budget.step()
            match = cursor.take(plain)
            if match is not None:
                _add(parts, Text(match.group(), quoted=True))
            if cursor.ends() or (closer and cursor.starts(closer)):
                break
            char = cursor.peek()
            if char == "\\":
                _add(parts, self._escape(escapes))
            elif char == '"':
                _add(parts, self._double())
            else:
                part = self._special(quoted=True)
                _add(parts, part or Text("", quoted=True))
        cursor.expect(closer)
        return tuple(parts)

    def _escape(self, escapes: str) -> Part:
        cursor = self._cursor
        char = cursor.text[cursor.at + 1 : cursor.at + 2]
        cursor.at += 2
        if char == "\n":
            return Text("", quoted=True)
        return Text(char if char and char in escapes else "\\" + char, quoted=True)

    def _backquote(self, *, quoted: bool) -> Part:
        cursor = self._cursor
        start = cursor.at
        inner = self._match(_BACKQUOTED).group(1)
        inner = (_UNESCAPE_QUOTED if quoted else _UNESCAPE).sub(r"\1", inner)
        # Each level doubles the backslashes, so the texts inside are ever shorter.
        cursor.budget.step(len(inner) // 8)
        reader = Cursor(inner, cursor.budget, cursor.span(start))
        with cursor.budget:
            script = self._script(reader)
        if not reader.ends():
            raise cursor.syntax()
        return Substitution(script, quoted=quoted)

    def _dollar(self, *, quoted: bool) -> Part:
        cursor = self._cursor
        if not quoted and cursor.starts("$'"):
            return Text(decoded(self._match(_ANSI).group(1)), quoted=True)
        if not quoted and cursor.starts('$"'):
            cursor.at += 1
            return self._double()
        following = cursor.text[cursor.at + 1 : cursor.at + 2]
        if following and following in "({[":
            return self._bracketed(following, quoted=quoted)
        match = cursor.take(_NAME)
        if match is not None:
            return Parameter(match.group(1), quoted=quoted)
        cursor.at += 1
        return Text("$", quoted=True)

    def _bracketed(self, bracket: str, *, quoted: bool) -> Part:
        cursor = self._cursor
        if bracket == "{":
            return self._braced(quoted=quoted)
        if cursor.starts("$(("):
            return self._arithmetic_or_script(quoted=quoted)
        cursor.at += 2
        if bracket == "[":
            return self._old_arithmetic()
        return Substitution(self._inner(")"), quoted=quoted)

    def _arithmetic_or_script(self, *, quoted: bool) -> Part:
        """`$((`: arithmetic where its brackets close together, as bash decides it."""
        cursor = self._cursor
        start = cursor.at
        cursor.at += 3
        with cursor.budget:
            parts = self.arithmetic()
        if parts is not None:
            return Arithmetic(parts)
        cursor.at = start + 2
        return Substitution(self._inner(")"), quoted=quoted)

    def _old_arithmetic(self) -> Part:
        cursor = self._cursor
        parts: list[Part] = []
        with cursor.budget:
            while not cursor.ends() and not cursor.starts("]"):
                cursor.budget.step()
                self._arithmetic_part(parts)
        cursor.expect("]")
        return Arithmetic(tuple(parts))

    def _inner(self, closer: str) -> Script:
        """The commands up to `closer`, and behind it."""
        cursor = self._cursor
        outer, waiting = cursor.closer, cursor.documents
        cursor.closer, cursor.documents = closer, []
        with cursor.budget:
            script = self._script(cursor)
        cursor.expect(closer)
        cursor.closer, cursor.documents = outer, waiting
        return script

    def _braced(self, *, quoted: bool) -> Part:
        cursor = self._cursor
        if cursor.take(_LENGTH):
            return Parameter("#", quoted=quoted)
        match = cursor.take(_BRACED)
        if match is None:
            return self._commands_in_braces(quoted=quoted)
        size = match["size"]
        with cursor.budget:
            index, inner = self._index()
            operator = cursor.take(_OPERATOR)
            op = operator.group() if operator else ""
            word = self._operand(op, quoted=quoted)
        if word.parts and not op and not size:
            raise cursor.syntax()
        if size:
            op = "size" if size == "#" else "indirect"
        return Parameter(match["name"], quoted, op, word, index, inner)

    def _index(self) -> tuple[str, tuple[Part, ...]]:
        """An index in brackets, and its parts where it is not plain."""
        cursor = self._cursor
        if not cursor.starts("["):
            return "", ()
        start = cursor.at + 1
        cursor.at = start
        parts: list[Part] = []
        depth = 0
        while depth or not cursor.starts("]"):
            cursor.budget.step()
            if cursor.ends():
                raise cursor.syntax()
            depth += cursor.starts("[") - cursor.starts("]")
            self._arithmetic_part(parts)
        index = cursor.text[start : cursor.at]
        cursor.at += 1
        plain = not any(char in index for char in "$`'\"\\")
        return (index, ()) if plain else ("?", tuple(parts))

    def _commands_in_braces(self, *, quoted: bool) -> Part:
        """`${ commands; }` of Bash 5.3; anything else that no parameter can be is refused."""
        cursor = self._cursor
        follows = cursor.text[cursor.at + 2 : cursor.at + 3]
        if not follows or follows not in " \t\n|":
            raise cursor.syntax()
        cursor.at += 3
        return Substitution(self._inner("}"), quoted=quoted)

    def _operand(self, op: str, *, quoted: bool) -> Word:
        """What follows the operator, to behind the closing brace."""
        cursor = self._cursor
        start = cursor.at
        # Inside double quotes a single quote is a character in a default and a quote in a pattern.
        literal = quoted and op in _DEFAULTS
        if literal:
            parts = self._until("}", _PLAIN_IN_QUOTED_BRACES, escapes='$`"\\}\n')
            return Word(parts, *cursor.span(start))
        out: list[Part] = []
        while not cursor.ends() and not cursor.starts("}"):
            cursor.budget.step()
            match = cursor.take(_PLAIN_IN_BRACES)
            part = Text(match.group()) if match else self._special(quoted=False)
            if part is not None:
                _add(out, part)
        cursor.expect("}")
        return Word(tuple(out), *cursor.span(start))


def _extended(part: Part) -> bool:
    return isinstance(part, Text) and not part.quoted and part.text[-1:] in tuple(_EXTENDED)


def _add(parts: list[Part], part: Part) -> None:
    r"""Append; neighbours of one kind become one, so that `i\\<newline>f` is the word `if`."""
    last = parts[-1] if parts else None
    if isinstance(part, Text) and isinstance(last, Text) and part.quoted == last.quoted:
        parts[-1] = Text(last.text + part.text, part.quoted)
    elif not (isinstance(part, Text) and not part.text and not part.quoted):
        parts.append(part)


def decoded(text: str) -> str:
    r"""The text that an ANSI-C quoted string, `$'\x41'`, stands for."""
    return _ESCAPES.sub(_character, text) if "\\" in text else text


def _character(match: re.Match[str]) -> str:
    short, four, eight, octal, control, letter = match.groups()
    digits = short or four or eight
    if digits:
        code = int(digits, 16)
        if code > _LARGEST or 0xD800 <= code <= 0xDFFF:  # surrogates  # noqa: PLR2004  # surrogates
            raise Unreadable("syntax", 0)
        return chr(code)
    if octal:
        return chr(int(octal, 8) & 0xFF)
    if control:
        return chr(ord(control) & 0x1F) if control.isascii() else control
    return _LETTERS.get(letter or "", letter if letter in ("'", '"', "\\", "?") else f"\\{letter}")
