"""The programs and libraries in C that are measured, compiled where they are needed."""

from __future__ import annotations

import shutil
from pathlib import Path
from subprocess import run

COMPILER = "cc"
NO_COMPILER = f"there is no C compiler here ({COMPILER} is not on PATH)"


def has_compiler() -> bool:
    """Whether `program` and `library` can work here."""
    return shutil.which(COMPILER) is not None


def program(folder: Path) -> Path:
    """A program that reads its context and answers a pass."""
    return _compiled("answer_pass.c", folder / "program")


def library(folder: Path) -> Path:
    """A library that answers a pass."""
    return _compiled("answer_pass_library.c", folder / "library.so", "-shared", "-fPIC")


def _compiled(source: str, target: Path, *options: str) -> Path:
    file = Path(__file__).with_name(source)
    run([COMPILER, "-O2", *options, "-o", str(target), str(file)], check=True)
    return target
