"""Commands: lists, pipelines, compound commands, functions, redirections and here-documents.

This reader is our own because no library reads what bash runs within our bounds. Tried on Python
3.11: tree-sitter-bash 0.25.1 (MIT) makes a tree of anything and that tree is not bash's (an error
for `{rm,-rf,/}`; backquotes in a here-document and what follows `<<X;` are lost, its issues 325
and 346), and 1 MiB of `a|`, `>`, `a=(` or `cat <<a;` took it over 15 s; bashlex 0.18 is under the
GPL and refuses `case`, `time`, `coproc`, arrays and arithmetic. What this one does not know is
an error, so that it is never taken for harmless. It is laxer than bash where bash would run
nothing (an empty list), never where bash would run more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar, Final

import msgspec

from nsedmw.detect.shell.cursor import Budget, Cursor, Unreadable
from nsedmw.detect.shell.redirections import Redirections
from nsedmw.detect.shell.tree import (
    Assign,
    Command,
    Compound,
    Function,
    Part,
    Pipeline,
    Redirect,
    Script,
    Simple,
    Word,
)
from nsedmw.detect.shell.words import Words

_OPENERS: Final = frozenset(
    {"if", "for", "while", "until", "case", "select", "function", "{", "!", "time", "[[", "coproc"}
)
_CLOSERS: Final = frozenset({"then", "elif", "else", "fi", "do", "done", "esac", "}"})
_RESERVED_WORDS: Final = _OPENERS | _CLOSERS
_RESERVED: Final = re.compile(
    r"(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function|time|coproc"
    r"|[{}!]|\[\[)(?=[ \t\n;&|()<>]|\\\n|$)"
)
_SEPARATOR: Final = re.compile(r"&&|\|\||;(?![;&])|&(?![>])")
_PIPE: Final = re.compile(r"\|&|\|(?!\|)")
_ASSIGN: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*+)(?:\[[^\]=\n$`'\"]{0,64}+\])?+(\+?)=")
_EMPTY_BRACKETS: Final = re.compile(r"(?:[ \t]|\\\n)*+\((?:[ \t]|\\\n)*+\)")
_NAME: Final = re.compile(r"[^ \t\n;&|()<>'\"\\$`]++")
_IN: Final = re.compile(r"in(?=[ \t\n;]|\\\n|$)")
_CASE_END: Final = re.compile(r";;&|;;|;&")
_COMMENT: Final = re.compile(r"#[^\n]*+")
_TEST_OPERATOR: Final = re.compile(r"&&|\|\||[()<>|&]|[ \t\n]++|\\\n")
_TEST_END: Final = re.compile(r"\]\](?=[ \t\n;&|()<>]|\\\n|$)")


def read(text: str, budget: Budget, fixed: tuple[int, int] | None = None) -> Script:
    """The commands of a text; `fixed` is the span that their places are told as.

    Raises:
        Unreadable: bash would refuse it, or it is not known here, or the bounds are reached.
    """
    if "\0" in text:
        raise Unreadable("syntax", text.index("\0"))
    budget.step(len(text) // 64)
    cursor = Cursor(text, budget, fixed)
    with budget:
        script = _script(cursor)
    if not cursor.ends():
        raise cursor.syntax()
    return script


def _script(cursor: Cursor) -> Script:
    return _Grammar(cursor).script()


class _Grammar:
    """Reads commands at a cursor."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._words = Words(cursor, _script)
        self._redirections = Redirections(cursor, self._words, _script)

    def script(self) -> Script:
        """Pipelines until what cannot begin one."""
        cursor = self._cursor
        pipelines: list[Pipeline] = []
        chained = False
        while True:
            self._space()
            if self._at_end():
                break
            pipeline = self._pipeline()
            cursor.blanks()
            separator = cursor.take(_SEPARATOR)
            mark = separator.group() if separator else ""
            pipelines.append(
                msgspec.structs.replace(pipeline, background=mark == "&", chained=chained)
            )
            chained = mark in ("&&", "||")
            if not mark and not self._newline():
                break
        if cursor.documents and (cursor.ends() or cursor.closer):
            self._redirections.bodies()
        return Script(tuple(pipelines))

    def _at_end(self) -> bool:
        cursor = self._cursor
        if cursor.ends() or cursor.peek() == ")" or _CASE_END.match(cursor.text, cursor.at):
            return True
        word = _RESERVED.match(cursor.text, cursor.at)
        return word is not None and word.group() in _CLOSERS

    def _newline(self) -> bool:
        """Whether a comment or a line's end comes; then what waits for it is read."""
        cursor = self._cursor
        cursor.blanks()
        cursor.take(_COMMENT)
        if not cursor.starts("\n"):
            return False
        cursor.at += 1
        self._redirections.bodies()
        return True

    def _space(self) -> None:
        while self._newline():
            self._cursor.budget.step()

    def _pipeline(self) -> Pipeline:
        cursor = self._cursor
        commands: list[Command] = []
        while True:
            cursor.budget.step()
            self._prefixes()
            commands.append(self._command())
            cursor.blanks()
            if not cursor.take(_PIPE):
                return Pipeline(tuple(commands))
            self._space()

    def _prefixes(self) -> None:
        """Go behind `!` and `time`, with its option."""
        cursor = self._cursor
        while True:
            cursor.budget.step()
            word = _RESERVED.match(cursor.text, cursor.at)
            if word is None or word.group() not in ("!", "time"):
                return
            cursor.at = word.end()
            cursor.blanks()
            if word.group() == "time" and cursor.starts("-p"):
                cursor.at += 2
                cursor.blanks()

    def _command(self) -> Command:
        cursor = self._cursor
        start = cursor.at
        if cursor.starts("(("):
            command = self._arithmetic(start)
        elif cursor.starts("("):
            command = self._subshell(start)
        else:
            word = _RESERVED.match(cursor.text, cursor.at)
            if word is None:
                return self._simple(start)
            if word.group() not in self._compounds:
                raise cursor.syntax()
            cursor.at = word.end()
            with cursor.budget:
                command = self._compounds[word.group()](self, start)
        if isinstance(command, Compound):
            command = msgspec.structs.replace(command, redirects=self._redirects())
        return command

    def _redirects(self) -> tuple[Redirect, ...]:
        found: list[Redirect] = []
        while True:
            self._cursor.blanks()
            redirect = self._redirections.one()
            if redirect is None:
                return tuple(found)
            found.append(redirect)

    def _keyword(self, *words: str) -> str:
        """Go behind one of the reserved words and say which it was."""
        cursor = self._cursor
        self._space()
        match = cursor.take(_RESERVED)
        if match is None or match.group() not in words:
            raise cursor.syntax()
        return match.group()

    def _made(self, kind: str, start: int, **members: object) -> Compound:
        cursor = self._cursor
        base: dict[str, object] = {"always": (), "maybe": (), **members}
        first, last = cursor.span(start)
        return Compound(kind=kind, start=first, end=last, **base)  # type: ignore[arg-type]

    def _arithmetic(self, start: int) -> Command:
        """`((...))`, or two brackets that open subshells."""
        cursor = self._cursor
        cursor.at += 2
        with cursor.budget:
            parts = self._words.arithmetic()
        if parts is None:
            cursor.at = start
            return self._subshell(start)
        return self._made("test", start, words=(_word(parts, cursor, start),))

    def _subshell(self, start: int) -> Command:
        cursor = self._cursor
        cursor.at += 1
        outer, cursor.closer = cursor.closer, ")"
        with cursor.budget:
            body = self.script()
        cursor.closer = outer
        cursor.expect(")")
        return self._made("subshell", start, always=(body,))

    def _group(self, start: int) -> Command:
        body = self.script()
        self._keyword("}")
        return self._made("group", start, always=(body,))

    def _if(self, start: int) -> Command:
        always = self.script()
        self._keyword("then")
        maybe = [self.script()]
        while (word := self._keyword("elif", "else", "fi")) != "fi":
            maybe.append(self.script())
            if word == "elif":
                self._keyword("then")
                maybe.append(self.script())
        return self._made("branch", start, always=(always,), maybe=tuple(maybe))

    def _while(self, start: int) -> Command:
        condition = self.script()
        self._keyword("do")
        body = self.script()
        self._keyword("done")
        return self._made("loop", start, always=(condition,), maybe=(body,))

    def _for(self, start: int) -> Command:
        cursor = self._cursor
        cursor.blanks()
        if cursor.starts("(("):
            cursor.at += 2
            parts = self._words.arithmetic()
            if parts is None:
                raise cursor.syntax()
            words: list[Word] = []
            name, ahead = "", Script((self._as_pipeline(parts, start),))
        else:
            match = cursor.take(_NAME)
            if match is None:
                raise cursor.syntax()
            name, words, ahead = match.group(), self._in_words(), Script(())
        cursor.blanks()
        if cursor.starts(";"):
            cursor.at += 1
        body = self._body()
        return self._made(
            "loop", start, always=(ahead,), maybe=(body,), name=name, words=tuple(words)
        )

    def _as_pipeline(self, parts: tuple[Part, ...], start: int) -> Pipeline:
        word = _word(parts, self._cursor, start)
        return Pipeline((self._made("test", start, words=(word,)),))

    def _in_words(self) -> list[Word]:
        self._space()
        if not self._cursor.take(_IN):
            return []
        words: list[Word] = []
        while True:
            self._cursor.blanks()
            word = self._words.word()
            if word is None:
                return words
            words.append(word)

    def _body(self) -> Script:
        opener = self._keyword("do", "{")
        body = self.script()
        self._keyword("done" if opener == "do" else "}")
        return body

    def _case(self, start: int) -> Command:
        cursor = self._cursor
        cursor.blanks()
        subject = self._words.word()
        self._space()
        if subject is None or not cursor.take(_IN):
            raise cursor.syntax()
        words = [subject]
        bodies: list[Script] = []
        while True:
            self._space()
            match = _RESERVED.match(cursor.text, cursor.at)
            if match is not None and match.group() == "esac":
                cursor.at = match.end()
                return self._made("case", start, maybe=tuple(bodies), words=tuple(words))
            words += self._patterns()
            bodies.append(self.script())
            self._space()
            cursor.take(_CASE_END)

    def _patterns(self) -> list[Word]:
        cursor = self._cursor
        if cursor.starts("("):
            cursor.at += 1
        words: list[Word] = []
        while True:
            cursor.budget.step()
            cursor.blanks()
            word = self._words.word()
            if word is None:
                raise cursor.syntax()
            words.append(word)
            cursor.blanks()
            if not cursor.starts("|"):
                cursor.expect(")")
                return words
            cursor.at += 1

    def _test(self, start: int) -> Command:
        cursor = self._cursor
        words: list[Word] = []
        self._words.patterns = False
        while not cursor.take(_TEST_END):
            cursor.budget.step()
            substitution = cursor.starts("<(") or cursor.starts(">(")
            if not substitution and cursor.take(_TEST_OPERATOR):
                continue
            word = self._words.word()
            if word is None:
                raise cursor.syntax()
            words.append(word)
        self._words.patterns = True
        return self._made("test", start, words=tuple(words))

    def _function(self, start: int) -> Command:
        cursor = self._cursor
        cursor.blanks()
        name = cursor.take(_NAME)
        if name is None:
            raise cursor.syntax()
        cursor.take(_EMPTY_BRACKETS)
        return self._defined(name.group(), start)

    def _defined(self, name: str, start: int) -> Command:
        self._space()
        with self._cursor.budget:
            body = self._command()
        return Function(name, body, *self._cursor.span(start))

    def _coproc(self, _: int) -> Command:
        self._cursor.blanks()
        return self._command()

    def _simple(self, start: int) -> Command:
        cursor = self._cursor
        assigns: list[Assign] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while self._piece(assigns, words, redirects):
            if len(words) != 1 or assigns or redirects:
                continue
            literal = words[0].literal()
            if literal is not None and cursor.take(_EMPTY_BRACKETS):
                return self._defined(literal, start)
            # Joined lines hid a reserved word from the look ahead.
            if literal in _RESERVED_WORDS:
                raise cursor.syntax()
        if not (assigns or words or redirects):
            raise cursor.syntax()
        return Simple(tuple(assigns), tuple(words), tuple(redirects), *cursor.span(start))

    def _piece(self, assigns: list[Assign], words: list[Word], redirects: list[Redirect]) -> bool:
        """Read the next redirection, assignment or word; False where the command ends."""
        cursor = self._cursor
        cursor.blanks()
        if cursor.starts("#"):
            return False
        redirect = self._redirections.one()
        if redirect is not None:
            redirects.append(redirect)
            return True
        assign = self._assign(anywhere=bool(words))
        if assign is not None:
            assigns.append(assign)
            return True
        word = self._words.word()
        if word is not None:
            words.append(word)
        return word is not None

    def _assign(self, *, anywhere: bool) -> Assign | None:
        """`name=value` before the command's name; `name=(...)` behind it, too, as in `declare`."""
        cursor = self._cursor
        match = _ASSIGN.match(cursor.text, cursor.at)
        if match is None:
            return None
        array = cursor.text[match.end() : match.end() + 1] == "("
        if anywhere and not array:
            return None
        cursor.at = match.end()
        name, append = match.group(1), bool(match.group(2))
        if array:
            return Assign(name, tuple(self._elements()), append, array=True)
        value = self._words.word()
        return Assign(name, (value,) if value else (), append, array=False)

    def _elements(self) -> list[Word]:
        cursor = self._cursor
        cursor.at += 1
        words: list[Word] = []
        with cursor.budget:
            while True:
                self._space()
                if cursor.starts(")"):
                    break
                word = self._words.word()
                if word is None:
                    raise cursor.syntax()
                words.append(word)
        cursor.at += 1
        return words

    _compounds: ClassVar[dict[str, Callable[[_Grammar, int], Command]]] = {
        "if": _if,
        "while": _while,
        "until": _while,
        "for": _for,
        "select": _for,
        "case": _case,
        "{": _group,
        "[[": _test,
        "function": _function,
        "coproc": _coproc,
    }


def _word(parts: tuple[Part, ...], cursor: Cursor, start: int) -> Word:
    return Word(parts, *cursor.span(start))
