"""From a pattern's tree to RE2's syntax: the same meaning (`exact`) or a wider one (`relaxed`).

Nothing is left to RE2's own reading of classes, anchors or case: each node is spelled out, and a
node whose meaning is not known to be the same refuses the translation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from re import _constants as op  # type: ignore[attr-defined]  # the names of the parser's nodes
from typing import Any, Final

import msgspec

from nsedmw.detect import charset
from nsedmw.detect.charset import Ranges
from nsedmw.detect.syntax import Plain, Tree, tree_of

MOST_REPEATS: Final = 1000
"""RE2 refuses counted repetitions above this, nested ones multiplied."""

_KEPT_COUNT: Final = 3
"""Relaxed forms keep small counts only: larger ones multiply the states of a set's automaton."""

_PIECES: Final = 8192
"""Characters of plain patterns whose forms are kept."""

_SURROGATES: Final = range(0xD800, 0xE000)
_CATEGORIES: Final[dict[Any, Ranges]] = {
    op.CATEGORY_DIGIT: charset.DIGITS,
    op.CATEGORY_NOT_DIGIT: charset.complement(charset.DIGITS),
    op.CATEGORY_SPACE: charset.SPACE,
    op.CATEGORY_NOT_SPACE: charset.complement(charset.SPACE),
    op.CATEGORY_WORD: charset.WORD,
    op.CATEGORY_NOT_WORD: charset.complement(charset.WORD),
}
_ANCHORS: Final = {
    op.AT_BEGINNING: (r"\A", "(?m:^)"),
    op.AT_BEGINNING_STRING: (r"\A", r"\A"),
    op.AT_END: (r"\z", "(?m:$)"),
    op.AT_END_STRING: (r"\z", r"\z"),
    op.AT_BOUNDARY: (r"\b", r"\b"),
    op.AT_NON_BOUNDARY: (r"\B", r"\B"),
}
"""Node -> how RE2 says it, without and with the flag for many lines."""

_BEFORE_LAST_NEWLINE: Final = r"(?:\n?\z)"


class Untranslatable(Exception):
    """RE2 has no form of this pattern."""


class Exact(msgspec.Struct, frozen=True):
    """A pattern in RE2's syntax.

    `plain` holds for text that does not end with a line feed, and for all text without
    `final_newline`; `at_newline` (its group 1 is the match) for text that does, None where there is
    no such form. With `ascii_only` both hold for ASCII text alone. Without `locates` they tell
    whether there is a match but perhaps not where it ends.
    """

    plain: str
    at_newline: str | None
    final_newline: bool
    ascii_only: bool
    locates: bool


def exact(form: Tree | Plain) -> Exact:
    """The same meaning.

    Raises:
        Untranslatable: look-around, a back-reference, or a repetition that RE2 does not take.
    """
    if isinstance(form, Plain):
        pieces = [_exact_piece(token, form.ignore_case) for token in form.tokens()]
        plain = "".join([piece.plain for piece in pieces])
        ascii_only = any(piece.ascii_only for piece in pieces)
        return Exact(plain, None, final_newline=False, ascii_only=ascii_only, locates=True)
    writer = _Exact()
    plain = writer.sequence(form.nodes, form.flags)
    at_newline = None
    if writer.final_newline:
        at_newline = _at_newline(form)
    return Exact(plain, at_newline, writer.final_newline, writer.ascii_only, writer.locates)


@lru_cache(_PIECES)
def _exact_piece(token: str, ignore_case: bool) -> Exact:  # a key of the cache
    return exact(_parsed(token, ignore_case))


@lru_cache(_PIECES)
def _relaxed_piece(token: str, ignore_case: bool) -> str:  # a key of the cache
    return relaxed(_parsed(token, ignore_case))


def _parsed(token: str, ignore_case: bool) -> Tree:
    tree = tree_of(token, ignore_case=ignore_case)
    if tree is None:
        raise Untranslatable
    return tree


