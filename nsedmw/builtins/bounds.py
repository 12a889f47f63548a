"""How many findings one entry may tell, and what stands for a scan that could not end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from nsedmw.detect.matcher import PatternTimeout
from nsedmw.detect.scan import Found, TooManyHits
from nsedmw.errors import Failure

MOST_HITS: Final = 100_000
"""About 50 MB of findings. A rule that hits more often is broken, or the content is an attack."""


def bounded(found: Iterable[Found], decides: Callable[[Found], bool]) -> tuple[list[Found], int]:
    """Return what was found and kept, and how many findings were not.

    Past the bound it is enough that one of them `decides` the verdict: a block is no failure.

    Raises:
        Failure: a pattern ran past its deadline, or there is more than can be told.
    """
    told: list[Found] = []
    dropped = 0
    try:
        for one in found:
            if one.kept:
                told.append(one)
            else:
                dropped += 1
            if len(told) + dropped > MOST_HITS:
                break
        else:
            return told, dropped
    except PatternTimeout:
        raise Failure("timeout", "a pattern ran past its deadline") from None
    except TooManyHits:
        pass
    if not any(decides(one) for one in told):
        raise Failure("limit", f"its rules hit more than {MOST_HITS} times")
    return told, dropped
