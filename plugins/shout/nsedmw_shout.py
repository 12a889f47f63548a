"""`shout`: warns, or blocks, when most letters of a text are capitals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nsedmw import Context, Verdict


class Shout:
    """Counts the letters of every string in the content, keys of objects aside."""

    schema = {
        "type": "object",
        "properties": {
            "share": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
            "least_letters": {"type": "integer", "minimum": 1},
            "action": {"enum": ["warn", "block"]},
        },
        "additionalProperties": False,
    }
    points = ("before_prompt", "on_provider_response", "before_release")

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.share = config.get("share", 0.7)
        self.least_letters = config.get("least_letters", 10)
        self.action = config.get("action", "warn")

    def check(self, context: Context) -> Verdict:
        """Judge the letters of the whole content together."""
        letters = [char for text in strings(context.content) for char in text if char.isalpha()]
        if len(letters) < self.least_letters:
            return Verdict("pass")
        capitals = sum(letter.isupper() for letter in letters)
        if capitals / len(letters) <= self.share:
            return Verdict("pass")
        return Verdict(self.action, category="tone", reason="most of its letters are capitals")


def strings(value: Any) -> Iterator[str]:
    """Every string inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings(item)
