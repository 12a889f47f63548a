"""What a configuration does, in lines: short for `check`, whole for `explain`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from nsedmw.catalogue import Catalogue
from nsedmw.cli.visible import visible
from nsedmw.loader.specs import KINDS
from nsedmw.types import STAGES


def outline(explained: Mapping[str, Any]) -> Iterator[str]:
    """A line per hook point that has entries: their names in the order that they run."""
    for point, entries in explained["points"].items():
        if entries:
            yield f"  {point}: {', '.join(visible(_short(point, entry)) for entry in entries)}"
    if not any(explained["points"].values()):
        yield "  no entries: every run passes"


def _short(point: str, entry: Mapping[str, Any]) -> str:
    marks = []
    if tuple(entry["stages"]) != STAGES.get(point, ()):
        marks.append(f"at {', '.join(entry['stages'])}")
    if entry["mode"] != "enforce":
        marks.append(entry["mode"])
    if entry["optional"]:
        marks.append("optional")
    return f"{entry['name']} ({', '.join(marks)})" if marks else str(entry["name"])


def with_defaults(explained: dict[str, Any]) -> dict[str, Any]:
    """The same, each entry with `defaults`: options in force that it does not write."""
    catalogue = Catalogue({})
    for entries in explained["points"].values():
        for entry in entries:
            offer = catalogue.find(entry["builtin"]) if entry["builtin"] else None
            entry["defaults"] = _unwritten(offer.schema if offer else None, entry["options"])
    return explained


def _unwritten(schema: Mapping[str, Any] | None, written: Mapping[str, Any]) -> dict[str, Any]:
    return {
        option: told["default"]
        for option, told in (schema or {}).get("properties", {}).items()
        if isinstance(told, dict) and "default" in told and option not in written
    }


def whole(explained: Mapping[str, Any]) -> Iterator[str]:
    """Every entry with all that is in force for it, in the order that they run."""
    yield f"{visible(explained['file'])} (version {explained['version']})"
    for point, entries in explained["points"].items():
        if not entries:
            continue
        yield ""
        yield f"{point}: runs in this order, the first block ends it"
        for number, entry in enumerate(entries, 1):
            yield from _entry(number, entry)
    yield ""
    yield f"checkpoint: {_checkpoint(explained['checkpoint'])}"


def _entry(number: int, entry: Mapping[str, Any]) -> Iterator[str]:
    yield f"  {number}. {visible(entry['name'])}"
    kind = next(kind for kind in KINDS if entry.get(kind))
    yield f"       is         {visible(entry[kind])} ({entry['runner']})"
    yield from _terms(entry)
    yield f"       runs at    {', '.join(entry['stages'])}"
    for label, key in (("agents", "agents"), ("tools", "tools")):
        if entry[key]:
            yield f"       {label:<10} {visible(', '.join(entry[key]))}"
    if entry["when"] is not None:
        yield f"       when       {_plain(entry['when'])}"
    yield f"       mode       {_mode(entry)}"
    yield f"       deadline   {_deadline(entry['timeout_secs'])}"
    for key, value in entry["options"].items():
        yield f"       option     {visible(key)}: {_plain(value)}"
    for key, value in entry["defaults"].items():
        yield f"       default    {visible(key)}: {_plain(value)}"
    for slow in entry["slow"]:
        yield f"       slow       {visible(str(slow))} runs under a deadline, not in linear time"
    if entry["stream"] is not None:
        yield f"       streams    {_stream(entry['stream'])}"


_MOST_TOLD = 8


def _stream(told: Mapping[str, Any]) -> str:
    """What is held back for the entry where a text comes in pieces."""
    because = [visible(str(one)) for one in told["because"]]
    if len(because) > _MOST_TOLD:
        because[_MOST_TOLD:] = [f"and {len(because) - _MOST_TOLD} more"]
    why = f" ({', '.join(because)})" if because else ""
    match told["holds"]:
        case "nothing":
            return f"nothing is held back for it{why}"
        case "everything":
            return f"everything is held to the end{why}"
        case _:
            return "what its rules need is held back, the rest goes out"


def _terms(entry: Mapping[str, Any]) -> Iterator[str]:
    """On what terms a program or library is asked."""
    for argument in entry.get("args", ()):
        yield f"       argument   {_plain(argument)}"
    for label, key in (("sets", "env"), ("passes on", "pass_env")):
        if entry.get(key):
            yield f"       {label:<10} {visible(' '.join(entry[key]))}"
    if entry.get("cwd"):
        yield f"       folder     {visible(entry['cwd'])}"
    if entry.get("sha256"):
        yield f"       sha256     {_plain(entry['sha256'])}"
    if "max_output_bytes" in entry:
        yield f"       output     at most {entry['max_output_bytes']} bytes"
    if "require_verdict" in entry:
        says = "a failure" if entry["require_verdict"] else "a pass"
        yield f"       silence    {says}"


def _deadline(secs: Any) -> str:
    if secs is None:
        return "the run's own"
    return f"{secs:g} s" if isinstance(secs, int | float) else visible(str(secs))


def _mode(entry: Mapping[str, Any]) -> str:
    failure = f"its failure is a {'warning (optional)' if entry['optional'] else 'block'}"
    if entry["mode"] == "observe":
        return f"observe: it changes and stops nothing; {failure} that is only recorded"
    return f"enforce; {failure}"


def _checkpoint(checkpoint: Mapping[str, Any]) -> str:
    if checkpoint.get("unsigned"):
        return "unsigned"
    has = "is set" if checkpoint.get("key_set") else "is not set, so nothing may ask a person"
    return f"key in {visible(str(checkpoint.get('key_env', '')))}, which {has}"


def _plain(value: Any) -> str:
    return visible(json.dumps(value, ensure_ascii=False))
