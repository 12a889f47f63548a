"""`nsedmw explain`: what stands, in the order that it runs."""

from __future__ import annotations

import json

import click

from nsedmw.cli.configuration import loaded, located
from nsedmw.cli.output import say
from nsedmw.cli.pipelines import whole, with_defaults


@click.command()
@click.argument("config", required=False, metavar="[CONFIG]")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="json is the same as one object.",
)
def explain(config: str | None, format_: str) -> None:
    """Show what a configuration does: each hook point's entries in the order that they run.

    For each: its stages, runner, mode, deadline, what selects it, and the options in force.
    Variables are shown as they are written, never their values.

    \b
    Examples:
      nsedmw explain pipeline.yaml
      nsedmw explain pipeline.yaml --format json

    \b
    Exit codes:
      0  shown     2  the configuration cannot stand; stderr has every problem
    """  # noqa: D301  # click reads the backspace itself
    with loaded(located(config)) as engine:
        explained = with_defaults(engine.explain())
    if format_ == "json":
        say(json.dumps(explained, indent=2))
    else:
        say("\n".join(whole(explained)))
