"""Where events of model APIs hold the arguments of tool calls, and when a call's are complete.

Chat completions and Responses as OpenAI streams them, Messages as Anthropic does: the events
themselves, as plain objects of JSON. What is none of them is refused, as a call may be in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple, NoReturn

Event = dict[str, Any]
Key = tuple[int | str, ...]
"""What tells a call from the others of its stream."""


class Piece(NamedTuple):
    """What one place of an event says of a call.

    `text` is a piece of its arguments, or all of them where it is `whole`. `final`: it stands in a
    list of all calls, where the place tells nothing and the id does. `fixed`: the vendor runs what
    it holds itself, whatever becomes of the event.
    """

    key: Key
    text: str
    name: str = ""
    call_id: str = ""
    whole: bool = False
    final: bool = False
    fixed: bool = False


class Written(NamedTuple):
    """What is to stand at a place, and all of it up to there; name and id at the first alone."""

    text: str
    so_far: str
    name: str = ""
    call_id: str = ""


Visit = Callable[[Piece], Written | None]
"""Asked at each place; returns what is to stand there, or None to leave it."""


class Refused(Exception):
    """The stream cannot be judged; says why and quotes nothing."""


class Seen(NamedTuple):
    """Calls that an event completes, by the beginning of their keys; whether it is left out."""

    ended: tuple[Key, ...] = ()
    dropped: bool = False


def visit(event: Event, each: Visit) -> Seen:
    """Ask `each` about every place of an event that holds arguments, and write what it returns.

    Raises:
        Refused: it is, or may be, a call that cannot be judged.
        AttributeError, LookupError, TypeError, ValueError: it has another form than its API gives.
    """
    kind = event.get("type")
    if "choices" in event:
        if kind is not None:
            raise Refused("an event of two APIs at once")
        return _chat(event, each)
    if not isinstance(kind, str):
        raise Refused("an event of an API that is not known")
    api = _responses if kind.startswith("response.") else _messages
    return api(event, kind, each)


def _chat(event: Event, each: Visit) -> Seen:
    """Chat completions: `choices[].delta.tool_calls[]`, and `function_call` before it."""
    ended: list[Key] = []
    for choice in event["choices"] or ():
        number = _number(choice, "index")
        message, delta = choice.get("message") or {}, choice.get("delta") or {}
        if message.get("tool_calls") or message.get("function_call"):
            raise Refused("a tool call in a whole message, which no stream has")
        for at, call in enumerate(delta.get("tool_calls") or ()):
            function = call.get("function")
            kind = call.get("type") or "function"
            if function is None or call.get("custom") or kind != "function":
                raise _unjudged(f"{kind}_tool_call")
            key = (number, _number(call, "index", at))
            _function(function, call, key, each)
        if delta.get("function_call"):
            _function(delta["function_call"], {}, (number, "function"), each)
        if choice.get("finish_reason"):
            ended.append((number,))
    return Seen(tuple(ended))


def _function(function: Event, call: Event, key: Key, each: Visit) -> None:
    new = _write(function, "arguments", each, Piece(key, *_said(function), _text(call, "id")))
    if new is None:
        return
    function.pop("parsed_arguments", None)  # a helper's own reading of what was not judged yet
    # Clients join what the pieces say of a name: more than one would name another tool.
    for holder, member, said in ((function, "name", new.name), (call, "id", new.call_id)):
        if said:
            holder[member] = said
        else:
            holder.pop(member, None)


_CALLS: Final = {"function_call", "mcp_call", "mcp_approval_request"}
_RUN_BY_VENDOR: Final = {
    "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call",
    "program",
}  # fmt: skip
"""Items of Responses that the vendor has run already when the client hears of them."""
_NO_CALLS: Final = {
    "message", "reasoning", "compaction", "additional_tools", "mcp_list_tools",
    "mcp_approval_response", "agent_message",
}  # fmt: skip
_UNJUDGED: Final = {
    "custom_tool_call", "computer_call", "shell_call", "local_shell_call",
    "apply_patch_call", "tool_search_call", "multi_agent_call",
}  # fmt: skip
"""Calls that have no arguments as functions have; named for the reasons of refusals alone."""
_PASSING: Final = {
    "audio", "output_text", "refusal", "content_part", "reasoning", "reasoning_text",
    "reasoning_summary", "reasoning_summary_part", "reasoning_summary_text", "compaction",
    "web_search_call", "file_search_call", "code_interpreter_call", "code_interpreter_call_code",
    "image_generation_call", "mcp_call", "mcp_list_tools",
}  # fmt: skip
"""What events of Responses are about where they hold no call for the client to make."""


def _responses(event: Event, kind: str, each: Visit) -> Seen:
    """Responses: an item is added, its arguments come in pieces, then whole, then it is done."""
    about, _, step = kind.removeprefix("response.").rpartition(".")
    key: Key = (_number(event, "output_index"),)
    match about:
        case "":
            return _answer(event, step, each)
        case "output_item":
            _item(event.get("item"), key, each, whole=step == "done")
        case "function_call_arguments" | "mcp_call_arguments":
            _arguments(event, step, key, each)
        case _:
            if about.split(".")[0] not in _PASSING:
                _bare(event)
            return Seen()
    return Seen((key,) if step == "done" else ())


def _arguments(event: Event, step: str, key: Key, each: Visit) -> None:
    if step == "done":
        text, name = _said(event)
        _write(event, "arguments", each, Piece(key, text, name, whole=True))
    elif step == "delta":
        new = _write(event, "delta", each, Piece(key, _text(event, "delta")))
        if new is not None and "snapshot" in event:  # the vendor's own loop adds it
            event["snapshot"] = new.so_far
    else:
        _bare(event)


def _answer(event: Event, step: str, each: Visit) -> Seen:
    """Events of an answer as a whole, and of all items in it."""
    match step:
        case "created" | "queued" | "in_progress":
            for item in _output(event):
                _item(item, (), _too_early)
        case "completed" | "incomplete" | "failed":
            for at, item in enumerate(_output(event)):
                _item(item, _last(at), each, whole=True, final=True)
            return Seen(((),))
        case _:
            _bare(event)
    return Seen()


def _output(event: Event) -> list[Any]:
    return (event.get("response") or {}).get("output") or []


def _item(
    item: Event | None, key: Key, each: Visit, *, whole: bool = False, final: bool = False
) -> None:
    if item is None:  # the vendor's own package meets such
        return
    kind = _text(item, "type")
    if kind in _CALLS:
        # Who approves names the request, and the vendor then runs what the request had.
        fixed = kind == "mcp_approval_request"
        call_id = _text(item, "call_id") or _text(item, "id")
        piece = Piece(key, *_said(item), call_id, whole or fixed, final, fixed)
        new = _write(item, "arguments", each, piece)
        if new is not None and item.get("parsed_arguments") is not None:
            item["parsed_arguments"] = json.loads(new.text or "{}")
    elif not (
        kind in _NO_CALLS
        or kind in _RUN_BY_VENDOR
        or kind.endswith("_output")
        or (kind == "tool_search_call" and item.get("execution") == "server")
    ):
        raise _unjudged(kind)


_BLOCKS: Final = {
    "text", "thinking", "redacted_thinking", "container_upload", "compaction", "fallback",
    "mcp_tool_listing",
}  # fmt: skip
"""Blocks of Messages that are no calls; those whose names end with `_result` are none either."""
_DELTAS: Final = {
    "text_delta", "thinking_delta", "signature_delta", "citations_delta", "compaction_delta",
}  # fmt: skip
_TOLD: Final = {
    "message_delta", "ping", "error",
    # What the vendor's package says again of text.
    "text", "citation", "thinking", "signature", "compaction",
}  # fmt: skip


def _messages(event: Event, kind: str, each: Visit) -> Seen:
    """Messages: blocks, between a start that has none yet and a stop."""
    match kind:
        case "content_block_start" | "content_block_delta" | "content_block_stop":
            return _part(event, kind, each)
        case "message_start":
            for block in _content(event):
                _block(block, (), _too_early)
        case "message_stop":
            for at, block in enumerate(_content(event)):
                _block(block, _last(at), each, whole=True, final=True)
            return Seen(((),))
        case "input_json":
            return Seen(dropped=True)  # says again what the delta before it said
        case _ if kind not in _TOLD:
            _bare(event)
    return Seen()


def _part(event: Event, kind: str, each: Visit) -> Seen:
    """A block is started, its input comes as pieces of JSON text, the block stops."""
    key: Key = (_number(event, "index"),)
    if kind == "content_block_start":
        _block(event["content_block"], key, each)
    elif kind == "content_block_stop":
        if "content_block" in event:  # the vendor's own loop adds it
            _block(event["content_block"], key, each, whole=True)
        return Seen((key,))
    else:
        delta = event["delta"]
        what = delta.get("type")
        if what == "input_json_delta":
            _write(delta, "partial_json", each, Piece(key, _text(delta, "partial_json")))
        elif what not in _DELTAS:
            raise _unjudged(what)
    return Seen()


def _content(event: Event) -> list[Any]:
    return (event.get("message") or {}).get("content") or []


def _block(
    block: Event, key: Key, each: Visit, *, whole: bool = False, final: bool = False
) -> None:
    kind = _text(block, "type")
    if not kind.endswith("tool_use"):
        if kind not in _BLOCKS and not kind.endswith("_result"):
            raise _unjudged(kind)
        return
    given = block.get("input")
    text = json.dumps(given, ensure_ascii=False) if given else ""
    new = each(Piece(key, text, _text(block, "name"), _text(block, "id"), whole, final))
    if new is not None:
        block["input"] = json.loads(new.text or "{}")


def _last(at: int) -> Key:
    return (f"last {at}",)


def _too_early(_: Piece) -> NoReturn:
    raise Refused("a tool call in the event that begins an answer")


def _bare(event: Event) -> None:
    """An event that only tells how far something is may be of any kind."""
    for member, value in event.items():
        named = member == "type" or member.endswith("id")
        if not (value is None or isinstance(value, int | float) or (named and type(value) is str)):
            raise Refused("an event of a kind that is not known")


def _unjudged(kind: Any) -> Refused:
    known = isinstance(kind, str) and kind in _UNJUDGED
    return Refused(
        f"a {kind}, which nothing can judge" if known else "a part of a kind that is not known"
    )


def _number(holder: Event, member: str, default: int = 0) -> int:
    number = holder.get(member)
    if number is None:
        return default
    if type(number) is not int:
        raise TypeError(member)
    return number


def _text(holder: Event, member: str) -> str:
    text = holder.get(member)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise TypeError(member)
    return text


def _said(holder: Event) -> tuple[str, str]:
    return _text(holder, "arguments"), _text(holder, "name")


def _write(holder: Event, member: str, each: Visit, piece: Piece) -> Written | None:
    new = each(piece)
    if new is not None and (new.text or holder.get(member)):
        holder[member] = new.text
    return new


def plain(event: Any) -> Event | None:
    """Return an event as plain JSON objects of its own; None where it is no such event."""
    if isinstance(event, dict):
        copy: Any = _copied(event)
        return copy if isinstance(copy, dict) else None
    dump = getattr(event, "model_dump", None)
    if not callable(dump):
        return None
    # Its warnings would quote what the event holds.
    dumped = dump(by_alias=True, exclude_unset=True, warnings=False)
    return dumped if isinstance(dumped, dict) else None


def like(event: Any, data: Event) -> Any:
    """Return an event of the kind that was given, with other data."""
    # Built as the vendors' packages build theirs, which check nothing.
    return data if isinstance(event, dict) else type(event).model_construct(**data)


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_copied(item) for item in value]
    return value
