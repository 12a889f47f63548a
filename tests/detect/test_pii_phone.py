"""Telephone numbers, and how the plans that judge them agree with the library's own judge."""

# ruff: noqa: RUF001 - the letters of these languages are meant

import phonenumbers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phonenumbers import ValidationResult

from nsedmw.detect.pii import phone, phone_plan


def found(text, label=""):
    return [text[start:end] for start, end in phone.find(text, label)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("415-555-2671 or (415) 555-2671", ["415-555-2671", "(415) 555-2671"]),
        ("415.555.2671, 1-800-555-0199", ["415.555.2671", "1-800-555-0199"]),
        ("555-123-4567", ["555-123-4567"]),
        ("+1 (415) 555-2671.", ["+1 (415) 555-2671"]),
        ("415\u2011555\u20112671", ["415\u2011555\u20112671"]),
        ("+14155552671", ["+14155552671"]),
        ("+44 20 7946 0123 is the desk", ["+44 20 7946 0123"]),
        ("+44 (0)20 7946 0123", ["+44 (0)20 7946 0123"]),
        ("+33 6 12 34 56 78, +49.30.1234.567", ["+33 6 12 34 56 78", "+49.30.1234.567"]),
        ("+44 20 7946 0123 2nd floor", ["+44 20 7946 0123"]),
        ("+33 6 12 34 56 78 2024", ["+33 6 12 34 56 78"]),
        ("+44\u00a020\u00a07946\u00a00123", ["+44\u00a020\u00a07946\u00a00123"]),
        ("0049 30 901820 or 00 44 20 7946 0958", ["0049 30 901820", "00 44 20 7946 0958"]),
        ("tel:+15038237153;ext=2", ["+15038237153"]),
        ("番号は+81 3 5991 2008です", ["+81 3 5991 2008"]),
    ],
)
def test_numbers_of_america_and_abroad_need_no_word(text, wanted):
    """Brackets, points and dashes in North America; elsewhere `+` or `00`."""
    assert found(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "06 23 10 36 08",
        "01.41.59.67.57",
        "8 (903) 418-95-78",
        "8-903-392-78-54",
        "0170-2678523",
        "030/55183530",
        "(069) 6513 5649",
        "(22) 626 15 69",
        "090-4320-0640",
        "020 7946 0974",
        "098763 44112",
    ],
)
def test_a_national_number_in_its_own_groups_needs_no_word_where_it_stands_alone(text):
    """Valid in its plan and so grouped, alone in its line or by an address; not in a sentence."""
    assert found(f"a b\n {text}.\nc d") == [text]
    assert found(f"Cabinet Noël - {text} - info@cabinet.example") == [text]
    assert found(f"gears {text} turn") == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("call me at 4155552671", ["4155552671"]),
        ("phone_number=4155552671", ["4155552671"]),
        ("Tel.: 415 555 2671", ["415 555 2671"]),
        ("phone: 555-0134", ["555-0134"]),
        ("Llame al 688 793 090 de lunes a jueves", ["688 793 090"]),
        ("ligue 213 401 390 depois", ["213 401 390"]),
        ("tél. 0475 12 34 56", ["0475 12 34 56"]),
        ("cell. 328 355 1951", ["328 355 1951"]),
        ("tel. 692-745-479", ["692-745-479"]),
        ("новый номер 903 418-95-78", ["903 418-95-78"]),
        ("τηλ. 210 123 4567", ["210 123 4567"]),
        ("हमारा फ़ोन 98763 44112", ["98763 44112"]),
        ("cep: 532 123 45 67", ["532 123 45 67"]),
        ("هاتف 0101 988 8624", ["0101 988 8624"]),
        ("联系电话13919842258，找小陈", ["13919842258"]),
        ("電話は03 6059 2284", ["03 6059 2284"]),
        ("📱 212 535 0860", ["212 535 0860"]),
        ("name;phone\nAnn;688793090\nBob;4155552671", ["688793090", "4155552671"]),
        ("tel 0044 20 7946 0958", ["0044 20 7946 0958"]),
        ("tel 960 325 475 12:30", ["960 325 475"]),
        ("call 4155552671 call 41555 call 4155552672 " * 2, ["4155552671", "4155552672"] * 2),
        ("4155552671 (mobile)", ["4155552671"]),
        ("name;phone;no\nAnn;688793090;688793091\nBo;68879;688793092\n", ["688793090"]),
        (
            "ligne directe 03 55 33 47 94, للتواصل 0100 221 0309",
            ["03 55 33 47 94", "0100 221 0309"],
        ),
    ],
)
def test_a_word_says_that_digits_are_a_number_to_call(text, wanted):
    """In each of the languages, in front or as a column's head."""
    assert found(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "4085217763 1768435200 20031457",
        "512 256 1024",
        "build 2025 0417 0936, 2024-01-02, 10:45:30",
        "192.168.100.200 127.0.0.1 v2.5.1",
        "+40.20361-075.00417 +37.7749295-122.4194155",
        "+12345678.90 1e+12345678 2024-01-01T00:00:00+0100 a+12345678 +1234567 +99912345678",
        "555-123-4567-8901 12-555-123-4567 A555-123-4567 555-123-45678",
        "123e4567-e89b-12d3-a456-426614174000",
        "megaphone 4155552671, phone model 4155552671",
        "part 832-825-9005, SKU: 393-915-6635, Réf. 811-991-5040, артикул 415-555-2671",
        "212-415-7165 points",
        '{"sku": "659-751-5598"}',
        "sku,n\n659-751-5598,3",
        "call on 2024-01-02, call in 01/02/2024, phone 12345",
        "078-05-1120 0845 7670 3430 (SSN, Aadhaar)",
        "NL50 ABNA 0655 2928 60 and 0012 3456 7890",
        "0000-0001-7362-6856 0-306-40615-2",
        "é415-555-2671 Ж+14155552671",
    ],
)
def test_what_only_looks_like_a_phone_is_left_alone(text):
    """Identifiers, dates, versions, coordinates, and what other words lead up to."""
    assert found(text) == []


