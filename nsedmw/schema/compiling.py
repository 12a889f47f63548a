"""From a sound document to compiled schemas that refer to each other.

One rule: whatever can be wrong with a schema is found here, before the first value is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from nsedmw.detect.matcher import Matcher, PatternError, compile_pattern
from nsedmw.errors import InvalidContent
from nsedmw.schema.document import Document
from nsedmw.schema.keywords import MAKERS
from nsedmw.schema.run import At, Node, Run, ScopedNode, Seen
from nsedmw.schema.verdicts import SchemaError, SchemaPath
from nsedmw.wire import own

_TRACKING: Final = ("unevaluatedItems", "unevaluatedProperties")


def compiled(schema: Mapping[str, Any] | bool) -> Node:
    """The schema, ready to judge.

    Raises:
        SchemaError: every problem of it, by path.
    """
    try:
        root = own(schema)
    except (InvalidContent, TypeError) as error:
        raise SchemaError([((), f"it holds {error}")]) from None
    document = Document(root)
    regexes = _regexes(document)
    if document.problems:
        raise SchemaError(document.problems)
    return _Compiler(document, regexes).compile(root)


def _regexes(document: Document) -> dict[str, Matcher]:
    """Every regex of the document; those that do not compile become its problems."""
    matchers: dict[str, Matcher] = {}
    for path, source in _sources(document):
        if source not in matchers:
            try:
                matchers[source] = compile_pattern(source, allow_empty=True)
            except PatternError as error:
                document.problems.append((path, error.message))
    return matchers


def _sources(document: Document) -> list[tuple[SchemaPath, str]]:
    found: list[tuple[SchemaPath, str]] = []
    for path, schema in document.schemas:
        pattern, names = schema.get("pattern"), schema.get("patternProperties")
        if isinstance(pattern, str):
            found.append(((*path, "pattern"), pattern))
        if isinstance(names, dict):
            found += [((*path, "patternProperties", source), source) for source in names]
    return found


class _Compiler:
    """Makes one node a schema; a queue instead of recursion, so that no schema is too deep."""

    def __init__(self, document: Document, regexes: dict[str, Matcher]) -> None:
        self.document = document
        self.regexes = regexes
        self._nodes: dict[int, Node] = {}
        self._waiting: list[tuple[Node, Any]] = []
        # Who led to a schema matters only where two schemas have a dynamic anchor.
        self._kind = ScopedNode if len(document.dynamic) > 1 else Node

    def compile(self, root: Any) -> Node:
        node = self.node_of(root)
        while self._waiting:
            empty, schema = self._waiting.pop()
            self._fill(empty, schema)
        return node

    def node_of(self, schema: Any) -> Node:
        schema = self._led(schema)
        if id(schema) not in self._nodes:
            node = self._kind(self.document.base_of(schema))
            self._nodes[id(schema)] = node
            self._waiting.append((node, schema))
        return self._nodes[id(schema)]

    def _led(self, schema: Any) -> Any:
        """Past schemas that say `$ref` and no more, which would cost depth and time for nothing."""
        passed = set[int]()
        while self._kind is Node and _only_refers(schema) and id(schema) not in passed:
            passed.add(id(schema))
            schema = self.document.target_of(schema, "$ref")
        return schema

    def _fill(self, node: Node, schema: Any) -> None:
        if isinstance(schema, bool):
            node.checks = () if schema else (_nothing,)
            return
        node.tracks = any(keyword in schema for keyword in _TRACKING)
        node.checks = tuple(
            maker(_Part(self, schema, keyword))
            for keyword, maker in MAKERS.items()
            if keyword in schema
        )


class _Part:
    """A keyword at its place, as `nsedmw.schema.part.Part` asks."""

    def __init__(self, compiler: _Compiler, schema: dict[str, Any], keyword: str) -> None:
        self.keyword = keyword
        self.value = schema[keyword]
        self.schema: Mapping[str, Any] = schema
        self._compiler = compiler

    def node(self, *inner: str | int) -> Node:
        place = self.value
        for step in inner:
            place = place[step]
        return self._compiler.node_of(place)

    def sibling(self, keyword: str) -> Node:
        return self._compiler.node_of(self.schema[keyword])

    def regex(self, source: str) -> Matcher:
        return self._compiler.regexes[source]

    def referred(self) -> Node:
        target = self._compiler.document.target_of(self.schema, self.keyword)
        return self._compiler.node_of(target)

    def dynamic(self) -> Callable[[Run], Node]:
        document, node_of = self._compiler.document, self._compiler.node_of
        target, wanted = self.referred(), document.dynamic_name(self.schema)
        bases = {
            base: node_of(schema)
            for (base, name), schema in document.dynamic.items()
            if name == wanted
        }

        def led(run: Run) -> Node:
            return next((bases[base] for base in run.scope if base in bases), target)

        return led


def _only_refers(schema: Any) -> bool:
    return isinstance(schema, dict) and [key for key in schema if key in MAKERS] == ["$ref"]


def _nothing(run: Run, _: Any, at: At, __: Seen | None) -> bool:
    return run.miss(at, "false", "nothing is allowed here")
