"""What a scan reads, and what it leaves to other readings."""

import base64
import json

import pytest

from nsedmw.detect.embedded import inside
from nsedmw.detect.matcher import compile_pattern
from nsedmw.detect.scan import Rule, Scan, joined_texts
from nsedmw.detect.secrets.exact import KnownValues


def rule(pattern, name="r", **how):
    return Rule(compile_pattern(pattern), "c", name, **how)


def found(content, *rules, known=None, **how):
    scan = Scan(rules, **how)
    return [
        (one.finding.rule, one.finding.path, one.finding.start, one.finding.end)
        for one in scan.found(content, joined_texts(content), known)
    ]


SECRET = "kryptonite-4711"


def encoded(text):
    return base64.b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize("last", ["C", "I", "M", "Q"])
def test_what_is_encoded_in_one_string_does_not_go_on_in_the_next(last):
    """As lines of base64 do: the first would take the beginning of the second for its own end."""
    content = ["QUJD" * 15 + last, encoded(SECRET)]
    assert [row[:2] for row in found(content, rule(SECRET), decode=["base64"])] == [("r", "/1")]


def test_only_rules_that_ignore_case_read_letters_that_fold_to_several():
    """A rule that minds case does not take one letter for two."""
    rules = [rule("strasse", "minds"), rule("(?i)strasse", "ignores", folds=True)]
    assert found("an der straße", *rules) == [("ignores", "", 7, 13)]
    assert found("an der strasse", *rules) == [("minds", "", 7, 14), ("ignores", "", 7, 14)]


def test_known_values_read_every_form():
    """Folded letters as well, where a rule has them folded."""
    known = Rule(KnownValues(["strasse-77"]), "secret", "secret")
    told = found("straße-77", rule("(?i)x", folds=True), known=known)
    assert told == [("secret", "", 0, 9)]


MARKUP = '"k": "v'


@pytest.mark.parametrize(
    ("text", "how"),
    [
        (json.dumps({"k": "v"}), {}),
        (json.dumps({"\uff4b": "\uff56", "b": "plain"}, ensure_ascii=False), {}),
        (json.dumps({"a": json.dumps({"\uff4b": "\uff56"}, ensure_ascii=False)}), {}),
        (
            encoded(json.dumps({"k": "v", "n": "a long enough text of words"})),
            {"decode": ["base64"]},
        ),
    ],
)
def test_a_rule_that_reads_what_json_holds_does_not_read_its_marks(text, how):
    """In none of its readings; a rule of the other kind does in all."""
    plain = rule("plain", "plain")
    assert "r" not in {row[0] for row in found(text, rule(MARKUP, parsed=True), plain, **how)}
    assert "r" in {row[0] for row in found(text, rule(MARKUP), plain, **how)}
    assert "r" in {row[0] for row in found(text, rule("k", parsed=True), plain, **how)}


def test_what_decoding_makes_of_json_is_not_read_by_such_a_rule_either():
    """Its marks are there still, though it is no JSON any more."""
    text = json.dumps({"a": encoded('say "yes" and a few words more')})
    marks = '"a": "say'
    assert found(text, rule(marks, parsed=True), decode=["base64"]) == []
    assert found(text, rule(marks), decode=["base64"]) != []


def test_json_that_closes_more_than_it_opens_is_read_on():
    """Too deep for a parser to judge, it counts as JSON; what comes then is read all the same."""
    text = "[" * 100_000 + "]" * 100_010 + ', {"a": "b"}, "c"'
    assert [(one.text, one.kind) for one in inside(text)] == [
        ("a", "key"),
        ("b", "value"),
        ("c", "value"),
    ]
    text = '{"k":' + "[" * 100_000 + "]" * 100_000 + '}, "c", "d"'
    assert [(one.text, one.kind) for one in inside(text)] == [
        ("k", "key"),
        ("c", "value"),
        ("d", "value"),
    ]
