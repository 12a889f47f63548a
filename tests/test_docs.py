"""The documents tell the truth: their examples run and their links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import nsedmw

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
YAML = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
SHELL = re.compile(r"^\$ (echo .*)$", re.MULTILINE)


def test_the_readmes_pipeline_gives_the_verdicts_that_it_shows(tmp_path):
    readme = (ROOT / "README.md").read_text()
    (tmp_path / "nsedmw.yaml").write_text(YAML.search(readme)[1])
    commands = [line for line in SHELL.findall(readme) if "nsedmw" in line]
    shown = re.findall(r"^\{.*$", readme, re.MULTILINE)
    assert len(commands) == len(shown) == 2
    for command, line in zip(commands, shown, strict=True):
        here = command.replace("nsedmw", f"{sys.executable} -m nsedmw", 1)
        out = subprocess.run(
            ["/bin/sh", "-c", here], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
        for part in line.split(" ..."):
            assert part.strip(" ,") in out.stdout, out.stderr
    assert out.returncode == 1


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page):
    for target in LINK.findall(page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize(
    ("page", "block"),
    [
        (page, block)
        for page in ("middleware-in-python.md", "golden-cases.md")
        for block in PYTHON.findall((ROOT / "docs" / page).read_text())
    ],
)
def test_the_python_of_the_pages_runs(page, block, monkeypatch):
    monkeypatch.chdir(ROOT)
    exec(compile(block, page, "exec"), {})


def test_the_library_page_names_what_results_have():
    page = (ROOT / "docs/library.md").read_text()
    for name in [*nsedmw.Result.__struct_fields__, *nsedmw.Decision.__struct_fields__]:
        assert f"`{name}`" in page, name


def test_the_changelog_has_the_version():
    assert f"## {nsedmw.__version__}" in (ROOT / "docs/changelog.md").read_text()
