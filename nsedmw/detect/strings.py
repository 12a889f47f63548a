"""The strings inside a JSON value, each with the path that leads to it."""

from __future__ import annotations

from collections.abc import Iterator
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


def unescape(step: str) -> str:
    """Return the key that a step of a JSON Pointer holds."""
    return step.replace("~1", "/").replace("~0", "~")
