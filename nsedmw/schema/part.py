"""What a keyword is given to become a check, and the helper that checks of containers share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from nsedmw.detect.matcher import Matcher
from nsedmw.schema.run import At, Check, Node, Run


class Part(Protocol):
    """One keyword where it stands: its value, the schema around it, and what it refers to."""

    keyword: str
    value: Any
    schema: Mapping[str, Any]

    def node(self, *inner: str | int) -> Node:
        """The compiled schema at this path below the keyword."""
        ...

    def sibling(self, keyword: str) -> Node:
        """The compiled schema that is the value of a keyword beside this one."""
        ...

    def regex(self, source: str) -> Matcher:
        """The compiled regex."""
        ...

    def referred(self) -> Node:
        """The schema that the value, a reference, leads to."""
        ...

    def dynamic(self) -> Callable[[Run], Node]:
        """The schema that the value, a `$dynamicRef`, leads to in one run."""
        ...


Maker = Callable[[Part], Check]


def every(run: Run, at: At, parts: Iterable[tuple[str | int, Any, Node]]) -> bool:
    """Judge members or items (key, value, schema); True where all are sound."""
    good = True
    for key, value, node in parts:
        if not node.judge(run, value, None if at is None else (at, key), None):
            if at is None:
                return False
            good = False
    return good
