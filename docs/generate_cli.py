"""Writes docs/cli.md from the command line's own help; `--check` fails where the page is stale."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from nsedmw.cli.main import VERBS, cli

PAGE: Final = Path(__file__).with_name("cli.md")
WIDTH: Final = 88
"""Columns of the help on the page, whatever terminal it is made in."""
HEAD: Final = """\
# The command line

`nsedmw` and `python -m nsedmw` are the same. This page is made from their help by
`python docs/generate_cli.py`.
"""


def page() -> str:
    """The whole page."""
    sections = [HEAD, _section("nsedmw", cli, None)]
    context = click.Context(cli, info_name="nsedmw")
    for verb in VERBS:
        command = cli.get_command(context, verb)
        if command is None:
            raise LookupError(verb)
        sections.append(_section(verb, command, context))
    return "\n".join(sections)


def _section(name: str, command: click.Command, parent: click.Context | None) -> str:
    context = click.Context(
        command,
        info_name=name,
        parent=parent,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    heading = f"`nsedmw {name}`" if parent else "`nsedmw`"
    return f"## {heading}\n\n```text\n{command.get_help(context).rstrip()}\n```\n"


def main(arguments: list[str]) -> int:
    """Write the page, or with `--check` say whether it is as it would be written."""
    if "--check" not in arguments:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    print(f"{PAGE} is stale: run `python docs/generate_cli.py`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
