"""What tests of tool calls share: streams as each API writes them, clients that read them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import pytest

import nsedmw
from tests.conftest import CANARY

Event = dict[str, Any]


class Said(NamedTuple):
    """A call as a model makes it; its arguments in pieces."""

    name: str
    pieces: tuple[str, ...]
    id: str = "call_1"


def said(arguments: Any, *, name: str = "bash", call_id: str = "call_1", size: int = 4) -> Said:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return Said(name, tuple(text[at : at + size] for at in range(0, len(text), size)), call_id)


def chunk(choice: int = 0, finish: str | None = None, **delta: Any) -> Event:
    choices = [{"index": choice, "delta": delta, "finish_reason": finish}]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": choices,
    }


def function(index: int, arguments: str | None = None, **members: Any) -> Event:
    """A piece of a call of chat completions; `name` and `id` where they are given."""
    inner = {"arguments": arguments} | {k: v for k, v in members.items() if k == "name"}
    return {"index": index, "function": inner} | {k: v for k, v in members.items() if k != "name"}


def chat(*calls: Said, text: str = "Let me see. ") -> Iterator[Event]:
    yield chunk(role="assistant", content=text)
    for index, call in enumerate(calls):
        head = function(index, "", name=call.name, id=call.id, type="function")
        yield chunk(tool_calls=[head])
        for piece in call.pieces:
            yield chunk(tool_calls=[function(index, piece)])
    yield chunk(finish="tool_calls")
    yield chunk() | {"choices": []}


def item(call: Said, arguments: str, status: str) -> Event:
    return {
        "type": "function_call",
        "id": f"fc_{call.id}",
        "call_id": call.id,
        "name": call.name,
        "arguments": arguments,
        "status": status,
    }


def response(*items: Event) -> Event:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "output": list(items),
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


def message(text: str) -> Event:
    part = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [part],
    }


def _text_events(text: str) -> Iterator[Event]:
    place = {"output_index": 0, "item_id": "msg_1", "content_index": 0}
    yield {
        "type": "response.output_item.added",
        "output_index": 0,
        "item": message(text) | {"content": [], "status": "in_progress"},
    }
    part = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
    yield {"type": "response.content_part.added", **place, "part": part}
    yield {"type": "response.output_text.delta", **place, "delta": text, "logprobs": []}
    yield {"type": "response.output_text.done", **place, "text": text, "logprobs": []}
    yield {"type": "response.output_item.done", "output_index": 0, "item": message(text)}


def _call_events(at: int, call: Said) -> Iterator[Event]:
    whole = "".join(call.pieces)
    place = {"output_index": at, "item_id": f"fc_{call.id}"}
    yield {
        "type": "response.output_item.added",
        "output_index": at,
        "item": item(call, "", "in_progress"),
    }
    for piece in call.pieces:
        yield {"type": "response.function_call_arguments.delta", **place, "delta": piece}
    yield {"type": "response.function_call_arguments.done", **place, "arguments": whole}
    yield {
        "type": "response.output_item.done",
        "output_index": at,
        "item": item(call, whole, "completed"),
    }


def responses(*calls: Said, text: str = "Let me see. ") -> Iterator[Event]:
    events: list[Event] = [{"type": "response.created", "response": response()}]
    events += _text_events(text)
    for at, call in enumerate(calls, 1):
        events += _call_events(at, call)
    items = (item(call, "".join(call.pieces), "completed") for call in calls)
    events.append({"type": "response.completed", "response": response(message(text), *items)})
    for number, event in enumerate(events):
        yield {"sequence_number": number, **event}


def block(at: int, call: Said) -> Iterator[Event]:
    head = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
    yield {"type": "content_block_start", "index": at, "content_block": head}
    for piece in ("", *call.pieces):
        delta = {"type": "input_json_delta", "partial_json": piece}
        yield {"type": "content_block_delta", "index": at, "delta": delta}
    yield {"type": "content_block_stop", "index": at}


def messages(*calls: Said, text: str = "Let me see. ") -> Iterator[Event]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    head = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "usage": usage,
        "stop_reason": None,
        "stop_sequence": None,
    }
    yield {"type": "message_start", "message": head}
    start = {"type": "text", "text": ""}
    yield {"type": "content_block_start", "index": 0, "content_block": start}
    yield {"type": "ping"}
    delta = {"type": "text_delta", "text": text}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    for at, call in enumerate(calls, 1):
        yield from block(at, call)
    end = {"stop_reason": "tool_use", "stop_sequence": None}
    yield {"type": "message_delta", "delta": end, "usage": {"output_tokens": 2}}
    yield {"type": "message_stop"}


APIS = {"chat": chat, "responses": responses, "messages": messages}

Read = tuple[str, str, str]
"""A call as a client reads it: name, id, arguments."""


def _joined(event: Event, found: dict[Any, list[str]]) -> None:
    """Chat completions, as their clients join what the pieces say."""
    for choice in event["choices"]:
        delta = choice.get("delta") or {}
        legacy = delta.get("function_call")
        calls = list(delta.get("tool_calls") or ()) + ([{"function": legacy}] if legacy else [])
        for call in calls:
            known = found.setdefault((choice["index"], call.get("index")), ["", "", ""])
            inner = call["function"]
            for at, piece in enumerate((inner.get("name"), call.get("id"), inner["arguments"])):
                known[at] += piece or ""


def _of_item(one: Event) -> list[str]:
    return [one["name"], one.get("call_id") or one["id"], one["arguments"]]


def _items(event: Event, found: dict[Any, list[str]], known: dict[int, list[str]]) -> None:
    """Responses: every reading of a call must agree with the one by its pieces."""
    at, one = event.get("output_index"), event.get("item") or {}
    match event["type"]:
        case "response.output_item.added" if "arguments" in one:
            found[at] = known[at] = _of_item(one)
        case "response.function_call_arguments.delta":
            found[at][2] += event["delta"]
            assert event.get("snapshot", found[at][2]) == found[at][2]
        case "response.function_call_arguments.done":
            assert event["arguments"] == found[at][2]
        case "response.output_item.done" if "arguments" in one:
            assert _of_item(one) == found.setdefault(at, _of_item(one))
        case "response.completed":
            items = [_of_item(one) for one in event["response"]["output"] if "arguments" in one]
            assert sorted(items) == sorted(found.values())


def _blocks(event: Event, found: dict[Any, list[str]], inputs: dict[int, Any]) -> None:
    """Messages, raw and with what the vendor's helper adds."""
    at = event.get("index")
    match event["type"]:
        case "content_block_start" if event["content_block"]["type"].endswith("tool_use"):
            one = event["content_block"]
            found[at], inputs[at] = [one["name"], one["id"], ""], one["input"]
        case "content_block_delta" if "partial_json" in event["delta"]:
            found[at][2] += event["delta"]["partial_json"]
        case "content_block_stop" if at in inputs:
            found[at][2] = found[at][2] or json.dumps(inputs[at])
            one = event.get("content_block", {"input": json.loads(found[at][2])})
            assert one["input"] == json.loads(found[at][2])
        case "message_stop" if "message" in event:
            for at, one in enumerate(event["message"]["content"]):
                if one["type"].endswith("tool_use"):
                    assert [one["name"], one["id"]] == found[at][:2]
                    assert one["input"] == json.loads(found[at][2])


