"""The example plugins as tests see them: whether they can run here, and how they answer."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess  # the examples are tried without an engine
from pathlib import Path

import msgspec
import pytest

PLUGINS = Path(__file__).parents[2] / "plugins"
BOUND_SECS = 60
"""Only a hang is that long."""


class Example(msgspec.Struct, frozen=True):
    """One folder. `settings` are metadata that it needs, `wrong` ones that it refuses."""

    folder: str
    toolchain: str
    program: str
    wrong: tuple[dict, ...] = ()
    settings: dict = {}
    library: str | None = None

    @property
    def path(self):
        return PLUGINS / self.folder


EXAMPLES = (
    Example(
        "python",
        "python3",
        "links.py",
        (
            {},
            {"allowed_hosts": "example.org"},
            {"allowed_hosts": [1]},
            {"allowed_hosts": [], "other_hosts": "pass"},
        ),
        {"allowed_hosts": ["example.org"]},
    ),
    Example("bash", "bash", "conflict-markers"),
    Example("c", "cc", "bidi", ({"bidi": "pass"}, {"bidi": 1}, {"bidi": None}), {}, "libbidi.so"),
    Example(
        "rust",
        "cargo",
        "target/release/repetition",
        ({"max_repeats": 0}, {"max_repeats": "3"}, {"max_repeats": 1.5}, {"max_repeats": None}),
        {},
        "target/release/librepetition.so",
    ),
    Example("go", "go", "code-blocks", ({"code_blocks": "pass"}, {"code_blocks": None})),
    Example(
        "javascript",
        "node",
        "strip-tracking.js",
        ({"tracking_parameters": "ref"}, {"tracking_parameters": [1]}),
    ),
)
LIBRARIES = tuple(example for example in EXAMPLES if example.library)


def need(tool):
    """Skip where a program is missing; where nothing may be, a skip is a failure (conftest)."""
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is missing")


def make(*arguments, **environment):
    """`make -C plugins`, one at a time however many test processes there are."""
    with (PLUGINS / "Makefile").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return subprocess.run(
            ["make", "-C", str(PLUGINS), *arguments],
            env={**os.environ, "MAKEFLAGS": "", **environment},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )


def answer(example, raw, *arguments):
    """(exit code, standard output, standard error) of the example's program."""
    done = subprocess.run(
        [example.path / example.program, *arguments],
        input=raw,
        capture_output=True,
        timeout=BOUND_SECS,
        check=False,
        # As an engine starts it: no locale and no home that a program could lean on.
        env={"PATH": os.environ["PATH"], "NSEDMW_RUNNER": "oneshot", "NSEDMW_PROTOCOL": "1"},
    )
    return done.returncode, done.stdout, done.stderr
