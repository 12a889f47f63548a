"""Tables in plain text: rows of one delimiter under a row of heads that says what the columns are.

Only a row that holds one of the words that somebody looks for is tried as a row of heads, so text
without such words is not looked at.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

import regex

_DELIMITERS: Final = "|;\t,"
_LONGEST: Final = 1000
"""Characters of a line; a longer one is no row of a table."""

_ROW: Final = regex.compile(rf"[{_DELIMITERS}][^\n]*+\n\Z")
_DIGIT: Final = regex.compile(r"\p{Nd}")
_NUMBER: Final = regex.compile(
    r"(?i)(?:number|num|no|nr|n[.º°]{1,3}|№|#|id|numero|número|numéro|nummer|numer|номер|numara|value"
    r"|رقم|الرقم|αριθμός|संख्या|नंबर|番号|号码|编号)?\.?"
)
"""Heads that say nothing themselves."""


def open_row(text: str, start: int) -> int:
    """Return where a row begins that is not whole yet: what column a number is in is not known."""
    line = text.rfind("\n") + 1
    if not line or not _ROW.search(text, max(line - _LONGEST, 0), line):
        return len(text)
    return max(line, start) if _DIGIT.search(text, line) else len(text)


def table_before(text: str, place: int) -> int:
    """Return where the first of rows with equally many cells begins, where the place is in one."""
    line = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    after = text.find("\n", end + 1) if end >= 0 else -1
    below = text[end + 1 : after if after >= 0 else len(text)] if end >= 0 else ""
    row = text[line : end if end >= 0 else len(text)]
    is_row = _are_alike(row, below)
    while line:
        above = text.rfind("\n", 0, line - 1) + 1
        upper = text[above : line - 1]
        if not _are_alike(row, upper):
            break
        is_row, line, row = True, above, upper
    return line if is_row else place


def _are_alike(row: str, other: str) -> bool:
    return any(mark in row and row.count(mark) == other.count(mark) for mark in _DELIMITERS)


class Head(NamedTuple):
    """The head of a column, and the row of them where it says nothing itself, such as "no."."""

    own: str
    others: str


class _Table(NamedTuple):
    """Where its rows begin and end, what parts their cells, and the heads."""

    start: int
    end: int
    mark: str
    heads: list[Head]


class Tables:
    """The tables of a text whose heads hold one of the words at `places`, in ascending order."""

    def __init__(self, text: str, places: Iterable[int]) -> None:
        self._text = text
        self._tables: list[_Table] = []
        done = -1
        for place in places if "\n" in text else ():
            if place < done:
                continue
            line = text.rfind("\n", max(place - _LONGEST, 0), place) + 1
            end = text.find("\n", place, place + _LONGEST)
            done = place if end < 0 else end
            table = None if end < 0 else _table(text, line, end)
            if table is not None:
                self._tables.append(table)
                done = table.end
        self._starts = [table.start for table in self._tables]

    def __bool__(self) -> bool:
        return bool(self._starts)

    def columns(self, wanted: Callable[[Head], bool]) -> Iterator[tuple[int, int]]:
        """Yield where the cells under the heads that are wanted begin and end, row by row."""
        for table in self._tables:
            columns = [index for index, head in enumerate(table.heads) if wanted(head)]
            if columns:
                yield from self._cells(table, columns)

    def _cells(self, table: _Table, columns: list[int]) -> Iterator[tuple[int, int]]:
        at = table.start
        for row in self._text[table.start : table.end].split("\n"):
            cells = row.split(table.mark)
            for column in columns:
                if column < len(cells):
                    start = at + sum(map(len, cells[:column])) + column
                    yield start, start + len(cells[column])
            at += len(row) + 1

    def cell(self, place: int) -> tuple[int, Head] | None:
        """Return where the cell of a position begins, and the head of its column."""
        if not self._starts:
            return None
        at = bisect_right(self._starts, place) - 1
        if at < 0 or place >= self._tables[at].end:
            return None
        table = self._tables[at]
        line = self._text.rfind("\n", table.start - 1, place) + 1
        column = self._text.count(table.mark, line, place)
        if column >= len(table.heads):
            return None
        return max(self._text.rfind(table.mark, line, place), line), table.heads[column]


def _table(text: str, line: int, end: int) -> _Table | None:
    """Return the table under a line, or None where the next line is no row like it."""
    mark = next((mark for mark in _DELIMITERS if text.find(mark, line, end) >= 0), None)
    if mark is None:
        return None
    columns = text.count(mark, line, end)
    if (
        line
        and text.count(mark, max(text.rfind("\n", max(line - 1 - _LONGEST, 0), line - 1), 0), line)
        == columns
    ):
        return None
    at = end + 1
    while at < len(text):
        last = text.find("\n", at, at + _LONGEST)
        last = min(len(text), at + _LONGEST) if last < 0 else last
        if text.count(mark, at, last) != columns:
            break
        at = last + 1
    if at == end + 1:
        return None
    return _Table(end + 1, at, mark, _heads(text[line:end], mark))


def _heads(row: str, mark: str) -> list[Head]:
    return [
        Head(own.strip(), row if _NUMBER.fullmatch(own.strip()) else "") for own in row.split(mark)
    ]
