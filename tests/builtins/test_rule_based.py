"""`rule_based` through the engine: order, words, categories, what is changed and what is found."""

import json

import pytest

import nsedmw


def engine_of(tmp_path=".", point="before_release", **config):
    entry = {"builtin": "rule_based", "config": config}
    return nsedmw.loads(json.dumps({"middleware": {point: [entry]}}), base_dir=tmp_path)


def run(content, **config):
    return engine_of(**config).run("before_release", content)


def problems(tmp_path=".", **config):
    with pytest.raises(nsedmw.ConfigError) as caught:
        engine_of(tmp_path, **config)
    return caught.value.problems


def test_clean_text_passes_unchanged():
    result = run("An ordinary line.\n\tAnd another, with é and 😀.\r\n")
    assert (result.verdict, result.decisions[0].changed) == ("pass", False)
    assert result.decisions[0].findings == ()


def test_exactly_the_limit_passes_and_one_more_blocks():
    assert run("x" * 10, max_content_length=10).verdict == "pass"
    block = run("x" * 11, max_content_length=10).block
    assert block.category == "format"
    assert block.reason == "Content exceeds 10 character limit (11 chars)"


def test_the_limit_is_50000_unless_said_and_0_is_none():
    assert run("x" * 50_001).block.reason == "Content exceeds 50000 character limit (50001 chars)"
    assert run("x" * 50_001, max_content_length=0).verdict == "pass"


def test_length_counts_characters_and_for_structures_their_compact_json():
    assert run("😀" * 10, max_content_length=10).verdict == "pass"
    assert run({"a": "é"}, max_content_length=9).verdict == "pass"
    assert "(9 chars)" in run({"a": "é"}, max_content_length=8).block.reason


@pytest.mark.parametrize(
    "text", ["\x01\x02\x03", "a\0b", "\x7f", "form\ffeed", "\x1b[31mred", "\x85"]
)
def test_control_characters_block(text):
    block = run(text).block
    assert block.category == "format"
    assert "control/binary characters" in block.reason
    assert run(text, binary_detection=False).verdict == "pass"


def test_control_characters_are_counted_and_found_in_structures_too():
    block = run({"k": ["ok", "a\x01\x02b\x03"], "x\0": 1}).block
    assert block.reason == "Content contains 4 control/binary characters"
    assert [(f.path, f.start, f.end, f.in_key) for f in block.findings] == [
        ("/k/1", 1, 3, False),
        ("/k/1", 4, 5, False),
        ("/x\0", 1, 2, True),
    ]


@pytest.mark.parametrize(
    ("text", "allow"),
    [("page\ftwo", "form_feed"), ("\x1b[1;31mred\x1b[0m", "ansi"), ("next\x85line", "c1")],
)
def test_groups_of_control_characters_can_be_allowed(text, allow):
    assert run(text, binary_allow=[allow]).verdict == "pass"
    assert run(text + "\x01", binary_allow=[allow]).verdict == "block"


def test_a_lone_escape_is_no_terminal_sequence():
    assert run("\x1b]0;title\x07", binary_allow=["ansi"]).verdict == "block"


def test_a_string_item_is_a_regex_searched_anywhere_with_its_case():
    assert run("xforbiddeny", blocklist=["forbidden"]).verdict == "block"
    assert run("Forbidden", blocklist=["forbidden"]).verdict == "pass"
    block = run("forbidden", blocklist=["f.rbidden"]).block
    assert (block.category, block.reason) == (
        "blocklist",
        "Content matches blocklist pattern: f.rbidden",
    )


@pytest.mark.parametrize("form", ["pattern", "word", "phrase"])
def test_an_object_item_blocks_unless_said_and_ignores_case(form):
    assert run("KRYPTONITE!", blocklist=[{form: "kryptonite"}]).verdict == "block"
    strict = {form: "kryptonite", "case_sensitive": True}
    assert run("KRYPTONITE!", blocklist=[strict]).verdict == "pass"


