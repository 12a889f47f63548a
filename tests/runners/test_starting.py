"""How a program is started, and what is said where it cannot be."""

import json
import os
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.runners.leftovers import descriptors
from tests.runners.programs import FORMS, PASS, ask, digest, guard, load, problems, sh

in_both_forms = pytest.mark.parametrize("form", FORMS)
PASSES = """SAY("{'verdict':'pass'}");"""
TELLS_ENVIRONMENT = (
    'FILE *seen = fopen("seen", "wb"); for (char **at = environ; *at; at++)'
    " fwrite(*at, 1, strlen(*at) + 1, seen); fclose(seen);" + PASSES
)
TELLS_DESCRIPTORS = (
    'char text[9999] = ""; for (int n = 0; n < 1024; n++) if (fcntl(n, F_GETFD) >= 0)'
    ' sprintf(text + strlen(text), "%d ", n);'
    ' FILE *seen = fopen("seen", "w"); fputs(text, seen); fclose(seen);' + PASSES
)
TELLS_ITSELF = (
    'FILE *seen = fopen("seen", "w"); fprintf(seen, "%d\\n", getpgrp() == getpid());'
    ' static char text[9999]; fread(text, 1, 9998, fopen("/proc/self/status", "r"));'
    " fputs(text, seen); fclose(seen);" + PASSES
)
TELLS_ARGUMENTS = (
    'FILE *seen = fopen("seen", "wb"); for (int n = 1; n < count; n++)'
    " fwrite(words[n], 1, strlen(words[n]) + 1, seen); fclose(seen);" + PASSES
)


def words(path):
    return path.read_text().split("\0")[:-1]


@in_both_forms
def test_the_environment_is_what_is_let_through_and_no_more(form, tmp_path, built, monkeypatch):
    inherited = {
        "PATH": os.environ["PATH"],
        "HOME": "/home/of/nobody",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "LC_PAPER": "de",
        "TMPDIR": "/tmp",
        "PASSED": "passed",
    }
    hidden = {
        "API_KEY": "k",
        "LCD": "x",
        "PYTHONPATH": "x",
        "NSEDMW_CONFIG": "x",
        "NSEDMW_RUNNER": "worker",
        "LD_LIBRARY_PATH": "/nowhere",
    }
    for name in list(os.environ):
        if name.startswith(("LC_", "TZ")):
            monkeypatch.delenv(name)
    for name, value in {**inherited, **hidden}.items():
        monkeypatch.setenv(name, value)
    entry = {
        "binary": str(built("program", TELLS_ENVIRONMENT)),
        "cwd": str(tmp_path),
        "pass_env": ["PASSED", "NOT_SET", "HOME"],
        "env": {"MINE": "a=b", "LANG": "fr"},
    }
    with load(tmp_path, entry) as live:
        assert ask(form, live).verdict == "pass"
    assert dict(word.split("=", 1) for word in words(tmp_path / "seen")) == {
        **inherited,
        "MINE": "a=b",
        "LANG": "fr",
        "NSEDMW_RUNNER": "oneshot",
        "NSEDMW_PROTOCOL": "1",
    }


@in_both_forms
@pytest.mark.parametrize("pinned", [False, True])
def test_of_descriptors_it_gets_its_own_and_its_pin(form, pinned, tmp_path, built):
    path = built("program", TELLS_DESCRIPTORS)
    entry = {"binary": str(path), "cwd": str(tmp_path)}
    entry |= {"sha256": digest(path)} if pinned else {}
    held = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(held, True)
    try:
        # The pin of another entry is not this one's.
        with load(tmp_path, entry, {**entry, "sha256": digest(path), "agents": ["b"]}) as live:
            assert ask(form, live, agent_id="a").verdict == "pass"
    finally:
        os.close(held)
    seen = [int(number) for number in (tmp_path / "seen").read_text().split()]
    assert seen[:3] == [0, 1, 2]
    assert len(seen) == 3 + pinned
    assert held not in seen


def test_it_runs_in_the_folder_of_its_file_while_the_engine_stays(tmp_path, monkeypatch):
    elsewhere, folder = tmp_path / "elsewhere", tmp_path / "here"
    for path in (elsewhere, folder, folder / "work"):
        path.mkdir()
    sh(folder, f"pwd > {tmp_path}/told; cat {tmp_path}/go; {PASS}")
    for fifo in ("told", "go"):
        os.mkfifo(tmp_path / fifo)
    monkeypatch.chdir(folder)
    with guard(".") as plain, guard(".", cwd="work") as other, guard(".", cwd="/") as absolute:
        monkeypatch.chdir(elsewhere)
        for live, expected in ((plain, folder), (other, folder / "work"), (absolute, Path("/"))):
            results = []
            thread = threading.Thread(
                target=lambda live=live, to=results: to.append(live.run("before_prompt", "x"))
            )
            thread.start()
            assert (tmp_path / "told").read_text() == f"{expected}\n"
            assert Path.cwd() == elsewhere
            (tmp_path / "go").write_text("")
            thread.join(60)
            assert results[0].verdict == "pass"


