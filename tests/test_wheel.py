"""What people install: the wheel, in a virtual environment of its own, from another folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LIMIT = 300
"""Seconds for one command: an index may be slow."""

PIPELINE = """\
middleware:
  before_release:
    - builtin: rule_based
      config:
        blocklist: [{word: kryptonite, category: contraband}]
    - builtin: json_schema
      config:
        schema: {type: string}
"""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def command(*words, cwd, stdin=""):
    # Without the suite's own settings, so that the child sees what a user's would see.
    env = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))
    }
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd, env=env, input=stdin, capture_output=True, text=True, timeout=LIMIT, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("dist")
    done = command(
        sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT, cwd=out
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = out.glob("nsedmw-*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    home = tmp_path_factory.mktemp("installed") / "venv"
    made = command(sys.executable, "-m", "venv", home, cwd=home.parent)
    assert made.returncode == 0, made.stdout + made.stderr
    python = home / "bin" / "python"
    done = command(
        python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel,
        cwd=home.parent,
    )  # fmt: skip
    if "No matching distribution found" in done.stderr or "Connection" in done.stderr:
        pytest.skip("no package index can be reached for the dependencies")
    assert done.returncode == 0, done.stderr
    return home / "bin"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "nsedmw.yaml").write_text(PIPELINE)
    return tmp_path


def test_the_wheel_holds_every_schema_the_licence_and_the_type_marker(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    schemas = {
        f"nsedmw/schemas/{path.relative_to(ROOT / 'schemas')}"
        for path in (ROOT / "schemas").rglob("*.schema.json")
    }
    assert schemas
    assert schemas <= names
    assert "nsedmw/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"nsedmw"}


def test_the_installed_package_reads_its_own_schemas(installed, folder):
    program = (
        "import nsedmw, nsedmw.shapes as s\n"
        "print(s.shape('config')['type'], nsedmw.__file__)\n"
        "print(all(home.is_dir() for home in s._HOMES[:1]))\n"
    )
    done = command(installed / "python", "-c", program, cwd=folder)
    kind, _, home = done.stdout.splitlines()[0].partition(" ")
    assert kind == "object", done.stderr
    assert Path(home).is_relative_to(installed.parent)
    assert done.stdout.splitlines()[1] == "True"


def test_check_finds_the_pipeline_sound(installed, folder):
    done = command(installed / "nsedmw", "check", "nsedmw.yaml", "--format", "json", cwd=folder)
    assert (done.returncode, json.loads(done.stdout)) == (0, {"ok": True, "problems": []})


@pytest.mark.parametrize(
    ("text", "code", "verdict", "category"),
    [("all is well", 0, "pass", None), ("send the Kryptonite", 1, "block", "contraband")],
)
def test_run_gives_a_verdict(installed, folder, text, code, verdict, category):
    done = command(
        installed / "nsedmw", "run", "--point", "before_release", "--text", "--format", "json", "-",
        cwd=folder, stdin=text,
    )  # fmt: skip
    # Without CONFIG, `-` is INPUT and ./nsedmw.yaml the configuration.
    assert done.returncode == code, done.stderr
    result = json.loads(done.stdout)
    assert result["verdict"] == verdict
    assert (result["block"] or {}).get("category") == category
