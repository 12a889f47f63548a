"""Model output that means harm: calls that change, hide, come twice or are read in two ways."""

import copy
import json

import pytest

import nsedmw
from tests.conftest import CANARY
from tests.streams.calling import (
    FILLS,
    GUARD,
    SECRET,
    Said,
    chat,
    chunk,
    each_api,
    function,
    item,
    messages,
    read,
    refused,
    response,
    responses,
    said,
    taken,
    text_of,
)
from tests.streams.test_vendors import MALFORMED

BAD = {
    "no JSON": '{"command": ls}',
    "cut short": '{"command": "ls',
    "no object": '["ls"]',
    "null": "null",
    "a key twice": '{"command": "ls", "command": "rm -rf /"}',
    "two values": '{"command": "ls"}{"command": "ls"}',
    "white space": "  ",
    "no number": '{"a": NaN}',
    "half a character": '{"a": "\\ud83d"}',
}


@each_api
@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_arguments_that_readers_disagree_about_are_refused(api, text):
    refused(api(said(text)), "The run was given")


def test_a_name_that_comes_in_pieces_or_changes_is_refused():
    events = list(chat(Said("ba", ('{"command": "ls"}',))))
    events[2]["choices"][0]["delta"]["tool_calls"][0]["function"]["name"] = "sh"
    refused(events, "changes its name or its id")
    events = list(responses(said({"command": "ls"})))
    for place in (-2, -1):
        other = copy.deepcopy(events)
        holder = other[place].get("item") or other[place]["response"]["output"][1]
        holder["name"] = "other_tool"
        found = taken(GUARD, other)
        assert "changes its name or its id" in str(found.error)
        assert "other_tool" not in text_of(found.events)


def test_an_id_that_changes_is_refused():
    events = list(chat(said({"command": "ls"})))
    events[3]["choices"][0]["delta"]["tool_calls"][0]["id"] = "call_2"
    refused(events, "changes its name or its id")


def test_an_id_that_comes_after_the_end_is_refused():
    events = list(chat(said({"command": "ls"}, call_id="")))
    found = taken(GUARD, [*events, chunk(tool_calls=[function(0, id="call_2")])])
    assert "changes its name or its id" in str(found.error)


def test_a_name_that_is_said_again_goes_out_once():
    events = list(chat(said({"command": "ls"})))
    for one in events[2:-2]:
        call = one["choices"][0]["delta"]["tool_calls"][0]
        call["id"], call["function"]["name"] = "call_1", "bash"
    assert read(taken(GUARD, events).events) == [("bash", "call_1", '{"command":"ls"}')]


def test_a_name_that_comes_late_goes_out_with_the_first_piece():
    events = list(chat(said({"command": "ls"})))
    head = events[1]["choices"][0]["delta"]["tool_calls"][0]
    last = events[-3]["choices"][0]["delta"]["tool_calls"][0]
    last["function"]["name"], last["id"] = head["function"].pop("name"), head.pop("id")
    found = taken(GUARD, events)
    assert read(found.events) == [("bash", "call_1", '{"command":"ls"}')]
    first = found.events[1]["choices"][0]["delta"]["tool_calls"][0]
    assert (first["id"], first["function"]["name"]) == ("call_1", "bash")


@each_api
def test_a_call_that_nobody_names_is_refused(api):
    refused(api(said({"command": "ls"}, name="")), "a tool call without a name")


@each_api
def test_two_calls_of_one_id_are_refused(api):
    twice = said({"command": "ls"}), said({"command": "id"})
    found = taken(GUARD, api(*twice))
    assert "two tool calls of one id" in str(found.error)
    assert '"id"}' not in text_of(found.events)


AFTER = {
    "chat": lambda: [
        *list(chat(said({"command": "ls"})))[:-1],
        chunk(tool_calls=[function(0, "; rm -rf /")]),
    ],
    "responses": lambda: [
        *list(responses(said({"command": "ls"})))[:-1],
        {
            "type": "response.function_call_arguments.delta",
            "output_index": 1,
            "item_id": "fc_call_1",
            "delta": "; rm -rf /",
        },
    ],
    "messages": lambda: [
        *list(messages(said({"command": "ls"})))[:-2],
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": "; rm -rf /"},
        },
    ],
}


@pytest.mark.parametrize("events", AFTER.values(), ids=AFTER)
def test_a_call_that_goes_on_after_its_end_is_refused(events):
    found = taken(GUARD, events())
    assert "goes on after it had ended" in str(found.error)
    assert "rm -rf" not in text_of(found.events)
    assert read(found.events) == [("bash", "call_1", '{"command":"ls"}')]


def test_a_call_that_begins_after_the_end_is_judged_too():
    events = list(chat(said({"command": "ls"})))
    late = chunk(tool_calls=[function(5, '{"command": "rm -rf /"}', name="bash", id="late")])
    found = taken(GUARD, [*events, late])
    assert "Shell command" in str(found.error)
    assert "late" not in text_of(found.events)


