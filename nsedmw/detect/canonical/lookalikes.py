r"""Letters of other scripts that look like Latin ones, where a reader takes them for Latin.

That is in a word that mixes scripts, and in a word of nothing but look-alikes that stands among
Latin letters: on each side the nearest letter that is no such word's, within `REACH` characters, is
Latin, or there is none on one side. Everywhere else Cyrillic is Cyrillic and Greek is Greek. So
whether a word is taken for Latin is known `REACH` characters behind its end.

Words are judged by the kinds of their characters, one letter for each:

    l  a Latin letter              k  a look-alike
    p  one that writes sounds      c  a look-alike by its other case, in words that mix alone
    o  any other letter            m  a mark
    d  a digit, part of a word     -  anything else but a space
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import msgspec
import re2

from nsedmw.detect import charset
from nsedmw.detect.canonical import table
from nsedmw.detect.canonical.alphabet import by_letter
from nsedmw.detect.canonical.replacing import Replacements
from nsedmw.detect.matcher import re2_program

_SHORT: Final = 200
"""Characters whose words are not worth telling apart."""

REACH: Final = 64
"""Characters on each side of a word that are looked at for other letters."""

LATIN: Final = r"\p{Latin}"
IN_WORD: Final = r"[\p{L}\p{M}\p{Nd}]"
BETWEEN: Final = r"[^\p{L}\p{M}]+"
"""From a letter to the next word: a word of digits is no neighbour."""

_MEMORY: Final = 64 << 20
_REMEMBERED: Final = 1 << 16
_SURROGATES: Final = range(0xD800, 0xE000)
_ENCODING: Final = ("utf-8", "surrogatepass")

_MIXING: Final = "(?:[omd]*+(?:l[lomd]*+[pkc]|[kc][kcomd]*+[lp]|p[omd]*+[lpkc])[lpkcomd]*+)"
_MIXED: Final = re.compile(rf"(?<![lpkcomd]){_MIXING}(?:[ -]++{_MIXING})*+")
"""Words that mix scripts, as many as follow one another."""

_ALL_LATIN: Final = str.maketrans("kcp", "lll")
_SETTLED: Final = str.maketrans("pcd", "lo-")
_MARKED: Final = re.compile("lm+")
_NOT_ALONE: Final = re.compile("k*[om][kom]*")
"""Words that hold another letter or a mark: their look-alikes are as good as any other letter."""

_AMONG: Final = re.compile(rf"l(?:[k -]{{1,{REACH}}}+l++)++|[ -]*k[k -]*+")
"""Latin letters with at most so little between them that every word there sees both; or all that
stands between two other letters, and holds a look-alike."""

_WORD: Final = re.compile("k+")


class _Letters(msgspec.Struct, frozen=True):
    """`alone` and `mixed` are replaced in words of each kind; `kinds` is of code points."""

    alone: Replacements
    mixed: Replacements
    kinds: Mapping[int, str]
    candidates: Any


class _Kinds(dict[int, str]):
    """The kind of each code point that was met."""

    def __missing__(self, code: int) -> str:
        kind = _block(code >> 8)[code & 0xFF]
        if len(self) < _REMEMBERED:
            self[code] = kind
        return kind


@cache
def _block(number: int) -> str:
    """The kinds of 256 code points, by what RE2 knows: then its search for candidates agrees."""
    alone, mixed = _maps()
    codes = range(number << 8, (number + 1) << 8)
    # A lone surrogate is no letter.
    chars = "".join(chr(code) if code not in _SURROGATES else "-" for code in codes)
    kinds = ["-"] * len(chars)
    for kind, program in _classes().items():
        for match in program.finditer(chars):
            kinds[match.start()] = kind
    for at, code in enumerate(codes):
        if code in mixed:
            kinds[at] = "p" if kinds[at] == "l" else "k" if code in alone else "c"
    if not number:
        kinds[ord(" ")] = " "
    return "".join(kinds)


@cache
def _classes() -> dict[str, Any]:
    """Kind to what is of it; what several hold is of the last."""
    classes = {"d": r"\p{Nd}", "m": r"\p{M}", "o": r"\p{L}", "l": LATIN}
    return {kind: re2.compile(one) for kind, one in classes.items()}


def alike_letters() -> tuple[str, str]:
    """Classes in RE2's syntax: what is replaced in words of its own, and in words that mix."""
    alone, mixed = _maps()
    return _class(alone), _class(mixed)


