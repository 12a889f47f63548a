"""Tool calls in a stream of events: held, judged, and only then passed on as they were judged."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nsedmw
from nsedmw.streams.text import MAX_HELD
from tests.conftest import CANARY
from tests.streams.calling import (
    APIS,
    FILLS,
    GUARD,
    SECRET,
    Said,
    chat,
    chunk,
    each_api,
    engine,
    function,
    messages,
    read,
    refused,
    responses,
    said,
    taken,
    text_of,
)


@each_api
def test_an_allowed_call_goes_out_in_one_piece_and_everything_else_as_it_came(api):
    events = list(api(said({"command": "ls -la"}), text="Hello"))
    before = copy.deepcopy(events)
    found = taken(GUARD, events)
    assert found.error is None
    assert read(found.events) == [("bash", "call_1", '{"command":"ls -la"}')]
    assert len(found.events) == len(events)
    assert events == before
    assert '"ls' in text_of(found.events)
    # The whole text stands in one piece: no other holds a part of it.
    pieces = [part for event in found.events for part in strings(event) if "ls -la" in part]
    assert set(pieces) == {'{"command":"ls -la"}'}


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


@each_api
def test_events_without_a_call_are_the_very_ones(api):
    events = list(api())
    assert all(a is b for a, b in zip(taken(GUARD, events).events, events, strict=True))


@each_api
def test_no_event_from_a_calls_first_on_goes_out_before_its_arguments_are_complete(api):
    events = list(api(said({"command": "ls"})))
    gone, seen = [], []

    def source():
        for event in events:
            gone.append(len(seen))
            yield event

    for event in GUARD.guard_tool_calls(source()):
        seen += [event]
    first = next(at for at in range(len(events)) if read(events[: at + 1]))
    whole = next(
        at
        for at in range(len(events))
        if read(events[: at + 1])[:1] == [("bash", "call_1", '{"command": "ls"}')]
    )
    assert gone[: first + 1] == list(range(first + 1))
    assert set(gone[first : whole + 1]) == {first}
    assert len(seen) == len(events)


@each_api
def test_a_blocked_call_leaves_no_trace_and_the_text_before_it_is_out(api):
    found = refused(api(said({"command": f"rm -rf / # {CANARY}"}), text="Hello"), "Shell command")
    told = text_of(found.events)
    assert "Hello" in told
    assert not [part for part in ("rm", "bash", "call_1", CANARY) if f'"{part}' in told]


@each_api
def test_what_follows_a_blocked_call_stays_in(api):
    events = list(api(said({"command": "rm -rf /"})))
    found = refused(events, "Shell command")
    assert found.events == events[: len(found.events)]
    assert len(found.events) < len(events) - 2


@pytest.mark.parametrize("one", [chat, responses, messages])
def test_a_second_call_that_is_blocked_goes_nowhere(one):
    good, bad = (
        said({"command": "ls"}, call_id="call_a"),
        said({"command": "rm -rf /"}, call_id="call_b"),
    )
    found = taken(GUARD, one(good, bad))
    assert isinstance(found.error, nsedmw.Blocked)
    assert "call_b" not in text_of(found.events)
    # Chat completions end all calls of a choice at once; elsewhere the first is out by then.
    first = [] if one is chat else [("bash", "call_a", '{"command":"ls"}')]
    assert read(found.events) == first


@each_api
def test_calls_beside_each_other_are_all_judged_and_each_goes_out_as_it_was_judged(api):
    calls = [said({"command": f"echo {n}"}, call_id=f"call_{n}", name=f"sh{n}") for n in range(3)]
    found = taken(GUARD, api(*calls))
    assert read(found.events) == [
        (f"sh{n}", f"call_{n}", f'{{"command":"echo {n}"}}') for n in range(3)
    ]


def interleaved(events):
    """The pieces of two calls by turns, where the API allows it."""
    head, tail, places = [], [], {0: [], 1: []}
    for event in events:
        calls = event["choices"][0]["delta"].get("tool_calls") if event["choices"] else None
        place = places[calls[0]["index"]] if calls else (tail if any(places.values()) else head)
        place.append(event)
    for pair in zip(*places.values(), strict=True):
        head += pair
    return head + tail


def test_calls_whose_pieces_come_by_turns_are_told_apart():
    calls = (
        said({"command": "echo a"}, call_id="call_a"),
        said({"command": "echo b"}, call_id="call_b"),
    )
    found = taken(GUARD, interleaved(chat(*calls)))
    assert read(found.events) == [
        ("bash", "call_a", '{"command":"echo a"}'),
        ("bash", "call_b", '{"command":"echo b"}'),
    ]


def test_two_pieces_of_a_call_in_one_event_are_both_its_arguments():
    both = [function(0, '{"command": ', name="bash", id="call_1"), function(0, '"ls"}')]
    found = taken(GUARD, [chunk(tool_calls=both), chunk(finish="tool_calls")])
    assert read(found.events) == [("bash", "call_1", '{"command":"ls"}')]


def test_the_choices_of_one_stream_are_told_apart_and_each_ends_by_itself():
    events = [
        chunk(0, tool_calls=[function(0, '{"command": "ls', name="bash", id="call_a")]),
        chunk(1, tool_calls=[function(0, '{"command": "id', name="bash", id="call_a")]),
        chunk(0, tool_calls=[function(0, '"}')]),
        chunk(0, finish="tool_calls"),
        chunk(1, content="kept waiting"),
        chunk(1, tool_calls=[function(0, '"}')]),
        chunk(1, finish="tool_calls"),
    ]
    found = taken(GUARD, events)
    assert [call[2] for call in read(found.events)] == ['{"command":"ls"}', '{"command":"id"}']
    assert [event["choices"][0]["index"] for event in found.events] == [0, 1, 0, 0, 1, 1, 1]
    events[1] = chunk(1, tool_calls=[function(0, '{"command": "rm -rf /', name="bash", id="b")])
    # The first choice's call was allowed, and yet would only go out in part.
    assert read(taken(GUARD, events).events) == []


def test_a_call_that_is_whole_does_not_wait_for_one_that_began_after_it():
    events = [
        chunk(0, content="Hello"),
        chunk(0, tool_calls=[function(0, '{"command": ', name="bash", id="call_a")]),
        chunk(0, tool_calls=[function(0, '"ls"}')]),
        chunk(1, tool_calls=[function(0, '{"command": "id"}', name="bash", id="call_b")]),
        chunk(0, finish="tool_calls"),
    ]
    seen, gone = [], []

    def source():
        yield from events
        gone.extend(seen)

    for event in GUARD.guard_tool_calls(source()):
        seen += [event]
    assert read(gone) == [("bash", "call_a", '{"command":"ls"}')]
    assert len(gone) == 3
    assert len(seen) == len(events)


def test_a_function_call_of_the_old_form_is_a_call():
    def events(command):
        yield chunk(function_call={"name": "bash", "arguments": ""})
        yield chunk(function_call={"arguments": '{"command": '})
        yield chunk(function_call={"arguments": f'"{command}"}}'})
        yield chunk(finish="function_call")

    assert read(taken(GUARD, events("ls")).events) == [("bash", "", '{"command":"ls"}')]
    refused(events("rm -rf /"), "Shell command")


@each_api
def test_a_call_without_arguments_is_judged_as_an_empty_object_and_stays_as_it_came(api):
    one = engine("{builtin: json_schema, config: {schema: {required: [path]}}}")
    events = list(api(said("", name="list_files")))
    assert taken(GUARD, events).events == events
    refused(events, "path", one)


@each_api
@pytest.mark.parametrize("text", ["", '{"a": 1}', '{\n"a": 1\n}'])
def test_what_a_middleware_makes_of_the_arguments_is_what_clients_read(api, text):
    expected = {**json.loads(text or "{}"), "dry_run": True}
    ((name, _, arguments),) = read(taken(FILLS, api(said(text, name="write"))).events)
    assert (name, json.loads(arguments)) == ("write", expected)


@each_api
def test_a_redaction_reaches_the_pieces_and_every_snapshot(api):
    call = said({"command": f"login --with {SECRET}"})
    found = taken(GUARD, api(call), secrets=[SECRET])
    assert found.error is None
    assert SECRET not in text_of(found.events)
    ((_, _, arguments),) = read(found.events)
    assert json.loads(arguments)["command"].startswith("login --with [REDACTED")


@each_api
def test_a_stream_that_ends_inside_of_a_call_gives_none_of_it(api):
    events = list(api(said({"command": "ls"}, size=6)))
    first = next(at for at in range(len(events)) if read(events[: at + 1]))
    refused(events[: first + 3], "arguments that are not JSON")


def test_a_call_that_is_complete_but_never_ended_is_judged_at_the_streams_end():
    def events(command):
        return [
            e
            for e in chat(said({"command": command}))
            if not e["choices"] or not e["choices"][0]["finish_reason"]
        ]

    assert read(taken(GUARD, events("ls")).events) == [("bash", "call_1", '{"command":"ls"}')]
    refused(events("rm -rf /"), "Shell command")


@each_api
def test_a_call_for_a_person_to_approve_goes_nowhere(api, monkeypatch):
    monkeypatch.setenv("NSEDMW_CHECKPOINT_KEY", "k" * 32)
    asks = engine("{builtin: shell_guard, config: {on_unreadable: ask}}")
    found = refused(api(said({"command": 'rm -rf "$X"'})), "", asks)
    assert isinstance(found.error, nsedmw.ApprovalRequired)
    assert found.error.question


def test_what_the_caller_says_of_the_run_reaches_it():
    seen = []

    class Sees:
        def check(self, context):
            tool = context.tool
            seen.append((context.agent_id, tool.turn, tool.name, tool.call_id, tool.arguments))
            return nsedmw.Verdict("pass")

    one = nsedmw.loads(
        "middleware: {before_tool: [{builtin: sees}]}", builtins={"sees": lambda _: Sees()}
    )
    tool = {"turn": 3, "name": "other", "arguments": {}}
    taken(one, chat(said({"a": 1}, call_id="call_9")), agent_id="scout", tool=tool)
    assert seen == [("scout", 3, "bash", "call_9", {"a": 1})] * 2


@each_api
def test_arguments_beyond_the_bound_are_refused_and_those_within_it_count_once(api):
    size = MAX_HELD // 2
    fits = api(said({"text": "x" * size}, name="write", size=size))
    assert len(read(taken(GUARD, fits).events)[0][2]) > size
    refused(
        api(said({"text": "x" * MAX_HELD}, name="write", size=size)),
        f"more than {MAX_HELD} characters",
    )


def test_snapshots_alone_count_as_well():
    call = said({"text": "x" * MAX_HELD}, name="write", size=MAX_HELD * 2)
    events = [one for one in responses(call) if not one["type"].endswith(".delta")]
    refused(events, f"more than {MAX_HELD} characters")


def test_a_snapshot_that_is_said_again_counts_once():
    text = json.dumps({"text": "x" * (MAX_HELD // 3 * 2)})
    request = {"type": "mcp_approval_request", "id": "m", "name": "write", "arguments": text}
    event = {"type": "response.output_item.added", "output_index": 0, "item": request}
    found = taken(GUARD, [event, event | {"type": "response.output_item.done"}])
    assert (found.error, len(found.events)) == (None, 2)


def pieces(events):
    """Responses without the events that end a call."""
    return [one for one in events if not one["type"].endswith(".done")]


@pytest.mark.parametrize(
    "events",
    [
        pieces(responses(said({"command": "ls"}))),
        [one for one in messages(said({"command": "ls"})) if one.get("index") != 1]
        + [one for one in messages(said({"command": "ls"})) if one.get("index") == 1][:-1]
        + [{"type": "message_stop"}],
    ],
    ids=["responses", "messages"],
)
def test_the_end_of_an_answer_ends_its_calls(events):
    gone = []

    def source():
        yield from events
        gone.extend(seen)

    seen = []
    for event in GUARD.guard_tool_calls(source()):
        seen += [event]
    assert read(gone) == [("bash", "call_1", '{"command":"ls"}')]


def test_calls_of_one_event_that_have_no_places_are_told_apart_by_their_order():
    calls = [function(0, f'{{"command": "echo {n}"}}', name="bash", id=f"c{n}") for n in range(2)]
    for call in calls:
        del call["index"]
    found = taken(GUARD, [chunk(tool_calls=calls), chunk(finish="tool_calls")])
    assert [
        call["function"]["arguments"]
        for call in found.events[0]["choices"][0]["delta"]["tool_calls"]
    ] == ['{"command":"echo 0"}', '{"command":"echo 1"}']


def test_a_place_without_arguments_gets_none():
    events = list(chat(said({"command": "ls"})))
    del events[1]["choices"][0]["delta"]["tool_calls"][0]["function"]["arguments"]
    assert taken(GUARD, events).events[1] == events[1]


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-9, 10**9) | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=6,
    ).map(lambda value: {"value": value}),
    st.lists(st.integers(0, 60), max_size=8),
    st.sampled_from(sorted(APIS)),
    st.booleans(),
)
def test_however_the_arguments_are_cut_the_same_calls_go_out(arguments, places, name, escaped):
    text = json.dumps(arguments, ensure_ascii=escaped)
    cuts = sorted(min(place, len(text)) for place in places)
    pieces = (text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True))
    whole = read(taken(GUARD, APIS[name](Said("t", (text,)))).events)
    assert json.loads(whole[0][2]) == arguments
    assert read(taken(GUARD, APIS[name](Said("t", tuple(pieces)))).events) == whole


class Source:
    """Events that say whether they were closed."""

    def __init__(self, events, error=None):
        self.events, self.error, self.closed = iter(events), error, 0

    def __iter__(self):
        return self

    def __next__(self):
        try:
            return next(self.events)
        except StopIteration:
            if self.error:
                raise self.error from None
            raise

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return next(self)
        except StopIteration:
            raise StopAsyncIteration from None

    def close(self):
        self.closed += 1


@each_api
def test_the_source_is_closed_however_it_ends(api):
    source = Source(api(said({"command": "ls"})))
    list(GUARD.guard_tool_calls(source))
    assert source.closed == 1
    source = Source(api(said({"command": "rm -rf /"})))
    with pytest.raises(nsedmw.Blocked):
        list(GUARD.guard_tool_calls(source))
    assert source.closed == 1
    source = Source(api(said({"command": "ls"})))
    for _ in GUARD.guard_tool_calls(source):
        break
    assert source.closed == 1


@each_api
def test_a_source_that_raises_inside_of_a_call_gives_none_of_it_and_its_error(api):
    events = list(api(said({"command": "ls"})))
    first = next(at for at in range(len(events)) if read(events[: at + 1]))
    source, out = Source(events[: first + 2], ConnectionError("reset")), []
    with pytest.raises(ConnectionError, match="reset"):
        out.extend(GUARD.guard_tool_calls(source))
    assert (read(out), source.closed) == ([], 1)
