"""Places inside signed content: JSON Pointers (RFC 6901) to values that are there to be removed."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import regex

from nsedmw.detect.strings import unescape

MISSING: Final = object()
"""What stands where nothing does; null is a value."""

_POINTER: Final = regex.compile(r"(?:/(?:[^~/]|~[01])*+)++", regex.DOTALL)
_INDEX: Final = regex.compile(r"0|[1-9][0-9]{0,8}")
"""RFC 6901 §4: no leading zero. A content of 16 MiB has no list of a thousand million items."""


class Pointer(msgspec.Struct, frozen=True):
    """One place below the content itself, as it is written and as its steps."""

    written: str
    steps: tuple[str, ...]

    @classmethod
    def of(cls, written: str) -> Pointer | None:
        """The place that a JSON Pointer leads to; None for the whole and for what is no pointer."""
        if not _POINTER.fullmatch(written):
            return None
        return cls(written, tuple(map(unescape, written.split("/")[1:])))

    def leads_into(self, other: Pointer) -> bool:
        """Whether `other` is the same place or one below it."""
        return other.steps[: len(self.steps)] == self.steps

    def value(self, content: Any) -> Any:
        """The value there, or MISSING."""
        for step in self.steps:
            content = _below(content, step)
            if content is MISSING:
                break
        return content

    def without(self, content: Any) -> Any:
        """A copy without the member, which must be there; MISSING for an item of a list.

        A list would close the gap, and sign what follows at other places than it stands.
        """
        whole = holder = content.copy()
        for step in self.steps[:-1]:
            key = int(step) if isinstance(holder, list) else step
            holder[key] = holder[key].copy()
            holder = holder[key]
        if not isinstance(holder, dict):
            return MISSING
        del holder[self.steps[-1]]
        return whole


def _below(value: Any, step: str) -> Any:
    if isinstance(value, dict):
        return value.get(step, MISSING)
    if isinstance(value, list) and _INDEX.fullmatch(step) and int(step) < len(value):
        return value[int(step)]
    return MISSING
