"""Many words as one pattern: a tree of their letters, so that no beginning is read twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby


def tree(words: Iterable[str], letter: Callable[[str], str], *, longest: bool = False) -> str:
    """A pattern that one of the words matches, for `re`, `regex` and RE2 alike.

    `letter` writes one of their letters as a pattern. A word that begins with another is found by
    that one alone, unless the `longest` is wanted.
    """
    found = sorted(set(words))
    ends = "" in found
    if ends and not longest:
        return ""
    branches = [
        letter(first) + tree((word[1:] for word in rest), letter, longest=longest)
        for first, rest in groupby(filter(None, found), key=lambda word: word[0])
    ]
    if not branches:
        return ""
    written = branches[0] if len(branches) == 1 and not ends else f"(?:{'|'.join(branches)})"
    return f"{written}?" if ends else written
