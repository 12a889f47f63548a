import json
import os
import subprocess
import sys

import pytest

MESSAGE = ["--point", "before_release"]


@pytest.mark.parametrize(
    ("text", "verdict", "code"),
    [
        ("all is well", "pass", 0),
        ("be careful", "warn", 0),
        ("a number", "pass", 0),
        ("it is topsecret", "block", 1),
    ],
)
def test_the_exit_code_is_the_verdict(cli, pipeline, text, verdict, code):
    done = cli("run", pipeline, "--text", *MESSAGE, stdin=text.encode())
    assert done.returncode == code
    assert json.loads(done.stdout)["verdict"] == verdict


def test_stdout_is_the_result_and_nothing_else(cli, pipeline):
    done = cli("run", pipeline, "--text", stdin="é number".encode())
    result = json.loads(done.stdout)
    assert list(result) == [
        "verdict", "content", "question", "warnings", "block", "hook_state", "decisions",
        "skipped", "run_id", "allowed",
    ]  # fmt: skip
    assert result["content"] == "é [REDACTED:figure]"
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def test_json_is_utf8_whatever_the_terminal_speaks(cli, pipeline):
    env = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = cli("run", pipeline, "--text", stdin="漢".encode(), env=env)
    assert json.loads(done.stdout.decode())["content"] == "漢"


def test_pretty_output_survives_a_terminal_without_the_letters(cli, pipeline):
    env = {"PYTHONIOENCODING": "latin-1"}
    done = cli("run", pipeline, "--text", "--format", "pretty", stdin="漢 number".encode(), env=env)
    assert done.returncode == 0
    assert b"\\u6f22 [REDACTED:figure]" in done.stdout


def test_an_ask_is_three(cli, tmp_path):
    asking = tmp_path / "asking.py"
    asking.write_text(
        "import sys, nsedmw\n"
        "from nsedmw.cli import run as verb\n"
        "from nsedmw.cli.main import status\n"
        "class Ask:\n"
        "    asks = True\n"
        "    def __init__(self, config): pass\n"
        "    def check(self, context): return nsedmw.Verdict('ask', question='May it?')\n"
        "engine = nsedmw.loads('checkpoint: {unsigned: true}\\nmiddleware:\\n"
        "  before_tool: [{builtin: asker}]\\n', builtins={'asker': Ask})\n"
        "verb.loaded = lambda path: engine\n"
        "sys.exit(status(sys.argv[1:]))\n"
    )
    context = {"tool": {"name": "rm", "arguments": {}}}
    done = subprocess.run(
        [sys.executable, asking, "run", "x.yaml", "--point", "before_tool"],
        input=json.dumps(context).encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert json.loads(done.stdout)["question"] == "May it?"


def test_a_context_is_read_with_its_members(cli, pipeline, tmp_path):
    context = tmp_path / "context.json"
    context.write_text('{"content": {"a": "number"}, "agent_id": "x", "stage": "edit", "round": 2}')
    result = json.loads(cli("run", pipeline, context, *MESSAGE).stdout)
    assert result["content"] == {"a": "[REDACTED:figure]"}
    assert result["decisions"][0]["stage"] == "edit"


@pytest.mark.parametrize(
    ("context", "code"),
    [
        ('{"content": "x", "round": -1}', 2),
        ('{"content": "x", "round": true}', 2),
        ('{"content": "x", "agent_id": 3}', 2),
        ('{"content": "x", "metadata": {"nsedmw.x": 1}}', 2),
        ('{"content": "x", "metadata": []}', 2),
        ('{"content": "x", "stage": "before_prompt"}', 2),
        ('{"content": "x", "metadata": null}', 0),
        ('{"content": null}', 0),
        ('{"content": "x", "hook_state": {}}', 0),
        ('{"content": {"a": 1, "a": 2}}', 1),
        ('{"content": "\\ud800"}', 1),
        ('{"content": ' + "9" * 5000 + "}", 1),
        ('{"content": ' + "[" * 129 + "]" * 129 + "}", 1),
        ('{"content": ' + "[" * 30_000 + "]" * 30_000 + "}", 1),
        ('{"content": NaN}', 2),
        ("[]", 2),
        ("nothing", 2),
    ],
)
def test_what_input_may_be_decides_the_exit_code(cli, pipeline, context, code):
    done = cli("run", pipeline, *MESSAGE, stdin=context.encode())
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
    if code == 2:
        assert done.stdout == b""
        assert done.stderr.startswith(b"nsedmw: INPUT")
    if code == 1:
        block = json.loads(done.stdout)["block"]
        assert (block["middleware"], block["category"]) == ("engine", "invalid_content")


def test_text_that_is_not_utf8_is_refused(cli, pipeline):
    done = cli("run", pipeline, "--text", stdin=b"caf\xe9")
    assert done.returncode == 2
    assert done.stderr == b"nsedmw: INPUT is not UTF-8 text: byte 4 cannot be read\n"


def test_a_lone_dash_is_input_and_a_lone_yaml_name_is_config(cli, pipeline):
    env = {"NSEDMW_CONFIG": str(pipeline)}
    assert cli("run", "-", "--text", stdin=b"topsecret", env=env).returncode == 1
    assert cli("run", pipeline, "--text", stdin=b"topsecret").returncode == 1


def test_one_other_name_is_input_for_the_configuration_of_the_folder(cli, pipeline, tmp_path):
    pipeline.rename(tmp_path / "nsedmw.yaml")
    (tmp_path / "answer.txt").write_text("topsecret")
    assert cli("run", "answer.txt", "--text").returncode == 1


def test_the_variable_goes_before_the_folder(cli, pipeline, tmp_path):
    (tmp_path / "nsedmw.yaml").write_text("version: 1\nmiddleware: {before_release: []}\n")
    env = {"NSEDMW_CONFIG": str(pipeline)}
    assert cli("run", "--text", stdin=b"topsecret", env=env).returncode == 1
    assert cli("run", "--text", *MESSAGE, stdin=b"topsecret").returncode == 0


def test_no_configuration_at_all_says_what_to_do(cli):
    done = cli("run", "--text", stdin=b"x")
    assert done.returncode == 2
    assert b"name a file, or set NSEDMW_CONFIG, or make ./nsedmw.yaml" in done.stderr


def test_a_name_taken_for_input_without_a_configuration_says_so(cli, tmp_path):
    (tmp_path / "pipeline.conf").write_text("version: 1\n")
    done = cli("run", "pipeline.conf", "--text")
    assert done.returncode == 2
    assert b"so pipeline.conf was taken for INPUT" in done.stderr


def test_a_configuration_that_cannot_stand_is_told_on_stderr(cli, tmp_path):
    (tmp_path / "bad.yaml").write_text("version: 1\nmidleware: {}\n")
    done = cli("run", "bad.yaml", "--text", stdin=b"x")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"bad.yaml:2:1: midleware: unknown key")


