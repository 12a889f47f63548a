"""What `rule_based` decides about a text: order, reasons, findings, redactions."""

import json

import pytest

import nsedmw
from nsedmw.builtins import bounds

OFF = {"pii_patterns": False}
TEN = "Content exceeds 10 character limit (11 chars)"


def judged(config, content, point="before_release"):
    pipeline = {"middleware": {point: [{"builtin": "rule_based", "config": config}]}}
    return nsedmw.loads(json.dumps(pipeline)).run(point, content)


def findings(result):
    return [
        (one.category, one.rule, one.start, one.end)
        for decision in result.decisions
        for one in decision.findings
    ]


def test_clean_text_passes_without_options():
    result = judged({}, "nothing to see, line\none\ttwo\r\n")
    assert (result.verdict, result.content) == ("pass", "nothing to see, line\none\ttwo\r\n")


@pytest.mark.parametrize(
    ("config", "content", "category", "reason"),
    [
        ({"max_content_length": 10}, "x" * 11, "format", TEN),
        ({"max_content_length": 10}, "😀" * 11, "format", TEN),
        ({"max_content_length": 9}, {"k": "é1"}, "format",
         "Content exceeds 9 character limit (10 chars)"),
        ({}, "x" * 50_001, "format", "Content exceeds 50000 character limit (50001 chars)"),
        ({}, "\x01\x02a\x03", "format", "Content contains 3 control/binary characters"),
        ({}, {"a\x00": ["\x85"]}, "format", "Content contains 2 control/binary characters"),
        ({"blocklist": ["kry.*ite"]}, "a kryptonite", "blocklist",
         "Content matches blocklist pattern: kry.*ite"),
        ({"blocklist": [{"word": "C++"}]}, "use C++!", "blocklist",
         "Content matches blocklist pattern: C++"),
        ({"blocklist": [{"phrase": "two words", "category": "arms"}]}, "my TWO \n WORDS", "arms",
         "Content matches blocklist pattern: two words"),
        ({"pii_action": "block"}, "a@b.io, 415-555-2671", "pii", "Content contains email, phone"),
    ],
)  # fmt: skip
def test_a_block_says_why(config, content, category, reason):
    result = judged(config, content)
    assert result.verdict == "block"
    assert (result.block.category, result.block.reason) == (category, reason)


@pytest.mark.parametrize(
    ("config", "content"),
    [
        ({"max_content_length": 10}, "x" * 10),
        ({"max_content_length": 0}, "x" * 60_000),
        ({"binary_detection": False}, "\x00\x1b"),
        ({"binary_allow": ["ansi", "form_feed", "c1"]}, "\x1b[31mred\x1b[0m\x0c\x85"),
        (OFF, "a@b.io 415-555-2671"),
        ({"pii_patterns": []}, "a@b.io 415-555-2671"),
        ({"pii_patterns": ["ssn"]}, "a@b.io 415-555-2671"),
        ({"blocklist": ["Secret"]}, "secret"),
        ({"blocklist": [{"word": "cat"}]}, "concatenate cats"),
        ({"blocklist": [{"word": "C++"}]}, "C is fine, xC++, C++y"),
        ({"blocklist": [{"phrase": "a.c"}]}, "abc"),
        ({"blocklist": [{"pattern": "secret", "case_sensitive": True}]}, "Secret"),
    ],
)
def test_what_is_not_ruled_out_passes(config, content):
    assert judged(config, content).verdict == "pass"


@pytest.mark.parametrize(
    ("item", "content", "start", "end"),
    [
        ({"word": "#tag"}, "a #tag.", 2, 6),
        ({"word": "été"}, "un Été!", 3, 6),
        ({"word": "two words"}, "two\u00a0 words", 0, 10),
        ({"phrase": "кот и"}, "😀 \u041a\u041e\u0422  И пёс", 2, 8),
        ({"pattern": r"\bass\b"}, "kick-ASS demo", 5, 8),
        ("a+", "baaa", 1, 4),
        (r"(?<=x)y", "xy", 1, 2),
    ],
)
def test_a_blocklist_item_hits_to_the_character(item, content, start, end):
    rule = item if isinstance(item, str) else next(iter(item.values()))
    assert findings(judged({"blocklist": [item]}, content)) == [("blocklist", rule, start, end)]


def test_the_length_is_judged_first_then_control_characters_then_the_blocklist_then_personal_data():
    text = "bad\x00 a@b.io"
    config = {"blocklist": ["bad"], "pii_action": "block", "max_content_length": 5}
    assert judged(config, text).block.category == "format"
    assert "limit" in judged(config, text).block.reason
    config["max_content_length"] = 0
    assert "control" in judged(config, text).block.reason
    config["binary_detection"] = False
    assert judged(config, text).block.category == "blocklist"
    config["blocklist"] = []
    assert judged(config, text).block.category == "pii"


def test_all_personal_data_is_warned_about_and_every_occurrence_is_a_finding():
    result = judged({}, "ann@b.io, 899-12-3456, bob@b.io")
    assert result.verdict == "warn"
    assert result.warnings[0].category == "pii"
    assert result.warnings[0].reason == "Content may contain email, ssn — review before release"
    assert findings(result) == [
        ("pii", "email", 0, 8),
        ("pii", "email", 23, 31),
        ("pii", "ssn", 10, 21),
    ]


def test_warnings_of_the_blocklist_and_of_personal_data_are_one_verdict():
    config = {"blocklist": [{"word": "rumour", "action": "warn", "category": "gossip"}]}
    result = judged(config, "a rumour from ann@b.io")
    assert result.warnings[0].category == "gossip"
    assert result.warnings[0].reason == (
        "Content matches blocklist pattern: rumour; "
        "Content may contain email — review before release"
    )
    assert [one.rule for one in result.warnings[0].findings] == ["rumour", "email"]


