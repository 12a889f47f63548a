"""One canonical form of a text, and other readings that something may be hidden in.

The canonical form is NFKC without invisible characters, with the digits and dashes of ASCII, and
with the Latin letters that look-alikes stand for where a reader takes them for Latin. Case is kept.
A text of ASCII is its own canonical form.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from nsedmw.detect.canonical.cleaning import clean
from nsedmw.detect.canonical.detecting import changes
from nsedmw.detect.canonical.folding import Unfolding, folded, folds
from nsedmw.detect.canonical.lookalikes import plain_words
from nsedmw.detect.canonical.mapping import WayBack
from nsedmw.detect.canonical.reading import Reading
from nsedmw.detect.canonical.replacing import Replacements

__all__ = ["Reading", "canonical", "changes", "readings"]

_TAGS: Final[dict[int, str | None]] = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
"""Tag characters, which spell ASCII and show nothing."""


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
    spelled = _spelling().made(text)
    if spelled != text:
        found += _canonical(spelled)
    if fold:
        found += [_folded(reading) for reading in found if folds(reading.text)]
    return list({reading.text: reading for reading in found if reading.text != text}.values())


@cache
def _spelling() -> Replacements:
    return Replacements(_TAGS)


def _canonical(text: str) -> list[Reading]:
    """The canonical form; then that without words taken for Latin by their neighbours alone."""
    way = WayBack(text)
    cleaned = clean(text)
    if cleaned.isascii():
        return [Reading(cleaned, (way,))]
    plain, among_latin = plain_words(cleaned)
    found = [_composed(among_latin, cleaned, way)]
    if plain != among_latin:
        found.append(_composed(plain, cleaned, way))
    return found


def _composed(text: str, cleaned: str, way: WayBack) -> Reading:
    """A reading of the clean text, as long as that. A new letter may compose with marks on it."""
    if text == cleaned:
        return Reading(text, (way,))
    return Reading(clean(text), (WayBack(text), way))


def _folded(reading: Reading) -> Reading:
    return reading.over(folded(reading.text), Unfolding(reading.text), folded=True)
