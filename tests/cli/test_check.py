import json

import pytest

BAD = """\
version: 1
middleware:
  before_release:
    - builtin: rule_base
      config: {}
    - builtin: rule_based
      config: {pii_acton: warn}
"""


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(BAD)
    return path


def test_a_sound_file_shows_what_it_does(cli, pipeline):
    done = cli("check", pipeline)
    assert done.returncode == 0
    assert done.stdout.decode() == f"{pipeline}: ok\n  before_release: rules\n"
    assert done.stderr == b""


def test_what_sets_an_entry_apart_is_shown(cli, tmp_path):
    (tmp_path / "marks.yaml").write_text(
        "middleware:\n  before_release:\n"
        "    - {builtin: rule_based, mode: observe, stages: [edit]}\n"
        "    - {builtin: rule_based, optional: true}\n"
    )
    told = cli("check", "marks.yaml").stdout.decode()
    assert "before_release: rule_based (at edit, observe), rule_based#2 (optional)" in told


def test_a_file_without_entries_says_that_nothing_is_checked(cli, tmp_path):
    (tmp_path / "none.yaml").write_text("middleware: {}\n")
    assert "no entries: every run passes" in cli("check", "none.yaml").stdout.decode()


def test_every_problem_is_told_on_stdout_with_its_place(cli, bad):
    done = cli("check", bad.name)
    assert done.returncode == 2
    first, second = done.stdout.decode().splitlines()
    assert first.startswith("bad.yaml:4:16: middleware.before_release[0].builtin: ")
    assert "did you mean 'rule_based'?" in first
    assert second.startswith("bad.yaml:7:16: ")
    assert "did you mean 'pii_action'?" in second
    assert done.stderr == b"nsedmw: 2 problems\n"


def test_several_files_are_all_looked_at(cli, bad, pipeline):
    done = cli("check", bad.name, pipeline.name, "missing.yaml")
    told = done.stdout.decode()
    assert done.returncode == 2
    assert "bad.yaml:4:16: " in told
    assert "pipeline.yaml: ok" in told
    assert "missing.yaml:0:0: " in told


def test_json_is_one_object_of_the_promised_shape(cli, bad, pipeline):
    answer = json.loads(cli("check", bad.name, "--format", "json").stdout)
    assert answer["ok"] is False
    assert [set(problem) for problem in answer["problems"]] == [
        {"file", "line", "column", "where", "message"}
    ] * 2
    assert answer["problems"][0]["line"] == 4
    assert json.loads(cli("check", pipeline, "--format", "json").stdout) == {
        "ok": True,
        "problems": [],
    }


def test_github_gets_annotations_that_a_message_cannot_break_out_of(cli, tmp_path):
    folder = tmp_path / "a,b:c"
    folder.mkdir()
    (folder / "x.yaml").write_text('middleware: {}\n"evil%0A::error::x\\n": 1\n')
    done = cli("check", "a,b:c/x.yaml", "--format", "github")
    assert done.returncode == 2
    (line,) = done.stdout.decode().splitlines()
    assert line.startswith("::error file=a%2Cb%3Ac/x.yaml,line=2,col=1,title=nsedmw::")
    assert "evil%250A::error::x" in line


def test_github_format_is_silent_about_a_sound_file(cli, pipeline):
    assert cli("check", pipeline, "--format", "github").stdout == b""


def test_static_leaves_variables_out_and_lists_them(cli, tmp_path):
    (tmp_path / "vars.yaml").write_text(
        "middleware:\n  before_release:\n    - builtin: rule_based\n"
        "      config: {max_content_length: '${LIMIT}'}\n"
    )
    assert b"LIMIT" in cli("check", "vars.yaml").stdout
    done = cli("check", "vars.yaml", "--static")
    assert done.returncode == 0
    assert "not looked at: " in done.stdout.decode()
    assert "LIMIT" in done.stdout.decode()
    answer = json.loads(cli("check", "vars.yaml", "--static", "--format", "json").stdout)
    assert answer["ok"] is True
    assert "LIMIT" in answer["unseen"][0]
    told = cli("check", "vars.yaml", "--static", "--format", "github").stdout.decode()
    assert told.startswith("::notice file=vars.yaml,title=nsedmw::not looked at: ")


def test_a_file_cannot_make_the_terminal_obey(cli, tmp_path):
    (tmp_path / "x.yaml").write_text('middleware: {}\n"\\e[2J\\u202E": 1\n')
    done = cli("check", "x.yaml")
    assert done.returncode == 2
    assert b"\x1b" not in done.stdout
    assert "\u202e".encode() not in done.stdout


def test_without_a_name_the_folders_file_is_checked(cli, pipeline, tmp_path):
    pipeline.rename(tmp_path / "nsedmw.yaml")
    assert cli("check").stdout.startswith(b"nsedmw.yaml: ok")
