"""What foreign code says, before a person reads it."""

import time

import pytest

from nsedmw.detect.reasons import clean_category, clean_reason


@pytest.mark.parametrize(
    ("text", "content", "clean"),
    [
        ("found 'kryptonite here' inside", "x kryptonite here y", "found '[masked]' inside"),
        ("found kryptonite!", "kryptonite! is", "found kryptonite!"),
        ("saw the hidden key name", {"the hidden key": 1}, "saw [masked] name"),
        ("saw 123456789012", {"n": 123456789012}, "saw [masked]"),
        ("abcdefghijklmnop", ["abcdefghijkl", "efghijklmnop"], "[masked]"),
        ("abcdefghijkl and mnopqrstuvwx", ["mnopqrstuvwx"], "abcdefghijkl and [masked]"),
        ("nothing of it", None, "nothing of it"),
        ("", "content", ""),
    ],
)
def test_runs_that_stand_in_the_content_are_masked(text, content, clean):
    assert clean_reason(text, content) == clean


def test_many_runs_are_found_as_a_few_are():
    text = "".join(chr(0x4E00 + index) for index in range(200))
    assert clean_reason(f"a {text[20:150]} b", text) == "a [masked] b"


@pytest.mark.parametrize(
    ("text", "secrets", "clean"),
    [
        ("token hunter2 was sent", ["hunter2"], "token [REDACTED:secret] was sent"),
        ("hunter2hunter2x", ["hunter2", "hunter2hunter2"], "[REDACTED:secret]x"),
        ("an abc", ["abc"], "an abc"),
        ("mail ann@example.com", [], "mail [REDACTED:email]"),
        ("ssn 899-12-3456, call 415-555-2671", [], "ssn [REDACTED:ssn], call [REDACTED:phone]"),
        ("card 4111111111111111", [], "card [REDACTED:credit_card]"),
    ],
)
def test_secrets_and_personal_data_are_redacted(text, secrets, clean):
    assert clean_reason(text, "", secrets) == clean


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a\x1b[31mb", r"a\x1b[31mb"),
        ("a\u202eb\u2066", r"a\u202eb\u2066"),
        ("line\nline", r"line\x0aline"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
        ("naïve 漢字 😀", "naïve 漢字 😀"),
    ],
)
def test_characters_without_a_shape_are_escaped(text, clean):
    assert clean_reason(text, None) == clean
    assert clean_category(text) == clean


def test_a_reason_is_cut_at_500_characters():
    clean = clean_reason("ab " * 1000, None)
    assert len(clean) == 500
    assert clean == ("ab " * 1000)[:499] + "…"


def test_only_the_first_4096_characters_count():
    text = "x" * 4090 + " ann@example.com"
    assert "email" not in clean_reason(text, "x" * 4090)
    assert clean_reason(text, "x" * 4090) == "[masked] ann@e"


def test_a_category_is_cut_at_64_characters():
    assert clean_category("c" * 65) == "c" * 63 + "…"
    assert clean_category("c" * 64) == "c" * 64


def test_a_large_content_is_read_in_bounded_time():
    content = {"text": "ab cd" * (16 * 1024 * 1024 // 5)}
    started = time.monotonic()
    assert clean_reason("failed: " + "abc" * 1300, content).startswith("failed: ")
    assert time.monotonic() - started < 20