def plain(event: Any) -> Event:
    """An event of any package as its JSON."""
    return event if isinstance(event, dict) else event.to_dict()


def read(events: Iterable[Any]) -> list[Read]:
    """The calls that a client finds, in the order in which they began."""
    found: dict[Any, list[str]] = {}
    more: dict[int, Any] = {}
    for event in map(plain, events):
        if "choices" in event:
            _joined(event, found)
        elif event["type"].startswith("response."):
            _items(event, found, more)
        else:
            _blocks(event, found, more)
    return [(name, id_, arguments) for name, id_, arguments in found.values()]


def text_of(events: Iterable[Any]) -> str:
    """Everything that went out, to look for what must not be in it."""
    return json.dumps([plain(event) for event in events], ensure_ascii=False)


def engine(entries: str = "{builtin: shell_guard}, {builtin: redact_secrets}") -> nsedmw.Engine:
    return nsedmw.loads(f"middleware: {{before_tool: [{entries}]}}")


class Ended(NamedTuple):
    """What went out, and what ended it."""

    events: list[Any]
    error: BaseException | None


def taken(one: nsedmw.Engine, events: Iterable[Any], **arguments: Any) -> Ended:
    """Take all that goes out; the same must go out where it is awaited."""
    events = list(events)
    found = _taken(one, events, arguments)
    awaited = asyncio.run(_ataken(one, events, arguments))
    assert [plain(event) for event in awaited.events] == [plain(event) for event in found.events]
    assert type(awaited.error) is type(found.error)
    return found


def _taken(one: nsedmw.Engine, events: Iterable[Any], arguments: dict[str, Any]) -> Ended:
    out = []
    try:
        for event in one.guard_tool_calls(events, **arguments):
            out += [event]
    except nsedmw.Blocked as error:
        return Ended(out, error)
    return Ended(out, None)


async def _ataken(one: nsedmw.Engine, events: Iterable[Any], arguments: dict[str, Any]) -> Ended:
    async def source():
        for event in events:
            yield event

    out = []
    try:
        async for event in one.aguard_tool_calls(source(), **arguments):
            out += [event]
    except nsedmw.Blocked as error:
        return Ended(out, error)
    return Ended(out, None)


GUARD: Final = engine()
SECRET: Final = "hunter2-Winter-" + "x7Kq"
each_api = pytest.mark.parametrize("api", APIS.values(), ids=APIS)


def refused(events, why, one=GUARD):
    """Of a stream that is refused nothing of a call goes out, and nothing of it is told."""
    found = taken(one, events)
    assert isinstance(found.error, nsedmw.Blocked)
    assert why in str(found.error)
    assert read(found.events) == []
    assert CANARY not in f"{found.error!r} {found.error}"
    return found


class Fills:
    """Gives every call a member more."""

    def check(self, context):
        return nsedmw.Verdict("pass", content={**context.content, "dry_run": True})


FILLS = nsedmw.loads(
    "middleware: {before_tool: [{builtin: fills}]}", builtins={"fills": lambda _: Fills()}
)
