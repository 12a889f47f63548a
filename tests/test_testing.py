import pytest

import nsedmw
from nsedmw.testing import Case, check, load_cases, run_cases
from nsedmw.testing.expect import differences
from nsedmw.types import Block, Decision, Finding, Result, Warned

EMAIL = Finding("pii", "email", "/to", 0, 8)
PHONE = Finding("pii", "phone", "/to", 9, 20)


def told(expect, result):
    return list(differences({"verdict": result.verdict, **expect}, result))


def passed(content="x", *steps):
    return Result("pass", content, decisions=steps)


def step(**members):
    return Decision("rules", "builtin", "release", "pass", **members)


BLOCKED = Result("block", None, block=Block("rules", "pii", "it holds an address"))
WARNED = Result(
    "warn", "x", warnings=(Warned("a", "tone", "it shouts"), Warned("b", "pii", "an address"))
)
ASKED = Result("ask", None, question="May it run?", decisions=(step(category="approval"),))


@pytest.mark.parametrize(
    ("expect", "result"),
    [
        ({}, BLOCKED),
        ({"category": "pii", "middleware": "rules", "reason_contains": "an addr"}, BLOCKED),
        ({"content": None, "content_lacks": "x"}, BLOCKED),
        ({"category": "pii", "middleware": "b"}, WARNED),
        ({"category": "approval", "middleware": "rules", "reason_contains": "May it"}, ASKED),
        ({"category": "seen"}, passed("x", step(), step(category="seen"))),
        ({"content": {"a": [1, 2.0]}}, passed({"a": [1.0, 2]})),
        ({"content_lacks": ["ana", "4111"]}, passed({"a": ["bob", 411]})),
        ({"findings": []}, passed("x", step())),
        ({"findings": [{"rule": "email"}]}, passed("x", step(findings=(PHONE, EMAIL)))),
        # the first could be either one, and must leave the other its own
        (
            {"findings": [{"category": "pii"}, {"rule": "email"}]},
            passed("x", step(findings=(EMAIL, PHONE))),
        ),
        (
            {"findings": [{"path": "/to", "start": 9, "end": 20}]},
            passed("x", step(findings=(PHONE,))),
        ),
    ],
)
def test_what_is_expected_and_came_is_no_difference(expect, result):
    assert told(expect, result) == []


@pytest.mark.parametrize(
    ("expect", "result", "difference"),
    [
        (
            {"verdict": "pass"},
            BLOCKED,
            "verdict: expected pass, got block by rules (pii: it holds an address)",
        ),
        ({"verdict": "block"}, passed(), "verdict: expected block, got pass"),
        ({"category": "tone"}, BLOCKED, "category: expected 'tone', got 'pii'"),
        ({"middleware": "x"}, BLOCKED, "middleware: expected 'x', got 'rules'"),
        (
            {"reason_contains": "zz"},
            BLOCKED,
            "reason_contains: expected 'zz', got 'it holds an address'",
        ),
        (
            {"category": "pii", "middleware": "a"},
            WARNED,
            "no one warning or decision of 2 has category 'pii', middleware 'a'",
        ),
        ({"category": "x"}, passed(), "no one warning or decision of 0 has category 'x'"),
        ({"content": "abcd"}, passed("abxd"), "content: the whole: differs from character 3 on"),
        ({"content": "ab"}, passed("abc"), "content: the whole: differs from character 3 on"),
        (
            {"content": {"a/b": 1}},
            passed({"a/b": True}),
            "content: at /a~1b: expected a number, got a boolean",
        ),
        ({"content": [1, 2]}, passed([1]), "content: the whole: expected 2 items, got 1"),
        (
            {"content": [1, {"k": 2}]},
            passed([1, {"k": 3}]),
            "content: at /1/k: is a number of another value",
        ),
        (
            {"content": {"a": 1}},
            passed({"b": 1}),
            "content: the whole: 1 keys are missing and 1 were not expected",
        ),
        ({"content": "x"}, BLOCKED, "content: the whole: expected a string, got null"),
        ({"content": {}}, passed([]), "content: the whole: expected an object, got a list"),
        (
            {"content_lacks": "ana"},
            passed({"a": ["to ana"]}),
            "content_lacks: its text still stands at /a/0",
        ),
        (
            {"content_lacks": ["x", "ana"]},
            passed("ana"),
            "content_lacks: text 2 of 2 still stands there",
        ),
        (
            {"content_lacks": "ana"},
            passed({"ana@b": 1}),
            "content_lacks: its text still stands at /ana@b",
        ),
        (
            {"content_lacks": "411"},
            passed({"n": 4111}),
            "content_lacks: its text still stands at /n",
        ),
        ({"findings": []}, passed("x", step(findings=(EMAIL,))), "findings: expected none, got 1"),
        (
            {"findings": [{"rule": "ssn"}]},
            passed("x", step(findings=(EMAIL,))),
            "findings: none of 1 has rule 'ssn' (or it is another one's)",
        ),
        (
            {"findings": [{"in_key": True}]},
            passed("x", step(findings=(EMAIL,))),
            "findings: none of 1 has in_key True (or it is another one's)",
        ),
        (
            {"findings": [{"rule": "email"}] * 2},
            passed("x", step(findings=(EMAIL,))),
            "findings: none of 1 has rule 'email' (or it is another one's)",
        ),
    ],
)
def test_a_difference_is_one_sentence(expect, result, difference):
    assert told(expect, result) == [difference]


