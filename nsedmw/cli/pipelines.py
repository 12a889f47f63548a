"""What a configuration does, in lines: short for `check`, whole for `explain`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from nsedmw.builtins import BUILTINS
from nsedmw.catalogue import Catalogue
from nsedmw.cli.visible import visible
from nsedmw.detect.subject import CONTENT_SECS, DEADLINE_SECS
from nsedmw.loader.specs import KINDS
from nsedmw.types import STAGES

_ONLY_WITH: Final[dict[tuple[str, str], tuple[str, Any]]] = {
    ("redact_secrets", "min_entropy_bits"): ("entropy", True),
    ("redact_secrets", "min_entropy_length"): ("entropy", True),
    ("prompt_exposure", "redact_enclosed"): ("action", "redact"),
    ("prompt_exposure", "prompt_ngram_words"): ("prompt_fingerprint", True),
    ("prompt_exposure", "prompt_overlap_words"): ("prompt_fingerprint", True),
    ("prompt_exposure", "nsed_explainer"): ("include_explainer_in_reason", True),
    ("prompt_injection", "sensitivity"): ("threshold", None),
    ("rule_based", "binary_allow"): ("binary_detection", True),
    ("signature_verification", "keys_file"): ("keys", None),
}
"""Options that count only where another has this value; None is where it is not written."""
_ELSEWHERE: Final = {("signature_verification", "keys_file"): "${NSEDMW_SIGNATURE_KEYS}"}
"""What is taken from the environment where an option is not written."""


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
            if offer:
                schema = offer.schema or {}
                entry["defaults"] = _unwritten(entry["builtin"], schema, entry["options"])
            else:
                entry["defaults"] = {}
    return explained


def _unwritten(
    builtin: str, schema: Mapping[str, Any], written: Mapping[str, Any]
) -> dict[str, Any]:
    properties = _members(schema, "properties")
    usual = dict(_defaults(builtin, properties))
    in_force = {**usual, **written}
    found = {
        option: default
        for option, default in usual.items()
        if option not in written and _counts(builtin, option, in_force)
    }
    for option, value in written.items():
        items = _members(_members(properties, option), "items")
        found.update(_of_items(option, value, _referred(schema, items)))
    return found


def _defaults(builtin: str, properties: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for option in properties:
        told = _members(properties, option)
        choice = _members(told, "items").get("enum")
        if "default" in told:
            yield option, told["default"]
        elif choice is not None and builtin in BUILTINS:
            # Ours look for everything that nobody chose from.
            yield option, choice
        elif (builtin, option) in _ELSEWHERE:
            yield option, _ELSEWHERE[builtin, option]


def _counts(builtin: str, option: str, in_force: Mapping[str, Any]) -> bool:
    other, value = _ONLY_WITH.get((builtin, option), ("", None))
    said = in_force.get(other)
    # A variable may have any value.
    return said == value or "${" in str(said)


def _of_items(option: str, value: Any, items: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what each object of a list does not say: `blocklist.0.action`."""
    properties = _members(items, "properties")
    for at, item in enumerate(value if isinstance(value, list) else ()):
        for name in properties:
            told = _members(properties, name)
            if isinstance(item, dict) and name not in item and "default" in told:
                yield f"{option}.{at}.{name}", told["default"]


def _referred(schema: Mapping[str, Any], items: Mapping[str, Any]) -> Mapping[str, Any]:
    name = str(items.get("$ref", "")).removeprefix("#/$defs/")
    return _members(_members(schema, "$defs"), name) if name else items


def _members(schema: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """What stands there if it is an object: a schema may be a boolean, and a guest's anything."""
    value = schema.get(key)
    return value if isinstance(value, Mapping) else {}


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
        yield f"       slow       {visible(str(slow))} {_SLOW}"
    if entry["stream"] is not None:
        yield f"       streams    {_stream(entry['stream'])}"


_MOST_TOLD: Final = 8
_SLOW: Final = (
    f"runs under a deadline, not in linear time; past it ({DEADLINE_SECS:g} s for a text,"
    f" {CONTENT_SECS:g} s for a content) the entry fails"
)


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