@pytest.mark.parametrize(
    ("word", "hit", "miss"),
    [
        ("ass", "you ass!", "a classic assessment"),
        ("C++", "use C++ today", "C is fine"),
        ("#topsecret", "mail #topsecret now", "topsecret"),
        ("evil.example", "visit evil.example/x", "evilXexample"),
        ("été", "un été", "étés"),
    ],
)
def test_a_word_is_whole_and_may_begin_or_end_with_anything(word, hit, miss):
    assert run(hit, blocklist=[{"word": word}]).verdict == "block"
    assert run(miss, blocklist=[{"word": word}]).verdict == "pass"


def test_a_phrase_is_literal_with_its_white_space_folded():
    item = {"phrase": "buy (now)  cheap"}
    assert run("Please BUY\t(now)\n cheap", blocklist=[item]).verdict == "block"
    assert run("buy now cheap", blocklist=[item]).verdict == "pass"


def test_the_first_item_that_blocks_gives_category_and_reason():
    items = [{"word": "b", "category": "second"}, {"word": "a", "category": "first"}]
    block = run("a b", blocklist=items).block
    assert block.category == "second"
    assert block.reason == (
        "Content matches blocklist pattern: b; Content matches blocklist pattern: a"
    )


def test_a_warning_item_warns_with_every_occurrence_found():
    result = run("x foo y foo", blocklist=[{"word": "foo", "action": "warn", "category": "style"}])
    assert result.verdict == "warn"
    assert result.warnings[0].category == "style"
    assert [(f.start, f.end, f.rule) for f in result.warnings[0].findings] == [
        (2, 5, "foo"),
        (8, 11, "foo"),
    ]


def test_a_redacting_item_passes_with_the_content_changed():
    result = run("say foo", blocklist=[{"word": "foo", "action": "redact", "category": "style"}])
    assert (result.verdict, result.content) == ("pass", "say [REDACTED:style]")
    assert result.decisions[0].changed
    assert result.decisions[0].findings[0].start == 4


def test_every_kind_of_personal_data_is_named_in_one_warning():
    result = run("alice@example.com, 555-123-4567, SSN: 123-45-6789, 4111 1111 1111 1111")
    assert result.verdict == "warn"
    warned = result.warnings[0]
    assert warned.category == "pii"
    assert (
        warned.reason
        == "Content may contain email, phone, ssn, credit_card — review before release"
    )
    assert [(f.rule, f.start, f.end) for f in warned.findings] == [
        ("email", 0, 17),
        ("phone", 19, 31),
        ("ssn", 38, 49),
        ("credit_card", 51, 70),
    ]


def test_personal_data_can_block_be_redacted_chosen_or_left_alone():
    text = "alice@example.com 123-45-6789"
    assert run(text, pii_action="block").block.reason == "Content contains email, ssn"
    redacted = run(text, pii_action="redact")
    assert redacted.verdict == "pass"
    assert redacted.content == "[REDACTED:email] [REDACTED:ssn]"
    assert run(text, pii_patterns=["ssn"], pii_action="redact").content == (
        "alice@example.com [REDACTED:ssn]"
    )
    assert run(text, pii_patterns=False).decisions[0].findings == ()


def test_redacting_twice_changes_nothing_more():
    engine = engine_of(pii_action="redact")
    once = engine.run("before_release", "alice@example.com 4111111111111111").content
    again = engine.run("before_release", once)
    assert again.content == once
    assert not again.decisions[0].changed


def test_offsets_count_code_points_of_the_original():
    text = "ok 😀😀 mail jane.roe@example.com !"
    finding = run(text).warnings[0].findings[0]
    assert (finding.start, finding.end) == (11, 31)
    assert text[finding.start : finding.end] == "jane.roe@example.com"


def test_structures_are_searched_in_values_keys_and_numbers_and_keep_their_shape():
    content = {
        "mail": ["alice@example.com", None, True],
        "card": 4111111111111111,
        "bob@example.com": {"x": 1.5},
        "big": 12345678901234567890,
    }
    result = run(content, pii_action="redact")
    assert result.content == {
        "mail": ["[REDACTED:email]", None, True],
        "card": "[REDACTED:credit_card]",
        "[REDACTED:email]": {"x": 1.5},
        "big": 12345678901234567890,
    }
    assert [(f.path, f.rule, f.in_key) for f in result.decisions[0].findings] == [
        ("/mail/0", "email", False),
        ("/card", "credit_card", False),
        ("/bob@example.com", "email", True),
    ]


