"""What a case expects, held against what came.

One rule: a difference says where and what kind, and quotes nothing of a content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from nsedmw.types import Decision, Finding, Result

_MEMBERS: Final = {"category": "category", "middleware": "middleware", "reason_contains": "reason"}
"""Key of `expect` -> what of a block, warning or decision it is about."""
_MISSING: Final = object()


def differences(expect: Mapping[str, Any], result: Result) -> Iterator[str]:
    """What came otherwise than `expect` says, a sentence each; what it does not name is free.

    `category`, `middleware` and `reason_contains` are about the block, the one who asks, or some
    one warning; at pass about some one decision. `findings` are about those of every middleware:
    each one expected must be met by one of its own, others may be there; `[]` says there are none.
    """
    if expect["verdict"] != result.verdict:
        yield f"verdict: expected {expect['verdict']}, got {_got(result)}"
    yield from _who(expect, result)
    if "content" in expect:
        yield from _content(expect["content"], result.content)
    if "content_lacks" in expect:
        yield from _lacks(expect["content_lacks"], result.content)
    if "findings" in expect:
        yield from _findings(expect["findings"], result.decisions)


def _got(result: Result) -> str:
    if result.block is None:
        return result.verdict
    block = result.block
    return f"{result.verdict} by {block.middleware} ({block.category}: {block.reason})"


def _who(expect: Mapping[str, Any], result: Result) -> Iterator[str]:
    wanted = {key: expect[key] for key in _MEMBERS if key in expect}
    if not wanted:
        return
    candidates = _candidates(result)
    if any(all(_meets(one, key, value) for key, value in wanted.items()) for one in candidates):
        return
    if len(candidates) == 1:
        for key, value in wanted.items():
            if not _meets(candidates[0], key, value):
                yield f"{key}: expected {value!r}, got {candidates[0][_MEMBERS[key]]!r}"
        return
    words = ", ".join(f"{key} {value!r}" for key, value in wanted.items())
    yield f"no one warning or decision of {len(candidates)} has {words}"


def _candidates(result: Result) -> list[dict[str, str]]:
    if result.block is not None:
        return [_said(result.block)]
    if result.verdict == "ask":
        asked = _said(result.decisions[-1])
        return [{**asked, "reason": f"{asked['reason']}\n{result.question or ''}"}]
    if result.verdict == "warn":
        return [_said(warned) for warned in result.warnings]
    return [_said(decision) for decision in result.decisions]


def _said(one: Any) -> dict[str, str]:
    return {name: getattr(one, name) for name in _MEMBERS.values()}


def _meets(one: Mapping[str, str], key: str, value: str) -> bool:
    said = one[_MEMBERS[key]]
    return value in said if key == "reason_contains" else value == said


def _content(expected: Any, got: Any) -> Iterator[str]:
    where = _differs(expected, got, "")
    if where is not None:
        yield f"content: {where}"


def _differs(expected: Any, got: Any, path: str) -> str | None:
    """Where two JSON values first differ, in words; 1 and 1.0 are equal, 1 and true are not."""
    at = f"at {path}" if path else "the whole"
    if isinstance(expected, dict) and isinstance(got, dict):
        return _objects_differ(expected, got, path)
    if isinstance(expected, list) and isinstance(got, list):
        if len(expected) != len(got):
            return f"{at}: expected {len(expected)} items, got {len(got)}"
        pairs = enumerate(zip(expected, got, strict=True))
        return next(filter(None, (_differs(a, b, f"{path}/{i}") for i, (a, b) in pairs)), None)
    return _scalars_differ(expected, got, at)


def _scalars_differ(expected: Any, got: Any, at: str) -> str | None:
    if _kind(expected) != _kind(got):
        return f"{at}: expected {_kind(expected)}, got {_kind(got)}"
    if expected == got:
        return None
    if isinstance(expected, str):
        return f"{at}: differs from character {_first_difference(expected, got) + 1} on"
    return f"{at}: is {_kind(got)} of another value"


def _objects_differ(expected: Mapping[str, Any], got: Mapping[str, Any], path: str) -> str | None:
    at = path or "the whole"
    missing = [key for key in expected if key not in got]
    more = [key for key in got if key not in expected]
    if missing or more:
        return f"{at}: {len(missing)} keys are missing and {len(more)} were not expected"
    inner = (_differs(expected[key], got[key], f"{path}/{_token(key)}") for key in expected)
    return next(filter(None, inner), None)


def _token(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "an object" if isinstance(value, dict) else "a list"


def _first_difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def _lacks(needles: str | Sequence[str], content: Any) -> Iterator[str]:
    needles = [needles] if isinstance(needles, str) else needles
    for number, needle in enumerate(needles, 1):
        path = _holding(content, needle, "")
        if path is not None:
            which = "its text" if len(needles) == 1 else f"text {number} of {len(needles)}"
            yield f"content_lacks: {which} still stands{' at ' + path if path else ' there'}"


def _holding(value: Any, needle: str, path: str) -> str | None:
    """The path of a string, key or number of `value` that holds `needle`."""
    if isinstance(value, dict):
        for key, item in value.items():
            inner = f"{path}/{_token(key)}"
            found = inner if needle in key else _holding(item, needle, inner)
            if found is not None:
                return found
        return None
    if isinstance(value, list):
        inner_paths = (_holding(item, needle, f"{path}/{i}") for i, item in enumerate(value))
        return next((found for found in inner_paths if found is not None), None)
    text = value if isinstance(value, str) else str(value) if _kind(value) == "a number" else ""
    return path if needle in text else None


def _findings(expected: Sequence[Mapping[str, Any]], steps: Sequence[Decision]) -> Iterator[str]:
    came = [finding for step in steps for finding in step.findings]
    if not expected and came:
        yield f"findings: expected none, got {len(came)}"
    owners: dict[int, int] = {}
    for number, wanted in enumerate(expected):
        if not _assign(number, expected, came, owners, set()):
            words = ", ".join(f"{key} {value!r}" for key, value in wanted.items())
            yield f"findings: none of {len(came)} has {words} (or it is another one's)"


def _assign(
    number: int,
    expected: Sequence[Mapping[str, Any]],
    came: Sequence[Finding],
    owners: dict[int, int],
    tried: set[int],
) -> bool:
    """Give an expected finding one that came, moving earlier ones where needed (Kuhn)."""
    for index, finding in enumerate(came):
        if index in tried or not _is(finding, expected[number]):
            continue
        tried.add(index)
        owner = owners.get(index)
        if owner is None or _assign(owner, expected, came, owners, tried):
            owners[index] = number
            return True
    return False


def _is(finding: Finding, wanted: Mapping[str, Any]) -> bool:
    return all(getattr(finding, key, _MISSING) == value for key, value in wanted.items())
