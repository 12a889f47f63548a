"""A run over a text that comes in pieces: what may go out so far, decided without I/O.

What went out is always how the content of a run over the whole text begins. That run is made at the
end, and its result is the stream's; until then each entry is asked about pieces (`Passage`).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from nsedmw.pipeline.boundary import Run, admit
from nsedmw.pipeline.drive import Steps
from nsedmw.pipeline.entry import Entry, Pipeline
from nsedmw.pipeline.passage import Ask, Passage
from nsedmw.protocols import Window
from nsedmw.types import Context


class Flow:
    """The entries of a pipeline that a text goes through piece by piece.

    `holds_all` where one of them needs all of the text: then nothing goes out before the end.
    """

    def __init__(self, pipeline: Pipeline, context: Context, run: Run) -> None:
        self._context = context
        windows = list(_windows(pipeline, context, run))
        self.holds_all = any(window is None or window.everything for _, window in windows)
        self._passages = [
            Passage(entry, window)
            for entry, window in windows
            if window is not None and not window.idle
        ]
        self._waiting = 0
        self.ended: Passage | None = None
        """The one that lets nothing more through."""

    @property
    def held(self) -> int:
        """How many characters were taken that did not go out, as they stand in each entry."""
        return self._waiting + sum(passage.held for passage in self._passages)

    def take(self, piece: str, most: int) -> Steps[str]:
        """Take more text. When more than `most` would be held, all of it is looked at first."""
        if self.holds_all:
            self._waiting += len(piece)
            return ""
        hurry = self.held + len(piece) > most
        for passage in self._passages:
            piece = yield from self._asked(passage.entry, passage.take(piece, hurry=hurry))
            if passage.ended:
                self.ended = passage
                return ""
            if not piece:
                break
        return piece

    def _asked(self, entry: Entry, texts: Ask) -> Steps[str]:
        try:
            text = next(texts)
            while True:
                outcome = yield entry, msgspec.structs.replace(self._context, content=text)
                text = texts.send(outcome)
        except StopIteration as done:
            passed: str = done.value
            return passed


def _windows(
    pipeline: Pipeline, context: Context, run: Run
) -> Iterator[tuple[Entry, Window | None]]:
    """Yield the entries that decide about a run, each with its window; None without one."""
    for entry, conditional in pipeline.stages[context.stage]:
        if entry.mode == "observe":
            continue
        admitted = admit(pipeline, entry, context, run) if conditional and entry.steady else True
        if admitted is False:
            continue
        if admitted is True and entry.steady and entry.window is not None:
            yield entry, entry.window(run.private)
        else:
            yield entry, None
