"""A caller's arguments become a context, or are refused.

Mistakes of the calling code raise TypeError or ValueError. Data that no context may hold is no
mistake of the code: it raises InvalidContent, which the engine answers with a block.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from nsedmw.errors import InvalidContent
from nsedmw.types import DEFAULT_STAGE, STAGES, Context, Tool, stage_named
from nsedmw.wire import MAX_CONTENT_BYTES, NotJSON, encode, own, parse

ABSENT: Final = msgspec.UNSET
"""No content was given (None is content: JSON's null)."""
RESERVED: Final = "nsedmw."
"""Metadata keys that begin so are the engine's own."""


def stage_at(point: str, stage: str | None) -> str:
    """The stage of a run at `point`; a spelling without `_` is understood.

    Raises:
        ValueError: no such stage there.
    """
    if stage is None:
        return DEFAULT_STAGE[point]
    known = stage_named(stage)
    if known is None or known not in STAGES[point]:
        stages = STAGES[point]
        told = f"use one of {', '.join(stages)}" if len(stages) > 1 else "it has one; leave it out"
        raise ValueError(f"no stage {stage!r} at {point}: {told}")
    return known


def context_of(
    stage: str,
    content: Any,
    tool: Mapping[str, Any] | None,
    action: str,
    agent_id: str,
    job_id: str,
    round: int,  # noqa: A002  # the context's own word
    metadata: Mapping[str, Any] | None,
) -> Context:
    """The context of a run.

    Raises:
        TypeError, ValueError: the caller's mistake.
        InvalidContent: data that no context may hold.
    """
    if not (type(action) is type(agent_id) is type(job_id) is str):
        _strings(action=action, agent_id=agent_id, job_id=job_id)
        action, agent_id, job_id = map(str.__str__, (action, agent_id, job_id))
    if type(round) is not int or round < 0:
        raise _bad_round(round)
    metadata = {} if metadata is None else _metadata(metadata)
    for text in (action, agent_id, job_id):
        if not text.isascii():
            own(text)
    if stage in ("before_tool", "after_tool"):
        call = _tool(tool)
        content, call = (_before if stage == "before_tool" else _after)(content, call)
        return Context(content, action, agent_id, job_id, round, stage, metadata, {}, call)
    if tool is not None:
        raise ValueError("`tool` is for runs at before_tool and after_tool")
    if content is ABSENT:
        raise TypeError("a run at a message point needs content")
    return Context(own(content), action, agent_id, job_id, round, stage, metadata, {})


def _strings(**values: object) -> None:
    for name, value in values.items():
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a string, not {type(value).__name__}")


def _bad_round(value: object) -> Exception:
    if isinstance(value, bool) or not isinstance(value, int):
        return TypeError(f"round must be an integer, not {type(value).__name__}")
    return ValueError("round must not be negative")


def _metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(metadata, Mapping):
        raise TypeError(f"metadata must be an object, not {type(metadata).__name__}")
    owned: dict[str, Any] = own(dict(metadata), MAX_CONTENT_BYTES)
    if any(key.startswith(RESERVED) for key in owned):
        raise ValueError(f"metadata keys that begin with `{RESERVED}` are the engine's own")
    return owned


def _tool(tool: Mapping[str, Any] | None) -> Tool:
    if not isinstance(tool, Mapping):
        raise TypeError("a run at a tool point needs tool={'name': ..., 'arguments': ...}")
    unknown = sorted(str(key) for key in tool if key not in Tool.__struct_fields__)
    if unknown:
        raise ValueError(
            f"tool has no member {unknown[0]!r}: use {', '.join(Tool.__struct_fields__)}"
        )
    name, call_id, caller = tool.get("name"), tool.get("call_id", ""), tool.get("caller", "")
    if not isinstance(name, str) or not name:
        raise TypeError("tool needs a name, a string that is not empty")
    _strings(call_id=call_id, caller=caller, source=tool.get("source", ""))
    turn, is_error = tool.get("turn"), tool.get("is_error", False)
    if turn is not None and (isinstance(turn, bool) or not isinstance(turn, int)):
        raise TypeError(f"turn must be an integer, not {type(turn).__name__}")
    if not isinstance(is_error, bool):
        raise TypeError(f"is_error must be true or false, not {type(is_error).__name__}")
    members = {key: own(value) for key, value in tool.items() if key != "arguments"}
    return Tool(arguments=_arguments(tool.get("arguments", ABSENT)), **members)


def _arguments(value: Any) -> Any:
    """The arguments as an object; JSON text, as model APIs carry them, is read strictly."""
    if value is ABSENT:
        return ABSENT
    if isinstance(value, str):
        try:
            parsed = own(parse(value))
        except NotJSON:
            raise InvalidContent("arguments that are not JSON") from None
        if not isinstance(parsed, dict):
            raise InvalidContent("arguments that are JSON but no object")
        return parsed
    if not isinstance(value, Mapping):
        raise TypeError(f"arguments must be an object or its JSON text, not {type(value).__name__}")
    return own(dict(value))


def _before(content: Any, call: Tool) -> tuple[Any, Tool]:
    if call.arguments is ABSENT:
        arguments = _arguments(content)
        if arguments is ABSENT:
            raise TypeError("tool needs arguments, an object or its JSON text")
        return arguments, msgspec.structs.replace(call, arguments=arguments)
    if content is not ABSENT and encode(_arguments(content)) != encode(call.arguments):
        raise ValueError("content and tool's arguments differ: at before_tool leave content out")
    return call.arguments, call


def _after(content: Any, call: Tool) -> tuple[Any, Tool]:
    if call.arguments is ABSENT:
        call = msgspec.structs.replace(call, arguments={})
    if content is ABSENT:
        content = call.result
    if content is ABSENT:
        raise TypeError("a run at after_tool needs content, the tool's output")
    content = own(content)
    return content, msgspec.structs.replace(call, result=content)
