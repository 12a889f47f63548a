"""The page on writing a plugin tells the truth: its files are written, and its commands run."""

import os
import re
import subprocess  # the page's commands are run as a reader runs them
import sys
from pathlib import Path

import pytest

import nsedmw
from tests.plugins.examples import BOUND_SECS, need

PAGE = (Path(__file__).parents[2] / "docs/writing-a-plugin.md").read_text()
FILE = re.compile(r"^`([\w.-]+)`:\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
ANYTHING = "..."


def commands():
    return [found for block in CONSOLE.findall(PAGE) for found in COMMAND.findall(block)]


def shown_as(output):
    """What the page shows, with its dots, as a pattern."""
    parts = [re.escape(part.strip()) for part in output.strip().split(ANYTHING)]
    return re.compile(r"\s*" + r"[\s\S]*".join(parts) + r"\s*")


@pytest.fixture
def folder(tmp_path):
    for name, text in FILE.findall(PAGE):
        (tmp_path / name).write_text(text)
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    nsedmw = bin_folder / "nsedmw"
    nsedmw.write_text(f'#!/bin/sh\nexec {sys.executable} -m nsedmw "$@"\n')
    nsedmw.chmod(0o755)
    return tmp_path


def run(folder, command):
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=BOUND_SECS,
        check=False,
    )


def test_the_page_has_files_and_commands():
    assert len(FILE.findall(PAGE)) == 7
    assert len(commands()) == 18


def test_all_commands_in_their_order_show_what_the_page_shows(folder):
    need("cc")
    for command, output in commands():
        done = run(folder, command)
        assert shown_as(output).fullmatch(done.stdout), (command, done.stdout, done.stderr)
        if "nsedmw" not in command:  # whose lines on standard error the page leaves out
            assert (done.returncode, done.stderr) == (0, ""), command


def test_the_pythons_exception_is_an_exit_code_that_blocks(folder):
    (folder / "promises.py").chmod(0o755)
    done = run(folder, """echo '{"content":"x","metadata":{}}' | ./promises.py""")
    assert (done.returncode, done.stdout) == (1, "")


def test_the_shell_check_stops_at_the_size_that_it_names(folder):
    (folder / "size.sh").chmod(0o755)
    for size, word in ((20000, "pass"), (20001, "block")):
        done = run(folder, f"head -c {size} /dev/zero | ./size.sh")
        assert f'"verdict":"{word}"' in done.stdout


def test_the_entry_that_says_everything_is_sound(folder, monkeypatch):
    monkeypatch.setenv("CHECK_TOKEN", "x")
    entry = re.search(r"^```yaml\n(    - binary: .*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1]
    (folder / "work").mkdir()
    (folder / "promises.py").chmod(0o755)
    (folder / "all.yaml").write_text(f"middleware:\n  before_release:\n{entry}")
    with nsedmw.load(folder / "all.yaml") as engine:
        (told,) = engine.explain()["points"]["before_release"]
    assert (told["name"], told["mode"], told["optional"]) == ("promises", "observe", True)
