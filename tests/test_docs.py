"""The documents tell the truth: their examples run and their links lead somewhere."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nsedmw
from nsedmw.detect import injection

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
        for page in (
            "golden-cases.md",
            "middleware-in-python.md",
            "prompt-exposure.md",
            "redaction.md",
        )
        for block in PYTHON.findall((ROOT / "docs" / page).read_text())
    ],
)
def test_the_python_of_the_pages_runs(page, block, monkeypatch):
    monkeypatch.chdir(ROOT)
    exec(compile(block, page, "exec"), {})


CELL = re.compile(r"(?<!\\)\|")
CODE = re.compile(r"`([^`]+)`")
FAMILY = re.compile(r"^\| `\w+` \|.*$", re.MULTILINE)
INJECTION = (ROOT / "docs/prompt-injection.md").read_text()
FAMILIES = [
    [cell.strip().replace("\\|", "|") for cell in CELL.split(row)[1:-1]]
    for row in FAMILY.findall(INJECTION.partition("| family |")[2].partition("\n\n")[0])
]


def test_the_table_of_families_names_them_all():
    assert [row[0].strip("`") for row in FAMILIES] == list(injection.FAMILIES)


@pytest.mark.parametrize(
    ("family", "told", "hinted"), [(row[0], row[2], row[3]) for row in FAMILIES]
)
def test_the_phrases_of_the_table_are_told_where_it_says_so(family, told, hinted):
    def rules(text, sensitivity):
        entry = {"builtin": "prompt_injection", "config": {"sensitivity": sensitivity}}
        with nsedmw.loads(json.dumps({"middleware": {"before_prompt": [entry]}})) as engine:
            result = engine.run("before_prompt", text)
        return [one.rule for decision in result.decisions for one in decision.findings]

    for phrase in CODE.findall(told):
        assert family.strip("`") in rules(phrase, "medium"), phrase
    for phrase in CODE.findall(hinted):
        assert rules(phrase, "medium") == [], phrase
        assert family.strip("`") in rules(phrase, "high"), phrase
    assert CODE.findall(told) or CODE.findall(hinted)


def test_the_library_page_names_what_results_have():
    page = (ROOT / "docs/library.md").read_text()
    for name in [*nsedmw.Result.__struct_fields__, *nsedmw.Decision.__struct_fields__]:
        assert f"`{name}`" in page, name


def test_the_changelog_has_the_version():
    assert f"## {nsedmw.__version__}" in (ROOT / "docs/changelog.md").read_text()
