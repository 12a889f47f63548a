"""What the tests of streams share: texts cut at random, and a stream taken to its end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import nsedmw

POINT = "on_provider_response"


class Streamed(NamedTuple):
    """What went out after each chunk, what was left at the end, and the result."""

    passed: tuple[str, ...]
    rest: str
    result: nsedmw.Result
    blocked_at: int | None
    """The chunk after which nothing more was to go out."""

    @property
    def out(self) -> str:
        return "".join(self.passed) + self.rest


def loaded(entries: str) -> nsedmw.Engine:
    """An engine with these entries, in the YAML of a flow sequence, at `POINT`."""
    return nsedmw.loads(f"middleware: {{{POINT}: [{entries}]}}")


def streamed(engine: Any, chunks: Sequence[str], **arguments: Any) -> Streamed:
    stream = engine.stream(POINT, **arguments)
    passed, blocked_at = [], None
    for number, chunk in enumerate(chunks):
        passed.append(stream.feed(chunk))
        if stream.blocked and blocked_at is None:
            blocked_at = number
    rest, result = stream.close()
    return Streamed(tuple(passed), rest, result, blocked_at)


def split(text: str, random: Random, most: int = 12) -> list[str]:
    """A text in up to `most` chunks, some of which may be empty."""
    places = sorted(random.randint(0, len(text)) for _ in range(random.randint(0, most - 1)))
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


def by_size(text: str, size: int) -> list[str]:
    """A text in chunks of a size."""
    return [text[at : at + size] for at in range(0, len(text), size)]
