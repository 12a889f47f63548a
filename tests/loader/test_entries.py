"""Entries: what they are, where they stand, what they are called, when they run."""

import pytest

from nsedmw.loader.nodes import read
from nsedmw.loader.tree import Document
from tests.loader.reading import ENTRY, VOCABULARY, entry, problems, spec


def _at(point, *fields):
    return f"middleware:\n  {point}:\n    - {{{', '.join(('builtin: rule_based', *fields))}}}\n"


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (
            "rule_based",
            (
                "3:7: middleware.before_release[0]: an entry is an object;"
                " write `- builtin: rule_based`"
            ),
        ),
        (
            "builtin:rule_based",
            ("an entry is an object; write `- builtin: NAME`, with a space after the colon"),
        ),
        (
            "{name: a}",
            (
                "3:7: middleware.before_release[0]: an entry says which check it is;"
                " write `builtin: NAME`"
            ),
        ),
        (
            "{builtin: rule_basd}",
            (
                "3:17: middleware.before_release[0].builtin: there is no builtin"
                " 'rule_basd'; did you mean 'rule_based'?"
            ),
        ),
        ("{builtin: zzz}", "there is no builtin 'zzz'; there is rule_based, plain"),
        ("{builtin: 5}", "3:17: middleware.before_release[0].builtin: must be a string"),
        ("{builtin: ''}", "must not be empty"),
        ("{builtin: permission}", "the builtin permission is not built yet"),
        ("{builtin: broken}", "this builtin cannot be used: package 'acme' does not load"),
        ("{builtin: endless}", "this cannot be checked: its JSON Schema refers deeper than"),
        ("{builtin: broken, score: 1}", "this builtin cannot be used"),
        ("{builtin: ill}", "the schema of ill cannot stand: /type: "),
        ("{builtin: needy}", "needs exactly one of `a`, `b`"),
        (
            "{builtin: plain, config: {a: 1}}",
            (
                "3:33: middleware.before_release[0].config.a:"
                " this builtin takes no options; leave it out"
            ),
        ),
        (
            "{builtin: rule_based, binary: ./x}",
            "needs exactly one of `builtin`, `binary`, `dylib`",
        ),
        ("{builtin: rule_based, args: []}", "`args` is for entries with `binary`; leave it out"),
        ("{builtin: rule_based, sandbox: {}}", "`sandbox` is not built yet"),
        (
            "{builtin: rule_based, max_content_length: 5}",
            ("'max_content_length' is an option of rule_based: it belongs under `config`"),
        ),
        (
            "{builtin: rule_based, tools: [a]}",
            ("`tools` is for entries of `before_tool` and `after_tool`; leave it out here"),
        ),
        ("{builtin: rule_based, stage: edit}", "unknown key 'stage'; did you mean 'stages'?"),
        ("{builtin: rule_based, version: 1}", "it belongs at the top of the file"),
        (
            "{builtin: rule_based, config: }",
            (
                "must be an object (`key: value` lines), not null:"
                " nothing is written here, which YAML reads as null; `{}` says none"
            ),
        ),
        ("{builtin: rule_based, agents: a*}", "must be a list, not a string; put it in brackets"),
        ("{builtin: rule_based, agents: ['']}", "agents[0]: must not be empty"),
        (
            "{builtin: rule_based, agents: []}",
            ("agents: must not be empty; write something, or leave the key out"),
        ),
        ("{builtin: rule_based, agents: [5]}", "agents[0]: must be a string, not a number"),
        ("{builtin: rule_based, stages: []}", "stages: must not be empty"),
        (
            "{builtin: rule_based, stages: [edt]}",
            ("stages[0]: before_release has no stage 'edt'; did you mean 'edit'?"),
        ),
        ("{builtin: rule_based, stages: [zzz]}", "it has edit, release"),
        (
            "{builtin: rule_based, stages: [completion]}",
            (
                "before_release has no stage `completion`,"
                " which is of on_completion; it has edit, release"
            ),
        ),
        ("{builtin: rule_based, timeout_secs: 0}", "timeout_secs: must be more than 0"),
        ("{builtin: rule_based, timeout_secs: -1}", "timeout_secs: must be more than 0"),
        ("{builtin: rule_based, timeout_secs: .inf}", "NaN and infinity are no values here"),
        ("{builtin: rule_based, timeout_secs: 1.0e+300}", "timeout_secs: must be at most 31536000"),
        (
            "{builtin: rule_based, timeout_secs: 1:30}",
            "YAML reads `1:30` as the number 90, and other",
        ),
        (
            "{builtin: rule_based, mode: off}",
            (
                "mode: must be one of enforce, observe, not a boolean:"
                " YAML reads `off` as the boolean false"
            ),
        ),
        ("{builtin: rule_based, optional: maybe}", "optional: must be true or false, not a string"),
        ("{builtin: rule_based, name: 5}", "name: must be a string, not a number"),
        ("{builtin: rule_based, name: ''}", "name: must not be empty"),
        ("{builtin: rule_based, when: 5}", "when: must be true or false or an object"),
    ],
)
def test_an_entry_that_cannot_stand_is_told(item, expected):
    found = problems(f"middleware:\n  before_release:\n    - {item}\n")
    assert len([line for line in found if expected in line]) == 1, found
    assert len(found) == 1 + ("score" in item), found


