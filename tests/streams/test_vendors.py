"""Every event that the vendors' packages know is decided about: calls, what passes, what does not.

Where a new version of a package knows more, a table here is incomplete until somebody decides.
"""

import inspect
import types
from typing import Annotated, Any, Union, get_args, get_origin

import anthropic.types as anthropic_types
import anthropic.types.beta as anthropic_beta
import openai.types.beta as openai_beta
import openai.types.responses as openai_types
import pytest
from anthropic.lib.streaming import BetaMessageStreamEvent, MessageStreamEvent
from openai.types.chat import ChatCompletionChunk
from pydantic import BaseModel

from nsedmw.streams.vendors import Refused, visit

CARRIERS = {
    "action", "actions", "arguments", "code", "command", "commands", "function_call", "input",
    "operation", "parsed_arguments", "partial_json", "queries", "tool_calls",
}  # fmt: skip
"""Members that say what is to be done."""


def models(kind: Any):
    """The models of a union, however it is written."""
    if hasattr(kind, "__value__"):
        yield from models(kind.__value__)
    elif get_origin(kind) is Annotated:
        yield from models(get_args(kind)[0])
    elif get_origin(kind) in {Union, types.UnionType, list}:
        for part in get_args(kind):
            yield from models(part)
    elif inspect.isclass(kind) and issubclass(kind, BaseModel):
        yield kind


def by_kind(*unions: Any) -> dict[str, list[type[BaseModel]]]:
    found: dict[str, list[type[BaseModel]]] = {}
    for model in (one for union in unions for one in models(union)):
        for kind in get_args(model.model_fields["type"].annotation):
            found.setdefault(kind, []).append(model)
    return found


def carriers(model: type[BaseModel], seen: tuple[type, ...] = ()) -> set[str]:
    """Members of a model and what it holds that say what is to be done."""
    found = set()
    for name, field in model.model_fields.items():
        if name in CARRIERS:
            found.add(name)
        for inner in models(field.annotation):
            if inner not in seen and name not in {"item", "response", "message", "content_block"}:
                found |= carriers(inner, (*seen, model))
    return found


def sample(model: type[BaseModel], **members: Any) -> dict[str, Any]:
    """An event of that kind with something in every member."""
    made: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        kind = field.annotation
        first = next(iter(get_args(kind)), None) if name == "type" else None
        made[name] = first or ("x" if kind is str else 0 if kind is int else {"text": "x"})
    return made | members


def decided(event: dict[str, Any]) -> str:
    pieces: list[Any] = []
    try:
        seen = visit(event, pieces.append)
    except Refused:
        return "refused"
    return "call" if pieces else "dropped" if seen.dropped else "passes"


RESPONSES = by_kind(openai_types.ResponseStreamEvent, openai_beta.BetaResponseStreamEvent)
MESSAGES = by_kind(
    anthropic_types.RawMessageStreamEvent,
    anthropic_beta.BetaRawMessageStreamEvent,
    MessageStreamEvent,
    BetaMessageStreamEvent,
)
HOLDERS = {
    "response.output_item.added": {"item": {"type": "function_call"}},
    "response.output_item.done": {"item": {"type": "function_call"}},
    "response.completed": {"response": {"output": [{"type": "function_call"}]}},
    "response.incomplete": {"response": {"output": [{"type": "function_call"}]}},
    "response.failed": {"response": {"output": [{"type": "function_call"}]}},
    "content_block_start": {"content_block": {"type": "tool_use"}},
    "content_block_stop": {"content_block": {"type": "tool_use"}},
    "content_block_delta": {"delta": {"type": "input_json_delta"}},
    "message_stop": {"message": {"content": [{"type": "tool_use"}]}},
    "message_start": {"message": {"content": []}},
    "response.created": {"response": {"output": []}},
    "response.queued": {"response": {"output": []}},
    "response.in_progress": {"response": {"output": []}},
}
CALLS = {
    "response.function_call_arguments.delta", "response.function_call_arguments.done",
    "response.mcp_call_arguments.delta", "response.mcp_call_arguments.done",
    "response.output_item.added", "response.output_item.done", "response.completed",
    "response.incomplete", "response.failed", "content_block_start", "content_block_stop",
    "content_block_delta", "message_stop",
}  # fmt: skip
REFUSED = {
    "response.custom_tool_call_input.delta", "response.custom_tool_call_input.done",
    "response.shell_call_command.added", "response.shell_call_command.delta",
    "response.shell_call_command.done", "response.shell_call_output_content.delta",
    "response.shell_call_output_content.done",
}  # fmt: skip
RUN_BY_VENDOR = {
    "response.code_interpreter_call_code.done": {"code"},
    "error": {"code"},  # an error's number
}
"""What passes although it says what is done: the vendor has done it by then."""


