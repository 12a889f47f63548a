import click
import pytest

from nsedmw.cli.render import MAX_FINDINGS, MAX_LINES, rendered
from nsedmw.types import Block, Decision, Finding, Result, Warned


def shown(result, content="some text", point="before_release"):
    return click.unstyle(rendered(point, content, result))


def step(verdict="pass", **more):
    return Decision("rules", "builtin", "release", verdict, duration_ms=1.25, **more)


def test_a_pass_says_what_it_means_and_lists_the_step():
    text = shown(Result("pass", "some text", decisions=(step(),)))
    assert " PASS  the content may go on (before_release)" in text
    assert "1  rules  pass               1.25 ms" in text
    assert "content as it goes on" not in text


def test_a_block_says_who_and_why_without_needing_the_content():
    block = Block("rules", "pii", "Content may contain email")
    text = shown(Result("block", None, block=block, decisions=(step("block"),)), content=None)
    assert " BLOCK  the content was stopped" in text
    assert "  stopped by  rules\n  category    pii\n  reason      Content may contain email" in text
    assert "note" not in text.split("step")[0]


def test_a_guard_that_broke_is_told_from_one_that_decided():
    block = Block("rules", "middleware_error", "Middleware 'rules' failed", failure="timeout")
    broken = step("block", failure="timeout")
    text = shown(Result("block", None, block=block, decisions=(broken,)))
    assert "it did not decide, it broke (timeout); a check that breaks blocks" in text


def test_content_that_nothing_may_be_given_is_no_broken_guard():
    block = Block(
        "engine", "invalid_content", "The run was given a bad thing", (), "invalid_content"
    )
    text = shown(Result("block", None, block=block))
    assert "nothing judged it: no pipeline may be given such content" in text


def test_a_warning_is_told_with_its_reason():
    warned = Warned("rules", "tone", "it shouts")
    text = shown(Result("warn", "x", warnings=(warned,), decisions=(step("warn"),)))
    assert " WARN  the content may go on, with a warning" in text
    assert "warning by  rules\n  category    tone\n  reason      it shouts" in text


def test_an_ask_shows_the_question():
    asked = step("ask", category="approval", reason="it writes")
    text = shown(Result("ask", None, question="May it?", decisions=(asked,)), point="before_tool")
    assert " ASK  a person has to decide" in text
    assert "question    May it?" in text


def test_changed_content_is_shown_as_it_goes_on():
    text = shown(Result("pass", "to [REDACTED:email]", decisions=(step(changed=True),)))
    assert "the content may go on, changed" in text
    assert "content as it goes on:\n  to [REDACTED:email]" in text
    assert "changed the content" in text


def test_structured_content_is_shown_over_several_lines():
    text = shown(
        Result("pass", {"a": ["é"]}, decisions=(step(changed=True),)), content={"a": ["e"]}
    )
    assert '  {\n    "a": [\n      "é"\n    ]\n  }' in text


def test_a_long_changed_content_is_cut_and_says_so():
    text = shown(Result("pass", "line\n" * 100, decisions=(step(changed=True),)))
    assert f"and {100 - MAX_LINES} more lines" in text


def test_a_change_that_was_only_observed_shows_no_content():
    observed = step("warn", changed=True, mode="observe", reason="it would")
    text = shown(Result("pass", "x", decisions=(observed,)))
    assert "content as it goes on" not in text
    assert "only observed, it changed and stopped nothing: it would" in text
    assert "would have changed the content" in text


def test_a_finding_is_marked_in_its_line():
    found = step("warn", findings=(Finding("pii", "email", "", 3, 11),))
    text = shown(Result("warn", "to ana@b.cd", decisions=(found,)), content="to ana@b.cd")
    assert "found by rules:\n  pii: email, characters 4 to 11\n    1 | to ana@b.cd" in text
    assert "      |    ^^^^^^^^" in text


def test_arguments_that_came_as_json_text_are_marked_inside():
    found = step("warn", findings=(Finding("pii", "email", "/to", 0, 8),))
    result = Result("warn", {"to": "ana@b.cd"}, decisions=(found,))
    assert "1 | ana@b.cd" in shown(result, content='{"to": "ana@b.cd"}', point="before_tool")


def test_findings_after_a_change_are_placed_and_not_marked():
    changing = step("pass", changed=True, findings=(Finding("pii", "email", "", 0, 3),))
    later = Decision("late", "builtin", "release", "warn", findings=(Finding("x", "y", "", 4, 7),))
    result = Result("warn", "[REDACTED:email] def", decisions=(changing, later))
    text = shown(result, content="abc def")
    assert "1 | abc def" in text.split("found by late")[0]
    after = text.split("found by late")[1]
    assert after.startswith(" (counted in the content as the steps before had left it):")
    assert "x: y, characters 5 to 7\n\n" in after


def test_a_change_that_was_only_observed_keeps_the_marks():
    observed = step("pass", changed=True, mode="observe", findings=(Finding("a", "b", "", 0, 3),))
    later = Decision("late", "builtin", "release", "warn", findings=(Finding("x", "y", "", 4, 7),))
    text = shown(Result("warn", "abc def", decisions=(observed, later)), content="abc def")
    assert "1 | abc def" in text.split("found by late")[1]


def test_many_findings_are_cut_and_say_so():
    found = step("warn", findings=(Finding("pii", "email", "", 0, 1),) * (MAX_FINDINGS + 3))
    assert "and 3 more" in shown(Result("warn", "x", decisions=(found,)))


def test_skipped_entries_and_dropped_findings_are_named():
    text = shown(Result("pass", "x", decisions=(step(allowed=2),), skipped=("other",)))
    assert "2 dropped, being allowed" in text
    assert "-  other  skipped" in text


def test_a_run_without_any_entry_says_so():
    assert "no middleware ran" in shown(Result("pass", "x"))


@pytest.mark.parametrize("hostile", ["\x1b[2J", "a\u202eb", "line\nbreak"])
def test_no_word_from_outside_reaches_the_terminal_unescaped(hostile):
    finding = Finding(hostile, hostile, "/" + hostile, 0, 1)
    decision = Decision(
        hostile, "builtin", "release", "warn", hostile, hostile,
        changed=True, findings=(finding,), mode="enforce",
    )  # fmt: skip
    warned = Warned(hostile, hostile, hostile)
    result = Result(
        "warn", {hostile: hostile}, warnings=(warned,), decisions=(decision,), skipped=(hostile,)
    )
    text = shown(result, content={hostile: hostile})
    assert hostile not in text
    assert not {"\x1b", "\u202e"} & set(text)
