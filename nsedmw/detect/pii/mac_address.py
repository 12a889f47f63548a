"""Hardware addresses of network interfaces: EUI-48 of IEEE 802.

Six octets by colon or hyphen (IEEE 802-2014, 8.1), or three groups of four digits by dots, as Cisco
writes them. The broadcast address and that of zeros only belong to nobody; longer rows of octets
are an EUI-64 or a fingerprint.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.pii.shapes import Shape

CANDIDATE: Final = (
    r"\b[0-9A-Fa-f]{2}(?:(?::[0-9A-Fa-f]{2}){5}|(?:-[0-9A-Fa-f]{2}){5})\b"
    r"|\b[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\b"
)

_SHAPE: Final = Shape(CANDIDATE)
_GOES_ON: Final = regex.compile(r"[:.-]\w")
_MARKS: Final = frozenset(":.-")
_NOBODYS: Final = frozenset("0f")


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each address."""
    del label
    judged: dict[str, bool] = {}
    for start, end in _SHAPE.spans(text):
        found = text[start:end]
        good = judged.get(found)
        if good is None:
            good = judged[found] = _is_somebodys(found)
        if good and text[start - 1 : start] not in _MARKS and not _GOES_ON.match(text, end):
            yield start, end


def _is_somebodys(found: str) -> bool:
    digits = found.lower().translate({ord(mark): None for mark in ":-."})
    if len(set(digits)) == 1 and digits[0] in _NOBODYS:
        return False
    # Pairs of decimal digits by hyphens are more often a score or a lock's combination.
    return "-" not in found or not digits.isdecimal()