@in_both_forms
def test_it_leads_a_group_and_has_the_systems_own_signals(form, tmp_path, built):
    entry = {"binary": str(built("program", TELLS_ITSELF)), "cwd": str(tmp_path)}
    with load(tmp_path, entry) as live:
        assert ask(form, live).verdict == "pass"
    group, *status = (tmp_path / "seen").read_text().splitlines()
    assert group == "1"
    masks = dict(line.split(":\t") for line in status if line.startswith("Sig"))
    # Python ignores these two, which a program would inherit.
    pipe, file_size = 1 << (signal.SIGPIPE - 1), 1 << (signal.SIGXFSZ - 1)
    assert int(masks["SigIgn"], 16) & (pipe | file_size) == 0
    assert int(masks["SigBlk"], 16) == 0


@in_both_forms
def test_arguments_arrive_as_they_are_without_a_shell(form, tmp_path, built):
    args = ["a b", "*", "$HOME", "; touch x", "é", "", "--", "'\""]
    path = str(built("program", TELLS_ARGUMENTS))
    with load(tmp_path, {"binary": path, "args": [*args, "$${X}"], "cwd": str(tmp_path)}) as live:
        assert ask(form, live).verdict == "pass"
    assert words(tmp_path / "seen") == [*args, "${X}"]


@pytest.mark.parametrize("key", ["binary", "args", "cwd", "env"])
def test_a_nul_is_refused_at_load(key, tmp_path):
    sh(tmp_path, PASS)
    value = {"args": ["a\0b"], "env": {"A": "a\0b"}}.get(key, "./gu\0ard")
    told = problems(tmp_path, {"binary": "./guard", key: value})
    assert len(told) == 1, told


