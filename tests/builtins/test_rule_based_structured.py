"""`rule_based` on JSON: where the findings are and what a redaction leaves."""

import json

import nsedmw


def judged(config, content):
    pipeline = {"middleware": {"before_release": [{"builtin": "rule_based", "config": config}]}}
    return nsedmw.loads(json.dumps(pipeline)).run("before_release", content)


def places(result):
    return [
        (one.rule, one.path, one.start, one.end, one.in_key) for one in result.decisions[0].findings
    ]


def test_a_string_inside_an_object_is_found_by_its_path():
    result = judged({"blocklist": ["secret_key"]}, {"field": ["ok", "has secret_key in it"]})
    assert result.verdict == "block"
    assert places(result) == [("secret_key", "/field/1", 4, 14, False)]


def test_keys_are_read_and_redacted():
    result = judged({"pii_action": "redact"}, {"ann@b.io": 1, "x/y": {"bob@b.io": 2}})
    assert result.content == {"[REDACTED:email]": 1, "x/y": {"[REDACTED:email]": 2}}
    assert places(result) == [
        ("email", "/ann@b.io", 0, 8, True),
        ("email", "/x~1y/bob@b.io", 0, 8, True),
    ]


def test_equal_redacted_keys_are_numbered():
    result = judged({"pii_action": "redact"}, {"ann@b.io": 1, "bob@b.io": 2})
    assert result.content == {"[REDACTED:email]": 1, "[REDACTED:email]#2": 2}


def test_a_number_is_read_as_its_digits_and_becomes_a_string():
    content = {"card": 4111111111111111, "n": [1, 2.5, True, None]}
    result = judged({"pii_action": "redact"}, content)
    assert result.content == {"card": "[REDACTED:credit_card]", "n": [1, 2.5, True, None]}
    assert places(result) == [("credit_card", "/card", 0, 16, False)]


def test_only_the_value_that_was_hit_changes():
    content = {"a": {"b": ["x", "ann@b.io!", {"c": "y"}]}, "d": 1}
    result = judged({"pii_action": "redact"}, content)
    assert result.content == {"a": {"b": ["x", "[REDACTED:email]!", {"c": "y"}]}, "d": 1}


def test_nothing_is_found_across_two_strings():
    assert judged({"blocklist": [r"one\s+two"]}, ["one", "two"]).verdict == "pass"
    assert judged({"blocklist": ["^two$"]}, ["one", "two"]).verdict == "block"


def test_a_key_says_what_its_number_is():
    assert places(judged({}, {"ssn": "899456780", "order": "899456780"})) == [
        ("ssn", "/ssn", 0, 9, False)
    ]
    assert judged({}, {"phones": [4155552671]}).verdict == "warn"
    assert judged({}, {"sku": [4155552671]}).verdict == "pass"


def test_a_control_character_in_a_key_is_found():
    finding = judged({}, {"a\x00b": "x"}).block.findings[0]
    assert (finding.path, finding.start, finding.end, finding.in_key) == ("/a\x00b", 1, 2, True)


def test_an_allowed_match_speaks_for_its_own_string_only():
    result = judged({"allow": ["mail ann@b.io"]}, ["mail ann@b.io", "ann@b.io"])
    assert places(result) == [("email", "/1", 0, 8, False)]
    assert result.decisions[0].allowed == 1


def test_tool_arguments_and_results_are_content():
    pipeline = {
        "middleware": {
            "before_tool": [{"builtin": "rule_based", "config": {"pii_action": "redact"}}]
        }
    }
    tool = {"name": "send", "arguments": '{"to": "ann@b.io"}'}
    result = nsedmw.loads(json.dumps(pipeline)).run("before_tool", tool=tool)
    assert result.content == {"to": "[REDACTED:email]"}
