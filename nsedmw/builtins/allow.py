"""`allow`: what is known to be fine, so that no finding inside it is told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from nsedmw.builtins.problems import Problems, Where
from nsedmw.builtins.written import form_of, matcher_of
from nsedmw.detect.allowed import Fine
from nsedmw.detect.matcher import Matcher, PatternTimeout
from nsedmw.detect.patterns import Item
from nsedmw.detect.reach import Reach

_PROBES: Final = ("jane.roe@example.com", "4111 1111 1111 1111", "Aé9 ~!")
"""Texts of unlike shapes: what matches each of them from end to end matches everything."""


class Allowed(NamedTuple):
    """One item, and its option."""

    fine: Fine
    where: Where


def allowed(
    options: Mapping[str, Any], known: Collection[str], problems: Problems
) -> list[Allowed]:
    """The items of `allow`; `known` are the kinds and categories that there are to speak of."""
    result = []
    for index, written in enumerate(options.get("allow", ())):
        where: Where = ("allow", index)
        members = {"literal": written} if isinstance(written, str) else written
        _check_kinds(members, known, where, problems)
        at = where if "literal" in members else (*where, form_of(members))
        matcher = matcher_of(members, at, problems, case_sensitive="literal" in members)
        if matcher is None:
            continue
        _check_narrow(matcher, at, problems)
        fine = Fine(matcher, frozenset(members.get("kinds", ())), folds="literal" not in members)
        result.append(Allowed(fine, where))
    return result


def slow(written: Iterable[tuple[Item, Where]], fine: Iterable[Allowed]) -> tuple[str, ...]:
    """Return the options whose patterns run under a deadline instead of in linear time."""
    every = [*written, *((one.fine.matcher, one.where) for one in fine)]
    places = (_dotted(where) for matcher, where in every if getattr(matcher, "slow", False))
    return tuple(dict.fromkeys(places))


def reaches(fine: Iterable[Allowed]) -> list[tuple[str, Reach]]:
    """Return how much text decides about each item, by its option."""
    return [(_dotted(one.where), one.fine.matcher.reach) for one in fine]


def _dotted(where: Where) -> str:
    return ".".join(map(str, where))


def _check_kinds(
    members: Mapping[str, Any], known: Collection[str], where: Where, problems: Problems
) -> None:
    """An unknown kind would never allow anything, which nobody means."""
    for index, kind in enumerate(members.get("kinds", ())):
        if kind not in known:
            near = get_close_matches(kind, sorted(known), 1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(sorted(known))}"
            problems.add((*where, "kinds", index), f"nothing here finds this kind; {hint}")


def _check_narrow(matcher: Matcher, where: Where, problems: Problems) -> None:
    try:
        if all(_covered(matcher, probe) for probe in _PROBES):
            problems.add(where, "it would allow everything; write what exactly is fine")
    except PatternTimeout:
        problems.add(where, "it takes more than a second on a few characters; write it without "
                     "repetitions inside repetitions")  # fmt: skip


def _covered(matcher: Matcher, text: str) -> bool:
    end = 0
    for start, stop in matcher.spans(text):
        if start > end:
            return False
        end = max(end, stop)
    return end == len(text)
