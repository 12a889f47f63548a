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

_WORD_BEFORE: Final = regex.compile(r"(?r)(?<=\s)\p{L}")
_NUMBER: Final = regex.compile(
    r"(?i)(?:number|num|no|nr|n[.º°]{1,3}|№|#|id|numero|número|numéro|nummer|numer|номер|numara|value"
    r"|رقم|الرقم|αριθμός|संख्या|नंबर|番号|号码|编号)?\.?"
)
"""Heads that say nothing themselves."""


def open_row(text: str) -> tuple[int, int]:
    """Return where rows begin whose last is not whole yet, and where that one does.

    What column a number in it is in is not known. Both are the text's length where nothing is open.
    """
    end = len(text)
    line = text.rfind("\n", max(end - _LONGEST, 0)) + 1
    above = _above(text, line)
    row = text[line:]
    if above < 0 or not _may_become_alike(row, text[above : line - 1]):
        return end, end
    return _first_alike(text, above), line


def table_before(text: str, place: int) -> int:
    """Return where the first of rows with equally many cells begins, where the place is in one."""
    line = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place, place + _LONGEST)
    if end < 0 and len(text) - place >= _LONGEST:
        return place  # The rest of the line is too long for a row, as all of it is.
    is_open, end = end < 0, len(text) if end < 0 else end
    if end - line >= _LONGEST:
        word = _WORD_BEFORE.search(text, max(end - 2 * _LONGEST, line), end - _LONGEST)
        return int(word.start()) if word else end - _LONGEST
    above = _above(text, line)
    if is_open and above >= 0 and _may_become_alike(text[line:], text[above : line - 1]):
        line = above
    return _first_alike(text, line)


def _first_alike(text: str, line: int) -> int:
    """Return where the first of lines begins of which each is like the next, to a given one."""
    above = _above(text, line)
    while above >= 0:
        end = text.find("\n", line, line + _LONGEST)
        row = text[line : end if end >= 0 else len(text)]
        if not _are_alike(row, text[above : line - 1]):
            break
        line, above = above, _above(text, above)
    return line


def _above(text: str, line: int) -> int:
    """Return where the line above begins; -1 where there is none, or it is no row."""
    if not line:
        return -1
    at = text.rfind("\n", max(line - 1 - _LONGEST, 0), line - 1)
    return at + 1 if at >= 0 or line - 1 < _LONGEST else -1


def _are_alike(row: str, other: str) -> bool:
    return any(mark in row and row.count(mark) == other.count(mark) for mark in _DELIMITERS)


def _may_become_alike(row: str, other: str) -> bool:
    return any(mark in other and row.count(mark) <= other.count(mark) for mark in _DELIMITERS)


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
            is_row = end >= 0 and end - line < _LONGEST
            table = _table(text, line, end) if is_row else None
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
    above = _above(text, line)
    if above >= 0 and text.count(mark, above, line - 1) == columns:
        return None
    at = end + 1
    while at < len(text):
        last = text.find("\n", at, at + _LONGEST)
        if last < 0:
            last = len(text)
        if last - at >= _LONGEST or text.count(mark, at, last) != columns:
            break
        at = last + 1
    if at == end + 1:
        return None
    return _Table(end + 1, at, mark, _heads(text[line:end], mark))


def _heads(row: str, mark: str) -> list[Head]:
    return [
        Head(own.strip(), row if _NUMBER.fullmatch(own.strip()) else "") for own in row.split(mark)
    ]
