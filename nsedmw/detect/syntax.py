"""Reading a pattern: its tree by the standard library's parser, where that tree can be trusted.

The meaning of a pattern is that of `regex`, version 0. The tree comes from `re`. Where the two read
the same characters differently there is no tree, and the pattern runs on `regex` itself.
"""

from __future__ import annotations

import re
import warnings
from re import _parser as sre  # type: ignore[attr-defined]  # the one parser that shows its tree
from typing import Any, Final

import msgspec
import regex

_OTHER_BRACES: Final = regex.compile(r"\{(?!\d+(?:,\d*)?\}|,\d+\})\s*[\d,idse]")
"""A brace that `re` takes literally and `regex` may take as a fuzzy constraint."""

_OTHER_FLAGS: Final = re.VERBOSE | re.LOCALE | re.ASCII
"""Flags whose details (white space inside a quantifier, say) the two engines need not share."""

_PIECES: Final = regex.compile(r"(?s)\\.|\{(?P<count>\d+)|.")


_CHAR: Final = r"[^\\.^$*+?{}()|\[\]]|\\[ !-/:-@\[-`{-~]"
"""A character as it stands, or an ASCII one that is no letter or digit behind a backslash."""
_PLAIN: Final = re.compile(rf"(?:\\[bB])?+(?:{_CHAR}|\\s\+)++(?:\\[bB])?+")
_TOKENS: Final = re.compile(r"(?s)\\s\+|\\.|.")


class Plain(msgspec.Struct, frozen=True):
    r"""A pattern that says one character after the other, each perhaps `\s+`, between edges.

    Words and phrases are of that kind, and come by the thousand. It never matches nothing.
    """

    source: str
    ignore_case: bool

    def tokens(self) -> list[str]:
        """The patterns that it is made of, whose meanings follow one another."""
        return _TOKENS.findall(self.source)


class Tree(msgspec.Struct, frozen=True):
    """A parsed pattern: `re`'s nodes, the global flags, and how many characters a match takes."""

    nodes: Any
    flags: int
    shortest: int


def plain_of(source: str, *, ignore_case: bool = False) -> Plain | None:
    """The pattern if it is plain, which is found out without a parser."""
    return Plain(source, ignore_case) if _PLAIN.fullmatch(source) else None


def tree_of(source: str, *, ignore_case: bool = False) -> Tree | None:
    """The tree of a pattern; None where `re` and `regex` may read it differently."""
    if _OTHER_BRACES.search(source):
        return None
    try:
        with warnings.catch_warnings():
            # `re` warns where other engines see nested sets and POSIX classes.
            warnings.simplefilter("error")
            nodes = sre.parse(source, re.IGNORECASE if ignore_case else 0)
    except (re.error, RecursionError, OverflowError, Warning):
        return None
    flags = nodes.state.flags
    if flags & _OTHER_FLAGS:
        return None
    return Tree(nodes, flags, nodes.getwidth()[0])


def written_out(source: str) -> int:
    """About how many nodes a pattern has once its counted repetitions are written out.

    `regex` writes them out when it compiles, so `(?:(?:a{900}){900}){900}` takes all memory. It is
    an upper bound rather than a count: classes and comments are read as if they were groups.
    """
    if "{" not in source:
        return len(source)
    groups, last = [0], 0
    for piece in _PIECES.finditer(source):
        if count := piece["count"]:
            # More digits than this are over any bound.
            repeats = max(int(count[:9]), 1)
            groups[-1] += last * (repeats - 1)
            last *= repeats
        elif piece[0] == "(":
            groups.append(0)
        else:
            last = _closed(groups) if piece[0] == ")" else 1
            groups[-1] += last
    return sum(groups)


def _closed(groups: list[int]) -> int:
    """The size of the group that ends; without an open one, of all so far."""
    size = groups.pop()
    if not groups:
        groups.append(0)
    return size
