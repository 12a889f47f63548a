"""The one reader of YAML: text in, nodes with places out, or every problem of its form.

PyYAML's composer recurses, keeps the last of repeated keys and knows no bounds; so its events are
taken and the tree is built here, without recursion and with a budget.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

import yaml
from yaml import events

from nsedmw.errors import Problem
from nsedmw.loader.scalars import Unfit, read_as, resolve
from nsedmw.loader.syntax import explain
from nsedmw.loader.tree import UNFIT, Mapping, Node, Path, Scalar, Sequence, breadcrumb, shown

MAX_DEPTH: Final = 100
"""Lists and objects inside each other, with aliases written out. A run's content may have 128."""
MAX_NODES: Final = 200_000
"""Values, with aliases written out: an alias bomb has billions, 10 000 blocklist items 50 000."""

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG: Final = "tag:yaml.org,2002:"
_STRING_TAGS: Final = frozenset({"!", _TAG + "str"})
_UNREADABLE: Final = re.compile(
    "[^\\t\\n\\r\\x20-\\x7e\\x85\\xa0-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]"
)
"""What YAML 1.1 forbids in a file (its section 5.1)."""


def read(text: str, file: str) -> tuple[Node | None, list[Problem]]:
    """The root node, None for an empty text, with every problem found on the way.

    Where the text is no YAML at all, or over a bound, there is one problem and no node. Values are
    not judged: a root may be of any kind.
    """
    bad = _UNREADABLE.search(text)
    if bad:
        return None, [_unreadable(text, bad.start(), file)]
    builder = _Builder(file)
    # The stubs say Iterator; it is a generator, and closing it frees the parser.
    stream = cast("Generator[events.Event]", yaml.parse(text, Loader=_LOADER))
    try:
        builder.take_all(stream)
    except yaml.YAMLError as error:
        line, column, message = explain(error, text, builder.innermost())
        return None, [Problem(file, line, column, breadcrumb(builder.path()), message)]
    except _Stop as stop:
        return None, [*builder.problems, stop.problem]
    finally:
        stream.close()
    return builder.root, builder.problems


def _unreadable(text: str, at: int, file: str) -> Problem:
    line, start = text.count("\n", 0, at) + 1, text.rfind("\n", 0, at) + 1
    message = (
        f"the character U+{ord(text[at]):04X} cannot stand in a YAML file; take it out, or write it"
        " as an escape in double quotes"
    )
    return Problem(file, line, at - start + 1, "", message)


