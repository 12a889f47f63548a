"""Whether a text is a configuration at all: encoding, syntax, keys, bounds."""

import time
from pathlib import Path

import pytest
import yaml

from nsedmw.loader.load import load_file
from nsedmw.loader.syntax import explain
from tests.loader.reading import CONFIG, ENTRY, VOCABULARY, config, entry, problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "<string>:1:1: the file says nothing; write at least `middleware:`"),
        ("# only a comment\n", "<string>:1:1: the file says nothing; write at least `middleware:`"),
        ("---\n", "<string>:1:1: the file says nothing"),
        ("- just\n- a list\n", "<string>:1:1: a configuration is an object"),
        ("hello\n", "and this is a text; write `key: value` lines"),
        ("middleware:\n", "<string>:1:12: middleware: must be an object"),
        ("middleware: {}\n---\nmiddleware: {}\n", "<string>:2:1: a second document begins here"),
        ("middleware: {}\n---\n", "<string>:2:1: a second document begins here"),
        ("{}\n", "<string>:1:1: needs one of `middleware`, `extends`"),
    ],
)
def test_a_text_that_configures_nothing_is_refused(text, expected):
    found = problems(text)
    assert len(found) == 1
    assert expected in found[0]


def test_an_empty_middleware_section_says_that_nothing_is_checked():
    assert problems("middleware: {}\n") == []
    assert problems("middleware: {before_release: []}\n") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("middleware:\n\tbefore_release: []\n", "<string>:2:1: middleware: a tab; YAML indents"),
        ("middleware:\n  before_release:\n  - a\n\t- b\n", ":4:1: "),
        (config("blocklist:", "  - pattern: @everyone"), "<string>:6:22: "),
        (config("blocklist:", "  - pattern: *.exe"), "<string>:6:23: "),
        (config("blocklist:", "  - pattern: foo: bar"), "<string>:6:25: "),
        (config("blocklist:", "  - pattern: %x"), "unless it is in quotes; quote it"),
        (config("blocklist:", "  - pattern: !x"), "the tag !x is not read here"),
        (config("blocklist:", "  - pattern: &"), "`&` begins an anchor in YAML; quote a value"),
        (config('blocklist: ["\\d+"]'), "put a regex in single quotes"),
        (config("blocklist: ['it's']"), "<string>:5:25: "),
        (config("blocklist: ['a"), "<string>:5:21: "),
        (config("blocklist: [a"), "is not closed"),
        (config("blocklist: - a"), "begin the list in the next line"),
        (config("blocklist: []", " max_content_length: 5"), "<string>:6:10: "),
        ("middleware:\n  a: []\n b: []\n", "indent it like its neighbours"),
        ("middleware:\n  - a\n b: c\n", "<string>:3:2: "),
        (config("blocklist:", "  - [a-z]+"), "does not line up"),
        (config("blocklist:", "  - |x"), "`|` and `>` begin a text of several lines"),
        ("middleware: {a: b\n", "<string>:1:13: middleware: a `[` or `{` is not closed"),
        ("middleware:\n  before_release\n    - builtin: x\n", "a key above that lacks its `:`"),
        ("middleware: {}\nversion\n", "write `key: value`"),
        ("%YAML 1.9\n---\nmiddleware: {}\n", "leave that line out"),
        ("middleware: *base\n", "`*base` has no anchor above it; quote it if it is text"),
        ("middleware: &a [*a]\n", "`*a` stands inside what it stands for"),
        ("a: &a {b: 1}\n*a : 2\n", "a key must be text, and this is an alias"),
        ("[a]: b\n", "<string>:1:1: a key must be text"),
    ],
)
def test_a_slip_of_syntax_is_told_with_its_place_and_what_to_write(text, expected):
    found = problems(text)
    assert any(expected in line for line in found), found
    assert all(line.startswith("<string>:") for line in found)


@pytest.mark.parametrize("text", ["foo: bar", "*.exe", "@everyone"])
def test_a_pattern_that_needs_quotes_is_told_to_be_quoted(text):
    [found] = problems(config("blocklist:", f"  - pattern: {text}"))
    assert "quote" in found


