"""`nsedmw init`: a first configuration, cases that pass, and the schema that editors use."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import click

from nsedmw.cli.bundle import bundled
from nsedmw.cli.configuration import DEFAULT
from nsedmw.cli.errors import Refused, cannot_write
from nsedmw.cli.output import say
from nsedmw.cli.starter import CASES, PIPELINE, SCHEMA_FILE
from nsedmw.types import MESSAGE_POINTS

CASES_FILE = "cases.yaml"


@click.command()
@click.option(
    "--point",
    type=click.Choice(list(MESSAGE_POINTS)),
    default="before_release",
    show_default=True,
    help="Hook point of the first pipeline.",
)
@click.option(
    "--dir", "folder", default=".", show_default=True, metavar="DIR", help="Where to write."
)
@click.option("--force", is_flag=True, help="Replace files that are there.")
def init(point: str, folder: str, force: bool) -> None:
    """Write a first configuration and cases that pass.

    \b
    Writes to DIR:
      nsedmw.yaml         a commented pipeline
      cases.yaml          inputs with the verdicts they must get
      nsedmw.schema.json  what editors complete and check the pipeline with

    \b
    Examples:
      nsedmw init
      nsedmw init --point before_prompt --dir moderation

    \b
    Exit codes:
      0  written     2  a file is there already, or cannot be written
    """  # noqa: D301  # click reads the backspace itself
    files = {
        DEFAULT: PIPELINE.format(point=point, schema=SCHEMA_FILE, file=DEFAULT),
        CASES_FILE: CASES.format(point=point),
        SCHEMA_FILE: json.dumps(bundled("config"), indent=2) + "\n",
    }
    _write(Path(folder), files, force)
    config, cases = (shlex.quote(str(Path(folder) / name)) for name in (DEFAULT, CASES_FILE))
    say(f"wrote {', '.join(files)} to {folder}")
    say("now try:")
    say(f"  nsedmw test {config} {cases}")
    say(f'  echo "write to ana@example.com" | nsedmw run {config} --text')


def _write(folder: Path, files: dict[str, str], force: bool) -> None:
    """Write all the files, or none where one is there already."""
    there = [name for name in files if os.path.lexists(folder / name)]
    if there and not force:
        raise Refused(
            f"{folder / there[0]} is there already; give --force to replace it, or another --dir"
        )
    path = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            path = folder / name
            # "x" as well as the look above: a file may have come in between.
            with path.open("w" if force else "x", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        raise cannot_write(str(path), error) from None
