import pytest

from nsedmw.cli.visible import columns, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, é 漢 🙂", "plain, é 漢 🙂"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200bb", "a\\u200bb"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("one\ntwo\r\tthree", "one\\ntwo\\r\\tthree"),
        ("\u2028", "\\u2028"),
        ("\x9b", "\\x9b"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_instead(text, shown):
    assert visible(text) == shown


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("漢字", 4), ("e\u0301", 1), ("", 0)])
def test_columns_are_those_of_a_terminal(text, width):
    assert columns(text) == width
