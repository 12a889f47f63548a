"""The JSON forms: read strictly, written compactly."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsedmw.errors import InvalidContent, OverBound
from nsedmw.types import Context, Finding, Tool, Verdict
from nsedmw.wire import (
    NotJSON,
    Unreadable,
    decode_verdict,
    encode,
    encode_context,
    own,
    parse,
)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_what_is_written_is_read_back_as_it_was(value):
    copy = own(value)
    assert copy == value
    assert parse(encode(copy).decode()) == value


def test_a_context_is_compact_and_its_eight_keys_stand_in_order():
    context = Context({"text": "é"}, agent_id="agent-1", job_id="job-42", round=2, stage="release")
    assert encode_context(context).decode() == (
        '{"content":{"text":"é"},"action":"propose","agent_id":"agent-1","job_id":"job-42",'
        '"round":2,"stage":"release","metadata":{},"hook_state":{}}'
    )


def test_a_tool_run_appends_its_tool_with_absent_members_left_out():
    tool = Tool("ls", {"p": 1}, call_id="c1", turn=3)
    context = Context({"p": 1}, stage="before_tool", tool=tool)
    assert json.loads(encode_context(context))["tool"] == {
        "name": "ls",
        "arguments": {"p": 1},
        "call_id": "c1",
        "turn": 3,
        "caller": "",
    }
    assert list(json.loads(encode_context(context)))[-1] == "tool"


def test_a_context_is_encoded_once_however_many_ask():
    context = Context("x")
    assert encode_context(context) is encode_context(context)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", NotJSON),
        ("{", NotJSON),
        ("NaN", NotJSON),
        ("[Infinity]", NotJSON),
        ("{} {}", NotJSON),
        ("'a'", NotJSON),
        ("\ufeff{}", NotJSON),
        ('{"a":1,"a":1}', InvalidContent),
        ('[{"b":{"a":1,"a":1}}]', InvalidContent),
        ("1e999", InvalidContent),
        ("9" * 5000, InvalidContent),
        ("[" * 100_000 + "]" * 100_000, OverBound),
    ],
)
def test_text_that_is_not_one_sound_json_value_is_refused(text, error):
    with pytest.raises(error) as caught:
        parse(text)
    assert len(str(caught.value)) < 100, "quotes nothing"


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (b'{"verdict":"pass"}', Verdict("pass")),
        (b' \n{"verdict":"pass"}\r\n\t', Verdict("pass")),
        (b'\xef\xbb\xbf{"verdict":"pass"}', Verdict("pass")),
        (b'{"verdict":"pass","score":1,"reason":null}', Verdict("pass")),
        (
            b'{"verdict":"warn","content":{"a":[1]},"reason":"r","category":"c","hook_state":{"k":1}}',
            Verdict("warn", {"a": [1]}, "r", "c", {"k": 1}),
        ),
        (
            b'{"verdict":"block","findings":[{"category":"c","rule":"r","start":1,"end":2}]}',
            Verdict("block", findings=(Finding("c", "r", "", 1, 2),)),
        ),
        (b'{"verdict":"ask","question":"?"}', Verdict("ask", question="?")),
    ],
)
def test_a_sound_answer_is_its_verdict(answer, verdict):
    assert decode_verdict(answer) == verdict


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"not json",
        b"{}",
        b"null",
        b"[]",
        b'"pass"',
        b'{"verdict":"allow"}',
        b'{"verdict":"PASS"}',
        b'{"verdict":true}',
        b'{"verdict":["pass"]}',
        b'{"verdict":"pass"} x',
        b'log line\n{"verdict":"pass"}',
        b'{"verdict":"pass"}{"verdict":"block"}',
        b'{"verdict":"pass","verdict":"block"}',
        b'{"verdict":"pass","content":{"a":1,"a":2}}',
        b'{"verdict":"pass","content":NaN}',
        b'{"verdict":"pass","content":"\\ud800"}',
        b'{"verdict":"pass","reason":1}',
        b'{"verdict":"pass","category":{}}',
        b'{"verdict":"pass","hook_state":[]}',
        b'{"verdict":"pass","findings":{}}',
        b'{"verdict":"pass","findings":[{"category":"c"}]}',
        b'{"verdict":"ask","question":7}',
        b'\xef\xbb\xbf\xef\xbb\xbf{"verdict":"pass"}',
        b'\xff{"verdict":"pass"}',
        b'{"verdict":"pass"}\x00',
        b"[" * 20_000 + b"]" * 20_000,
    ],
)
def test_anything_but_exactly_one_sound_verdict_is_unreadable(answer):
    with pytest.raises(Unreadable):
        decode_verdict(answer)


def test_an_answer_over_the_bounds_is_told_apart():
    with pytest.raises(OverBound):
        decode_verdict(b'{"verdict":"pass","content":' + b"[" * 200 + b"]" * 200 + b"}")


def test_reprs_show_shapes_and_no_content(canary):
    context = Context(canary, metadata={canary: 1}, tool=Tool("t", {canary: 1}, result=canary))
    verdict = Verdict("warn", content={"a": canary}, reason=canary, hook_state={canary: 1})
    for value in (context, context.tool, verdict):
        assert canary not in repr(value)
    assert "content=<str of 20>" in repr(context)
