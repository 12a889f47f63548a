"""Keywords that look into an object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nsedmw.detect.matcher import Matcher
from nsedmw.schema.part import Part, every
from nsedmw.schema.run import At, Check, Run, Seen
from nsedmw.schema.verdicts import shown


def properties(part: Part) -> Check:
    """For members that are there; whether they must be says `required`."""
    nodes = {name: part.node(name) for name in part.value}

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        if type(value) is not dict:
            return True
        if seen is not None:
            seen.keys.update(nodes.keys() & value.keys())
        return every(
            run, at, ((name, value[name], node) for name, node in nodes.items() if name in value)
        )

    return check


def _matchers(part: Part) -> dict[str, Matcher]:
    """The regexes of the `patternProperties` at or beside the part."""
    return {source: part.regex(source) for source in part.schema.get("patternProperties", {})}


def pattern_properties(part: Part) -> Check:
    """A member may match several regexes, and all their schemas then hold for it."""
    rows = [(matcher, part.node(source)) for source, matcher in _matchers(part).items()]

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        if type(value) is not dict:
            return True
        hits = [
            (key, item, node)
            for key, item in value.items()
            for matcher, node in rows
            if run.search(matcher, key)
        ]
        if seen is not None:
            seen.keys.update(key for key, _, _ in hits)
        return every(run, at, hits)

    return check


def additional_properties(part: Part) -> Check:
    """For members that `properties` and `patternProperties` beside it don't speak of."""
    known = frozenset(part.schema.get("properties", {}))
    matchers = list(_matchers(part).values())

    def extras(run: Run, value: dict[str, Any], _: Seen | None) -> list[str]:
        run.spend(len(value))
        return [
            key
            for key in value
            if key not in known and not any(run.search(matcher, key) for matcher in matchers)
        ]

    return _leftover(part, extras)


def unevaluated_properties(part: Part) -> Check:
    """For what neither this schema nor one put to the same object has looked at."""

    def unseen(run: Run, value: dict[str, Any], seen: Seen | None) -> list[str]:
        run.spend(len(value))
        return [] if seen is None else [key for key in value if key not in seen.keys]

    return _leftover(part, unseen)


def _leftover(part: Part, chosen: Callable[[Run, dict[str, Any], Seen | None], list[str]]) -> Check:
    """The check of a keyword that speaks of the members that no other one has looked at."""
    node, keyword = part.node(), part.keyword
    forbidden = part.value is False

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        if type(value) is not dict:
            return True
        keys = chosen(run, value, seen)
        if seen is not None:
            seen.keys.update(keys)
        if not forbidden:
            return every(run, at, ((key, value[key], node) for key in keys))
        for key in keys:
            run.miss(at, keyword, f"{shown(key)} is not allowed", key)
        return not keys

    return check


def property_names(part: Part) -> Check:
    """One violation for each name, whatever its schema found."""
    node = part.node()

    def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
        if type(value) is not dict:
            return True
        bad = [key for key in value if not node.judge(run, key, None, None)]
        for key in bad:
            run.miss(at, "propertyNames", f"{shown(key)} is no name that the schema allows", key)
        return not bad

    return check


def required(part: Part) -> Check:
    """One violation for each name that is missing."""
    names = part.value

    def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
        if type(value) is not dict:
            return True
        missing = [name for name in names if name not in value]
        for name in missing:
            run.miss(at, "required", f"{shown(name)} is missing", name)
        return not missing

    return check


def dependent_required(part: Part) -> Check:
    """Names that are needed where another one is there."""
    needs = [(name, other) for name, others in part.value.items() for other in others]

    def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
        if type(value) is not dict:
            return True
        missing = [pair for pair in needs if pair[0] in value and pair[1] not in value]
        for name, other in missing:
            demand = f"{shown(other)} is missing, which {shown(name)} needs"
            run.miss(at, "dependentRequired", demand, other)
        return not missing

    return check
