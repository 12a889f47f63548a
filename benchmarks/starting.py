"""P8: how long it takes to begin, and how much is installed and resident."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import cache_from_source
from pathlib import Path
from statistics import median
from subprocess import run
from time import perf_counter

from benchmarks.harness import Row

ROUNDS = 9
MILLI = 1e3
MEGA = 1e6
PIPELINE = """\
middleware:
  before_release:
    - builtin: rule_based
      config:
        blocklist: [kryptonite, {word: lead, action: warn}]
        pii_patterns: [email, phone]
"""
# An installed package has byte code; a checkout writes its own at the first start, if it may.
_WITH_BYTE_CODE = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}
_RESIDENT = (
    "; print(next(l for l in open('/proc/self/status') if l.startswith('VmRSS')).split()[1])"
)


def rows() -> list[Row]:
    """Each in processes of its own, in turn with a bare interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "nsedmw.yaml")
        file.write_text(PIPELINE)
        took = _interleaved(
            {
                "bare": ["-c", "pass"],
                "import": ["-c", "import nsedmw"],
                "load": ["-c", f"import nsedmw; nsedmw.load({str(file)!r})"],
                "run": ["-m", "nsedmw", "run", str(file), "--text", "--format", "json"],
            }
        )
        resident = _resident("import nsedmw")
        loaded = _resident(f"import nsedmw; nsedmw.load({str(file)!r})")
    bare = took["bare"]
    packages = sorted(set(_needed("nsedmw")) - {"nsedmw"})
    size = sum(_size(distribution(name)) for name in packages) / MEGA
    return [
        Row("P8 import nsedmw", took["import"], "ms", 120, "bare Python", bare),
        Row("P8 first load, beyond the import", took["load"] - took["import"], "ms", 300),
        Row("P8 nsedmw run, whole", took["run"], "ms", 600, "bare Python", bare),
        Row("P8 resident after the import", resident, "MB", 45, "bare Python", _resident("pass")),
        Row("P8 resident after the first load", loaded, "MB", 45),
        Row("P8 packages besides ours", len(packages), "", 18),
        Row("P8 their size with byte code", size, "MB", 45),
    ]


def _interleaved(commands: dict[str, list[str]]) -> dict[str, float]:
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS + 1):
        for name, words in commands.items():
            begun = perf_counter()
            run(
                [sys.executable, *words],
                input=b"a text",
                capture_output=True,
                check=True,
                env=_WITH_BYTE_CODE,
            )
            times[name].append((perf_counter() - begun) * MILLI)
    # The first round wrote byte code and filled the page cache.
    return {name: median(rounds[1:]) for name, rounds in times.items()}


def _resident(program: str) -> float:
    done = run([sys.executable, "-c", program + _RESIDENT], capture_output=True, check=True)
    return int(done.stdout) / 1024


def _needed(name: str) -> Iterator[str]:
    """The package and all that it needs without extras, as installed here."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            requires = distribution(name).requires or []
        except PackageNotFoundError:
            continue  # a marker left it out for this Python
        yield name
        for line in requires:
            words, _, marker = line.partition(";")
            if "extra" not in marker:
                waiting.append(re.split(r"[^A-Za-z0-9._-]", words.strip())[0].lower())


def _size(package: Distribution) -> int:
    """Bytes of its files, with a byte code file for each module whether it was written or not."""
    total = 0
    for name in package.files or ():
        file = Path(str(package.locate_file(name)))
        if not file.is_file() or file.suffix == ".pyc":
            continue
        total += file.stat().st_size
        if file.suffix == ".py":
            code = Path(cache_from_source(str(file)))
            total += code.stat().st_size if code.is_file() else file.stat().st_size
    return total
