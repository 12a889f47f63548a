"""NFKC without invisible characters, with digits and dashes as ASCII has them: the text alone.

Marks on digits, and what strikes a character through without making another of it, go as well.

Most texts that change hold no hit, so the way back (`mapping`) is made when a hit asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, groupby
from typing import Final
from unicodedata import combining, normalize

from nsedmw.detect.canonical.alphabet import LONG, alphabet

_FEW: Final = 8
"""Different marks that are sorted faster by leaving out those of other classes."""


def clean(text: str) -> str:
    """The clean text."""
    if text.isascii():
        return text
    known = alphabet()
    text = known.changes.made(text)
    if text.isascii() or known.marked.search(text) is None:
        return text
    if len(text) > LONG:
        text = known.long_runs.sub(lambda run: in_order(run[0]), text)
    text = known.on_digits.sub(r"\1", normalize("NFKC", text))
    kept = known.struck.made(text)
    # What stood on both sides may compose.
    return text if kept == text else normalize("NFKC", kept)


def in_order(marks: str) -> str:
    """Their NFKD, in time that grows with their number (and its logarithm) alone."""
    known = {char: normalize("NFKD", char) for char in set(marks)}
    if any(char != made for char, made in known.items()):
        marks = "".join(map(known.__getitem__, marks))
    classes = {char: combining(char) for char in chain.from_iterable(known.values())}
    if not any(classes.values()):
        return marks
    if all(classes.values()):
        return _sorted(marks, classes)
    runs = groupby(marks, key=lambda char: classes[char] > 0)
    return "".join(_sorted("".join(run), classes) if moves else "".join(run) for moves, run in runs)


def _sorted(marks: str, classes: Mapping[str, int]) -> str:
    """By class; of one class they keep their order, as the standard has it."""
    if len(classes) > _FEW:
        return "".join(sorted(marks, key=classes.__getitem__))
    return "".join(_of_class(number, marks, classes) for number in sorted(set(classes.values())))


def _of_class(number: int, marks: str, classes: Mapping[str, int]) -> str:
    for char, its in classes.items():
        if its != number:
            marks = marks.replace(char, "")
    return marks