def _at_newline(tree: Tree) -> str | None:
    """The form whose last node, `$`, may stand before a final line feed."""
    nodes = list(tree.nodes)
    if not nodes or nodes[-1] != (op.AT, op.AT_END):
        return None
    writer = _Exact()
    body = writer.sequence(nodes[:-1], tree.flags)
    return None if writer.final_newline else f"({body}){_BEFORE_LAST_NEWLINE}"


def relaxed(form: Tree | Plain) -> str:
    """A form that matches somewhere in every text in which the pattern does (and in more).

    Raises:
        Untranslatable: no useful wider form.
    """
    if isinstance(form, Plain):
        return "".join([_relaxed_piece(token, form.ignore_case) for token in form.tokens()])
    return _Relaxed().sequence(form.nodes, form.flags)


class _Writer:
    """What both forms share. `flags` are those in force at a node."""

    def __init__(self) -> None:
        self.ascii_only = False
        self.final_newline = False
        self.locates = True
        self._writers: dict[Any, Callable[[Any, int], str]] = {
            op.LITERAL: self.literal,
            op.NOT_LITERAL: self.not_literal,
            op.ANY: self.any,
            op.IN: self.one_of,
            op.BRANCH: self.branch,
            op.SUBPATTERN: self.group,
            op.MAX_REPEAT: self.greedy,
            op.MIN_REPEAT: self.lazy,
            op.AT: self.anchor,
        }

    def sequence(self, nodes: Any, flags: int) -> str:
        return "".join(self.node(kind, value, flags) for kind, value in nodes)

    def node(self, kind: Any, value: Any, flags: int) -> str:
        writer = self._writers.get(kind)
        if writer is None:
            raise Untranslatable
        return writer(value, flags)

    def any(self, _: Any, flags: int) -> str:
        return (
            "(?s:.)" if flags & re.DOTALL else charset.render(charset.complement(charset.NEWLINE))
        )

    def branch(self, value: Any, flags: int) -> str:
        return "(?:" + "|".join(self.sequence(nodes, flags) for nodes in value[1]) + ")"

    def group(self, value: Any, flags: int) -> str:
        _, added, removed, nodes = value
        if (added | removed) & (re.ASCII | re.LOCALE):
            raise Untranslatable
        return f"(?:{self.sequence(nodes, (flags | added) & ~removed)})"

    def literal(self, code: int, flags: int) -> str:
        if code in _SURROGATES:
            raise Untranslatable
        ranges: Ranges = ((code, code),)
        return charset.render(charset.cases_of(code) if flags & re.IGNORECASE else ranges)

    def not_literal(self, code: int, flags: int) -> str:
        return self.one_of([(op.NEGATE, None), (op.LITERAL, code)], flags)

    def one_of(self, items: Sequence[tuple[Any, Any]], flags: int) -> str:
        raise NotImplementedError

    def anchor(self, at: Any, flags: int) -> str:
        raise NotImplementedError

    def greedy(self, value: Any, flags: int) -> str:
        raise NotImplementedError

    def lazy(self, value: Any, flags: int) -> str:
        raise NotImplementedError


def _members(items: Sequence[tuple[Any, Any]]) -> tuple[Ranges, bool, bool]:
    """A set's code points as on ASCII text, whether it is negated, whether it names a category."""
    ranges: list[tuple[int, int]] = []
    negated = named = False
    for kind, value in items:
        if kind is op.NEGATE:
            negated = True
        elif kind is op.LITERAL:
            ranges.append((value, value))
        elif kind is op.RANGE:
            ranges.append(value)
        elif value in _CATEGORIES:
            named = True
            ranges.extend(_CATEGORIES[value])
        else:
            raise Untranslatable
    if negated and charset.union(ranges) == charset.EVERYTHING:
        raise Untranslatable  # `[^\w\W]` matches every character in `regex`, none by the rules
    return charset.union(ranges), negated, named


def _listed_ascii(items: Sequence[tuple[Any, Any]]) -> bool:
    """Whether all that a set lists, its categories aside, is ASCII."""
    return charset.is_ascii(_members([item for item in items if item[0] is not op.CATEGORY])[0])


