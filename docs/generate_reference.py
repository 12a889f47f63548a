"""Writes docs/reference.md from the files in schemas/, which state every shape once.

python docs/generate_reference.py            write the page
python docs/generate_reference.py --check    exit 1 where the page is not what would be written
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

_ROOT: Final = Path(__file__).resolve().parent.parent
_PAGE: Final = _ROOT / "docs" / "reference.md"
_ORDER: Final = ("config", "builtins/*", "context", "verdict", "result", "decision", "golden-case")
_HEAD: Final = """\
# Reference

Made from the JSON Schemas in `schemas/` by `python docs/generate_reference.py`; edit those.
An editor that knows YAML Language Server's modeline shows the same texts:
`# yaml-language-server: $schema=PATH/config.schema.json`.

How a configuration file is read:

- It is one YAML 1.1 document in UTF-8 of at most 4 MiB, with at most 200 000 values and 100 levels,
  aliases written out. Anchors and merge keys are read; tags, tabs as indentation, repeated keys,
  keys that are no text, dates, NaN and infinity, and numbers with a leading zero or in base 60
  (`0123`, `22:22`) are errors. So is a control character that an escape in double quotes made:
  write a regex in single quotes.
- `${VAR}` and `${VAR:-default}` stand for environment variables in values, not in keys; `$${` is a
  literal `${`. The default serves a variable that is unset or empty; an unset one without a default
  is an error. A value that is one variable and no more takes the type that its place wants: decimal
  digits for a number, `true`, `yes`, `on` and their opposites for a boolean.
- Files that an entry names must be regular, of UTF-8 and at most 16 MiB, and not writable by others
  (mode o+w), nor may a folder above them be, unless it has the sticky bit. The configuration file
  itself, and one that it extends, may be.
- An entry without a name is called as its builtin, a repeat `#2`, `#3`; a name that is given is
  never taken by another entry.
"""

Schema = Mapping[str, Any]


def page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *(_section(file) for file in _files())])


def _files() -> Iterator[Path]:
    for pattern in _ORDER:
        yield from sorted((_ROOT / "schemas").glob(f"{pattern}.schema.json"))


def _section(file: Path) -> str:
    schema: Schema = json.loads(file.read_text(encoding="utf-8"))
    name = file.relative_to(_ROOT / "schemas").as_posix()
    lines = [f"## {schema['title']}", "", f"{schema['description']} (`schemas/{name}`)", ""]
    lines += ["| key | type | default | meaning |", "|---|---|---|---|"]
    lines += [_row(*row) for row in _rows(schema, schema, "")]
    return "\n".join([*lines, ""])


def _rows(root: Schema, schema: Schema, prefix: str) -> Iterator[tuple[str, Schema, bool]]:
    """Key, its schema and whether it must be there; members of members below their holder."""
    told: list[Any] = []
    inner: Schema = schema
    if schema.get("type") == "array":
        inner, prefix = _resolved(root, schema["items"]), f"{prefix}[]"
    for key, part in inner.get("properties", {}).items():
        whole = _resolved(root, part)
        name = f"{prefix}.{key}" if prefix else key
        yield name, whole, key in inner.get("required", ())
        # Hook points share their entries, and findings are the same wherever they stand.
        items = part.get("items")
        if items is None or items not in told:
            yield from _members(root, whole, name)
        told.append(items)


def _members(root: Schema, schema: Schema, name: str) -> Iterator[tuple[str, Schema, bool]]:
    if "properties" in schema:
        yield from _rows(root, schema, name)
    item = _resolved(root, schema.get("items", {}))
    if "properties" in item:
        yield from _rows(root, item, f"{name}[]")


def _resolved(root: Schema, part: Schema) -> Schema:
    ref = part.get("$ref", "")
    if not ref.startswith("#/"):
        return part
    place: Any = root
    for step in ref.split("/")[1:]:
        place = place[step]
    return {**place, **{key: value for key, value in part.items() if key != "$ref"}}


def _row(name: str, schema: Schema, required: bool) -> str:
    default = "required" if required else _code(schema["default"]) if "default" in schema else ""
    cells = (f"`{name}`", _type(schema), default, schema.get("description", ""))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _type(schema: Schema) -> str:
    if "enum" in schema:
        return ", ".join(_code(choice) for choice in schema["enum"])
    if "const" in schema:
        return _code(schema["const"])
    names = schema.get("type", "any JSON value")
    words = [names] if isinstance(names, str) else list(names)
    choices = schema.get("items", {}).get("enum") if "array" in words else None
    listed = f" of {', '.join(_code(choice) for choice in choices)}" if choices else ""
    return " or ".join(word.replace("array", f"list{listed}") for word in words)


def _code(value: Any) -> str:
    return f"`{value if isinstance(value, str) and value else json.dumps(value)}`"


def main(arguments: list[str]) -> int:
    """Write or check the page; the exit code."""
    made = page()
    if arguments != ["--check"]:
        _PAGE.write_text(made, encoding="utf-8")
        return 0
    if _PAGE.is_file() and _PAGE.read_text(encoding="utf-8") == made:
        return 0
    print("docs/reference.md is stale: run `python docs/generate_reference.py`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
