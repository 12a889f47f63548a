"""`make bench`, or `python -m benchmarks [NAME...]`: one table of what is promised about speed."""

from __future__ import annotations

import os
import platform
import sys
from importlib import import_module

from benchmarks.harness import LeftOut, Row, table

SCRIPTS = (
    "passing", "starting", "oneshot", "dylib", "detecting", "rival_speed", "scoring", "shapes",
    "injection", "streaming",
)  # fmt: skip


def main(names: list[str]) -> None:
    """Measure what is named, or all."""
    unknown = set(names) - set(SCRIPTS)
    if unknown:
        sys.exit(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(SCRIPTS)}")
    # A program and its caller take turns where no second CPU is free: OVER may mean only that.
    machine = f"{platform.machine()}, {os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f} before"
    told: list[Row | LeftOut] = []
    for name in names or SCRIPTS:
        print(f"measuring {name} ...", file=sys.stderr)
        told += import_module(f"benchmarks.{name}").rows()
    print(f"Python {platform.python_version()}, {machine}; medians of one run\n")
    measured = [line for line in told if isinstance(line, Row)]
    if measured:
        print(table(measured))
    for line in told:
        if isinstance(line, LeftOut):
            print(f"{line.work} left out: {line.why}")


main(sys.argv[1:])
