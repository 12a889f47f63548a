"""A JSON Schema as a document: every schema in it, its names, and where a reference leads.

One rule: a reference leads to a place in this document or is a problem; nothing is fetched.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import unquote, urldefrag, urljoin

from nsedmw.detect.strings import unescape
from nsedmw.schema.verdicts import SchemaPath, kind_of
from nsedmw.schema.vocabulary import SHAPES, problem_of

_REFERENCES: Final = ("$ref", "$dynamicRef")
_TWICE: Final = "is the name of another schema already; names are unique"


class _Astray(ValueError):
    """A reference that leads to no schema of the document; the message says what to write."""


class Document:
    """One schema with all that is inside it, and every problem of its keywords and references.

    A schema is known by its identity: equal ones at two places are two. The root keeps all alive.
    """

    def __init__(self, root: Any) -> None:
        self.problems: list[tuple[SchemaPath, str]] = []
        self.schemas: list[tuple[SchemaPath, dict[str, Any]]] = []
        self.dynamic: dict[tuple[str, str], Any] = {}
        """(base URI, `$dynamicAnchor`) -> schema."""
        self._resources: dict[str, Any] = {"": root}
        self._anchors: dict[tuple[str, str], Any] = {}
        self._bases: dict[int, str] = {}
        self._targets: dict[tuple[int, str], Any] = {}
        self._take_in(root, (), "")
        # A reference may lead into a place that no keyword knows, and there may be more of them.
        for path, schema in self.schemas:
            for keyword in _REFERENCES:
                if isinstance(schema.get(keyword), str):
                    self._follow(path, schema, keyword)

    def base_of(self, schema: Any) -> str:
        """The URI that references in this schema start at."""
        return self._bases.get(id(schema), "")

    def target_of(self, schema: Any, keyword: str) -> Any:
        """The schema that this schema's reference leads to."""
        return self._targets[id(schema), keyword]

    def dynamic_name(self, schema: Any) -> str | None:
        """The anchor that its `$dynamicRef` asks the run for; None where it is as a `$ref`."""
        base, name = _split(schema["$dynamicRef"], self.base_of(schema))
        target = self.target_of(schema, "$dynamicRef")
        return name if self.dynamic.get((base, name)) is target else None

    def _take_in(self, root: Any, path: SchemaPath, base: str) -> None:
        waiting: list[tuple[SchemaPath, Any, str]] = [(path, root, base)]
        while waiting:
            at, schema, outer = waiting.pop()
            if isinstance(schema, bool) or id(schema) in self._bases:
                continue
            if not isinstance(schema, dict):
                wrong = f"must be a schema (an object, true or false), not {kind_of(schema)}"
                self.problems.append((at, wrong))
                continue
            inner = self._name(at, schema, outer)
            self._bases[id(schema)] = inner
            self.schemas.append((at, schema))
            waiting += [(part, value, inner) for part, value in self._parts(at, schema)]

    def _parts(self, path: SchemaPath, schema: dict[str, Any]) -> list[tuple[SchemaPath, Any]]:
        parts: list[tuple[SchemaPath, Any]] = []
        for keyword, value in schema.items():
            problem = problem_of(keyword, value)
            if problem is not None:
                self.problems.append(((*path, keyword), problem))
            elif keyword in SHAPES:
                found = SHAPES[keyword].parts(value)
                parts += [((*path, keyword, *inner), part) for inner, part in found]
        return parts

    def _name(self, path: SchemaPath, schema: dict[str, Any], outer: str) -> str:
        base = self._identify(path, schema, outer)
        for keyword in ("$anchor", "$dynamicAnchor"):
            anchor = schema.get(keyword)
            if isinstance(anchor, str):
                self._anchor(path, schema, keyword, (base, anchor))
        return base

    def _identify(self, path: SchemaPath, schema: dict[str, Any], outer: str) -> str:
        """The base inside a schema: its `$id`, or what is outside."""
        name = schema.get("$id")
        if not isinstance(name, str):
            return outer
        try:
            base = _split(name, outer)[0]
        except _Astray as error:
            self.problems.append(((*path, "$id"), str(error)))
            return outer
        if self._resources.setdefault(base, schema) is not schema:
            self.problems.append(((*path, "$id"), _TWICE))
        return base

    def _anchor(
        self, path: SchemaPath, schema: dict[str, Any], keyword: str, name: tuple[str, str]
    ) -> None:
        if self._anchors.setdefault(name, schema) is not schema:
            self.problems.append(((*path, keyword), _TWICE))
        if keyword == "$dynamicAnchor":
            self.dynamic[name] = schema

    def _follow(self, path: SchemaPath, schema: dict[str, Any], keyword: str) -> None:
        try:
            uri, fragment = _split(schema[keyword], self.base_of(schema))
            self._targets[id(schema), keyword] = self._target(uri, fragment)
        except _Astray as error:
            self.problems.append(((*path, keyword), str(error)))

    def _target(self, uri: str, fragment: str) -> Any:
        if uri not in self._resources:
            raise _Astray(
                "leads out of this schema, and nothing is fetched; copy the schema under '$defs' "
                "and write '#/$defs/NAME'"
            )
        if not fragment or fragment.startswith("/"):
            return self._pointed(uri, fragment)
        if (uri, fragment) not in self._anchors:
            raise _Astray("leads to an '$anchor' that this schema does not have")
        return self._anchors[uri, fragment]

    def _pointed(self, uri: str, fragment: str) -> Any:
        place, base = self._resources[uri], uri
        path: SchemaPath = next((at for at, schema in self.schemas if schema is place), ())
        for token in fragment.split("/")[1:]:
            place, step = _member(place, unescape(token))
            path, base = (*path, step), self._bases.get(id(place), base)
        if not isinstance(place, bool | dict):
            raise _Astray(f"leads to {kind_of(place)}, which is no schema")
        self._take_in(place, path, base)
        return place


def _member(place: Any, part: str) -> tuple[Any, str | int]:
    if isinstance(place, dict) and part in place:
        return place[part], part
    if isinstance(place, list) and part in map(str, range(len(place))):
        return place[int(part)], int(part)
    raise _Astray("leads to a place that this schema does not have")


def _split(reference: str, base: str) -> tuple[str, str]:
    """Absolute URI and fragment. `urljoin` knows no `urn:`, so a bare fragment is not joined."""
    if reference.startswith("#"):
        return base, unquote(reference[1:])
    try:
        uri, fragment = urldefrag(urljoin(base, reference))
    except ValueError:
        raise _Astray("is no URI") from None
    return uri, unquote(fragment)