def test_the_only_message_point_need_not_be_named_and_several_must(cli, tmp_path):
    entry = "[{builtin: rule_based}]"
    (tmp_path / "two.yaml").write_text(
        f"middleware:\n  before_prompt: {entry}\n  before_release: {entry}\n"
    )
    done = cli("run", "two.yaml", "--text", stdin=b"x")
    assert done.returncode == 2
    assert b"give --point, one of before_prompt, before_release" in done.stderr
    (tmp_path / "none.yaml").write_text(f"middleware:\n  before_tool: {entry}\n")
    done = cli("run", "none.yaml", "--text", stdin=b"x")
    assert done.returncode == 2
    assert b"has no entries at a message point; give --point" in done.stderr


@pytest.mark.parametrize(
    ("point", "told"),
    [
        ("before_relase", b"did you mean 'before_release'?"),
        ("around_tool", b"around_tool is not run by itself"),
        ("zzz", b"it is one of before_prompt"),
    ],
)
def test_a_wrong_point_is_a_usage_error(cli, pipeline, point, told):
    done = cli("run", pipeline, "--text", "--point", point, stdin=b"x")
    assert done.returncode == 2
    assert told in done.stderr


@pytest.mark.parametrize(
    ("stage", "context", "code"),
    [
        ("edit", {}, 0),
        ("edit", {"stage": "release"}, 2),
        ("edit", {"stage": "edit"}, 0),
        ("before_prompt", {}, 2),
        ("nonsense", {}, 2),
    ],
)
def test_a_stage_that_cannot_be_is_refused(cli, pipeline, stage, context, code):
    data = json.dumps({"content": "x", **context}).encode()
    done = cli("run", pipeline, *MESSAGE, "--stage", stage, stdin=data)
    assert done.returncode == code, done.stderr


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("missing.txt", b"there is no file INPUT missing.txt; to judge a text, pipe it"),
        (".", b"cannot read INPUT .: "),
    ],
)
def test_input_that_cannot_be_read_is_refused(cli, pipeline, name, told):
    done = cli("run", pipeline, name, "--text")
    assert done.returncode == 2
    assert told in done.stderr


