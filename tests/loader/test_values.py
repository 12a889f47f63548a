"""Wrong values, the YAML traps behind them, and keys that nobody reads."""

import pytest

from tests.loader.reading import ENTRY, config, entry, problems


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "blocklist: [{pattern: kryptonite, action: no}]",
            (
                "5:51: .blocklist[0].action: must be one of block, warn, redact, not a boolean:"
                " YAML reads `no` as the boolean false"
            ),
        ),
        (
            "blocklist: [{pattern: a, action: on}]",
            (
                "5:42: .blocklist[0].action: must be one of block, warn, redact, not a boolean:"
                " YAML reads `on` as the boolean true"
            ),
        ),
        (
            "blocklist: [{pattern: a, action: blok}]",
            "5:42: .blocklist[0].action: must be one of block, warn, redact; did you mean 'block'?",
        ),
        (
            "blocklist: [{pattern: }]",
            (
                "5:31: .blocklist[0].pattern: must be a string, not null: nothing is written here,"
                " which YAML reads as null; write a value or leave the key out"
            ),
        ),
        (
            "blocklist: [{pattern: ''}]",
            "5:31: .blocklist[0].pattern: must not be empty; write something, or leave the key out",
        ),
        (
            "blocklist: [0123]",
            (
                "5:21: .blocklist[0]: YAML reads `0123` as the number 83, and other readers do not;"
                " write 83, or put it in quotes"
            ),
        ),
        (
            "blocklist: [{word: 22:22}]",
            (
                "5:28: .blocklist[0].word: YAML reads `22:22` as the number 1342, and other readers"
                " do not; write 1342, or put it in quotes"
            ),
        ),
        (
            "blocklist: [{word: ~}]",
            (
                "5:28: .blocklist[0].word: must be a string, not null:"
                " YAML reads `~` as null; put it in quotes"
            ),
        ),
        (
            "blocklist: [{word: 12}]",
            "5:28: .blocklist[0].word: must be a string, not a number: put it in quotes",
        ),
        (
            "blocklist: kryptonite",
            "5:20: .blocklist: must be a list, not a string; put it in brackets: `[...]`",
        ),
        (
            "blocklist: {pattern: a}",
            "5:20: .blocklist: must be a list, not an object; begin each item with `- `",
        ),
        (
            "blocklist:",
            (
                "5:19: .blocklist: must be a list, not null: nothing is written here, which YAML"
                " reads as null; `[]` says none"
            ),
        ),
        (
            "max_content_length: 050000",
            (
                "5:29: .max_content_length: YAML reads `050000` as the number 20480, and other"
                " readers do not; write 20480, or put it in quotes"
            ),
        ),
        (
            "blocklist: [{word: 0x1F}]",
            (
                "5:28: .blocklist[0].word: must be a string, not a number:"
                " YAML reads `0x1F` as the number 31; put it in quotes"
            ),
        ),
        (
            "max_content_length: 1e3",
            (
                "5:29: .max_content_length: must be a whole number, not a string:"
                " YAML reads `1e3` as a string; write 1000"
            ),
        ),
        (
            "max_content_length: '50'",
            (
                "5:29: .max_content_length: must be a whole number, not a string:"
                " in quotes it is a string; leave the quotes out"
            ),
        ),
        (
            "max_content_length: 1.5",
            (
                "5:29: .max_content_length: must be a whole number, not a number;"
                " leave the fraction out"
            ),
        ),
        (
            "max_content_length: yes",
            (
                "5:29: .max_content_length: must be a whole number, not a boolean:"
                " YAML reads `yes` as the boolean true"
            ),
        ),
        (
            "blocklist: '5'",
            "5:20: .blocklist: must be a list, not a string; put it in brackets: `[...]`",
        ),
        ("max_content_length: -1", "5:29: .max_content_length: must be at least 0"),
        (
            "max_content_length: [5]",
            "5:29: .max_content_length: must be a whole number, not a list; write one",
        ),
        (
            "blocklist: [{word: a, case_sensitive: 'true'}]",
            (
                "5:47: .blocklist[0].case_sensitive: must be true or false, not a string:"
                " in quotes it is a string; leave the quotes out"
            ),
        ),
        (
            "pii_patterns: [emial]",
            (
                "5:24: .pii_patterns[0]: must be one of email, phone, ssn, credit_card;"
                " did you mean 'email'?"
            ),
        ),
        (
            'blocklist: ["\\bkryptonite\\b"]',
            (
                "5:21: .blocklist[0]: the text holds the control character U+0008, from \\b in"
                " double quotes; use single quotes, where a backslash stays a backslash"
            ),
        ),
        ("blocklst: []", "5:9: .blocklst: unknown key 'blocklst'; did you mean 'blocklist'?"),
        (
            "blocklist: [{word: a, case-sensitive: true}]",
            (
                "5:31: .blocklist[0].case-sensitive: unknown key 'case-sensitive';"
                " did you mean 'case_sensitive'?"
            ),
        ),
        (
            "timeout_secs: 5",
            (
                "5:9: .timeout_secs: 'timeout_secs' is a field of the entry: it belongs beside"
                " `builtin`"
            ),
        ),
        (
            "blocklist: [{word: a, score: 1}]",
            (
                "5:31: .blocklist[0].score: unknown key 'score' here: it belongs directly under"
                " `config`"
            ),
        ),
        ("normalize: 1", "5:20: .normalize: must be"),
        ("invisible_text: wrn", "5:25: .invisible_text: must be"),
    ],
)
def test_a_wrong_option_is_told_in_a_persons_words(line, expected):
    [found] = problems(config(line))
    place, _, rest = expected.partition(": ")
    assert found.startswith(f"<string>:{place}: middleware.before_release[0].config{rest}")


