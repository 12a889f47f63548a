"""Strings that are JSON themselves."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsedmw.detect.embedded import DEPTH, Holders, inside
from nsedmw.detect.strings import pieces

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_what_is_inside_is_what_a_parser_makes_of_it(value, ascii_only, indent):
    """In the same order and with the same labels as for content that was parsed already."""
    if not isinstance(value, dict | list):
        value = [value]
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    found = [(one.text, one.kind, one.label) for one in inside(text) if one.depth == 1]
    assert found == [(piece.text, piece.kind, piece.label) for piece in pieces(value)]


@given(VALUES)
def test_each_character_leads_back_to_what_is_written_for_it(value):
    """Escapes and pairs of escapes are one character each."""
    text = json.dumps({"k": value})
    for one in inside(text):
        if one.kind == "number" or one.depth > 1:
            continue
        read = [json.loads(f'"{text[slice(*one.span(n, n + 1))]}"') for n in range(len(one.text))]
        assert "".join(read) == one.text


def test_json_inside_json_is_read_down_to_a_depth():
    """Each level is escaped once more, and the way back is through all of them."""
    text = "secret"
    for _ in range(DEPTH + 1):
        text = json.dumps({"k": text})
    found = [one for one in inside(text) if one.text == "secret"]
    assert not found
    inner = json.loads(text)["k"]
    (one,) = [one for one in inside(inner) if one.text == "secret"]
    assert one.depth == DEPTH
    assert inner[slice(*one.span(0, 6))] == "secret"


@pytest.mark.parametrize(
    "text", ["", "text", "12", "{", '{"a": }', "[1] and more", "{'a': 1}", "[[[["]
)
def test_what_is_no_object_or_array_holds_nothing(text):
    """Then the text is read as it stands."""
    assert list(inside(text)) == []
    assert not Holders(text)


def test_a_key_that_stands_twice_is_seen_twice():
    """A parser keeps the last; others keep the first."""
    assert [one.text for one in inside('{"a": "x", "a": "y"}')] == ["a", "x", "a", "y"]


def test_what_is_too_deep_to_be_parsed_is_read_all_the_same():
    """Another parser may go deeper than ours."""
    text = "[" * 100_000 + '"\\u0061b"' + "]" * 100_000
    assert [one.text for one in inside(text)] == ["ab"]


@given(VALUES, st.data())
def test_a_piece_is_the_least_that_has_a_span_in_it(value, data):
    """Found by halving, it is what looking at every character finds."""
    text = json.dumps({"k": value})
    held = [one for one in inside(text) if one.text]
    one = data.draw(st.sampled_from(held))
    start = data.draw(st.integers(one.whole[0], one.whole[1] - 1))
    end = data.draw(st.integers(start + 1, one.whole[1]))
    piece = one.piece(start, end)
    if one.kind == "number":
        assert piece == one.whole
        return
    spans = [one.span(n, n + 1) for n in range(len(one.text))]
    touched = [span for span in spans if span[0] < end and span[1] > start]
    assert piece == (touched[0][0], touched[-1][1])


def test_the_holder_is_the_innermost():
    """A number deep inside is found; a piece across two strings is in neither."""
    text = json.dumps({"a": json.dumps({"n": 4111, "s": "x"}), "b": "y"})
    at = text.index("4111")
    holder = Holders(text).holder(at + 1, at + 3)
    assert (holder.kind, holder.depth, text[slice(*holder.whole)]) == ("number", 2, "4111")
    assert Holders(text).holder(at, text.index("y")) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"a \\u0062"', ["a b"]),
        ('\ufeff{"a": "x"}', ["a", "x"]),
        ('{"a": 1}\n{"b": 2}\n', ["a", "1", "b", "2"]),
        ('said:\n{"a": "x"}\nand {"no": 1}', ["a", "x"]),
        ('see\n```json\n{\n "a":\n "x"}\n```\nend', ["a", "x"]),
        ('{"n": ' + "9" * 5000 + ', "a": "x"}', ["n", "9" * 5000, "a", "x"]),
    ],
)
def test_json_is_read_wherever_it_stands_by_itself(text, found):
    """As a string in quotes, behind a byte order mark, line by line, and in a fenced block."""
    assert [one.text for one in inside(text)] == found
    for one in inside(text):
        assert text[slice(*one.whole)] == one.raw


def test_an_unsound_escape_in_what_is_too_deep_is_read_as_it_stands():
    """It was not judged, so anything may stand in it."""
    assert [one.text for one in inside("[" * 100_000 + '"\\x"')] == ["\\x"]
    assert [one.text for one in inside("[" * 100_000 + '"a"' + "]" * 100_005 + '"b"')] == ["a", "b"]
