"""NFKC without invisible characters, with digits and dashes as ASCII has them: the text alone.

Marks on digits, and what strikes a character through without making another of it, go as well.

Most texts that change hold no hit, so the way back (`mapping`) is made when a hit asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, groupby
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from nsedmw.detect.canonical.alphabet import LONG, Alphabet, alphabet
from nsedmw.detect.canonical.few import Few, few
from nsedmw.detect.canonical.islands import by_islands

_MANY: Final = 200
"""Marks that are sorted faster by taking those of each class out of all of them."""

_STEP: Final = LONG // 2
"""Of so many characters one is looked at: of a long run that is two that follow each other."""


class Clean(NamedTuple):
    """A clean text, letters among which all of its are, and its bytes where they are known."""

    text: str
    letters: str
    few: Few | None = None


def clean(text: str) -> str:
    """The clean text."""
    return cleaned(text).text


def cleaned(text: str) -> Clean:
    """The clean text, and what is known of it."""
    if text.isascii():
        return Clean(text, text)
    made = by_islands(text, 0, lambda island: (_cleaned(island).text,))
    return _cleaned(text) if made is None else Clean(made[0], made[0])


def _cleaned(text: str) -> Clean:
    known = alphabet()
    changed = _changed(text, known)
    text, letters = changed.text, changed.letters
    if letters.isascii() or known.marked.search(letters) is None:
        return changed
    if len(text) > LONG and known.pairs.search(text[::_STEP]):
        text = known.long_runs.sub(lambda run: in_order(run[0]), text)
    text = known.on_digits.sub(r"\1", normalize("NFKC", text))
    kept = known.struck.made(text)
    # What stood on both sides may compose.
    text = text if kept == text else normalize("NFKC", kept)
    return changed if text == changed.text else Clean(text, text)


def _changed(text: str, known: Alphabet) -> Clean:
    """The text with what changes alone."""
    of_few = few(text)
    if of_few is None:
        text = known.changes.made(text)
        return Clean(text, text)
    if known.changes.search(of_few.letters) is None:
        return Clean(text, of_few.letters, of_few)
    return Clean(*known.changes.made_of(of_few))


def in_order(marks: str) -> str:
    """Their NFKD, in time that grows with their number (and its logarithm) alone."""
    of_few = few(marks, _MANY)
    known = {char: normalize("NFKD", char) for char in (of_few.letters if of_few else set(marks))}
    if any(char != made for char, made in known.items()):
        marks, of_few = "".join(map(known.__getitem__, marks)), None
    classes = {char: combining(char) for char in chain.from_iterable(known.values())}
    if not any(classes.values()):
        return marks
    if all(classes.values()):
        return _sorted(marks, classes, of_few)
    runs = groupby(marks, key=lambda char: classes[char] > 0)
    return "".join(_sorted("".join(run), classes) if moves else "".join(run) for moves, run in runs)


def _sorted(marks: str, classes: Mapping[str, int], of_few: Few | None = None) -> str:
    """By class; of one class they keep their order, as the standard has it."""
    of_few = of_few or few(marks, _MANY)
    if of_few is None:
        return "".join(sorted(marks, key=classes.__getitem__))
    numbers = sorted({classes[char] for char in of_few.letters})
    return "".join(_of_class(number, of_few, classes) for number in numbers)


def _of_class(number: int, marks: Few, classes: Mapping[str, int]) -> str:
    others = (marks.table.index(char) for char in marks.letters if classes[char] != number)
    return marks.text(marks.data.translate(None, bytes(others)))
