"""A JSON value again with parts of its strings replaced.

Offsets count code points of the string that a path leads to (of its last key, for keys).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from nsedmw.detect.embedded import Group, Holders
from nsedmw.detect.strings import digits, escape, unescape
from nsedmw.types import Finding


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
    within: _Spans = []
    for start, end, kind in spans:
        # What lies across the marks of JSON goes string by string: the marks stay.
        across = holders.holder(start, end) is None
        parts = holders.parts(start, end) if across else [(start, end)]
        within += [(*_whole(holders, *part), kind) for part in parts]
    return replaced(text, _in_json(text, holders, merged(within), write))


def _in_json(text: str, holders: Holders, spans: _Spans, write: Write) -> _Spans:
    """Return spans with what is written for each; keys of one object stay apart."""
    written = []
    objects: dict[tuple[int, Group], tuple[set[str], dict[str, int]]] = {}
    for start, end, kind in spans:
        holder = holders.holder(start, end)
        raw = text[start:end]
        if holder is None:
            written.append((start, end, write(kind, raw)))
            continue
        said = write(kind, holder.said(raw))
        if holder.kind == "key" and (start, end) == holder.whole:
            of = (id(holder.outer), holder.group)
            if of not in objects:
                objects[of] = (set(holders.keys(holder)), {})
            said = _numbered(said, *objects[of])
        written.append((start, end, holder.written(said)))
    return written


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


def told_paths(findings: Iterable[Finding], write: Write = label) -> list[Finding]:
    """Return findings whose paths tell no key that was hit: they lead into the redacted content."""
    findings = list(findings)
    keys: dict[str, _Spans] = {}
    for one in findings:
        if one.in_key:
            keys.setdefault(one.path, []).append((one.start, one.end, one.rule))
    if not keys:
        return findings
    return [msgspec.structs.replace(one, path=_told(one.path, keys, write)) for one in findings]


def _told(path: str, keys: dict[str, _Spans], write: Write) -> str:
    first, *steps = path.split("/")
    so_far, told = first, [first]
    for step in steps:
        so_far = f"{so_far}/{step}"
        spans = keys.get(so_far)
        told.append(step if spans is None else escape(_rewritten(unescape(step), spans, write)))
    return "/".join(told)
