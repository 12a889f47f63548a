"""Addresses of the Internet Protocol, version 4 and 6, that lead to somebody.

Loopback and unspecified addresses identify nobody. Versions, object identifiers and the scopes of
programming languages look alike and do not count.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from heapq import merge
from typing import Final

import regex

CANDIDATE: Final = r"[0-9]\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]|[0-9A-Fa-f]?:[0-9A-Fa-f]{0,4}:"

_V4: Final = regex.compile(
    r"(?<![\w.+-])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![\w+]|\.[\w]|-[\w])", regex.ASCII
)
_V6: Final = regex.compile(r"(?<![\w:.])[0-9A-Fa-f:]{2,39}+(?![\w:]|\.\w)", regex.ASCII)
_VERSION: Final = regex.compile(
    r"(?ir)(?:\b(?:version|versions|ver|release|build|firmware|oid)|[=~^<>]=?)[\s:\"']*\Z"
)
_REACH: Final = 16
"""Characters before a number in which a word such as "version" ends."""
_LEAST_COLONS: Final = 2


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each address, without a port or the length of a prefix."""
    del label
    return merge(_version4(text), _version6(text))


def _version4(text: str) -> Iterator[tuple[int, int]]:
    for match in _V4.finditer(text):
        before = text[max(match.start() - _REACH, 0) : match.start()]
        if _leads_somewhere(match[0]) and not _VERSION.search(before):
            yield match.span()


def _version6(text: str) -> Iterator[tuple[int, int]]:
    for match in _V6.finditer(text):
        found = match[0]
        # `a::b` is a name in C++ and Rust; an address without any digit is next to unheard of.
        if found.count(":") < _LEAST_COLONS or not any(char.isdigit() for char in found):
            continue
        if _leads_somewhere(found):
            yield match.span()


def _leads_somewhere(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_unspecified)
