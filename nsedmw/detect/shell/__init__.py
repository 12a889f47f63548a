"""Reads shell commands as a shell would and says what they would do; it runs nothing."""

from __future__ import annotations

from collections.abc import Sequence

from nsedmw.detect.shell.catalogue import CATEGORIES, RULES, Rule
from nsedmw.detect.shell.cursor import Budget, Unreadable
from nsedmw.detect.shell.machine import Hit, Machine

__all__ = ["CATEGORIES", "RULES", "Hit", "Rule", "judge_text", "judge_words"]


def judge_text(text: str) -> list[Hit]:
    """The rules that a shell text breaks, in the order of the commands.

    `start` and `end` are code points of the text. Work is bounded (`cursor.STEPS`, `cursor.DEPTH`);
    what is beyond is a hit of its own, as is what no shell could read.
    """
    machine = Machine(Budget())
    machine.text(text)
    return sorted(machine.hits, key=lambda hit: (hit.start, hit.end))


def judge_words(words: Sequence[str]) -> list[Hit]:
    """The rules that a command of words breaks, started without a shell around it.

    `start` and `end` are indexes of words: the whole command.
    """
    machine = Machine(Budget())
    span = (0, len(words))
    try:
        if words and words[0]:
            machine.run(list(words), None, span)
    except (Unreadable, RecursionError) as error:
        machine.note(error.why if isinstance(error, Unreadable) else "deep", span)
    return list(machine.hits)
