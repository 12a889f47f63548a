import click
import pytest

from nsedmw.cli.excerpt import WIDTH, excerpt, place
from nsedmw.types import Finding


def plain(content, finding):
    return [click.unstyle(line) for line in excerpt(content, finding)]


def finding(start, end, path="", **more):
    return Finding("pii", "email", path, start, end, **more)


def test_the_mark_stands_under_the_hit_in_its_line():
    assert plain("one\nwrite to ana@b.cd now\nthree", finding(13, 21)) == [
        "2 | write to ana@b.cd now",
        "  |          ^^^^^^^^",
    ]


def test_the_hit_itself_is_coloured():
    line = excerpt("to ana@b.cd", finding(3, 11))[0]
    assert click.style("ana@b.cd", fg="red", bold=True) in line


def test_a_long_line_is_cut_around_the_hit():
    line, mark = plain("x" * 500 + "HIT" + "y" * 500, finding(500, 503))
    assert line.startswith("1 | ...x")
    assert line.endswith("y...")
    assert len(line) == len("1 | ......") + WIDTH
    assert line[mark.index("^") : mark.rindex("^") + 1] == "HIT"


def test_a_hit_longer_than_the_line_is_marked_as_far_as_it_is_shown():
    line, mark = plain("x" * 1000, finding(10, 990))
    assert mark.index("^") == line.index("x") + 10
    assert mark.count("^") == WIDTH - 10


def test_a_hit_over_several_lines_shows_its_first():
    assert plain("ab\ncd", finding(1, 4)) == ["1 | ab", "  |  ^"]


def test_a_hit_that_begins_with_a_line_end_shows_it():
    assert plain("ab\ncd", finding(2, 4)) == ["1 | ab\\n", "  |   ^^"]


def test_escapes_and_wide_letters_move_the_mark_with_them():
    line, mark = plain("\x1b漢HIT", finding(2, 5))
    assert line == "1 | \\x1b漢HIT"
    assert mark == "  |       ^^^"


@pytest.mark.parametrize(
    ("content", "at", "shown"),
    [
        ({"a": ["x", "to ana"]}, finding(3, 6, "/a/1"), "1 | to ana"),
        ({"a/b": {"c~d": "ana"}}, finding(0, 3, "/a~1b/c~0d"), "1 | ana"),
        ({"n": 4111}, finding(0, 4, "/n"), "1 | 4111"),
        ({"ana@b.cd": 1}, finding(0, 8, "/ana@b.cd", in_key=True), "1 | ana@b.cd"),
    ],
)
def test_the_string_that_the_path_leads_to_is_shown(content, at, shown):
    assert plain(content, at)[0] == shown


@pytest.mark.parametrize(
    ("content", "at"),
    [
        ("short", finding(3, 9)),
        ("short", finding(2, 2)),
        ("short", finding(-3, 2)),
        ("short", finding(0, 3, "/a")),
        ({"a": ["x"]}, finding(0, 1, "/a/1")),
        ({"a": ["x"]}, finding(0, 1, "/a/-1")),
        ({"a": ["x"]}, finding(0, 1, "/a/" + "9" * 5000)),
        ("short", finding(0, 1, "a")),
        ({"a": True}, finding(0, 1, "/a")),
        ("short", finding(0, 1, "", in_key=True)),
        (None, finding(0, 1)),
    ],
)
def test_offsets_that_are_not_of_that_string_mark_nothing(content, at):
    assert excerpt(content, at) == []


@pytest.mark.parametrize(
    ("content", "at", "words"),
    [
        ("abc", finding(0, 1), "character 1"),
        ("abc", finding(0, 3), "characters 1 to 3"),
        ("ab\ncd", finding(3, 5), "line 2, characters 1 to 2"),
        ({"a": "abc"}, finding(1, 3, "/a"), "/a, characters 2 to 3"),
        (None, finding(4, 6, "/a"), "/a, characters 5 to 6"),
        ({"ab": 1}, finding(0, 2, "/ab", in_key=True), "key at /ab, characters 1 to 2"),
        (None, finding(0, 0), ""),
        (None, finding(0, 1, "/a\x1b"), "/a\\x1b, character 1"),
    ],
)
def test_a_place_is_said_in_words_that_count_from_one(content, at, words):
    assert place(content, at) == words