def test_a_snapshot_that_says_other_arguments_goes_out_as_the_pieces_were_judged():
    events = list(responses(said({"command": "ls"})))
    events[-3]["arguments"] = '{"command": "rm -rf /"}'
    events[-2]["item"]["arguments"] = '{"command": "rm -rf /"}'
    events[-1]["response"]["output"][1]["arguments"] = '{"command": "rm -rf /"}'
    found = taken(GUARD, events)
    assert read(found.events) == [("bash", "call_1", '{"command":"ls"}')]
    assert "rm" not in text_of(found.events)


def test_a_call_that_only_the_last_event_has_is_judged():
    call = said({"command": "rm -rf /"}, call_id="call_2")
    events = list(responses(said({"command": "ls"})))
    events[-1]["response"]["output"].append(item(call, "".join(call.pieces), "completed"))
    found = taken(GUARD, events)
    assert "Shell command" in str(found.error)
    assert "call_2" not in text_of(found.events)


def test_calls_of_the_last_event_are_known_by_their_ids_and_not_by_their_places():
    calls = (
        said({"command": "echo a"}, call_id="call_a"),
        said({"command": "echo b"}, call_id="call_b"),
    )
    events = list(responses(*calls))
    events[-1]["response"]["output"].reverse()
    found = taken(GUARD, events)
    assert read(found.events) == [
        ("bash", "call_a", '{"command":"echo a"}'),
        ("bash", "call_b", '{"command":"echo b"}'),
    ]


def test_arguments_that_stand_in_the_first_event_alone_are_judged():
    def events(command):
        block = {"type": "tool_use", "id": "t", "name": "bash", "input": {"command": command}}
        yield {"type": "content_block_start", "index": 0, "content_block": block}
        yield {"type": "content_block_stop", "index": 0}

    assert read(taken(GUARD, events("ls")).events) == [("bash", "t", '{"command": "ls"}')]
    refused(events("rm -rf /"), "Shell command")


def approval(command):
    request = {
        "type": "mcp_approval_request",
        "id": "mcpr_1",
        "name": "bash",
        "server_label": "s",
        "arguments": json.dumps({"command": command}),
    }
    yield {"type": "response.created", "response": response()}
    yield {"type": "response.output_item.added", "output_index": 0, "item": request}
    yield {"type": "response.output_item.done", "output_index": 0, "item": request}
    yield {"type": "response.completed", "response": response(request)}


def test_a_call_that_the_vendor_runs_once_it_is_approved_is_judged_and_cannot_be_changed():
    found = taken(GUARD, approval("ls"))
    assert found.error is None
    assert len(found.events) == 4
    refused(approval("rm -rf /"), "Shell command")
    refused(approval("ls"), "changed but is run as the vendor holds it", FILLS)


def test_parsed_arguments_are_those_that_were_judged():
    events = list(responses(said({"command": f"login {SECRET}"})))
    events[-1]["response"]["output"][1]["parsed_arguments"] = {"command": f"login {SECRET}"}
    found = taken(GUARD, events, secrets=[SECRET])
    assert SECRET not in text_of(found.events)
    last = found.events[-1]["response"]["output"][1]
    assert last["parsed_arguments"] == json.loads(last["arguments"])


@pytest.mark.parametrize(
    "event",
    [
        {"type": CANARY, "delta": "x"},
        {"type": f"response.{CANARY}", "delta": "x"},
        {"type": "response.output_item.done", "item": {"type": CANARY}},
        {"type": "content_block_start", "content_block": {"type": CANARY}},
        {"type": "content_block_delta", "delta": {"type": CANARY}},
        chunk(tool_calls=[{"index": 0, "type": CANARY, CANARY: {}}]),
        chunk(tool_calls=[{"index": CANARY, "function": {}}]),
        chunk(tool_calls=CANARY),
    ],
    ids=lambda event: next(iter(event)),
)
def test_what_is_refused_is_not_quoted(event):
    refused([event], "The run was given")


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ({"type": "response.output_item.done", "item": {"type": "shell_call"}}, "a shell_call"),
        ({"type": "response.output_item.done", "item": {"type": "robot"}}, "a part of a kind"),
        (
            chunk(tool_calls=[{"index": 0, "type": "custom", "custom": {}}]),
            "a custom_tool_call, which",
        ),
        ("text", "neither an object nor"),
        (None, "neither an object nor"),
    ],
    ids=["a call of a known kind", "of an unknown kind", "a custom tool", "text", "nothing"],
)
def test_a_refusal_says_why(event, why):
    refused([event], why)


def nested(depth):
    value = {}
    for _ in range(depth):
        value = {"a": value}
    return {"type": "content_block_start", "content_block": value}


@pytest.mark.parametrize(
    "event", [*MALFORMED.values(), nested(100_000)], ids=[*MALFORMED, "nested without end"]
)
def test_an_event_of_another_form_than_its_api_gives_is_refused(event):
    found = GUARD.guard_tool_calls([event])
    with pytest.raises(nsedmw.Blocked, match="another form than its API gives"):
        list(found)
