"""A text that patterns run on, and the time that they may take."""

from __future__ import annotations

import time
from typing import Final

DEADLINE_SECS: Final = 1.0
"""For one pattern on one text. `regex` reads 1 MB in a few milliseconds unless a pattern backtracks
without end, so a second is far beyond honest work and still below any entry's deadline."""

CONTENT_SECS: Final = 5.0
"""For all patterns on all strings of one content, where they share a `Budget`: structured content
may hold 100 000 strings, each of which could take a pattern's second."""


class PatternTimeout(Exception):
    """A pattern ran past its deadline; whether it matches is unknown."""


class Budget:
    """The seconds that are left for patterns on the strings of one content; of one thread alone."""

    __slots__ = ("left",)

    def __init__(self, secs: float = CONTENT_SECS) -> None:
        self.left = secs


class Subject:
    """A text and its UTF-8 form, encoded once for all patterns.

    `data` is None for text with a lone surrogate, which only `regex` can read. `label` is the key
    that holds the text in structured content; it may say what a bare number is.
    """

    __slots__ = ("ascii", "budget", "data", "label", "text")

    def __init__(self, text: str, budget: Budget | None = None, label: str = "") -> None:
        self.label = label
        self.text = text
        self.budget = budget or Budget()
        self.ascii = text.isascii()
        self.data: bytes | None
        try:
            self.data = text.encode()
        except UnicodeEncodeError:
            self.data = None


class Clock:
    """The time of one pattern on one text, which a budget of many texts may shorten."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._left = DEADLINE_SECS
        self._started = 0.0

    def left(self) -> float:
        """Start the clock: return how long the next step may take.

        Raises:
            PatternTimeout: nothing is left.
        """
        left = min(self._left, self._budget.left)
        if left <= 0:
            raise PatternTimeout
        self._started = time.monotonic()
        return left

    def stop(self) -> None:
        """Count the step that `left` began."""
        spent = time.monotonic() - self._started
        self._left -= spent
        self._budget.left -= spent