def test_a_difference_quotes_nothing_of_the_content(canary):
    for expect in ({"content": "other"}, {"content": {"a": 1}}, {"content_lacks": canary}):
        assert canary not in "".join(told(expect, passed(canary)))


PIPELINE = """\
middleware:
  before_release: [{builtin: rule_based}]
  before_tool: [{builtin: rule_based, config: {blocklist: [{word: rm}]}}]
"""


def case(**members):
    return Case(
        **{"name": "n", "point": "before_release", "expect": {"verdict": "pass"}, **members}
    )


def test_cases_run_in_their_order_and_keep_their_results():
    tool = {"name": "sh", "arguments": {"command": "rm x"}}
    cases = [
        case(content="fine"),
        case(content="fine", expect={"verdict": "block"}),
        case(content="fine", stage="edit"),
        case(point="before_tool", tool=tool, expect={"verdict": "block"}),
        case(content="fine", metadata={"nsedmw.x": 1}),
    ]
    with nsedmw.loads(PIPELINE) as engine:
        results = run_cases(engine, cases)
    assert [result.case for result in results] == cases
    assert [result.passed for result in results] == [True, False, True, True, False]
    assert results[1].failures == ("verdict: expected block, got pass",)
    assert results[2].result.decisions[0].stage == "edit"
    assert results[4].result is None
    assert "the engine's own" in results[4].error


def test_a_closed_engine_is_no_failure_of_a_case():
    engine = nsedmw.loads(PIPELINE)
    engine.close()
    with pytest.raises(nsedmw.EngineClosed):
        run_cases(engine, [case(content="x")])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "cases.yaml",
            (
                "# a comment\n- name: a\n  point: before_tool\n"
                "  tool: {name: sh, arguments: {n: 1}}\n  metadata: {k: [1, null]}\n"
                "  expect: {verdict: pass, content: {n: 1}}\n"
            ),
        ),
        (
            "cases.jsonl",
            (
                '\n{"name": "a", "point": "before_tool", "tool": {"name": "sh", "arguments":'
                ' {"n": 1}}, "metadata": {"k": [1, null]}, "expect":'
                ' {"verdict": "pass", "content": {"n": 1}}}\n'
            ),
        ),
    ],
)
def test_yaml_and_json_lines_say_the_same(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    assert load_cases(path) == [
        Case(
            "a", "before_tool", {"verdict": "pass", "content": {"n": 1}},
            metadata={"k": [1, None]}, tool={"name": "sh", "arguments": {"n": 1}},
            file=str(path), line=2,
        )
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["é 漢 🙂 \\ud83d\\ude42", "a\\u0000\\u2028b", "'\\\"\\\\ : # -", "no"]
)
def test_json_lines_keep_every_character(tmp_path, text):
    import json

    path = tmp_path / "cases.jsonl"
    line = '{"name": "a", "point": "before_prompt", "text": "%s", "expect": {"verdict": "pass"}}'
    path.write_text(line % text)
    assert load_cases(path)[0].content == json.loads(f'"{text}"')


def test_every_problem_of_a_file_is_raised_at_once(tmp_path):
    path = tmp_path / "cases.yaml"
    path.write_text(
        "- {name: a, point: before_prompt, text: x, expect: {verdict: pass}, tool: {name: t}}\n"
        "- {name: b, point: before_tool, text: x, expect: {verdict: pass}}\n"
    )
    with pytest.raises(nsedmw.ConfigError) as raised:
        load_cases(path)
    assert [(problem.line, problem.where) for problem in raised.value.problems] == [
        (1, "[0].tool"),
        (2, "[1]"),
    ]


class Quiet:
    def check(self, context):
        if context.content == "boom":
            raise RuntimeError
        return nsedmw.Verdict("warn" if context.content.isupper() else "pass", category="tone")


def test_one_check_is_run_as_an_engine_runs_it():
    result = check(Quiet(), "LOUD", agent_id="a", stage="edit")
    assert (result.verdict, result.decisions[0].stage) == ("warn", "edit")
    assert check(Quiet(), "boom").block.category == "middleware_error"


def test_one_check_can_be_run_at_a_tool_point_and_ask():
    class Ask:
        def check(self, context):
            return nsedmw.Verdict("ask", question=f"Run {context.tool.name}?")

    result = check(Ask(), point="before_tool", tool={"name": "rm", "arguments": {}})
    assert (result.verdict, result.question) == ("ask", "Run rm?")


def test_one_check_sees_null_where_no_content_is_given():
    class Null:
        def check(self, context):
            return nsedmw.Verdict("pass" if context.content is None else "block")

    assert check(Null()).verdict == "pass"


@pytest.mark.parametrize("point", ["around_tool", "nowhere"])
def test_one_check_needs_a_point_that_is_run(point):
    with pytest.raises(ValueError, match=f"no hook point '{point}'"):
        check(Quiet(), "x", point=point)
