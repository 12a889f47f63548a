"""Every misbehaviour of the table, through an engine loaded from YAML, in both forms."""

import json
import shutil
import subprocess
import sys
from time import monotonic

import pytest

from nsedmw.types import Block, Warned
from tests.runners.fault_terms import ENGINE_ENDS, ENTRY, SAID
from tests.runners.faults import FAULTS
from tests.runners.programs import ANSWERING, BOUND_SECS, FORMS, ask, digest, load, py, sh

ROWS = [fault for rows in FAULTS.values() for fault in rows]
PROGRAMS = [fault for fault in ROWS if fault.oneshot]
LIBRARIES = [fault for fault in ROWS if fault.dylib and fault.dylib is not ENGINE_ENDS]
ENDING = [fault for fault in ROWS if fault.dylib is ENGINE_ENDS]
FAR_SECS = 60.0
"""The deadline of what does not need one."""

in_both_forms = pytest.mark.parametrize("form", FORMS)


def each(faults):
    return pytest.mark.parametrize("fault", faults, ids=lambda fault: fault.id)


def program(folder, fault, built):
    """The entry of the row's program."""
    path = folder / "guard"
    if fault.c:
        shutil.copy2(built("program", fault.c), path)
    elif fault.py:
        py(folder, fault.py)
    else:
        sh(folder, fault.sh or "exec cat answer")
    (folder / "answer").write_bytes(fault.answer)
    (folder / "work").mkdir(exist_ok=True)
    pin = {"sha256": digest(path)} if fault.pinned else {}
    return {"name": ENTRY, "binary": "./guard", **fault.options, **pin}


def library(folder, fault, built):
    """The entry of the row's library."""
    if fault.library:
        return {"name": ENTRY, "dylib": str(built("library", fault.library)), **fault.options}
    (folder / "answer").write_bytes(fault.answer)
    config = {"answer": str(folder / "answer")}
    return {
        "name": ENTRY,
        "dylib": str(built("library", ANSWERING)),
        "config": config,
        **fault.options,
    }


def check(fault, becomes, runner, optional, result):
    """The whole outcome is the row's."""
    word = "warn" if optional and becomes.softened else becomes.verdict
    (decision,) = result.decisions
    assert (decision.verdict, decision.category, decision.reason, decision.failure) == (
        word,
        becomes.category,
        becomes.reason,
        becomes.failure,
    )
    assert (decision.middleware, decision.runner, decision.stage) == (
        ENTRY,
        runner,
        "before_prompt",
    )
    assert (decision.mode, decision.findings, decision.allowed) == ("enforce", (), 0)
    assert decision.changed == (becomes.content is not None)
    assert (result.verdict, result.skipped, result.hook_state) == (word, (), {})
    said = (ENTRY, becomes.category, becomes.reason, ())
    assert result.block == (Block(*said, becomes.failure) if word == "block" else None)
    assert result.warnings == ((Warned(*said),) if word == "warn" else ())
    changed = fault.content if becomes.content is None else becomes.content
    assert result.content == (None if word == "block" else changed)


def check_unquoted(becomes, result, logged):
    """Nothing that was printed is told where a guard broke."""
    if becomes.failure not in (None, "exit"):
        told = [repr(result), result.decisions[0].reason, *logged]
        assert not [text for text in told if SAID in text]


def tried(form, folder, fault, entry, optional, logged):
    """Run the row once and look at all that came of it."""
    kind, becomes = ("dylib", fault.dylib) if "dylib" in entry else ("oneshot", fault.oneshot)
    with load(folder, {**entry, "optional": optional}) as live:
        if fault.before is not None:
            ask(form, live, fault.before)
        if fault.afterwards:
            subprocess.run(["sh", "-c", fault.afterwards], cwd=folder, check=True)
        begun = monotonic()
        result = ask(form, live, fault.content, deadline_secs=fault.deadline_secs)
        took = monotonic() - begun
    check(fault, becomes, kind, optional, result)
    check_unquoted(becomes, result, logged)
    deadlines = (entry.get("timeout_secs"), fault.deadline_secs, FAR_SECS)
    limit = min(secs for secs in deadlines if secs) if becomes.failure == "timeout" else 0
    assert took < limit + BOUND_SECS


@in_both_forms
@each(PROGRAMS)
def test_a_program_becomes_what_its_row_says(fault, form, tmp_path, built, logged, left):
    left.expected = fault.escapes
    for optional in (False, True):
        folder = tmp_path / ("optional" if optional else "strict")
        folder.mkdir()
        tried(form, folder, fault, program(folder, fault, built), optional, logged)


@in_both_forms
@each(LIBRARIES)
def test_a_library_becomes_what_its_row_says(fault, form, tmp_path, built, logged):
    for optional in (False, True):
        tried(form, tmp_path, fault, library(tmp_path, fault, built), optional, logged)


ASKED = """
import sys, nsedmw
with nsedmw.loads(sys.argv[1]) as live:
    print("asked", flush=True)
    print(live.run("before_prompt", "hello").verdict)
"""


@each(ENDING)
def test_a_library_that_crashes_ends_the_process(fault, tmp_path, built):
    entry = library(tmp_path, fault, built)
    config = json.dumps({"middleware": {"before_prompt": [{**entry, "optional": True}]}})
    done = subprocess.run(
        [sys.executable, "-c", ASKED, config], capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "asked\n"
    assert done.returncode == {"segv": -11, "abort": -6, "exits-inside": 0}[fault.id]


def test_every_row_has_its_own_id_and_says_something_of_a_runner():
    ids = [fault.id for fault in ROWS]
    assert len(ids) == len(set(ids))
    assert all(fault.oneshot or fault.dylib for fault in ROWS)
