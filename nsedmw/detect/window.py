r"""A piece of a longer text: up to where it is decided, where to cut it, where to begin reading it.

What is found in a text depends, at each place, on so much text around it as the rules' `Reach`
says. More is needed where one thing decides about much: a word that mixes scripts is known at its
end, and a line or a fenced block that may be JSON when it is over.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

import regex

from nsedmw.detect.canonical import Reading, readings
from nsedmw.detect.canonical.lookalikes import REACH
from nsedmw.detect.reach import Reach, pattern_of

_UNSPACED: Final = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
    r"\u3001-\u303f\uff01-\uff65"
)
"""What is written without spaces, with its punctuation."""
_BOUNDARY: Final = regex.compile(
    r"(?r)(?<=\s)(?=\S)(?!\p{M})|(?<=\S)(?=\s)"
    rf"|(?<=[{_UNSPACED}]\p{{M}}?)(?=[{_UNSPACED}])(?!\p{{M}}|[\uff9e\uff9f])"
)
_STRETCHES: Final = regex.compile(r"(?r)\s+|\S+")

_LAST: Final = regex.compile(
    r"(?rs)(?:[\u1100-\u11ff\ua960-\ua97c\uac00-\ud7fb]++|[\uff66-\uff9f]++|\S)"
    r"[\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f]*+\Z"
)
"""A character with its marks, a syllable of Hangul in parts, halfwidth kana; white space takes no
marks."""
_LETTERS: Final = r"[\p{L}\p{M}\p{Nd}]"
_WORD_BEFORE: Final = regex.compile(rf"(?r){_LETTERS}*+")
_OTHERS: Final = regex.compile(rf"(?!\p{{Latin}}|[{_UNSPACED}]|\p{{Hangul}})\p{{L}}")
"""Letters that may be taken for Latin ones, or not, by what stands beside them."""

_MAY_BE_JSON: Final = regex.compile(r"[\s\ufeff]*+(?:[\[{\"]|\Z)")
_LINE_OF_JSON: Final = regex.compile(r"[ \t\r\ufeff]*+[\[{]")
_FENCE: Final = regex.compile(r"(?m)^[ \t]*+(`{3,}+|~{3,}+)[ \t]*+json\w*+[ \t]*+\r?\n")
_MAY_BE_FENCE: Final = regex.compile(r"[ \t]*+(?:`++|~++)[^\n]*+\Z")
_MARKS: Final = ("```", "~~~")

_BEGIN: Final = regex.compile(rf"(?r)(?<=\s)\p{{L}}|(?<=[{_UNSPACED}])\p{{L}}")
"""Where a piece may begin: at a word, as neither JSON nor a fence does, nor a row of numbers."""
_SEARCHED: Final = 4096


class Window:
    """What the rules of one entry need; safe to share between threads.

    `reaches` are those of the rules that can block or rewrite, each with a name for people; `fine`
    those of what allows. With `normalize` they read the canonical form too. More than `most`
    characters block by their number; 0 is no bound. `everything` names what needs all of a text
    whatever the rules are.
    """

    def __init__(
        self,
        reaches: Iterable[tuple[str, Reach]],
        fine: Iterable[tuple[str, Reach]] = (),
        *,
        normalize: bool = True,
        most: int = 0,
        everything: Sequence[str] = (),
    ) -> None:
        judging, allowing = list(reaches), list(fine)
        every = [*judging, *(allowing if judging else ())]
        unbounded = dict.fromkeys(name for name, reach in every if not reach.bounded)
        self.most = most
        self.everything = (*everything, *unbounded)
        """The names of what has no bound: with one of them all of a text is held."""
        self.idle = not every and not most and not self.everything
        """Whether it neither blocks nor rewrites, so that nothing is held for it."""
        self._normalize = normalize
        self._bounds = _widest(every)
        self._open = tuple({reach.open for _, reach in every if reach.open is not None})
        self._back = tuple({reach.back for _, reach in every if reach.back is not None})
        # What allows may begin before a place and cover a finding behind it.
        self._behind = max((reach.behind for _, reach in judging), default=0)
        self._behind += max((reach.behind + (reach.ahead or 0) for _, reach in allowing), default=0)
        self._runs_behind = max(
            (reach.runs or 0 for _, reach in allowing if reach.ahead is None), default=0
        )

    def whole(self, text: str) -> bool:
        """Whether a text that begins so may be one piece of JSON, which is read as a whole."""
        return _MAY_BE_JSON.match(text) is not None

    def settled(self, text: str, start: int) -> int:
        """Return up to where a text is decided whatever follows it; up to `start` it was already.

        That is a place between `start` and the text's end.
        """
        forms: list[Reading] = []
        first = start
        if self._normalize and (self._bounds or self._open):
            text = text[: max(_composed(text), start)]
            # What stands before may be of the same word, or say what its letters are taken for.
            first = _word_start(text, max(start - REACH, 0))
            # A finding may go on into what can yet be read otherwise, so that must be none of it.
            near, forms = _as_read(text[first:], start - first)
            text = text[:first] + near
        place = min(self._decided(text, start), _json_decided(text, start))
        for form in forms:
            found = self._decided(form.text, _behind(form, start - first))
            if found < len(form.text):
                place = min(place, first + form.span(found, found + 1)[0])
        return max(place, start)

    def cuts(self, text: str, start: int, settled: int) -> Iterator[int]:
        """Yield from right to left the ends of words behind `start` and up to `settled`."""
        found = _BOUNDARY.search(text, start + 1, settled + 1)
        while found is not None:
            if found.start() <= settled:
                yield found.start()
            found = _BOUNDARY.search(text, start + 1, found.start())

    def begin(self, text: str, cut: int) -> int:
        """Return from where a text must be read so that what begins at `cut` or behind is right."""
        need = self._behind + (REACH if self._normalize and not text[:cut].isascii() else 0)
        first = max(cut - need, 0)
        while first and self._normalize and _least_length(text[first:cut]) < need:
            first = max(first - need, 0)
        if self._runs_behind:
            before = islice(_STRETCHES.finditer(text, 0, cut), self._runs_behind)
            first = min([first, *(stretch.start() for stretch in before)])
        found = _BEGIN.search(text, max(first - _SEARCHED, 0), first + 1)
        first = int(found.start()) if found else 0
        first = next((start for start, end in _fenced(text, 0) if start < first < end), first)
        return min((back(text, first) for back in self._back), default=first)

    def _decided(self, text: str, start: int) -> int:
        """As `settled`, by the rules alone, which read this very text."""
        end = len(text)
        place = min((open_(text, start) for open_ in self._open), default=end)
        for opens, bounds in self._bounds:
            for ahead, runs in bounds:
                found = _bounded(text, start, ahead, runs)
                if opens is not None and found < place:
                    begins = opens.search(text, found, partial=True)
                    found = end if begins is None else begins.start()
                place = min(place, found)
        return place


_Bound = tuple[int | None, int | None]
"""`Reach.ahead` and `Reach.runs`."""


def _widest(
    every: Iterable[tuple[str, Reach]],
) -> list[tuple[regex.Pattern[str] | None, list[_Bound]]]:
    """By what opens them, the bounds that no other covers."""
    grouped: dict[str | None, set[_Bound]] = {}
    for _, reach in every:
        if reach.ahead is not None or reach.runs is not None:
            grouped.setdefault(reach.opens, set()).add((reach.ahead, reach.runs))
    return [
        (
            None if opens is None else pattern_of(opens),
            [one for one in bounds if not any(_covers(two, one) for two in bounds if two != one)],
        )
        for opens, bounds in grouped.items()
    ]


def _covers(bound: _Bound, other: _Bound) -> bool:
    """Whether the first holds back as much as the second or more, whatever the text."""
    return all(
        mine is None or (its is not None and mine >= its)
        for mine, its in zip(bound, other, strict=True)
    )


def _bounded(text: str, start: int, ahead: int | None, runs: int | None) -> int:
    """Return up to where a rule with such bounds has decided."""
    place = start
    if ahead is not None:
        place = max(place, len(text) - ahead + 1 if ahead else len(text))
    if runs is not None and place < len(text):
        place = max(place, _by_stretches(text, start, runs))
    return min(place, len(text))


def _by_stretches(text: str, start: int, runs: int) -> int:
    """Return the start of the last stretches, `runs` of them: the very last may go on."""
    last = [one.start() for one in islice(_STRETCHES.finditer(text, start), runs)]
    if not last:
        return len(text)
    return last[-1] if len(last) == runs else start


def _composed(text: str) -> int:
    """Return where the last character begins: marks that follow it may make another one of it."""
    found = _LAST.search(text)
    return found.start() if found else len(text)


def _as_read(text: str, least: int) -> tuple[str, list[Reading]]:
    """Return so much of a text, `least` or more, as is read so whatever follows, and its readings.

    Those that differ from it.
    """
    if text.isascii():
        return text, []
    forms = readings(text, fold=True)
    known = max(min(map(_words_known, (Reading(text, ()), *forms))), least)
    if known == len(text):
        return text, forms
    return text[:known], readings(text[:known], fold=True)


def _words_known(form: Reading) -> int:
    """Return up to where it is known which letters of a text are taken for Latin ones.

    Asked of a reading, as what shows nothing counts for no distance there.
    """
    text = form.text
    found = _OTHERS.search(text, _word_start(text, max(len(text) - REACH, 0)))
    at = len(text) if found is None else _word_start(text, found.start())
    return form.span(at, at + 1)[0] if at < len(text) else form.span(at - 1, at)[1] if at else 0


def _word_start(text: str, place: int) -> int:
    """Return where the word begins that a place is in or right behind."""
    word = _WORD_BEFORE.match(text, 0, place)
    return int(word.start()) if word else place


def _behind(form: Reading, place: int) -> int:
    """Return the first character of a reading that stands for one at the place or behind it."""
    return bisect_left(range(len(form.text)), place, key=lambda at: form.span(at, at + 1)[0])


def _least_length(text: str) -> int:
    """Return the length of the shortest of a text's readings."""
    return min(len(one) for one in (text, *(found.text for found in readings(text, fold=True))))


def _json_decided(text: str, start: int) -> int:
    """Return up to where it is known whether lines and fenced blocks are JSON."""
    end = len(text)
    line = text.rfind("\n") + 1
    if _LINE_OF_JSON.match(text, line) or _MAY_BE_FENCE.match(text, line):
        end = line
    line = text.rfind("\n", 0, start) + 1  # what leads up to a fence may have gone on
    return next((first for first, last in _fenced(text, line) if last > end), end)


def _fenced(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield the span of each fenced block of JSON; one that is open ends behind the text."""
    if not any(mark in text for mark in _MARKS):
        return
    fence = _FENCE.search(text, start)
    while fence is not None:
        closed = regex.compile(rf"(?m)^[ \t]*+{fence[1]}").search(text, fence.end())
        if closed is None:
            yield fence.start(), len(text) + 1
            return
        yield fence.start(), closed.end()
        fence = _FENCE.search(text, closed.end())