def test_a_builtin_at_a_hook_point_that_it_does_not_serve_is_refused():
    [found] = problems("middleware:\n  before_tool:\n    - builtin: plain\n")
    assert "3:16: middleware.before_tool[0].builtin: plain does not serve before_tool" in found
    assert "it serves before_release" in found


def test_around_tool_may_stand_and_takes_no_entry_yet():
    assert problems("middleware: {around_tool: []}\n") == []
    [found] = problems("middleware:\n  around_tool: [{builtin: retry}]\n")
    assert "2:16: middleware.around_tool: an entry of `around_tool` is not built yet" in found


def test_sound_entries_are_handed_on_beside_the_problems():
    from pathlib import Path

    from nsedmw.loader.load import load_text

    text = (
        ENTRY + "    - builtin: zzz\n    - {builtin: plain, stages: [edt]}\n    - builtin: plain\n"
    )
    found, wrong = load_text(text, Path("/base"), VOCABULARY)
    assert len(wrong) == 2
    assert found is not None
    assert [one.name for one in found.middleware["before_release"]] == ["rule_based", "plain#2"]


@pytest.mark.parametrize(
    ("point", "word", "stage"),
    [
        ("before_release", "edit", "edit"),
        ("on_provider_response", "providerresponse", "provider_response"),
        ("on_provider_response", "provider_response", "provider_response"),
        ("before_prompt", "beforeprompt", "before_prompt"),
        ("on_job_complete", "jobcomplete", "job_complete"),
        ("before_tool", "before_tool", "before_tool"),
    ],
)
def test_stages_are_understood_in_both_spellings(point, word, stage):
    assert entry(_at(point, f"stages: [{word}]")).stages == (stage,)


def test_an_entry_without_stages_runs_at_all_of_its_point():
    assert entry(_at("before_release")).stages == ("edit", "release")
    assert entry(_at("before_release", "stages: [release, edit, release]")).stages == (
        "release",
        "edit",
    )


def test_an_entry_says_everything_that_is_written():
    found = entry(
        _at(
            "before_tool",
            "name: guard",
            "mode: observe",
            "optional: true",
            "agents: [a*]",
            "tools: [read_*, write]",
            "timeout_secs: 2",
            "when: {properties: {action: {const: x}}}",
        )
    )
    assert (found.point, found.check.name, found.name) == ("before_tool", "rule_based", "guard")
    assert (found.mode, found.optional, found.timeout_secs) == ("observe", True, 2.0)
    assert (found.agents, found.tools) == (("a*",), ("read_*", "write"))
    assert found.when == {"properties": {"action": {"const": "x"}}}


def test_an_entry_that_says_nothing_has_the_formats_defaults():
    found = entry(ENTRY)
    assert (found.mode, found.optional, found.timeout_secs) == ("enforce", False, 30.0)
    assert (found.agents, found.tools, found.when) == ((), (), None)


def test_defaults_serve_entries_that_do_not_say():
    text = "defaults: {mode: observe, timeout_secs: 5, optional: yes}\n" + ENTRY
    found = entry(text)
    assert (found.mode, found.optional, found.timeout_secs) == ("observe", True, 5.0)
    assert entry(text + "      timeout_secs: 7\n").timeout_secs == 7.0


