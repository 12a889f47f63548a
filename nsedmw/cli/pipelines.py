"""What a configuration does, in lines: short for `check`, whole for `explain`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from nsedmw.catalogue import Catalogue
from nsedmw.cli.visible import visible
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
            offer = catalogue.find(entry["builtin"])
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
    yield f"       is         {visible(entry['builtin'])} ({entry['runner']})"
    yield f"       runs at    {', '.join(entry['stages'])}"
    for label, key in (("agents", "agents"), ("tools", "tools")):
        if entry[key]:
            yield f"       {label:<10} {visible(', '.join(entry[key]))}"
    if entry["when"] is not None:
        yield f"       when       {_plain(entry['when'])}"
    yield f"       mode       {_mode(entry)}"
    yield f"       deadline   {entry['timeout_secs']:g} s"
    for key, value in entry["options"].items():
        yield f"       option     {visible(key)}: {_plain(value)}"
    for key, value in entry["defaults"].items():
        yield f"       default    {visible(key)}: {_plain(value)}"
    for slow in entry["slow"]:
        yield f"       slow       {visible(str(slow))}"


def _mode(entry: Mapping[str, Any]) -> str:
    if entry["mode"] == "observe":
        return "observe: it changes and stops nothing"
    return f"enforce; its failure is a {'warning (optional)' if entry['optional'] else 'block'}"


def _checkpoint(checkpoint: Mapping[str, Any]) -> str:
    if checkpoint.get("unsigned"):
        return "unsigned"
    has = "is set" if checkpoint.get("key_set") else "is not set, so nothing may ask a person"
    return f"key in {visible(str(checkpoint.get('key_env', '')))}, which {has}"


def _plain(value: Any) -> str:
    return visible(json.dumps(value, ensure_ascii=False))
