"""`python -m benchmarks.page [--write]`: the tables of docs/detection.md, printed or put there."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import rival_speed, scoring, shapes
from benchmarks.rivals import process as rivals

PAGE = Path(__file__).parents[1] / "docs" / "detection.md"
BEGIN, END = "<!-- figures: python -m benchmarks.page --write -->", "<!-- end of figures -->"


def main(options: list[str]) -> None:
    """Print the figures, or put them between the page's markers."""
    if options not in ([], ["--write"]):
        sys.exit("use: python -m benchmarks.page [--write]")
    figures = "\n".join(_figures())
    if not options:
        print(figures)
        return
    text = PAGE.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        sys.exit(f"{PAGE.name} lacks its markers, {BEGIN} and {END}")
    PAGE.write_text(f"{before}{BEGIN}\n\n{figures}\n{END}{after}", encoding="utf-8")


def _figures() -> Iterator[str]:
    yield f"{_beside()} Python {platform.python_version()}, {platform.machine()}, "
    yield f"{os.cpu_count()} CPUs.\n"
    print("measuring recall and precision ...", file=sys.stderr)
    yield "### Recall and precision\n"
    yield from scoring.tables(scoring.measured())
    yield "### Time, beside the rivals\n"
    print("measuring speed ...", file=sys.stderr)
    if rivals.missing():
        yield f"Not measured: {rivals.missing()}."
    else:
        yield from rival_speed.table(list(rival_speed.measured()))
    yield "\n### Time, on texts made to hurt\n"
    print("measuring shapes ...", file=sys.stderr)
    yield from shapes.table(shapes.measured())
    yield ""


def _beside() -> str:
    versions = [f"{name} {version}" for name, version in rivals.versions().items()]
    return f"Beside {', '.join(versions)}." if versions else f"No rivals: {rivals.missing()}."


if __name__ == "__main__":
    main(sys.argv[1:])
