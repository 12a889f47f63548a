"""What a newcomer sees of programs and libraries: the pipelines of config/, and `make run`."""

import json
import os
import re
import shutil
import subprocess  # make and what it starts
import sys
from pathlib import Path

import pytest

import nsedmw
from nsedmw.testing import load_cases, run_cases
from tests.plugins.examples import BOUND_SECS, need

ROOT = Path(__file__).parents[2]
CONFIG = ROOT / "config"
SAMPLES = CONFIG / "samples/plugins"
PIPELINES = ("plugins.yaml", "plugins-library.yaml")


@pytest.fixture(params=PIPELINES)
def pipeline(request, built):
    """Each of the two, where what it needs is here."""
    if request.param == "plugins-library.yaml":
        need("cc")
    with nsedmw.load(CONFIG / request.param) as engine:
        yield engine


def test_the_golden_cases_hold_with_and_without_the_library(pipeline):
    results = run_cases(pipeline, load_cases(CONFIG / "plugins-cases.yaml"))
    assert results
    assert [(each.case.name, each.failures) for each in results if not each.passed] == []


STOPPED_BY = {
    "known-link.txt": None,
    "foreign-link.txt": "links.py",
    "conflict.json": "conflict-markers",
    "reordered.json": "libbidi",
}


def judged(engine, sample):
    text = (SAMPLES / sample).read_text()
    content = json.loads(text)["content"] if sample.endswith(".json") else text
    return engine.run("before_release", content)


@pytest.mark.parametrize(("sample", "stopped_by"), STOPPED_BY.items())
def test_each_sample_is_stopped_by_the_check_that_it_is_for(built, sample, stopped_by):
    need("cc")
    with nsedmw.load(CONFIG / "plugins-library.yaml") as engine:
        result = judged(engine, sample)
    assert (result.block.middleware if result.block else None) == stopped_by
    assert result.block is None or result.block.failure is None


def test_every_sample_is_one_of_those():
    assert {path.name for path in SAMPLES.iterdir()} == STOPPED_BY.keys()


@pytest.fixture
def checkout(tmp_path):
    """A checkout in which nothing was built."""
    folder = tmp_path / "checkout"
    built = shutil.ignore_patterns("*.so", "*.o", "bidi", "target", "code-blocks")
    for name in ("config", "plugins"):
        shutil.copytree(ROOT / name, folder / name, ignore=built)
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    return folder


def test_without_its_library_a_pipeline_is_refused(checkout):
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.load(checkout / "config/plugins-library.yaml")
    (problem,) = caught.value.problems
    assert problem.where == "middleware.before_release[0].dylib"
    assert "../plugins/c/libbidi.so" in problem.message


BASH = ("bash", "cat", "sed", "grep")


