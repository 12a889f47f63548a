"""Our end of a rival's process: what it is asked, and what it answers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, Any

from benchmarks.rivals.child import Span

ROOT = Path(__file__).parents[2]
ENVIRONMENT = Path(os.environ.get("RIVALS", ROOT / ".venv-rivals")).absolute()
"""Made by `make rivals`; the variable names another."""
BROKEN = "its process ended before it answered"
PACKAGES = {
    "Presidio": "presidio-analyzer",
    "LangChain": "langchain",
    "detect-secrets": "detect-secrets",
}
_MODULES = {
    "Presidio": "benchmarks.rivals.with_presidio",
    "LangChain": "benchmarks.rivals.with_langchain",
    "detect-secrets": "benchmarks.rivals.with_detect_secrets",
}
_AT_ONCE = 200
"""Texts in one message: few enough that the pipe's buffers never hold both sides up."""


class BrokenError(Exception):
    """A rival's process ended where it should have answered."""


class Rival:
    """One rival's process."""

    def __init__(self, child: Popen[str]) -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        self._to_it: IO[str] = child.stdin
        self._from_it: IO[str] = child.stdout

    def find(self, texts: Sequence[str]) -> Iterator[list[Span]]:
        """Yield what it finds in each text."""
        for begin in range(0, len(texts), _AT_ONCE):
            told = self._asked({"find": texts[begin : begin + _AT_ONCE]})
            for spans in told["spans"]:
                yield [Span(*span) for span in spans]

    def prepare(self, text: str) -> None:
        """Make ready what `timed` repeats."""
        self._asked({"prepare": text})

    def timed(self, count: int) -> float:
        """Seconds of so many runs, by the child's own clock."""
        secs: float = self._asked({"time": count})["secs"]
        return secs

    def _asked(self, message: Mapping[str, Any]) -> dict[str, Any]:
        try:
            self._to_it.write(json.dumps(message) + "\n")
            self._to_it.flush()
        except BrokenPipeError as error:
            raise BrokenError from error
        line = self._from_it.readline()
        if not line:
            raise BrokenError
        told: dict[str, Any] = json.loads(line)
        return told


def missing() -> str:
    """Why there are none here, or nothing."""
    if _python().exists():
        return ""
    return f"there is no environment {ENVIRONMENT.name} (`make rivals` makes it)"


@contextmanager
def started(
    name: str, words: Sequence[str] = (), patterns: Mapping[str, str] | None = None
) -> Iterator[Rival]:
    """A rival that looks for these words and patterns where it is timed."""
    rules = json.dumps({"words": list(words) or ["unheard"], "patterns": patterns or {}})
    command = [str(_python()), "-m", _MODULES[name], rules]
    with Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True) as child:
        try:
            yield Rival(child)
        finally:
            child.kill()


def versions() -> dict[str, str]:
    """What is installed in the rivals' environment: its name and version."""
    found = {}
    for name, package in PACKAGES.items():
        stem = package.replace("-", "_")
        folders = sorted(ENVIRONMENT.glob(f"lib/python3*/site-packages/{stem}-*.dist-info"))
        if folders:
            found[name] = folders[-1].name.removeprefix(f"{stem}-").removesuffix(".dist-info")
    return found


def _python() -> Path:
    return ENVIRONMENT / "bin" / "python"
