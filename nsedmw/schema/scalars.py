"""Keywords that look at the value itself: its type, worth, size and text.

One rule: what the schema lists under `enum` and `const` isn't shown; a variable may have filled it.
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from fractions import Fraction
from typing import Any

from nsedmw.schema.equality import frozen
from nsedmw.schema.part import Maker, Part
from nsedmw.schema.run import At, Check, Run, Seen
from nsedmw.schema.vocabulary import TYPES, is_integer, is_number


def type_(part: Part) -> Check:
    """`integer` takes 1.0, `number` no boolean."""
    names = [part.value] if isinstance(part.value, str) else part.value
    kinds = frozenset[type]().union(*[TYPES[name] for name in names])
    whole = "integer" in names
    demand = f"must be {' or '.join(names)}"

    def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
        if type(value) in kinds or (whole and is_integer(value)):
            return True
        return run.miss(at, "type", demand)

    return check


def enum(part: Part) -> Check:
    """Equality as JSON has it: 1 and 1.0 are one value, 1 and true are two."""
    demand = f"must be one of the {len(part.value)} values that the schema lists"
    return _listed(part.keyword, part.value, demand)


def const(part: Part) -> Check:
    """As an `enum` of one."""
    return _listed(part.keyword, [part.value], "must be the one value that the schema states")


def _listed(keyword: str, values: list[Any], demand: str) -> Check:
    # A run of its own: the operator's list is not what the bound of steps is about.
    choices = frozenset(frozen(_unbounded(), choice) for choice in values)
    nested = any(isinstance(choice, list | dict) for choice in values)

    def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
        if (nested or not isinstance(value, list | dict)) and frozen(run, value) in choices:
            return True
        return run.miss(at, keyword, demand)

    return check


def _unbounded() -> Run:
    run = Run(limit=0)
    run.steps = 1 << 62
    return run


def bound(sound: Callable[[Any, Any], bool], words: str) -> Maker:
    """Make the maker of a keyword that compares numbers."""

    def make(part: Part) -> Check:
        keyword, bound, demand = part.keyword, part.value, f"must be {words} {part.value}"

        def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
            if is_number(value) and not sound(value, bound):
                return run.miss(at, keyword, demand)
            return True

        return check

    return make


def multiple(part: Part) -> Check:
    """Exact for numbers of any size; the decimal digits count: 0.3 is a multiple of 0.1."""
    step, whole = Fraction(repr(part.value)), part.value if type(part.value) is int else None
    demand = f"must be a multiple of {part.value}"

    def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
        if not is_number(value):
            return True
        if whole is not None and type(value) is int:
            sound = value % whole == 0
        else:
            number = Fraction(value) if type(value) is int else Fraction(repr(value))
            sound = (number / step).denominator == 1
        return sound or run.miss(at, "multipleOf", demand)

    return check


def size(kind: type[Sized], sound: Callable[[int, int], bool], words: str) -> Maker:
    """Make the maker of a keyword that counts code points, items or members."""

    def make(part: Part) -> Check:
        keyword, bound = part.keyword, int(part.value)
        demand = f"must have {words.format(bound)}"

        def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
            if type(value) is kind and not sound(len(value), bound):
                return run.miss(at, keyword, demand)
            return True

        return check

    return make


def pattern(part: Part) -> Check:
    """Searched anywhere in the string, as the draft says."""
    matcher = part.regex(part.value)

    def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
        if type(value) is str and not run.search(matcher, value):
            return run.miss(at, "pattern", "must match the regex of the schema")
        return True

    return check
