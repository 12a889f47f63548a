"""Brace expansion: `{rm,-rf,/}` is three words before anything else is expanded.

Rules are those of the Bash Reference Manual, Brace Expansion. It works on parts, so that quoted
braces and commas stay what they are.
"""

from __future__ import annotations

import re
from typing import Final

from nsedmw.detect.shell.tree import Part, Text

MOST: Final = 64
"""Words of one word; what is beyond is left out, which `expanded` tells."""

_RANGE: Final = re.compile(r"(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.(-?\d{1,9}))?")
_LONGEST: Final = 4096
"""Characters of a word that is looked at for braces."""

Piece = str | Part
"""A single unquoted character, or a part that braces leave alone."""


def expanded(parts: tuple[Part, ...]) -> tuple[list[tuple[Part, ...]], bool]:
    """The words that a word becomes, and whether they are all."""
    if not any(isinstance(part, Text) and not part.quoted and "{" in part.text for part in parts):
        return [parts], True
    pieces = _flat(parts)
    if len(pieces) > _LONGEST:
        return [parts], False
    budget = [MOST * 4]
    words = _words(pieces, budget)
    whole = budget[0] > 0 and len(words) <= MOST
    return [_parts(word) for word in words[:MOST]], whole


def _flat(parts: tuple[Part, ...]) -> list[Piece]:
    pieces: list[Piece] = []
    for part in parts:
        if isinstance(part, Text) and not part.quoted:
            pieces += part.text
        else:
            pieces.append(part)
    return pieces


def _parts(pieces: list[Piece]) -> tuple[Part, ...]:
    parts: list[Part] = []
    text = ""
    for piece in pieces:
        if isinstance(piece, str):
            text += piece
            continue
        if text:
            parts.append(Text(text))
            text = ""
        parts.append(piece)
    if text:
        parts.append(Text(text))
    return tuple(parts)


def _words(pieces: list[Piece], budget: list[int]) -> list[list[Piece]]:
    """Expand the first group that is one, then what each choice makes with the rest."""
    opener = -1
    while budget[0] > 0:
        budget[0] -= 1
        try:
            opener = pieces.index("{", opener + 1)
        except ValueError:
            break
        found = _choices(pieces, opener)
        if found is None:
            continue
        choices, end = found
        tails = _words(pieces[end:], budget)
        out: list[list[Piece]] = []
        for choice in choices[: MOST + 1]:
            for middle in _words(choice, budget):
                out += [pieces[:opener] + middle + tail for tail in tails]
            if len(out) > MOST:
                break
        return out
    return [pieces]


def _choices(pieces: list[Piece], opener: int) -> tuple[list[list[Piece]], int] | None:
    """What stands between the commas of a group, and where it ends; None where it is no group."""
    depth = 0
    choices: list[list[Piece]] = [[]]
    for at in range(opener + 1, len(pieces)):
        piece = pieces[at]
        if piece == "}" and depth == 0:
            if len(choices) > 1:
                return choices, at + 1
            numbers = _range(choices[0])
            return None if numbers is None else (numbers, at + 1)
        if piece == "," and depth == 0:
            choices.append([])
            continue
        depth += (piece == "{") - (piece == "}")
        choices[-1].append(piece)
    return None


def _range(pieces: list[Piece]) -> list[list[Piece]] | None:
    if not all(isinstance(piece, str) for piece in pieces):
        return None
    match = _RANGE.fullmatch("".join(str(piece) for piece in pieces))
    if match is None:
        return None
    first, last, step = match.groups()
    letters = first.isalpha() and last.isalpha()
    if not letters and (first.isalpha() or last.isalpha()):
        return None
    low, high = (ord(first), ord(last)) if letters else (int(first), int(last))
    by = max(abs(int(step or 1)), 1) * (1 if high >= low else -1)
    numbers = range(low, high + by // abs(by), by)[: MOST + 1]
    return [list(chr(number) if letters else str(number)) for number in numbers]