@pytest.mark.parametrize(
    "text",
    ["'foo: bar'", "'*.exe'", '"@everyone"', "buy cheap #1 pills", "a\t# c", "'\\bkryptonite\\b'"],
)
def test_quoted_patterns_load(text):
    assert entry(config("blocklist:", f"  - pattern: {text}")).config["blocklist"][0]["pattern"]


@pytest.mark.parametrize(
    ("text", "line", "column", "key"),
    [
        ("middleware: {}\nversion: 1\nmiddleware: {}\n", 3, 1, "middleware"),
        (config("blocklist: []", "blocklist: [a]"), 6, 9, "blocklist"),
        (config("blocklist:", "  - {pattern: a, pattern: b}"), 6, 26, "pattern"),
    ],
)
def test_a_repeated_key_is_named_with_both_lines(text, line, column, key):
    [found] = problems(text)
    assert found.startswith(f"<string>:{line}:{column}: ")
    first = {3: 1, 6: 5 if column == 9 else 6}[line]
    assert f"the key '{key}' stands in line {first} and in line {line}; keep one" in found


@pytest.mark.parametrize(
    ("key", "read"),
    [("no", "the boolean false"), ("1", "the number 1"), ("~", "null"), ("0x1F", "the number 31")],
)
def test_a_key_that_yaml_reads_as_something_else_must_be_quoted(key, read):
    [found] = problems(f"middleware: {{}}\n{key}: 1\n")
    assert found.startswith("<string>:2:1: ")
    assert f"YAML reads `{key}` as" in found
    assert read in found
    assert "put the key in quotes" in found


@pytest.mark.parametrize(
    "tag",
    [
        "!!python/object/apply:os.system ['touch pwned']",
        "!!python/name:os.system",
        "!!binary aGk=",
        "!!set {a}",
        "!!int '3'",
        "!mine x",
    ],
)
def test_a_tag_is_refused_and_nothing_is_run(tag, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = problems(f"middleware: {{}}\nversion: {tag}\n")
    assert any("is not read here; leave it out" in line and ":2:10:" in line for line in found)
    assert list(tmp_path.iterdir()) == []


def test_tags_that_say_what_is_there_are_read():
    assert problems("middleware: !!map {before_release: !!seq []}\n") == []


def test_a_key_that_no_json_has_is_told_once():
    [found] = problems("middleware: {}\n.nan: 1\n")
    assert "<string>:2:1: " in found
    assert "NaN and infinity are no values here" in found


def test_an_error_without_a_place_is_placed_at_the_start():
    assert explain(yaml.YAMLError("?"), "", None) == (
        1,
        1,
        "this is no YAML; check its first lines",
    )


def test_a_string_tag_makes_a_string():
    assert entry(config("blocklist: [!!str 123]")).config["blocklist"] == ["123"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (".nan", "NaN and infinity are no values here"),
        (".inf", "NaN and infinity are no values here"),
        ("-.INF", "NaN and infinity are no values here"),
        ("2024-01-01", "YAML reads this as a date; put it in quotes"),
        ("2024-01-01 10:00:00", "YAML reads this as a date"),
        ("9" * 500, "a number of more than 400 digits"),
        ("0b_", "YAML takes this for a number and cannot read it"),
        ("1.0e+999", "NaN and infinity are no values here"),
    ],
)
def test_what_no_json_has_is_refused(value, message):
    found = problems(config(f"score: {value}"))
    assert any(line.startswith("<string>:5:16: ") and message in line for line in found)


def test_anchors_aliases_and_merge_keys_are_read():
    text = config(
        "blocklist:",
        "  - &first {pattern: a, action: warn}",
        "  - {<<: *first, pattern: b}",
        "  - {<<: [{word: c}, *first]}",
        "  - *first",
    )
    assert entry(text).config["blocklist"] == [
        {"pattern": "a", "action": "warn"},
        {"pattern": "b", "action": "warn"},
        {"word": "c", "pattern": "a", "action": "warn"},
        {"pattern": "a", "action": "warn"},
    ]


def test_a_merge_key_takes_objects_alone_and_stands_once():
    assert any("`<<` merges an object" in line for line in problems("a: {<<: 5}\n"))
    assert any("the key '<<' stands in line" in line for line in problems("a: {<<: {}, <<: {}}\n"))


