"""Which configuration file a verb is about, and what happens when it cannot stand."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

import nsedmw
from nsedmw.cli.errors import CANNOT, Refused
from nsedmw.cli.visible import visible
from nsedmw.types import MESSAGE_POINTS

if TYPE_CHECKING:
    from nsedmw import Engine, Problem

VARIABLE: Final = "NSEDMW_CONFIG"
DEFAULT: Final = "nsedmw.yaml"


def located(given: str | None) -> str:
    """The file that a verb is about: what was given, else $NSEDMW_CONFIG, else ./nsedmw.yaml.

    Raises:
        Refused: none of them is there.
    """
    if given is not None:
        return given
    named = os.environ.get(VARIABLE)
    if named:
        return named
    if Path(DEFAULT).exists():
        return DEFAULT
    raise Refused(
        f"no configuration: name a file, or set {VARIABLE}, or make ./{DEFAULT} with `nsedmw init`"
    )


def loaded(path: str) -> Engine:
    """The engine of a file; where it cannot stand, stderr gets every problem and the exit is 2."""
    try:
        return nsedmw.load(path)
    except nsedmw.ConfigError as error:
        cannot_stand(error.problems)


def cannot_stand(problems: list[Problem]) -> NoReturn:
    """Print problems to stderr, a line each, and exit 2."""
    for problem in problems:
        click.echo(visible(str(problem)), err=True)
    raise click.exceptions.Exit(CANNOT)


def point_of(engine: Engine, given: str | None) -> str:
    """The hook point of a run: what was given, else the only message point that has entries.

    Raises:
        Refused: there are none or several.
    """
    if given:
        return given
    configured = [point for point in MESSAGE_POINTS if engine.spec.middleware.get(point)]
    if len(configured) == 1:
        return configured[0]
    if not configured:
        raise Refused(f"{engine.spec.file} has no entries at a message point; give --point")
    raise Refused(
        f"{engine.spec.file} has entries at several hook points;"
        f" give --point, one of {', '.join(configured)}"
    )
