"""What holds of every kind of personal data; what each finds and leaves is in its own file."""

# ruff: noqa: RUF001 - digits of other widths are meant

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nsedmw.detect.matcher import re2_program
from nsedmw.detect.patterns import PatternSet
from nsedmw.detect.pii import DETECTORS, USUAL
from nsedmw.detect.subject import Subject

ONE = {
    "email": "ann.lee@example.org",
    "phone": "+44 20 7946 0123",
    "ssn": "899-12-3456",
    "credit_card": "4111 1111 1111 1111",
    "iban": "DE89 3704 0044 0532 0130 00",
    "ip_address": "203.0.113.77",
    "mac_address": "00:1a:2b:3c:4d:5e",
    "date_of_birth": "born on 14 January 1971",
    "passport": "passport no. L9132966",
    "national_id": "PESEL 44051401359",
}
"""One of each kind, with its cue where it needs one."""


def found(kind, text, label=""):
    return [text[start:end] for start, end in DETECTORS[kind].find(text, label)]


def test_the_kinds_are_in_the_order_that_reasons_name_them_in():
    """The four usual ones come first; the order is what a reason shows."""
    assert list(DETECTORS) == list(ONE)
    assert list(DETECTORS)[: len(USUAL)] == list(USUAL)


@pytest.mark.parametrize("kind", ONE)
def test_one_of_each_is_found_in_the_middle_of_other_scripts(kind):
    """Offsets are code points: what stands before is several bytes long."""
    text = f"😀é {ONE[kind]}, 名前"
    assert [span in ONE[kind] for span in found(kind, text)] == [True]
    spans = list(DETECTORS[kind].located(Subject(text)))
    assert [text[start:end] for start, end in spans] == found(kind, text)


@pytest.mark.parametrize("kind", ONE)
def test_lone_surrogates_are_read_around(kind):
    """Text that is no UTF-8 neither raises nor shifts what is found."""
    assert found(kind, f"\ud800 \udfff {ONE[kind]} \ud800") == found(kind, ONE[kind]) != []


PIECES = st.sampled_from(
    [
        *ONE.values(),
        *ONE.values(),
        *" -./:@+()0123456789;,\n\t_ée号で４٣",
        *("phone ", "ssn ", "born ", "passport ", "DNI ", "12345678Z", "C01X00T47", "1971年1月4日"),
        *("030 901820", "(022) 626 15 69", "8 (903) 418-95-78", "0049 30 901820", "2001:db8::1"),
        *(
            "RSSMRA85T10A562S",
            "AB 12 34 56 C",
            "112-233-445 95",
            "14/01/71",
            "19710114",
            "May 5, 1999",
        ),
        *("001a.2b3c.4d5e", "a%40b.co", "899456780", "378282246310005", "3782 822463 10005"),
    ]
)


@pytest.mark.parametrize("kind", ONE)
@settings(deadline=None)  # the first number of a kind loads its library
@given(
    parts=st.lists(PIECES, max_size=8), label=st.sampled_from(["", "phone", "ssn", "dob", "dni"])
)
def test_the_pattern_of_the_first_pass_is_found_wherever_the_kind_is(kind, parts, label):
    """A kind whose pattern is not found is never looked for, so the pattern may miss nothing."""
    text = "".join(parts)
    if found(kind, text, label):
        assert re2_program(DETECTORS[kind].relaxed).search(text.encode())


def test_the_patterns_of_all_kinds_fit_into_one_pass():
    """RE2 says which kinds may hit, and says it of text without a digit: none."""
    kinds = PatternSet(list(DETECTORS.values()))
    assert list(kinds.possible(Subject("nobody looks at a@b, c:d or e.f.g"))) == []
    assert 1 < len(kinds.possible(Subject("+44 20 7946 0123"))) < len(DETECTORS)


WALLS = {
    "letters": "a",
    "at signs": "a@",
    "labels": "a.",
    "encoded at signs": "a%40",
    "hyphens": "a-",
    "digits": "4",
    "colons": "::",
    "octets": "00:11:22:33:44:5 ",
    "versions": "1.1.1.",
    "card look-alikes": "4111 1111 1111 1112 ",
    "card look-alikes without spaces": "4111111111111112 ",
    "groups of four": "4444 ",
    "account look-alikes": "DE89370400440532013001 ",
    "groups of an account": "DE89 3704 ",
    "phone look-alikes": "555-123-456-",
    "half phones": "555-0134 ",
    "country codes": "+1",
    "pairs of digits": "+44 20 ",
    "brackets": "+1(",
    "cues": "phone number ",
    "many cues": "tel ssn dob passport pesel ",
    "ssn look-alikes": "899-12-345-",
    "dates": "01/02/1990 ",
    "letters beyond ASCII": "é1 ",
    "rows": "1;2\n",
    "rows of cues": "phone;dob\n",
}


@pytest.mark.parametrize("kind", DETECTORS)
@pytest.mark.parametrize("wall", WALLS)
def test_nothing_is_found_in_a_wall_and_what_stands_behind_it_is(kind, wall):
    """Neither near misses in their thousands nor what they leave behind hide one that is right."""
    unit = WALLS[wall]
    text = f"{unit * (2**15 // len(unit))}\n\n {ONE[kind]}"
    assert found(kind, text) == found(kind, ONE[kind])


def test_no_library_of_numbers_is_loaded_before_a_number_needs_it():
    """Loading takes 90 ms, which a configuration without such numbers must not pay."""
    code = (
        "import sys\n"
        "from nsedmw.detect.pii import DETECTORS\n"
        "for one in DETECTORS.values(): list(one.find('a 12 b@c.io 4111 1111 1111 1112', ''))\n"
        "assert not {'phonenumbers', 'stdnum'} & set(sys.modules)\n"
        "list(DETECTORS['phone'].find('+44 20 7946 0123', ''))\n"
        "list(DETECTORS['national_id'].find('PESEL 44051401359', ''))\n"
        "assert {'phonenumbers', 'stdnum'} <= set(sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