@pytest.fixture
def newcomer(checkout, tmp_path):
    """Starts make in it, where `tools` and no others are on PATH, and set-up has been done."""
    venv, path = tmp_path / "venv", tmp_path / "path"
    (venv / "bin").mkdir(parents=True)
    path.mkdir()
    for name in ("python", "python3"):
        (venv / "bin" / name).symlink_to(sys.executable)
    (venv / "bin/nsedmw").write_text(f'#!/bin/sh\nexec {sys.executable} -m nsedmw "$@"\n')
    (venv / "bin/nsedmw").chmod(0o755)
    (venv / ".installed").touch()

    def start(*arguments, tools=()):
        for tool in ("make", "sh", "dirname", *tools):
            if found := shutil.which(tool):  # a compiler may have no `as` of its own
                (path / tool).symlink_to(found)
        return subprocess.run(
            ["make", "-C", str(checkout), *arguments, f"VENV={venv}"],
            env={"PATH": str(path), "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=BOUND_SECS,
            check=False,
        )

    return start


VERDICT = re.compile(r"^== (\S+)\n (PASS|BLOCK) ", re.MULTILINE)
STEP = re.compile(r"^  \d+  (\S+) +(pass|warn|block) ", re.MULTILINE)


def verdicts(done, heading):
    """(sample, verdict) of each under the heading that begins so."""
    (part,) = [part for part in done.stdout.split("\n# ") if part.startswith(heading)]
    return [(name.rpartition("/")[2], word) for name, word in VERDICT.findall(part)]


def test_make_run_shows_a_python_and_a_bash_program_pass_and_block(newcomer):
    done = newcomer("run", tools=BASH)
    assert (done.returncode, done.stderr) == (0, "")
    assert verdicts(done, "config/plugins.yaml") == [
        ("known-link.txt", "PASS"),
        ("foreign-link.txt", "BLOCK"),
        ("conflict.json", "BLOCK"),
    ]
    steps = set(STEP.findall(done.stdout))
    for program in ("links.py", "conflict-markers"):
        assert {(program, "pass"), (program, "block")} <= steps
    assert "plugins-library.yaml is left out: a C compiler (cc) is missing" in done.stdout


def test_make_run_shows_a_library_where_a_c_compiler_is(newcomer):
    need("cc")
    done = newcomer("run", tools=(*BASH, "cc", "as", "ld"))
    assert (done.returncode, done.stderr) == (0, "")
    assert verdicts(done, "config/plugins-library.yaml") == [
        ("known-link.txt", "PASS"),
        ("reordered.json", "BLOCK"),
    ]
    assert {("libbidi", "pass"), ("libbidi", "block")} <= set(STEP.findall(done.stdout))


def test_make_run_goes_on_where_the_library_cannot_be_built(newcomer):
    done = newcomer("run", "CC=false", tools=(*BASH, "false"))
    assert done.returncode == 0
    assert "plugins-library.yaml is left out: its library cannot be built" in done.stdout
    assert verdicts(done, "config/plugins.yaml")


def test_make_run_names_a_missing_bash_and_shows_the_python_program(newcomer):
    done = newcomer("run")
    assert (done.returncode, done.stderr) == (0, "")
    assert verdicts(done, "bash is missing") == [
        ("foreign-link.txt", "BLOCK"),
        ("known-link.txt", "PASS"),
    ]


def test_make_run_stops_where_a_pipeline_cannot_be_loaded(newcomer, checkout):
    (checkout / "plugins/python/links.py").chmod(0o644)
    done = newcomer("run", tools=BASH)
    assert done.returncode != 0
    assert "it is not executable; chmod +x it" in done.stderr


def test_make_plugins_builds_what_can_be_built_and_names_what_is_missing(newcomer, checkout):
    need("cc")
    done = newcomer("plugins", tools=("cc", "as", "ld"))
    assert done.returncode == 0
    assert (checkout / "plugins/c/libbidi.so").is_file()
    assert "plugins: C: c/bidi and c/libbidi.so" in done.stdout
    for toolchain in ("cargo", "go", "node"):
        assert f"plugins: {toolchain} is missing" in done.stderr


def test_make_clean_takes_away_what_was_built(newcomer, checkout):
    built = [checkout / "plugins" / path for path in ("c/bidi", "go/code-blocks", "rust/target/x")]
    for path in built:
        path.parent.mkdir(exist_ok=True)
        path.touch()
    done = newcomer("clean", tools=("rm", "find"))
    assert (done.returncode, done.stderr) == (0, "")
    assert not any(path.exists() for path in built)
    assert (checkout / "plugins/c/bidi.c").is_file()


def test_make_help_names_every_target():
    text = (ROOT / "Makefile").read_text()
    targets = set(re.search(r"^\.PHONY: (.*)", text, re.MULTILINE)[1].split()) - {"help"}
    done = subprocess.run(
        ["make", "-C", str(ROOT), "--no-print-directory", "help"],
        env={**os.environ, "MAKEFLAGS": ""},
        capture_output=True,
        text=True,
        timeout=BOUND_SECS,
        check=True,
    )
    assert set(re.findall(r"^make (\w+) ", done.stdout, re.MULTILINE)) == targets
