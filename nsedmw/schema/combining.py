"""Keywords that put other schemas to the same value: references, combinations, conditions."""

from __future__ import annotations

from typing import Any

from nsedmw.schema.part import Part
from nsedmw.schema.run import At, Check, Node, Run, Seen


def ref(part: Part) -> Check:
    """A reference stands beside other keywords and takes nothing from them."""
    return part.referred().judge


def dynamic_ref(part: Part) -> Check:
    """Leads to the outermost schema of that `$dynamicAnchor` on the way here."""
    led = part.dynamic()
    return lambda run, value, at, seen: led(run).judge(run, value, at, seen)


def all_of(part: Part) -> Check:
    """Each schema's violations are told on their own."""
    nodes = [part.node(index) for index in range(len(part.value))]

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        good = True
        for node in nodes:
            if not node.judge(run, value, at, seen):
                if at is None:
                    return False
                good = False
        return good

    return check


def _how_many(run: Run, value: Any, seen: Seen | None, nodes: list[Node], enough: int) -> int:
    """How many schemas hold, counted up to `enough`; all are asked where `seen` is kept."""
    count = 0
    for node in nodes:
        mine = None if seen is None else Seen()
        if node.judge(run, value, None, mine):
            count += 1
            if seen is not None and mine is not None:
                seen.add(mine)
            elif count == enough:
                break
    return count


def any_of(part: Part) -> Check:
    """Which of the schemas was meant is unknown, so one violation stands for all of theirs."""
    nodes = [part.node(index) for index in range(len(part.value))]
    demand = f"must be as one of its {len(nodes)} schemas says"

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        return _how_many(run, value, seen, nodes, 1) > 0 or run.miss(at, "anyOf", demand)

    return check


def one_of(part: Part) -> Check:
    """As `anyOf`, and a second schema that holds is a violation too."""
    nodes = [part.node(index) for index in range(len(part.value))]

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        count = _how_many(run, value, seen, nodes, 2)
        if count == 1:
            return True
        found = "none does" if count == 0 else "more than one does"
        return run.miss(at, "oneOf", f"exactly one of its {len(nodes)} schemas must hold, {found}")

    return check


def not_(part: Part) -> Check:
    """What the schema inside has seen counts for nothing."""
    node = part.node()

    def check(run: Run, value: Any, at: At, _: Seen | None) -> bool:
        if node.judge(run, value, None, None):
            return run.miss(at, "not", "must not be as this schema says")
        return True

    return check


def if_(part: Part) -> Check:
    """`if` alone never makes a violation; `then` and `else` without it do nothing."""
    test = part.node()
    then = part.sibling("then") if "then" in part.schema else None
    other = part.sibling("else") if "else" in part.schema else None

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        mine = None if seen is None else Seen()
        holds = test.judge(run, value, None, mine)
        if holds and seen is not None and mine is not None:
            seen.add(mine)
        node = then if holds else other
        return node is None or node.judge(run, value, at, seen)

    return check


def dependent_schemas(part: Part) -> Check:
    """A schema over the whole object, where it has the named member."""
    nodes = {name: part.node(name) for name in part.value}

    def check(run: Run, value: Any, at: At, seen: Seen | None) -> bool:
        if type(value) is not dict:
            return True
        good = True
        for name, node in nodes.items():
            if name in value and not node.judge(run, value, at, seen):
                if at is None:
                    return False
                good = False
        return good

    return check
