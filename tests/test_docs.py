"""The documents tell the truth: their examples run and their links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import nsedmw

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted(path for part in ("docs", "config", "plugins") for path in ROOT.glob(f"{part}/*.md")),
    *sorted(ROOT.glob("plugins/*/*.md")),
]
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
YAML = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]*)(?:#([^)]*))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
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


def anchors(page):
    """What GitHub calls the headings of a page."""
    for heading in HEADING.findall(FENCED.sub("", page.read_text())):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_to_a_heading_in_it(page):
    for target, anchor in LINK.findall(FENCED.sub("", page.read_text())):
        path = page.parent / target if target else page
        assert path.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(path), f"{page.name} links to {target}#{anchor}"


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