def test_an_alias_bomb_is_refused_quickly_and_not_shown():
    lines = ["a: &a [x,x,x,x,x,x,x,x,x]"]
    for last, name in zip("abcdef", "bcdefg", strict=True):
        lines.append(f"{name}: &{name} [{','.join(['*' + last] * 9)}]")
    lines.append("middleware: *g")
    started = time.perf_counter()
    [found] = problems("\n".join(lines))
    assert time.perf_counter() - started < 1
    assert "more than 200000 values, aliases written out" in found
    assert len(found) < 300


def test_a_bomb_of_merge_keys_is_refused():
    wide = "a: &a {" + ", ".join(f"k{i}: 1" for i in range(1000)) + "}\n"
    text = wide + "b: {<<: [" + ", ".join(["*a"] * 1000) + "]}\n"
    assert any("more than 200000 values" in line for line in problems(text))


@pytest.mark.parametrize(
    "text",
    ["a: " + "[" * 20_000, "- " * 20_000 + "a", "{a: " * 20_000, "? " * 20_000, "a: " + "[" * 150],
)
def test_deep_nesting_is_refused(text):
    [found] = problems(text)
    assert "nested" in found or "a key must be text" in found
    assert len(found) < 500


def test_depth_counts_through_aliases():
    text = "a: &a " + "[" * 60 + "]" * 60 + "\nb: " + "[" * 60 + "*a" + "]" * 60 + "\n"
    assert any("nested deeper than 100 levels" in line for line in problems(text))


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        (b"middleware: {}\n# \xff\n", "2:3", "it is not UTF-8 here; save it as UTF-8"),
        ("middleware: {}".encode("utf-16"), "1:1", "it is UTF-16; save it as UTF-8"),
        (b"middleware: {}\nversion: \x00", "2:10", "the character U+0000 cannot stand"),
        (b"middleware: {}\n#\x07", "2:2", "the character U+0007 cannot stand"),
    ],
)
def test_bytes_that_are_no_text_are_refused_at_their_place(tmp_path, data, place, message):
    file = tmp_path / "p.yaml"
    file.write_bytes(data)
    spec, [problem] = load_file(file, VOCABULARY)
    assert spec is None
    assert str(problem).startswith(f"{file}:{place}: ")
    assert message in str(problem)


def test_a_lone_surrogate_in_a_text_is_refused():
    [found] = problems("middleware: {}\n# \ud800")
    assert "<string>:2:3: the character U+D800 cannot stand" in found


def test_one_byte_order_mark_is_accepted(tmp_path):
    file = tmp_path / "p.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + ENTRY.encode())
    assert load_file(file, VOCABULARY)[1] == []
    assert problems("\ufeff" + ENTRY) == []


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    missing = load_file(tmp_path / "no.yaml", VOCABULARY)
    assert missing[0] is None
    assert [str(problem) for problem in missing[1]] == [
        f"{tmp_path}/no.yaml:0:0: there is no such file; check the path"
    ]
    assert "it is a folder; name a file" in str(load_file(tmp_path, VOCABULARY)[1][0])


def test_a_file_over_the_bound_is_refused(tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text("#" * (4 * 1024 * 1024 + 1))
    assert "it is larger than 4194304 bytes" in str(load_file(file, VOCABULARY)[1][0])
    assert "it is larger than 4194304 bytes" in problems("#" * (4 * 1024 * 1024 + 1))[0]


def test_a_configuration_that_others_may_write_is_read(tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text(ENTRY)
    file.chmod(0o666)
    assert load_file(Path(file), VOCABULARY)[1] == []


def test_ten_thousand_items_load_with_their_last_mistake():
    items = "".join(f"          - {{word: 'w{index}', action: warn}}\n" for index in range(10_000))
    started = time.perf_counter()
    found = problems(CONFIG + "        blocklist:\n" + items + "          - {wrod: x}\n")
    assert time.perf_counter() - started < 5
    assert [line.partition(": ")[0] for line in found] == ["<string>:10006:14"]
    assert "did you mean 'word'?" in found[0]
