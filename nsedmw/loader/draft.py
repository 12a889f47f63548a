"""An entry on its way from a file to its spec."""

from __future__ import annotations

from typing import Any

import msgspec

from nsedmw.errors import Problem
from nsedmw.loader.chain import Source
from nsedmw.loader.specs import KINDS
from nsedmw.loader.tree import Path, breadcrumb


class Draft(msgspec.Struct):
    """An entry on its way: where it stands and what it says."""

    source: Source
    point: str
    path: Path
    value: dict[str, Any]

    def problem(self, path: Path, message: str) -> Problem:
        """A problem at a path from the entry."""
        return self.source.document.problem((*self.path, *path), message)

    def unknown(self, path: Path) -> bool:
        """Whether what stands at a path from the entry has no value that can be judged."""
        whole, values = (*self.path, *path), self.source.values
        return whole in values.unset or whole in values.unseen

    def filled(self, path: Path) -> bool:
        """Whether what stands at a path from the entry came from a variable, and is not shown."""
        return (*self.path, *path) in self.source.values.filled

    @property
    def kind(self) -> str:
        """Which of `KINDS` it has; "builtin" where it has none."""
        return next((kind for kind in KINDS if kind in self.value), KINDS[0])

    @property
    def home(self) -> tuple[str, str]:
        """The file and the place in it that problems of this entry begin with."""
        return self.source.document.file, breadcrumb(self.path)
