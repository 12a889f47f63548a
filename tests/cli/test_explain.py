import json


def test_each_entry_is_told_with_all_that_is_in_force(cli, tmp_path):
    (tmp_path / "x.yaml").write_text(
        "middleware:\n  before_tool:\n"
        "    - builtin: rule_based\n      name: tools\n      agents: ['a*']\n      tools: [bash]\n"
        "      when: {required: [job_id]}\n      optional: true\n      timeout_secs: 2.5\n"
        "      config: {max_content_length: '${LIMIT:-10}'}\n"
        "    - {builtin: rule_based, mode: observe}\n"
    )
    done = cli("explain", "x.yaml", env={"LIMIT": "77"})
    told = done.stdout.decode()
    assert done.returncode == 0
    assert "x.yaml (version 1)\n\nbefore_tool: runs in this order" in told
    for line in (
        "  1. tools\n       is         rule_based (builtin)\n       runs at    before_tool\n",
        "       agents     a*\n       tools      bash\n",
        '       when       {"required": ["job_id"]}\n',
        "       mode       enforce; its failure is a warning (optional)\n",
        "       deadline   2.5 s\n",
        '       option     max_content_length: "${LIMIT:-10}"\n',
        '       default    pii_action: "warn"\n',
        "       mode       observe: it changes and stops nothing; its failure is a ",
    ):
        assert line in told
    assert "77" not in told


def test_json_is_the_same_as_one_object(cli, pipeline):
    answer = json.loads(cli("explain", pipeline, "--format", "json").stdout)
    (entry,) = answer["points"]["before_release"]
    assert entry["name"] == "rules"
    assert entry["options"]["pii_patterns"] is False
    assert entry["defaults"]["max_content_length"] == 50000
    assert "pii_patterns" not in entry["defaults"]


def test_whether_a_person_can_be_asked_is_told(cli, pipeline, tmp_path):
    assert "which is not set" in cli("explain", pipeline).stdout.decode()
    key = {"NSEDMW_CHECKPOINT_KEY": "k" * 32}
    assert (
        "NSEDMW_CHECKPOINT_KEY, which is set" in cli("explain", pipeline, env=key).stdout.decode()
    )
    (tmp_path / "u.yaml").write_text("middleware: {}\ncheckpoint: {unsigned: true}\n")
    assert "checkpoint: unsigned" in cli("explain", "u.yaml").stdout.decode()


def test_problems_go_to_stderr(cli, tmp_path):
    (tmp_path / "bad.yaml").write_text("middleware: []\n")
    done = cli("explain", "bad.yaml")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"bad.yaml:1:13: ")


def test_what_a_stream_holds_back_is_said(cli, tmp_path):
    (tmp_path / "x.yaml").write_text(
        "middleware:\n  on_provider_response:\n"
        "    - {builtin: rule_based, config: {blocklist: [kryptonite]}}\n"
        "    - {builtin: prompt_injection}\n"
        "    - {builtin: prompt_exposure}\n"
        "    - {builtin: rule_based, config: {blocklist: ['a.*b', 'c(?=d)']}}\n"
        "  before_tool: [{builtin: shell_guard}]\n"
    )
    out = cli("explain", "x.yaml").stdout.decode()
    told = [line.split(maxsplit=1)[1] for line in out.splitlines() if "  streams " in line]
    assert told == [
        "what its rules need is held back, the rest goes out",
        "nothing is held back for it",
        "everything is held to the end (its verdict is about all of the text)",
        "everything is held to the end (a.*b)",
    ]
    assert "blocklist.1 runs under a deadline, not in linear time" in out
