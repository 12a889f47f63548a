"""Where a builtin's name leads: our own table, the caller's `builtins=`, an installed package.

No name replaces another. Packages are looked at only for a name that no table has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from nsedmw.builtins import BUILTINS
from nsedmw.errors import Error, Failure, OptionProblem, OptionsRefused
from nsedmw.pipeline.boundary import attempt
from nsedmw.protocols import Builtin, Factory, Site
from nsedmw.shapes import shape
from nsedmw.types import STAGES
from nsedmw.unbuilt import BUILTINS as UNBUILT

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "nsedmw.builtins"
"""The entry point group under which an installed package offers builtins."""


class Offer(msgspec.Struct, frozen=True):
    """What stands behind a name. `schema` is None where no option is allowed.

    `foreign` marks code that is not ours: its context is copied and its words are cleaned.
    """

    points: tuple[str, ...]
    schema: Mapping[str, Any] | None
    build: Callable[[Mapping[str, Any], Site], Any]
    asks: bool | Callable[[Mapping[str, Any]], bool] = False
    blocking: bool = False
    foreign: bool = False
    windowable: int | None = None
    """Of foreign code: how many characters on either side of a place decide about it."""

    def can_ask(self, options: Mapping[str, Any]) -> bool:
        """Whether it can answer `ask` with these options."""
        return self.asks(options) if callable(self.asks) else self.asks


class CannotOffer(Error):
    """A name is there and what it leads to cannot be used; says why, for the entry's problem."""


class Catalogue:
    """The names that one configuration may use.

    Raises:
        ValueError: a name of `own` is one of ours.
        TypeError: a factory cannot be called.
    """

    def __init__(self, own: Mapping[str, Factory]) -> None:
        for name, factory in own.items():
            if name in BUILTINS or name in UNBUILT:
                raise ValueError(f"builtins={{{name!r}: ...}}: nsedmw has a builtin of that name")
            if not callable(factory):
                raise TypeError(
                    f"builtins={{{name!r}: ...}} must be callable: config -> middleware"
                )
        self._own = dict(own)
        self._found: dict[str, Offer | None] = {}

    def names(self) -> tuple[str, ...]:
        """Names that a near miss may have meant."""
        return (*BUILTINS, *self._own)

    def find(self, name: str) -> Offer | None:
        """What stands behind `name`, or None.

        Raises:
            CannotOffer: it cannot be used.
        """
        if name not in self._found:
            self._found[name] = self._look(name)
        return self._found[name]

    def _look(self, name: str) -> Offer | None:
        if name in BUILTINS:
            return _ours(BUILTINS[name])
        if name in self._own:
            return _theirs(self._own[name])
        return _installed(name)


def _ours(home: str) -> Offer:
    module, _, attribute = home.partition(":")
    builtin: Builtin = getattr(import_module(module), attribute)
    options = shape(f"builtins/{builtin.schema}")
    return Offer(builtin.points, options, builtin.build, asks=builtin.asks)


def _theirs(factory: Factory) -> Offer:
    points = getattr(factory, "points", None)
    if isinstance(points, str) or not isinstance(points, Iterable | None):
        raise CannotOffer("its factory's `points` must be a list of hook points")
    points = tuple(STAGES) if points is None else tuple(points)
    wrong = [point for point in points if point not in STAGES]
    if wrong or not points:
        raise CannotOffer(f"its factory's `points` must name hook points, not {wrong or 'none'}")
    schema = getattr(factory, "schema", None)
    if schema is not None and not isinstance(schema, Mapping):
        raise CannotOffer("its factory's `schema` must be a JSON Schema, an object")

    windowable = getattr(factory, "windowable", None)
    if windowable is not None and (
        isinstance(windowable, bool) or not isinstance(windowable, int) or windowable < 0
    ):
        raise CannotOffer(
            "its factory's `windowable` must be a number of characters: how far on either side of a"
            " place the text is read that decides about it"
        )

    def build(options: Mapping[str, Any], _: Site) -> Any:
        made = factory(options)
        if not callable(getattr(made, "check", None)):
            problem = OptionProblem((), "its factory made an object without a `check` method")
            raise OptionsRefused([problem])
        if getattr(factory, "blocking", False) and iscoroutinefunction(made.check):
            message = "`blocking` is for a plain `def check`; an `async def` is awaited"
            raise OptionsRefused([OptionProblem((), message)])
        return made

    return Offer(
        points,
        schema,
        build,
        asks=bool(getattr(factory, "asks", False)),
        blocking=bool(getattr(factory, "blocking", False)),
        foreign=True,
        windowable=windowable,
    )


def _installed(name: str) -> Offer | None:
    # Costs 15 ms and a search of every installed package: for names that no table has alone.
    from importlib.metadata import entry_points  # noqa: PLC0415

    found = list(entry_points(group=GROUP, name=name))
    if not found:
        return None
    if len(found) > 1:
        packages = ", ".join(sorted(_package(point) for point in found))
        raise CannotOffer(f"several installed packages offer it: {packages}; keep one")
    # Importing it runs its code, which may raise anything.
    factory = attempt(lambda point: point.load(), found[0], guest=True)
    if isinstance(factory, Failure):
        raise CannotOffer(
            f"package {_package(found[0])} offers it and does not load"
            f" ({factory.detail}); mend or remove that package"
        )
    if not callable(factory):
        raise CannotOffer(f"package {_package(found[0])} offers something that cannot be called")
    return _theirs(factory)


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "unknown"
