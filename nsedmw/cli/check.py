"""`nsedmw check`: every problem of the files, or the pipelines as loaded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import click
import msgspec

import nsedmw
from nsedmw.cli.configuration import located
from nsedmw.cli.errors import CANNOT
from nsedmw.cli.output import say
from nsedmw.cli.pipelines import outline
from nsedmw.cli.visible import visible
from nsedmw.errors import Problem


class Checked(msgspec.Struct, frozen=True):
    """One file's outcome: `explained` is None where it cannot stand."""

    file: str
    problems: tuple[Problem, ...]
    explained: dict[str, Any] | None


@click.command()
@click.argument("configs", nargs=-1, metavar="[CONFIG]...")
@click.option(
    "--static",
    is_flag=True,
    help="Leave out what only the target machine has (variables, programs, libraries, their folders"
    " and digests), and list it.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="json is one object, github the annotations of a GitHub workflow.",
)
def check(configs: tuple[str, ...], static: bool, format_: str) -> None:
    """Say everything that is wrong with configuration files, or show what they would do.

    Each problem is one line: FILE:LINE:COLUMN: where: what is wrong; what to write instead.

    \b
    Examples:
      nsedmw check
      nsedmw check config/default.yaml config/strict.yaml
      nsedmw check pipeline.yaml --static --format github

    \b
    Exit codes:
      0  every file stands     2  one does not
    """  # noqa: D301  # click reads the backspace itself
    outcomes = [_checked(file, static) for file in configs or (located(None),)]
    text = "\n".join(_FORMATS[format_](outcomes, static))
    if text:
        say(text)
    problems = sum(len(outcome.problems) for outcome in outcomes)
    if problems:
        if format_ == "text":
            click.echo(f"nsedmw: {problems} problem{'s' if problems > 1 else ''}", err=True)
        raise click.exceptions.Exit(CANNOT)


def _checked(file: str, static: bool) -> Checked:
    try:
        with nsedmw.load(file, static=static) as engine:
            return Checked(file, (), engine.explain())
    except nsedmw.ConfigError as error:
        return Checked(file, tuple(error.problems), None)


def _text(outcomes: list[Checked], _: bool) -> Iterator[str]:
    for outcome in outcomes:
        yield from (visible(str(problem)) for problem in outcome.problems)
        if outcome.explained is not None:
            yield f"{visible(outcome.file)}: ok"
            yield from outline(outcome.explained)
            yield from (f"  not looked at: {line}" for line in _unseen(outcome))


def _json(outcomes: list[Checked], static: bool) -> Iterator[str]:
    problems = [problem for outcome in outcomes for problem in outcome.problems]
    answer: dict[str, Any] = {
        "ok": not problems,
        "problems": [msgspec.structs.asdict(problem) for problem in problems],
    }
    if static:
        answer["unseen"] = [line for outcome in outcomes for line in _unseen(outcome)]
    yield json.dumps(answer)


def _github(outcomes: list[Checked], _: bool) -> Iterator[str]:
    for outcome in outcomes:
        for problem in outcome.problems:
            where = f"{problem.where}: " if problem.where else ""
            yield _command("error", problem.file, problem, f"{where}{problem.message}")
        for line in _unseen(outcome):
            yield _command("notice", outcome.file, None, f"not looked at: {line}")


_FORMATS: Final = {"text": _text, "json": _json, "github": _github}


def _unseen(outcome: Checked) -> list[str]:
    return [visible(line) for line in outcome.explained["unseen"]] if outcome.explained else []


def _command(kind: str, file: str, problem: Problem | None, message: str) -> str:
    """A workflow command; GitHub reads `%`, line ends and, in properties, `:` and `,` escaped."""
    properties = [f"file={_property(file)}"]
    if problem is not None and problem.line:
        properties += [f"line={problem.line}", f"col={problem.column}"]
    return f"::{kind} {','.join(properties)},title=nsedmw::{_data(message)}"


def _data(text: str) -> str:
    return visible(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