@pytest.mark.parametrize("word", ["off", "no", "false", "False"])
def test_a_boolean_may_be_any_of_yamls_words_where_one_is_wanted(word):
    assert entry(config(f"pii_patterns: {word}")).config["pii_patterns"] is False


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "max_content_length: 50\nmiddleware: {}\n",
            (
                "1:1: max_content_length: unknown key"
                " 'max_content_length' here: it belongs under the `config` of an entry with"
                " `builtin: rule_based`"
            ),
        ),
        (
            "before_release: []\nmiddleware: {}\n",
            (
                "1:1: before_release: unknown key"
                " 'before_release' here: it belongs under `middleware`"
            ),
        ),
        (
            "timeout_secs: 3\nmiddleware: {}\n",
            (
                "1:1: timeout_secs: unknown key 'timeout_secs' here:"
                " it belongs under `defaults`, or beside the `builtin` of an entry"
            ),
        ),
        (
            "stages: []\nmiddleware: {}\n",
            ("1:1: stages: unknown key 'stages' here: it belongs in an entry of a hook point"),
        ),
        (
            "middleware: {defaults: {}}\n",
            (
                "1:14: middleware.defaults: unknown key 'defaults' here:"
                " it belongs at the top of the file"
            ),
        ),
        (
            "middleware: {befor_release: []}\n",
            (
                "1:14: middleware.befor_release: unknown key"
                " 'befor_release'; did you mean 'before_release'?"
            ),
        ),
        (
            "middlewares: {}\nextends: ./x.yaml\n",
            ("1:1: middlewares: unknown key 'middlewares'; did you mean 'middleware'?"),
        ),
        (
            "zzz: {}\nmiddleware: {}\n",
            (
                "1:1: zzz: unknown key 'zzz'; known here: version, extends,"
                " defaults, middleware, checkpoint"
            ),
        ),
        (
            "defaults: {mode: blok}\nmiddleware: {}\n",
            ("1:18: defaults.mode: must be one of enforce, observe"),
        ),
        ("version: 2\nmiddleware: {}\n", "1:10: version: must be 1"),
        (
            "version: '1'\nmiddleware: {}\n",
            (
                "1:10: version: must be a whole number, not a string:"
                " in quotes it is a string; leave the quotes out"
            ),
        ),
        ("version: true\nmiddleware: {}\n", "1:10: version: must be a whole number, not a boolean"),
    ],
)
def test_sections_and_keys_of_the_file_are_judged(text, expected):
    assert any(line.startswith(f"<string>:{expected}") for line in problems(text)), problems(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("providers: {}", "the section `providers`"),
        ("agents: []", "the section `agents`"),
        ("agent_runtime: {}", "the section `agent_runtime`"),
        ("ledger: {}", "the section `ledger`"),
        ("server: {}", "the section `server`"),
        ("checkpoint: {unsigned: true, ttl_secs: 5}", "`ttl_secs`"),
        ("checkpoint: {unsigned: true, store: memory}", "`store`"),
    ],
)
def test_a_section_that_is_not_built_is_refused(text, named):
    [found] = problems(f"middleware: {{}}\n{text}\n")
    assert f": {named} is not built yet in this version of nsedmw; leave it out" in found


def test_all_problems_are_told_at_once_and_sorted_by_place():
    text = config("blocklist: [5]", "decode: []") + "      mode: observ\nversion: 3\nlegder: {}\n"
    found = problems(text)
    places = [tuple(map(int, line.split(":")[1:3])) for line in found]
    assert places == sorted(places) == [(5, 21), (6, 9), (7, 13), (8, 10), (9, 1)]


def test_a_value_of_the_file_is_not_quoted_in_a_message(canary):
    text = config(
        f"max_content_length: {canary}", f"pii_patterns: [{canary}]", f"normalize: {canary}"
    )
    found = problems(text)
    assert len(found) == 3
    assert canary not in "\n".join(found)


def test_a_very_long_unknown_key_is_cut():
    [found] = problems(config(f"{'k' * 5000}: 1"))
    assert len(found) < 700


def test_values_have_the_types_that_yaml_1_1_gives_them():
    text = config("max_content_length: 0x10", "score: 1_0.5", "blocklist: [a, 'no', =]")
    options = entry(text).config
    assert options == {"max_content_length": 16, "score": 10.5, "blocklist": ["a", "no", "="]}


def test_an_entry_without_options_has_none():
    assert entry(ENTRY).config == {}
