"""Up to where a piece of text is decided, where it may be cut, from where it must be read."""

import pytest

from nsedmw.detect.matcher import compile_pattern
from nsedmw.detect.reach import Reach, opening, token, zone
from nsedmw.detect.window import Window


def window(*sources, fine=(), **options):
    reaches = [(source, compile_pattern(source).reach) for source in sources]
    return Window(reaches, [(source, compile_pattern(source).reach) for source in fine], **options)


def decided(made, text, start=0):
    # A mark that comes may make another character of the last: so one more stands behind.
    return text[: made.settled(f"{text}|", start)]


@pytest.mark.parametrize(
    ("sources", "text", "expected"),
    [
        ([], "anything", "anything"),
        (["kryptonite"], "some text", "some "),
        (["kryptonite"], "some more text ", "some more text"),
        (["big word"], "some more text", "some mo"),
        (["ab", "abcd"], "0123456789", "0123456"),
        ([r"\S+x"], "one two", "one "),
        ([r"\S+x"], "one two ", "one two"),
        ([r"a\s+b"], "one two three", "one "),
        # Where one measure is wide, the other is enough.
        ([r"(?:a|b){1,50}"], "one two", "one "),
    ],
)
def test_the_end_of_a_text_is_undecided_as_far_as_patterns_reach(sources, text, expected):
    assert decided(window(*sources), text) == expected


def test_what_was_decided_stays_so():
    made = window("kryptonite")
    assert made.settled("some more text", 12) == 12


def test_opens_holds_only_what_may_have_begun():
    reach = Reach(ahead=100, opens=opening(r"\b[0-9]{2}-[0-9]{2}\b"))
    made = Window([("n", reach)])
    assert decided(made, "no number here, x") == "no number here, x"
    assert decided(made, "a 3 b") == "a 3 b"
    assert decided(made, "call 12") == "call "
    assert decided(made, "call 12-34 and more") == "call "
    assert decided(made, "call 12-34 " + "and more " * 20) != "call "


def test_the_opening_of_letters_is_that_of_every_script():
    made = Window([("n", Reach(ahead=100, opens=opening(r"\b[0-9]{2} \pL{3,9} [0-9]{4}\b")))])
    assert decided(made, "né le 27 déce") == "né le "


def test_a_zone_is_open_until_something_ends_it():
    made = Window([("n", Reach(open=zone("key", r"key=\S*+", tail=3)))])
    assert decided(made, "a key=abc") == "a "
    assert decided(made, "a ke") == "a "
    assert decided(made, "a key=abc d") == "a key=abc d"
    assert decided(Window([("n", Reach(open=token))]), "one, tw") == "one, "
    assert decided(Window([("n", Reach(open=token))]), "中文abc文") == "中文abc文"


def test_letters_that_may_be_taken_for_latin_wait_for_their_neighbours():
    made = window("x")
    assert decided(made, "Latin words, as they are") == "Latin words, as they are"
    text = "word сос"  # noqa: RUF001
    assert decided(made, text) == "word "
    assert decided(made, text + " " + "." * 70).startswith(text)
    assert decided(window("x", normalize=False), text) == text


def test_what_went_out_says_what_letters_behind_it_are_taken_for():
    made = Window([("n", Reach(ahead=200, opens=opening("coc")))])
    text = "word сос" + " ." * 40  # noqa: RUF001
    assert made.settled(text, 5) == 5
    assert made.settled(text[5:], 0) == len(text) - 6


def test_what_shows_nothing_counts_for_nothing():
    hidden = "kry" + "\u200b" * 50
    assert decided(window("kryptonite"), "some text " + hidden) == "some text "
    assert decided(window("a b"), "some text x" + "\u200b" * 50 + "y") == "some text "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("words\n{", "words\n"),
        ("words\n  [1", "words\n"),
        ("words {", "words {"),
        ("words\n{}\nx", "words\n{}\nx"),
        ("words\n```json\n{}\n", "words\n"),
        ("words\n```json\n{}\n```\nx", "words\n```json\n{}\n```\nx"),
        ("words\n~~~ json\n{}\n```\n", "words\n"),
        ("words\n``", "words\n"),
        ("words\n```py\nx", "words\n```py\nx"),
    ],
)
def test_lines_and_blocks_of_json_are_known_at_their_end(text, expected):
    assert decided(window("x"), text) == expected


@pytest.mark.parametrize("text", ["", "  \n", "\ufeff", "{", " [", '"a'])
def test_what_may_be_json_as_a_whole(text):
    assert window("x").whole(text)
    assert not window("x").whole(f"a{text}")


def test_cuts_are_the_ends_of_words_from_the_right():
    assert list(window("x").cuts("one two three", 3, 9)) == [8, 7, 4]
    assert list(window("x").cuts("春眠不覚暁", 1, 4)) == [4, 3, 2]
    assert list(window("x").cuts("a \u0301b", 0, 3)) == [1]


def test_a_piece_begins_at_a_word_far_enough_before_the_cut():
    text = "one two 33 four five"
    assert window("(?<=abc)x").begin(text, 11) == 4
    assert window("x").begin(text, 11) == 11
    # What allows may begin before the cut and cover what is behind it.
    assert window("x", fine=["abcdefg"]).begin(text, 11) == 4
    assert window("x", fine=[r"\S+ \S+ \S+"]).begin(text, 11) == 0


def test_a_piece_begins_in_no_block():
    text = "words\n```json\n{\n a\n}\n```\nmore words"
    assert window("(?<=" + "a" * 12 + ")x").begin(text, len(text)) == text.index("```json")


def test_everything_is_named_that_has_no_bound():
    made = window("a.*b", "c", fine=["d.*e"])
    assert made.everything == ("a.*b", "d.*e")
    assert window(fine=["d.*e"]).everything == ()
    assert window().idle
    assert not window("a").idle
    assert not window(most=5).idle
