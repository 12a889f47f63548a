"""NFKC without invisible characters, digits and dashes as ASCII has them, with the way back."""

from __future__ import annotations

from itertools import chain, groupby
from typing import Final
from unicodedata import combining, normalize

from nsedmw.detect.canonical.alphabet import Alphabet, alphabet
from nsedmw.detect.canonical.reading import Block, Blocks

_LONG: Final = 30
"""Code points that are normalized as they stand. `normalize` sorts marks by insertion, which takes
the square of their number."""


def cleaned(text: str) -> tuple[str, Blocks]:
    """The clean text, and its blocks."""
    known = alphabet()
    # Most of what changes becomes one other character, which moves nothing.
    stepped = known.singles.sub(lambda run: run[0].translate(known.single), text)
    return _Cleaning(stepped, known).done()


class _Cleaning:
    """One walk from left to right over the runs of characters that may change."""

    def __init__(self, text: str, known: Alphabet) -> None:
        self._text = text
        self._known = known
        self._parts: list[str] = []
        self._length = 0
        self._position = 0
        """How much of the text is taken."""
        self._blocks: list[Block] = []
        self._memo: dict[str, str] = {}

    def done(self) -> tuple[str, Blocks]:
        for run in self._known.candidates.finditer(self._text):
            at, end = run.span()
            if end == at + 1 and self._stays(at):
                continue
            at = max(at, self._position)
            while at < end:
                at = self._changed(at)
        if not self._parts:
            return self._text, Blocks(())
        self._copy(len(self._text))
        return "".join(self._parts), Blocks(self._blocks)

    def _stays(self, at: int) -> bool:
        """Whether a mark between characters that stay does, too: so do most in many scripts."""
        known = self._known
        alone = at == 0 or self._text[at - 1] not in known.composing
        return alone and self._text[at] in known.marks

    def _changed(self, at: int) -> int:
        """Take what begins here; return where to go on."""
        text, known = self._text, self._known
        char = text[at]
        if char in known.dropped:
            return self._dropped(at)
        if char in known.extending:
            # It changes what stands before it.
            return self._unit(at - 1 if at > self._position else at, at)
        if self._extended(at + 1):
            return self._unit(at, at + 1)
        if char in known.several:
            self._block(at, at + 1, known.several[char])
        return at + 1

    def _extended(self, at: int) -> bool:
        """Whether marks begin here, perhaps behind what is dropped."""
        char = self._text[at : at + 1]
        if char in self._known.dropped:
            at = self._known.drops.match(self._text, at).end()
            char = self._text[at : at + 1]
        return char in self._known.extending

    def _dropped(self, at: int) -> int:
        """Take characters that go, and marks behind them, which then stand beside another."""
        end: int = self._known.drops.match(self._text, at).end()
        if self._text[end : end + 1] in self._known.extending:
            return self._unit(at - 1 if at > self._position else at, end)
        self._block(at, end, "")
        return end

    def _unit(self, start: int, at: int) -> int:
        """Take what begins at `start` with all marks from `at` on; return where they end."""
        end: int = self._known.follows.match(self._text, at).end()
        raw = self._text[start:end]
        if raw[-1] in self._known.dropped:
            # What goes behind it is no part of it.
            raw = raw.rstrip(self._known.dropped_text)
        clean = self._memo.get(raw)
        if clean is None:
            clean = _normalized(raw.translate(self._known.all_changes))
            clean = clean.translate(self._known.all_changes)
            if len(raw) <= _LONG:
                self._memo[raw] = clean
        middle = start + len(raw)
        if clean != raw:
            self._block(start, middle, clean)
        if middle < end:
            self._block(middle, end, "")
        return end

    def _block(self, start: int, end: int, clean: str) -> None:
        if self._position < start:
            self._copy(start)
        length = self._length + len(clean)
        self._blocks.append((self._length, length, start, end))
        self._parts.append(clean)
        self._length = length
        self._position = end

    def _copy(self, end: int) -> None:
        if self._position < end:
            self._parts.append(self._text[self._position : end])
            self._length += end - self._position
            self._position = end


def _normalized(text: str) -> str:
    """NFKC, in time that grows with the text (and its logarithm) alone."""
    if len(text) <= _LONG:
        return normalize("NFKC", text)
    known = {char: normalize("NFKD", char) for char in set(text)}
    decomposed = "".join(known[char] for char in text)
    classes = {char: combining(char) for char in set(decomposed)}
    runs = groupby(decomposed, key=lambda char: classes[char] > 0)
    # Sorting is stable, as the standard has it, and what is sorted is composed in one pass.
    ordered = (sorted(run, key=classes.__getitem__) if marks else run for marks, run in runs)
    return normalize("NFC", "".join(chain.from_iterable(ordered)))
