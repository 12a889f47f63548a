"""What a file says of programs and libraries, beyond what its schema can see or say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from nsedmw import unbuilt
from nsedmw.errors import Problem
from nsedmw.loader import variables
from nsedmw.loader.draft import Draft
from nsedmw.loader.specs import KINDS
from nsedmw.loader.tree import Path, shown

_OF_PROGRAMS: Final = frozenset({"args", "env", "pass_env", "cwd", "runner", "require_verdict"})
_OF_BOTH: Final = frozenset({"max_output_bytes", "sha256"})
_OURS: Final = frozenset({"NSEDMW_RUNNER", "NSEDMW_PROTOCOL"})
_ARGUMENTS: Final = (
    "a variable cannot stand in `args`, which every user of the system can see; give it to the"
    " program by `env`, or write `$${` for a literal `${`"
)
_DIGEST: Final = "must be a sha256 of 64 hexadecimal digits, as sha256sum prints it"


def refused(path: Path, value: Any, entry: Any) -> str | None:
    """Words for a value that the schema does not take; `path` leads to it from its entry.

    None for the usual words, "" where it is told elsewhere.
    """
    key, kinds = path[0], [kind for kind in KINDS if isinstance(entry, Mapping) and kind in entry]
    if isinstance(value, str) and (key, value) in unbuilt.ENTRY_VALUES:
        return unbuilt.refusal(f"`{key}: {value}`")
    if len(path) == 1 and len(kinds) == 1:
        misplaced = _misplaced(str(key), kinds[0], value)
        if misplaced:
            return misplaced
    elif len(path) == 1 and key in _OF_PROGRAMS | _OF_BOTH and len(kinds) > 1:
        return ""  # what it is for is not known
    return _unfit(path, value)


def _unfit(path: Path, value: Any) -> str | None:
    if path[0] == "sha256" and isinstance(value, str):
        return _DIGEST
    if path[0] == "pass_env" and isinstance(value, str) and value:
        return "must be the name of one variable; patterns are not for this list"
    if path == ("env",) and isinstance(value, Mapping):
        return _names(value)
    return None


def _misplaced(key: str, kind: str, value: Any) -> str | None:
    if key in _OF_PROGRAMS and kind != "binary":
        return f"`{key}` is for entries with `binary`; leave it out"
    if key in _OF_BOTH and kind == "builtin":
        return f"`{key}` is for entries with `binary` or `dylib`; leave it out"
    if kind != "dylib":
        return None
    if key == "timeout_secs":
        return "a library in this process cannot be interrupted; leave it out"
    if key == "sha256" and isinstance(value, Mapping):
        return "a library has one file; write its digest alone, not in a map"
    return None


def _names(env: Mapping[str, Any]) -> str | None:
    ours = sorted(_OURS & env.keys())
    if ours:
        return f"{ours[0]} is set by nsedmw itself; leave it out"
    return "the name of a variable is not empty and has no `=`; write another"


def problems(draft: Draft) -> list[Problem]:
    """What only a look at several values shows, of an entry of any kind."""
    return [*_in_arguments(draft), *_in_pins(draft)]


def _in_arguments(draft: Draft) -> Iterator[Problem]:
    written = draft.source.values.written_at(draft.path).get("args")
    for index, text in enumerate(written if isinstance(written, list) else ()):
        if isinstance(text, str) and variables.names(text):
            yield draft.problem(("args", index), _ARGUMENTS)


def _in_pins(draft: Draft) -> Iterator[Problem]:
    pins, binary = draft.value.get("sha256"), draft.value.get("binary")
    if not isinstance(pins, Mapping) or not isinstance(binary, str) or draft.unknown(("binary",)):
        return
    if pins and binary not in pins:
        yield draft.problem(("sha256",), "the map has no digest for the program itself; add one")
    args = draft.value.get("args")
    known: list[Any] = [binary, *(args if isinstance(args, list) else ())]
    for key in pins:
        if key not in known:
            message = (
                f"'{shown(key)}' is neither the `binary` nor one of `args`;"
                " write it as it stands there"
            )
            yield draft.source.document.key_problem((*draft.path, "sha256", key), message)
