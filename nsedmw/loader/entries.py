"""The entries of one file: what the schema cannot see, and the specs of those that are sound."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import inf
from typing import Any, Final

from nsedmw import unbuilt
from nsedmw.errors import Error, Problem
from nsedmw.loader import conditions, programs, strays
from nsedmw.loader.chain import Source
from nsedmw.loader.draft import Draft
from nsedmw.loader.judging import Judging
from nsedmw.loader.specs import BuiltinSpec, EntrySpec, LibrarySpec, ProgramSpec
from nsedmw.loader.tree import shown
from nsedmw.loader.vocabulary import BuiltinShape, Vocabulary
from nsedmw.loader.wording import near
from nsedmw.schema import SchemaError
from nsedmw.types import STAGES, stage_named

_TIMEOUT_SECS: Final = 30.0
"""Seconds of an entry that does not say (the format's default)."""
MAX_OUTPUT_BYTES: Final = 1_048_576
"""Of an entry that does not say (the format's default)."""
_HIDDEN: Final = "the value of the variable is none that can stand here"
_NO_OPTIONS: Final[Mapping[str, Any]] = {"type": "object", "additionalProperties": False}


def drafts(source: Source) -> list[Draft]:
    """The entries of a file that are objects, in the order of the points and of its lists."""
    found = []
    middleware = source.values.value.get("middleware")
    for point in STAGES:
        entries = middleware.get(point) if isinstance(middleware, dict) else None
        for index, value in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(value, dict):
                found.append(Draft(source, point, ("middleware", point, index), value))
    return found


class EntryCheck:
    """Asks of entries what stands in more than one place of a file, or in none."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._judges: dict[str, Judging | str] = {}
        """Builtin -> the judge of its options, or what is wrong with its schema."""

    def problems(self, draft: Draft) -> list[Problem]:
        """All of them, beside those of the schema."""
        found = self._stages(draft)
        when = draft.value.get("when")
        if not draft.unknown(("when",)):
            for path, message in conditions.unknown_keys(when):
                place = ("when", *path)
                told = _HIDDEN if draft.filled(place) else message
                found.append(draft.problem(place, told))
        name = draft.value.get("builtin")
        if isinstance(name, str) and name and not draft.unknown(("builtin",)):
            found += self._builtin(draft, name)
        return found + programs.problems(draft)

    def _stages(self, draft: Draft) -> list[Problem]:
        stages = draft.value.get("stages")
        found = []
        for index, word in enumerate(stages if isinstance(stages, list) else ()):
            path = ("stages", index)
            if isinstance(word, str) and not draft.unknown(path):
                message = _stage_problem(draft.point, word)
                if message:
                    told = _HIDDEN + _has(STAGES[draft.point]) if draft.filled(path) else message
                    found.append(draft.problem(path, told))
        return found

    def _builtin(self, draft: Draft, name: str) -> list[Problem]:
        try:
            offered = self._vocabulary.find(name)
        except Error as error:
            return [draft.problem(("builtin",), f"this builtin cannot be used: {error}")]
        if offered is None:
            return [draft.problem(("builtin",), self._no_builtin(draft, name))]
        found = []
        if draft.point not in offered.points:
            serves = ", ".join(offered.points)
            message = f"{_called(draft, name)} does not serve {draft.point}; it serves {serves}"
            found.append(draft.problem(("builtin",), message))
        return found + self._options(draft, name, offered)

    def _no_builtin(self, draft: Draft, name: str) -> str:
        if draft.filled(("builtin",)):
            return f"{_HIDDEN}; there is {', '.join(self._vocabulary.names)}"
        if name in unbuilt.BUILTINS:
            return unbuilt.refusal(f"the builtin {name}")
        hint = near(name, self._vocabulary.names)
        known = hint or f"; there is {', '.join(self._vocabulary.names)}"
        return f"there is no builtin '{shown(name)}'{known}"

    def _options(self, draft: Draft, name: str, offered: BuiltinShape) -> list[Problem]:
        if not isinstance(draft.value.get("config", {}), dict):
            return []
        judge = self._judge(name, offered)
        if isinstance(judge, str):
            message = f"the schema of {_called(draft, name)} cannot stand: {judge}"
            return [draft.problem(("builtin",), message)]
        if "config" not in draft.value:
            # Options that must be written are missing, too, where none is.
            draft.value["config"] = {}
            draft.source.values.written_at(draft.path).setdefault("config", {})
        known = list(judge.schema.get("properties", {}))
        path = (*draft.path, "config")
        draft.source.values.fit(judge.schema, path)
        return judge.problems(
            draft.source.values,
            path,
            partial(strays.option, known),
        )

    def _judge(self, name: str, offered: BuiltinShape) -> Judging | str:
        if name not in self._judges:
            try:
                schema = _NO_OPTIONS if offered.schema is None else offered.schema
                self._judges[name] = Judging(schema)
            except SchemaError as error:
                self._judges[name] = str(error)
        return self._judges[name]


def _called(draft: Draft, name: str) -> str:
    return "this builtin" if draft.filled(("builtin",)) else shown(name)


def _stage_problem(point: str, word: str) -> str | None:
    stages = STAGES[point]
    stage = stage_named(word)
    if stage in stages:
        return None
    if stage is not None:
        home = next(other for other, known in STAGES.items() if stage in known)
        return f"{point} has no stage `{stage}`, which is of {home}; it has {', '.join(stages)}"
    return f"{point} has no stage '{shown(word)}'{near(word, stages) or _has(stages)}"


def _has(stages: tuple[str, ...]) -> str:
    return f"; it has {', '.join(stages)}"


def spec(draft: Draft, name: str) -> EntrySpec:
    """What a sound entry says, with the defaults of its file."""
    depth, unseen = len(draft.path), draft.source.values.unseen
    return EntrySpec(
        point=draft.point,
        name=name,
        check=_check(draft),
        stages=_stages_of(draft),
        config=_said(draft, "config", dict, {}),
        written=draft.source.values.written_at(draft.path),
        mode=_setting(draft, "mode", str, "enforce"),
        optional=_setting(draft, "optional", bool, default=False),
        agents=tuple(_said(draft, "agents", list, [])),
        tools=tuple(_said(draft, "tools", list, [])),
        when=_said(draft, "when", dict | bool, None),
        timeout_secs=_timeout_secs(draft),
        base_dir=draft.source.folder,
        place=draft.problem,
        unseen=tuple(path[depth:] for path in unseen if path[:depth] == draft.path),
    )


def _check(draft: Draft) -> BuiltinSpec | ProgramSpec | LibrarySpec:
    match draft.kind:
        case "binary":
            return _program(draft)
        case "dylib":
            return LibrarySpec(
                draft.value["dylib"],
                _said(draft, "max_output_bytes", int, MAX_OUTPUT_BYTES),
                _said(draft, "sha256", str, ""),
            )
        case _:
            return BuiltinSpec(draft.value["builtin"])


def _program(draft: Draft) -> ProgramSpec:
    binary = draft.value["binary"]
    digest = _said(draft, "sha256", str | dict, {})
    return ProgramSpec(
        binary=binary,
        args=tuple(_said(draft, "args", list, [])),
        env=_said(draft, "env", dict, {}),
        pass_env=tuple(_said(draft, "pass_env", list, [])),
        cwd=_said(draft, "cwd", str, None),
        max_output_bytes=_said(draft, "max_output_bytes", int, MAX_OUTPUT_BYTES),
        require_verdict=_said(draft, "require_verdict", bool, default=False),
        sha256={binary: digest} if isinstance(digest, str) else digest,
    )


def _timeout_secs(draft: Draft) -> float:
    """Infinite for a library: it cannot be interrupted, and a run's deadline alone bounds it."""
    if draft.kind == "dylib":
        return inf
    return float(_setting(draft, "timeout_secs", int | float, _TIMEOUT_SECS))


def _said(draft: Draft, key: str, kind: Any, default: Any) -> Any:
    """What the entry says; the default where it does not, or where that was not looked at."""
    value = draft.value.get(key)
    return value if isinstance(value, kind) and not draft.unknown((key,)) else default


def _setting(draft: Draft, key: str, kind: Any, default: Any) -> Any:
    """As `_said`, and then what the file's `defaults` say.

    Where those are wrong the file is refused for it, and the entry has the format's default.
    """
    values, path = draft.source.values, ("defaults", key)
    defaults = values.value.get("defaults")
    if isinstance(defaults, dict) and path not in values.unset and path not in values.unseen:
        value = defaults.get(key)
        default = value if isinstance(value, kind) else default
    return _said(draft, key, kind, default)


def _stages_of(draft: Draft) -> tuple[str, ...]:
    words = [word for word in _said(draft, "stages", list, []) if isinstance(word, str)]
    stages = [stage for stage in map(stage_named, words) if stage]
    return tuple(dict.fromkeys(stages)) or STAGES[draft.point]