def candidates() -> list[str]:
    """RE2 patterns, one of which is found wherever something is replaced."""
    looks, alike = alike_letters()
    return [
        f"{LATIN}{IN_WORD}*{alike}",
        f"{alike}{IN_WORD}*{LATIN}",
        # A word of look-alikes alone beside a Latin letter.
        rf"{LATIN}\p{{M}}*{BETWEEN}{looks}+(?:{BETWEEN}|\z)",
        rf"(?:\A|{BETWEEN}){looks}+{BETWEEN}{LATIN}",
    ]


def _class(letters: Mapping[int, str]) -> str:
    return charset.render(charset.union((code, code) for code in letters))


@cache
def _maps() -> tuple[dict[int, str], dict[int, str]]:
    alone = by_letter(table.LOOKALIKES)
    return alone, {**alone, **by_letter(table.OTHER_CASE), **by_letter(table.PHONETIC)}


@cache
def _letters() -> _Letters:
    alone, mixed = _maps()
    return _Letters(
        Replacements(alone),
        Replacements(mixed),
        _Kinds(),
        re2_program("|".join(candidates()), max_mem=_MEMORY),
    )


def plain_words(text: str) -> tuple[str, str]:
    """The text with look-alikes replaced in words that mix scripts, and in all such words.

    Both are as long as the text.
    """
    letters = _letters()
    if letters.candidates.search(text.encode(*_ENCODING)) is None:
        return text, text
    if len(text) < _SHORT:
        text, kinds = _mixed_replaced(text, letters)
    else:
        words = text.split(" ")
        # Each word once: to look into it takes much longer than to know it again.
        different = list(dict.fromkeys(words))
        replaced, kinds = _mixed_replaced(" ".join(different), letters)
        if not _both(kinds):
            kinds = ""
        text = _with(dict(zip(different, replaced.split(" "), strict=True)), words)
        kinds = kinds and _with(dict(zip(different, kinds.split(" "), strict=True)), words)
    among = list(_among_latin(kinds)) if _both(kinds) else []
    return text, _taken(among, text, letters.alone.made(text)) if among else text


def _with(others: Mapping[str, str], words: list[str]) -> str:
    return " ".join(map(others.__getitem__, words))


def _both(kinds: str) -> bool:
    """Whether there are look-alikes alone and Latin letters."""
    return "k" in kinds and "l" in kinds


def _mixed_replaced(text: str, letters: _Letters) -> tuple[str, str]:
    """The text with words that mix replaced, and what its words look like to their neighbours."""
    kinds = text.translate(letters.kinds)
    zones = [match.span() for match in _MIXED.finditer(kinds)]
    if zones:
        kinds = _taken(zones, kinds, kinds.translate(_ALL_LATIN))
        text = _taken(zones, text, letters.mixed.made(text))
    return text, _settled(kinds)


def _settled(kinds: str) -> str:
    """What words look like to their neighbours: `l`, `o`, and `k` in words of that alone."""
    kinds = kinds.translate(_SETTLED)
    if "m" in kinds:
        kinds = _MARKED.sub(lambda match: "l" * len(match[0]), kinds)
    if "k" in kinds:
        kinds = _NOT_ALONE.sub(lambda match: "o" * len(match[0]), kinds)
    return kinds


def _taken(zones: list[tuple[int, int]], text: str, other: str) -> str:
    """The text with what stands in the zones from another of its length."""
    parts: list[str] = []
    position = 0
    for start, end in zones:
        parts += (text[position:start], other[start:end])
        position = end
    return "".join([*parts, text[position:]])


def _among_latin(kinds: str) -> Iterator[tuple[int, int]]:
    """Yield where all look-alikes are taken for Latin."""
    for match in _AMONG.finditer(kinds):
        start, end = match.span()
        if kinds[start] == "l":
            yield start, end
            continue
        left, right = kinds[start - 1 : start], kinds[end : end + 1]
        if end - start > REACH:
            yield from _seen(kinds, (start, end), left, right)
        elif left != "o" != right and "l" in (left, right):
            # Every word sees both.
            yield start, end


def _seen(kinds: str, gap: tuple[int, int], left: str, right: str) -> Iterator[tuple[int, int]]:
    """Yield the words between two other letters that see a Latin one and none but Latin ones."""
    start, end = gap
    for match in _WORD.finditer(kinds, start, end):
        seen = (
            left if match.start() < start + REACH else "",
            right if match.end() > end - REACH else "",
        )
        if "l" in seen and "o" not in seen:
            yield match.span()
