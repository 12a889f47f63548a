"""Text that is not shown: what is told, and what a script or an emoji needs."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nsedmw.detect import invisible
from nsedmw.detect.invisible import DETECTORS, MOST, _inside
from nsedmw.detect.matcher import re2_program
from nsedmw.detect.subject import Subject

HIDDEN = "".join(chr(0xE0000 + ord(char)) for char in "ignore")
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


def found(text):
    return {
        kind: spans
        for kind, detector in DETECTORS.items()
        if (spans := list(detector.located(Subject(text))))
    }


@pytest.mark.parametrize(
    ("text", "kind", "span"),
    [
        ("ig\u200cnore", "joiner", (2, 3)),
        ("a\u200d😀", "joiner", (1, 2)),
        ("\u200cx", "joiner", (0, 1)),
        ("kry\u200bpt", "zero_width", (3, 4)),
        ("8\u206099", "zero_width", (1, 2)),
        ("a\ufeffb", "zero_width", (1, 2)),
        ("при\u200bвет", "zero_width", (3, 4)),
        ("hi\u200b\u200b\u2060\u200b", "zero_width", (2, 6)),
        ("a \u202eb م", "direction", (2, 3)),
        ("\u202db", "direction", (0, 1)),
        ("a \u2067b\nc\u2069", "direction", (2, 3)),
        ("\u2068a\u202bb\u2069", "direction", (2, 3)),
        (f"hi{HIDDEN}", "tag", (2, 8)),
        (f"😀{HIDDEN}", "tag", (1, 7)),
        ("a\ufe0fb", "variation_selector", (1, 2)),
        ("x \ufe00\ufe01\ufe02", "variation_selector", (2, 5)),
        ("❤\U000e0100\U000e0101", "variation_selector", (1, 3)),
    ],
)
def test_what_nothing_needs_is_told_with_its_place(text, kind, span):
    assert found(text) == {kind: [span]}


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم گزارش را ببینم",
        "مّ\u200cها",
        "PDF\u200cها",
        "क्\u200dष and क्\u200cष",
        "ශ්\u200dරී",
        "👨\u200d👩\u200d👧 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈",
        "1\ufe0f\u20e3 ©\ufe0f ❤\ufe0f\ufe0f",
        SCOTLAND,
        "\ufeffpasted",
        "เป็น\u200bมนุษย์",
        "word\u200b word",
        "co\u00adoperate",
        "\u200fהקובץ נשמר",
        "price \u2068אבג\u2069 ok \u202aabc\u202c",
        "東\U000e0100京",
        "plain",
    ],
)
def test_what_a_script_or_an_emoji_needs_is_not_told(text):
    assert found(text) == {}


@pytest.mark.parametrize("kind", DETECTORS)
def test_the_wider_form_hits_wherever_the_kind_does(kind):
    program = re2_program(DETECTORS[kind].relaxed)
    everything = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    hits = {match.group().decode() for match in program.finditer("".join(everything).encode())}
    assert 0 < len(hits) < 700
    others = [char for char in everything if char not in hits]
    assert list(DETECTORS[kind].find("".join(f"a{char * 4}" for char in others))) == []


@given(st.text(st.sampled_from("aم\u064b😀🏽❤\ufe0f\u0301\u200b\u200c\u200d日\u2060"), max_size=20))
@settings(max_examples=300, deadline=None)
def test_what_a_look_at_the_nearest_two_settles_a_longer_look_does_too(text):
    """Most invisible characters are judged by their neighbours alone."""
    near = found(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(invisible, "_joins", lambda _: False)
        patch.setattr(invisible, "_inside", lambda before, behind: _inside(before, behind) and None)
        assert found(text) == near


@given(st.text(st.sampled_from("a\u202a\u202b\u202c\u202e\u2066\u2067\u2069\n"), max_size=30))
@settings(max_examples=300, deadline=None)
def test_what_is_closed_before_anything_else_opens_changes_nothing(text):
    """Such pairs are passed over without a look at what is open."""
    passed = found(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(invisible, "_DIRECTIONS", re.compile(f"[{invisible._DIRECTED}]"))
        assert found(text) == passed


def test_no_more_than_the_first_thousand_of_a_kind_are_told():
    assert len(found("a\u200b" * 3000)["zero_width"]) == MOST


@pytest.mark.parametrize(
    "shape",
    [
        "a\u200d", "م\u200d", "😀\u200d", "a\u200b ", "\u202a\u2069", "\u2066", "\u2066\u2069",
        "a\u00ad\u00ad",
    ],
)  # fmt: skip
def test_a_megabyte_of_any_shape_takes_time_in_proportion(shape):
    text = shape * (1_048_576 // len(shape.encode()))
    begun = time.perf_counter()
    found(text)
    assert time.perf_counter() - begun < 5
