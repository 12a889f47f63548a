"""Programs and libraries are looked at at load; nothing half-fit becomes an engine."""

import asyncio
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import nsedmw

PASS = """#!/bin/sh
echo '{"verdict":"pass"}'
"""
LIBRARY = """
#include <stdint.h>
int32_t nsed_middleware_execute(const uint8_t *c, uint32_t n, uint8_t *o, uint32_t m, uint32_t *l)
{ (void)c; (void)n; (void)o; (void)m; *l = 0; return 0; }
"""


def write(path, text=PASS, mode=0o755):
    path.write_bytes(text.encode())
    path.chmod(mode)
    return path


def compiled(folder, source=LIBRARY, name="libcheck.so"):
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-o", name, "-x", "c", "-"],
        cwd=folder, input=source.encode(), check=True,
    )  # fmt: skip
    return folder / name


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def loads(folder, *entries, **options):
    text = json.dumps({"middleware": {"before_prompt": list(entries)}})
    return nsedmw.loads(text, base_dir=folder, **options)


def refused(folder, *entries):
    with pytest.raises(nsedmw.ConfigError) as caught:
        loads(folder, *entries)
    return caught.value.problems


def told(folder, **entry):
    (problem,) = refused(folder, entry)
    return problem.where.removeprefix("middleware.before_prompt[0]."), problem.message


def test_a_missing_program_is_told_in_its_place(tmp_path):
    assert told(tmp_path, binary="./no") == ("binary", "there is no such file; check the path")
    assert told(tmp_path, binary="no-such-program-anywhere") == (
        "binary",
        "no program of this name is on PATH; install it, or write a path with a `/`",
    )


def test_a_program_is_a_regular_executable_file_that_others_cannot_write(tmp_path):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    write(tmp_path / "plain", mode=0o644)
    write(tmp_path / "shared", mode=0o757)
    (tmp_path / "open").mkdir(mode=0o777)
    (tmp_path / "open").chmod(0o777)
    write(tmp_path / "open" / "check")
    assert "it is a folder" in told(tmp_path, binary="./folder")[1]
    assert "not a regular file" in told(tmp_path, binary="./pipe")[1]
    assert told(tmp_path, binary="./plain")[1] == "it is not executable; chmod +x it"
    assert "other users may write to it" in told(tmp_path, binary="./shared")[1]
    assert "other users may write to its folder" in told(tmp_path, binary="./open/check")[1]


def test_links_are_followed(tmp_path):
    write(tmp_path / "real")
    (tmp_path / "link").symlink_to("real")
    with loads(tmp_path, {"binary": "./link"}) as engine:
        result = engine.run("before_prompt", "x")
    assert (result.verdict, result.decisions[0].middleware) == ("pass", "link")
    (tmp_path / "real").chmod(0o777)
    assert "other users may write" in told(tmp_path, binary="./link")[1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("echo hi\n", "it has no `#!` line and is no program of this system"),
        ("", "it has no `#!` line and is no program of this system"),
        ("#!/bin/sh\r\necho\r\n", "it has Windows line ends after its `#!` line"),
        ("#!/no/such/shell\n", "its `#!` line names /no/such/shell, which is not here"),
        ("#! /usr/bin/env -S no-such-runtime --flag\n", "names no-such-runtime, which is not on"),
        ("#!\n", "it names no interpreter"),
        ("\x7fELF\x02\x01\x01" + "\0" * 9 + "\x02\0\x28\0" + "\0" * 60, "it is built for arm,"),
        ("\x7fELF", "it is cut short"),
    ],
)
def test_what_cannot_be_started_is_told_at_load(tmp_path, text, expected):
    write(tmp_path / "check", text)
    where, message = told(tmp_path, binary="./check")
    assert where == "binary"
    assert message.startswith("it cannot be started: ")
    assert expected in message


def test_an_interpreter_is_looked_for_on_the_programs_own_path(tmp_path):
    write(tmp_path / "runtime", PASS)
    write(tmp_path / "check", "#!/usr/bin/env runtime\n")
    assert "runtime, which is not on PATH" in told(tmp_path, binary="./check")[1]
    path = f"{tmp_path}:{os.environ['PATH']}"
    with loads(tmp_path, {"binary": "./check", "env": {"PATH": path}}) as engine:
        assert engine.run("before_prompt", "x").verdict == "pass"


def test_a_missing_working_folder_is_told(tmp_path):
    write(tmp_path / "check")
    assert told(tmp_path, binary="./check", cwd="sub") == (
        "cwd",
        "there is no such folder; check the path",
    )


