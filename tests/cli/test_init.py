import json

import pytest
from jsonschema import Draft202012Validator

from nsedmw.cli.bundle import bundled
from nsedmw.types import MESSAGE_POINTS

FILES = ("nsedmw.yaml", "cases.yaml", "nsedmw.schema.json")


@pytest.mark.parametrize("point", MESSAGE_POINTS)
def test_what_it_writes_stands_and_its_cases_pass(cli, tmp_path, point):
    done = cli("init", "--point", point)
    assert done.returncode == 0, done.stderr
    assert cli("check").stdout.startswith(b"nsedmw.yaml: ok")
    tested = cli("test", "cases.yaml")
    assert (tested.returncode, tested.stdout) == (0, b"5 passed, 0 failed\n")


def test_the_commands_that_it_names_work(cli, environment, tmp_path):
    import subprocess
    import sys

    done = cli("init", "--dir", "a folder")
    lines = [line.strip() for line in done.stdout.decode().splitlines()[2:]]
    assert len(lines) == 2
    for line in lines:
        command = line.replace("nsedmw ", f"{sys.executable} -m nsedmw ", 1)
        ran = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        assert ran.returncode == 0, ran.stderr


def test_an_editor_finds_the_schema_beside_the_file(cli, tmp_path):
    cli("init")
    first = (tmp_path / "nsedmw.yaml").read_text().splitlines()[0]
    assert first == "# yaml-language-server: $schema=./nsedmw.schema.json"
    schema = json.loads((tmp_path / "nsedmw.schema.json").read_text())
    assert schema == bundled("config")


def entry(**config):
    return {"middleware": {"before_release": [{"builtin": "rule_based", "config": config}]}}


def test_the_one_file_schema_stands_by_itself_and_knows_the_options():
    schema = bundled("config")
    Draft202012Validator.check_schema(schema)
    judge = Draft202012Validator(schema)
    assert judge.is_valid(entry(blocklist=["a", {"word": "b"}], pii_action="redact"))
    assert not judge.is_valid(entry(pii_action="shred"))
    assert not judge.is_valid(entry(blocklist=[{"wrod": "b"}]))
    assert not judge.is_valid({"midleware": {}})


def test_every_reference_of_it_leads_inside():
    def refs(value):
        if isinstance(value, dict):
            yield from (v for k, v in value.items() if k == "$ref" and isinstance(v, str))
            for item in value.values():
                yield from refs(item)
        elif isinstance(value, list):
            for item in value:
                yield from refs(item)

    schema = bundled("config")
    assert all(ref.startswith("#/$defs/") for ref in refs(schema))
    assert "builtins.rule_based" in schema["$defs"]


@pytest.mark.parametrize("there", FILES)
def test_nothing_is_written_over_unless_forced(cli, tmp_path, there):
    (tmp_path / there).write_text("mine")
    done = cli("init")
    assert done.returncode == 2
    assert f"{there} is there already; give --force".encode() in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert cli("init", "--force").returncode == 0
    assert (tmp_path / there).read_text() != "mine"


def test_a_folder_is_made_and_one_that_cannot_be_is_told(cli, tmp_path):
    assert cli("init", "--dir", "deep/er").returncode == 0
    assert all((tmp_path / "deep" / "er" / name).is_file() for name in FILES)
    (tmp_path / "file").write_text("")
    done = cli("init", "--dir", "file")
    assert done.returncode == 2
    assert b"cannot write file" in done.stderr


def test_a_link_that_leads_nowhere_is_not_followed(cli, tmp_path):
    (tmp_path / "cases.yaml").symlink_to(tmp_path / "elsewhere")
    done = cli("init")
    assert done.returncode == 2
    assert not (tmp_path / "elsewhere").exists()
    assert not (tmp_path / "nsedmw.yaml").exists()
