"""Numbers of cards, of accounts, and of social security in the United States."""

import pytest

from nsedmw.detect.pii import DETECTORS


def found(kind, text, label=""):
    return [text[start:end] for start, end in DETECTORS[kind].find(text, label)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("4111 1111 1111 1111", ["4111 1111 1111 1111"]),
        ("4111-1111-1111-1111.com", ["4111-1111-1111-1111"]),
        ("378282246310005 3782 822463 10005", ["378282246310005", "3782 822463 10005"]),
        ("30569309025904, 3056 930902 5904", ["30569309025904", "3056 930902 5904"]),
        ("4222222222222, 4222 2222 2222 2", ["4222222222222", "4222 2222 2222 2"]),
        ("5555555555554444 2221000000000009", ["5555555555554444", "2221000000000009"]),
        ("6011111111111117 3530111333300000", ["6011111111111117", "3530111333300000"]),
        ("6200000000000005 6759649826438453", ["6200000000000005", "6759649826438453"]),
        ("2200000000000004", ["2200000000000004"]),
        ("4111 1111 1111 1111 12/27", ["4111 1111 1111 1111"]),
        ("4111 1111 1111 1111 2nd", ["4111 1111 1111 1111"]),
        ("12-4111 1111 1111 1111", ["4111 1111 1111 1111"]),
        ("4234 4111 1111 1111 1111 99", ["4111 1111 1111 1111"]),
        ("4111 1111 1111 1111 5555 5555 5555 4444", ["4111 1111 1111 1111", "5555 5555 5555 4444"]),
        ("card no.4111111111111111.", ["4111111111111111"]),
        ("カード番号4111111111111111で", ["4111111111111111"]),
        ("card on file: 4111111111111111", ["4111111111111111"]),
        ("4111\u20111111\u20111111\u20111111", ["4111\u20111111\u20111111\u20111111"]),
    ],
)
def test_cards_are_found_to_the_character(text, wanted):
    """Of every network and length, in a row or as cards print them."""
    assert found("credit_card", text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "4129876543210 4111111111111112 4111 1111 1111 1112",
        "0.4111111111111111 8.44111111111111113e-47 4111111111111111.5",
        "4111111111111111e3 x4111111111111111 41111111111111110000 é4111111111111111",
        "4111 1111-1111 1111",
        "1111111111111117 9999999999999995",
        "order 4111111111111111, IMEI: 378282246310005",
        "sku,qty\n4111111111111111,3",
        "GB12 4111 1111 1111 1111",
    ],
)
def test_what_only_looks_like_a_card_is_left_alone(text):
    """Wrong check digits, no issuer, fractions, mixed marks, orders, and pieces of accounts."""
    assert found("credit_card", text) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("DE89370400440532013000,", ["DE89370400440532013000"]),
        ("pay GB29 NWBK 6016 1331 9268 19 now", ["GB29 NWBK 6016 1331 9268 19"]),
        ("AT61 1904 3002 3457 3201 2024 DE", ["AT61 1904 3002 3457 3201"]),
        ("iban de89 3704 0044 0532 0130 00", ["de89 3704 0044 0532 0130 00"]),
        ("GB29-NWBK-6016-1331-9268-19", ["GB29-NWBK-6016-1331-9268-19"]),
        ("DE89 3704 GB29 NWBK 6016 1331 9268 19", ["GB29 NWBK 6016 1331 9268 19"]),
        ("口座NO9386011117947です", ["NO9386011117947"]),
        ("MT84MALT011000012345MTLCAST001S", ["MT84MALT011000012345MTLCAST001S"]),
    ],
)
def test_accounts_are_found_to_the_character(text, wanted):
    """In a row, in groups, in small letters, and behind a piece of another."""
    assert found("iban", text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "DE89370400440532013001 GB29NWBK6016133192681",
        "ZZ89370400440532013000 xDE89370400440532013000 DE89370400440532013000X",
        "DE89 37040 0440 532 0130 00",
        "De89370400440532013000",
        "ДDE89370400440532013000",
    ],
)
def test_what_only_looks_like_an_account_is_left_alone(text):
    """Wrong check digits, unknown countries, other lengths, uneven groups and mixed case."""
    assert found("iban", text) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("899-12-3456", ["899-12-3456"]),
        ("ref 899-12-3456", ["899-12-3456"]),
        ("id 899\u201345\u20136780 end", ["899\u201345\u20136780"]),
        ("899\u201045\u22126780", ["899\u201045\u22126780"]),
        ("SSN: 899456780, ssn=899456781;", ["899456780", "899456781"]),
        ("my social security number is 899 45 6780", ["899 45 6780"]),
        ('{"taxpayer_ssn":"250706491"', ["250706491"]),
        ("lot 680-18-5308, SSN-899-12-3456", ["899-12-3456"]),
        ("the number is 899456780 (SSN)", ["899456780"]),
        ("name,ssn,start\nAnn,389130327,2023", ["389130327"]),
        ("Not a lot, her SSN: 389-13-0327", ["389-13-0327"]),
    ],
)
def test_numbers_of_social_security_are_found(text, wanted):
    """With dashes, and without them behind, before or under a word."""
    assert found("ssn", text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "900-12-3456 000-12-3456 666-12-3456 899-00-3456 899-12-0000",
        "tracking 899456780, external_ref=318204467",
        "2024-01-02 1899-12-3456 899-12-34567 A899-12-3456 899-12-3456-7 899-12-3456/B",
        "lot 680-18-5308, claim no. 711-86-9055, Artikel-Nr. 299-63-8241",
        "lot,part\n680-18-5308,393-91-6635",
        "| деталь | номер |\n|---|---|\n| втулка | 360-28-2052 |",
        "QFG-889-66-7354 é899-12-3456",
        "ssn is asked for; batch 899456780",
    ],
)
def test_what_only_looks_like_social_security_is_left_alone(text):
    """Numbers that nobody is given, pieces of longer ones, and what is called something else."""
    assert found("ssn", text) == []


@pytest.mark.parametrize(
    ("kind", "label", "text", "wanted"),
    [
        ("ssn", "ssn", "899456780", ["899456780"]),
        ("ssn", "employeeSSN", "899456780", ["899456780"]),
        ("ssn", "serial", "899456780", []),
        ("ssn", "lotNumber", "899-45-6780", []),
        ("credit_card", "orderId", "4111111111111111", []),
        ("credit_card", "cardNumber", "4111111111111111", ["4111111111111111"]),
    ],
)
def test_a_key_says_what_a_number_is(kind, label, text, wanted):
    """Structured content names its numbers by their keys."""
    assert found(kind, text, label) == wanted
