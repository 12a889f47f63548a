"""YAML that is data: read as it stands, and of the shape that a schema says."""

import pytest

from nsedmw.loader.literal import ShapeProblems, read_literal

GOOD = '- {name: a, point: before_release, text: "\\e ${X} $${", expect: {verdict: pass}}\n'


def test_data_has_no_variables_and_any_character():
    value, document = read_literal(GOOD, "cases.yaml", "golden-case")
    assert value[0]["text"] == "\x1b ${X} $${"
    assert str(document.problem((0, "point"), "m")) == "cases.yaml:1:20: [0].point: m"


def test_an_empty_text_has_no_value():
    assert read_literal("# nothing\n", "cases.yaml", "golden-case") == (None, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a: [", "cases.yaml:1:6: "),
        (GOOD + GOOD.replace("pass", "pas"), "[1].expect.verdict: must be one of pass, warn"),
        (GOOD.replace("text", "txt"), "[0].txt: unknown key 'txt'; did you mean 'text'?"),
        (GOOD.replace("name: a", "name: a, content: 1"), "needs exactly one of `content`, `text`"),
        (GOOD.replace("name: a", "name: a, tool: {name: x}"), "[0].tool: does not go with"),
        (GOOD.replace("before_release", "before_tool"), "[0]: `tool` is missing; write it"),
        ("[]", "must not be empty"),
    ],
)
def test_what_is_of_another_shape_is_told_with_its_place(text, expected):
    with pytest.raises(ShapeProblems) as caught:
        read_literal(text, "cases.yaml", "golden-case")
    assert expected in str(caught.value)
