"""The page on programs and libraries tells the truth where the table of faults does not look."""

import hashlib
import json
import os
import re
import subprocess  # a compiler
import sys
from pathlib import Path

import pytest

import nsedmw
from nsedmw.detect import reasons
from nsedmw.loader import entries
from nsedmw.pipeline import threads
from nsedmw.runners import dylib, environment, exchange
from nsedmw.wire import MAX_DEPTH, encode_context
from tests.plugins.examples import need

PAGE = (Path(__file__).parents[2] / "docs/programs.md").read_text()
FLAT = " ".join(PAGE.split())


@pytest.mark.parametrize(
    "statement",
    [
        f"at most {MAX_DEPTH} containers",
        f"{exchange.DRAIN_SECS} s after the kill",
        f"More than {dylib.GROWTH} times `max_output_bytes`",
        f"While {threads.MAX_ABANDONED} calls of an entry hang",
        f"cut at {reasons.FIRST_CUT} characters",
        f"runs of {reasons.RUN} or more characters",
        f"cut at {reasons.LAST_CUT}. A category is cut at {reasons.CATEGORY_CUT}",
        f"int32_t {dylib.SYMBOL}(",
    ],
)
def test_the_page_has_the_numbers_of_the_code(statement):
    assert statement in FLAT


def test_the_page_shows_a_context_as_it_is_sent():
    shown = re.search(r"```json\n(.*)\n```", PAGE)[1]
    context = nsedmw.Context("Hello", stage="release")
    assert encode_context(context).decode() == shown


def test_the_page_lists_the_environment(tmp_path, monkeypatch):
    row = re.search(r"^\| environment \| (.*) \|$", PAGE, re.MULTILINE)[1]
    always, given = re.split(r" and what `pass_env` names.*?; ", row)
    names = re.findall(r"`([A-Z_]+)\*?`", always)
    for name in [*names, "LC_ALL", "MINE", "OTHER"]:
        monkeypatch.setenv(name, "x")
    seen = environment.environment("oneshot", ["MINE"])
    ours = dict(re.findall(r"`(NSEDMW_\w+)` \(`(\w+)`\)", given))
    assert seen == dict.fromkeys([*names, "LC_ALL", "MINE"], "x") | ours | {"LC_": "x"}


def test_the_caps_are_the_formats_default():
    shape = json.loads((Path(__file__).parents[2] / "schemas/config.schema.json").read_text())
    said = re.findall(r'"max_output_bytes": \{[^}]*"default": (\d+)', json.dumps(shape))
    assert {int(number) for number in said} == {entries.MAX_OUTPUT_BYTES}


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def reason(folder, entry):
    """What the entry's program writes to standard error, which it then fails with."""
    pipeline = json.dumps({"middleware": {"before_release": [entry]}})
    with nsedmw.loads(pipeline, base_dir=folder) as engine:
        return engine.run("before_release", "x").block.reason


@pytest.fixture
def script(tmp_path):
    def write(text, name="check"):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
        return {"binary": f"./{name}", "sha256": digest(tmp_path / name)}

    return write


SHOWING_ITS_NAME = {
    "sh": ("/bin/sh", 'echo "$0 $(pwd)" >&2; exit 1'),
    "bash": ("/usr/bin/env bash", 'echo "$0 $(pwd)" >&2; exit 1'),
    "python3": (
        "/usr/bin/env python3",
        "import os, sys; assert __file__ == sys.argv[0]; sys.exit(__file__ + ' ' + os.getcwd())",
    ),
}


@pytest.mark.parametrize(("line", "text"), SHOWING_ITS_NAME.values(), ids=SHOWING_ITS_NAME)
def test_a_pinned_script_is_called_by_its_descriptor_and_keeps_its_folder(
    tmp_path, script, line, text
):
    need(line.rpartition(" ")[2].rpartition("/")[2])
    said = reason(tmp_path, script(f"#!{line}\n{text}\n"))
    assert re.fullmatch(rf"/proc/self/fd/\d+ {re.escape(str(tmp_path))}", said)


def test_a_pinned_python_script_cannot_import_its_neighbours(tmp_path, script):
    need("python3")
    (tmp_path / "beside.py").touch()
    entry = script("#!/usr/bin/env python3\nimport beside\nraise SystemExit('found')\n")
    assert "No module named 'beside'" in reason(tmp_path, entry)
    del entry["sha256"]
    assert reason(tmp_path, entry) == "found"


@pytest.mark.parametrize(("options", "is_found"), [("", False), ("--preserve-symlinks-main", True)])
def test_a_pinned_node_script_is_found_with_an_option_alone(tmp_path, script, options, is_found):
    need("node")
    text = f"#!/usr/bin/env -S node {options}\nconsole.error('found'); process.exit(1)\n"
    assert (reason(tmp_path, script(text)) == "found") == is_found


def test_a_pinned_compiled_program_has_the_path_of_its_file_as_its_name(tmp_path):
    need("cc")
    (tmp_path / "check.c").write_text(
        "#include <stdio.h>\nint main(int n, char **a) { (void)n; fputs(*a, stderr); return 1; }\n"
    )
    subprocess.run(["cc", "-o", tmp_path / "check", tmp_path / "check.c"], check=True, timeout=60)
    entry = {"binary": "./check", "sha256": digest(tmp_path / "check")}
    assert reason(tmp_path, entry) == str(tmp_path / "check")


def test_a_pinned_script_that_acts_by_its_own_name_breaks(tmp_path, script):
    entry = script('#!/bin/sh\necho "shim: $(basename "$0"): command not found" >&2; exit 1\n')
    assert re.fullmatch(r"shim: \d+: command not found", reason(tmp_path, entry))


def test_the_map_of_the_page_pins_interpreter_and_script(tmp_path, monkeypatch):
    (tmp_path / "python3").symlink_to(Path(sys.executable).resolve())  # no shim
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    (tmp_path / "check.py").write_text("raise SystemExit('found')\n")
    text = re.search(r"```yaml\n(- binary: python3\n.*?)```", PAGE, re.DOTALL)[1]
    for written, path in (("python3", "python3"), ("./check.py", "check.py")):
        text = re.sub(rf"({re.escape(written)}): \w+…", rf"\1: {digest(tmp_path / path)}", text)
    entry = "".join(f"    {line}\n" for line in text.splitlines())
    pipeline = f"middleware:\n  before_release:\n{entry}"
    with nsedmw.loads(pipeline, base_dir=tmp_path) as engine:
        assert engine.run("before_release", "x").block.reason == "found"
        (tmp_path / "check.py").write_text('print(\'{"verdict":"pass"}\')\n')
        block = engine.run("before_release", "x").block
        assert (block.middleware, block.failure) == ("check", "start")
