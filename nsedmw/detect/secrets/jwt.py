"""JSON Web Tokens: signed (RFC 7515), encrypted (RFC 7516), or with an empty signature."""

from __future__ import annotations

import binascii
from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.reach import Reach, token

CANDIDATE: Final = r"eyJ[0-9A-Za-z_-]{8}"

_RUN: Final = regex.compile(
    r"(?<![0-9A-Za-z_-])([0-9A-Za-z_-]{11,}+)={0,2}(?:\.[0-9A-Za-z_-]*+={0,2}){1,4}+"
)
"""Parts with full stops between them, from where base64url begins: each is read once."""
_BEGINS: Final = "eyJ"
"""What `{"` is in base64."""
_TRIES: Final = 4
"""How often a header may seem to begin in what is glued to its front."""
_LEAST: Final = 24
"""Characters in all: a header alone has about as many, and says nothing secret."""
_HEAD: Final = 64
"""Characters of a header that are read: its algorithm stands in the first few."""
_MEMBERS: Final = (b'"alg"', b'"typ"', b'"enc"', b'"kid"', b'"cty"')

REACH: Final = Reach(open=token, behind=32)


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield each token with all its parts; its first part must read as a JOSE header."""
    del label
    position = 0
    while match := _RUN.search(text, position):
        start = _header_start(match[1])
        if start < 0:
            position = match.end(1)
            continue
        position = end = match.end()
        # A full stop at a sentence's end is none of the token's.
        while text[end - 1] == "." and match[0].count(".") > 2:  # noqa: PLR2004  # three parts
            end -= 1
        if end - match.start() - start >= _LEAST:
            yield match.start() + start, end


def _header_start(part: str) -> int:
    """Where in a part a header begins that goes on to its end; -1 where none does."""
    at = part.find(_BEGINS)
    for _ in range(_TRIES):
        if at < 0 or _is_header(part[at:]):
            return at
        at = part.find(_BEGINS, at + 1)
    return -1


def _is_header(part: str) -> bool:
    head = part[: min(len(part), _HEAD * 4) // 4 * 4].replace("-", "+").replace("_", "/")
    data = binascii.a2b_base64(head)
    return any(member in data for member in _MEMBERS)
