"""A detector: a pattern that says where it might find something, and a judge of what is there.

It finds every occurrence, in time that grows with the text alone. It needs no pattern that
backtracks: candidates are of bounded length, or end where the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import regex

from nsedmw.detect.reach import Reach
from nsedmw.detect.subject import Subject

Find = Callable[[str, str], Iterator[tuple[int, int]]]
"""The text and its label (the key that holds it, or "") to spans."""


class Detector(msgspec.Struct, frozen=True):
    """One kind. `relaxed` is an RE2 pattern that is found wherever the kind is.

    Some kinds are known by their label alone: a label that `labels` is found in makes the detector
    a candidate whatever the text.
    """

    relaxed: str
    find: Find
    labels: regex.Pattern[str] | None = None
    least: int = 0
    """Characters that a text must have; most of many short strings are done with by this alone."""
    reach: Reach = Reach()
    """What decides about a finding; without a bound a stream holds everything."""

    def located(self, subject: Subject) -> Iterator[tuple[int, int]]:
        """Yield all occurrences in code points, from left to right."""
        if len(subject.text) < self.least:
            return iter(())
        return self.find(subject.text, subject.label)
