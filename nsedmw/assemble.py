"""The one place where parts are put together: a configuration becomes an engine, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from nsedmw.catalogue import Catalogue, Offer
from nsedmw.detect import window as text_window
from nsedmw.detect.reach import Reach
from nsedmw.detect.reasons import clean_category, clean_reason, visible
from nsedmw.engine import Engine
from nsedmw.errors import ConfigError, Failure, OptionProblem, OptionsRefused, Problem
from nsedmw.loader.load import load_file, load_text
from nsedmw.loader.specs import BuiltinSpec, ConfigSpec, EntrySpec, LibrarySpec, ProgramSpec
from nsedmw.loader.vocabulary import BuiltinShape, Vocabulary
from nsedmw.pipeline.boundary import attempt
from nsedmw.pipeline.entry import Entry, Pipeline
from nsedmw.pipeline.threads import Threads
from nsedmw.programs import library, private, program
from nsedmw.protocols import Factory, Informed, Private, Window, Windowed
from nsedmw.schema import SchemaError, compile_schema
from nsedmw.site import FileSite
from nsedmw.types import STAGES, Context

MOST_TOLD: Final = 500
"""Characters of a factory's own words."""


def load(
    path: str | Path, *, builtins: Mapping[str, Factory] | None = None, static: bool = False
) -> Engine:
    """The engine of a configuration file, in which every entry stands.

    `builtins` adds middleware of your own: name -> factory (nsedmw/protocols.py). With `static`,
    what only the target machine has is not looked at, and the engine explains but does not run.

    Raises:
        ConfigError: anything is wrong; `problems` has all of it, with file, line and column.
    """
    catalogue = Catalogue(builtins or {})
    spec, problems = load_file(Path(path), _vocabulary(catalogue), static=static)
    return _engine(spec, problems, catalogue)


def loads(
    text: str,
    *,
    base_dir: str | Path = ".",
    builtins: Mapping[str, Factory] | None = None,
    static: bool = False,
) -> Engine:
    """`load` for text; relative paths start at `base_dir`, and problems name `<string>`."""
    if not isinstance(text, str):
        raise TypeError(f"loads takes YAML text, not {type(text).__name__}; json.dumps makes some")
    catalogue = Catalogue(builtins or {})
    spec, problems = load_text(text, Path(base_dir), _vocabulary(catalogue), static=static)
    return _engine(spec, problems, catalogue)


def _engine(spec: ConfigSpec | None, found: Iterable[Problem], catalogue: Catalogue) -> Engine:
    problems = list(found)
    if spec is None:
        raise ConfigError(problems)
    unseen: list[str] = []
    pipelines = {point: _pipeline(point, spec, catalogue, problems, unseen) for point in STAGES}
    engine = Engine(msgspec.structs.replace(spec, unseen=(*spec.unseen, *unseen)), pipelines)
    if problems:
        engine.close()
        raise ConfigError(problems)
    return engine


def _pipeline(
    point: str,
    spec: ConfigSpec,
    catalogue: Catalogue,
    problems: list[Problem],
    unseen: list[str],
) -> Pipeline:
    entries = []
    for entry_spec in spec.middleware.get(point, ()):
        entry = _entry(entry_spec, spec, catalogue, problems, unseen)
        if entry is not None:
            entries.append(entry)
    return Pipeline.of(
        point,
        STAGES[point],
        entries,
        clean=clean_reason,
        clean_category=clean_category,
        can_ask=point == "before_tool" and spec.checkpoint.usable,
    )


def _entry(
    spec: EntrySpec,
    config: ConfigSpec,
    catalogue: Catalogue,
    problems: list[Problem],
    unseen: list[str],
) -> Entry | None:
    entry: Entry | None
    match spec.check:
        case BuiltinSpec(name):
            entry = _builtin(spec, name, config, catalogue, problems, unseen)
        case ProgramSpec() as said:
            entry = _program(spec, said, problems, static=config.static)
        case LibrarySpec() as said:
            entry = _library(spec, said, problems, static=config.static)
    if entry is None:
        return None
    condition = None if spec.unseen else _condition(spec, problems)
    return msgspec.structs.replace(entry, condition=condition, steady=_is_steady(spec.when))


def _bare(spec: EntrySpec, runner: str, *, foreign: bool, guest: bool = False) -> Entry:
    """An entry that is not asked yet: one that is only explained stays so."""
    return Entry(
        name=spec.name,
        runner=runner,
        stages=frozenset(spec.stages),
        timeout_secs=spec.timeout_secs,
        mode=spec.mode,
        optional=spec.optional,
        foreign=foreign,
        guest=guest,
        agents=spec.agents,
        tools=spec.tools,
    )


