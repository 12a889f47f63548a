"""Tool calls in the streams of the vendors' own packages, from a server on the loopback."""

import asyncio
import json
import re
from contextlib import aclosing
from pathlib import Path

import openai
import pytest

import nsedmw
from tests.streams.calling import (
    FILLS,
    GUARD,
    SECRET,
    chat,
    messages,
    plain,
    read,
    responses,
    said,
    text_of,
)
from tests.streams.vendor_server import serving

PAGE = Path(__file__).parents[2] / "docs/tool-call-streams.md"
ASKED = {"model": "m", "messages": [{"role": "user", "content": "go"}]}


@pytest.fixture(scope="module")
def vendor():
    with serving() as server:
        yield server


def chat_stream(client):
    return client.chat.completions.create(**ASKED, stream=True)


def responses_stream(client):
    return client.responses.create(model="m", input="go", stream=True)


def messages_stream(client):
    return client.messages.create(**ASKED, max_tokens=9, stream=True)


def beta_messages_stream(client):
    return client.beta.messages.create(**ASKED, max_tokens=9, stream=True)


def beta_responses_stream(client):
    return client.beta.responses.create(model="m", input="go", stream=True)


STREAMS = {
    "chat": (chat, "openai", chat_stream),
    "responses": (responses, "openai", responses_stream),
    "beta responses": (responses, "openai", beta_responses_stream),
    "messages": (messages, "anthropic", messages_stream),
    "beta messages": (messages, "anthropic", beta_messages_stream),
}
each_stream = pytest.mark.parametrize(("api", "package", "opened"), STREAMS.values(), ids=STREAMS)
TWO = (
    said({"command": "echo ok"}, call_id="call_a"),
    said({"command": f"login {SECRET}"}, name="run", call_id="call_b"),
    said("", name="list_files", call_id="call_c"),
)
READ = [
    ("bash", "call_a", {"command": "echo ok"}),
    ("run", "call_b", {"command": "login [REDACTED:secret]"}),
    ("list_files", "call_c", {}),
]


def parsed(events):
    return [(name, call_id, json.loads(text or "{}")) for name, call_id, text in read(events)]


def same_kinds(one, other):
    """Models of the same classes all the way down; their texts may differ."""
    assert type(one) is type(other)
    if isinstance(one, list):
        for a, b in zip(one, other, strict=True):
            same_kinds(a, b)
    elif hasattr(one, "model_fields_set"):
        assert one.model_fields_set == other.model_fields_set
        for name in one.model_fields_set - {"input", "parsed_arguments"}:
            same_kinds(getattr(one, name), getattr(other, name))


def awaited(client, opened, engine=GUARD, **arguments):
    async def take():
        out = []
        async with client as one:
            try:
                async for event in engine.aguard_tool_calls(await opened(one), **arguments):
                    out += [event]
            except nsedmw.Blocked as error:
                return out, error
        return out, None

    return asyncio.run(take())


@each_stream
def test_calls_go_out_as_they_were_judged_and_as_the_packages_own_objects(
    vendor, api, package, opened
):
    vendor.says(api(*TWO))
    with getattr(vendor, package)() as client:
        events = list(GUARD.guard_tool_calls(opened(client), secrets=[SECRET]))
        unguarded = [event for event in opened(client)]  # noqa: C416
    assert parsed(events) == READ
    assert SECRET not in text_of(events)
    for ours, theirs in zip(events, unguarded, strict=True):
        same_kinds(ours, theirs)
    again, error = awaited(getattr(vendor, f"async_{package}")(), opened, secrets=[SECRET])
    assert error is None
    assert [plain(event) for event in again] == [plain(event) for event in events]


@each_stream
def test_a_blocked_call_is_in_nothing_that_went_out_and_the_answer_is_closed(
    vendor, api, package, opened
):
    vendor.says(api(said({"command": "rm -rf /"}, call_id="call_x"), text="Hello"))
    out = []
    with getattr(vendor, package)() as client:
        stream = opened(client)
        with pytest.raises(nsedmw.Blocked, match="file system's root"):
            out.extend(GUARD.guard_tool_calls(stream))
        assert stream.response.is_closed
    assert "Hello" in text_of(out)
    assert "call_x" not in text_of(out)
    again, error = awaited(getattr(vendor, f"async_{package}")(), opened)
    assert "file system's root" in str(error)
    assert [plain(event) for event in again] == [plain(event) for event in out]


@each_stream
def test_who_leaves_early_closes_the_answer(vendor, api, package, opened):
    vendor.says(api(*TWO))
    with getattr(vendor, package)() as client:
        stream = opened(client)
        for _ in GUARD.guard_tool_calls(stream):
            break
        assert stream.response.is_closed

    async def leave():
        async with getattr(vendor, f"async_{package}")() as client:
            stream = await opened(client)
            async with aclosing(GUARD.aguard_tool_calls(stream)) as events:
                async for _ in events:
                    break
            return stream.response.is_closed

    assert asyncio.run(leave())


@each_stream
def test_a_connection_that_breaks_inside_of_a_call_gives_none_of_it(vendor, api, package, opened):
    events = list(api(said({"command": "echo ok"})))
    first = next(at for at in range(len(events)) if read(events[: at + 1]))
    vendor.says(events[: first + 3], cut=True)
    out = []
    with getattr(vendor, package)() as client, pytest.raises(Exception, match=r"closed|onnection"):
        out.extend(GUARD.guard_tool_calls(opened(client)))
    assert out
    assert read(out) == []


