"""The files of one configuration: the one that was asked for, and those that `extends` leads to."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from nsedmw.errors import Problem
from nsedmw.files import FileRefused, read_text
from nsedmw.loader import variables
from nsedmw.loader.nodes import read
from nsedmw.loader.tree import Document, Mapping, Scalar
from nsedmw.loader.values import Values

MAX_BYTES: Final = 4 * 1024 * 1024
"""Of one configuration file, ten times one with 10 000 blocklist items; longer lists have files."""
MAX_FILES: Final = 20
"""Files that extend each other."""


class Source(msgspec.Struct, frozen=True):
    """One file: `folder` is where its relative paths start."""

    values: Values
    folder: Path

    @property
    def document(self) -> Document:
        """Its nodes."""
        return self.values.document


class Chain:
    """The files, the outermost base first. Empty where the first one cannot be read at all."""

    def __init__(self, *, static: bool) -> None:
        self.sources: list[Source] = []
        self.problems: list[Problem] = []
        self._static = static
        self._seen: set[str] = set()

    def take_file(self, path: Path) -> None:
        """Begin with a file."""
        try:
            text = read_text(path, max_bytes=MAX_BYTES, private=False)
        except FileRefused as refused:
            place = (refused.line, refused.column)
            self.problems.append(Problem(str(path), *place, "", refused.message))
            return
        self._seen.add(os.path.realpath(path))
        self.take_text(text, str(path), path.parent)

    def take_text(self, text: str, label: str, folder: Path) -> None:
        """Begin, or go on, with a text."""
        if len(text) > MAX_BYTES:
            message = f"it is larger than {MAX_BYTES} bytes; put long lists into files"
            self.problems.append(Problem(label, 0, 0, "", message))
            return
        root, problems = read(text.removeprefix("\ufeff"), label)
        self.problems += problems
        if not isinstance(root, Mapping):
            if root is not None or not problems:
                self.problems.append(_rootless(label, root))
            return
        source = Source(Values(Document(label, root), static=self._static), folder)
        self.problems += source.values.problems
        self.sources.insert(0, source)
        self._follow(source)

    def _follow(self, source: Source) -> None:
        values, path = source.values, ("extends",)
        base = values.value.get("extends")
        if not base or not isinstance(base, str) or path in values.unset or path in values.unseen:
            return
        target = source.folder / base
        real = os.path.realpath(target)
        if real in self._seen:
            self._refuse(source, "it leads back to a file that is extended already; break the ring")
            return
        if len(self.sources) == MAX_FILES:
            self._refuse(source, f"more than {MAX_FILES} files extend each other; use fewer")
            return
        try:
            text = read_text(target, max_bytes=MAX_BYTES)
        except FileRefused as refused:
            self._refuse(source, _base_refused(refused))
            return
        self._seen.add(real)
        # A variable's value is not shown, so that the file is called what was written.
        written = str(values.written["extends"])
        label = os.path.normpath(Path(source.document.file).parent / written)
        self.take_text(text, label, target.parent)

    def _refuse(self, source: Source, message: str) -> None:
        self.problems.append(source.document.problem(("extends",), message))


def _base_refused(refused: FileRefused) -> str:
    place = f" (line {refused.line}, column {refused.column})" if refused.line else ""
    return f"{refused.message}{place}"


def _rootless(label: str, root: object) -> Problem:
    if root is None or (isinstance(root, Scalar) and root.value is None):
        message = "the file says nothing; write at least `middleware:` with a hook point and a list"
        return Problem(label, 1, 1, "", message)
    kind = "a list" if not isinstance(root, Scalar) else "a text"
    message = f"a configuration is an object (`middleware:` and so on), and this is {kind}"
    return Problem(label, 1, 1, "", f"{message}; write `key: value` lines")


def unseen_lines(source: Source) -> list[str]:
    """With `static`, one line for each value that was not looked at."""
    lines = []
    for path, scalar in source.values.unseen.items():
        named = variables.names(scalar.text)
        if named:
            lines.append(str(source.document.problem(path, " ".join(named))))
    return lines
