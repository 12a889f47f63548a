"""A JSON value with parts of its strings replaced."""

import json

import pytest

from nsedmw.detect.redaction import Redaction, redact, told_paths
from nsedmw.types import Finding


def kind(kind, _):
    return kind


@pytest.mark.parametrize(
    ("content", "redactions", "changed"),
    [
        ("a secret!", [Redaction("", 2, 8, "[R]")], "a [R]!"),
        ("abcdef", [Redaction("", 1, 4, "[1]"), Redaction("", 3, 5, "[2]")], "a[1]f"),
        ("abcdef", [Redaction("", 1, 3, "[1]"), Redaction("", 2, 6, "[2]")], "a[2]"),
        ("abcd", [Redaction("", 2, 4, "[2]"), Redaction("", 0, 2, "[1]")], "[1][2]"),
        ("😀é", [Redaction("", 1, 2, "e")], "😀e"),
        (4111, [Redaction("", 0, 4, "[R]")], "[R]"),
        ({"a": 4111, "b": [1, 2]}, [Redaction("/b/1", 0, 1, "[R]")], {"a": 4111, "b": [1, "[R]"]}),
        ({"a/b": {"~": "xy"}}, [Redaction("/a~1b/~0", 0, 1, "-")], {"a/b": {"~": "-y"}}),
        ({"key": "v"}, [Redaction("/key", 0, 3, "[R]", in_key=True)], {"[R]": "v"}),
        (
            {"a1": 1, "[R]": 2, "a2": 3},
            [
                Redaction("/a1", 0, 2, "[R]", in_key=True),
                Redaction("/a2", 0, 2, "[R]", in_key=True),
            ],
            {"[R]#2": 1, "[R]": 2, "[R]#3": 3},
        ),
        (
            {"k": "v"},
            [Redaction("/k", 0, 1, "[K]", in_key=True), Redaction("/k", 0, 1, "[V]")],
            {"[K]": "[V]"},
        ),
        ({"a": "x"}, [], {"a": "x"}),
    ],
)
def test_a_redaction_changes_only_what_was_hit(content, redactions, changed):
    assert redact(content, redactions, kind) == changed


def test_the_given_value_is_left_as_it_is():
    content = {"a": ["secret"], "b": {"c": "secret"}}
    changed = redact(content, [Redaction("/a/0", 0, 6, "[R]")], kind)
    assert content == {"a": ["secret"], "b": {"c": "secret"}}
    assert changed == {"a": ["[R]"], "b": {"c": "secret"}}


def test_the_order_of_keys_is_kept():
    changed = redact({"b": "x", "a": "y"}, [Redaction("/b", 0, 1, "z", in_key=True)], kind)
    assert list(changed) == ["z", "a"]


def label(kind, _):
    return f"[{kind}]"


@pytest.mark.parametrize(
    ("value", "hit", "changed"),
    [
        ({"n": 4111, "s": "x"}, "4111", {"n": "[k]", "s": "x"}),
        ({"n": -4111.5}, "4111", {"n": "[k]"}),
        ({"s": 'say "abc" now'}, "abc", {"s": 'say "[k]" now'}),
        (["abc"], "abc", ["[k]"]),
        ({"inner": json.dumps({"n": 4111})}, "4111", {"inner": json.dumps({"n": "[k]"})}),
        ({"abc": 1}, "abc", {"[k]": 1}),
    ],
)
def test_a_string_that_is_json_stays_json(value, hit, changed):
    """A number goes whole and becomes a string, escaped as often as what stands around it."""
    text = json.dumps(value)
    at = text.index(hit)
    redacted = redact(text, [Redaction("", at, at + len(hit), "k")], label)
    assert json.loads(redacted) == changed


def test_two_hits_in_one_number_are_one():
    """Or the second would stand beside the string that the first has become."""
    text = '{"n": 41114222}'
    redacted = redact(text, [Redaction("", 6, 9, "a"), Redaction("", 11, 14, "b")], label)
    assert json.loads(redacted) == {"n": "[a]"}


def test_a_replacement_is_made_of_all_that_goes():
    """What overlaps is one, so nothing of it is lost to whoever keeps it."""
    went = []

    def kept(kind, text):
        went.append((kind, text))
        return "-"

    content = {"a": "0123456789", "n": 42}
    redactions = [
        Redaction("/a", 1, 4, "x"), Redaction("/a", 3, 8, "y"), Redaction("/n", 0, 1, "z"),
    ]  # fmt: skip
    assert redact(content, redactions, kept) == {"a": "0-89", "n": "-"}
    assert went == [("y", "1234567"), ("z", "42")]


@pytest.mark.parametrize("hit", ["nab", "ab\\", "u0041", "\\u00", "c\\ud83d", "ude00d"])
def test_a_hit_that_cuts_an_escape_takes_all_of_it(hit):
    """Half an escape is no JSON; what stands beside it stays."""
    text = r'{"k": "x\nab\u0041c\ud83d\ude00dy"}'
    at = text.index(hit)
    redacted = json.loads(redact(text, [Redaction("", at, at + len(hit), "k")], label))
    assert redacted["k"].startswith("x")
    assert redacted["k"].endswith("y")
    assert redacted["k"].count("[k]") == 1


def test_a_hit_across_strings_takes_whole_escapes_at_both_ends():
    """A pattern of a person's own may run across the marks of JSON."""
    text = r'["a\nb", "c\td"]'
    redacted = redact(text, [Redaction("", 4, 12, "k")], label)
    assert redacted == r'["a[k]", "[k]d"]'


def test_keys_of_one_object_in_a_text_stay_apart():
    """As they do in an object that was parsed; those of another object begin anew."""
    text = '{"ab": 1, "cd": 2, "e": {"ab": 3}}'
    at = [text.index("ab"), text.index("cd"), text.rindex("ab")]
    redacted = redact(text, [Redaction("", n, n + 2, "k") for n in at], label)
    assert redacted == '{"[k]": 1, "[k]#2": 2, "e": {"[k]": 3}}'


def test_a_finding_tells_no_key_that_was_hit():
    """Neither its own nor one on the way to what was found below."""
    findings = [
        Finding("secret", "k", "/a/x~1yz", 0, 3, in_key=True),
        Finding("secret", "k", "/a/x~1yz/0", 1, 2),
        Finding("secret", "k", "/a/b", 1, 2),
    ]
    assert [one.path for one in told_paths(findings)] == [
        "/a/[REDACTED:k]z", "/a/[REDACTED:k]z/0", "/a/b",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "hit", "changed"),
    [
        ('a secret\n["x"]', "secret", 'a [R]\n["x"]'),
        ('["x"]\na secret', "secret", '["x"]\na [R]'),
        ('["x"]\na secret\n["y"]\nb', "secret", '["x"]\na [R]\n["y"]\nb'),
        # What lies across the border of JSON goes on both sides, and the lines stay lines.
        ('a secret\n["x", 1]\n', 'secret\n["x', 'a [R]\n["[R]", 1]\n'),
    ],
)
def test_what_stands_beside_a_line_of_json_goes_as_well(text, hit, changed):
    start = text.index(hit)
    assert redact(text, [Redaction("", start, start + len(hit), "[R]")], kind) == changed
