"""What results call the entries of one hook point: each name stands for one entry."""

from __future__ import annotations

from itertools import count
from pathlib import PurePosixPath

from nsedmw.errors import Problem
from nsedmw.loader.draft import Draft


def named(drafts: list[Draft]) -> tuple[list[str], list[Problem]]:
    """A name for each entry of one hook point, in order.

    Without a name of its own an entry is called as its builtin, its program's file or its library
    without the ending; a repeat gets `#2`, `#3`. A name that a person gave is never taken by
    another entry.
    """
    own = [_own(draft) for draft in drafts]
    taken = {name for name in own if name is not None}
    names, problems = [], []
    given: dict[str, Draft] = {}
    for draft, name in zip(drafts, own, strict=True):
        if name is None:
            names.append(_free(_usual(draft), taken))
            continue
        if name in given:
            problems.append(draft.problem(("name",), _twice(given[name])))
        given.setdefault(name, draft)
        names.append(name)
    return names, problems


def _own(draft: Draft) -> str | None:
    name = draft.value.get("name")
    return name if isinstance(name, str) and not draft.unknown(("name",)) else None


def _usual(draft: Draft) -> str:
    kind = draft.kind
    if kind == "builtin":
        return str(draft.value.get("builtin", ""))
    # As it is written: a name is shown everywhere, and the value of a variable nowhere.
    path = PurePosixPath(str(draft.source.values.written_at(draft.path)[kind]))
    name = path.name if kind == "binary" else path.stem
    return kind if not name or (draft.filled((kind,)) and "}" in name) else name


def _free(name: str, taken: set[str]) -> str:
    candidates = (name if number == 1 else f"{name}#{number}" for number in count(1))
    free = next(candidate for candidate in candidates if candidate not in taken)
    taken.add(free)
    return free


def _twice(first: Draft) -> str:
    place = first.problem(("name",), "")
    return (
        f"another entry of {first.point} has this name ({place.file}, line {place.line});"
        " give one of them another name"
    )
