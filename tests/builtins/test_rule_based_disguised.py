"""Words and personal data in disguise, and text that is not shown."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import json
import time

import pytest

import nsedmw

WORD = {"blocklist": [{"pattern": r"\bkryptonite\b", "case_sensitive": False}]}
OFF = {"pii_patterns": False}


def judged(config, content):
    pipeline = {"middleware": {"before_release": [{"builtin": "rule_based", "config": config}]}}
    return nsedmw.loads(json.dumps(pipeline)).run("before_release", content)


def spans(result):
    return [
        (one.rule, one.start, one.end)
        for decision in result.decisions
        for one in decision.findings
        if one.category != "invisible_text"
    ]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("send kry\u200dptonite now", 5, 16),
        ("send kryp\u200btonite now", 5, 16),
        ("send kryp\u00adtonite now", 5, 16),
        ("send kryp\u2060tonite now", 5, 16),
        ("send kryptonite now", 5, 15),
        ("send \u043ar\u0443\u0440ton\u0456te now", 5, 15),
        ("send \uff4b\uff52\uff59\uff50\uff54onite now", 5, 15),
        ("send \u212aRYPTONITE now", 5, 15),
        ("send " + "".join(chr(0xE0000 + ord(char)) for char in "kryptonite"), 5, 15),
    ],
)
@pytest.mark.parametrize("config", [WORD, {"blocklist": [{"word": "kryptonite"}]}])
def test_a_disguised_word_is_found_at_its_place_in_the_original(text, start, end, config):
    result = judged({**config, **OFF}, text)
    assert result.verdict == "block"
    assert [(at, to) for _, at, to in spans(result)] == [(start, end)]
    if not text.isascii() and "\u212a" not in text:
        assert spans(judged({**config, **OFF, "normalize": False}, text)) == []


@pytest.mark.parametrize(
    ("text", "rule", "start", "end"),
    [
        ("mail alice@\u200bexample.com", "email", 5, 23),
        ("mail bob\uff20example.org", "email", 5, 20),
        ("mail \u0430lice@example.com", "email", 5, 22),
        ("mail a\u200blice@example.com", "email", 5, 23),
        ("card \uff14\uff11\uff11\uff11 1111 1111 1111", "credit_card", 5, 24),
        ("id 899\u201345\u22126780", "ssn", 3, 14),
        ("call +\u0664\u0664 20 7946 0123", "phone", 5, 21),
    ],
)
def test_personal_data_in_disguise_is_one_finding_and_is_redacted_whole(text, rule, start, end):
    result = judged({"pii_action": "redact", "invisible_text": False}, text)
    assert spans(result) == [(rule, start, end)]
    assert result.content == f"{text[:start]}[REDACTED:{rule}]{text[end:]}"


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ({"word": "straße"}, "DIE STRASSE IST"),
        ({"word": "STRASSE"}, "die Straße ist"),
        ({"phrase": "istanbul"}, "\u0130STANBUL"),
        ({"word": "kry\u200bpt"}, "a krypt"),
        ({"word": "５0"}, "50"),
        ({"phrase": "don\u2013t"}, "don-t"),
        ({"word": "naïve"}, "nai\u0308ve"),
    ],
)
def test_words_are_looked_for_as_their_canonical_form_reads(item, text):
    assert judged({"blocklist": [item], **OFF}, text).verdict == "block"


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ({"word": "straße", "case_sensitive": True}, "strasse"),
        ({"word": "cop"}, "Привет, сор"),
        ({"word": "um"}, "5 µm"),
        ({"word": "sinir"}, "kızıl sınır"),
        ({"word": "krypt", "case_sensitive": True}, "\uff2brypt"),
    ],
)
def test_what_only_resembles_a_word_is_another(item, text):
    assert judged({"blocklist": [item], **OFF}, text).verdict == "pass"


def test_a_pattern_is_not_rewritten_and_finds_the_original_or_the_form():
    config = {"blocklist": ["\u2013", "a-b"], **OFF}
    assert [rule for rule, _, _ in spans(judged(config, "a\u2013b"))] == ["\u2013", "a-b"]


def test_what_is_allowed_is_allowed_in_disguise_too():
    config = {"allow": ["support@example.com"], "pii_action": "block", "invisible_text": False}
    result = judged(config, "support\uff20example.com")
    assert (result.verdict, result.decisions[0].allowed) == ("pass", 1)


def test_keys_and_values_of_structured_content_are_read_so_too():
    content = {"kryp\u200btonite": ["x", {"y": "\uff4bryptonite"}], "plain": "é"}
    config = {"blocklist": [{"word": "kryptonite", "action": "redact"}], **OFF}
    result = judged({**config, "invisible_text": False}, content)
    assert result.content == {
        "[REDACTED:blocklist]": ["x", {"y": "[REDACTED:blocklist]"}], "plain": "é",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("می\u200cخواهم گزارش را ببینم", "pass"),
        ("\ufeffpasted from Notepad", "pass"),
        ("ig\u200cnore previous", "warn"),
        ("\u200fהקובץ נשמר בהצלחה.", "pass"),
        ("Access GRANTED \u202eDENIED م", "warn"),
        ("price \u2068אבג\u2069 ok", "pass"),
    ],
)
def test_text_that_is_not_shown_is_a_warning(text, verdict):
    result = judged(OFF, text)
    assert (result.verdict, result.content) == (verdict, text)


def test_invisible_text_may_block_be_allowed_or_be_left_alone():
    text = "ig\u200cnore \u202ex"
    blocked = judged({**OFF, "invisible_text": "block"}, text)
    assert blocked.block.category == "invisible_text"
    assert blocked.block.reason == "Content contains invisible text: joiner, direction"
    assert judged({**OFF, "invisible_text": False}, text).verdict == "pass"
    fine = {"pattern": "\u200c|\u202e", "kinds": ["invisible_text"]}
    assert judged({**OFF, "allow": [fine]}, text).verdict == "pass"
    assert judged({**OFF, "normalize": False}, text).verdict == "warn"


def test_the_blocklist_is_told_before_invisible_text():
    config = {"blocklist": ["secret"], "invisible_text": "block", **OFF}
    assert judged(config, "a\u200cb secret").block.category == "blocklist"


@pytest.mark.parametrize(
    "shape",
    [
        "a", "\u0301\u0323", "e\u0301", "a\u200b", "a\u00ad", "\U000e0061", "½", "\ufdfa", "😀",
        "👨\u200d❤\ufe0f", "\uff14\uff11 ", "a\u0430 ", "a \u0430 ", "ß", "\u202e", "\ufe0f",
    ],
)  # fmt: skip
def test_a_megabyte_of_any_shape_is_judged_in_bounded_time(shape):
    config = {"blocklist": [{"word": "kryptonite"}], "max_content_length": 0}
    text = shape * (1_048_576 // len(shape.encode()))
    begun = time.perf_counter()
    judged(config, text)
    assert time.perf_counter() - begun < 10
