"""The JSON forms of contexts and verdicts, read strictly and written compactly.

One rule: what JSON readers disagree about (repeated keys, NaN, lone surrogates, numbers without
end) never gets past this module in either direction.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final, NoReturn

import msgspec

from nsedmw.errors import InvalidContent, OverBound
from nsedmw.types import Context, Finding, Verdict

MAX_DEPTH: Final = 128
"""Containers inside each other, the outermost counted."""
MAX_CONTENT_BYTES: Final = 16 * 1024 * 1024
MAX_STATE_BYTES: Final = 1024 * 1024
MAX_INTEGER_BITS: Final = 14_000
"""A few less than CPython writes as decimal digits (4300) without being asked to."""

_WORST_ESCAPE: Final = 6
"""Bytes that JSON needs for one character at most (`\\u0000`)."""
_NO_WORD: Final = "its `verdict` is not pass, warn, block or ask"
_WORDS: Final = frozenset({"pass", "warn", "block", "ask"})
_SCALARS: Final = frozenset({str, int, float, bool, type(None)})
_encoder: Final = msgspec.json.Encoder()


class NotJSON(ValueError):
    """Text that is no JSON at all. Holds a position, never the text."""


def encode(value: Any) -> bytes:
    """Compact UTF-8 JSON of a value that `own` has returned, or of a `Context`."""
    return _encoder.encode(value)


def encode_context(context: Context) -> bytes:
    """The context as every program and library gets it; encoded once however many ask."""
    memo = context.__dict__
    if "json" not in memo:
        memo["json"] = _encoder.encode(context)
    payload: bytes = memo["json"]
    return payload


def own(value: Any, max_bytes: int = MAX_CONTENT_BYTES) -> Any:
    """A private copy of a JSON value, so that nobody else's change reaches a run.

    Tuples become lists.

    Raises:
        TypeError: it holds a value that JSON does not have (a set, bytes, a key that is no string).
        InvalidContent: it holds a lone surrogate, NaN or infinity, or an integer without end.
        OverBound: it is nested deeper than 128, or larger than `max_bytes` as JSON.
    """
    if type(value) is str:
        if not value.isascii():
            _sound_text(value)
        if len(value) * _WORST_ESCAPE > max_bytes:
            _within(value, max_bytes)
        return value
    copy = _Copy(max_bytes).of(value, 0)
    if isinstance(copy, dict | list | str):
        _within(copy, max_bytes)
    return copy


def _within(value: Any, max_bytes: int) -> None:
    if len(_encoder.encode(value)) > max_bytes:
        raise OverBound(f"larger than {max_bytes} bytes as JSON")


def _sound_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidContent("text that is not valid Unicode (a lone surrogate)") from None


class _Copy:
    """A walk that gives up once what it has copied cannot fit any more.

    A value may be small and still never end when it is written out: `x = [x0, x0]` forty times.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max = self._left = max_bytes

    def of(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if kind is dict or kind is list or kind is tuple:
            return self._container(value, depth)
        if kind in _SCALARS:
            _sound_scalar(value, kind)
            self._spend(len(value) + 2 if kind is str else 1)
            return value
        if isinstance(value, dict | list | tuple):
            return self._container(value, depth)
        return self.of(_plain(value), depth)

    def _container(self, value: Any, depth: int) -> Any:
        if depth == MAX_DEPTH:
            raise OverBound(f"nested deeper than {MAX_DEPTH} containers")
        self._spend(1 + max(len(value), 1))  # two brackets, and a comma between members
        if not isinstance(value, dict):
            return [self.of(item, depth + 1) for item in value]
        copy: dict[str, Any] = {}
        for key, item in value.items():
            plain = _key(key)
            self._spend(len(plain) + 3)  # two quotes and a colon
            copy[plain] = self.of(item, depth + 1)
        return copy

    def _spend(self, count: int) -> None:
        """Never more than JSON needs, so that nothing is refused that would have fitted."""
        self._left -= count
        if self._left < 0:
            raise OverBound(f"larger than {self._max} bytes as JSON")


def _sound_scalar(value: Any, kind: type) -> None:
    if kind is str and not value.isascii():
        _sound_text(value)
    elif kind is int and value.bit_length() > MAX_INTEGER_BITS:
        raise InvalidContent("an integer of more than 4200 digits")
    elif kind is float and not math.isfinite(value):
        raise InvalidContent("a number that JSON does not have (NaN or infinity)")


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key of type {type(key).__name__}: JSON objects have string keys")
    plain = str.__str__(key)
    if not plain.isascii():
        _sound_text(plain)
    return plain


def _plain(value: Any) -> Any:
    """The JSON value behind a subclass (an enum of strings, say)."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int.__int__(value)
    if isinstance(value, float):
        return float.__float__(value)
    raise TypeError(f"a value of type {type(value).__name__}, which JSON does not have")


def _refuse_constant(_: str) -> NoReturn:
    raise NotJSON("it holds NaN or Infinity, which JSON does not have")


def _integer(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:
        raise InvalidContent("an integer of more than 4200 digits") from None


def _float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise InvalidContent("a number too large for JSON readers (over 1.8e308)")
    return number


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise InvalidContent("an object with a repeated key")
    return members


_decoder: Final = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_constant=_refuse_constant,
    parse_int=_integer,
    parse_float=_float,
)


def parse(text: str) -> Any:
    """One JSON value from text, with at most white space around it.

    Raises:
        NotJSON: it is no JSON; the message has line and column.
        InvalidContent: it is JSON that §3 of the protocol forbids (a key repeated, say).
    """
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise NotJSON(
            f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        ) from None
    except RecursionError:
        raise OverBound(f"nested deeper than {MAX_DEPTH} containers") from None


class Unreadable(ValueError):
    """An answer that is no verdict; says what is wrong, quotes nothing."""


def decode_verdict(answer: bytes) -> Verdict:
    """The verdict that a program or library answered; one leading BOM is allowed.

    Raises:
        Unreadable: anything but exactly one sound verdict.
        OverBound: its content or state is over a run's bounds.
    """
    try:
        value = parse(answer.removeprefix(b"\xef\xbb\xbf").decode())
    except (UnicodeDecodeError, NotJSON):
        what = "not JSON" if answer.strip() else "white space alone"
        raise Unreadable(f"it is {what}") from None
    except OverBound as error:
        raise Unreadable(f"it is {error}") from None
    except InvalidContent as error:
        raise Unreadable(f"it holds {error}") from None
    if not isinstance(value, dict):
        raise Unreadable("it is not an object")
    return verdict_of(value)


def verdict_of(members: Mapping[str, Any]) -> Verdict:
    """A verdict from the members of its JSON object; unknown ones are ignored, null is absent.

    Raises:
        Unreadable: a member has a wrong type or an unknown word.
        OverBound: its content or state is over a run's bounds.
    """
    return sound(
        Verdict(
            members.get("verdict"),  # type: ignore[arg-type]  # `sound` looks
            content=members.get("content"),
            reason=members.get("reason"),
            category=members.get("category"),
            hook_state=members.get("hook_state"),
            findings=_findings(members.get("findings")),
            question=members.get("question"),
        )
    )


def sound(verdict: Verdict) -> Verdict:
    """The verdict with private, checked values, whoever made it.

    Raises:
        Unreadable: a member has a wrong type, an unknown word, or content that no context may hold.
        OverBound: its content or state is over a run's bounds.
    """
    verdict = _well_typed(verdict)
    if verdict.content is None and verdict.hook_state is None:
        return verdict
    try:
        content, state = own(verdict.content), own(verdict.hook_state, MAX_STATE_BYTES)
    except OverBound:
        raise
    except (InvalidContent, TypeError) as error:
        raise Unreadable(f"it holds {error}") from None
    return msgspec.structs.replace(verdict, content=content, hook_state=state)


def _well_typed(verdict: Verdict) -> Verdict:
    """The verdict with plain strings. mypy believes the annotations; its maker need not have."""
    members: dict[str, Any] = msgspec.structs.asdict(verdict)
    findings = members["findings"]
    for name in ("verdict", "reason", "category", "question"):
        text = members[name]
        if not (isinstance(text, str) or (text is None and name != "verdict")):
            raise Unreadable(_NO_WORD if name == "verdict" else f"its `{name}` is not a string")
        # A subclass may compare as it likes; what counts is the text that it holds.
        members[name] = text if text is None else str.__str__(text)
    if members["verdict"] not in _WORDS:
        raise Unreadable(_NO_WORD)
    if not isinstance(members["hook_state"], dict | None):
        raise Unreadable("its `hook_state` is not an object")
    if not isinstance(findings, tuple) or not all(map(_sound_finding, findings)):
        raise Unreadable("its `findings` are not findings")
    return type(verdict)(**members)


def _sound_finding(value: object) -> bool:
    if not isinstance(value, Finding):
        return False
    texts: tuple[object, ...] = (value.category, value.rule, value.path)
    counts: tuple[object, ...] = (value.start, value.end)
    return (
        all(type(text) is str and _is_unicode(text) for text in texts)
        and value.path[:1] in ("", "/")
        and all(type(count) is int for count in counts)
        and 0 <= value.start <= value.end <= MAX_CONTENT_BYTES
        and isinstance(value.in_key, bool)
    )


def _is_unicode(text: str) -> bool:
    try:
        _sound_text(text)
    except InvalidContent:
        return False
    return True


def _findings(value: Any) -> tuple[Finding, ...]:
    if value is None:
        return ()
    try:
        return tuple(msgspec.convert(value, list[Finding]))
    except msgspec.ValidationError as error:
        # Its words name kinds and places and no value.
        raise Unreadable(f"its `findings` are not a list of findings: {error}") from None
    except UnicodeEncodeError:
        raise Unreadable("its `findings` are not a list of findings") from None