def test_a_bare_name_is_found_on_path_and_a_path_is_not_looked_up(tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    sh(tmp_path / "bin", "exit 7", "of-path")
    sh(tmp_path, PASS, "of-path")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    with load(tmp_path, {"binary": "of-path"}, on_completion=[{"binary": "./of-path"}]) as live:
        assert ask("sync", live).block.reason == "Binary exited with code 7"
        assert ask("sync", live, point="on_completion").verdict == "pass"
    (told,) = problems(tmp_path, {"binary": "no-such-program-anywhere"})
    assert told.startswith("no program of this name is on PATH")


@in_both_forms
def test_a_link_to_a_program_runs_it(form, tmp_path):
    (tmp_path / "real").mkdir()
    sh(tmp_path / "real", """printf '{"verdict":"warn","reason":"%s"}' "$0" """, "target")
    (tmp_path / "guard").symlink_to("real/target")
    with guard(tmp_path) as live:
        assert ask(form, live).warnings[0].reason == str(tmp_path / "guard")
    assert not problems(tmp_path, {"binary": "./guard"})


@pytest.mark.parametrize(
    ("head", "mode", "why"),
    [
        (b"echo hi\n", 0o755, "it has no `#!` line and is no program of this system"),
        (b"", 0o755, "it has no `#!` line and is no program of this system"),
        (b"#!/bin/sh\r\necho hi\r\n", 0o755, "it has Windows line ends after its `#!` line"),
        (b"#!/no/such/shell\n", 0o755, "its `#!` line names /no/such/shell, which is not here"),
        (b"#!/usr/bin/env no-such-shell\n", 0o755, "names no-such-shell, which is not on PATH"),
        (b"#!\n", 0o755, "it names no interpreter after `#!`"),
        (b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x02\0\x08\0", 0o755, "it is built for machine 8"),
        (b"\x7fELF", 0o755, "it is cut short"),
        (b"#!/bin/sh\n", 0o644, "it is not executable; chmod +x it"),
        (b"#!/bin/sh\n", 0o757, "other users may write to it; take that away with `chmod o-w`"),
    ],
)
def test_what_cannot_be_started_is_told_at_load(head, mode, why, tmp_path):
    path = tmp_path / "guard"
    path.write_bytes(head)
    path.chmod(mode)
    # A system that was taught other formats (binfmt_misc) has its say at the first call.
    told = problems(tmp_path, {"binary": "./guard"})
    if not told:
        with guard(tmp_path) as live:
            told = [ask("sync", live).block.reason]
    (message,) = told
    assert why in message


def test_what_is_not_a_file_is_told_at_load_with_its_place(tmp_path):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "loop").symlink_to("loop")
    wrong = {
        "./folder": "it is a folder; name a file",
        "./fifo": "it is not a regular file (a pipe or device); name a regular file",
        "./missing": "there is no such file; check the path",
        "./loop": "the file cannot be opened (Too many levels of symbolic links); check the path",
    }
    for binary, message in wrong.items():
        assert problems(tmp_path, {"binary": binary}) == [message]
    sh(tmp_path, PASS)
    assert problems(tmp_path, {"binary": "./guard", "cwd": "no"}) == [
        "there is no such folder; check the path"
    ]


def test_a_folder_that_others_may_write_to_is_refused(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    sh(shared, PASS)
    shared.chmod(0o777)
    (told,) = problems(tmp_path, {"binary": "./shared/guard"})
    assert told.startswith("other users may write to its folder, and so exchange the file")
    shared.chmod(0o1777)
    assert not problems(tmp_path, {"binary": "./shared/guard"})


@in_both_forms
def test_arguments_beyond_what_the_system_takes_are_a_failed_start(form, tmp_path):
    sh(tmp_path, PASS)
    with guard(tmp_path, args=["x" * 200_000]) as live:
        block = ask(form, live).block
    assert block.failure == "start"
    assert block.reason.endswith("./guard: its arguments and environment are too long")


def test_a_program_that_is_being_written_is_a_failed_start(tmp_path, built):
    path = tmp_path / "guard"
    path.write_bytes(built("program", PASSES).read_bytes())
    path.chmod(0o755)
    with guard(tmp_path) as live:
        with path.open("r+b"):
            block = ask("sync", live).block
        assert block.failure == "start"
        assert block.reason.startswith("Middleware 'guard' failed: failed to spawn ./guard: ")
        assert ask("sync", live).verdict == "pass"


def test_without_descriptors_it_is_a_failed_start_and_none_is_lost(tmp_path):
    sh(tmp_path, PASS)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with guard(tmp_path) as live:
        taken = {int(number) for number in descriptors()}
        first_free = min(set(range(len(taken) + 1)) - taken)
        reasons = []
        for limit in range(first_free, max(taken) + 13):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            try:
                result = live.run("before_prompt", "x")
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            reasons.append(None if result.block is None else result.block.reason)
            assert result.block is None or result.block.failure == "start"
    why = "this system is out of descriptors for this process (ulimit -n)"
    assert reasons[0] == f"Middleware 'guard' failed: failed to spawn ./guard: {why}"
    assert set(reasons[:-1]) <= {reasons[0], None}
    assert reasons[-1] is None


CLOSED = """
import os, pathlib, sys, nsedmw
config, closed = sys.argv[1], [int(number) for number in sys.argv[2].split()]
with nsedmw.loads(config) as live:
    for number in closed:
        os.close(number)
    result = live.run("before_prompt", "hello")
    pathlib.Path("told").write_text(f"{result.verdict} {result.decisions[0].reason}")
"""


@pytest.mark.parametrize("closed", ["0", "1", "2", "0 1 2"])
@pytest.mark.parametrize("pinned", [False, True])
def test_an_engine_without_descriptors_of_its_own_starts_programs(closed, pinned, tmp_path):
    path = sh(tmp_path, """grep -q hello && echo '{"verdict":"warn","reason":"heard"}'""")
    pin = {"sha256": digest(path)} if pinned else {}
    config = {"middleware": {"before_prompt": [{"binary": "./guard", **pin}]}}
    subprocess.run(
        [sys.executable, "-c", CLOSED, json.dumps(config), closed],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=60,
    )
    assert (tmp_path / "told").read_text() == "warn heard"


def test_what_a_variable_says_is_not_in_a_failed_starts_reason(tmp_path, monkeypatch):
    sh(tmp_path, PASS, "from-a-variable")
    monkeypatch.setenv("GUARD_NAME", "from-a-variable")
    with load(tmp_path, {"binary": "./${GUARD_NAME}", "name": "guard"}) as live:
        (tmp_path / "from-a-variable").unlink()
        reason = ask("sync", live).block.reason
    assert reason.endswith("failed to spawn ./${GUARD_NAME}: the file is missing")
    assert "from-a-variable" not in json.dumps(reason)
