"""`${VAR}` in values: what it becomes, and that its value is never shown."""

import pytest

from tests.loader.reading import ENTRY, config, entry, problems, spec


@pytest.fixture(autouse=True)
def _environment(monkeypatch, canary):
    for name, value in {
        "NUMBER": "0",
        "YES": "true",
        "WORD": "kryptonite",
        "SECRET": canary,
        "EMPTY": "",
        "HALF": "1.5",
        "OCTAL": "010",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("UNSET", raising=False)
    monkeypatch.delenv("NSEDMW_CHECKPOINT_KEY", raising=False)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("${WORD}", "kryptonite"),
        ("a-${WORD}-${NUMBER}", "a-kryptonite-0"),
        ("${UNSET:-else}", "else"),
        ("${EMPTY:-else}", "else"),
        ("${WORD:-else}", "kryptonite"),
        ("x${EMPTY}", "x"),
        ("x${UNSET:-}", "x"),
        ("$${WORD}", "${WORD}"),
        ("$$${WORD}", "$${WORD}"),
        ("$WORD", "$WORD"),
        ("^a$", "^a$"),
        ("${NUMBER}", "0"),
        ("${YES}", "true"),
    ],
)
def test_a_string_is_filled_in(written, value):
    found = entry(config(f"blocklist: ['{written}']"))
    assert found.config["blocklist"] == [value]
    assert found.written["config"]["blocklist"] == [written]


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("max_content_length: ${NUMBER}", "max_content_length", 0),
        ("max_content_length: '${NUMBER}'", "max_content_length", 0),
        ("max_content_length: ${UNSET:-70}", "max_content_length", 70),
        ("score: ${HALF}", "score", 1.5),
        ("score: ${UNSET:-1e3}", "score", 1000.0),
        ("pii_patterns: ${YES}", "pii_patterns", True),
        ("pii_patterns: ${UNSET:-off}", "pii_patterns", False),
        ("normalize: ${UNSET:-false}", "normalize", False),
    ],
)
def test_one_variable_alone_takes_the_type_that_its_place_wants(line, key, value):
    found = entry(config(line)).config[key]
    assert found == value
    assert type(found) is type(value)


def test_fields_of_an_entry_take_their_type_too():
    found = entry(ENTRY + "      timeout_secs: ${UNSET:-7}\n      optional: ${YES}\n")
    assert (found.timeout_secs, found.optional) == (7.0, True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "blocklist: ['${UNSET}']",
            (
                "blocklist[0]: the environment variable UNSET is not set;"
                " set it, or write ${UNSET:-default}"
            ),
        ),
        ("max_content_length: ${UNSET}", "max_content_length: the environment variable UNSET"),
        ("blocklist: ['${']", "write `$${` for a literal `${`"),
        ("blocklist: ['${a-b}']", "write `$${` for a literal `${`"),
        (
            "max_content_length: ${SECRET}",
            (
                "max_content_length: must be a whole number, which the"
                " value of `${SECRET}` is not; set it to something else"
            ),
        ),
        ("max_content_length: ${OCTAL}", "must be a whole number, which the value of `${OCTAL}`"),
        ("max_content_length: 1${NUMBER}", "must be a whole number, which the value of"),
        (
            "pii_patterns: ['${SECRET}']",
            (
                "must be one of email, phone, ssn, credit_card, which the"
                " value of `${SECRET}` is not"
            ),
        ),
        ("blocklist: ['${EMPTY}']", "which the value of `${EMPTY}` is not"),
        ("max_content_length: ${UNSET:--5}", "must be at least 0, which the value of"),
        (
            "blocklist: ['$${']\n        max_content_length: $${",
            ("must be a whole number, which the value of this text is not"),
        ),
    ],
)
def test_a_variable_that_cannot_serve_is_named_and_its_value_is_not(line, expected, canary):
    [found] = problems(config(line))
    assert expected in found
    assert canary not in found


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("builtin: '${SECRET}'", "builtin: the value of the variable is none that can stand here;"),
        ("builtin: rule_based, stages: ['${SECRET}']", "none that can stand here; it has edit"),
        ("builtin: rule_based, when: {required: ['${SECRET}']}", "when.required[0]: the value of"),
        ("builtin: rule_based, mode: '${SECRET}'", "must be one of enforce, observe, which the"),
        ("builtin: rule_based, timeout_secs: '${SECRET}'", "must be a number, which the value"),
        ("builtin: '${UNSET:-ill}'", "the schema of this builtin cannot stand"),
        ("builtin: '${UNSET:-rule_based}', score: 1", "under the `config` of an entry with"),
    ],
)
def test_a_field_out_of_a_variable_is_not_quoted(fields, expected, canary):
    [found] = problems(f"middleware:\n  before_release:\n    - {{{fields}}}\n")
    assert expected in found
    assert canary not in found


