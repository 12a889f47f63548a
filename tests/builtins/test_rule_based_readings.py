"""What is written in another way: JSON inside strings, encodings, and both of them disguised."""

import base64
import json

import pytest

import nsedmw
from nsedmw.detect import scan

WORD = {"blocklist": [{"word": "kryptonite"}], "pii_patterns": False}
EVERY = ["base64", "hex", "url", "html"]


def judged(config, content, **arguments):
    pipeline = {"middleware": {"before_release": [{"builtin": "rule_based", "config": config}]}}
    return nsedmw.loads(json.dumps(pipeline)).run("before_release", content, **arguments)


def pieces(result, text):
    return [text[one.start : one.end] for decision in result.decisions for one in decision.findings]


def b64(text):
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    "text",
    [
        r'{"a": "kr\u0079ptonite"}',
        r'{"a": ["\u006b\u0072yptonite"]}',
        r'{"kr\u0079ptonite": 1}',
        json.dumps({"b": json.dumps({"c": json.dumps(["kr\u200byptonite"])})}),
        json.dumps({"c": "kr\u0443ptonite"}),
    ],
)
def test_an_escape_inside_json_hides_nothing(text):
    """A string is also read as a parser reads it, at every level, and in its canonical form."""
    assert judged(WORD, text).verdict == "block"
    assert judged(WORD, {"payload": text}).verdict == "block"


def test_what_only_looks_like_json_is_read_as_it_stands():
    r"""`kr\u0079` in prose is what a person wrote."""
    assert judged(WORD, r"say kr\u0079ptonite").verdict == "pass"


def test_a_key_inside_json_says_what_its_number_is():
    """As it does for content that was parsed already."""
    config = {"pii_patterns": ["ssn"], "pii_action": "redact"}
    text = json.dumps({"args": json.dumps({"ssn": 219099999, "n": 219099999})})
    for content in (text, {"x": text}):
        result = judged(config, content)
        changed = result.content if content is text else result.content["x"]
        assert json.loads(json.loads(changed)["args"]) == {"ssn": "[REDACTED:ssn]", "n": 219099999}


def test_allowed_things_inside_json_are_allowed():
    """`allow` reads what the rules read."""
    config = {**WORD, "allow": ["kryptonite candy"]}
    result = judged(config, r'{"a": "kr\u0079ptonite candy"}')
    assert (result.verdict, result.decisions[0].allowed) == ("pass", 1)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("base64", f"run {b64('echo kryptonite | tee')} now"),
        ("base64", f"run {b64('kr' + chr(0x200B) + 'yptonite, he said')} now"),
        ("hex", f"x {b'kryptonite'.hex()} y"),
        ("url", "q=%6bryptonite&n=1"),
        ("html", "&#107;ryptonite"),
    ],
)
def test_an_encoding_is_read_where_it_is_asked_for(kind, text):
    """Off by default; the finding is of the encoded characters, and lies in the text."""
    assert judged(WORD, text).verdict == "pass"
    others = [other for other in EVERY if other != kind]
    assert judged({**WORD, "decode": others}, text).verdict == "pass"
    result = judged({**WORD, "decode": [kind]}, text)
    assert result.verdict == "block"
    assert judged({**WORD, "decode": EVERY}, {"a": ["-", text]}).verdict == "block"
    assert pieces(result, text)[0] in text


def test_a_redaction_takes_the_encoded_characters_alone():
    """What stands around them stays, be it encoded or not."""
    config = {"pii_patterns": ["email"], "pii_action": "redact", "decode": ["url"]}
    result = judged(config, "u=%61&m=jane%40example.com&n=%62")
    assert result.content == "u=%61&m=[REDACTED:email]&n=%62"


def test_one_thing_read_in_two_ways_is_one_finding():
    """The plain word in JSON is found in the text and in its string."""
    text = '{"a": "kryptonite \\n"}'
    result = judged(WORD, text)
    assert pieces(result, text) == ["kryptonite"]


def test_invisible_characters_inside_json_are_told():
    """They are escaped, and would be shown to whoever reads the string."""
    config = {**WORD, "invisible_text": "block"}
    assert judged(config, '{"a": "x\\u202ey"}').block.category == "invisible_text"


def test_a_string_that_is_hit_without_end_fails_closed(monkeypatch):
    """More than can be told is no pass, whichever reading it is in."""
    monkeypatch.setattr(scan, "MOST_SPANS", 1000)
    config = {
        "blocklist": [{"pattern": "a", "action": "warn"}],
        "pii_patterns": False,
        "max_content_length": 0,
        "decode": EVERY,
    }
    assert judged(config, "a " * 400 + "&lt;").verdict == "warn"
    result = judged(config, "a " * 600 + "&lt;")
    assert (result.verdict, result.block.failure) == ("block", "limit")


def test_what_a_redaction_uncovers_goes_as_well_and_what_it_leaves_stays():
    """A number glued to a word is one once the word is gone; a label is nobody's word."""
    config = {
        "blocklist": [
            {"phrase": "falcon", "action": "redact"},
            {"word": "plan", "action": "redact", "category": "plan"},
            {"phrase": "redacted", "action": "redact"},
        ],
        "pii_patterns": False,
    }
    result = judged(config, "planfalcon is it, redacted")
    said = "[REDACTED:plan][REDACTED:blocklist] is it, [REDACTED:blocklist]"
    assert result.content == said
    assert judged(config, said).content == said