def test_every_problem_of_every_entry_is_told_at_once(tmp_path):
    write(tmp_path / "plain", mode=0o644)
    found = refused(
        tmp_path,
        {"binary": "./plain", "cwd": "sub"},
        {"dylib": "./no.so"},
        {"builtin": "rule_based", "config": {"blocklist": ["("]}},
    )
    assert [problem.where for problem in found] == [
        "middleware.before_prompt[0].binary",
        "middleware.before_prompt[0].cwd",
        "middleware.before_prompt[1].dylib",
        "middleware.before_prompt[2].config.blocklist[0]",
    ]


def test_a_digest_that_differs_is_told_with_the_one_that_was_found(tmp_path):
    path, library = write(tmp_path / "check"), compiled(tmp_path)
    where, message = told(tmp_path, binary="./check", sha256="0" * 64)
    assert (where, digest(path) in message) == ("sha256", True)
    where, message = told(tmp_path, dylib="./libcheck.so", sha256="0" * 64)
    assert (where, digest(library) in message) == ("sha256", True)


def test_a_map_of_digests_is_told_key_by_key(tmp_path):
    path = write(tmp_path / "check")
    pins = {"./check": digest(path), "./no.py": "0" * 64}
    where, message = told(tmp_path, binary="./check", args=["./no.py"], sha256=pins)
    assert where == "sha256['./no.py']"
    assert message == "there is no such file; check the path"


def test_files_of_arguments_are_found_at_the_working_folder(tmp_path):
    (tmp_path / "sub").mkdir()
    script = write(tmp_path / "sub" / "check.py", 'print(\'{"verdict":"pass"}\')\n', 0o644)
    python = sys.executable
    pins = {python: digest(python), "check.py": digest(script)}
    entry = {"binary": python, "args": ["check.py"], "cwd": "sub", "sha256": pins}
    with loads(tmp_path, entry) as engine:
        assert engine.run("before_prompt", "x").verdict == "pass"
    where, _ = told(tmp_path, **{**entry, "cwd": "."})
    assert where == "sha256['check.py']"


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda path: None, "there is no such file"),
        (lambda path: write(path, "not a library"), "file too short"),
        (lambda path: write(path, "x" * 4096), "invalid ELF header"),
        (lambda path: path.mkdir(), "it is a folder"),
    ],
    ids=["missing", "short", "no ELF", "folder"],
)  # fmt: skip
def test_a_library_that_does_not_load_is_told(tmp_path, make, expected):
    make(tmp_path / "libx.so")
    where, message = told(tmp_path, dylib="./libx.so")
    assert where == "dylib"
    assert message.startswith("Failed to load dylib ./libx.so: ")
    assert expected in message
    assert str(tmp_path) not in message


def test_a_library_for_another_machine_is_told_as_that(tmp_path):
    path = compiled(tmp_path)
    data = bytearray(path.read_bytes())
    data[18:20] = (243).to_bytes(2, "little")
    path.write_bytes(data)
    message = told(tmp_path, dylib="./libcheck.so")[1]
    assert "it is built for riscv64, and this system is" in message


def test_a_library_without_its_function_is_told(tmp_path):
    compiled(tmp_path, "int other(void) { return 0; }")
    message = told(tmp_path, dylib="./libcheck.so")[1]
    assert message == (
        "Failed to load dylib ./libcheck.so: Symbol 'nsed_middleware_execute' not found in it;"
        ' declare the function `extern "C"` in C++, with `#[no_mangle]` in Rust'
    )


def test_a_library_that_lacks_a_symbol_of_another_is_told(tmp_path):
    compiled(tmp_path, LIBRARY + "extern int no_such(void); int (*p)(void) = no_such;")
    assert "undefined symbol: no_such" in told(tmp_path, dylib="./libcheck.so")[1]


def test_a_library_that_was_exchanged_is_not_taken_for_the_one_that_is_loaded(tmp_path):
    path = compiled(tmp_path)
    loads(tmp_path, {"dylib": "./libcheck.so"}).close()
    loads(tmp_path, {"dylib": "./libcheck.so"}).close()
    path.unlink()
    compiled(tmp_path, LIBRARY + "int other;")
    assert "an older file of this path loaded" in told(tmp_path, dylib="./libcheck.so")[1]
    # Held to its digest it has a path of its own.
    loads(tmp_path, {"dylib": "./libcheck.so", "sha256": digest(path)}).close()


