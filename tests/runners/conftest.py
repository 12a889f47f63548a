"""What every test of programs stands under: nothing of them stays, and C is compiled once."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from nsedmw.runners import lifeline
from tests.runners.leftovers import looking
from tests.runners.programs import library_source, program_source


@pytest.fixture(autouse=True, scope="session")
def _guarded():
    """Its guard, and the pipe to it, stay from the first start to the end of the process."""
    lifeline.prepare()


@pytest.fixture(autouse=True)
def left(_guarded):
    """No process, zombie or descriptor is left by the test."""
    with looking() as leftovers:
        yield leftovers


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """(kind, body in C) -> the path of the program or library, built once however often asked."""
    folder = tmp_path_factory.mktemp("built")
    made = {}

    def build(kind, body):
        if shutil.which("cc") is None:
            pytest.skip("cc is missing")
        if (kind, body) not in made:
            number = len(made)
            path = folder / (f"lib{number}.so" if kind == "library" else f"program{number}")
            source = folder / f"{number}.c"
            library = kind == "library"
            source.write_text(library_source(body) if library else program_source(body))
            flags = ["-shared", "-fPIC"] if library else []
            subprocess.run(["cc", "-O1", "-w", *flags, "-o", path, source], check=True, timeout=60)
            made[kind, body] = path
        return made[kind, body]

    return build
