"""Options of `rule_based` that are refused, where, and with which words."""

import json

import pytest

import nsedmw


def problems(config, base_dir="."):
    pipeline = {"middleware": {"before_release": [{"builtin": "rule_based", "config": config}]}}
    with pytest.raises(nsedmw.ConfigError) as refused:
        nsedmw.loads(json.dumps(pipeline), base_dir=base_dir)
    prefix = "middleware.before_release[0].config."
    return [(one.where.removeprefix(prefix), one.message) for one in refused.value.problems]


@pytest.mark.parametrize(
    ("config", "where", "words"),
    [
        (
            {"blocklist": ["ok", "[a"]},
            "blocklist[1]",
            "not a usable regex: unterminated character set",
        ),
        ({"blocklist": ["a*"]}, "blocklist[0]", "it can match an empty piece of text"),
        ({"blocklist": [{"pattern": "(a"}]}, "blocklist[0].pattern", "write it under `phrase`"),
        ({"blocklist": ["a\x08*"]}, "blocklist[0]", "single quotes"),
        ({"blocklist": ["(?:(?:a{900}){900}){9}"]}, "blocklist[0]", "too large"),
        (
            {"blocklist": [{"word": "  "}]},
            "blocklist[0].word",
            "an empty word stands in every text",
        ),
        ({"blocklist": [{"phrase": "\t"}]}, "blocklist[0].phrase", "an empty phrase stands"),
        ({"allow": [" "]}, "allow[0]", "an empty literal stands in every text"),
        ({"allow": [{"pattern": "[a"}]}, "allow[0].pattern", "not a usable regex"),
        (
            {"allow": [{"pattern": "(?:(?:.|.|..)+)+(?!.|$)"}]},
            "allow[0].pattern",
            "more than a second",
        ),
        ({"allow": [{"pattern": "(?s).+"}]}, "allow[0].pattern", "it would allow everything"),
        ({"allow": [{"pattern": "."}]}, "allow[0].pattern", "it would allow everything"),
        (
            {"allow": [{"pattern": r"(?:\w|\W){1,99}"}]},
            "allow[0].pattern",
            "it would allow everything",
        ),
        (
            {"allow": [{"word": "x", "kinds": ["emial"]}]},
            "allow[0].kinds[0]",
            "did you mean 'email'?",
        ),
    ],
)
def test_an_option_that_cannot_work_is_refused_at_its_place(config, where, words):
    found = problems(config)
    assert [place for place, _ in found] == [where]
    assert words in found[0][1]


@pytest.mark.parametrize(
    "config",
    [
        {"blocklist": [{}]},
        {"blocklist": [{"word": "a", "phrase": "b"}]},
        {"blocklist": [{"word": "a", "action": "stop"}]},
        {"blocklist": [7]},
        {"blocklist": [""]},
        {"pii_patterns": ["email", "shoe_size"]},
        {"pii_patterns": "every"},
        {"pii_action": "drop"},
        {"max_content_length": -1},
        {"max_content_length": "many"},
        {"binary_allow": ["bell"]},
        {"normalize": "yes"},
        {"invisible_text": "redact"},
        {"invisible_text": True},
        {"decode": ["rot13"]},
        {"block_list": []},
        {"allow": [{"kinds": ["email"]}]},
    ],
)
def test_an_option_outside_the_schema_is_refused(config):
    assert len(problems(config)) == 1


def test_all_problems_are_told_and_no_pattern_is_quoted():
    found = problems(
        {"blocklist": ["[canary", "fine", "(canary"], "allow": [{"pattern": "[canary"}]}
    )
    places = [where for where, _ in found]
    assert sorted(places) == ["allow[0].pattern", "blocklist[0]", "blocklist[2]"]
    assert "canary" not in str(found)


def listed(tmp_path, text):
    file = tmp_path / "list.txt"
    file.write_text(text, encoding="utf-8")
    file.chmod(0o644)
    return {"blocklist_file": "list.txt"}


def test_a_file_holds_one_regex_a_line(tmp_path):
    config = listed(tmp_path, "# comment\n\n  bad\\d \r\n#x\n\u2028odd\x0cone\n")
    pipeline = {"middleware": {"before_release": [{"builtin": "rule_based", "config": config}]}}
    engine = nsedmw.loads(json.dumps(pipeline), base_dir=tmp_path)
    assert engine.run("before_release", "so bad7").block.reason.endswith("pattern: bad\\d")
    assert engine.run("before_release", "BAD7 # comment #x").verdict == "pass"


def test_problems_inside_a_file_are_placed_in_it(tmp_path):
    config = listed(tmp_path, "fine\n\n[canary\n(canary\n")
    pipeline = {"middleware": {"before_release": [{"builtin": "rule_based", "config": config}]}}
    with pytest.raises(nsedmw.ConfigError) as refused:
        nsedmw.loads(json.dumps(pipeline), base_dir=tmp_path)
    assert [(one.file.rpartition("/")[2], one.line) for one in refused.value.problems] == [
        ("list.txt", 3),
        ("list.txt", 4),
    ]
    assert "canary" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_a_file_without_a_pattern_is_refused(tmp_path, text):
    found = problems(listed(tmp_path, text), tmp_path)
    assert found[0][0] == "blocklist_file"
    assert "it would block nothing" in found[0][1]


def test_a_missing_file_is_refused(tmp_path):
    assert problems({"blocklist_file": "none.txt"}, tmp_path)[0][0] == "blocklist_file"


def test_ten_thousand_items_load():
    items = [{"word": f"word{number}"} for number in range(5000)]
    items += [rf"\bitem{number}\b" for number in range(5000)]
    pipeline = {
        "middleware": {
            "before_release": [{"builtin": "rule_based", "config": {"blocklist": items}}]
        }
    }
    engine = nsedmw.loads(json.dumps(pipeline))
    assert (
        engine.run("before_release", "an ITEM4999 and word4999").block.findings[0].rule
        == "word4999"
    )
    assert engine.run("before_release", "item5000, words4999").verdict == "pass"