def test_what_a_variable_gives_is_not_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("WHERE", str(tmp_path / "hidden"))
    for kind in ("binary", "dylib"):
        (problem,) = refused(tmp_path, {kind: "${WHERE}/check"})
        assert "hidden" not in str(problem)
    write(tmp_path / "hidden", "#!/bin/sh\n")
    monkeypatch.setenv("WHERE", str(tmp_path / "hidden"))
    with loads(tmp_path, {"binary": "${WHERE}"}) as engine:
        assert "hidden" not in json.dumps(engine.explain())
        (tmp_path / "hidden").unlink()
        assert "hidden" not in engine.run("before_prompt", "x").block.reason


def test_values_of_the_environment_that_come_from_outside_are_in_no_reason_and_no_log(
    tmp_path, monkeypatch, logged
):
    monkeypatch.setenv("TOKEN", "outside-token-1")
    monkeypatch.setenv("PASSED", "outside-token-2")
    write(tmp_path / "fails", '#!/bin/sh\necho "$A $PASSED $PLAIN" >&2\nexit 1\n')
    write(tmp_path / "says", '#!/bin/sh\necho "$A $PASSED" >&2\necho \'{"verdict":"pass"}\'\n')
    terms = {"env": {"A": "${TOKEN}", "PLAIN": "as-written"}, "pass_env": ["PASSED"]}
    with loads(tmp_path, {"binary": "./says", **terms}, {"binary": "./fails", **terms}) as engine:
        for result in (
            engine.run("before_prompt", "x"),
            asyncio.run(engine.arun("before_prompt", "x")),
        ):
            assert result.block.reason == "[REDACTED:secret] [REDACTED:secret] as-written"
    lines = "\n".join(logged)
    assert "program said" in lines
    assert "outside-token" not in lines


def test_a_path_that_leads_nowhere_is_told_with_what_is_often_meant(tmp_path):
    write(tmp_path / "check")
    assert "`~` is not expanded" in told(tmp_path, binary="~/check")[1]
    assert "goes into `args`" in told(tmp_path, binary="./check --flag")[1]


def test_static_looks_for_no_program_and_no_library(tmp_path):
    entries = [{"binary": "./no", "cwd": "nowhere", "sha256": "0" * 64}, {"dylib": "./no.so"}]
    with loads(tmp_path, *entries, static=True) as engine:
        (program, library) = engine.explain()["points"]["before_prompt"]
    assert (program["name"], program["runner"]) == ("no", "oneshot")
    assert (library["name"], library["runner"]) == ("no#2", "dylib")


def test_explain_tells_the_terms_of_a_program(tmp_path, canary):
    path = write(tmp_path / "check")
    entry = {
        "binary": "./check",
        "args": ["-v"],
        "env": {"KEY": canary},
        "pass_env": ["HTTPS_PROXY"],
        "sha256": digest(path),
        "timeout_secs": 2,
        "config": {"k": 1},
    }
    with loads(tmp_path, entry) as engine:
        (told_,) = engine.explain()["points"]["before_prompt"]
    assert {key: told_[key] for key in ("builtin", "binary", "runner", "args", "env")} == {
        "builtin": None,
        "binary": "./check",
        "runner": "oneshot",
        "args": ["-v"],
        "env": ["KEY"],
    }
    assert (told_["pass_env"], told_["sha256"]) == (["HTTPS_PROXY"], digest(path))
    assert (told_["require_verdict"], told_["max_output_bytes"]) == (False, 1_048_576)
    assert (told_["options"], told_["timeout_secs"]) == ({"k": 1}, 2.0)
    assert canary not in json.dumps(told_)


def test_explain_tells_the_terms_of_a_library(tmp_path):
    compiled(tmp_path)
    with loads(tmp_path, {"dylib": "./libcheck.so"}) as engine:
        (told_,) = engine.explain()["points"]["before_prompt"]
    assert (told_["dylib"], told_["runner"], told_["sha256"]) == ("./libcheck.so", "dylib", None)
    assert told_["timeout_secs"] is None


def test_nothing_of_a_refused_configuration_stays_open(tmp_path):
    path = write(tmp_path / "check")
    pins = {"./check": digest(path), "./other": "0" * 64}
    write(tmp_path / "other")
    entry = {"binary": "./check", "args": ["./other"], "sha256": pins}
    refused(tmp_path, entry)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        refused(tmp_path, entry)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
