"""Small real programs, one misbehaviour each."""

from __future__ import annotations

import os
import stat
import sys
import textwrap

from nsedmw.pipeline.entry import not_asked
from nsedmw.runners.oneshot import MAX_OUTPUT_BYTES, Oneshot
from nsedmw.runners.process import Program
from tests.pipeline.building import engine_of, entry

ENV = {"PATH": os.environ["PATH"], "NSEDMW_RUNNER": "oneshot", "NSEDMW_PROTOCOL": "1"}
PASS = """echo '{"verdict":"pass"}'"""


def sh(folder, body, name="guard", head="#!/bin/sh\n"):
    """An executable shell script."""
    path = folder / name
    path.write_text(head + textwrap.dedent(body) + "\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def py(folder, body, name="guard.py"):
    """An executable Python script without site, so that it starts quickly."""
    return sh(folder, body, name, head=f"#!{sys.executable} -SEI\n")


def oneshot(path, *, config=None, cap=MAX_OUTPUT_BYTES, require_verdict=False, **program):
    program.setdefault("env", ENV)
    program.setdefault("cwd", str(path.parent))
    program.setdefault("argv", (str(path),))
    program.setdefault("shown", f"./{path.name}")
    return Oneshot(Program(**program), config or {}, cap=cap, require_verdict=require_verdict)


def engine(runner, **terms):
    """A live engine whose one entry at before_prompt is this runner."""
    terms.setdefault("timeout_secs", 20.0)
    name = terms.pop("name", "guard")
    guard = entry(name, not_asked, runner="oneshot", runs=runner, guest=False, **terms)
    return engine_of(guard)
