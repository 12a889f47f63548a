"""The table in the forms that the search for changes works with, made when first needed.

The classes run on `re`: one set of code points each, nothing that could backtrack, and a set of
hundreds of ranges costs `regex` a comparison for each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final
from unicodedata import category, digit, normalize

import msgspec

from nsedmw.detect import charset
from nsedmw.detect.canonical import table
from nsedmw.detect.canonical.replacing import ASTRAL, EMOJI, Replacements, class_of, others
from nsedmw.detect.charset import Ranges

LONG: Final = 30
"""Marks in a row that are normalized as they stand. `normalize` sorts them by insertion, which
takes the square of their number."""

OVERLAYS: Final = "334-338 20d2-20d3 20d8-20da 20e5-20e6 20ea-20eb"
"""What strikes a character through: COMBINING ... OVERLAY in Unicode's names, of any script."""
KEYCAP: Final = (0x20E3, 0x20E3)
"""It makes an emoji of a digit."""

_JAMO: Final = ((0x1161, 0x1175), (0x11A8, 0x11C2))
"""Vowels and finals, which compose with syllables as well as with what the table says."""

_CHUNK: Final = 1000


class Alphabet(msgspec.Struct, frozen=True):
    """What changes, and the classes that cut a text where nothing does across the cut.

    Where nothing is `marked`, what changes does so alone. `long_runs` are of marks, or of much else
    beyond the first plane. Once all that is normalized, marks `on_digits` and what is `struck` are
    left. `units` are a character each with the marks that may change it and what is `dropped` among
    them, `chunks` about a thousand characters in whole units.
    """

    changes: Replacements
    marked: Any
    long_runs: Any
    on_digits: Any
    struck: Replacements
    units: Any
    chunks: Any
    dropped: str


def ranges(written: str) -> Ranges:
    """A set of the table."""
    found = []
    for part in written.split():
        low, _, high = part.partition("-")
        found.append((int(low, 16), int(high or low, 16)))
    return tuple(found)


def chars(members: Ranges) -> frozenset[str]:
    """Its members."""
    return frozenset(chr(code) for low, high in members for code in range(low, high + 1))


@cache
def alphabet() -> Alphabet:
    """All that changes whatever the words are."""
    dropped, extending = ranges(table.DROPPED), (*ranges(table.EXTENDING), KEYCAP)
    near = f"[{class_of(_near(extending))}]"
    beside = _any_of(charset.union((*dropped, *extending)))
    return Alphabet(
        changes=Replacements(all_changes()),
        marked=re.compile(near),
        # `re` looks for the class that a pattern begins with much faster than for what stands
        # before it: so the start of a run is a mark that has not two before it.
        long_runs=re.compile(f"{near}(?<!{near}{near}){near}{{{LONG},}}"),
        on_digits=re.compile(f"([0-9]){_any_of(marks(), least=1)}"),
        struck=Replacements(dict.fromkeys(map(ord, chars(ranges(OVERLAYS))))),
        units=re.compile(f"(?s:.){beside}"),
        chunks=re.compile(f"(?s:.){{1,{_CHUNK}}}{beside}"),
        dropped="".join(sorted(chars(dropped))),
    )


def marks() -> Ranges:
    """What goes where it stands on a digit: no script writes it there."""
    other = charset.complement((*ranges(table.EXTENDING), KEYCAP))
    return charset.complement((*other, *ranges(table.CHANGED), *_JAMO))


def _near(members: Ranges) -> Ranges:
    """As they are in the first plane, and all beyond but emoji: one look instead of hundreds."""
    first = ((low, high) for low, high in members if high < ASTRAL)
    gap = next(span for span in charset.complement(members) if span[0] <= EMOJI <= span[1])
    return charset.complement((*charset.complement((*first, (ASTRAL, charset.LAST))), gap))


def _any_of(members: Ranges, *, least: int = 0) -> str:
    """A pattern of as many of these as there are, the first plane's by one look at a table."""
    first = f"[{class_of((low, high) for low, high in members if high < ASTRAL)}]"
    beyond = others(tuple((low, high) for low, high in members if low >= ASTRAL))
    return f"(?:{first}++|{beyond}++){{{least},}}+"


@cache
def all_changes() -> Mapping[int, str | None]:
    """Code point to what it becomes alone, None where it goes."""
    dropped = dict.fromkeys(map(ord, chars(ranges(table.DROPPED))))
    return {**_changes(ranges(table.CHANGED)), **dropped}


def _changes(changed: Ranges) -> dict[int, str]:
    """Code point to what it becomes; Python's own Unicode may not know the newest."""
    result = _newer()
    dashes = {ord(char) for char in chars(ranges(table.DASHES))}
    plain = dict.fromkeys(dashes, "-")
    for low, high in changed:
        for code in range(low, high + 1):
            char = chr(code)
            to = normalize("NFKC", char).translate(plain)
            to = "".join(str(digit(one)) if category(one) == "Nd" else one for one in to)
            if to != char:
                result[code] = to
    return result


def _newer() -> dict[int, str]:
    result = {}
    for run in table.NEWER.split():
        span, _, targets = run.partition(">")
        first, last = (int(code, 16) for code in span.split("-"))
        to = [int(code, 16) for code in targets.split("+")]
        for code in range(first, last + 1):
            moved = [to[0] + code - first, *to[1:]]
            result[code] = "".join(map(chr, moved))
    return result


def by_letter(written: str) -> dict[int, str]:
    """Code point to the ASCII letter it looks like, of a table by letter."""
    found: dict[int, str] = {}
    letter = ""
    for part in written.split():
        # Only the letter that leads a line is followed by another part and is no hex of a letter:
        # code points here have three digits at least.
        if len(part) == 1:
            letter = part
        else:
            found.update((ord(char), letter) for char in chars(ranges(part)))
    return found
