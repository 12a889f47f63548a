"""One entry while a text streams through it: what may go on to the next, and what is held.

What the entry says of a whole text is what counts. Here it is asked about pieces that are read from
far enough before to far enough behind a place, as its `Window` says, so that it says the same of
that place. No I/O is done: whom to ask about which text is yielded, and the outcome sent back.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from nsedmw.pipeline.boundary import Outcome
from nsedmw.pipeline.entry import Entry
from nsedmw.protocols import Window
from nsedmw.types import Verdict

Ask = Generator[str, Outcome, str]
"""Texts to ask the entry about, outcomes, and in the end the text that may go on."""

_PIECE: Final = 2048
"""Characters that are dropped at once when they are no longer needed: each time costs a check."""
_LOOKS: Final = 16
"""A text of which much is held, or must be read, is looked at when it has grown by this part: so
looks cost a stream no more than so many times what one look at all of it would."""
_MUCH_HELD: Final = 1024
_MUCH_READ: Final = 6_144
"""Characters from which on that is so."""
_TRIES: Final = 4
"""Ends of words that are tried where something was rewritten."""


class Passage:
    """The text that an entry has been given so far and what became of it."""

    def __init__(self, entry: Entry, window: Window) -> None:
        self.entry = entry
        self.blocked = False
        self.failed: Outcome | None = None
        self._window = window
        self._text = ""
        self._new: list[str] = []
        self._waiting = 0
        """Characters in `_new`."""
        self._cut = 0
        """Up to here the text has gone on."""
        self._gone = ""
        """What the entry makes of the text up to there."""
        self._total = 0
        self._begun = False
        self._stuck = False
        """Whether it has to wait for the end: pieces say something else than was expected."""
        self._drop_at = _PIECE

    @property
    def held(self) -> int:
        """How many characters have not gone on."""
        return len(self._text) - self._cut + self._waiting

    @property
    def ended(self) -> bool:
        """Whether nothing more will go on."""
        return self.blocked or self.failed is not None

    def take(self, piece: str, *, hurry: bool = False) -> Ask:
        """Take more text; return what may go on now. With `hurry` it is looked at in any case."""
        self._new.append(piece)
        self._waiting += len(piece)
        self._total += len(piece)
        if self._window.most and self._total > self._window.most:
            self.blocked = True
        if self.ended or self._stuck or (self._may_wait() and not hurry):
            return ""
        self._text = "".join((self._text, *self._new))
        self._new.clear()
        self._waiting = 0
        self._begun = self._begun or not self._window.whole(self._text)
        if not self._begun:
            return ""
        settled = self._window.settled(self._text, self._cut)
        if settled <= self._cut:
            return ""
        return (yield from self._passed(settled))

    def _may_wait(self) -> bool:
        read, held = len(self._text) + self._waiting, self.held
        if read > _MUCH_READ and self._waiting * _LOOKS < read:
            return True
        return held > _MUCH_HELD and self._waiting * _LOOKS < held

    def _passed(self, settled: int) -> Ask:
        text = self._text
        outcome = yield text
        verdict = outcome.verdict
        if outcome.failure is not None:
            # An optional entry's failure changes nothing, but the next time it may not fail.
            self._stuck = verdict.verdict == "warn"
            self.failed = None if self._stuck else outcome
            return ""
        if verdict.verdict not in ("pass", "warn"):
            self.blocked = any(self._cut <= one.start < settled for one in verdict.findings)
            return ""
        made = _made(verdict, text)
        if made is None or not made.startswith(self._gone):
            self._stuck = True
            return ""
        cut, head = yield from self._head(settled, verdict, made)
        gone = head[len(self._gone) :]
        self._cut, self._gone = cut, head
        yield from self._drop(made[len(head) :])
        return gone

    def _head(
        self, settled: int, verdict: Verdict, made: str
    ) -> Generator[str, Outcome, tuple[int, str]]:
        """Return the last place up to `settled` to cut at, and what stands before it then.

        `made` is what the verdict makes of the text.
        """
        text, start, gone = self._text, self._cut, self._gone
        head = _before(text, settled, made, verdict)
        if head is not None and head.startswith(gone):
            return settled, head
        tries = 0
        for cut in self._window.cuts(text, start, settled):
            if any(one.start < cut < one.end for one in verdict.findings):
                continue
            head = _before(text, cut, made, verdict)
            if head is None:
                outcome = yield text[:cut]
                head = None if outcome.failure else _made(outcome.verdict, text[:cut])
                tries += 1
            if head is not None and head.startswith(gone) and made.startswith(head):
                return cut, head
            if tries == _TRIES:
                break
        return start, gone

    def _drop(self, rest: str) -> Ask:
        """Drop text that is no longer needed, if the entry says the same of what is left.

        `rest` is what it made of the text behind the cut.
        """
        if self._cut < self._drop_at:
            return ""
        self._drop_at = 2 * self._cut
        first = self._window.begin(self._text, self._cut)
        # So much more is kept than is needed that the second half of it has to be judged the same.
        first = self._window.begin(self._text, max(2 * first - self._cut, 0))
        if first < self._cut // 4:
            return ""
        text, cut = self._text[first:], self._cut - first
        outcome = yield text
        made = None if outcome.failure else _made(outcome.verdict, text)
        if made is None or not made.endswith(rest):
            return ""
        head = made[: len(made) - len(rest)]
        if _before(text, cut, made, outcome.verdict) != head:
            alone = yield text[:cut]
            if alone.failure or _made(alone.verdict, text[:cut]) != head:
                return ""
        if self._gone.endswith(head[len(head) // 2 :]):
            self._text, self._cut, self._gone = text, cut, head
            self._drop_at = cut + _PIECE
        return ""


def _made(verdict: Verdict, text: str) -> str | None:
    """What a verdict makes of a text; None where that is no text, or nothing goes out."""
    if verdict.verdict not in ("pass", "warn"):
        return None
    made = text if verdict.content is None else verdict.content
    return made if isinstance(made, str) else None


def _before(text: str, cut: int, made: str, verdict: Verdict) -> str | None:
    """The part of `made` that stands for the text before a cut; None where that is not plain."""
    if verdict.content is None:
        return text[:cut]
    rest = len(text) - cut
    if any(one.end > cut for one in verdict.findings) or not made.endswith(text[cut:]):
        return None
    return made[: len(made) - rest]
