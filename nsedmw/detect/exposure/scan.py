"""Where a content gives its prompt away: indicators and words of the prompt, in all its texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from nsedmw.detect.exposure.fingerprint import Fingerprint, fingerprint
from nsedmw.detect.exposure.indicators import Hit, Indicator, Indicators
from nsedmw.detect.exposure.places import Joined, Place
from nsedmw.detect.exposure.readings import Forms, Read, disguises, forms
from nsedmw.detect.strings import Piece, pieces

SYSTEM_PROMPT: Final = "system_prompt"
"""The rule of what is shared with the prompt itself, none of whose words may be told."""

MOST_HITS: Final = 10_000
"""Beyond it a content is nothing but indicators; what else it holds decides nothing."""

_BETWEEN: Final = "\n\na\n\n"
"""Between two texts of one content. No hit, run of encoded characters or row of single letters
crosses it, and a word of look-alikes at the edge of a text stands beside a Latin letter, as it does
where a text ends."""
_PROMPTS: Final = 4
"""Fingerprints that are kept: that of a megabyte takes a third of a second and 50 MB."""


class Spot(NamedTuple):
    """One occurrence, in code points of the string at `path`; without an indicator, the prompt's.

    `closes` tells a closing tag from an opening one, and is None for what is neither.
    """

    indicator: Indicator | None
    path: str
    start: int
    end: int
    in_key: bool
    closes: bool | None = None


class Found(NamedTuple):
    """All occurrences in the order of the content; `length` counts the characters of its texts.

    `cut` where there are more than `MOST_HITS`.
    """

    spots: tuple[Spot, ...]
    length: int
    cut: bool = False

    @property
    def indicators(self) -> list[Indicator]:
        """The distinct indicators in the order in which they first occur."""
        return list(dict.fromkeys(spot.indicator for spot in self.spots if spot.indicator))

    @property
    def prompt(self) -> bool:
        """Whether words of the system prompt are there."""
        return any(spot.indicator is None for spot in self.spots)


class Scanner:
    """The indicators and thresholds of one entry; safe to share between threads.

    `run` and `overlap` are those of `fingerprint`; without a `run` prompts are not looked at.
    """

    def __init__(self, indicators: Indicators, run: int | None, overlap: int) -> None:
        self._indicators = indicators
        self._run = run
        self._fingerprint = lru_cache(_PROMPTS)(
            lambda prompt: fingerprint(prompt, run or 0, overlap)
        )

    def scan(self, content: Any, prompt: str | None = None) -> Found:
        """Find everything; `prompt` is the system prompt of whoever wrote the content."""
        found = list(pieces(content))
        whole = Joined(found, _BETWEEN)
        read = forms(whole.text)
        hits = list(
            islice(self._hits((*read.plain, *read.inner, *disguises(whole.text))), MOST_HITS + 1)
        )
        spots = [
            _spot(hit.indicator, place, hit.closes)
            for start, end, hit in _sorted(hits)
            # What a tag seems to have behind it never lies in the next text.
            for place in islice(whole.places(start, end), 1)
        ]
        told = self._fingerprint(prompt) if prompt and self._run else None
        if told is not None:
            spots += _of_prompt(found, read if len(found) == 1 else None, told)
            order = {(piece.path, piece.kind == "key"): at for at, piece in enumerate(found)}
            spots.sort(key=lambda spot: (order[spot.path, spot.in_key], spot.start))
        length = sum(len(piece.text) for piece in found)
        return Found(tuple(spots), length, len(hits) > MOST_HITS)

    def _hits(self, read: Iterable[Read]) -> Iterator[tuple[int, int, Hit]]:
        for form in read:
            for hit in self._indicators.hits(form):
                yield (*form.span(hit.start, hit.end), hit)


def _sorted(hits: Iterable[tuple[int, int, Hit]]) -> Iterator[tuple[int, int, Hit]]:
    """Yield the hits from left to right; what lies inside another of its indicator is one."""
    reach: dict[Indicator, int] = {}
    for start, end, hit in sorted(hits, key=lambda one: (one[0], -one[1])):
        if end > reach.get(hit.indicator, -1):
            reach[hit.indicator] = end
            yield start, end, hit


def _of_prompt(found: Sequence[Piece], read: Forms | None, told: Fingerprint) -> list[Spot]:
    """The stretches that the texts share with the prompt, where they are enough of it.

    `read` holds the forms of the only text, where there is but one.
    """
    # A text in lines is one text; keys between them would part what belongs together.
    values = [piece for piece in found if piece.kind != "key"]
    whole = Joined([*values, *(piece for piece in found if piece.kind == "key")], "\n")
    read = forms(whole.text) if read is None else read
    shared = [(form, told.shared(form.text)) for form in (read.words, *read.inner)]
    if not told.enough({place for _, runs in shared for place in runs.places}):
        return []
    spans = {form.span(*span) for form, runs in shared for span in told.spans(form.text, runs)}
    return [
        _spot(None, place) for start, end in sorted(spans) for place in whole.places(start, end)
    ]


def _spot(indicator: Indicator | None, place: Place, closes: bool | None = None) -> Spot:
    piece = place.piece
    return Spot(indicator, piece.path, place.start, place.end, piece.kind == "key", closes)
