"""A JSON value again with parts of its strings replaced.

Offsets count code points of the string that a path leads to (of its last key, for keys).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from nsedmw.detect.embedded import Holders
from nsedmw.detect.strings import digits, escape


class Redaction(NamedTuple):
    """A hit to be replaced. `kind` is what its replacement names."""

    path: str
    start: int
    end: int
    kind: str
    in_key: bool = False


_Spans = list[tuple[int, int, str]]
Write = Callable[[str, str], str]
"""(kind, the text that goes) -> what stands in its place."""


def label(kind: str, text: str) -> str:
    """What a hit is replaced by where nothing else is asked for."""
    del text
    return f"[REDACTED:{kind}]"


def redact(content: Any, redactions: Iterable[Redaction], write: Write = label) -> Any:
    """Return the value with the hits replaced; what was given is left as it is.

    `write` is given a kind and the text to be replaced. Overlapping hits become one, of the kind of
    the longest (the first of equals). A number that is hit becomes a string, also in a string that
    is JSON. A key that is hit is replaced, and numbered (`#2`, `#3`) where the object would hold it
    twice.
    """
    values: dict[str, _Spans] = {}
    keys: dict[str, _Spans] = {}
    for path, start, end, kind, in_key in redactions:
        (keys if in_key else values).setdefault(path, []).append((start, end, kind))
    if not values and not keys:
        return content
    return _Rebuilt(values, keys, write).value(content, "")


class _Rebuilt:
    """The walk that copies what lies on the way to a hit and keeps everything else."""

    def __init__(self, values: dict[str, _Spans], keys: dict[str, _Spans], write: Write) -> None:
        self._values = values
        self._keys = keys
        self._write = write

    def value(self, content: Any, path: str) -> Any:
        if isinstance(content, dict):
            return self._object(content, path)
        if isinstance(content, list | tuple):
            return [self.value(item, f"{path}/{index}") for index, item in enumerate(content)]
        spans = self._values.get(path)
        if spans is None:
            return content
        if isinstance(content, str):
            return _rewritten(content, spans, self._write)
        return self._write(merged(spans)[0][2], digits(content))

    def _object(self, content: dict[str, Any], path: str) -> dict[str, Any]:
        taken = {key for key in content if f"{path}/{escape(key)}" not in self._keys}
        last: dict[str, int] = {}
        result: dict[str, Any] = {}
        for key, item in content.items():
            inner = f"{path}/{escape(key)}"
            spans = self._keys.get(inner)
            name = key if spans is None else self._name(key, spans, taken, last)
            result[name] = self.value(item, inner)
        return result

    def _name(self, key: str, spans: _Spans, taken: set[str], last: dict[str, int]) -> str:
        return _numbered(_rewritten(key, spans, self._write), taken, last)


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


def _rewritten(text: str, spans: _Spans, write: Write) -> str:
    holders = Holders(text)
    if not holders:
        written = [(start, end, write(kind, text[start:end])) for start, end, kind in merged(spans)]
        return replaced(text, written)
    grown = [(*_whole(holders, start, end), kind) for start, end, kind in spans]
    written = []
    for start, end, kind in merged(grown):
        holder = holders.holder(start, end)
        raw = text[start:end]
        said = write(kind, raw) if holder is None else holder.written(write(kind, holder.said(raw)))
        written.append((start, end, said))
    return replaced(text, written)


def _whole(holders: Holders, start: int, end: int) -> tuple[int, int]:
    """The span with all of the number that it is in, and of the escapes that it cuts.

    What is left of a number beside a string would be no JSON, nor would half an escape.
    """
    first, last = holders.holder(start, start + 1), holders.holder(end - 1, end)
    if first is not None:
        start = first.piece(start, start + 1)[0]
    if last is not None:
        end = last.piece(end - 1, end)[1]
    return start, end


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