def test_models_whose_types_are_wrong_are_no_warning_that_quotes_them(vendor, recwarn):
    events = list(chat(said({"command": "rm -rf /"})))
    events[1]["choices"][0]["finish_reason"] = ["canary"]
    vendor.says(events)
    with vendor.openai() as client, pytest.raises(nsedmw.Blocked):
        list(GUARD.guard_tool_calls(chat_stream(client)))
    assert not [one for one in recwarn if "canary" in str(one.message)]


def test_members_that_python_calls_otherwise_keep_what_they_say(vendor):
    events = list(responses(said({"command": "echo ok"})))
    events[-2]["item"]["async"] = True
    vendor.says(events)
    with vendor.openai() as client:
        done = list(GUARD.guard_tool_calls(responses_stream(client)))[-2]
    assert done.item.async_ is True
    assert done.item.to_dict()["async"] is True


def test_anthropics_helper_gives_judged_blocks_and_messages_and_no_input_json(vendor):
    vendor.says(messages(*TWO))
    asked = {**ASKED, "max_tokens": 9}
    with vendor.anthropic() as client, client.messages.stream(**asked) as stream:
        events = list(GUARD.guard_tool_calls(stream, secrets=[SECRET]))
    kinds = {event.type for event in events}
    assert "input_json" not in kinds
    assert {"text", "content_block_stop", "message_stop"} <= kinds
    assert parsed(events) == READ
    assert SECRET not in text_of(events)
    assert events[-1].message.content[2].input == READ[1][2]

    async def take():
        async with vendor.async_anthropic() as client, client.messages.stream(**asked) as stream:
            return [e async for e in GUARD.aguard_tool_calls(stream, secrets=[SECRET])]

    assert [plain(event) for event in asyncio.run(take())] == [plain(event) for event in events]


def test_anthropics_helper_of_a_blocked_call_is_closed(vendor):
    vendor.says(messages(said({"command": "rm -rf /"})))
    out = []
    with (
        vendor.anthropic() as client,
        client.messages.stream(**ASKED, max_tokens=9) as stream,
    ):
        with pytest.raises(nsedmw.Blocked):
            out.extend(GUARD.guard_tool_calls(stream))
        assert stream.response.is_closed
        # What docs/tool-call-streams.md warns of: the helper's own message was never judged.
        assert "rm -rf" in stream.current_message_snapshot.to_json()
    assert "rm -rf" not in text_of(out)


TOOL = {
    "type": "function",
    "name": "run",
    "strict": True,
    "parameters": {"type": "object", "properties": {}},
}


def test_openais_helper_of_responses_gives_judged_snapshots_and_parsed_arguments(vendor):
    vendor.says(responses(*TWO[:2]))
    with (
        vendor.openai() as client,
        client.responses.stream(model="m", input="go", tools=[TOOL]) as stream,
    ):
        events = list(GUARD.guard_tool_calls(stream, secrets=[SECRET]))
    assert parsed(events) == READ[:2]
    assert any(getattr(event, "snapshot", "").startswith('{"command":') for event in events)
    call = events[-1].response.output[2]
    assert call.parsed_arguments == READ[1][2]
    assert SECRET not in repr(events)


def test_openais_helper_of_chat_completions_is_refused(vendor):
    vendor.says(chat(*TWO))
    out = []
    with vendor.openai() as client, client.chat.completions.stream(**ASKED) as stream:
        with pytest.raises(nsedmw.Blocked, match="of a kind that is not known"):
            out.extend(GUARD.guard_tool_calls(stream))
        assert stream._response.is_closed
    assert out == []


def test_a_whole_answer_that_is_no_stream_is_refused():
    call = {"id": "c", "type": "function", "function": {"name": "bash", "arguments": "{}"}}
    choice = {"index": 0, "finish_reason": "tool_calls", "message": {"tool_calls": [call]}}
    whole = openai.types.chat.ChatCompletion.construct(
        id="x", choices=[choice], created=1, model="m", object="chat.completion"
    )
    with pytest.raises(nsedmw.Blocked, match="a tool call in a whole message"):
        list(GUARD.guard_tool_calls([whole]))


@each_stream
def test_arguments_that_a_middleware_gave_reach_clients_of_the_packages(
    vendor, api, package, opened
):
    vendor.says(api(said("", name="write")))
    with getattr(vendor, package)() as client:
        events = list(FILLS.guard_tool_calls(opened(client)))
    assert parsed(events) == [("write", "call_1", {"dry_run": True})]


BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("number", "api"), list(enumerate([chat, responses, messages, messages, chat]))
)
def test_the_loops_of_the_page_run_and_call_what_was_allowed(vendor, number, api, capsys):
    calls = []
    names = {
        "engine": GUARD,
        "client": None,
        "call_tool": lambda name, arguments: calls.append((name, arguments)),
        "question": "go",
        "tools": [],
    }
    block = BLOCKS[number]
    package = "anthropic" if api is messages else "openai"
    asynchronous = "async " in block
    for events, expected in (
        (api(*TWO[:1]), [("bash", {"command": "echo ok"})]),
        (api(said({"command": "rm -rf /"})), []),
    ):
        vendor.says(events)
        calls.clear()
        if asynchronous:

            async def go():
                async with getattr(vendor, f"async_{package}")() as names["client"]:
                    exec(compile(block, PAGE.name, "exec"), names)
                    await names["answer"]()

            asyncio.run(go())
        else:
            with getattr(vendor, package)() as names["client"]:
                exec(compile(block, PAGE.name, "exec"), names)
        assert calls == expected
        assert ("not allowed" in capsys.readouterr().out) is not bool(expected)


def test_every_loop_of_the_page_is_run():
    assert len(BLOCKS) == 5
