"""How much text decides about what is found at a place: what a stream has to hold back."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import regex

Open = Callable[[str, int], int]
"""(text, start) -> the first place from `start` on where something began that is not decided yet by
what stands there; the text's length where there is none."""


class Reach(msgspec.Struct, frozen=True):
    r"""How far from where a finding begins the text is read that decides about it.

    `ahead` counts characters; `runs` stretches of white space and of other characters, the one that
    it begins in included, each of them whole. Both count what is looked at behind it; None where
    there is no bound, and one of them is enough. `behind` counts characters before it.
    `opens` matches a first character of every finding: without one nothing has begun. It is asked
    of the text and of its canonical form.
    `open` says it all where none of these can: `ahead`, `runs` and `opens` are not asked then.
    """

    ahead: int | None = None
    runs: int | None = None
    behind: int = 0
    opens: regex.Pattern[str] | None = None
    open: Open | None = None

    @property
    def bounded(self) -> bool:
        """Whether it ends anywhere."""
        return self.ahead is not None or self.runs is not None or self.open is not None
