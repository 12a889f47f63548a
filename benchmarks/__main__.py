"""`make bench`, or `python -m benchmarks [NAME...]`: one table of what is promised about speed."""

from __future__ import annotations

import platform
import sys
from importlib import import_module

from benchmarks.harness import Row, table

SCRIPTS = ("passing", "starting")


def main(names: list[str]) -> None:
    """Measure what is named, or all."""
    unknown = set(names) - set(SCRIPTS)
    if unknown:
        sys.exit(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(SCRIPTS)}")
    rows: list[Row] = []
    for name in names or SCRIPTS:
        print(f"measuring {name} ...", file=sys.stderr)
        rows += import_module(f"benchmarks.{name}").rows()
    print(f"Python {platform.python_version()}, {platform.machine()}; medians of one run\n")
    print(table(rows))


main(sys.argv[1:])
