"""Keywords that look into a list."""

from __future__ import annotations

from typing import Any

from nsedmw.schema.equality import frozen
from nsedmw.schema.part import Part, every
from nsedmw.schema.run import At, Check, Run, Seen


def items(part: Part) -> Check:
    """For what comes after the `prefixItems`."""
    node, first = part.node(), len(part.schema.get("prefixItems", ()))

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        if type(value) is not list or len(value) <= first:
            return True
        if seen is not None:
            seen.items.update(range(len(value)))
        return every(run, at, ((index, value[index], node) for index in range(first, len(value))))

    return check


def prefix_items(part: Part) -> Check:
    """One schema a place; a shorter list is sound."""
    nodes = [part.node(index) for index in range(len(part.value))]

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        if type(value) is not list:
            return True
        if seen is not None:
            seen.items.update(range(min(len(nodes), len(value))))
        pairs = enumerate(zip(value, nodes, strict=False))
        return every(run, at, ((index, item, node) for index, (item, node) in pairs))

    return check


def contains(part: Part) -> Check:
    """With its bounds `minContains` (1) and `maxContains`, which do nothing without it."""
    node = part.node()
    least, most = part.schema.get("minContains", 1), part.schema.get("maxContains")

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        if type(value) is not list:
            return True
        held = [index for index, item in enumerate(value) if node.judge(run, item, None, None)]
        if seen is not None:
            seen.items.update(held)
        if len(held) < least:
            return run.miss(at, "contains", f"must have {least} or more items as this schema says")
        if most is not None and len(held) > most:
            return run.miss(at, "maxContains", f"must have at most {most} items as 'contains' says")
        return True

    return check


def unique_items(part: Part) -> Check:
    """One look at each item; names the first repeat by index."""
    wanted = part.value

    def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
        if not wanted or type(value) is not list:
            return True
        run.spend(len(value))
        first: dict[Any, int] = {}
        for index, item in enumerate(value):
            earlier = first.setdefault(frozen(run, item), index)
            if earlier != index:
                return run.miss(at, "uniqueItems", f"item {index} repeats item {earlier}")
        return True

    return check


def unevaluated_items(part: Part) -> Check:
    """For what neither this schema nor one put to the same list has looked at."""
    node = part.node()

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        if type(value) is not list or seen is None:
            return True
        rest = [index for index in range(len(value)) if index not in seen.items]
        run.spend(len(value))
        seen.items.update(rest)
        return every(run, at, ((index, value[index], node) for index in rest))

    return check
