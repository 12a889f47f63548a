import json
from pathlib import Path

import pytest

import nsedmw
from nsedmw.testing import load_cases, run_cases

CONFIG = Path(__file__).parents[1] / "config"


@pytest.mark.parametrize("path", sorted(CONFIG.glob("*.yaml")), ids=lambda path: path.name)
def test_every_shipped_file_tells_editors_its_schema(path):
    first = path.read_text().splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=../schemas/")
    assert (CONFIG / first.partition("=")[2]).resolve().is_file()


def test_the_golden_cases_of_the_default_pipeline_pass():
    with nsedmw.load(CONFIG / "default.yaml") as engine:
        results = run_cases(engine, load_cases(CONFIG / "cases.yaml"))
    assert [(result.case.name, result.failures) for result in results if not result.passed] == []


@pytest.mark.parametrize(
    ("sample", "verdict", "category"),
    [
        ("clean.txt", "pass", None),
        ("pii.txt", "pass", None),
        ("blocked-word.txt", "block", "blocklist"),
        ("too-long.txt", "block", "format"),
        ("structured.json", "pass", None),
        ("secret.txt", "pass", None),
        ("leaked-prompt.txt", "block", "prompt_exposure"),
        ("disguised-word.txt", "block", "blocklist"),
    ],
)
def test_each_sample_shows_what_its_name_says(sample, verdict, category):
    text = (CONFIG / "samples" / sample).read_text()
    content = json.loads(text)["content"] if sample.endswith(".json") else text
    with nsedmw.load(CONFIG / "default.yaml") as engine:
        result = engine.run("before_release", content)
    assert result.verdict == verdict
    assert (result.block.category if result.block else None) == category
    if sample in ("pii.txt", "structured.json"):
        assert "[REDACTED:email]" in json.dumps(result.content)
        assert "ana.lopez" not in json.dumps(result.content)
    if sample == "secret.txt":
        assert "postgres://importer:[REDACTED:connection_string]@" in result.content
        assert "IMPORTER_API_KEY=[REDACTED:api_key_kv]" in result.content


def test_every_sample_is_one_of_those():
    # Those in plugins/ are programs' (tests/plugins/test_shipped_pipelines.py).
    assert len(list((CONFIG / "samples").glob("*.*"))) == 8


def test_the_readme_says_what_each_file_is_for():
    readme = (CONFIG / "README.md").read_text()
    for path in CONFIG.iterdir():
        name = f"{path.name}/" if path.is_dir() else path.name
        assert name == "README.md" or f"| `{name}` |" in readme, name


@pytest.mark.parametrize("point", ["before_prompt", "on_provider_response", "before_release"])
@pytest.mark.parametrize("text", ["mail ana@example.com", "x" * 9000, "INTERNAL USE ONLY"])
def test_the_strict_pipeline_stops_what_the_others_let_go(point, text):
    content = {"title": "t", "body": text} if point == "before_release" else text
    with nsedmw.load(CONFIG / "strict.yaml") as engine:
        assert engine.run(point, content).verdict == "block"
        assert engine.run(point, {"title": "Lunch", "body": "at noon"}).verdict == "pass"


def test_the_strict_pipeline_releases_one_shape_only():
    with nsedmw.load(CONFIG / "strict.yaml") as engine:
        result = engine.run("before_release", {"title": "Lunch", "body": "at noon", "extra": 1})
    assert (result.block.middleware, result.block.category) == ("shape", "schema")


@pytest.mark.parametrize("point", ["before_prompt", "on_provider_response", "before_release"])
def test_the_observing_pipeline_changes_and_stops_nothing(point):
    text = "INTERNAL USE ONLY: ana@example.com"
    with nsedmw.load(CONFIG / "observe.yaml") as engine:
        result = engine.run(point, text)
    assert (result.verdict, result.content) == ("pass", text)
    assert {step.mode for step in result.decisions} == {"observe"}
    assert "block" in {step.verdict for step in result.decisions}
