"""Text that is there and not shown, where neither a script nor an emoji needs it.

What stays out: joiners beside letters of scripts that join (Arabic, Persian, the Indic ones) and
between emoji, one variation selector behind what has variants, subdivision flags, marks of
direction and closed embeddings and isolates, soft hyphens between letters, a leading byte order
mark, and spaces of no width outside words or beside scripts that are written without spaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from enum import Flag, auto
from functools import lru_cache
from heapq import merge
from itertools import islice, takewhile
from typing import Final

import msgspec
import regex

from nsedmw.detect.reach import Reach, zone
from nsedmw.detect.subject import Subject

MOST: Final = 1000
"""Of one kind in one text that are told: more say nothing new."""

_JOINING_SCRIPTS: Final = (
    "Adlam Arabic Chorasmian Hanifi_Rohingya Mandaic Manichaean Mongolian Nko Old_Uyghur Phags_Pa "
    "Psalter_Pahlavi Sogdian Syriac "
    "Ahom Balinese Bengali Brahmi Buginese Chakma Cham Devanagari Dives_Akuru Dogra Grantha "
    "Gujarati Gunjala_Gondi Gurmukhi Javanese Kaithi Kannada Kharoshthi Khmer Khojki Khudawadi "
    "Limbu Malayalam Masaram_Gondi Meetei_Mayek Modi Myanmar Nandinagari Newa Oriya Saurashtra "
    "Sharada Siddham Sinhala Sundanese Syloti_Nagri Tai_Tham Takri Tamil Telugu Tibetan Tirhuta"
)
"""Whose letters take another shape beside each other, or form conjuncts."""
_JOINING: Final = "".join(rf"\p{{scx={script}}}" for script in _JOINING_SCRIPTS.split())
_UNSPACED: Final = (
    r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}\p{Javanese}\p{Balinese}\p{Tai_Le}"
    r"\p{New_Tai_Lue}\p{Tai_Tham}\p{Tai_Viet}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}"
)
_NO_WIDTH: Final = r"\u034f\u180e\u200b\u2060-\u2065\u3164\ufeff\uffa0\ufff0-\ufffb"
_REACH: Final = 16
"""Characters around a joiner that are looked at for the letter or emoji it belongs to."""

_JOINERS: Final = re.compile(r"[\u200c\u200d]+")
_NO_WIDTHS: Final = re.compile(rf"[{_NO_WIDTH}]+")
_AFTER_EMOJI: Final = "\ufe0e\ufe0f\u20e3"
_UNSEEN: Final = rf"[{_NO_WIDTH}\u00ad\u061c\u115f\u1160\u200c-\u200f\u202a-\u202e\u2066-\u206f]"
_UNSEEN_IN_RE2: Final = (
    r"[\x{ad}\x{34f}\x{61c}\x{115f}\x{1160}\x{180e}\x{200b}-\x{200f}\x{202a}-\x{202e}"
    r"\x{2060}-\x{206f}\x{3164}\x{feff}\x{ffa0}\x{fff0}-\x{fffb}]"
)
_HEAPS: Final = re.compile(rf"{_UNSEEN}{{4,}}")

_DIRECTED: Final = r"\u202a-\u202e\u2066-\u2069\n\r\x1c-\x1e\u0085\u2029"
_DIRECTIONS: Final = re.compile(
    rf"[\u202a\u202b][^{_DIRECTED}]*+\u202c|[\u2066-\u2068][^{_DIRECTED}]*+\u2069|[{_DIRECTED}]"
)
"""What is closed before anything else opens, or one of them."""
_OVERRIDES: Final = "\u202d\u202e"
_EMBEDDINGS: Final = "\u202a\u202b\u202d\u202e"
_ISOLATES: Final = "\u2066\u2067\u2068"
_POP_EMBEDDING: Final = "\u202c"
_POP_ISOLATE: Final = "\u2069"
_ISOLATE_BEFORE: Final = regex.compile(
    r"(?r)[\u2066-\u2068][^\u2066-\u2068\n\r\x1c-\x1e\u0085\u2029]*+\Z"
)


_TAGS: Final = regex.compile(r"[\U000e0000-\U000e007f]+")
_FLAG: Final = regex.compile(r"[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_BLACK_FLAG: Final = "\U0001f3f4"

_SELECTORS: Final = regex.compile(
    r"(?!\ufe0f{1,2}(?![\ufe00-\ufe0f\U000e0100-\U000e01ef]))"
    r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"
    r"|(?<=(?!\p{Extended_Pictographic})[\p{Latin}\p{Greek}\p{Cyrillic}])"
    r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]+"
)
"""Several in a row, but for the one that stands twice in much text, or one behind a letter that has
no variants."""

Span = tuple[int, int]


class Detector(msgspec.Struct, frozen=True):
    """One kind. `relaxed` is an RE2 pattern that is found wherever the kind is."""

    relaxed: str
    find: Callable[[str], Iterator[Span]]
    reach: Reach
    """What decides about a finding."""

    def located(self, subject: Subject) -> Iterator[Span]:
        """Yield the first of them in code points, from left to right."""
        return islice(self.find(subject.text), MOST)


class _Kind(Flag):
    """What a character is to the invisible ones beside it."""

    JOINS = auto()
    MARK = auto()
    EMOJI = auto()
    LETTER = auto()
    """A letter or digit of a script that is written with spaces."""


_KINDS: Final = {
    _Kind.JOINS: regex.compile(f"[{_JOINING}]"),
    _Kind.MARK: regex.compile(r"\p{M}"),
    _Kind.EMOJI: regex.compile(r"[\p{Extended_Pictographic}\p{Emoji_Modifier}]"),
    _Kind.LETTER: regex.compile(rf"(?![{_UNSPACED}])[\p{{L}}\p{{Nd}}]"),
}


@lru_cache(4096)
def _kind(char: str) -> _Kind:
    found = _Kind(0)
    for kind, pattern in _KINDS.items():
        if pattern.match(char):
            found |= kind
    return found


def _beside(chars: Iterable[str], wanted: _Kind, through: str = "") -> bool:
    """Whether the first of them is of a kind, marks and what is in `through` left out."""
    for char in islice(chars, _REACH):
        kind = _kind(char)
        if wanted in kind:
            return True
        if _Kind.MARK not in kind and char not in through:
            return False
    return False


def _before(text: str, at: int) -> str:
    return text[max(at - _REACH, 0) : at][::-1]


def _joiners(text: str) -> Iterator[Span]:
    for match in _JOINERS.finditer(text):
        start, end = match.span()
        if _joins(text[start - 1 : end + 1]):
            continue
        before, behind = _before(text, start), text[end : end + _REACH]
        emoji = (
            end == start + 1
            and _beside(behind[:1], _Kind.EMOJI)
            and _beside(before, _Kind.EMOJI, _AFTER_EMOJI)
        )
        if not (emoji or _beside(before, _Kind.JOINS) or _beside(behind, _Kind.JOINS)):
            yield start, end


@lru_cache(4096)
def _joins(piece: str) -> bool:
    """Whether one joiner is right between emoji or behind a letter that joins, as most are."""
    if len(piece) != len("a\u200db"):
        return False
    before, behind = _kind(piece[0]), _kind(piece[-1])
    return _Kind.JOINS in before or (_Kind.EMOJI in before and _Kind.EMOJI in behind)


def _no_widths(text: str) -> Iterator[Span]:
    """Yield those inside words, and heaps of anything invisible."""
    return _apart(merge(_inside_words(text), (match.span() for match in _HEAPS.finditer(text))))


def _inside_words(text: str) -> Iterator[Span]:
    for match in _NO_WIDTHS.finditer(text):
        start, end = match.span()
        inside = _inside(text[start - 1 : start], text[end : end + 1])
        if inside or (inside is None and _beside(_before(text, start), _Kind.LETTER)):
            yield start, end


@lru_cache(4096)
def _inside(before: str, behind: str) -> bool | None:
    """Whether both are of one word; None where the first is a mark, on what comes before it."""
    if not (before and behind and _Kind.LETTER in _kind(behind)):
        return False
    kind = _kind(before)
    return True if _Kind.LETTER in kind else None if _Kind.MARK in kind else False


def _apart(spans: Iterator[Span]) -> Iterator[Span]:
    reach = 0
    for start, end in spans:
        if start >= reach:
            yield start, end
            reach = end


def _directions(text: str) -> Iterator[Span]:
    """Yield overrides, and embeddings and isolates that their paragraph does not close."""
    found, open_ = _opened(text, 0)
    return ((at, at + 1) for at in sorted(found.union(open_)))


def _undirected(text: str, start: int) -> int:
    """Return where the first of them stands that may yet be closed."""
    found, open_ = _opened(text, start)
    return min((at for at in open_ if at not in found), default=len(text))


def _isolated(text: str, place: int) -> int:
    """Return where an isolate of the paragraph begins: it says which embeddings it closes."""
    while before := _ISOLATE_BEFORE.search(text, 0, place):
        place = before.start()
    return place


def _opened(text: str, start: int) -> tuple[set[int], list[int]]:
    """Return what is found from a place on, and what is open at the text's end."""
    found: set[int] = set()
    open_: list[int] = []
    isolates = 0
    for match in _DIRECTIONS.finditer(text, start):
        char, at = match[0], match.start()
        if len(char) > 1:
            continue
        if char in _EMBEDDINGS or char in _ISOLATES:
            open_.append(at)
            isolates += char in _ISOLATES
            found.update([at] if char in _OVERRIDES else [])
        elif char == _POP_EMBEDDING:
            if open_ and text[open_[-1]] in _EMBEDDINGS:
                open_.pop()
        elif char == _POP_ISOLATE:
            # It closes what is open inside the isolate, too; without one it closes nothing.
            if isolates:
                isolates -= 1
                found.update(takewhile(lambda at: text[at] not in _ISOLATES, _popped(open_)))
        else:
            found.update(open_)
            open_.clear()
            isolates = 0
    return found, open_


