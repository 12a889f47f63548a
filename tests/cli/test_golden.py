import json
from xml.etree import ElementTree as ET

import pytest

PASSING = '{"name": "a", "point": "before_release", "text": "fine", "expect": {"verdict": "pass"}}'
TOOL = '{"name": "a", "point": "before_tool", "tool": {"name": "t"}, "expect": {"verdict": "pass"}}'
FAILING = (
    '{"name": "b", "point": "before_release", "text": "it is topsecret",'
    ' "expect": {"verdict": "pass"}}'
)
UNRUNNABLE = (
    '{"name": "c", "point": "before_release", "text": "x", "metadata": {"nsedmw.a": 1},'
    ' "expect": {"verdict": "pass"}}'
)


@pytest.fixture
def cases(tmp_path):
    def write(*lines, name="cases.jsonl"):
        (tmp_path / name).write_text("\n".join(lines))
        return name

    return write


def test_cases_that_pass_are_counted(cli, pipeline, cases):
    done = cli("test", pipeline, cases(PASSING, "", PASSING))
    assert (done.returncode, done.stdout) == (0, b"2 passed, 0 failed\n")


def test_a_failure_says_what_came_and_quotes_no_content(cli, pipeline, cases):
    done = cli("test", pipeline, cases(PASSING, FAILING))
    told = done.stdout.decode()
    assert done.returncode == 1
    assert told.startswith("FAILED b (cases.jsonl:2, before_release)\n  verdict: expected pass")
    assert "got block by rules (internal: " in told
    assert told.endswith("\n1 passed, 1 failed\n")
    assert "it is topsecret" not in told


def test_a_case_that_cannot_be_run_is_two(cli, pipeline, cases):
    done = cli("test", pipeline, cases(PASSING, FAILING, UNRUNNABLE))
    assert done.returncode == 2
    assert "cannot be run: metadata keys that begin with `nsedmw.`" in done.stdout.decode()


def test_verbose_names_the_cases_that_pass(cli, pipeline, cases):
    done = cli("test", pipeline, cases(PASSING), "-v")
    assert "ok a (cases.jsonl:1, before_release)" in done.stdout.decode()


def test_colour_is_only_where_it_is_asked_for(cli, pipeline, cases):
    name = cases(PASSING)
    assert b"\x1b" not in cli("test", pipeline, name).stdout
    assert b"\x1b[32m" in cli("test", pipeline, name, "--color", "always").stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no case was found: nothing tested is no success"),
        ("{", "cases.jsonl:1:1: not JSON"),
        (PASSING.replace("fine", "\\ud800"), "cases.jsonl:1:1: it holds text that is not valid"),
        (PASSING.replace('"text"', '"text": "x", "text"'), "cases.jsonl:1:1: it holds an object"),
        (PASSING.replace("point", "pont"), "did you mean 'point'?"),
        (PASSING.replace("before_release", "before_relase"), "did you mean 'before_release'?"),
        (PASSING.replace('"pass"', '"passes"'), "did you mean 'pass'?"),
        (PASSING.replace('"text"', '"stage": "completion", "text"'), "has no such stage"),
        (PASSING.replace('"text": "fine", ', ""), "needs exactly one of `content`, `text`"),
        (
            PASSING.replace('"text"', '"content": 1, "text"'),
            "needs exactly one of `content`, `text`",
        ),
        (PASSING.replace('"text"', '"tool": {"name": "t"}, "text"'), "[0].tool: "),
        (PASSING.replace("before_release", "before_tool"), "`tool` is missing; write it"),
        (TOOL.replace('"tool"', '"content": {}, "text": "x", "tool"'), "[0].content: "),
        (PASSING.replace('"expect": {"verdict": "pass"}', '"expect": {}'), "verdict"),
    ],
)
def test_a_file_of_cases_that_cannot_stand_is_two_and_says_where(cli, pipeline, cases, text, told):
    done = cli("test", pipeline, cases(text))
    assert (done.returncode, done.stdout) == (2, b"")
    assert told in done.stderr.decode()


def test_problems_of_several_files_are_told_together(cli, pipeline, cases):
    one, two = cases("{", name="one.jsonl"), cases("[]", name="two.jsonl")
    told = cli("test", pipeline, one, two, "missing.yaml").stderr.decode()
    assert all(f"{name}:" in told for name in (one, two, "missing.yaml"))


def test_one_name_alone_is_cases_for_the_folders_configuration(cli, pipeline, cases, tmp_path):
    name = cases(PASSING)
    done = cli("test", name)
    assert done.returncode == 2
    assert b"one name alone is CASES; write `nsedmw test CONFIG cases.jsonl`" in done.stderr
    pipeline.rename(tmp_path / "nsedmw.yaml")
    assert cli("test", name).returncode == 0


def test_no_name_at_all_is_told(cli):
    done = cli("test")
    assert done.returncode == 2
    assert b"name the files of cases" in done.stderr


def test_junit_has_each_case_with_what_went_wrong(cli, pipeline, cases, tmp_path):
    hostile = json.loads(FAILING)
    hostile["name"] = "<b> & \x07\x1b \ufffe"
    name = cases(PASSING, json.dumps(hostile), UNRUNNABLE)
    done = cli("test", pipeline, name, "--junit", "report.xml")
    assert done.returncode == 2
    root = ET.parse(tmp_path / "report.xml").getroot()
    suite = root.find("testsuite")
    counts = {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "3", "failures": "1", "errors": "1", "skipped": "0"}
    passed, failed, broken = suite.findall("testcase")
    assert (passed.get("name"), passed.get("line"), len(passed)) == ("a", "1", 0)
    assert failed.get("name") == "<b> & \ufffd\ufffd \ufffd"
    assert failed.find("failure").text.startswith("verdict: expected pass, got block by rules")
    assert "nsedmw." in broken.find("error").get("message")


def test_a_report_that_cannot_be_written_is_two(cli, pipeline, cases):
    done = cli("test", pipeline, cases(PASSING), "--junit", "no/such/folder.xml")
    assert done.returncode == 2
    assert b"cannot write --junit no/such/folder.xml: No such file or directory" in done.stderr
