"""A YAML document as a person wrote it: nodes with their places, and the way to a place.

Lines and columns count from 1. Nodes are shared where the document has an alias.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from nsedmw.errors import Problem

Path: TypeAlias = tuple[str | int, ...]

_PLAIN_KEY: Final = re.compile(r"[A-Za-z_$][-\w$]*\Z")
_SHOWN: Final = 40
"""Characters of a person's own text that a message quotes."""

_LONG: Final = 300
"""Characters of a breadcrumb; a longer one loses its middle."""


UNFIT: Final = object()
"""The value of a scalar that was refused when it was read; nothing else is told about it."""


@dataclass(slots=True, eq=False)
class Scalar:
    """`text` after YAML's quoting, `style` its quoting ("" for none), `value` what YAML reads."""

    line: int
    column: int
    text: str
    style: str
    value: Any


@dataclass(slots=True, eq=False)
class Sequence:
    """A list."""

    line: int
    column: int
    items: list[Node] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Mapping:
    """An object; `keys` has the nodes of its keys, of merged ones too."""

    line: int
    column: int
    items: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Scalar] = field(default_factory=dict)


Node: TypeAlias = Scalar | Sequence | Mapping


def shown(text: str) -> str:
    """A person's own text for a message: cut, and with escapes for what does not print."""
    cut = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in cut
    )


def breadcrumb(path: Path) -> str:
    """`middleware.before_release[0].config` from the steps of a path."""
    crumbs = ""
    for step in path:
        if isinstance(step, int):
            crumbs += f"[{step}]"
        elif _PLAIN_KEY.match(step):
            crumbs += f".{step}" if crumbs else step
        else:
            crumbs += f"['{shown(step)}']"
    return crumbs if len(crumbs) <= _LONG else f"{crumbs[: _LONG // 2]}...{crumbs[-_LONG // 2 :]}"


def child(node: Node, step: str | int) -> Node | None:
    """What stands under a key or index, or None."""
    if isinstance(node, Mapping) and isinstance(step, str):
        return node.items.get(step)
    if isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
        return node.items[step]
    return None


@dataclass(slots=True, eq=False)
class Document:
    """One file: what messages call it, and its root."""

    file: str
    root: Node

    def node(self, path: Path) -> Node | None:
        """The node at a path, or None."""
        found: Node | None = self.root
        for step in path:
            if found is None:
                return None
            found = child(found, step)
        return found

    def problem(self, path: Path, message: str) -> Problem:
        """A problem at the value of `path`, or at the nearest ancestor that is there."""
        found = self.root
        for step in path:
            inner = child(found, step)
            if inner is None:
                break
            found = inner
        return Problem(self.file, found.line, found.column, breadcrumb(path), message)

    def key_problem(self, path: Path, message: str) -> Problem:
        """A problem at the key that `path` ends with."""
        parent = self.node(path[:-1])
        key = parent.keys.get(str(path[-1])) if isinstance(parent, Mapping) else None
        if key is None:
            return self.problem(path, message)
        return Problem(self.file, key.line, key.column, breadcrumb(path), message)
