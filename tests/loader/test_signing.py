"""The `checkpoint` section and its key."""

import pytest

from tests.loader.reading import problems, spec

KEY = "0123456789abcdef"
EMPTY = "middleware: {}\n"


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    monkeypatch.delenv("NSEDMW_CHECKPOINT_KEY", raising=False)
    monkeypatch.delenv("OTHER_KEY", raising=False)


def test_without_section_and_key_an_ask_has_nothing_to_stand_on():
    assert not spec(EMPTY).checkpoint.usable


def test_the_usual_variable_is_used_where_it_is_set(monkeypatch):
    monkeypatch.setenv("NSEDMW_CHECKPOINT_KEY", KEY)
    found = spec(EMPTY).checkpoint
    assert (found.key, found.usable, found.key_env) == (KEY, True, "NSEDMW_CHECKPOINT_KEY")
    assert KEY not in repr(found)


def test_a_key_that_is_too_short_is_refused_and_not_shown(monkeypatch):
    monkeypatch.setenv("NSEDMW_CHECKPOINT_KEY", KEY[1:])
    [found] = problems(EMPTY)
    assert "the key in the environment variable NSEDMW_CHECKPOINT_KEY is shorter than 16" in found
    assert KEY[1:] not in found


def test_a_key_is_measured_in_bytes(monkeypatch):
    monkeypatch.setenv("NSEDMW_CHECKPOINT_KEY", "äöüäöüäö")
    assert spec(EMPTY).checkpoint.usable


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "is not set; set it to a key of 16 bytes or more, or say `unsigned: true`"),
        ("", "is not set"),
        (KEY[1:], "is shorter than 16 bytes; set a longer one"),
    ],
)
def test_the_section_makes_the_key_a_must(monkeypatch, value, expected):
    if value is not None:
        monkeypatch.setenv("OTHER_KEY", value)
    [found] = problems(EMPTY + "checkpoint: {key_env: OTHER_KEY}\n")
    assert found.startswith("<string>:2:23: checkpoint.key_env: ")
    assert expected in found


def test_an_empty_section_wants_the_usual_variable():
    [found] = problems(EMPTY + "checkpoint: {}\n")
    assert "<string>:2:13: checkpoint.key_env: the environment variable NSEDMW_CHECKPOINT" in found


def test_unsigned_needs_no_key():
    found = spec(EMPTY + "checkpoint: {unsigned: true}\n").checkpoint
    assert (found.key, found.unsigned, found.usable) == (None, True, True)


@pytest.mark.parametrize("name", ["'A B'", "5", "''", "'1A'"])
def test_a_key_env_that_is_no_variable_is_refused(name):
    assert any(
        "checkpoint.key_env: must" in x
        for x in problems(f"{EMPTY}checkpoint: {{key_env: {name}}}\n")
    )


def test_a_key_env_out_of_a_variable_is_not_shown(monkeypatch, canary):
    monkeypatch.setenv("NAME", canary.replace("-", "_"))
    [found] = problems(EMPTY + "checkpoint: {key_env: '${NAME}'}\n")
    assert "the environment variable ${NAME} is not set" in found
    assert canary.replace("-", "_") not in found


def test_static_does_not_look_at_the_key():
    found = spec(EMPTY + "checkpoint: {key_env: OTHER_KEY}\n", static=True)
    assert found.checkpoint.usable
    assert found.checkpoint.key is None
    assert found.unseen == ("the environment variable OTHER_KEY, which signs waiting calls",)