def test_every_kind_of_event_is_decided_about():
    kinds = RESPONSES | MESSAGES
    found: dict[str, set[str]] = {}
    for kind, made in kinds.items():
        for model in made:
            event = sample(model, **HOLDERS.get(kind, {}))
            found.setdefault(decided(event), set()).add(kind)
    assert found.pop("passes") == set(kinds) - CALLS - REFUSED - {"input_json"}
    assert found == {"call": CALLS, "refused": REFUSED, "dropped": {"input_json"}}


def test_no_event_that_passes_says_what_is_to_be_done():
    kinds = {k: v for k, v in (RESPONSES | MESSAGES).items() if k not in CALLS | REFUSED}
    del kinds["input_json"]
    found = {kind: set().union(*map(carriers, made)) for kind, made in kinds.items()}
    assert {kind: names for kind, names in found.items() if names} == RUN_BY_VENDOR


def test_chunks_of_chat_say_what_is_to_be_done_in_the_places_that_are_known():
    known = {"tool_calls", "function_call", "arguments"}
    # `moderation` has what the vendor found in the prompt, and an error's number.
    assert carriers(ChatCompletionChunk) == known | {"input", "code"}
    assert carriers(ChatCompletionChunk.model_fields["choices"].annotation.__args__[0]) == known


ITEMS = by_kind(openai_types.ResponseOutputItem, openai_beta.BetaResponseOutputItem)
ITEM_CALLS = {"function_call", "mcp_call", "mcp_approval_request"}
ITEMS_REFUSED = {
    "custom_tool_call", "computer_call", "shell_call", "local_shell_call", "apply_patch_call",
    "tool_search_call", "multi_agent_call",
}  # fmt: skip
ITEMS_RUN_BY_VENDOR = {
    "code_interpreter_call": {"code"},
    "file_search_call": {"queries"},
    "image_generation_call": {"action", "code"},
    "program": {"code"},
    "web_search_call": {"action", "queries"},
}
ITEMS_DONE = {
    "multi_agent_call_output": {"action"},  # names what was done
    "computer_call_output": {"code"},  # a safety check's
}


def test_every_kind_of_item_is_decided_about_and_none_that_passes_says_what_is_to_be_done():
    found: dict[str, set[str]] = {}
    for kind in ITEMS:
        event = {"type": "response.output_item.done", "item": {"type": kind}}
        found.setdefault(decided(event), set()).add(kind)
    passing = found.pop("passes")
    assert found == {"call": ITEM_CALLS, "refused": ITEMS_REFUSED}
    named = {kind: set().union(*map(carriers, ITEMS[kind])) for kind in passing}
    # Tools that are offered have schemas and settings, and are no calls.
    named = {k: v for k, v in named.items() if k not in {"additional_tools", "tool_search_output"}}
    assert {k: v for k, v in named.items() if v} == ITEMS_RUN_BY_VENDOR | ITEMS_DONE


@pytest.mark.parametrize(("execution", "verdict"), [("server", "passes"), ("client", "refused")])
def test_a_search_for_tools_passes_where_the_vendor_has_made_it(execution, verdict):
    item = {"type": "tool_search_call", "execution": execution, "arguments": {"query": "x"}}
    assert decided({"type": "response.output_item.done", "item": item}) == verdict


BLOCKS = by_kind(anthropic_types.ContentBlock, anthropic_beta.beta_content_block.BetaContentBlock)
BLOCK_CALLS = {"tool_use", "server_tool_use", "mcp_tool_use"}


def test_every_kind_of_block_is_decided_about():
    found: dict[str, set[str]] = {}
    for kind in BLOCKS:
        event = {"type": "content_block_start", "index": 0, "content_block": {"type": kind}}
        found.setdefault(decided(event), set()).add(kind)
    assert found == {"call": BLOCK_CALLS, "passes": set(BLOCKS) - BLOCK_CALLS}
    named = {kind: set().union(*map(carriers, BLOCKS[kind])) for kind in found["passes"]}
    assert {k: v for k, v in named.items() if v} == {}


def test_every_kind_of_delta_is_decided_about():
    deltas = by_kind(
        anthropic_types.RawContentBlockDelta,
        anthropic_beta.beta_raw_content_block_delta.BetaRawContentBlockDelta,
    )
    found: dict[str, set[str]] = {}
    for kind in deltas:
        event = {"type": "content_block_delta", "index": 0, "delta": {"type": kind}}
        found.setdefault(decided(event), set()).add(kind)
    calls = {"input_json_delta"}
    assert found == {"call": calls, "passes": set(deltas) - calls}