@pytest.mark.parametrize(
    ("label", "text", "wanted"),
    [
        ("phoneNumber", "4155552671", ["4155552671"]),
        ("homePhones", "4155552671", ["4155552671"]),
        ("megaphones", "4155552671", []),
        ("mobile", "x" * 50 + " 4155552671", []),
        ("orderNumber", "415-555-2671", []),
    ],
)
def test_a_key_says_what_digits_are(label, text, wanted):
    """The key counts as if it stood before the text, as far as a word's reach goes."""
    assert found(text, label) == wanted


@pytest.mark.parametrize("region", ["US", "GB", "FR", "RU", "JP", "IN", "BR"])
@settings(deadline=None)  # the first number of a region loads its plan
@given(digits=st.from_regex(r"[1-9][0-9]{7,10}", fullmatch=True))
def test_the_plans_say_what_the_librarys_own_judge_says(region, digits):
    """Numbers without a prefix that we call valid are valid there; the reverse misses none."""
    code = phonenumbers.country_code_for_region(region)
    number = phonenumbers.PhoneNumber(country_code=code, national_number=int(digits))
    prefix = phonenumbers.ndd_prefix_for_region(region, True)
    if not (prefix and digits.startswith(prefix)):
        valid = phonenumbers.is_valid_number_for_region(number, region)
        assert phone_plan.is_valid(digits, region) == valid
    ranked = phone_plan.rank(f"{code}{digits}")
    if phonenumbers.is_valid_number(number):
        assert ranked == phone_plan.VALID
    if phonenumbers.is_possible_number_with_reason(number) == ValidationResult.IS_POSSIBLE:
        assert ranked >= phone_plan.POSSIBLE


def test_a_number_of_satellites_is_possible_and_of_no_plan():
    """Codes that belong to no country have metadata of another kind."""
    assert phone_plan.rank("870773111632") == phone_plan.POSSIBLE
    assert phone_plan.rank("999123456789") == 0
