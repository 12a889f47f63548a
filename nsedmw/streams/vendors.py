"""Where events of model APIs hold the arguments of tool calls, and when a call's are complete.

Chat completions and Responses as OpenAI streams them, Messages as Anthropic does: the events
themselves, as plain objects of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

Event = dict[str, Any]
Key = tuple[int | str, ...]
"""What tells a call from the others of its stream."""


class Piece(NamedTuple):
    """What one place of an event says of a call.

    `text` is a piece of its arguments, or all of them where it is `whole`.
    """

    key: Key
    text: str
    name: str = ""
    call_id: str = ""
    whole: bool = False


Visit = Callable[[Piece], str | None]
"""Asked at each place; returns the text to stand there, or None to leave it."""


class Unreadable(Exception):
    """An event carries a call that cannot be judged; says which kind, never its content."""


class Seen(NamedTuple):
    """Calls that an event completes, by the beginning of their keys; whether it is left out."""

    ended: tuple[Key, ...] = ()
    dropped: bool = False


def visit(event: Event, each: Visit) -> Seen:
    """Ask `each` about every place of an event that holds arguments, and write what it returns.

    Raises:
        Unreadable: there is a call of a kind that is not known.
    """
    if "choices" in event:
        return _chat(event, each)
    kind = event.get("type")
    if not isinstance(kind, str):
        return Seen()
    return _responses(event, kind, each) if kind.startswith("response.") else _messages(event, each)


def _chat(event: Event, each: Visit) -> Seen:
    """Chat completions: `choices[].delta.tool_calls[]`, and `function_call` before it."""
    ended: list[Key] = []
    for choice in event["choices"] or ():
        number = choice.get("index", 0)
        delta = choice.get("delta") or {}
        for at, call in enumerate(delta.get("tool_calls") or ()):
            function = call.get("function")
            if function is None:
                raise Unreadable(str(call.get("type") or "unknown"))
            key = (number, call.get("index", at))
            _write(function, "arguments", each, Piece(key, *_said(function), call.get("id") or ""))
        if delta.get("function_call"):
            function = delta["function_call"]
            _write(function, "arguments", each, Piece((number, "function"), *_said(function)))
        if choice.get("finish_reason"):
            ended.append((number,))
    return Seen(tuple(ended))


def _said(function: Event) -> tuple[str, str]:
    return function.get("arguments") or "", function.get("name") or ""


_RUN_BY_VENDOR: Final = {
    "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call",
    "tool_search_call",
}  # fmt: skip
"""Items of Responses that the vendor has run already when the client hears of them."""
_CALLS: Final = {"function_call", "mcp_call"}


def _responses(event: Event, kind: str, each: Visit) -> Seen:
    """Responses: an item is added, its arguments come in pieces, then whole, then it is done."""
    what = kind.removeprefix("response.")
    key: Key = (event.get("output_index", 0),)
    match what:
        case "output_item.added":
            _item(event.get("item") or {}, key, each, whole=False)
        case "output_item.done":
            _item(event.get("item") or {}, key, each, whole=True)
            return Seen((key,))
        case "function_call_arguments.delta" | "mcp_call_arguments.delta":
            _write(event, "delta", each, Piece(key, event.get("delta") or ""))
        case "function_call_arguments.done" | "mcp_call_arguments.done":
            name = event.get("name") or ""
            text = event.get("arguments") or ""
            _write(event, "arguments", each, Piece(key, text, name, whole=True))
            return Seen((key,))
        case "completed" | "incomplete" | "failed":
            for at, item in enumerate((event.get("response") or {}).get("output") or ()):
                _item(item, (at,), each, whole=True)
            return Seen(((),))
        case _:
            if "custom_tool_call" in what:
                raise Unreadable("custom_tool_call")
    return Seen()


def _item(item: Event, key: Key, each: Visit, *, whole: bool) -> None:
    kind = item.get("type") or ""
    if kind in _CALLS:
        call_id = item.get("call_id") or item.get("id") or ""
        _write(item, "arguments", each, Piece(key, *_said(item), call_id, whole))
    elif kind.endswith("_call") and kind not in _RUN_BY_VENDOR:
        raise Unreadable(kind)


def _messages(event: Event, each: Visit) -> Seen:
    """Messages: a block is started, its input comes as pieces of JSON text, the block stops."""
    key: Key = (event.get("index", 0),)
    match event.get("type"):
        case "content_block_start":
            _block(event.get("content_block") or {}, key, each, whole=False)
        case "content_block_delta":
            delta = event.get("delta") or {}
            if delta.get("type") == "input_json_delta":
                _write(delta, "partial_json", each, Piece(key, delta.get("partial_json") or ""))
        case "content_block_stop":
            # The vendor's own loop adds the block as it stands then.
            _block(event.get("content_block") or {}, key, each, whole=True)
            return Seen((key,))
        case "message_stop":
            for at, block in enumerate((event.get("message") or {}).get("content") or ()):
                _block(block, (at,), each, whole=True)
            return Seen(((),))
        case "input_json":
            return Seen(dropped=True)  # says again what the delta before it said
    return Seen()


def _block(block: Event, key: Key, each: Visit, *, whole: bool) -> None:
    if not str(block.get("type") or "").endswith("tool_use"):
        return
    given = block.get("input")
    text = json.dumps(given, ensure_ascii=False) if given else ""
    new = each(Piece(key, text, block.get("name") or "", block.get("id") or "", whole))
    if new is not None and (whole or given):
        block["input"] = json.loads(new) if new else {}


def _write(holder: Event, member: str, each: Visit, piece: Piece) -> None:
    new = each(piece)
    if new is not None:
        holder[member] = new


def plain(event: Any) -> Event | None:
    """Return an event as plain JSON objects of its own; None where it is no such event."""
    if isinstance(event, dict):
        copy: Any = _copied(event)
        return copy if isinstance(copy, dict) else None
    dump = getattr(event, "model_dump", None)
    dumped = dump(exclude_unset=True) if callable(dump) else None
    return dumped if isinstance(dumped, dict) else None


def like(event: Any, data: Event) -> Any:
    """Return an event of the kind that was given, with other data."""
    if isinstance(event, dict):
        return data
    try:
        return type(event).model_validate(data)
    except ValueError:  # the vendors' own packages check less than their models say
        return type(event).model_construct(**data)


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_copied(item) for item in value]
    return value
