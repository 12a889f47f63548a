"""The builtin `json_schema`: options in, verdicts out."""

from __future__ import annotations

import json

import pytest

import nsedmw
from nsedmw.builtins.json_schema import BUILTIN
from nsedmw.errors import Failure, OptionsRefused
from nsedmw.protocols import ReadFile
from nsedmw.shapes import shape
from nsedmw.types import STAGES, Context, Finding, Verdict


class Files:
    """A site whose files are these texts."""

    def __init__(self, **texts):
        self.texts = texts

    def read(self, option, path):
        assert option == "schema_file"
        return ReadFile(f"/etc/pipelines/{path}", self.texts[path])


def build(options, **texts):
    return BUILTIN.build(options, Files(**texts))


def problems(options, **texts):
    with pytest.raises(OptionsRefused) as caught:
        build(options, **texts)
    return [(problem.path, problem.message) for problem in caught.value.problems]


SHAPE = {
    "type": "object",
    "required": ["title"],
    "properties": {"tags": {"items": {"type": "string"}}},
}


def test_content_that_fits_passes_unchanged():
    verdict = build({"schema": SHAPE}).check(Context({"title": "x", "tags": ["y"]}))
    assert verdict == Verdict("pass")


def test_every_violation_stands_in_the_reason_and_is_a_finding():
    verdict = build({"schema": SHAPE}).check(Context({"tags": ["y", 1, None]}))
    assert verdict == Verdict(
        "block",
        reason=(
            "Content does not fit the JSON Schema: /: required: 'title' is missing;"
            " /tags/1: type: must be string; /tags/2: type: must be string"
        ),
        category="schema",
        findings=(
            Finding("schema", "required", ""),
            Finding("schema", "type", "/tags/1"),
            Finding("schema", "type", "/tags/2"),
        ),
    )


def test_past_twenty_violations_the_rest_is_counted():
    verdict = build({"schema": {"items": {"type": "string"}}}).check(Context([1] * 33))
    assert verdict.reason.endswith("/19: type: must be string; and 13 more")
    assert len(verdict.findings) == 20


def test_text_is_judged_as_a_string():
    middleware = build({"schema": {"type": "string", "maxLength": 5}})
    assert middleware.check(Context("{}")).verdict == "pass"
    assert middleware.check(Context("123456")).verdict == "block"


def test_null_content_is_judged_like_any_other():
    assert build({"schema": {"type": "null"}}).check(Context(None)).verdict == "pass"
    assert build({"schema": {"type": "string"}}).check(Context(None)).verdict == "block"


def test_nothing_of_the_content_is_in_the_verdict(canary):
    verdict = build({"schema": SHAPE}).check(Context({"tags": [{canary: canary}, [canary]]}))
    assert canary not in repr(verdict)


def test_a_schema_that_cannot_judge_is_a_failure_of_the_entry():
    with pytest.raises(Failure) as caught:
        build({"schema": {"$ref": "#"}}).check(Context("x"))
    assert caught.value.kind == "limit"


def test_a_schema_file_holds_the_same():
    options = {"schema_file": "s.json"}
    middleware = BUILTIN.build(options, Files(**{"s.json": json.dumps(SHAPE)}))
    assert middleware.check(Context({})).reason == (
        "Content does not fit the JSON Schema: /: required: 'title' is missing"
    )


@pytest.mark.parametrize("options", [{}, {"schema": True, "schema_file": "s"}])
def test_exactly_one_of_the_two_options_is_written(options):
    assert problems(options, s="true") == [
        ((), "write one of `schema` and `schema_file`, and not both")
    ]


def test_problems_of_a_schema_are_placed_inside_the_options():
    schema = {"properties": {"a": {"type": "strin"}}, "requried": ["a"]}
    assert {path for path, _ in problems({"schema": schema})} == {
        ("schema", "properties", "a", "type"),
        ("schema", "requried"),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "{",
            (
                "not JSON: Expecting property name enclosed in double quotes at line 1, column 2; a"
                " schema file holds JSON"
            ),
        ),
        ("type: object", "not JSON: Expecting value at line 1, column 1; a schema file holds JSON"),
        ('{"a": 1, "a": 2}', "it holds an object with a repeated key"),
        ("[]", "a schema file holds a JSON Schema: an object, true or false"),
        (
            '{"items": {"type": 3}}',
            (
                "/items/type in /etc/pipelines/s: must be one of string, number,"
                " integer, boolean, object, array, null, or a list of these without a repeat"
            ),
        ),
        (
            '{"minLength": -1}',
            "/minLength in /etc/pipelines/s: must be a whole number, 0 or more, not -1",
        ),
    ],
)
def test_problems_of_a_schema_file_say_where_in_it(text, message):
    assert problems({"schema_file": "s"}, s=text) == [(("schema_file",), message)]


def test_it_serves_every_point_that_has_content():
    assert BUILTIN.points == tuple(STAGES)


def test_its_options_have_a_description_each_and_no_other_is_allowed():
    options = shape(f"builtins/{BUILTIN.schema}")
    assert options["additionalProperties"] is False
    assert set(options["properties"]) == {"schema", "schema_file"}
    assert all(option["description"] for option in options["properties"].values())


PIPELINE = """\
middleware:
  before_release:
    - builtin: json_schema
      config:
        schema:
          properties:
            a: {type: %s}
"""


def test_in_a_pipeline_it_blocks_by_its_name_and_category():
    result = nsedmw.loads(PIPELINE % "string").run("before_release", {"a": 1})
    assert result.verdict == "block"
    assert (result.block.middleware, result.block.category) == ("json_schema", "schema")
    assert result.block.reason.endswith("/a: type: must be string")
    assert result.block.findings == (Finding("schema", "type", "/a"),)


def test_in_a_pipeline_what_cannot_be_judged_blocks_as_a_failure():
    text = PIPELINE % "string" + "            b: {$ref: '#/properties/b'}\n"
    result = nsedmw.loads(text).run("before_release", {"b": 1})
    assert (result.verdict, result.block.failure) == ("block", "limit")
    assert result.block.category == "middleware_error"


def test_a_mistake_in_the_schema_has_its_line_and_column():
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(PIPELINE % "strin")
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (7, 23)
    assert problem.message.endswith("did you mean 'string'")


def test_a_schema_file_is_found_beside_the_configuration(tmp_path):
    (tmp_path / "s.json").write_text('{"required": ["a"]}')
    entry = "[{builtin: json_schema, config: {schema_file: s.json}}]"
    engine = nsedmw.loads(f"middleware: {{before_release: {entry}}}", base_dir=tmp_path)
    assert engine.run("before_release", {}).verdict == "block"
    assert engine.run("before_release", {"a": 1}).verdict == "pass"
