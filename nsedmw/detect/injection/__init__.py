"""Prompt injection by its wording and its looks: families of signals, each with its weight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

import msgspec

from nsedmw.detect.injection.grammar import Phrasebook
from nsedmw.detect.injection.markup import MARKERS
from nsedmw.detect.injection.reading import forget
from nsedmw.detect.injection.signals import SIGNALS
from nsedmw.detect.injection.weighing import told
from nsedmw.detect.patterns import Item
from nsedmw.detect.subject import Subject

MOST: Final = 500
"""Hits of one signal in one text that are told: more say nothing new."""

__all__ = ["DETECTORS", "FAMILIES", "Detector", "forget", "told"]


class Detector(msgspec.Struct, frozen=True):
    """One signal: `weight` is how much it says by itself, of which 1 is enough.

    `plain` where it is about the characters as they stand, so that no other form is read.
    """

    family: str
    weight: float
    item: Item
    plain: bool = False


class _Bounded:
    """An item whose hits in one text are told one by one up to `MOST`."""

    def __init__(self, item: Item) -> None:
        self._item = item
        self.relaxed = item.relaxed

    def located(self, subject: Subject) -> Iterator[tuple[int, int]]:
        found = self._item.located(subject)
        first = next(found, None)
        return iter(()) if first is None else _first(chain([first], found), len(subject.text))


def _first(found: Iterator[tuple[int, int]], length: int) -> Iterator[tuple[int, int]]:
    for count, (start, end) in enumerate(found, 1):
        if count == MOST:
            # Nothing may hide behind hits that are allowed: what is left is one hit.
            yield start, length
            return
        yield start, end


def _detectors() -> Iterator[Detector]:
    # Phrases of one family that say as much are ways to say one thing.
    groups: dict[tuple[str, float], list[str]] = {}
    for one in SIGNALS:
        groups.setdefault((one.family, one.weight), []).append(one.phrase)
    phrases = Phrasebook([" / ".join(group) for group in groups.values()]).phrases
    for (family, weight), phrase in zip(groups, phrases, strict=True):
        yield Detector(family, weight, _Bounded(phrase))
    for marker in MARKERS:
        yield Detector(marker.family, marker.weight, _Bounded(marker.item), marker.plain)


DETECTORS: Final = tuple(_detectors())
FAMILIES: Final = tuple(dict.fromkeys(one.family for one in DETECTORS))
"""What a finding's `rule` may be."""
