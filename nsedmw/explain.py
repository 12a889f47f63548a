"""What an entry that stands will do, as plain data for people and programs."""

from __future__ import annotations

from math import inf
from typing import Any

from nsedmw.loader.specs import BuiltinSpec, EntrySpec
from nsedmw.pipeline.entry import Entry
from nsedmw.protocols import Private
from nsedmw.types import MESSAGE_POINTS
from nsedmw.wire import encode


def explained(entry: Entry, spec: EntrySpec) -> dict[str, Any]:
    """The entry as it runs; a variable is shown as written, unfilled."""
    return {
        "name": _shown(spec, "name", entry.name),
        "runner": entry.runner,
        "builtin": None,
        **_check(spec),
        "stages": _shown(spec, "stages", list(spec.stages)),
        "mode": _shown(spec, "mode", spec.mode),
        "optional": _shown(spec, "optional", spec.optional),
        "timeout_secs": _shown(
            spec, "timeout_secs", spec.timeout_secs if spec.timeout_secs < inf else None
        ),
        "agents": _shown(spec, "agents", list(spec.agents)),
        "tools": _shown(spec, "tools", list(spec.tools)),
        "when": _shown(spec, "when", spec.when),
        "options": dict(spec.written.get("config") or {}),
        "slow": list(entry.slow),
        "stream": _stream(entry, spec),
    }


def _stream(entry: Entry, spec: EntrySpec) -> dict[str, Any] | None:
    """What a stream holds back for it, and why; None where no text streams, or nobody knows yet."""
    if spec.point not in MESSAGE_POINTS or spec.unseen:
        return None
    if entry.mode == "observe":
        return {"holds": "nothing", "because": ["it only observes"]}
    if not entry.steady:
        return {"holds": "everything", "because": ["its `when` looks at the content"]}
    if entry.window is None:
        return {"holds": "everything", "because": ["its verdict is about all of the text"]}
    window = entry.window(Private())
    if window.everything:
        return {"holds": "everything", "because": list(window.everything)}
    return {"holds": "nothing" if window.idle else "window", "because": []}


def _check(spec: EntrySpec) -> dict[str, Any]:
    """What is asked, as its entry says it, with what is in force for a program or a library."""
    check = spec.check
    if isinstance(check, BuiltinSpec):
        return {"builtin": _shown(spec, "builtin", check.name)}
    in_force = {name: getattr(check, name) for name in check.__struct_fields__}
    said = {key: _shown(spec, key, _listed(value)) for key, value in in_force.items()}
    if "env" in said:
        said["env"] = sorted(said["env"])  # what a value is for may be known to the program alone
    if isinstance(spec.written.get("sha256"), str) or not said["sha256"]:
        said["sha256"] = spec.written.get("sha256")
    return said


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _shown(spec: EntrySpec, key: str, in_force: Any) -> Any:
    """What is in force, or as written where a variable is part of it: its value is not shown."""
    written = spec.written.get(key)
    return written if "${" in encode(written).decode() else in_force
