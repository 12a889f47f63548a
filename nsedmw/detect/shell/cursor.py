"""Where the reading of a shell text stands, and how much work it may still take."""

from __future__ import annotations

import re
from typing import Final, Literal

from nsedmw.detect.shell.tree import Redirect

STEPS: Final = 80_000
"""Words, parts and commands of one call, readings of strings inside it included. A step costs up to
25 microseconds on a busy core, and the scripts of a Linux system have one every three to four
characters; a here-document's line is one, so that the text of a file does not count."""
DEPTH: Final = 40
"""Nested constructs and readings. Each takes up to 9 of the 1000 frames that Python gives."""

Why = Literal["syntax", "deep", "long", "dynamic"]

_BLANK: Final = re.compile(r"(?:[ \t]|\\\n)++")


class Unreadable(Exception):
    """The text cannot be read as a shell would, or not within its bounds."""

    def __init__(self, why: Why, position: int = 0) -> None:
        super().__init__(why)
        self.why: Why = why
        self.position = position


class Budget:
    """The steps that are left for one call, and how deep it is."""

    __slots__ = ("depth", "left")

    def __init__(self, steps: int = STEPS) -> None:
        self.left = steps
        self.depth = 0

    def step(self, count: int = 1) -> None:
        """Count work.

        Raises:
            Unreadable: none is left.
        """
        self.left -= count
        if self.left < 0:
            raise Unreadable("long")

    def __enter__(self) -> None:
        """Go one level down; Unreadable where that is too deep."""
        if self.depth >= DEPTH:
            raise Unreadable("deep")
        self.depth += 1

    def __exit__(self, *_: object) -> None:
        """Come back up."""
        self.depth -= 1


class Document(Redirect):
    """A here-document whose body is still to come."""

    delimiter: str = ""
    expands: bool = True
    tabs: bool = False


class Cursor:
    """A position in a text. With `fixed` every place in it is told as that span.

    `closer` is the bracket that ends the command substitution that is being read, or "".
    """

    def __init__(self, text: str, budget: Budget, fixed: tuple[int, int] | None = None) -> None:
        self.text = text
        self.length = len(text)
        self.at = 0
        self.budget = budget
        self.fixed = fixed
        self.documents: list[Document] = []
        self.closer = ""

    def span(self, start: int) -> tuple[int, int]:
        """From `start` to here, as it is told."""
        return self.fixed or (start, self.at)

    def ends(self) -> bool:
        """Whether nothing is left."""
        return self.at >= self.length

    def starts(self, text: str) -> bool:
        """Whether `text` comes next."""
        return self.text.startswith(text, self.at)

    def peek(self) -> str:
        """The next character, or ""."""
        return self.text[self.at : self.at + 1]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Match here and go behind the match."""
        match = pattern.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
        return match

    def blanks(self) -> None:
        """Go behind spaces and joined lines."""
        self.take(_BLANK)

    def expect(self, text: str) -> None:
        """Go behind `text`.

        Raises:
            Unreadable: something else comes.
        """
        if not self.starts(text):
            raise self.syntax()
        self.at += len(text)

    def syntax(self) -> Unreadable:
        """The error for what cannot stand here."""
        return Unreadable("syntax", self.at)
