"""Where a text that is ASCII for the most part is not: nothing else of it can change."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Final

import regex

_WORTH: Final = 2000
_EACH: Final = 500
"""Characters of a text for each island: with more islands it is quicker to go through all."""
_SAMPLE: Final = 61
"""Of so many characters one is looked at, of those one in `_DENSE` is too much."""
_DENSE: Final = 32
_MOST: Final = 2
"""Islands are at most the whole text divided by it."""

_BEYOND: Final = regex.compile(r"[^\x00-\x7f]+(?:[\x00-\x7f]{1,200}+[^\x00-\x7f]+)*+")
"""What is beyond ASCII, with so little between that it would be looked at from both sides."""
_BEFORE: Final = regex.compile(r"(?r)[0-9]*+")
_BEHIND: Final = regex.compile(r"[0-9]*+")

Span = tuple[int, int]


def by_islands(
    text: str, reach: int, made: Callable[[str], tuple[str, ...]]
) -> tuple[str, ...] | None:
    """What becomes of each island alone, and the rest as it is; None where it is not worth it.

    So many characters on both sides may decide about it. `made` may return several such texts.
    """
    where = _islands(text, reach)
    if not where:
        return None
    position = 0
    parts: list[tuple[str, ...]] = []
    for start, end in where:
        found = made(text[start:end])
        parts += ((text[position:start],) * len(found), found)
        position = end
    return tuple("".join([*column, text[position:]]) for column in zip(*parts, strict=True))


def _islands(text: str, reach: int) -> list[Span]:
    """From left to right, with what is looked at on both sides; none where they are too much."""
    sample = text[::_SAMPLE]
    beyond = len(sample.encode(errors="surrogatepass")) - len(sample)
    if len(text) < _WORTH or beyond * _DENSE > len(sample):
        return []
    found: list[Span] = []
    size, most = 0, len(text) // _EACH
    for match in islice(_BEYOND.finditer(text), most + 1):
        # Digits may belong to a word: what stands before them says whether it mixes scripts.
        start = max(_BEFORE.match(text, 0, match.start()).start() - reach - 1, 0)
        end = min(_BEHIND.match(text, match.end()).end() + reach + 1, len(text))
        if found and start <= found[-1][1]:
            start = found.pop()[0]
        found.append((start, end))
        size += end - start
    return [] if len(found) > most or size > len(text) // _MOST else found
