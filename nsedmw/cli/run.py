"""`nsedmw run`: one input, one verdict, one exit code."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from nsedmw import log
from nsedmw.cli import intake
from nsedmw.cli.configuration import DEFAULT, VARIABLE, loaded, located, point_of
from nsedmw.cli.errors import Refused, did_you_mean
from nsedmw.cli.output import COLOURS, Colour, on_terminal, put, say, wants_colour
from nsedmw.cli.render import rendered
from nsedmw.cli.visible import visible
from nsedmw.engine import MAX_SECS
from nsedmw.errors import InvalidContent
from nsedmw.types import LAYER_POINT, STAGES
from nsedmw.wire import encode

if TYPE_CHECKING:
    from nsedmw import Engine, Result

EXITS: Final = {"pass": 0, "warn": 0, "block": 1, "ask": 3}
"""Verdict -> exit code."""


def _a_point(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is None or value in STAGES:
        return value
    if value == LAYER_POINT:
        raise click.BadParameter("around_tool is not run by itself: its entries wrap a tool call")
    near = did_you_mean(value, STAGES) or f"; it is one of {', '.join(STAGES)}"
    raise click.BadParameter(f"no hook point '{visible(value)}'{near}")


@click.command()
@click.argument("config", required=False, metavar="[CONFIG]")
@click.argument("input_", required=False, metavar="[INPUT]")
@click.option(
    "--point",
    metavar="POINT",
    callback=_a_point,
    help="Hook point whose pipeline runs. May be left out where the file has one message point.",
)
@click.option(
    "--stage",
    metavar="STAGE",
    help="Stage of the run: edit or release at before_release (release). Others have one stage.",
)
@click.option("--text", is_flag=True, help="INPUT is plain UTF-8 text: the content itself.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["json", "pretty"]),
    help="json is the result, and nothing else, on stdout. [default: pretty on a terminal]",
)
@click.option(
    "--color",
    type=click.Choice(COLOURS),
    default="auto",
    show_default=True,
    help="Colour of pretty output. NO_COLOR and TERM=dumb are respected.",
)
@click.option("-v", "--verbose", is_flag=True, help="Log every step to stderr.")
def run(
    config: str | None,
    input_: str | None,
    point: str | None,
    stage: str | None,
    text: bool,
    format_: str | None,
    color: Colour,
    verbose: bool,
) -> None:
    """Send one input through the pipeline of one hook point and print the verdict.

    INPUT is a file, or `-` or nothing for stdin. It is a context, a JSON object such as
    {"content": "hello", "agent_id": "a"}, or with --text the content itself.

    One name alone is CONFIG when it ends in .yaml or .yml, else INPUT. Two names are CONFIG and
    INPUT, in this order; `nsedmw run FILE -` says CONFIG whatever its name ends in.

    \b
    Examples:
      echo "call 555-123-4567" | nsedmw run pipeline.yaml --text --point before_release
      nsedmw run pipeline.yaml context.json --point before_prompt --format json
      nsedmw run answer.txt --text                  (with ./nsedmw.yaml)

    \b
    Exit codes:
      0  pass or warn        1  block
      3  a person is to be asked (before_tool)
      2  anything that kept it from a verdict
    """  # noqa: D301  # click reads the backspace itself
    log.to_stderr(logging.DEBUG if verbose else logging.WARNING)
    config, input_ = _told_apart(config, input_)
    with loaded(_located(config, input_)) as engine:
        point = point_of(engine, point)
        shown, result = _judged(engine, point, input_, stage, text)
    if (format_ or ("pretty" if on_terminal() else "json")) == "json":
        _print_json(result)
    else:
        _print_pretty(point, shown, result, color)
    raise click.exceptions.Exit(EXITS[result.verdict])


def _told_apart(config: str | None, input_: str | None) -> tuple[str | None, str | None]:
    """CONFIG and INPUT; the rule for one name alone stands in the verb's help."""
    if config is None or input_ is not None:
        return config, input_
    if config != intake.STDIN and Path(config).suffix in (".yaml", ".yml"):
        return config, None
    return None, config


def _located(config: str | None, input_: str | None) -> str:
    try:
        return located(config)
    except Refused:
        if input_ is None or input_ == intake.STDIN:
            raise
        raise Refused(
            f"no configuration: one name alone is CONFIG when it ends in .yaml or .yml, so"
            f" {input_} was taken for INPUT; write CONFIG and INPUT (`-` for stdin),"
            f" set {VARIABLE}, or make ./{DEFAULT} with `nsedmw init`"
        ) from None


def _judged(
    engine: Engine, point: str, input_: str | None, stage: str | None, text: bool
) -> tuple[Any, Result]:
    """What was judged, for showing (None where it could not be read), and the result."""
    try:
        data = intake.read(input_)
        arguments = (intake.text_of if text else intake.context_of)(data, point)
        arguments["stage"] = intake.stage_of(stage, arguments)
    except InvalidContent as error:
        return None, _refused(engine, point, str(error), stage)
    try:
        # With a deadline a library is called on another thread, and a signal can end this one.
        result = engine.run(point, **arguments, deadline_secs=MAX_SECS)
        return _shown(arguments), result
    except (TypeError, ValueError) as error:
        raise Refused(f"INPUT cannot be run at {point}: {error}") from None


def _refused(engine: Engine, point: str, why: str, stage: str | None) -> Result:
    try:
        return engine.refuse(point, why, stage=stage)
    except ValueError as error:
        raise Refused(str(error)) from None


def _shown(arguments: dict[str, Any]) -> Any:
    tool = arguments.get("tool") or {}
    for holder, key in ((arguments, "content"), (tool, "arguments"), (tool, "result")):
        if key in holder:
            return holder[key]
    return None


def _print_json(result: Result) -> None:
    put(encode(result.to_dict()) + b"\n")


def _print_pretty(point: str, shown: Any, result: Result, color: Colour) -> None:
    say(rendered(point, shown, result), colour=wants_colour(color))
