"""The builtin `shell_guard`: options in, verdicts out."""

from __future__ import annotations

import json

import pytest

import nsedmw
from nsedmw.builtins.shell_guard import BUILTIN, LISTED
from nsedmw.detect.shell import RULES
from nsedmw.shapes import shape
from nsedmw.types import Context, Finding, Tool, Verdict

DANGER = "rm -rf /"


def judge(content, tool="bash", **options):
    guard = BUILTIN.build(options, None)
    return guard.check(Context(content, tool=Tool(tool, content)))


def found(content, tool="bash", **options):
    return [finding.rule for finding in judge(content, tool, **options).findings]


def test_a_dangerous_command_blocks_and_the_reason_quotes_nothing_of_it():
    """Category, rule, place; and words of ours alone."""
    assert judge({"command": "ls; rm -rf / --xyzzy"}) == Verdict(
        "block",
        reason="Shell command would delete the file system's root (destruction)",
        category="shell",
        findings=(Finding("shell", "root_deleted", "/command", 4, 20),),
    )


def test_every_rule_that_is_broken_is_told_once_in_the_reason_and_its_number_is_bounded():
    """Several commands that break one rule are several findings of it."""
    verdict = judge({"command": "rm -rf /; sudo rm -rf /"})
    assert (
        verdict.reason
        == (
            "Shell command would delete the file system's root (destruction);"
            " run as another user (privilege)"
        )
        or verdict.reason.count("(") == 2
    )
    assert [finding.rule for finding in verdict.findings].count("root_deleted") == 2
    many = (
        "rm -rf / ~ * .git .. /etc; su; reboot; mkfs /dev/sda; visudo; history -c; git stash clear"
    )
    assert judge({"command": many}).reason.endswith("; and 2 more")
    assert LISTED == 10


@pytest.mark.parametrize(
    "tool",
    ["bash", "Bash", "BASH", "sh", "shell", "run_command", "execute_command", "run_shell_command",
     "terminal", "exec", "run", "mcp__server__bash", "local_shell"],
)  # fmt: skip
def test_tools_that_run_commands_are_watched_from_the_start(tool):
    """The names that agents give them, without regard to case."""
    assert found({"command": DANGER}, tool) == ["root_deleted"]


@pytest.mark.parametrize("tool", ["search", "write_file", "bashful", "crm_update", "rerun_tests"])
def test_other_tools_pass(tool):
    """What they are given is text."""
    assert judge({"command": DANGER}, tool) == Verdict("pass")


def test_which_tools_is_an_option_with_globs():
    """It takes the place of the list that stands without it."""
    assert found({"command": DANGER}, "deploy_web", tools=["deploy_*"]) == ["root_deleted"]
    assert found({"command": DANGER}, "bash", tools=["deploy_*"]) == []


@pytest.mark.parametrize("name", ["command", "cmd", "script", "argv"])
def test_arguments_that_hold_a_command_are_known_from_the_start(name):
    """One finding, whose path leads to it."""
    assert judge({name: DANGER}).findings == (Finding("shell", "root_deleted", f"/{name}", 0, 8),)


def test_which_arguments_is_an_option_of_pointers():
    """Also into lists and keys with a slash."""
    arguments = {"steps": [{"a/b": DANGER}]}
    verdict = judge(arguments, arguments=["/steps/0/a~1b"])
    assert verdict.findings == (Finding("shell", "root_deleted", "/steps/0/a~1b", 0, 8),)


def test_other_fields_of_a_watched_call_are_text():
    """A description may say what it wants."""
    assert judge({"command": "ls", "description": DANGER}) == Verdict("pass")


def test_a_watched_call_without_a_known_argument_is_unreadable_where_it_has_text():
    """A command under another name is not let through; `restart: true` is none."""
    verdict = judge({"line": "ls"})
    assert (verdict.verdict, verdict.findings) == ("block", (Finding("shell", "no_command"),))
    assert verdict.reason == "Shell command is in none of the watched arguments (unreadable)"
    assert judge({"restart": True}) == Verdict("pass")
    assert judge({}) == Verdict("pass")


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (["rm", "-rf", "/"], "root_deleted"),
        (["bash", "-lc", DANGER], "root_deleted"),
        ([DANGER], "root_deleted"),
        (["cd /", "rm -rf *"], "root_deleted"),
        (["ls -l", DANGER], "root_deleted"),
        (json.dumps(["rm", "-rf", "/"]), "root_deleted"),
        (json.dumps(["bash", "-c", DANGER]), "root_deleted"),
        (json.dumps({"command": DANGER}), "root_deleted"),
        (json.dumps({"cmd": ["rm", "-rf", "/"]}), "root_deleted"),
        (json.dumps(DANGER), "root_deleted"),
        ({"rm": "-rf /"}, "syntax"),
        ([["rm"]], "syntax"),
        (5, "syntax"),
    ],
)
def test_lists_and_json_text_are_read_as_what_they_are(value, rule):
    """A list is a command of words, or of commands where the first has a space."""
    assert rule in found({"command": value})


