import pytest

from nsedmw.cli.errors import Refused
from nsedmw.cli.intake import context_of, stage_of, text_of
from nsedmw.errors import InvalidContent


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (
            b"hello",
            "INPUT is not JSON: Expecting value at line 1, column 1; for plain text add --text",
        ),
        (b"", "INPUT is not JSON: Expecting value"),
        (b'{"content": NaN}', "NaN or Infinity, which JSON does not have"),
        (b'{"content": 1} 2', "INPUT is not JSON: Extra data"),
        (b'"text"', 'write {"content": ...}, or add --text'),
        (b"[1]", "INPUT is JSON but no context"),
        (b"\xff\xfe{", "INPUT is not UTF-8 text: byte 1"),
        (b'{"content": "\xed\xa0\x80"}', "INPUT is not UTF-8 text: byte 14"),
        (b"{}", "it has no `content`"),
        (b'{"contents": 1}', "no member 'contents'; did you mean 'content'?"),
        (b'{"content": 1, "zz": 1}', "no member 'zz'; a context has content, action"),
        (b'{"content": 1, "a\\u001b": 1}', "no member 'a\\x1b'"),
        (b'{"content": 1, "hook_state": {"a": 1}}', "`hook_state` must be {}"),
        (b'{"content": 1, "hook_state": null}', "`hook_state` must be {}"),
        (b'{"content": 1, "tool": {"name": "x"}}', "`tool` is for the tool points"),
    ],
)
def test_what_is_no_context_is_refused_with_what_to_write(data, told):
    with pytest.raises(Refused) as refused:
        context_of(data, "before_release")
    assert told in refused.value.message


@pytest.mark.parametrize("data", [b'{"content": {}}', b'{"content": {}, "tool": "bash"}'])
def test_a_tool_point_needs_a_tool(data):
    with pytest.raises(Refused, match="it needs `tool`, an object with a name"):
        context_of(data, "before_tool")


@pytest.mark.parametrize(
    "data",
    [
        b'{"content": {"a": 1, "a": 2}}',
        b'{"content": 1, "content": 2}',
        b'{"content": ' + b"9" * 5000 + b"}",
        b'{"content": 1e999}',
        b'{"content": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    ],
)
def test_a_context_that_readers_disagree_about_is_for_the_engine_to_block(data):
    with pytest.raises(InvalidContent):
        context_of(data, "before_release")


@pytest.mark.parametrize(
    "data",
    [
        b'[{"a": 1, "a": 2}]',
        b'{"contnt": {"a": 1, "a": 2}}',
        b'{"content": {"a": 1, "a": 2}, "round": NaN}',
        b'{"content": {"a": 1, "a": 2}',
        b"[" * 20_000 + b"]" * 20_000,
    ],
)
def test_a_strangers_shape_comes_before_what_it_holds(data):
    with pytest.raises(Refused):
        context_of(data, "before_release")


def test_a_context_keeps_its_members_and_one_bom_is_no_part_of_it():
    data = b'\xef\xbb\xbf{"content": "a", "agent_id": "x", "metadata": null, "hook_state": {}}'
    assert context_of(data, "before_release") == {"content": "a", "agent_id": "x", "metadata": None}


def test_text_is_the_content_as_it_stands():
    assert text_of(b'\xef\xbb\xbf{"a": NaN}\r\n', "before_prompt") == {"content": '{"a": NaN}\r\n'}


def test_text_is_refused_at_a_tool_point():
    with pytest.raises(Refused, match="--text is for messages: at before_tool give a context"):
        text_of(b"ls", "before_tool")


@pytest.mark.parametrize(
    ("given", "written", "stage"),
    [
        (None, None, None),
        ("edit", None, "edit"),
        (None, "edit", "edit"),
        ("providerresponse", "provider_response", "providerresponse"),
        ("edit", "", "edit"),
    ],
)
def test_the_stage_is_the_options_or_the_contexts(given, written, stage):
    assert stage_of(given, {} if written is None else {"stage": written}) == stage


def test_two_stages_that_differ_are_refused():
    with pytest.raises(Refused, match="--stage edit and INPUT's stage 'release' differ"):
        stage_of("edit", {"stage": "release"})


def test_a_stage_that_is_no_string_is_refused():
    with pytest.raises(Refused, match="must be a string"):
        stage_of(None, {"stage": 3})