def test_a_hook_point_inside_a_context_is_said_by_its_option(cli, pipeline):
    done = cli("run", pipeline, *MESSAGE, stdin=b'{"content": "x", "point": "before_release"}')
    assert done.returncode == 2
    assert b"no member 'point'; the hook point is said by --point" in done.stderr


def test_arguments_that_are_quoted_back_cannot_write_to_the_terminal(cli, pipeline):
    done = cli("run", pipeline, "a", "b\x1b[31m", "c")
    assert done.returncode == 2
    assert b"b\\x1b[31m" in done.stderr


def test_streams_that_take_nothing_are_exit_two(pipeline, environment):
    done = shell(">/dev/full 2>/dev/full", pipeline, environment, input=b"fine")
    assert done.returncode == 2


def test_a_tool_call_is_judged_by_its_arguments(cli, tmp_path):
    path = tmp_path / "tools.yaml"
    path.write_text("middleware:\n  before_tool:\n    - builtin: rule_based\n"
                    "      config: {blocklist: [{word: rm}]}\n")  # fmt: skip
    context = {"tool": {"name": "sh", "arguments": {"command": "rm -r x"}}}
    done = cli("run", path, "--point", "before_tool", stdin=json.dumps(context).encode())
    assert done.returncode == 1
    done = cli("run", path, "--point", "before_tool", "--text", stdin=b"rm")
    assert done.returncode == 2


def test_verbose_logs_to_stderr_and_leaves_stdout_pure(cli, pipeline):
    done = cli("run", pipeline, "--text", "-v", stdin=b"all is well with me")
    assert json.loads(done.stdout)["verdict"] == "pass"
    assert b"run ended" in done.stderr
    assert b"all is well" not in done.stderr


def shell(line, pipeline, environment, **more):
    command = f"{sys.executable} -m nsedmw run {pipeline} --text {line}"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True, env=environment, timeout=60, check=False, **more,
    )  # fmt: skip


def test_a_reader_that_goes_away_ends_it_quietly(pipeline, environment):
    big = b"x" * 3_000_000
    done = shell("| head -c0", pipeline, environment, input=big)
    assert (done.returncode, done.stderr) == (130, b"")


@pytest.mark.parametrize("form", ["", "--format pretty"])
def test_output_that_cannot_be_written_is_two(pipeline, environment, form):
    done = shell(f"{form} > /dev/full", pipeline, environment, input=b"x")
    assert done.returncode == 2
    assert done.stderr == b"nsedmw: cannot write the output: No space left on device\n"


def test_a_reader_of_the_log_that_goes_away_ends_it_quietly(pipeline, environment):
    done = shell("-v 2>&1 | head -c0", pipeline, environment, input=b"x" * 3_000_000)
    assert (done.returncode, done.stderr) == (130, b"")


def test_a_closed_stdout_still_answers_by_exit_code(pipeline, environment):
    assert shell(">&-", pipeline, environment, input=b"topsecret").returncode == 1


def test_a_closed_stdin_is_told(pipeline, environment):
    done = shell("<&-", pipeline, environment)
    assert done.returncode == 2
    assert done.stderr == b"nsedmw: no INPUT was given and stdin is closed\n"


@pytest.fixture
def big_text(tmp_path):
    path = tmp_path / "big.txt"
    with path.open("wb") as file:
        file.truncate(0)
        file.write(b"a" * 17 * 1024 * 1024)
    return path


def test_content_over_its_bound_is_a_block(cli, pipeline, big_text):
    done = cli("run", pipeline, big_text, "--text")
    assert done.returncode == 1
    assert json.loads(done.stdout)["block"]["category"] == "invalid_content"


def test_input_without_end_is_a_block_after_a_bound(monkeypatch, tmp_path):
    from nsedmw.cli import intake
    from nsedmw.errors import OverBound

    monkeypatch.setattr(intake, "MAX_INPUT_BYTES", 10)
    (tmp_path / "a").write_bytes(b"x" * 11)
    with pytest.raises(OverBound, match="input of more than 10 bytes"):
        intake.read(str(tmp_path / "a"))


def test_a_named_pipe_is_input_as_well(cli, pipeline, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"printf topsecret > {pipe}"]) as writer:
        assert cli("run", pipeline, pipe, "--text").returncode == 1
        assert writer.wait(timeout=30) == 0