@pytest.mark.parametrize(
    "value",
    [["echo", DANGER], ["git", "commit", "-m", "; rm -rf /"], json.dumps(["echo", DANGER]),
     json.dumps({"command": "ls"}), [], "", None],
)  # fmt: skip
def test_harmless_lists_and_json_text_pass(value):
    """Words of a list are no shell text, and JSON that is no shell is no error."""
    assert judge({"command": value}) == Verdict("pass")


@pytest.mark.parametrize("args", [["-rf", "/"], "-rf /"])
def test_a_program_with_its_arguments_beside_it_is_one_command(args):
    """As tools take it that start programs: `command` and `args`."""
    assert found({"command": "rm", "args": args}) == ["root_deleted"]
    assert found({"command": "echo", "args": ["rm", "-rf", "/"]}) == []


def test_what_cannot_be_read_blocks_or_asks():
    """A danger beside it blocks all the same."""
    assert judge({"command": "echo 'x"}).verdict == "block"
    asked = judge({"command": "echo 'x"}, on_unreadable="ask")
    assert (asked.verdict, asked.category) == ("ask", "shell")
    assert asked.question == (
        "Run a shell command that could not be judged?"
        " Shell command could not be read as shell syntax (unreadable)"
    )
    assert judge({"command": "rm -rf /; echo 'x"}, on_unreadable="ask").verdict == "ask"
    assert judge({"command": "rm -rf /; $X"}, on_unreadable="ask").verdict == "block"


def test_an_argument_that_is_too_long_is_unreadable():
    """More than a mebibyte is not looked at."""
    assert found({"command": "#" * (1 << 20)}) == []
    assert found({"command": "#" * ((1 << 20) + 1)}) == ["long"]
    assert found({"command": ["ls"] * 600_000}) == ["long"]


def test_rules_and_categories_can_be_ignored_but_not_what_is_unreadable():
    """The schema has every name, so that a slip is an error at load."""
    assert found({"command": "sudo ls"}, ignore=["elevation"]) == []
    assert found({"command": "sudo rm -rf /"}, ignore=["privilege"]) == ["root_deleted"]
    names = set(shape("builtins/shell_guard")["properties"]["ignore"]["items"]["enum"])
    kinds = {rule.category for rule in RULES.values()} - {"unreadable"}
    assert names == kinds | {name for name, rule in RULES.items() if rule.category != "unreadable"}


def loaded(**options):
    entry = {"builtin": "shell_guard", "config": options}
    return nsedmw.loads(json.dumps({"middleware": {"before_tool": [entry]}}))


def test_it_needs_a_key_for_waiting_calls_only_where_it_may_ask(monkeypatch):
    """A guard that blocks loads without one."""
    monkeypatch.delenv("NSEDMW_CHECKPOINT_KEY", raising=False)
    call = {"name": "bash", "arguments": json.dumps({"command": "$X"})}
    assert loaded().run("before_tool", tool=call).block.category == "shell"
    assert loaded(on_unreadable="block").run("before_tool", tool=call).verdict == "block"
    with pytest.raises(nsedmw.ConfigError, match="NSEDMW_CHECKPOINT_KEY"):
        loaded(on_unreadable="ask")
    monkeypatch.setenv("NSEDMW_CHECKPOINT_KEY", "k" * 32)
    assert loaded(on_unreadable="ask").run("before_tool", tool=call).verdict == "ask"


@pytest.mark.parametrize(
    "options",
    [{"tools": []}, {"arguments": ["command"]}, {"on_unreadable": "warn"}, {"ignore": ["rm"]}],
)
def test_unsound_options_are_refused_at_load(options):
    """A pointer begins with a slash, a rule has a name that there is."""
    with pytest.raises(nsedmw.ConfigError):
        loaded(**options)


def test_it_stands_at_before_tool_alone():
    """A message is no command."""
    assert BUILTIN.points == ("before_tool",)
