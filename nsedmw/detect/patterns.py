"""Many patterns against one text: a single pass says which could hit, only those are located.

A pattern is never left out because the pass failed: what the pass cannot speak for is located.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

import re2

from nsedmw.detect.subject import Subject

_LEAST_MEMORY: Final = 16 * 1024 * 1024
_MEMORY_PER_PATTERN: Final = 4096
"""Bytes that a set may use: 10 000 words of ten letters compile within RE2's usual 8 MiB."""


class Item(Protocol):
    """What a set holds: a `Matcher`, or a detector that judges its own candidates.

    `relaxed` is an RE2 pattern that is found wherever the item hits; None where none is known.
    """

    @property
    def relaxed(self) -> str | None:
        """The RE2 pattern of the pass."""
        ...

    def located(self, subject: Subject, /) -> Iterator[tuple[int, int]]:
        """All hits in code points, from left to right."""
        ...


class PatternSet:
    """Items by their index; safe to share between threads."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = tuple(items)
        self._always: list[int] = []
        self._in_set: list[int] = []
        self._set = self._compiled()

    def hits(self, text: str) -> Iterator[tuple[int, int, int]]:
        """Yield (index of the item, start, end) for every hit, by item, then from left to right.

        Offsets count code points.

        Raises:
            PatternTimeout: one of the patterns ran past its deadline.
        """
        subject = Subject(text)
        return self.located(subject, self.possible(subject))

    def possible(self, subject: Subject) -> list[int]:
        """Return the items that may hit in this text or in any piece of it; no other does."""
        if self._set is None or subject.data is None:
            return list(range(len(self._items)))
        found = self._set.Match(subject.data)
        # The first member matches every text: without it RE2 ran out of memory and said nothing.
        if not found or 0 not in found:
            return list(range(len(self._items)))
        return sorted([*self._always, *(self._in_set[index - 1] for index in found if index)])

    def narrowed(self, subject: Subject, among: Sequence[int]) -> Sequence[int]:
        """Return those of `among`, which `possible` said of a text around it, that may hit here."""
        if not among:
            return among
        return sorted(set(among).intersection(self.possible(subject)))

    def located(self, subject: Subject, among: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Yield the hits of some items, by item, then from left to right.

        Raises:
            PatternTimeout: one of the patterns ran past its deadline.
        """
        for index in among:
            for start, end in self._items[index].located(subject):
                yield index, start, end

    def _compiled(self) -> Any:
        """Compile the set; None where there is nothing to put in or RE2 refuses it."""
        options = re2.Options()
        options.log_errors = False
        options.max_mem = _LEAST_MEMORY + _MEMORY_PER_PATTERN * len(self._items)
        pool = re2.Set.SearchSet(options)
        pool.Add(b"")
        for index, item in enumerate(self._items):
            (self._in_set if _added(pool, item) else self._always).append(index)
        if not self._in_set:
            return None
        try:
            pool.Compile()
        except re2.error:
            return None
        return pool


def _added(pool: Any, item: Item) -> bool:
    if item.relaxed is None:
        return False
    try:
        pool.Add(item.relaxed.encode())
    except re2.error:
        return False
    return True