def _place(it: Any) -> tuple[int, int]:
    """Line and column of an event or node, from 1."""
    if isinstance(it, events.Event):
        mark = it.start_mark
        return (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return it.line, it.column


class _Stop(Exception):  # control flow: reading ends here, with this problem
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


@dataclass(slots=True)
class _Measured:
    """A finished node with its size and height, aliases in it written out."""

    node: Node
    size: int = 1
    height: int = 0


@dataclass(slots=True)
class _Open:
    """A list or object whose end has not come yet; `key` is the one that waits for its value."""

    made: _Measured
    anchor: str | None
    key: Scalar | None = None
    merge: tuple[Scalar, Node] | None = None


class _Builder:
    def __init__(self, file: str) -> None:
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self._file = file
        self._open: list[_Open] = []
        self._anchors: dict[str, _Measured | None] = {}
        """None while the anchored node is still open."""
        self._documents = 0
        self._takers: dict[type, Callable[[Any], None]] = {
            events.DocumentStartEvent: self._document,
            events.ScalarEvent: self._scalar,
            events.AliasEvent: self._alias,
            events.SequenceStartEvent: self._begin,
            events.MappingStartEvent: self._begin,
            events.SequenceEndEvent: self._end,
            events.MappingEndEvent: self._end,
        }

    def take_all(self, stream: Iterator[Any]) -> None:
        takers = self._takers
        for event in stream:
            taker = takers.get(type(event))
            if taker is not None:
                taker(event)

    def path(self) -> Path:
        """Where reading stands."""
        steps: list[str | int] = []
        for level in self._open:
            if isinstance(level.made.node, Sequence):
                steps.append(len(level.made.node.items))
            elif level.key is not None:
                steps.append(level.key.text)
        return tuple(steps)

    def innermost(self) -> tuple[int, int] | None:
        """The place of the list or object that is open."""
        return _place(self._open[-1].made.node) if self._open else None

    def _problem(self, place: Any, message: str, path: Path | None = None) -> Problem:
        """A problem at an event or node; its path is where reading stands, unless told."""
        where = breadcrumb(self.path() if path is None else path)
        return Problem(self._file, *_place(place), where, message)

    def _document(self, event: events.DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            message = "a second document begins here; keep one document in the file"
            raise _Stop(self._problem(event, message, ()))

    def _scalar(self, event: events.ScalarEvent) -> None:
        style = event.style or ""
        scalar = Scalar(*_place(event), event.value, style, event.value)
        if event.tag is not None and event.tag not in _STRING_TAGS:
            self._refuse_tag(event)
            scalar.value = UNFIT
        elif not style and event.tag is None:
            try:
                scalar.value = resolve(event.value)
            except Unfit as unfit:
                self.problems.append(self._problem(event, str(unfit)))
                scalar.value = UNFIT
        measured = _Measured(scalar)
        if event.anchor is not None:
            self._anchors[event.anchor] = measured
        self._add(measured)

    def _refuse_tag(self, event: Any) -> None:
        if event.tag in (_TAG + "map", _TAG + "seq"):
            return
        tag = shown(event.tag.replace(_TAG, "!!"))
        message = f"the tag {tag} is not read here; leave it out and write the value plainly"
        self.problems.append(self._problem(event, message))

    def _begin(self, event: Any) -> None:
        if event.tag is not None:
            self._refuse_tag(event)
        level = self._open[-1] if self._open else None
        if level is not None and isinstance(level.made.node, Mapping) and level.key is None:
            raise _Stop(self._problem(event, "a key must be text; quote it if it begins like this"))
        if len(self._open) == MAX_DEPTH:
            raise _Stop(self._too_deep(event))
        kind = Mapping if isinstance(event, events.MappingStartEvent) else Sequence
        node = kind(*_place(event))
        self._open.append(_Open(_Measured(node), event.anchor))
        if event.anchor is not None:
            self._anchors[event.anchor] = None

    def _end(self, _: Any) -> None:
        level = self._open[-1]
        if level.merge is not None:
            self._merged(level, *level.merge)
        self._open.pop()
        level.made.height += 1
        if level.anchor is not None:
            self._anchors[level.anchor] = level.made
        self._add(level.made)

    def _alias(self, event: events.AliasEvent) -> None:
        name = event.anchor or ""
        if name not in self._anchors:
            message = f"`*{shown(name)}` has no anchor above it; quote it if it is text"
            raise _Stop(self._problem(event, message))
        target = self._anchors[name]
        if target is None:
            message = f"`*{shown(name)}` stands inside what it stands for; write it out"
            raise _Stop(self._problem(event, message))
        if len(self._open) + target.height > MAX_DEPTH:
            raise _Stop(self._too_deep(event))
        self._add(target)

    def _too_deep(self, event: Any) -> Problem:
        return self._problem(event, f"nested deeper than {MAX_DEPTH} levels; make it flatter")

    def _add(self, made: _Measured) -> None:
        """Put a finished node where it belongs."""
        if not self._open:
            self.root = made.node
            return
        level = self._open[-1]
        holder = level.made
        holder.size += made.size
        holder.height = max(holder.height, made.height)
        if holder.size > MAX_NODES:
            message = (
                f"more than {MAX_NODES} values, aliases written out; use fewer aliases,"
                " or put a long list into a file of its own"
            )
            raise _Stop(self._problem(made.node, message))
        if isinstance(holder.node, Sequence):
            holder.node.items.append(made.node)
        elif isinstance(holder.node, Mapping):
            self._member(level, holder.node, made.node)

    def _member(self, level: _Open, holder: Mapping, node: Node) -> None:
        if level.key is None:
            self._key(level, node)
            return
        key = level.key
        if key.text == "<<" and not key.style:
            if level.merge is not None:
                self.problems.append(self._repeated(key, level.merge[0]))
            level.merge = (key, node)
        elif key.value is UNFIT:
            pass  # said where it was read
        elif not isinstance(key.value, str):
            message = (
                f"a key must be text, and YAML reads `{shown(key.text)}` as"
                f" {read_as(key.value)}; put the key in quotes"
            )
            self.problems.append(self._problem(key, message))
        elif key.text in holder.items:
            self.problems.append(self._repeated(key, holder.keys[key.text]))
        else:
            holder.items[key.text] = node
            holder.keys[key.text] = key
        level.key = None

    def _key(self, level: _Open, node: Node) -> None:
        if not isinstance(node, Scalar):
            raise _Stop(self._problem(node, "a key must be text, and this is an alias; write text"))
        level.key = node

    def _repeated(self, key: Scalar, first: Scalar) -> Problem:
        name = shown(key.text)
        message = f"the key '{name}' stands in line {first.line} and in line {key.line}; keep one"
        return self._problem(key, message)

    def _merged(self, level: _Open, key: Scalar, value: Node) -> None:
        """What `<<` brings: keys that the object does not have; of several, the first wins."""
        holder = level.made.node
        sources = value.items if isinstance(value, Sequence) else [value]
        for source in sources:
            if not isinstance(source, Mapping) or not isinstance(holder, Mapping):
                message = "`<<` merges an object, or a list of objects, by alias: `<<: *name`"
                self.problems.append(self._problem(key, message))
                return
            for name, node in source.items.items():
                if name not in holder.items:
                    holder.items[name] = node
                    holder.keys[name] = source.keys[name]
