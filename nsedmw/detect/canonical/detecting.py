"""Whether there is anything to change at all: one pass, which for most text is the only one."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from nsedmw.detect import charset
from nsedmw.detect.canonical import table
from nsedmw.detect.canonical.alphabet import OVERLAYS, marks, ranges
from nsedmw.detect.canonical.lookalikes import candidates
from nsedmw.detect.matcher import re2_program

_HANGUL: Final = r"[\x{1100}-\x{1112}\x{ac00}-\x{d7a3}][\x{1161}-\x{1175}\x{11a8}-\x{11c2}]"
_MEMORY: Final = 64 << 20


def changes(text: str, data: bytes | None, *, fold: bool = False) -> bool:
    """Whether `readings` may find any; False is certain. `data` is the text in UTF-8."""
    if text.isascii():
        return False
    program = None if data is None else _detector(fold)
    return program is None or program.search(data) is not None


@cache
def _detector(fold: bool) -> Any:
    members = [*ranges(table.CHANGED), *ranges(table.DROPPED), *ranges(OVERLAYS)]
    lone = charset.render((*members, *(ranges(table.FOLDING) if fold else ())))
    beside = charset.render(ranges(table.EXTENDING))
    composing, composed = (charset.render(ranges(s)) for s in (table.COMPOSING, table.COMPOSED))
    return re2_program(
        "|".join(
            [
                lone,
                # Marks may be out of their order.
                beside + beside,
                composing + composed,
                "[0-9]" + charset.render(marks()),
                _HANGUL,
                *candidates(),
            ]
        ),
        max_mem=_MEMORY,
    )
