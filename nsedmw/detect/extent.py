r"""How much text a pattern can read, found from its tree: its `Reach`.

Two measures, as one that has no bound in characters often has one in stretches of white space and
of other characters: `\s+` is one stretch, and so is `\S{20,}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from re import _constants as op  # type: ignore[attr-defined]  # the names of the parser's nodes
from typing import Any, Final

import msgspec
import regex

from nsedmw.detect.reach import Reach
from nsedmw.detect.syntax import Plain, Tree

_SPACE: Final = regex.compile(r"\s")
_SPACES: Final = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    "\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""All that `\\s` matches."""

_AT_THE_END: Final = 2
"""Characters that `$` looks at: a line feed, and that nothing follows."""

Sort = str
"""Which characters a place can hold: "space", "other", or "" where it may be either."""


class Unbounded(Exception):
    """The pattern can depend on text however far away."""


class _Extent(msgspec.Struct, frozen=True):
    """What a part of a pattern can take at most: characters and stretches, None without a bound.

    `first` and `last` are the sorts of the characters at its ends; `behind` what it reads before.
    """

    chars: int | None = 0
    runs: int | None = 0
    first: Sort = ""
    last: Sort = ""
    behind: int = 0

    @property
    def pure(self) -> bool:
        """Whether all of it is of one sort."""
        return self.runs == 1 and self.first == self.last != ""


_NOTHING: Final = _Extent()


def reach_of(form: Tree | Plain | None) -> Reach:
    """The reach of a pattern's findings; without a bound where none is known."""
    if form is None:
        return Reach()
    try:
        if isinstance(form, Plain):
            extent = _plain(form)
        else:
            extent = _Reader().sequence(form.nodes, form.flags)
    except (Unbounded, RecursionError):
        return Reach()
    return Reach(ahead=extent.chars, runs=extent.runs, behind=extent.behind)


def _plain(form: Plain) -> _Extent:
    extent = _NOTHING
    for token in form.tokens():
        match token:
            case r"\b" | r"\B":
                extent = _then(extent, _EDGE)
            case r"\s+":
                extent = _then(extent, _Extent(None, 1, "space", "space"))
            case _:
                extent = _then(extent, _one(_sort(token[-1])))
    return extent


_EDGE: Final = _Extent(1, 1, behind=1)
"""It takes nothing and looks at a character on either side."""


def _one(sort: Sort) -> _Extent:
    return _Extent(1, 1, sort, sort)


def _sort(char: str) -> Sort:
    return "space" if _SPACE.match(char) else "other"


def _then(one: _Extent, other: _Extent) -> _Extent:
    """One part and another behind it."""
    if one == _NOTHING:
        return other
    if other == _NOTHING:
        return one
    runs = _sum(one.runs, other.runs)
    if runs is not None and one.last == other.first != "":
        runs -= 1
    behind = max(one.behind, other.behind)
    return _Extent(_sum(one.chars, other.chars), runs, one.first, other.last, behind)


def _either(one: _Extent, other: _Extent) -> _Extent:
    """The larger of two, where either may stand."""
    return _Extent(
        _most(one.chars, other.chars),
        _most(one.runs, other.runs),
        one.first if one.first == other.first else "",
        one.last if one.last == other.last else "",
        max(one.behind, other.behind),
    )


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _most(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else max(one, other)


class _Reader:
    """The walk over a tree's nodes; `flags` are those in force."""

    def __init__(self) -> None:
        self._readers: dict[Any, Callable[[Any, int], _Extent]] = {
            op.LITERAL: lambda code, _: _one(_sort(chr(code))),
            op.NOT_LITERAL: lambda _, __: _one(""),
            op.ANY: lambda _, __: _one(""),
            op.IN: lambda items, _: _one(_sort_of(items)),
            op.BRANCH: self._branch,
            op.SUBPATTERN: self._group,
            op.ATOMIC_GROUP: self.sequence,
            op.MAX_REPEAT: self._repeat,
            op.MIN_REPEAT: self._repeat,
            op.POSSESSIVE_REPEAT: self._repeat,
            op.ASSERT: self._look,
            op.ASSERT_NOT: self._look,
            op.AT: self._anchor,
        }

    def sequence(self, nodes: Any, flags: int) -> _Extent:
        extent = _NOTHING
        for kind, value in nodes:
            reader = self._readers.get(kind)
            if reader is None:
                raise Unbounded  # a back-reference, or what nobody here knows
            extent = _then(extent, reader(value, flags))
        return extent

    def _branch(self, value: Any, flags: int) -> _Extent:
        first, *others = (self.sequence(nodes, flags) for nodes in value[1])
        for other in others:
            first = _either(first, other)
        return first

    def _group(self, value: Any, flags: int) -> _Extent:
        _, added, removed, nodes = value
        return self.sequence(nodes, (flags | added) & ~removed)

    def _repeat(self, value: Any, flags: int) -> _Extent:
        low, high, nodes = value
        body = self.sequence(nodes, flags)
        if body == _NOTHING or high == 0:
            return _NOTHING
        endless = high is op.MAXREPEAT
        chars = None if endless or body.chars is None else body.chars * high
        runs = None if endless or body.runs is None else body.runs * high
        if body.pure:
            runs = 1
        # What may be left out lets other parts be neighbours, of either sort.
        first, last = (body.first, body.last) if low else ("", "")
        return _Extent(chars, runs, first, last, body.behind)

    def _look(self, value: Any, flags: int) -> _Extent:
        direction, nodes = value
        body = self.sequence(nodes, flags)
        if direction > 0:
            # It takes nothing; counted as if it did, which can only be more.
            return msgspec.structs.replace(body, first="", last="")
        if body.chars is None:
            raise Unbounded
        return _Extent(behind=body.chars + body.behind)

    def _anchor(self, at: Any, flags: int) -> _Extent:
        if at in (op.AT_BOUNDARY, op.AT_NON_BOUNDARY):
            return _EDGE
        if at in (op.AT_END, op.AT_END_STRING):
            return _Extent(_AT_THE_END, _AT_THE_END)
        if at is op.AT_BEGINNING and flags & re.MULTILINE:
            return _Extent(behind=1)
        raise Unbounded  # where a text begins is not known to a piece of it


def _sort_of(items: Any) -> Sort:
    """The sort of a set's members."""
    negated = items[0][0] is op.NEGATE
    sorts = {_sort_of_item(kind, value) for kind, value in items if kind is not op.NEGATE}
    if negated:
        # Only a set without any white space is known to be of one sort.
        return "other" if (op.CATEGORY, op.CATEGORY_SPACE) in items else ""
    return sorts.pop() if len(sorts) == 1 else ""


def _sort_of_item(kind: Any, value: Any) -> Sort:
    if kind is op.LITERAL:
        return _sort(chr(value))
    if kind is op.RANGE:
        low, high = value
        spaces = [char for char in _SPACES if low <= ord(char) <= high]
        return "" if spaces else "other"
    return {
        op.CATEGORY_SPACE: "space",
        op.CATEGORY_NOT_SPACE: "other",
        op.CATEGORY_DIGIT: "other",
        op.CATEGORY_WORD: "other",
    }.get(value, "")
