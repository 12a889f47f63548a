"""Redirections, and here-documents: where the body of one ends, and whether it is expanded.

Rules are those of the Bash Reference Manual, Redirections, and POSIX.1-2024, Here-Document.
"""

from __future__ import annotations

import re
from typing import Final

from nsedmw.detect.shell.cursor import Cursor, Document
from nsedmw.detect.shell.tree import Part, Redirect, Text, Word
from nsedmw.detect.shell.words import ScriptOf, Words

_REDIRECT: Final = re.compile(
    r"([0-9]{1,9}+|\{[A-Za-z_][A-Za-z0-9_]*+\})?+"
    r"(&>>|&>|<<<|<<-|<<|<>|<&|>&|>>|>\||<(?!\()|>(?!\())"
)
_NOT_NEWLINE: Final = re.compile(r"[^\n]*+")


class Redirections:
    """Reads redirections at a cursor; `script` reads the commands inside bodies."""

    def __init__(self, cursor: Cursor, words: Words, script: ScriptOf) -> None:
        self._cursor = cursor
        self._words = words
        self._script = script

    def one(self) -> Redirect | None:
        """The redirection that begins here, or None; a here-document waits for its body.

        Raises:
            Unreadable: it has no target, or a delimiter whose meaning depends on the version.
        """
        cursor = self._cursor
        match = cursor.take(_REDIRECT)
        if match is None:
            return None
        cursor.budget.step()
        fd, op = match.group(1) or "", match.group(2)
        cursor.blanks()
        begins = cursor.at
        target = self._words.word()
        if target is None:
            raise cursor.syntax()
        if op not in ("<<", "<<-"):
            return Redirect(op, fd, target)
        document = Document(op, fd, target)
        raw = cursor.text[begins : cursor.at]
        if "$" in raw or "`" in raw:
            # What bash makes of `<<$(x)` depends on its version.
            raise cursor.syntax()
        document.delimiter = "".join(part.text for part in target.parts if isinstance(part, Text))
        document.expands = not any(quote in raw for quote in "'\"\\")
        document.tabs = op == "<<-"
        document.target = Word((), *cursor.span(begins))
        cursor.documents.append(document)
        return document

    def bodies(self) -> None:
        """Read the bodies that begin on this line."""
        cursor = self._cursor
        waiting, cursor.documents = cursor.documents, []
        for document in waiting:
            start = cursor.at
            body = self._lines(document)
            parts: tuple[Part, ...] = (Text(body, quoted=True),)
            if document.expands and ("$" in body or "`" in body or "\\" in body):
                inner = Cursor(body, cursor.budget, cursor.span(start))
                with cursor.budget:
                    parts = Words(inner, self._script).document()
            document.target = Word(parts, *cursor.span(start))

    def _lines(self, document: Document) -> str:
        """The body's lines; the cursor goes behind the line that ends it, or to the text's end."""
        cursor = self._cursor
        lines: list[str] = []
        while not cursor.ends():
            cursor.budget.step()
            begins = cursor.at
            line = self._line(document)
            if line == document.delimiter:
                break
            if cursor.closer and line.startswith(document.delimiter + cursor.closer):
                # Inside a command substitution bash also takes `EOF)`.
                cursor.at = begins + cursor.text[begins:].index(cursor.closer)
                break
            lines.append(line + "\n")
        else:
            if cursor.closer:
                raise cursor.syntax()
        return "".join(lines)

    def _line(self, document: Document) -> str:
        """One line; with expansions, lines that a backslash joins are one before they are told."""
        cursor = self._cursor
        line = ""
        while True:
            match = cursor.take(_NOT_NEWLINE)
            part = match.group() if match else ""
            cursor.at += 1
            if document.tabs and not line:
                part = part.lstrip("\t")
            slashes = len(part) - len(part.rstrip("\\"))
            if not document.expands or slashes % 2 == 0 or cursor.ends():
                cursor.at = min(cursor.at, cursor.length)
                return line + part
            line += part[:-1]
            cursor.budget.step()
