r"""A string that is itself JSON: its strings, keys and numbers, and where each stands in it.

Two readings of one text must not differ: what a program would parse is what is looked at, be it
written as `A` or with a key that stands twice.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, Literal

Kind = Literal["value", "key", "number"]
Span = tuple[int, int]
Group = tuple[int, int]
"""The number of a document in a text, and of a container in the document."""

DEPTH: Final = 16
"""How many levels of JSON inside JSON are read: each doubles the escapes of its quotes."""

_BEGINS: Final = re.compile(r"^[ \t\r\ufeff]*+[\[{]|\A[\s\ufeff]*+\"", re.MULTILINE)
_EDGES: Final = " \t\r\n\ufeff"
_FENCE: Final = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[ \t]*json\w*[ \t]*\r?\n(.*?)^[ \t]*\1", re.DOTALL | re.MULTILINE
)
_TOKEN: Final = re.compile(
    r'"(?P<string>[^"\\]*(?:\\.[^"\\]*)*)"|(?P<number>-?[0-9][0-9.eE+-]*)|(?P<sign>[\[\]{}:,])',
    re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_FIRST_HALF: Final = re.compile(r"\\u[dD][89abAB]")
_SECOND_HALF: Final = re.compile(r"\\u[dD][c-fC-F]")
"""Of a pair that makes one character."""


class Inner:
    """One string, key or number of a text that is JSON.

    `start` and `end` are what its own characters span in the outermost text, without quotes.
    `label` is the key that it belongs to; `depth` the number of strings that it stands inside.
    """

    __slots__ = (
        "__dict__",
        "depth",
        "group",
        "is_json",
        "kind",
        "label",
        "outer",
        "raw",
        "start",
        "text",
    )

    def __init__(
        self, text: str, raw: str, start: int, kind: Kind, label: str, outer: Inner | None
    ) -> None:
        self.text = text
        self.raw = raw
        self.start = start
        self.kind = kind
        self.label = label
        self.outer = outer
        self.group: Group = (0, 0)
        """Of a key: which object it is of."""
        self.is_json = False
        """Whether all of it is JSON again."""
        self.depth: int = 1 if outer is None else outer.depth + 1

    def span(self, start: int, end: int) -> Span:
        """The piece of the outermost text that a piece of this one stands for, if not empty."""
        first, last = self._place(start)[0], self._place(end - 1)[1]
        return (first, last) if self.outer is None else self.outer.span(first, last)

    @cached_property
    def whole(self) -> Span:
        """What all of it spans in the outermost text; an empty string stands nowhere."""
        start, end = self.start, self.start + len(self.raw)
        return (start, end) if self.outer is None or start == end else self.outer.span(start, end)

    def piece(self, start: int, end: int) -> Span:
        """The least of it that can be replaced and has a span of the outermost text in it."""
        if self.kind == "number" or not self.text:
            return self.whole
        places = range(len(self.text))
        first = bisect_right(places, start, key=lambda n: self.span(n, n + 1)[0]) - 1
        last = bisect_right(places, end - 1, key=lambda n: self.span(n, n + 1)[0]) - 1
        return self.span(max(first, 0), max(last, 0) + 1)

    def said(self, raw: str) -> str:
        """What a piece that stands for some of it says, its escapes undone."""
        for _ in range(0 if self.kind == "number" else self.depth):
            raw = _unescaped(raw)
        return raw

    def written(self, replacement: str) -> str:
        """What stands for some of it so that the text around it stays JSON.

        A number becomes a string, so it has to be replaced whole.
        """
        number = self.kind == "number"
        if number:
            replacement = json.dumps(replacement, ensure_ascii=False)
        for _ in range(self.depth - number):
            replacement = json.dumps(replacement, ensure_ascii=False)[1:-1]
        return replacement

    @cached_property
    def _map(self) -> tuple[list[int], list[int], list[int]]:
        """Of each escaped character: its place, and the start and end of its escape."""
        places: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        shift = 0
        high = False
        for match in _ESCAPE.finditer(self.raw):
            start, end = match.span()
            if high and start == ends[-1] and _SECOND_HALF.match(match[0]):
                ends[-1] = end
                shift -= end - start
                high = False
                continue
            places.append(start + shift)
            starts.append(start)
            ends.append(end)
            shift -= end - start - 1
            high = _FIRST_HALF.match(match[0]) is not None
        return places, starts, ends

    def _place(self, at: int) -> Span:
        """Where one of its characters stands in the text around it."""
        if "\\" not in self.raw:
            return self.start + at, self.start + at + 1
        places, starts, ends = self._map
        before = bisect_right(places, at) - 1
        if before >= 0 and places[before] == at:
            return self.start + starts[before], self.start + ends[before]
        moved = at if before < 0 else ends[before] + at - places[before] - 1
        return self.start + moved, self.start + moved + 1


def may_be_json(text: str) -> bool:
    """Whether an object or array begins a line of a text, or the text is one string in quotes."""
    return _BEGINS.search(text) is not None


def inside(
    text: str, outer: Inner | None = None, among: Sequence[Span] | None = None
) -> Iterator[Inner]:
    """Yield what the JSON in a text holds, in order; nothing where there is none.

    That is a text that is JSON, or a fenced block or line of it that is an object or an array. A
    string that holds JSON itself comes before what it holds. `among` is what `documents` found.
    """
    for number, (start, end) in enumerate(documents(text) if among is None else among):
        walk = _Walk(number)
        for token in _TOKEN.finditer(text, start, end):
            if token["sign"] is not None:
                walk.sign(token["sign"])
                continue
            found = _inner(token, walk, outer)
            deeper = found.kind == "value" and found.depth < DEPTH
            where = documents(found.text) if deeper else []
            found.is_json = bool(where) and is_all(found.text, where)
            yield found
            if where:
                yield from inside(found.text, found, where)


def is_all(text: str, found: Sequence[Span]) -> bool:
    """Whether what `documents` found is all of the text."""
    return list(found) == [_trimmed(text, 0, len(text))]


def documents(text: str) -> list[Span]:
    """Where JSON stands: all of the text, or its fenced blocks and lines that are JSON alone."""
    if not may_be_json(text):
        return []
    whole = _trimmed(text, 0, len(text))
    if _is_json(text[slice(*whole)]):
        return [whole]
    found: list[Span] = []
    position = 0
    for fence in _FENCE.finditer(text):
        found += _lines(text, position, fence.start())
        block = _trimmed(text, *fence.span(2))
        found += [block] if _is_json(text[slice(*block)]) else _lines(text, *fence.span(2))
        position = fence.end()
    return [*found, *_lines(text, position, len(text))]


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        line = _trimmed(text, start, stop)
        if text[line[0] : line[0] + 1] in ("{", "[") and _is_json(text[slice(*line)]):
            yield line
        start = stop + 1


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start] in _EDGES:
        start += 1
    while start < end and text[end - 1] in _EDGES:
        end -= 1
    return start, end


class _Walk:
    """Where in a JSON text one is: whether a key comes next, and which key a value belongs to."""

    def __init__(self, document: int) -> None:
        self.label = ""
        self.expects_key = False
        self._document = document
        self._count = 0
        self._open: list[tuple[bool, str, int]] = [(False, "", 0)]
        """Of each container around: whether it is an object, the key it belongs to, its number."""

    @property
    def group(self) -> Group:
        """Which container this is."""
        return self._document, self._open[-1][2]

    def sign(self, sign: str) -> None:
        if sign in "[{":
            self._count += 1
            self._open.append((sign == "{", self.label, self._count))
            self.expects_key = sign == "{"
        elif sign in "]}":
            self.expects_key = False
            if len(self._open) > 1:  # a text that was too deep to be judged may close too often
                _, self.label, _ = self._open.pop()
        elif sign == ":":
            self.expects_key = False
        else:
            self.expects_key, self.label, _ = self._open[-1]


def _inner(token: re.Match[str], walk: _Walk, outer: Inner | None) -> Inner:
    number = token["number"]
    if number is not None:
        return Inner(number, number, token.start(), "number", walk.label, outer)
    raw = token["string"]
    text = _unescaped(raw)
    if walk.expects_key:
        walk.label = text
        key = Inner(text, raw, token.start() + 1, "key", "", outer)
        key.group = walk.group
        return key
    return Inner(text, raw, token.start() + 1, "value", walk.label, outer)


class Holders:
    """The strings and numbers inside a text that is JSON, to find which holds a piece of it.

    It is empty for any other text.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._documents = documents(text)
        self._inner = list(inside(text, among=self._documents))
        self._starts = [one.whole[0] for one in self._inner]

    def __bool__(self) -> bool:
        return bool(self._inner)

    def parts(self, start: int, end: int) -> list[Span]:
        """The pieces of a span in strings and numbers, and outside of all JSON."""
        found = list(self._outside(start, end))
        for at in range(max(bisect_right(self._leaves, (start, end)) - 1, 0), len(self._leaves)):
            low, high = self._leaves[at]
            if low >= end:
                break
            if start < high:
                found.append((max(start, low), min(end, high)))
        return found

    def _outside(self, start: int, end: int) -> Iterator[Span]:
        """Yield what of a span is no JSON, without the line feeds that part it from JSON."""
        at = bisect_right(self._documents, start, key=lambda span: span[1])
        while start < end:
            first, last = self._documents[at] if at < len(self._documents) else (end, end)
            piece = _trimmed(self._text, start, min(first, end))
            if piece[0] < piece[1]:
                yield piece
            start = last
            at += 1

    def keys(self, key: Inner) -> list[str]:
        """All keys of the object that one is of."""
        return self._keys[id(key.outer), key.group]

    @cached_property
    def _leaves(self) -> list[Span]:
        """What holds nothing further, from left to right; an empty string has no piece."""
        around = {id(one.outer) for one in self._inner}
        return [one.whole for one in self._inner if one.text and id(one) not in around]

    @cached_property
    def _keys(self) -> dict[tuple[int, Group], list[str]]:
        """The keys of each object, by the string that it stands in and its own number."""
        found: dict[tuple[int, Group], list[str]] = {}
        for one in self._inner:
            if one.kind == "key":
                found.setdefault((id(one.outer), one.group), []).append(one.text)
        return found

    def holder(self, start: int, end: int) -> Inner | None:
        """The innermost that holds all of a piece; None where it lies across the marks of JSON."""
        at = bisect_right(self._starts, start) - 1
        found = self._inner[at] if at >= 0 else None
        while found is not None and not (found.whole[0] <= start and end <= found.whole[1]):
            found = found.outer
        return found


def _unescaped(raw: str) -> str:
    if "\\" not in raw:
        return raw
    try:
        text: str = json.loads(f'"{raw}"', strict=False)
    except ValueError:
        return raw  # of a text that was too deep to be judged
    return text


def _is_json(text: str) -> bool:
    try:
        # Others read numbers that are longer than Python's own bound.
        json.loads(text, strict=False, parse_int=str, parse_float=str)
    except RecursionError:
        return True  # others may parse what is too deep for this parser
    except ValueError:
        return False
    return True
