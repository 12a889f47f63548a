"""Known values: found as they are and in every encoding that is promised."""

import base64
import html
import json
import time
from urllib.parse import quote, quote_plus

import pytest

from nsedmw.detect.secrets.exact import KnownValues
from nsedmw.detect.subject import Subject

VALUE = 'S3cr3t/"pä&ss+w<rd 9\n😀'
KNOWN = KnownValues([VALUE])


def found(known, text):
    return [text[start:end] for start, end in known.located(Subject(text))]


def inside(text):
    return text.strip('"')


WHOLE = {
    "plain": VALUE,
    "json": inside(json.dumps(VALUE)),
    "json without ascii": inside(json.dumps(VALUE, ensure_ascii=False)),
    "json in json": inside(json.dumps(json.dumps(VALUE))[3:-3]),
    "every character as an escape": json.dumps("".join(VALUE)).encode().decode().strip('"'),
    "html": html.escape(VALUE),
    "html by numbers": "".join(f"&#{ord(char)};" for char in VALUE),
    "html by hexadecimal numbers": "".join(f"&#x{ord(char):X};" for char in VALUE),
    "percent": quote(VALUE, safe=""),
    "percent in lower case": "".join(f"%{byte:02x}" for byte in VALUE.encode()),
    "percent in part": quote(VALUE, safe='/"&+<'),
    "percent twice": quote(quote(VALUE)),
    "a form": quote_plus(VALUE),
    "hex": VALUE.encode().hex(),
    "hex in upper case": VALUE.encode().hex().upper(),
    "reversed": VALUE[::-1],
}


@pytest.mark.parametrize("form", WHOLE)
def test_an_encoded_value_is_found_to_the_character(form):
    """The span covers what holds the value and nothing more."""
    assert found(KNOWN, f"<é {WHOLE[form]} é>") == [WHOLE[form]]


@pytest.mark.parametrize("before", ["", "a", "ab", "abc", "hello world"])
@pytest.mark.parametrize("behind", ["", "z", "zz", "zzz"])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
def test_base64_is_found_at_every_place_of_a_longer_text(before, behind, encode):
    """No character that holds bits of the value is left."""
    encoded = encode(f"{before}{VALUE}{behind}".encode()).decode()
    (span,) = KNOWN.located(Subject(f"k={encoded}&"))
    first = 2 + len(before.encode()) * 8 // 6
    last = 2 + -(-len((before + VALUE).encode()) * 8 // 6)
    assert span == (first, last)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("abc xabc abc1 (abc) abcé", ["abc", "abc"]),
        ("4711 and 471147114711", ["4711"] * 4),
        ("aaaaaaaa", ["aaaa", "aaaa"]),
        (base64.b64encode(b"4711").decode(), ["NDcxMQ"]),
        ("nothing", []),
        ("", []),
    ],
)
def test_a_short_value_is_a_token_of_its_own(text, wanted):
    """Below four characters it stands in ordinary words; from four on it counts anywhere."""
    known = KnownValues(["abc", "4711", "aaaa", "", "  "])
    assert [text[start:end] for start, end in known.located(Subject(text))][: len(wanted)] == wanted
    assert bool(wanted) == any(True for _ in known.located(Subject(text)))


def test_no_values_find_nothing():
    """An empty value is none, or it would stand everywhere."""
    assert found(KnownValues(["", " "]), "any text") == []


def test_text_with_a_lone_surrogate_is_read():
    """Such text has no UTF-8 form, and a value in it is one all the same."""
    assert found(KNOWN, f"\ud83d {VALUE}") == [VALUE]


def test_a_value_that_begins_another_is_found_with_it():
    """Whoever replaces them takes the longer; here both are told."""
    assert found(KnownValues(["secret-one", "secret-one-two"]), "x secret-one-two") == [
        "secret-one",
        "secret-one-two",
    ]


@pytest.mark.parametrize("unit", ["%41", "\\u0041", "&amp;", "+", "secret-value-0 ", "c2VjcmV0"])
def test_hundreds_of_values_take_linear_time(unit):
    """A megabyte of escapes or of encodings is read in seconds at the worst."""
    known = KnownValues([f"secret-value-{number} x" for number in range(300)])
    started = time.monotonic()
    for _ in known.located(Subject(unit * (2**20 // len(unit)))):
        pass
    assert time.monotonic() - started < 10