def _builtin(
    spec: EntrySpec,
    name: str,
    config: ConfigSpec,
    catalogue: Catalogue,
    problems: list[Problem],
    unseen: list[str],
) -> Entry | None:
    """The entry of a builtin; None where a problem says why not.

    `unseen` takes what was not looked at because the configuration is only explained.
    """
    offer = catalogue.find(name)
    if offer is None:
        return None  # the loader has said so
    can_ask = spec.point == "before_tool" and offer.can_ask(spec.config)
    if can_ask and not config.checkpoint.usable:
        problems.append(spec.place(("builtin",), _no_key(name, config)))
    bare = _bare(spec, "builtin", foreign=offer.foreign, guest=offer.foreign)
    if spec.unseen:
        return bare  # its options are not known before their variables are
    site = FileSite(spec.base_dir, static=config.static)
    middleware = _built(spec, lambda: _build(spec, offer, site), problems, "config")
    unseen += [str(spec.place(("config",), f"the variable {name}")) for name in site.unseen]
    if middleware is None:
        return None
    # No code but ours is handed what a run keeps private.
    informed = not offer.foreign and isinstance(middleware, Informed)
    window = middleware.window if isinstance(middleware, Windowed) else None
    if offer.foreign:
        window = None if offer.windowable is None else _window(offer.windowable)
    return msgspec.structs.replace(
        bare,
        check=middleware.check,
        informed=middleware.informed if informed else None,
        threads=Threads() if offer.blocking else None,
        slow=() if offer.foreign else tuple(getattr(middleware, "slow", ())),
        window=window,
    )


def _window(chars: int) -> Callable[[Private], Window]:
    """What a check needs that says so itself."""
    reach = Reach(ahead=chars + 1, behind=chars)
    window = text_window.Window([("windowable", reach)], normalize=False)
    return lambda _: window


def _program(
    spec: EntrySpec, said: ProgramSpec, problems: list[Problem], *, static: bool
) -> Entry | None:
    """As `_builtin`; with `static` the program is not looked for."""
    bare = _bare(spec, "oneshot", foreign=True)
    if static:
        return bare
    runs = _built(spec, lambda: program(spec, said), problems)
    if runs is None:
        return None
    return msgspec.structs.replace(bare, runs=runs, secrets=private(spec, said))


def _library(
    spec: EntrySpec, said: LibrarySpec, problems: list[Problem], *, static: bool
) -> Entry | None:
    """As `_program`."""
    bare = _bare(spec, "dylib", foreign=True)
    if static:
        return bare
    dylib = _built(spec, lambda: library(spec, said), problems)
    if dylib is None:
        return None
    return msgspec.structs.replace(bare, check=dylib.check, threads=Threads())


def _no_key(name: str, config: ConfigSpec) -> str:
    return (
        f"{name} can ask for approval, and no key signs the waiting call;"
        f" set the variable {config.checkpoint.key_env} (16 bytes or more)"
        " or say `checkpoint: {unsigned: true}`"
    )


def _built(spec: EntrySpec, build: Callable[[], Any], problems: list[Problem], *under: str) -> Any:
    """What `build` makes, or None with its problems added, whose paths start at `under`."""
    made = attempt(lambda _: _made(build), spec)
    if isinstance(made, Failure):
        made = OptionsRefused([OptionProblem((), f"it could not be built: {made.detail}")])
    if not isinstance(made, OptionsRefused):
        return made
    for problem in made.problems:
        placed = spec.place((*under, *problem.path), problem.message)
        if problem.file is not None:
            placed = msgspec.structs.replace(
                placed, file=problem.file, line=problem.line, column=problem.column
            )
        problems.append(placed)
    return None


def _made(build: Callable[[], Any]) -> Any:
    try:
        return build()
    except OptionsRefused as refused:
        return refused


def _build(spec: EntrySpec, offer: Offer, site: FileSite) -> Any:
    try:
        return offer.build(spec.config, site)
    except ValueError as error:
        if not offer.foreign:
            raise
        # Its author's words may quote an option, and an option may hold a variable's value.
        plain = spec.written.get("config", {}) == spec.config
        told = visible(str(error))[:MOST_TOLD] if plain else ""
        return OptionsRefused([OptionProblem((), told or "its options cannot work")])


def _condition(spec: EntrySpec, problems: list[Problem]) -> Callable[[Context], bool] | None:
    if spec.when is None:
        return None
    try:
        judge = compile_schema(spec.when)
    except SchemaError as error:
        problems.extend(spec.place(("when", *path), text) for path, text in error.problems)
        return None
    return lambda context: judge.holds(msgspec.to_builtins(context))


_NOT_CONTENT: Final = frozenset({"type", "required", "properties", "title", "description"})
"""Keywords of a `when` that look at nothing but what they name."""
_OF_THE_RUN: Final = frozenset({"action", "agent_id", "job_id", "round", "stage", "metadata"})
"""Members of a context that no middleware changes; whether one is there is always known."""


def _is_steady(when: Any) -> bool:
    """Whether a `when` cannot depend on the content, or on what other entries say of it."""
    if when is None:
        return True
    if not isinstance(when, Mapping) or not _NOT_CONTENT.issuperset(when):
        return False
    properties = when.get("properties", {})
    return isinstance(properties, Mapping) and _OF_THE_RUN.issuperset(properties)


def _vocabulary(catalogue: Catalogue) -> Vocabulary:
    def find(name: str) -> BuiltinShape | None:
        offer = catalogue.find(name)
        return None if offer is None else BuiltinShape(offer.points, offer.schema)

    return Vocabulary(catalogue.names(), find)