def test_a_pattern_does_not_match_across_strings():
    assert run(["for", "bidden"], blocklist=["for\\s*bidden"]).verdict == "pass"
    assert run({"field": "has secret_key in it"}, blocklist=["secret_key"]).verdict == "block"


def test_two_redacted_keys_stay_two():
    result = run({"a@example.com": 1, "b@example.com": 2}, pii_action="redact")
    assert result.content == {"[REDACTED:email]": 1, "[REDACTED:email]#2": 2}


def test_order_length_before_controls_before_blocklist_before_personal_data():
    config = {"max_content_length": 5, "blocklist": ["foo"], "pii_action": "block"}
    text = "foo\x01 a@example.com"
    assert "exceeds" in run(text, **config).block.reason
    config["max_content_length"] = 0
    assert "control/binary" in run(text, **config).block.reason
    assert run(text.replace("\x01", ""), **config).block.category == "blocklist"
    assert run("a@example.com", **config).block.category == "pii"


def test_a_blocked_text_is_not_also_warned_about():
    result = run("foo a@example.com", blocklist=["foo"])
    assert (result.verdict, result.warnings) == ("block", ())


def test_what_is_allowed_is_dropped_and_counted():
    text = "write to help@example.com or alice@example.com"
    result = run(text, allow=["help@example.com"])
    assert [f.start for f in result.warnings[0].findings] == [29]
    assert result.decisions[0].allowed == 1
    assert run("help@example.com", allow=["help@example.com"]).verdict == "pass"


def test_only_a_finding_wholly_inside_an_allowed_match_is_dropped():
    assert run("xhelp@example.com", allow=["help@example.com"]).verdict == "warn"


def test_an_allowed_thing_can_be_meant_for_some_kinds_alone():
    allow = [{"pattern": "[a-z]+@example\\.com", "kinds": ["blocklist"]}]
    assert run("help@example.com", allow=allow).verdict == "warn"
    allow[0]["kinds"] = ["email"]
    assert run("help@example.com", allow=allow).verdict == "pass"
    allow[0]["kinds"] = ["pii"]
    assert run("help@example.com", allow=allow).verdict == "pass"


@pytest.mark.parametrize("everything", [{"pattern": "(?s).+"}, {"pattern": "\\S+|\\s+"}])
def test_an_allow_item_that_would_allow_everything_is_refused(everything):
    found = problems(allow=["fine", everything])
    assert found[0].where == "middleware.before_release[0].config.allow[1]"
    assert "it would allow everything" in found[0].message


def test_a_blocklist_file_is_read_with_comments_and_blank_lines_skipped(tmp_path):
    (tmp_path / "words.txt").write_text("# a comment\n\n  kryptonite  \r\nfoo|bar\n")
    engine = engine_of(tmp_path, blocklist_file="words.txt", blocklist=["first"])
    assert engine.run("before_release", "# a comment").verdict == "pass"
    assert engine.run("before_release", "Kryptonite").verdict == "pass"
    assert engine.run("before_release", "kryptonite").block.reason.endswith("kryptonite")
    assert engine.run("before_release", "a bar").block.findings[0].rule == "foo|bar"


def test_a_problem_inside_a_blocklist_file_is_placed_there(tmp_path):
    (tmp_path / "words.txt").write_text("fine\n(unclosed\n\n*\n")
    found = problems(tmp_path, blocklist_file="words.txt")
    assert [(p.file, p.line) for p in found] == [
        (str(tmp_path / "words.txt"), 2),
        (str(tmp_path / "words.txt"), 4),
    ]


@pytest.mark.parametrize(
    ("text", "mode", "what"),
    [
        (None, None, "no such file"),
        ("", 0o644, "holds no pattern"),
        ("# only\n\n", 0o644, "holds no pattern"),
        ("foo\n", 0o666, "chmod o-w"),
    ],
)
def test_a_blocklist_file_that_cannot_be_trusted_or_used_is_refused(text, mode, what, tmp_path):
    if text is not None:
        (tmp_path / "words.txt").write_text(text)
        (tmp_path / "words.txt").chmod(mode)
    found = problems(tmp_path, blocklist_file="words.txt")
    assert what in found[0].message
    assert found[0].where == "middleware.before_release[0].config.blocklist_file"


