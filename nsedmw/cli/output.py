"""Where a verb's words go: stdout, and colour where a person reads it."""

from __future__ import annotations

import os
import sys
from typing import Final, Literal

import click

Colour = Literal["auto", "always", "never"]
COLOURS: Final = ("auto", "always", "never")


def say(text: str, *, colour: bool = False) -> None:
    """Print lines to stdout; without `colour`, styles are taken out."""
    click.echo(text, color=colour)


def put(data: bytes) -> None:
    """Write bytes to stdout as they are: JSON is UTF-8 whatever the terminal's encoding is."""
    click.echo(data, nl=False)


def on_terminal() -> bool:
    """Whether a person reads stdout."""
    return sys.stdout is not None and sys.stdout.isatty()


def wants_colour(choice: Colour) -> bool:
    """Whether to colour: `auto` does on a terminal, unless NO_COLOR is set or TERM is dumb."""
    if choice != "auto":
        return choice == "always"
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
