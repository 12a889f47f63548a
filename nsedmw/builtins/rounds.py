"""Redacting until nothing is left: what goes may have hidden what stood beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from nsedmw.errors import Failure

ROUNDS: Final = 8
"""More than two take text that was made for it."""

Hits = TypeVar("Hits")


def until_clear(
    content: Any, hits: Hits, take: Callable[[Any, Hits], Any], find: Callable[[Any], Hits]
) -> Any:
    """Return the content after `take` has taken the hits, and those that `find` finds then.

    A password glued to a token is none before the token is gone.

    Raises:
        Failure: something is left after `ROUNDS`.
    """
    for _ in range(ROUNDS):
        content = take(content, hits)
        hits = find(content)
        if not hits:
            return content
    raise Failure("limit", f"something is left after {ROUNDS} rounds of redaction")