def _popped(open_: list[int]) -> Iterator[int]:
    while open_:
        yield open_.pop()


def _tags(text: str) -> Iterator[Span]:
    for match in _TAGS.finditer(text):
        flag = text[match.start() - 1 : match.start()] == _BLACK_FLAG
        if not (flag and _FLAG.fullmatch(match[0])):
            yield match.span()


def _selectors(text: str) -> Iterator[Span]:
    return (match.span() for match in _SELECTORS.finditer(text))


DETECTORS: Final[dict[str, Detector]] = {
    "joiner": Detector(
        r"[\x{200c}\x{200d}]",
        _joiners,
        Reach(
            open=zone(r"[\x{200c}\x{200d}]", rf"[\u200c\u200d]++\p{{M}}{{0,{_REACH}}}+", tail=0),
            behind=_REACH + 1,
        ),
    ),
    "zero_width": Detector(
        _UNSEEN_IN_RE2,
        _no_widths,
        Reach(open=zone(_UNSEEN_IN_RE2, rf"{_UNSEEN}++", tail=0), behind=_REACH + 1),
    ),
    "direction": Detector(
        r"[\x{202a}\x{202b}\x{202d}\x{202e}\x{2066}-\x{2068}]",
        _directions,
        Reach(open=_undirected, back=_isolated),
    ),
    "tag": Detector(
        r"[\x{e0000}-\x{e007f}]",
        _tags,
        Reach(open=zone(r"[\x{e0000}-\x{e007f}]", _TAGS.pattern, tail=0), behind=1),
    ),
    "variation_selector": Detector(
        r"[\x{fe00}-\x{fe0f}\x{e0100}-\x{e01ef}]",
        _selectors,
        Reach(
            open=zone(
                r"[\x{fe00}-\x{fe0f}\x{e0100}-\x{e01ef}]",
                r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]++",
                tail=0,
            ),
            behind=1,
        ),
    ),
}
"""Kinds by the name that a finding's `rule` has."""
