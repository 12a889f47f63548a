"""Words of look-alikes in a text of few different characters: all of it at once, by its bytes.

What is said of words and of kinds of characters in `lookalikes` holds here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from nsedmw.detect.canonical.few import Few
from nsedmw.detect.canonical.replacing import Replacements
from nsedmw.detect.matcher import re2_program

REACH: Final = 64
"""Characters on each side of a word that are looked at for other letters."""

_DIFFERENT: Final = 8
"""Words that mix scripts that are replaced one after the other, each wherever it stands."""

_MIXING: Final = "[omd]*(?:l[lomd]*[pkc]|[kc][kcomd]*[lp]|p[omd]*[lpkc])[lpkcomd]*"
"""A word that mixes scripts: from its beginning on, since the leftmost match is found."""

_GAP: Final = f"[k -]{{1,{REACH}}}"
_NEAR: Final = (
    rf"(?:\A{_GAP}l[lm]*|l[lm]*{_GAP}(?:l[lm]*|\z))(?:{_GAP}l[lm]*)*(?:{_GAP}\z)?"
)
"""Latin letters with at most so little between them, or before or behind them, and no others."""
_FAR: Final = f"[k -]{{{REACH + 1}}}"

_SETTLED: Final = bytes.maketrans(b"pcd", b"lo-")


def plain_words(
    text: str, few: Few, kinds: Mapping[int, str], mixed: Replacements, alone: Replacements
) -> tuple[str, str] | None:
    """The text as `lookalikes.plain_words` has it; None where that is too much for this way."""
    kind = few.table.translate(kinds)
    if not set(kind) & set("kcp"):
        return text, text
    data = _mixed_replaced(few.data, kind.encode(), _bytes(few, mixed))
    if data is None:
        return None
    plain = text if data == few.data else few.text(data)
    seen = data.translate(kind.encode()).translate(_SETTLED)
    if b"k" not in seen or b"l" not in seen:
        return plain, plain
    if _program(_FAR).search(seen) is not None:
        return None
    zones = [match.span() for match in _program(_NEAR).finditer(seen)]
    if not zones:
        return plain, plain
    return plain, few.text(_taken(zones, data, data.translate(_bytes(few, alone))))


@cache
def _program(source: str) -> Any:
    return re2_program(source)


def _bytes(few: Few, letters: Replacements) -> bytes:
    """What each byte becomes."""
    return bytes(map(few.table.index, letters.made(few.table)))


def _mixed_replaced(data: bytes, kind: bytes, to: bytes) -> bytes | None:
    """The text with words that mix replaced; a word that holds one of them mixes as well."""
    position = 0
    for _ in range(_DIFFERENT):
        match = _program(_MIXING).search(data.translate(kind), position)
        if match is None:
            return data
        position = match.start()
        word = data[position : match.end()]
        data = data.replace(word, word.translate(to))
    return None


def _taken(zones: list[tuple[int, int]], data: bytes, other: bytes) -> bytes:
    """The bytes with what stands in the zones from others as many."""
    parts: list[bytes] = []
    position = 0
    for start, end in zones:
        parts += (data[position:start], other[start:end])
        position = end
    return b"".join([*parts, data[position:]])