def test_wrong_defaults_are_told_once():
    text = "defaults: {timeout_secs: soon}\n" + ENTRY + "    - builtin: plain\n"
    [found] = problems(text)
    assert "1:26: defaults.timeout_secs: must be a number, not a string" in found


def test_a_repeated_default_name_is_numbered_and_never_takes_a_given_one():
    text = ENTRY + "    - {builtin: rule_based, name: rule_based#2}\n    - builtin: rule_based\n"
    names = [one.name for one in spec(text).middleware["before_release"]]
    assert names == ["rule_based", "rule_based#2", "rule_based#3"]


def test_two_given_names_may_not_be_equal_at_one_point():
    text = ENTRY + "      name: a\n    - {builtin: plain, name: a}\n"
    [found] = problems(text)
    assert found.startswith("<string>:5:30: middleware.before_release[1].name: another entry of")
    assert "(<string>, line 4); give one of them another name" in found


def test_equal_names_at_two_points_are_fine():
    text = ENTRY + "      name: a\n  before_prompt:\n    - {builtin: rule_based, name: a}\n"
    assert problems(text) == []


def test_a_document_finds_nodes_by_path():
    document = Document("f", read("a: [1, {b: 2}]\n", "f")[0])
    assert document.node(("a", 1, "b")).value == 2
    for absent in [("x",), ("a", "b"), ("a", 5), ("a", 1, "x", "y"), ("a", 0, "b")]:
        assert document.node(absent) is None
    assert str(document.key_problem(("a", 1, "b"), "m")) == "f:1:9: a[1].b: m"
    assert str(document.key_problem(("a", 7), "m")) == "f:1:4: a[7]: m"


def test_a_problem_of_a_builder_is_placed_at_its_node_or_the_nearest_above():
    found = entry(ENTRY + "      config: {blocklist: [a, b]}\n")
    place = found.place(("config", "blocklist", 1), "does not compile")
    assert str(place) == (
        "<string>:4:31: middleware.before_release[0].config.blocklist[1]: does not compile"
    )
    absent = found.place(("config", "max", "x"), "m")
    assert str(absent) == "<string>:4:15: middleware.before_release[0].config.max.x: m"


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        (
            "{properties: {contnt: {}}}",
            ("when.properties.contnt: the context has no key 'contnt'; did you mean 'content'?"),
        ),
        ("{required: [stag]}", "when.required[0]: the context has no key 'stag'; did you mean"),
        ("{allOf: [{anyOf: [{properties: {x: {}}}]}]}", "when.allOf[0].anyOf[0].properties.x: "),
        ("{not: {required: [x]}}", "when.not.required[0]: the context has no key 'x'; it has"),
        ("{if: {required: [x]}}", "when.if.required[0]: "),
        ("{then: {required: [x]}}", "when.then.required[0]: "),
        ("{else: {oneOf: [{required: [x]}]}}", "when.else.oneOf[0].required[0]: "),
        ("{dependentRequired: {x: []}}", "when.dependentRequired.x: "),
        (
            "{properties: {tool: {properties: {nam: {}}}}}",
            ("`tool` has no key 'nam'; did you mean 'name'?"),
        ),
        ("{properties: {tool: {allOf: [{required: [x]}]}}}", "when.properties.tool.allOf[0]"),
    ],
)
def test_a_when_that_speaks_of_a_key_that_no_context_has_is_refused(when, expected):
    [found] = problems(_at("before_tool", f"when: {when}"))
    assert expected in found


@pytest.mark.parametrize(
    "when",
    [
        "true",
        "{}",
        "{properties: {metadata: {properties: {anything: {}}, required: [other]}}}",
        "{properties: {tool: {properties: {arguments: {properties: {path: {}}}}}}}",
        "{required: [content, action, agent_id, job_id, round, stage, metadata, hook_state, tool]}",
        "{properties: 5, required: x, allOf: 3}",
    ],
)
def test_a_when_over_keys_of_the_context_is_handed_on(when):
    assert problems(_at("before_tool", f"when: {when}")) == []
