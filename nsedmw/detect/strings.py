"""The strings inside a JSON value, and the value again with parts of them replaced.

Offsets count code points of the string that a path leads to (of its last key, for keys).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

Kind = Literal["value", "key", "number"]


class Piece(NamedTuple):
    """One text of a JSON value: `path` is a JSON Pointer, "" for the value itself.

    `label` is the key that a value or number belongs to, also as a member of a list.
    """

    path: str
    text: str
    kind: Kind
    label: str = ""


class Redaction(NamedTuple):
    """What takes the place of a hit."""

    path: str
    start: int
    end: int
    replacement: str
    in_key: bool = False


_Spans = list[tuple[int, int, str]]


def pieces(content: Any, path: str = "", label: str = "") -> Iterator[Piece]:
    """Yield every string, key and number in the order in which JSON writes them.

    A number is its digits as JSON writes them. true, false and null hold no text.
    """
    if isinstance(content, str):
        yield Piece(path, content, "value", label)
    elif isinstance(content, bool) or content is None:
        return
    elif isinstance(content, dict):
        for key, value in content.items():
            inner = f"{path}/{escape(key)}"
            yield Piece(inner, key, "key")
            yield from pieces(value, inner, key)
    elif isinstance(content, list | tuple):
        for index, value in enumerate(content):
            yield from pieces(value, f"{path}/{index}", label)
    else:
        yield Piece(path, digits(content), "number", label)


def texts(content: Any) -> Iterator[str]:
    """Yield the texts of `pieces` alone, which costs a third where paths are not needed."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, bool) or content is None:
        return
    elif isinstance(content, dict):
        for key, value in content.items():
            yield key
            yield from texts(value)
    elif isinstance(content, list | tuple):
        for value in content:
            yield from texts(value)
    else:
        yield digits(content)


def digits(number: float) -> str:
    """Write a number as JSON does."""
    return repr(number)


def escape(key: str) -> str:
    """Return a key as a JSON Pointer holds it."""
    return key.replace("~", "~0").replace("/", "~1")


def redact(content: Any, redactions: Iterable[Redaction]) -> Any:
    """Return the value with the hits replaced; what was given is left as it is.

    Overlapping hits become one, with the replacement of the longest (the first of equals). A number
    that is hit becomes the replacement as a string. A key that is hit is replaced, and numbered
    (`#2`, `#3`) where the object would hold it twice.
    """
    values: dict[str, _Spans] = {}
    keys: dict[str, _Spans] = {}
    for path, start, end, replacement, in_key in redactions:
        (keys if in_key else values).setdefault(path, []).append((start, end, replacement))
    if not values and not keys:
        return content
    return _Rebuilt(values, keys).value(content, "")


class _Rebuilt:
    """The walk that copies what lies on the way to a hit and keeps everything else."""

    def __init__(self, values: dict[str, _Spans], keys: dict[str, _Spans]) -> None:
        self._values = values
        self._keys = keys

    def value(self, content: Any, path: str) -> Any:
        if isinstance(content, dict):
            return self._object(content, path)
        if isinstance(content, list | tuple):
            return [self.value(item, f"{path}/{index}") for index, item in enumerate(content)]
        spans = self._values.get(path)
        if spans is None:
            return content
        if isinstance(content, str):
            return replaced(content, spans)
        return merged(spans)[0][2]

    def _object(self, content: dict[str, Any], path: str) -> dict[str, Any]:
        taken = {key for key in content if f"{path}/{escape(key)}" not in self._keys}
        last: dict[str, int] = {}
        result: dict[str, Any] = {}
        for key, item in content.items():
            inner = f"{path}/{escape(key)}"
            spans = self._keys.get(inner)
            name = key if spans is None else _numbered(replaced(key, spans), taken, last)
            result[name] = self.value(item, inner)
        return result


def _numbered(key: str, taken: set[str], last: dict[str, int]) -> str:
    """Return the key, or its first numbered form that the object does not hold yet.

    `last` keeps the number that each key has come to: counting from the start for every one of many
    equal keys would take their number squared.
    """
    name, number = key, last.get(key, 1)
    if number > 1:
        name = f"{key}#{number}"
    while name in taken:
        number += 1
        name = f"{key}#{number}"
    taken.add(name)
    last[key] = number
    return name


def replaced(text: str, spans: _Spans) -> str:
    """Return the text with each span (start, end, replacement) replaced."""
    parts = []
    position = 0
    for start, end, replacement in merged(spans):
        parts += [text[position:start], replacement]
        position = end
    return "".join([*parts, text[position:]])


def merged(spans: _Spans) -> _Spans:
    """Return spans from left to right, overlapping ones as one."""
    result: _Spans = []
    longest = 0
    for start, end, replacement in sorted(spans, key=lambda span: (span[0], -span[1])):
        if result and start < result[-1][1]:
            first, last, kept = result[-1]
            if end - start > longest:
                kept, longest = replacement, end - start
            result[-1] = (first, max(last, end), kept)
        else:
            result.append((start, end, replacement))
            longest = end - start
    return result
