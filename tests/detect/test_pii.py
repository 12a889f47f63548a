"""Personal data: what is found, where exactly, and what looks like it and is not."""

import time

import pytest

from nsedmw.detect.matcher import re2_program
from nsedmw.detect.pii import DETECTORS


def found(kind, text, label=""):
    return [text[start:end] for start, end in DETECTORS[kind].find(text, label)]


FOUND = [
    ("email", "write to ann.lee+x@mail.example.org.", ["ann.lee+x@mail.example.org"]),
    ("email", "<A@B.IO>, c_d@e-f.io;", ["A@B.IO", "c_d@e-f.io"]),
    ("email", "?to=ann%40example.com&x", ["ann%40example.com"]),
    ("email", "mailto:ann@example.com?subject=x", ["ann@example.com"]),
    ("email", "grüße an jörg@bücher.example!", ["jörg@bücher.example"]),
    ("email", "ivan@пример.рф", ["ivan@пример.рф"]),
    ("email", "a@xn--bcher-kva.xn--p1ai", ["a@xn--bcher-kva.xn--p1ai"]),
    ("email", "😀😀 ann@example.com", ["ann@example.com"]),
    ("email", "a@b@c.io", ["b@c.io"]),
    ("email", "...ann@example.com-old", ["ann@example.com"]),
    ("email", "git@example.com is a mailbox", ["git@example.com"]),
    ("email", "ann@163.com", ["ann@163.com"]),
    ("phone", "415-555-2671 or (415) 555-2671", ["415-555-2671", "(415) 555-2671"]),
    ("phone", "415.555.2671, 1-800-555-0199", ["415.555.2671", "1-800-555-0199"]),
    ("phone", "555-123-4567", ["555-123-4567"]),
    ("phone", "+1 (415) 555-2671.", ["+1 (415) 555-2671"]),
    ("phone", "+14155552671", ["+14155552671"]),
    ("phone", "+44 20 7946 0123 is the desk", ["+44 20 7946 0123"]),
    ("phone", "+44 (0)20 7946 0123", ["+44 (0)20 7946 0123"]),
    ("phone", "+33 6 12 34 56 78, +49.30.1234.567", ["+33 6 12 34 56 78", "+49.30.1234.567"]),
    ("phone", "+44 20 7946 0123 2nd floor", ["+44 20 7946 0123"]),
    ("phone", "415\u2011555\u20112671", ["415\u2011555\u20112671"]),
    ("phone", "+44\u00a020\u00a07946\u00a00123", ["+44\u00a020\u00a07946\u00a00123"]),
    ("phone", "call me at 4155552671", ["4155552671"]),
    ("phone", "phone_number=4155552671", ["4155552671"]),
    ("phone", "Tel.: 415 555 2671", ["415 555 2671"]),
    ("ssn", "899-12-3456", ["899-12-3456"]),
    ("iban", "DE89370400440532013000,", ["DE89370400440532013000"]),
    ("iban", "pay GB29 NWBK 6016 1331 9268 19 now", ["GB29 NWBK 6016 1331 9268 19"]),
    ("ip_address", "from 203.0.113.77:8080 to 10.0.0.0/8.", ["203.0.113.77", "10.0.0.0"]),
    (
        "ip_address",
        "2001:db8::1 and fe80::1ff:fe23:4567:890a",
        ["2001:db8::1", "fe80::1ff:fe23:4567:890a"],
    ),
    ("ssn", "id 899\u201345\u20136780 end", ["899\u201345\u20136780"]),
    ("ssn", "899\u201045\u22126780", ["899\u201045\u22126780"]),
    ("ssn", "SSN: 899456780, ssn=899456781;", ["899456780", "899456781"]),
    ("ssn", "my social security number is 899 45 6780", ["899 45 6780"]),
    ("credit_card", "4111 1111 1111 1111", ["4111 1111 1111 1111"]),
    ("credit_card", "4111-1111-1111-1111.com", ["4111-1111-1111-1111"]),
    ("credit_card", "378282246310005 3782 822463 10005", ["378282246310005", "3782 822463 10005"]),
    ("credit_card", "30569309025904, 3056 930902 5904", ["30569309025904", "3056 930902 5904"]),
    ("credit_card", "4222222222222", ["4222222222222"]),
    ("credit_card", "5555555555554444 2221000000000009", ["5555555555554444", "2221000000000009"]),
    ("credit_card", "6011111111111117 3530111333300000", ["6011111111111117", "3530111333300000"]),
    ("credit_card", "6200000000000005 6759649826438453", ["6200000000000005", "6759649826438453"]),
    ("credit_card", "4111 1111 1111 1111 12/27", ["4111 1111 1111 1111"]),
    ("credit_card", "4111 1111 1111 1111 2nd", ["4111 1111 1111 1111"]),
    ("credit_card", "12-4111 1111 1111 1111", ["4111 1111 1111 1111"]),
    ("credit_card", "4234 4111 1111 1111 1111 99", ["4111 1111 1111 1111"]),
    ("credit_card", "card no.4111111111111111.", ["4111111111111111"]),
]


