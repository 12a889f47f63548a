"""What a verb raises when it cannot do what it was asked: one message on stderr, exit 2."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import IO, Any

import click

from nsedmw.cli.visible import visible

CANNOT = 2
"""The exit code of everything that kept a verb from its answer."""


class Refused(click.ClickException):
    """A verb that cannot go on; `message` says what to do about it and quotes no content."""

    exit_code = CANNOT

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message to stderr."""
        click.echo(f"nsedmw: {visible(self.message)}", file=file, err=file is None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` for a near miss, else nothing."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""


def cannot_read(what: str, error: OSError) -> Refused:
    """The refusal for a file that the system would not give."""
    return Refused(f"cannot read {what}: {error.strerror or type(error).__name__}")


def cannot_write(what: str, error: OSError) -> Refused:
    """The refusal for a file that the system would not take."""
    return Refused(f"cannot write {what}: {error.strerror or type(error).__name__}")
