"""The texts of a JSON value and the value with parts of them replaced."""

import pytest

from nsedmw.detect.strings import Piece, Redaction, pieces, redact, texts

CONTENT = {"a/b": ["x", 1.5, {"~": "y"}], "n": None, "t": True, "k": 12}


def test_every_string_key_and_number_is_a_piece():
    assert list(pieces(CONTENT)) == [
        Piece("/a~1b", "a/b", "key"),
        Piece("/a~1b/0", "x", "value", "a/b"),
        Piece("/a~1b/1", "1.5", "number", "a/b"),
        Piece("/a~1b/2/~0", "~", "key"),
        Piece("/a~1b/2/~0", "y", "value", "~"),
        Piece("/n", "n", "key"),
        Piece("/t", "t", "key"),
        Piece("/k", "k", "key"),
        Piece("/k", "12", "number", "k"),
    ]


@pytest.mark.parametrize("content", ["text", 7, None, True, [], {}, CONTENT])
def test_texts_are_those_of_the_pieces(content):
    assert list(texts(content)) == [piece.text for piece in pieces(content)]


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
    assert redact(content, redactions) == changed


def test_the_given_value_is_left_as_it_is():
    content = {"a": ["secret"], "b": {"c": "secret"}}
    changed = redact(content, [Redaction("/a/0", 0, 6, "[R]")])
    assert content == {"a": ["secret"], "b": {"c": "secret"}}
    assert changed == {"a": ["[R]"], "b": {"c": "secret"}}


def test_the_order_of_keys_is_kept():
    changed = redact({"b": "x", "a": "y"}, [Redaction("/b", 0, 1, "z", in_key=True)])
    assert list(changed) == ["z", "a"]
