"""Letters that become several when case is ignored, with the way back.

Everything else about case is left to the pattern: it knows that K and the Kelvin sign are one
letter, but not that ß and SS are one word's.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from nsedmw.detect.canonical import table
from nsedmw.detect.canonical.alphabet import chars, ranges
from nsedmw.detect.canonical.reading import Block, Blocks

_DOTTED: Final = "i\u0307"
"""What the Turkish capital letter folds to. Its dot is the one that every i has."""


@cache
def _foldings() -> Any:
    return re.compile(f"[{''.join(sorted(chars(ranges(table.FOLDING))))}]|[iI]\u0307")


def folds(text: str) -> bool:
    """Whether there is a letter of that kind."""
    return not text.isascii() and _foldings().search(text) is not None


def folded(text: str) -> tuple[str, Blocks]:
    """The text with such letters spelled out, small, and its blocks."""
    parts: list[str] = []
    blocks: list[Block] = []
    position = length = 0
    for match in _foldings().finditer(text):
        start, end = match.span()
        small = match[0].casefold().replace(_DOTTED, "i")
        parts += [text[position:start], small]
        length += start - position
        blocks.append((length, length + len(small), start, end))
        length += len(small)
        position = end
    return "".join([*parts, text[position:]]), Blocks(blocks)
