"""Letters of other scripts that look like Latin ones, where a reader takes them for Latin.

That is in a word that mixes scripts, and in words of nothing but look-alikes that stand among Latin
letters: the nearest other letters on both sides are Latin, or on one side where the text ends on
the other. Everywhere else Cyrillic is Cyrillic and Greek is Greek.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec

from nsedmw.detect import charset
from nsedmw.detect.canonical import table
from nsedmw.detect.canonical.alphabet import by_letter
from nsedmw.detect.matcher import re2_program

LATIN: Final = r"\p{Latin}"
IN_WORD: Final = r"[\p{L}\p{M}\p{Nd}]"
BETWEEN: Final = r"[^\p{L}\p{M}]+"
"""From a letter to the next word: a word of digits is no neighbour."""

_MEMORY: Final = 64 << 20
_ENCODING: Final = ("utf-8", "surrogatepass")


class _Letters(msgspec.Struct, frozen=True):
    """`alone` and `mixed` map code points in words of each kind; the others find such words."""

    alone: dict[int, str]
    mixed: dict[int, str]
    mixed_words: Any
    among_latin: Any
    any: Any


def alike_letters() -> tuple[str, str]:
    """Classes in RE2's syntax: what is replaced in words of its own, and in words that mix."""
    alone, mixed = _maps()
    return _class(alone), _class(mixed)


def _class(letters: dict[int, str]) -> str:
    return charset.render(charset.union((code, code) for code in letters))


@cache
def _maps() -> tuple[dict[int, str], dict[int, str]]:
    alone = by_letter(table.LOOKALIKES)
    return alone, {**alone, **by_letter(table.OTHER_CASE), **by_letter(table.PHONETIC)}


@cache
def _letters() -> _Letters:
    alone, mixed = _maps()
    looks, alike = alike_letters()
    word = rf"{looks}(?:{looks}|\p{{Nd}})*"
    run = f"{word}(?:{BETWEEN}{word})*"
    after_latin = rf"{LATIN}\p{{M}}*{BETWEEN}{run}"
    # From one run to the next there is nothing that is not Latin.
    more = rf"(?:{BETWEEN}{LATIN}(?:[\p{{Latin}}\P{{L}}]*{LATIN})?\p{{M}}*{BETWEEN}{run})"
    mixed_word = f"{IN_WORD}*(?:{LATIN}{IN_WORD}*{alike}|{alike}{IN_WORD}*{LATIN}){IN_WORD}*"
    at_start, at_end = rf"\A(?:{BETWEEN})?{run}", rf"(?:{BETWEEN})?\z"
    return _Letters(
        alone,
        mixed,
        re2_program(rf"{mixed_word}(?:[^\p{{L}}\p{{M}}\p{{Nd}}]+{mixed_word})*", max_mem=_MEMORY),
        re2_program(
            f"(?:{after_latin}|{at_start}){more}*{BETWEEN}{LATIN}"
            f"|(?:{after_latin}{more}*|{at_start}{more}+){at_end}",
            max_mem=_MEMORY,
        ),
        re.compile(f"[{''.join(map(chr, alone))}]"),
    )


def plain_words(text: str) -> tuple[str, str]:
    """The text with look-alikes replaced in words that mix scripts, and in all such words.

    Both are as long as the text.
    """
    letters = _letters()
    data = text.encode(*_ENCODING)
    parts: list[str] = []
    position = 0
    for start, end, word in _found(letters.mixed_words, data):
        parts += [data[position:start].decode(*_ENCODING), word.translate(letters.mixed)]
        position = end
    if parts:
        text = "".join([*parts, data[position:].decode(*_ENCODING)])
        data = text.encode(*_ENCODING)
    return text, _among_latin(text, data, letters)


def _found(program: Any, data: bytes) -> Iterator[tuple[int, int, str]]:
    position = 0
    while (match := program.search(data, position)) is not None:
        start, position = match.span()
        yield start, position, data[start:position].decode(*_ENCODING)


def _among_latin(text: str, data: bytes, letters: _Letters) -> str:
    """The text with runs of look-alikes between Latin words replaced."""
    parts: list[str] = []
    position = 0
    # The Latin letter behind one run may stand before the next: the search goes on between them.
    while (match := letters.among_latin.search(data, position)) is not None:
        start, end = match.span()
        piece = data[start:end].decode(*_ENCODING)
        # Between the first and the last of them all are to be replaced.
        first = letters.any.search(piece).start()
        last = len(piece) - letters.any.search(piece[::-1]).start()
        run_start = start + len(piece[:first].encode(*_ENCODING))
        parts += [data[position:run_start].decode(*_ENCODING)]
        parts += [piece[first:last].translate(letters.alone)]
        position = end - len(piece[last:].encode(*_ENCODING))
    if not parts:
        return text
    return "".join([*parts, data[position:].decode(*_ENCODING)])
