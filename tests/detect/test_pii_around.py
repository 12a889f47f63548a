"""Numbers that no word of their kind leads up to: what governs them says whose they are."""

import pytest

from nsedmw.detect.pii import DETECTORS


def found(kind, text, label=""):
    return [text[start:end] for start, end in DETECTORS[kind].find(text, label)]


SOMEBODYS = [
    "{}",
    "Thanks,\nBob\n{}",
    "- {}",
    "id {} end",
    "assistant: {}",
    "The number is {}.",
    "Please use {}",
    "Ann Lee {}",
    "Ann Lee, {}, Boston",
    "| Ann Lee | {} |",
    "ask for Priya, her number is {} and she answers",
    "my number: {} as always, on each of the seven days",
    "the zorbles of Ann's number {} and more of it",
    "he zorbled and wrote {} onto all of the doors",
    "zorble by all means ann@b.io or {} and so on",
    "zorble by all means {}, ann@b.io and so on, as ever",
]
"""Alone, behind a name, beside an address, said of a person."""

THINGS = [
    "We zorbled {} behind all of the snarks",
    "zorble {} is on all of the snarks",
    "all of the snarks: zorble = {}; snark = 3",
    'all of the {{"zorble": "{}", "snark": 3}}',
    "he said that all of the {} snarks fit",
    "he zorbled #{} onto all of the doors",
    "he zorbled no. {} onto all of the doors",
    "snark;zorble;qty\nfrum;{};3",
    "he ordered {} and all of the snarks",
    "he took {} bolts and all of the snarks",
    "ошибка зорбла {} во всех снарках",
    "部門の工費は{}で古い帳簿にあり、桁の数え方が違う。",
]
"""Under words that no list has; under a key, a `#` or an article; beside a noun for things."""


@pytest.mark.parametrize(("kind", "number"), [("phone", "415-555-2671"), ("ssn", "899-12-3456")])
@pytest.mark.parametrize("frame", SOMEBODYS)
def test_a_number_is_somebodys_where_nothing_else_governs_it(kind, number, frame):
    """No word of its kind is needed there."""
    assert found(kind, frame.format(number)) == [number]


@pytest.mark.parametrize(("kind", "number"), [("phone", "415-555-2671"), ("ssn", "899-12-3456")])
@pytest.mark.parametrize("frame", THINGS)
def test_a_number_is_a_things_under_any_word(kind, number, frame):
    """Whatever the word, since people's things have names that nobody has listed."""
    assert found(kind, frame.format(number)) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Snarks and zorbles gladly at 415-555-2671 if you must", ["415-555-2671"]),
        ("Office: 415-555-2671 on zorble days but not on others", ["415-555-2671"]),
        ("Fischbude Zorbel, dienstlich 030 1234567 und sonst nicht so", ["030 1234567"]),
        ("call 415-555-2671 or 415-555-2672, zorble", ["415-555-2671", "415-555-2672"]),
        ("Zorble & Snark (415) 555-2671 at all hours of all days", ["(415) 555-2671"]),
        ("Zorble & Snark 1-800-555-0199 at all hours of all days", ["1-800-555-0199"]),
        ("zorble: (415) 555-2671, snark: 1-800-555-0199", []),
        ("snarked at bolt 415-555-2671 if you must, as ever", []),
        ("\n123-456-7890\n", []),
        ("2671\n415-555-2671\n31", []),
        ("415-555-2671\n415-555-2672", ["415-555-2671", "415-555-2672"]),
        ("06 12 34 56 78\n11 22 33 44 55", []),
    ],
)
def test_forms_of_phones_have_weights(text, wanted):
    """Brackets and a 1 weigh more than dashes; an area that nobody has weighs nothing."""
    assert found("phone", text) == wanted


@pytest.mark.parametrize("label", ["message", "text", ""])
def test_a_key_that_says_nothing_lets_the_text_speak(label):
    """Any other key governs the number it holds."""
    assert found("phone", "415-555-2671", label) == ["415-555-2671"]
    assert found("phone", "415-555-2671", f"{label}Zorble") == []


def test_a_list_of_numbers_alone_is_found_however_long():
    """What is looked at ends in the middle of the next number, which says nothing."""
    numbers = [f"899-12-{serial}" for serial in range(3456, 3476)]
    assert found("ssn", ", ".join(numbers)) == numbers
    assert found("ssn", " ".join(numbers)) == numbers


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("zorble 2.8.34.5, snark 12.21.4.50 and 31.0.158.4", []),
        ("zorble 31.55.57.125 and 142.43.92.161", ["31.55.57.125", "142.43.92.161"]),
        ("Failed login from 23.4.5.100, ip 1.2.3.4", ["23.4.5.100", "1.2.3.4"]),
        ("allow 34.5.6.7/32, 34.5.6.8:443, http://34.5.6.9/", ["34.5.6.7", "34.5.6.8", "34.5.6.9"]),
        ("Chrome/180.0.3.255 zorble 180.0.0.0", []),
        ("client 4.2.6.185 and Loader.bind() in 2.9.8.24", []),
        ("10.0.0.5, 10.20.30.40", ["10.0.0.5", "10.20.30.40"]),
        ("bracket 10.20.93.9; zorble 9.0.6421.1, snark 10.81.4.58", []),
    ],
)
def test_small_numbers_of_four_parts_are_versions_unless_something_says_host(text, wanted):
    """Versions count up from one; addresses are anything, but for those that begin with 10."""
    assert found("ip_address", text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("zorble 12:30:45:10:20:30 snark", []),
        ("zorble 48:65:6c:6c:6f:21 snark", []),
        ("zorble beef.cafe.face snark", []),
        ("mac 00:11:22:33:44:55 zorble", ["00:11:22:33:44:55"]),
        ("00:11:22:33:44:55", ["00:11:22:33:44:55"]),
        ("fingerprint 4c:9f:c7:75:94:cf", []),
        ("key id 4c:9f:c7:75:94:cf, mac 4c:9f:c7:75:94:d0", ["4c:9f:c7:75:94:d0"]),
    ],
)
def test_unlikely_addresses_of_interfaces_need_a_word(text, wanted):
    """Times, spelt text and words in hexadecimal, and what is called a fingerprint or a key."""
    assert found("mac_address", text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Card on file: 4111111111111111", ["4111111111111111"]),
        ("card 5555555555554444 for order 4111111111111111", ["5555555555554444"]),
        ("zorble 4006381333931", []),
        ("zorble 4222222222222", ["4222222222222"]),
        ("shelf of zorbles 4111111111111111", []),
        ("shelf of zorbles 4111 1111 1111 1111", ["4111 1111 1111 1111"]),
        ("the order was paid with 4111111111111111", ["4111111111111111"]),
    ],
)
def test_cards_in_a_row_of_digits_are_weighed_with_what_they_are_called(text, wanted):
    """Trade items' numbers of thirteen digits, orders and things that happen to hold by Luhn."""
    assert found("credit_card", text) == wanted
