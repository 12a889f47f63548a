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


class Tree(msgspec.Struct, frozen=True):
    """A parsed pattern: `re`'s nodes, the global flags, and how many characters a match takes."""

    nodes: Any
    flags: int
    shortest: int


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