UNKNOWN = {
    "no kind": {"candidates": [{"content": {"parts": [{"functionCall": {"name": "bash"}}]}}]},
    "nothing": {},
    "a kind that is no string": {"type": 1},
    "another API's": {"message": {"tool_calls": [{"function": {"name": "bash"}}]}, "done": False},
    "two APIs' at once": {"choices": [], "type": "response.output_item.done"},
    "a new kind with text": {"type": "response.robot_call.delta", "delta": "forward"},
    "a new kind with an object": {"type": "tool_call", "call": {"name": "bash"}},
    "a new step of a call": {"type": "response.function_call_arguments.patch", "patch": "x"},
    "a new state of an answer": {"type": "response.paused", "response": {"output": []}},
    "a new item": {"type": "response.output_item.added", "item": {"type": "robot_call"}},
    "an item of no kind": {"type": "response.output_item.added", "item": {"name": "bash"}},
    "a new block": {"type": "content_block_start", "content_block": {"type": "robot"}},
    "a new delta": {"type": "content_block_delta", "delta": {"type": "robot_delta"}},
    "a call before the answer": {
        "type": "response.created",
        "response": {"output": [{"type": "function_call", "name": "bash", "arguments": "{}"}]},
    },
    "a block before the message": {
        "type": "message_start",
        "message": {"content": [{"type": "tool_use", "name": "bash", "input": {"command": "x"}}]},
    },
    "a whole message": {
        "choices": [{"message": {"tool_calls": [{"function": {"name": "bash", "arguments": ""}}]}}]
    },
    "a whole message of the old form": {
        "choices": [{"message": {"function_call": {"name": "bash", "arguments": "{}"}}}]
    },
    "a custom call": {
        "choices": [{"delta": {"tool_calls": [{"index": 0, "type": "custom", "custom": {}}]}}]
    },
    "a custom call beside a function": {
        "choices": [
            {"delta": {"tool_calls": [{"index": 0, "function": {}, "custom": {"input": "x"}}]}}
        ]
    },
    "a function of another type": {
        "choices": [{"delta": {"tool_calls": [{"index": 0, "type": "robot", "function": {}}]}}]
    },
}


@pytest.mark.parametrize("event", UNKNOWN.values(), ids=UNKNOWN)
def test_what_may_be_a_call_of_an_unknown_form_is_refused(event):
    assert decided(event) == "refused"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "ping"},
        {"type": "keepalive", "sequence_number": 3},
        {"type": "response.robot_call.in_progress", "item_id": "x", "output_index": 1},
        {"type": "response.robot.half_done", "share": 0.5, "final": False, "of": None},
        {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
        {"type": "response.output_item.added", "output_index": 0, "item": None},
        {"choices": [{"index": 0, "text": "of the oldest form"}]},
        {"choices": None},
    ],
    ids=lambda event: event.get("type", "chat"),
)
def test_what_only_tells_how_far_something_is_passes(event):
    assert decided(event) == "passes"


MALFORMED = {
    "arguments that are no text": {
        "choices": [{"delta": {"tool_calls": [{"function": {"arguments": {}, "name": "t"}}]}}]
    },
    "a name that is no text": {
        "choices": [{"delta": {"tool_calls": [{"function": {"name": ["bash"]}}]}}]
    },
    "an id that is no text": {
        "choices": [{"delta": {"tool_calls": [{"id": 1, "function": {"name": "t"}}]}}]
    },
    "a place that is no number": {
        "choices": [{"delta": {"tool_calls": [{"index": True, "function": {}}]}}]
    },
    "a choice that is nothing": {"choices": [None]},
    "a delta that is text": {"choices": [{"delta": "x"}]},
    "calls that are numbers": {"choices": [{"delta": {"tool_calls": [1]}}]},
    "a block that is nothing": {"type": "content_block_start", "content_block": None},
    "no block": {"type": "content_block_start"},
    "a delta of an unusual kind": {"type": "content_block_delta", "delta": {"type": {}}},
    "items that are text": {"type": "response.completed", "response": {"output": "x"}},
    "input without JSON": {
        "type": "content_block_start",
        "content_block": {"type": "tool_use", "name": "t", "input": {"a": {1, 2}}},
    },
}


@pytest.mark.parametrize("event", MALFORMED.values(), ids=MALFORMED)
def test_what_has_another_form_than_its_api_gives_cannot_be_visited(event):
    with pytest.raises((AttributeError, LookupError, TypeError, ValueError)):
        visit(event, lambda _: None)