def _ignores_case(ranges: Ranges, flags: int) -> bool:
    """Whether case matters to a set and is to be ignored."""
    return bool(flags & re.IGNORECASE) and ranges != charset.EVERYTHING


class _Exact(_Writer):
    def __init__(self) -> None:
        super().__init__()
        self._repeats = 1

    def one_of(self, items: Sequence[tuple[Any, Any]], flags: int) -> str:
        ranges, negated, named = _members(items)
        if named:
            self.ascii_only = True
        if _ignores_case(ranges, flags):
            if not _listed_ascii(items):
                raise Untranslatable
            self.ascii_only = True  # K and the Kelvin sign, s and the long s, i and its dots
            ranges = charset.both_cases(ranges)
        return charset.render(charset.complement(ranges) if negated else ranges)

    def anchor(self, at: Any, flags: int) -> str:
        if at not in _ANCHORS:
            raise Untranslatable
        one_line, many_lines = _ANCHORS[at]
        if at in (op.AT_BOUNDARY, op.AT_NON_BOUNDARY):
            self.ascii_only = True
        if at is op.AT_END and not flags & re.MULTILINE:
            self.final_newline = True
        return many_lines if flags & re.MULTILINE else one_line

    def greedy(self, value: Any, flags: int) -> str:
        return self._repeat(value, flags, "")

    def lazy(self, value: Any, flags: int) -> str:
        return self._repeat(value, flags, "?")

    def _repeat(self, value: Any, flags: int, suffix: str) -> str:
        low, high, nodes = value
        count = max(low, 1 if high is op.MAXREPEAT else high)
        outer = self._repeats
        self._repeats *= max(count, 1)
        if self._repeats > MOST_REPEATS:
            raise Untranslatable
        body = self.sequence(nodes, flags)
        self._repeats = outer
        if high != 1 and nodes.getwidth()[0] == 0:
            self.locates = False  # engines end a loop over nothing at different turns
        return f"(?:{body}){_quantifier(low, high)}{suffix}"


def _quantifier(low: int, high: Any) -> str:
    if high is op.MAXREPEAT:
        return {0: "*", 1: "+"}.get(low, f"{{{low},}}")
    if (low, high) == (0, 1):
        return "?"
    return f"{{{low}}}" if low == high else f"{{{low},{high}}}"


class _Relaxed(_Writer):
    """Anchors and look-around only restrict, so they go; what follows a test of them stays."""

    def __init__(self) -> None:
        super().__init__()
        anything = self.anything
        self._writers.update(
            {
                op.ASSERT: self.nothing,
                op.ASSERT_NOT: self.nothing,
                op.GROUPREF: anything,
                op.GROUPREF_EXISTS: anything,
                op.ATOMIC_GROUP: self.atomic,
                op.POSSESSIVE_REPEAT: self.greedy,
            }
        )

    def nothing(self, _: Any, __: int) -> str:
        return ""

    def anything(self, _: Any, __: int) -> str:
        return "(?s:.*)"

    def atomic(self, nodes: Any, flags: int) -> str:
        return f"(?:{self.sequence(nodes, flags)})"

    def one_of(self, items: Sequence[tuple[Any, Any]], flags: int) -> str:
        ranges, negated, named = _members(items)
        if _ignores_case(ranges, flags):
            if not _listed_ascii(items):
                return charset.render(charset.EVERYTHING)
            named = True
            ranges = charset.both_cases(ranges)
        ranges = charset.complement(ranges) if negated else ranges
        return charset.render((*ranges, *charset.NON_ASCII) if named else ranges)

    def anchor(self, _: Any, __: int) -> str:
        return ""

    def greedy(self, value: Any, flags: int) -> str:
        low, high, nodes = value
        body = self.sequence(nodes, flags)
        if high is not op.MAXREPEAT and high <= _KEPT_COUNT:
            return f"(?:{body}){_quantifier(low, high)}"
        return f"(?:{body})" + ("+" if low else "*")

    lazy = greedy
