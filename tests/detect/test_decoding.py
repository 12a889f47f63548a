"""Views of a text with what is encoded in it decoded, and the way back."""

import base64
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsedmw.detect.decoding import KINDS, decoded, may_decode

WORD = "jane.roe@example.com"
SAID = f"mail {WORD} now"


def b64(text, encoding="utf-8"):
    return base64.b64encode(text.encode(encoding)).decode()


def escaped(mark, text):
    return "".join(f"{mark}{byte:02x}" for byte in text.encode())


def held(text, kinds=KINDS):
    """The pieces of the text that hold the word, one for each view that shows it."""
    return [
        text[slice(*view.span(view.text.index(WORD), view.text.index(WORD) + len(WORD)))]
        for view in decoded(text, kinds)
        if WORD in view.text
    ]


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        (SAID.encode().hex(), WORD.encode().hex()),
        ("f" + SAID.encode().hex(), WORD.encode().hex()),
        (SAID.encode().hex(" "), WORD.encode().hex(" ")),
        (SAID.encode().hex(":").upper(), WORD.encode().hex(":").upper()),
        (escaped("\\x", SAID), escaped("\\x", WORD)),
        (escaped("%", SAID), escaped("%", WORD)),
        (SAID.replace("@", "%40"), WORD.replace("@", "%40")),
        (SAID.replace("@", "&commat;"), WORD.replace("@", "&commat;")),
        (SAID.replace("@", "&#64;").replace("j", "&#x6A;"), "&#x6A;ane.roe&#64;example.com"),
    ],
)  # fmt: skip
def test_a_hit_is_that_of_the_characters_that_hold_it(text, piece):
    """Escapes of one byte each lead back to exactly theirs."""
    assert held(f"so: {text} end") == [piece]


@pytest.mark.parametrize("before", ["", "x", "xy", "xyz", "é", "é日"])
@pytest.mark.parametrize("lead", ["", "data=", "token", "/path/"])
@pytest.mark.parametrize("safe", [False, True])
def test_base64_is_read_from_any_place_and_leads_back_to_the_digits_that_hold_the_word(
    before, lead, safe
):
    """Wherever encoding began, and behind letters that could be digits themselves."""
    digits = b64(before + SAID)
    if safe:
        digits = digits.replace("+", "-").replace("/", "_").rstrip("=")
    (piece,) = held(lead + digits, ["base64"])
    assert piece in digits
    start = digits.index(piece)
    shortest = -(-len(WORD) * 4 // 3)
    assert shortest <= len(piece) <= shortest + 2
    assert WORD in base64.urlsafe_b64decode(
        digits[start // 4 * 4 :].replace("+", "-").replace("/", "_") + "=="
    ).decode(errors="replace")


def test_lines_of_base64_are_one():
    """As mail and PEM files wrap them."""
    text = "\n".join(b64("long enough for a second line " + SAID)[n : n + 60] for n in (0, 60))
    assert len(held(text, ["base64"])) == 1


def test_the_commands_of_powershell_are_read():
    """They are UTF-16 in base64."""
    digits = b64(SAID, "utf-16-le")
    assert held(digits, ["base64"])


def test_what_is_encoded_several_times_is_read_three_times():
    """A token in a URL in an attribute, and no further: work is bounded."""
    wrapped = quote(b64(SAID), safe="").replace("=", "&#61;")
    assert held(wrapped)
    deep = SAID
    for _ in range(4):
        deep = b64(deep)
    assert not held(deep)


def test_only_the_encodings_that_are_asked_for_are_read():
    """Each is a choice of its own."""
    texts = {"base64": b64(SAID), "hex": SAID.encode().hex(), "url": SAID.replace("@", "%40"),
             "html": SAID.replace("@", "&#64;")}  # fmt: skip
    for kind, text in texts.items():
        assert held(text, [kind]), kind
        assert not held(text, [other for other in KINDS if other != kind]), kind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain text",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "550e8400-e29b-41d4-a716-446655440000",
        "internationalization of the standardization committee",
        "100% of A&B; tom&jerry",
        "%zz &nosuchthing; \\xzz",
    ],
)
def test_what_decodes_to_nothing_readable_has_no_view(text):
    """Hashes, long words and stray marks stay what they are."""
    assert decoded(text, KINDS) == []


@given(st.text(max_size=60), st.sampled_from(["base64", "hex", "url"]))
def test_every_span_of_a_view_lies_in_the_text(text, kind):
    """Whatever was decoded, the way back leads into the original, and in order."""
    encoded = {
        "base64": b64(text),
        "hex": text.encode().hex(),
        "url": quote(text),
    }[kind] if text.isprintable() else text  # fmt: skip
    whole = f"a {encoded} z"
    for view in decoded(whole, KINDS):
        ends = [view.span(n, n + 1) for n in range(len(view.text))]
        assert all(0 <= start < end <= len(whole) for start, end in ends)
        assert ends == sorted(ends)


def test_text_without_signs_of_an_encoding_is_passed_over():
    """The quick look agrees with the full one."""
    assert not may_decode("a short plain text", KINDS)
    assert may_decode("x%41", ["url"])
    assert not may_decode("x%41", ["html"])