@pytest.mark.parametrize(("kind", "text", "wanted"), FOUND)
def test_every_occurrence_is_found_to_the_character(kind, text, wanted):
    assert found(kind, text) == wanted


@pytest.mark.parametrize(("kind", "text", "wanted"), FOUND)
def test_the_pattern_of_the_first_pass_is_found_wherever_the_kind_is(kind, text, wanted):
    relaxed = re2_program(DETECTORS[kind].relaxed)
    assert all(relaxed.search(one.encode()) for one in wanted)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("email", "git clone git@github.com:acme/widgets.git"),
        ("email", "ssh://git@github.com/acme/widgets"),
        ("email", "npm i @acme/ui@2.4.1 kit@1.0.0-beta.rc mod@v0.0.0-2021.incompatible"),
        ("email", "assets/logo@2x.png"),
        ("email", "getty@tty1.service"),
        ("email", "https://medium.example/@user.name/post"),
        ("email", "a@b, @b.com, a@.com, a@-b.com, a@b..com, a@b.c, a@example.com_x, +@x.com"),
        ("phone", "4085217763 1768435200 20031457"),
        ("phone", "512 256 1024"),
        ("phone", "build 2025 0417 0936, 2024-01-02, 10:45:30"),
        ("phone", "192.168.100.200 127.0.0.1 v2.5.1"),
        ("phone", "+40.20361-075.00417 +37.7749295-122.4194155"),
        ("phone", "+12345678.90 1e+12345678 2024-01-01T00:00:00+0100 a+12345678 +1234567"),
        ("phone", "555-123-4567-8901 12-555-123-4567 A555-123-4567 555-123-45678"),
        ("phone", "123e4567-e89b-12d3-a456-426614174000"),
        ("phone", "megaphone 4155552671, phone model 4155552671"),
        ("ssn", "900-12-3456 000-12-3456 666-12-3456 899-00-3456 899-12-0000"),
        ("ssn", "tracking 899456780, external_ref=318204467"),
        ("ssn", "2024-01-02 1899-12-3456 899-12-34567 A899-12-3456 899-12-3456-7"),
        ("credit_card", "4129876543210 4111111111111112"),
        ("credit_card", "0.4111111111111111 8.44111111111111113e-47 4111111111111111.5"),
        ("credit_card", "4111111111111111e3 x4111111111111111 41111111111111110000"),
        ("credit_card", "4111 1111-1111 1111"),
        ("credit_card", "1111111111111117 9999999999999995"),
        ("iban", "DE89370400440532013001 GB29NWBK6016133192681"),
        ("iban", "ZZ89370400440532013000 xDE89370400440532013000 DE89370400440532013000X"),
        ("ip_address", "127.0.0.1 0.0.0.0 ::1 :: 256.1.1.1 1.2.3.4.5 10:45:30"),
        (
            "ip_address",
            "version 1.2.3.4, release: 5.6.7.8, pkg==1.2.3.4, std::string b::c v1.2.3.4",
        ),
    ],
)
def test_what_only_looks_like_it_is_left_alone(kind, text):
    assert found(kind, text) == []


@pytest.mark.parametrize(
    ("kind", "label", "text", "wanted"),
    [
        ("ssn", "ssn", "899456780", ["899456780"]),
        ("ssn", "employeeSSN", "899456780", ["899456780"]),
        ("ssn", "serial", "899456780", []),
        ("phone", "phoneNumber", "4155552671", ["4155552671"]),
        ("phone", "homePhones", "4155552671", ["4155552671"]),
        ("phone", "megaphones", "4155552671", []),
        ("phone", "mobile", "x" * 50 + " 4155552671", []),
    ],
)
def test_a_key_says_what_a_bare_number_is(kind, label, text, wanted):
    assert found(kind, text, label) == wanted


WALLS = {
    "letters": "a",
    "at signs": "a@",
    "labels": "a.",
    "encoded at signs": "a%40",
    "hyphens": "a-",
    "digits": "4",
    "card look-alikes": "4111 1111 1111 1112 ",
    "card look-alikes without spaces": "4111111111111112 ",
    "groups of four": "4444 ",
    "phone look-alikes": "555-123-456-",
    "country codes": "+1",
    "pairs of digits": "+44 20 ",
    "brackets": "+1(",
    "ten digits": "call4155552671 ",
    "cues": "phone number ",
    "ssn look-alikes": "899-12-345-",
    "letters beyond ASCII": "é1 ",
}


@pytest.mark.parametrize("kind", DETECTORS)
@pytest.mark.parametrize("wall", WALLS)
def test_a_wall_of_near_misses_is_read_in_linear_time(kind, wall):
    unit = WALLS[wall]
    text = "a@+1" + unit * (2**20 // len(unit))
    started = time.monotonic()
    for _ in DETECTORS[kind].find(text, ""):
        pass
    assert time.monotonic() - started < 10
