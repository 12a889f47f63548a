"""Control characters: C0 but line feed, carriage return and tab, DEL, and C1."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Final

import regex

from nsedmw.detect.reach import Reach

_C0: Final = bytes(set(range(0x20)) - set(b"\t\n\f\r"))
_GROUPS: Final = {"form_feed": b"\f", "c1": bytes(range(0x80, 0xA0))}
_ANSI: Final = regex.compile(r"\x1b\[[0-?]*+[ -/]*+[@-~]")
"""A control sequence as ECMA-48 writes it: ESC [, parameters, intermediates, one final."""

_CUT: Final = regex.compile(r"\x1b(?:\[[0-?]*+[ -/]*+)?+\Z")


class Controls:
    """A search for control characters that leaves out the groups in `allow`.

    `form_feed` is U+000C, `c1` U+0080 to U+009F, `ansi` every whole sequence that begins with
    ESC [ (colours, cursor movement); an ESC that begins none still counts.
    """

    def __init__(self, allow: Collection[str] = ()) -> None:
        groups = [chars for group, chars in _GROUPS.items() if group not in allow]
        self._members = b"".join([_C0, b"\x7f", *groups])
        self._runs = regex.compile(f"[{regex.escape(self._members.decode('latin-1'))}]+")
        self._ansi = "ansi" in allow

    @property
    def reach(self) -> Reach:
        """How much text decides about one of them."""
        return Reach(open=_unfinished) if self._ansi else Reach(ahead=1)

    def count(self, text: str) -> int:
        """Return how many there are; clean text costs no more than a copy of it."""
        # All of them are Latin-1, where deleting bytes is one pass in C.
        latin = text.encode("latin-1", "ignore")
        found = len(latin) - len(latin.translate(None, self._members))
        return found - len(_ANSI.findall(text)) if found and self._ansi else found

    def runs(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the span of each run of them, in code points, from left to right."""
        if self._ansi:
            return chain.from_iterable(_outside(text, self._runs))
        return (match.span() for match in self._runs.finditer(text))


def _unfinished(text: str, start: int) -> int:
    """Return where a sequence begins that may go on behind the text."""
    found = _CUT.search(text, start)
    return found.start() if found else len(text)


def _outside(text: str, runs: regex.Pattern[str]) -> Iterator[Iterator[tuple[int, int]]]:
    """Yield the runs before, between and after whole escape sequences."""
    start = 0
    for escape in _ANSI.finditer(text):
        yield (match.span() for match in runs.finditer(text, start, escape.start()))
        start = escape.end()
    yield (match.span() for match in runs.finditer(text, start))
