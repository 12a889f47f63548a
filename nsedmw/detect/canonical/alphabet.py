"""The table in the forms that the search for changes works with, made when first needed.

The classes run on `re`: one set of code points each, nothing that could backtrack, and a set of
hundreds of ranges costs `regex` a comparison for each.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final
from unicodedata import category, digit, normalize

import msgspec

from nsedmw.detect import charset
from nsedmw.detect.canonical import table
from nsedmw.detect.charset import Ranges

_GAP: Final = 8
"""Characters that are copied faster than left out."""
_ASTRAL: Final = (0x10000, charset.LAST)

_JAMO: Final = ((0x1161, 0x1175), (0x11A8, 0x11C2))
"""Vowels and finals, which compose with syllables as well as with what the table says."""


class Alphabet(msgspec.Struct, frozen=True):
    """What changes, in sets and in classes that find runs.

    Those of `single` become one other character each (`singles` takes a little ASCII between them,
    too), those of `several` more than one; with those that go `all_changes` has them all. When the
    former are done, `candidates` are what may still change. What `extending` marks may change what
    stands before them: `follows` takes them and what is `dropped`, `drops` the latter alone.
    `marks` change nothing where none of `composing` stands before them.
    """

    candidates: Any
    singles: Any
    follows: Any
    drops: Any
    dropped: frozenset[str]
    dropped_text: str
    extending: frozenset[str]
    marks: frozenset[str]
    composing: frozenset[str]
    single: dict[int, str]
    several: dict[str, str]
    all_changes: dict[int, str | None]


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
    dropped, extending = ranges(table.DROPPED), ranges(table.EXTENDING)
    changed = ranges(table.CHANGED)
    changes = _changes(changed)
    beside = chars(extending)
    single = {code: to for code, to in changes.items() if len(to) == 1 and chr(code) not in beside}
    several = [(code, code) for code in changes if code not in single]
    alone = _near(charset.union((code, code) for code in single))
    return Alphabet(
        candidates=re.compile(f"[{_near(charset.union((*several, *dropped, *extending)))}]+"),
        singles=re.compile(rf"[{alone}](?:[\x00-\x7f]{{0,{_GAP}}}[{alone}])*"),
        follows=re.compile(f"[{_class(charset.union((*dropped, *extending)))}]*"),
        drops=re.compile(f"[{_class(dropped)}]+"),
        dropped=chars(dropped),
        dropped_text="".join(chars(dropped)),
        extending=beside,
        marks=beside - chars(changed) - chars(_JAMO),
        composing=chars(ranges(table.COMPOSING)),
        single=single,
        several={chr(code): to for code, to in changes.items() if code not in single},
        all_changes={**changes, **{ord(char): None for char in chars(dropped)}},
    )


def _near(members: Ranges) -> str:
    """As `_class`, with all beyond the first plane: there `re` compares range after range."""
    return _class((*((low, high) for low, high in members if high < _ASTRAL[0]), _ASTRAL))


def _class(members: Ranges) -> str:
    return "".join(
        f"{re.escape(chr(low))}-{re.escape(chr(high))}" if low < high else re.escape(chr(low))
        for low, high in members
    )


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