def test_a_block_of_the_blocklist_is_told_though_personal_data_would_block_too():
    result = judged({"blocklist": ["bad"], "pii_action": "block"}, "ann@b.io bad bad")
    assert findings(result) == [("blocklist", "bad", 9, 12), ("blocklist", "bad", 13, 16)]


def test_a_redaction_alone_is_a_pass_with_changed_content():
    config = {
        "pii_action": "redact",
        "blocklist": [{"word": "falcon", "action": "redact", "category": "codename"}],
    }
    result = judged(config, "Falcon: 😀 ann@b.io, 4111 1111 1111 1111.")
    assert result.verdict == "pass"
    assert result.content == "[REDACTED:codename]: 😀 [REDACTED:email], [REDACTED:credit_card]."
    assert result.decisions[0].changed
    assert [one[:2] for one in findings(result)] == [
        ("codename", "falcon"),
        ("pii", "email"),
        ("pii", "credit_card"),
    ]


def test_a_redaction_beside_a_warning_is_a_warning_with_changed_content():
    config = {"blocklist": [{"word": "falcon", "action": "redact"}]}
    result = judged(config, "falcon ann@b.io")
    assert (result.verdict, result.content) == ("warn", "[REDACTED:blocklist] ann@b.io")
    assert result.warnings[0].reason == "Content may contain email — review before release"


def test_overlapping_redactions_are_one():
    config = {
        "pii_action": "redact",
        "blocklist": [{"pattern": "ann@b.*now", "action": "redact", "category": "all"}],
    }
    assert judged(config, "x ann@b.io now y").content == "x [REDACTED:all] y"


def test_a_block_leaves_no_content():
    result = judged({"blocklist": ["bad"], "pii_action": "redact"}, "bad ann@b.io")
    assert (result.verdict, result.content) == ("block", None)


@pytest.mark.parametrize(
    ("allow", "dropped"),
    [
        (["ann@b.io"], 1),
        ([{"word": "ann@b.io"}], 1),
        ([{"pattern": r"\S+@b\.io"}], 2),
        ([{"pattern": r"\S+@b\.io", "kinds": ["email"]}], 2),
        ([{"pattern": r"\S+@b\.io", "kinds": ["ssn"]}], 0),
        ([{"pattern": r"\S+@b\.io", "kinds": ["pii"]}], 2),
        (["ANN@B.IO"], 0),
        (["nn@b.io"], 0),
        (["ann@", "b.io"], 0),
    ],
)
def test_a_finding_inside_an_allowed_match_is_dropped_and_counted(allow, dropped):
    result = judged({"allow": allow}, "ann@b.io, bob@b.io")
    assert result.decisions[0].allowed == dropped
    assert len(findings(result)) == 2 - dropped
    assert result.verdict == ("pass" if dropped == 2 else "warn")


def test_an_allowed_match_speaks_for_the_blocklist_too():
    config = {"blocklist": ["cat"], "allow": [{"word": "concatenate", "kinds": ["blocklist"]}]}
    assert judged(config, "concatenate").verdict == "pass"
    assert judged(config, "concatenate cat").verdict == "block"


def test_a_regex_that_does_not_end_fails_closed():
    result = judged({"blocklist": ["(?<!x)(a|aa)+$"], "max_content_length": 0}, "a" * 5000 + "!")
    assert result.verdict == "block"
    assert result.block.failure == "timeout"
    assert "aaa" not in result.block.reason


@pytest.fixture
def few(monkeypatch):
    """The bound, so low that a machine under load reaches it before a regex's deadline."""
    assert bounds.MOST_HITS == 100_000
    monkeypatch.setattr(bounds, "MOST_HITS", 1000)
    return 1000


def test_more_hits_than_can_be_told_fail_closed(few):
    config = {"blocklist": [{"pattern": "a", "action": "warn"}], "max_content_length": 0}
    assert judged(config, "a" * few).verdict == "warn"
    result = judged(config, "a" * (few + 1))
    assert (result.verdict, result.block.failure) == ("block", "limit")


def test_more_hits_than_can_be_told_are_still_a_block_and_no_failure(few):
    result = judged({"blocklist": ["a"], "max_content_length": 0}, "a" * (few + 1))
    assert (result.block.category, result.block.failure) == ("blocklist", None)


def test_a_reason_names_ten_rules_and_counts_the_others():
    config = {"blocklist": [f"w{number:02d}" for number in range(12)]}
    reason = judged(config, " ".join(f"w{number:02d}" for number in range(12))).block.reason
    assert reason.count("Content matches blocklist pattern") == 10
    assert reason.endswith("; and 2 more")


def test_a_long_rule_is_cut_in_the_reason_and_whole_in_the_finding():
    rule = "(?:x|" + "y" * 300 + ")"
    result = judged({"blocklist": [rule]}, "x")
    assert len(result.block.reason) < 260
    assert result.block.findings[0].rule == rule


def test_runs_of_control_characters_are_findings_up_to_a_thousand():
    result = judged({"max_content_length": 0}, "a\x00" * 3000)
    assert result.block.reason == "Content contains 3000 control/binary characters"
    assert len(result.block.findings) == 1000
    assert (result.block.findings[0].rule, result.block.findings[0].start) == (
        "control_character",
        1,
    )


@pytest.mark.parametrize("point", ["before_prompt", "on_provider_response", "on_completion"])
def test_it_serves_every_message_point(point):
    assert judged({"blocklist": ["bad"]}, "bad", point).verdict == "block"
