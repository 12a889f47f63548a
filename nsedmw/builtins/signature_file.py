"""What a file of keys says: JSON or plain YAML of texts, lists and objects, read strictly.

Two readers of one file must not see two sets of keys: a repeated key, an alias, a tag and a word
that YAML takes for something else than text are refused instead of being read one way.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, Final, cast

import yaml
from yaml import events

from nsedmw.errors import InvalidContent
from nsedmw.wire import NotJSON, parse

MAX_CHARS: Final = 1024 * 1024
"""Of one file: some ten thousand keys."""
MAX_DEPTH: Final = 3
"""Of YAML: an object of keys, a key with its agents, a list of agents."""

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TYPES: Final = yaml.SafeLoader.yaml_implicit_resolvers
"""First character -> (tag, regex) rows for unquoted words that are no text to YAML 1.1."""
_STRING_TAGS: Final = frozenset({"!", "tag:yaml.org,2002:str"})


class Unfit(ValueError):
    """A text that is no file of keys. Quotes nothing of it; line and column from 1, 0 unknown."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        self.message = message
        self.line = line
        self.column = column
        super().__init__(message)


def value_of(text: str) -> Any:
    """The JSON value that the text says, None for an empty one. Its shape is not judged.

    Raises:
        Unfit: it is neither JSON nor YAML, too large, or says something in a way that is refused.
    """
    if len(text) > MAX_CHARS:
        raise Unfit(f"a file of keys has at most {MAX_CHARS} characters; take out what is none")
    try:
        return parse(text)
    except NotJSON:
        return _yaml(text)
    except InvalidContent as error:
        raise Unfit(f"JSON that is not read here: {error}") from None


def _yaml(text: str) -> Any:
    # The stubs say Iterator; it is a generator, and closing it frees the parser.
    stream = cast("Generator[events.Event]", yaml.parse(text, Loader=_LOADER))
    try:
        return _Reader().read(stream)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise Unfit("it cannot be read as YAML or JSON from here on", *place) from None
    except yaml.YAMLError:
        raise Unfit("it holds a character that cannot stand in a YAML file") from None
    finally:
        stream.close()


class _Reader:
    """Events to values, without recursion; it stops at the first thing that it does not read."""

    def __init__(self) -> None:
        self._root: Any = None
        self._open: list[tuple[dict[str, Any] | list[Any], str | None]] = []
        """Containers whose end has not come, each with the key that waits for its value."""
        self._documents = 0

    def read(self, stream: Iterator[events.Event]) -> Any:
        for event in stream:
            self._take(event)
        return self._root

    def _take(self, event: events.Event) -> None:
        if isinstance(event, events.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, events.MappingStartEvent):
            self._begin(event, {})
        elif isinstance(event, events.SequenceStartEvent):
            self._begin(event, [])
        elif isinstance(event, events.CollectionEndEvent):
            self._add(self._open.pop()[0])
        elif isinstance(event, events.AliasEvent):
            raise _unfit(event, "aliases are not read in a file of keys; write the value out")
        elif isinstance(event, events.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise _unfit(event, "a second document begins here; keep one in the file")

    def _scalar(self, event: events.ScalarEvent) -> None:
        text = _text(event)
        members = self._unkeyed()
        if members is None:
            self._add(text)
        elif text in members:
            raise _unfit(event, "this key stands here a second time; keep one")
        else:
            self._open[-1] = (members, text)

    def _unkeyed(self) -> dict[str, Any] | None:
        """The object that a key comes next in, or None."""
        holder, key = self._open[-1] if self._open else (None, None)
        return holder if isinstance(holder, dict) and key is None else None

    def _begin(self, event: events.CollectionStartEvent, made: dict[str, Any] | list[Any]) -> None:
        _refuse_tag(event)
        if len(self._open) == MAX_DEPTH:
            raise _unfit(event, "nested deeper than a file of keys is")
        if self._unkeyed() is not None:
            raise _unfit(event, "a key must be text; put it in quotes if it begins like this")
        self._open.append((made, None))

    def _add(self, value: Any) -> None:
        if not self._open:
            self._root = value
            return
        holder, key = self._open[-1]
        if isinstance(holder, list):
            holder.append(value)
        elif key is not None:
            holder[key] = value
            self._open[-1] = (holder, None)


def _text(event: events.ScalarEvent) -> str:
    if event.tag not in _STRING_TAGS:
        _refuse_tag(event)
        if not event.style and any(
            pattern.match(event.value) for _, pattern in _TYPES.get(event.value[:1], ())
        ):
            raise _unfit(event, "YAML reads this as something else than text; put it in quotes")
    return event.value


def _refuse_tag(event: events.ScalarEvent | events.CollectionStartEvent) -> None:
    if event.tag is not None:
        raise _unfit(event, "tags are not read in a file of keys; write the value plainly")


def _unfit(event: events.Event, message: str) -> Unfit:
    mark = event.start_mark
    return Unfit(message, mark.line + 1, mark.column + 1) if mark else Unfit(message)
