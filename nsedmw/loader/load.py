"""From a file to its specs and everything that is wrong with it; nothing that it names is run.

One rule: the whole file is judged, and what is sound is handed on beside the problems, so that
whoever builds the entries can add to them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from nsedmw import unbuilt
from nsedmw.errors import Problem
from nsedmw.loader import programs
from nsedmw.loader.chain import Chain, Source, unseen_lines
from nsedmw.loader.draft import Draft
from nsedmw.loader.entries import EntryCheck, drafts, spec
from nsedmw.loader.judging import Judging
from nsedmw.loader.naming import named
from nsedmw.loader.signing import checkpoint
from nsedmw.loader.specs import KINDS, ConfigSpec, EntrySpec, LibrarySpec, ProgramSpec
from nsedmw.loader.strays import Strays
from nsedmw.loader.tree import Path as Steps
from nsedmw.loader.vocabulary import Vocabulary
from nsedmw.loader.wording import near
from nsedmw.shapes import shape
from nsedmw.types import HOOK_POINTS, STAGES

STRING: Final = "<string>"
"""What messages call a text that came without a file."""

_ENTRY: Final = re.compile(r"middleware\.\w+\[\d+\]")
_SECTIONS: Final = ("middleware", "extends")
_ENTRY_STEPS: Final = 3
"""To an entry: `middleware`, hook point, index."""
Loaded = tuple[ConfigSpec | None, list[Problem]]


def load_file(path: Path, vocabulary: Vocabulary, *, static: bool = False) -> Loaded:
    """The specs of the sound entries of a file, and every problem, by position.

    None where the file cannot be read as a configuration at all. With `static`, environment
    variables are not looked at; `ConfigSpec.unseen` lists the places that name them.
    """
    chain = Chain(static=static)
    chain.take_file(path)
    return _loaded(chain, str(path), vocabulary, static=static)


def load_text(text: str, base_dir: Path, vocabulary: Vocabulary, *, static: bool = False) -> Loaded:
    """`load_file` for a text; its relative paths start at `base_dir`."""
    chain = Chain(static=static)
    chain.take_text(text, STRING, base_dir)
    return _loaded(chain, STRING, vocabulary, static=static)


def _loaded(chain: Chain, file: str, vocabulary: Vocabulary, *, static: bool) -> Loaded:
    if not chain.sources:
        return None, sorted(set(chain.problems))
    problems = chain.problems
    for source in chain.sources:
        problems += _shape_problems(source, vocabulary)
    key, found = checkpoint(chain.sources, static=static)
    problems += found
    middleware = _entries(chain.sources, vocabulary, problems)
    unseen = [line for source in chain.sources for line in unseen_lines(source)]
    if static and not key.unsigned:
        unseen.append(f"the environment variable {key.key_env}, which signs waiting calls")
    if static:
        unseen += [line for specs in middleware.values() for line in map(_unseen, specs) if line]
    loaded = ConfigSpec(file, 1, middleware, key, tuple(unseen), static)
    return loaded, sorted(set(problems))


def _unseen(spec: EntrySpec) -> str:
    """What only the target machine has of an entry."""
    match spec.check:
        case ProgramSpec():
            return str(spec.place(("binary",), "the program itself"))
        case LibrarySpec():
            return str(spec.place(("dylib",), "the library itself"))
        case _:
            return ""


def _shape_problems(source: Source, vocabulary: Vocabulary) -> list[Problem]:
    values, judging = source.values, _judging()
    values.fit(judging.schema, ())
    # The text as written: a builtin's name that a variable gives is not shown.
    strays = Strays(values.written, vocabulary)

    def refused(path: Steps, value: Any) -> str | None:
        if len(path) > _ENTRY_STEPS and path[0] == "middleware":
            return programs.refused(path[_ENTRY_STEPS:], value, values.at(path[:_ENTRY_STEPS]))
        return _refused(path, value, vocabulary)

    return judging.problems(values, (), strays.key, refused)


@cache
def _judging() -> Judging:
    """The shape of a file. An entry's options are judged by its builtin's own schema instead."""
    whole = shape("config")
    parts = {**whole["$defs"], "options": True}
    return Judging({**whole, "$defs": parts})


def _refused(path: Steps, value: Any, vocabulary: Vocabulary) -> str | None:
    """Words for what a file says at a place of its own, which a schema's keyword cannot give."""
    if path == ("middleware", "around_tool") and isinstance(value, list):
        return unbuilt.refusal("an entry of `around_tool`")
    if path == () and isinstance(value, Mapping):
        if any(near(str(key), _SECTIONS) for key in value):
            return ""  # the mistyped key is told; that it is missing follows
        return "needs one of `middleware`, `extends`; `middleware: {}` says that nothing is checked"
    if len(path) == _ENTRY_STEPS and path[0] == "middleware":
        return _refused_entry(value, vocabulary)
    return None


def _refused_entry(value: Any, vocabulary: Vocabulary) -> str | None:
    if isinstance(value, str) and value in vocabulary.names:
        return f"an entry is an object; write `- builtin: {value}`"
    if isinstance(value, str):
        return "an entry is an object; write `- builtin: NAME`, with a space after the colon"
    if not isinstance(value, Mapping):
        return None
    if any(kind in value for kind in KINDS):
        return None
    return (
        "an entry says which check it is; write `builtin: NAME`, `binary: PATH` of a program or"
        " `dylib: PATH` of a library"
    )


def _entries(
    sources: list[Source], vocabulary: Vocabulary, problems: list[Problem]
) -> dict[str, tuple[EntrySpec, ...]]:
    """The sound entries by hook point, bases first; adds what is wrong with the others."""
    check = EntryCheck(vocabulary)
    everything = [draft for source in sources for draft in drafts(source)]
    for draft in everything:
        problems += check.problems(draft)
    middleware: dict[str, tuple[EntrySpec, ...]] = dict.fromkeys(HOOK_POINTS, ())
    for point in STAGES:
        here = [draft for draft in everything if draft.point == point]
        names, found = named(here)
        problems += found
        touched = _touched(problems)
        middleware[point] = tuple(
            spec(draft, name)
            for draft, name in zip(here, names, strict=True)
            if _sound(draft, touched)
        )
    return middleware


def _sound(draft: Draft, touched: set[tuple[str, str]]) -> bool:
    return not draft.unknown((draft.kind,)) and draft.home not in touched


def _touched(problems: list[Problem]) -> set[tuple[str, str]]:
    """The entries that have a problem, as `Draft.home` calls them."""
    found = ((problem.file, _ENTRY.match(problem.where)) for problem in problems)
    return {(file, crumb[0]) for file, crumb in found if crumb}