def test_a_blocklist_file_that_is_not_utf8_is_placed_at_the_bytes(tmp_path):
    (tmp_path / "words.txt").write_bytes(b"fine\nb\xe4d\n")
    found = problems(tmp_path, blocklist_file="words.txt")
    assert (found[0].file, found[0].line) == (str(tmp_path / "words.txt"), 2)
    assert "UTF-8" in found[0].message


@pytest.mark.parametrize(
    ("item", "what"),
    [
        ("[invalid", "position"),
        ("foo|", "empty piece of text"),
        ("a*", "empty piece of text"),
        ({"word": " "}, "an empty word"),
        ({"phrase": "\t"}, "an empty phrase"),
        ({"pattern": "x{3,2}"}, "position"),
    ],
)
def test_a_pattern_that_cannot_work_is_refused_with_its_place(item, what):
    found = problems(blocklist=["fine", item])
    assert found[0].where.startswith("middleware.before_release[0].config.blocklist[1]")
    assert what in found[0].message


def test_all_unsound_patterns_are_told_at_once():
    found = problems(blocklist=["(", "ok", "a*"], allow=[{"pattern": "["}])
    assert len(found) == 3


def test_a_pattern_from_a_variable_is_not_shown(monkeypatch, canary):
    monkeypatch.setenv("PATTERN", f"({canary}")
    found = problems(blocklist=["${PATTERN}"])
    assert canary not in str(found)


@pytest.mark.parametrize("pattern", ["^(a|aa)+$", "(a+)+$", "(x+x+)+y"])
def test_patterns_that_explode_elsewhere_answer(pattern):
    result = run("a" * 40 + "b" + "x" * 40, blocklist=[pattern])
    assert result.verdict == "pass"


def test_a_pattern_past_its_deadline_is_a_failure_that_blocks(monkeypatch):
    from nsedmw.detect import matcher

    monkeypatch.setattr(matcher, "DEADLINE_SECS", 0.01)
    result = run("a" * 4000 + "b", blocklist=["(?=a)(a+)+\\1$"])
    assert (result.verdict, result.block.failure) == ("block", "timeout")
    assert "a pattern ran past its deadline" in result.block.reason


def test_explain_names_the_patterns_that_run_under_a_deadline():
    engine = engine_of(blocklist=["plain", "(?<=a)b"])
    assert engine.explain()["points"]["before_release"][0]["slow"] == ["blocklist.1"]


def test_it_reads_tool_arguments_and_results():
    tool = {"name": "mail", "arguments": '{"to": "alice@example.com"}'}
    engine = engine_of(point="before_tool", pii_action="redact")
    assert engine.run("before_tool", tool=tool).content == {"to": "[REDACTED:email]"}
    engine = engine_of(point="after_tool", pii_action="redact")
    assert engine.run("after_tool", "alice@example.com", tool=tool).content == "[REDACTED:email]"


@pytest.mark.parametrize(
    ("config", "what"),
    [
        ({"normalize": True}, "not built yet"),
        ({"invisible_text": "warn"}, "not built yet"),
        ({"decode": ["base64"]}, "not built yet"),
        ({"pii_patterns": ["iban"]}, "not built yet"),
        ({"pii_patterns": "all"}, "not built yet"),
        ({"pii_patterns": ["emial"]}, "email"),
        ({"max_content_length": -1}, "0"),
        ({"max_content_length": "many"}, "whole number"),
        ({"blocklist": ["foo", {"pattern": "a", "word": "b"}]}, "exactly one of"),
        ({"blocklist": [{"action": "block"}]}, "exactly one of"),
        ({"blocklist": [{"word": "a", "action": "pass"}]}, "block, warn, redact"),
        ({"blocklist": None}, "[]"),
    ],
)
def test_options_outside_their_schema_are_refused(config, what):
    assert what in "\n".join(problem.message for problem in problems(**config))


def test_ten_thousand_items_load_and_find():
    engine = engine_of(blocklist=[{"word": f"term{i:05d}"} for i in range(10_000)])
    assert engine.run("before_release", "about term09999").block.findings[0].rule == "term09999"
    assert engine.run("before_release", "about term").verdict == "pass"
