"""One canonical form of a text, and other readings that something may be hidden in.

The canonical form is NFKC without invisible characters, with the digits and dashes of ASCII, and
with the Latin letters that look-alikes stand for where a reader takes them for Latin. Case is kept.
A text of ASCII is its own canonical form.
"""

from __future__ import annotations

import re
from typing import Final

from nsedmw.detect.canonical.cleaning import cleaned
from nsedmw.detect.canonical.detecting import changes
from nsedmw.detect.canonical.folding import folded, folds
from nsedmw.detect.canonical.lookalikes import plain_words
from nsedmw.detect.canonical.reading import Blocks, Reading

__all__ = ["Reading", "canonical", "changes", "readings"]

_TAGS: Final = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
"""Tag characters, which spell ASCII and show nothing."""
_HIDDEN: Final = re.compile("[\U000e0020-\U000e007e]")


def canonical(text: str) -> Reading:
    """The canonical form."""
    return _canonical(text)[0]


def readings(text: str, *, fold: bool = False) -> list[Reading]:
    """All readings that differ from the text and from each other, the canonical form first.

    Further ones are what tag characters spell, words of look-alikes as they stand, and, with
    `fold`, those with letters that fold to several when case is ignored.
    """
    if text.isascii():
        return []
    found = _canonical(text)
    if _HIDDEN.search(text):
        found += _canonical(text.translate(_TAGS))
    if fold:
        found += [_folded(reading) for reading in found if folds(reading.text)]
    return list({reading.text: reading for reading in found if reading.text != text}.values())


def _canonical(text: str) -> list[Reading]:
    """The canonical form; then that without words taken for Latin by their neighbours alone."""
    clean, blocks = cleaned(text)
    plain, among_latin = plain_words(clean)
    found = [_composed(among_latin, clean, blocks)]
    if plain != among_latin:
        found.append(_composed(plain, clean, blocks))
    return found


def _composed(text: str, clean: str, blocks: Blocks) -> Reading:
    """A reading of the clean text, as long as that. A new letter may compose with marks on it."""
    if text == clean:
        return Reading(text, (blocks,))
    composed, more = cleaned(text)
    return Reading(composed, (more, blocks))


def _folded(reading: Reading) -> Reading:
    text, blocks = folded(reading.text)
    return reading.over(text, blocks, folded=True)
