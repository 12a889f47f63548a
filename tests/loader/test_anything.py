"""Whatever text comes in: a configuration or problems with places, and nothing else."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nsedmw.loader.load import load_file, load_text
from tests.loader.reading import VOCABULARY

PIECES = st.sampled_from(
    [
        "middleware",
        "before_release",
        "before_tool",
        "builtin",
        "rule_based",
        "config",
        "defaults",
        "blocklist",
        "checkpoint",
        "extends",
        "when",
        "stages",
        "version",
        "properties",
        "tool",
        ": ",
        ":",
        "- ",
        "\n",
        "\n  ",
        "\n    ",
        "\n      ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "'",
        '"',
        "|",
        ">",
        "&a",
        "*a",
        "<<",
        "!",
        "!!str",
        "? ",
        "#",
        "%",
        "@",
        "\t",
        "~",
        "no",
        "1e3",
        "0123",
        "22:22",
        ".nan",
        "${A}",
        "$${",
        "${",
        "${A:-b}",
        "2024-01-01",
        "---",
        "...",
        "\\b",
        "\x00",
        "\ud800",
        "\ufeff",
        "é",
        "9" * 30,
        "=",
    ]
)
VALUES = st.recursive(
    st.sampled_from(
        ["no", "1", "a", "'x'", "~", "${A}", "${A:-1}", "0.5", "rule_based", "[]", "{}"]
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[" + ", ".join(items) + "]"),
        st.dictionaries(
            st.sampled_from(
                [
                    "middleware",
                    "before_release",
                    "builtin",
                    "binary",
                    "dylib",
                    "args",
                    "env",
                    "sha256",
                    "runner",
                    "config",
                    "mode",
                    "stages",
                    "when",
                    "blocklist",
                    "pattern",
                    "defaults",
                    "timeout_secs",
                    "checkpoint",
                    "key_env",
                    "properties",
                    "required",
                    "agents",
                    "name",
                    "extends",
                    "version",
                ]
            ),
            inner,
            max_size=4,
        ).map(lambda members: "{" + ", ".join(f"{k}: {v}" for k, v in members.items()) + "}"),
    ),
    max_leaves=15,
)
MANY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def _judged(found):
    spec, problems = found
    assert spec is not None or problems
    for problem in problems:
        assert problem.message
        assert problem.line >= 0
        str(problem).encode()
    assert problems == sorted(problems)


@MANY
@given(st.lists(PIECES, max_size=40).map("".join), st.booleans())
def test_any_text_is_a_configuration_or_has_problems(text, static):
    _judged(load_text(text, Path(), VOCABULARY, static=static))


@MANY
@given(VALUES, VALUES, st.booleans())
def test_any_tree_is_a_configuration_or_has_problems(entries, rest, static):
    text = f"middleware: {{before_release: [{entries}]}}\ndefaults: {rest}\n"
    _judged(load_text(text, Path(), VOCABULARY, static=static))
    _judged(load_text(entries, Path(), VOCABULARY, static=static))


@MANY
@given(st.binary(max_size=60))
def test_any_bytes_are_a_configuration_or_have_problems(tmp_path_factory, data):
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_bytes(data)
    _judged(load_file(file, VOCABULARY))