def test_a_builtin_out_of_a_variable_that_does_not_serve_is_not_named():
    [found] = problems("middleware: {before_tool: [{builtin: '${UNSET:-plain}'}]}\n")
    assert "this builtin does not serve before_tool" in found
    assert entry("middleware: {before_release: [{builtin: '${UNSET:-plain}'}]}\n").name == "plain"


def test_a_number_without_end_in_a_variable_is_no_number(monkeypatch):
    monkeypatch.setenv("LONG", "9" * 5000)
    [found] = problems(config("max_content_length: ${LONG}"))
    assert "must be a whole number, which the value of `${LONG}` is not" in found
    assert "999" not in found


def test_keys_are_not_filled_in():
    [found] = problems(config("${WORD}: 1"))
    assert "unknown key '${WORD}'" in found


def test_a_value_that_is_not_utf8_is_refused(monkeypatch):
    monkeypatch.setenv("BYTES", "a\udcff")
    [found] = problems(config("blocklist: ['${BYTES}']"))
    assert "the value of the environment variable BYTES is not UTF-8" in found


def test_static_looks_at_no_variable_and_lists_what_it_left_out():
    text = config("max_content_length: ${UNSET}", "blocklist: ['$${a}', 'x${UNSET}', b]")
    found = spec(text, static=True)
    place = "middleware.before_release[0].config"
    assert found.unseen == (
        f"<string>:5:29: {place}.max_content_length: ${{UNSET}}",
        f"<string>:6:30: {place}.blocklist[1]: ${{UNSET}}",
        "the environment variable NSEDMW_CHECKPOINT_KEY, which signs waiting calls",
    )
    [one] = found.middleware["before_release"]
    assert one.config["blocklist"] == ["${a}", "x${UNSET}", "b"]
    assert ("config", "max_content_length") in one.unseen
    assert ("config", "blocklist", 1) in one.unseen


def test_static_still_judges_everything_else():
    [found] = problems(config("max_content_length: ${UNSET}", "blocklist: [5]"), static=True)
    assert ".blocklist[0]: " in found


@pytest.mark.parametrize(
    "field",
    [
        "mode: ${A}",
        "timeout_secs: ${A}",
        "optional: ${A}",
        "agents: ${A}",
        "when: ${A}",
        "stages: ['${A}']",
        "stages: ${A}",
        "name: ${A}",
        "config: ${A}",
        "agents: ['${A}']",
    ],
)
def test_static_takes_a_variable_at_every_field(field):
    [one] = spec(ENTRY + f"      {field}\n", static=True).middleware["before_release"]
    assert one.mode == "enforce"
    assert one.timeout_secs == 30.0
    assert one.stages == ("edit", "release")
    assert one.when is None
    assert one.name == "rule_based"


def test_a_builtin_that_was_not_looked_at_makes_no_entry():
    found = spec("middleware: {before_release: [{builtin: '${A}'}]}\n", static=True)
    assert found.middleware["before_release"] == ()
    assert found.unseen[0].endswith("middleware.before_release[0].builtin: ${A}")
