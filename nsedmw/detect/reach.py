"""How much text decides about what is found at a place: what a stream has to hold back."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import re2
import regex

from nsedmw.detect.locating import spans

Open = Callable[[str, int], int]
"""(text, start) -> the first place from `start` on where something began that is not decided yet by
what stands there; the text's length where there is none."""
Back = Callable[[str, int], int]
"""(text, place) -> from where the text must be read so that the place is not inside something."""


class Reach(msgspec.Struct, frozen=True):
    r"""How far from where a finding begins the text is read that decides about it.

    `ahead` counts characters; `runs` stretches of white space and of other characters, the one that
    it begins in included, each of them whole. Both count what is looked at behind it; None where
    there is no bound, and one of them is enough. `behind` counts characters before it.
    `opens`, in the syntax of `regex`, matches every finding from its first character on: where it
    does not match, nor may once more text has come, nothing has begun. It is asked of the text and
    of its canonical form.
    `open` is for what neither can say, beside them or in their place; so is `back` for `behind`.
    """

    ahead: int | None = None
    runs: int | None = None
    behind: int = 0
    opens: str | None = None
    open: Open | None = None
    back: Back | None = None

    @property
    def bounded(self) -> bool:
        """Whether it ends anywhere."""
        return self.ahead is not None or self.runs is not None or self.open is not None


_CODE = re.compile(r"\\x\{([0-9a-fA-F]+)\}")
_ENDS_A_WORD = re.compile(r"\\b(?=[|)]|\Z)")
_NO_WORD_BEFORE = "(?<![0-9A-Za-z_])"


def opening(*sources: str) -> str:
    r"""Translate patterns in RE2's syntax for `Reach.opens`: what it makes matches that and more.

    It reads Unicode, as the flag for ASCII would leave `\pL` the letters of ASCII alone; a `\b` is
    kept where a word begins, as RE2 means it.
    """
    source = "|".join(f"(?:{one})" for one in sources)
    source = _CODE.sub(lambda code: re.escape(chr(int(code[1], 16))), source)
    source = _ENDS_A_WORD.sub("", source).replace(r"\b", _NO_WORD_BEFORE)
    return source.replace(r"\pL", r"\p{L}").replace(r"\pM", r"\p{M}")


@cache
def pattern_of(source: str) -> regex.Pattern[str]:
    """Compile a pattern of a reach, when it is first needed: no run without a stream needs any."""
    return regex.compile(source)


@cache
def lead_of(source: str) -> Any:
    """As `pattern_of`, for RE2: what costs little to find in a long text."""
    return re2.compile(source.encode())


def followed(source: str, most: int, longest: int) -> Open:
    """Make an `Open` of a pattern that takes a whole finding, and `most` characters behind it.

    A finding has `longest` characters at the most, however far the pattern goes.
    """
    source = opening(source)

    def opened(text: str, start: int) -> int:
        end, pattern = len(text), pattern_of(source)
        for found in pattern.finditer(text, max(end - longest - most + 1, start), partial=True):
            if found.partial or found.end() + most > end:
                return int(found.start())
        return end

    return opened


def zone(lead: str, *sources: str, tail: int) -> Open:
    """Make an `Open` of patterns that take all that belongs to a finding and what follows it.

    Where one reaches the text's end, or may match once more text has come, nothing is decided.
    `lead`, in RE2's syntax, stands wherever one of them begins, which costs little to find; so much
    as `tail` characters of it may be there when the rest is still to come.
    """

    def opened(text: str, start: int) -> int:
        end = len(text)
        patterns = list(map(pattern_of, sources))
        for at, _ in spans(lead_of(lead), text[start:]):
            for pattern in patterns:
                found = pattern.match(text, start + at, partial=True)
                if found and (found.partial or found.end() == end):
                    return start + at
        for pattern in patterns:
            found = pattern.search(text, max(end - tail, start), partial=True)
            if found and (found.partial or found.end() == end):
                end = int(found.start())
        return end

    return opened


_TOKEN = regex.compile(r"(?r)[!-~]++\Z")


def token(text: str, start: int) -> int:
    """Return where the last characters of ASCII begin that have no white space among them."""
    found = _TOKEN.search(text, start)
    return found.start() if found else len(text)


def before_all(*backs: Back) -> Back:
    """Make one `Back` of several: a place that none of them goes back from."""

    def back(text: str, place: int) -> int:
        while (before := min(one(text, place) for one in backs)) < place:
            place = before
        return place

    return back


def before_row(source: str) -> Back:
    """Make a `Back` of a pattern that is read from the right: where all of it begins."""
    source = rf"(?r)(?:{source})++\Z"

    def back(text: str, place: int) -> int:
        found = pattern_of(source).search(text, 0, place)
        return int(found.start()) if found else place

    return back


def first_of(*opens: Open) -> Open:
    """Make one `Open` of several."""
    return lambda text, start: min(one(text, start) for one in opens)
