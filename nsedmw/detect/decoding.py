"""Views of a text with what is encoded in it decoded, each with the way back.

A view is the text with every run of one encoding replaced by what it says; a hit in a decoded piece
stands for the encoded characters that hold it. Only what decodes to readable text counts, so that
hashes, keys and pictures stay what they are. Views are decoded again, a few times over.
"""

from __future__ import annotations

import base64
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, cached_property
from html import unescape
from itertools import accumulate
from typing import Any, Final, NamedTuple

import re2

KINDS: Final = ("html", "url", "hex", "base64")
"""In the order in which one round applies them: what is inside is often wrapped by the earlier."""
ROUNDS: Final = 3
"""How often what was decoded is decoded again: a token in a URL in an attribute takes three."""

Span = tuple[int, int]
Held = Callable[[int], Span]

_GROUP: Final = 4
"""Characters of base64 that hold three bytes."""
_BYTES: Final = 3

_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,24}|#[xX][0-9a-fA-F]{1,24}|[A-Za-z][A-Za-z0-9]{1,31});?")
_PERCENT: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_HEX: Final = re.compile(
    r"[0-9A-Fa-f]{16,}"
    r"|(?:\\x[0-9A-Fa-f]{2}){4,}"
    r"|(?:[0-9A-Fa-f]{2}[ :-]){7,}[0-9A-Fa-f]{2}(?![0-9A-Fa-f])"
    r"|(?:0[xX][0-9A-Fa-f]{2}[, ]{1,2}){7,}0[xX][0-9A-Fa-f]{2}(?![0-9A-Fa-f])"
)
_HEX_UNIT: Final = re.compile(r"(?:\\x|0[xX])?([0-9A-Fa-f]{2})")
_BASE64: Final = re.compile(
    r"[A-Za-z0-9+/_-]{60,76}(?:\r?\n[A-Za-z0-9+/_-]{4,76})+={0,2}|[A-Za-z0-9+/_-]{12,}={0,2}"
)
_BEYOND_ASCII: Final = (
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
"""UTF-8 of one character, and of a few that UTF-8 does not allow."""
_TEXT: Final = rb"(?:[\t\n\r\x20-\x7e]|" + _BEYOND_ASCII + rb"){8,}"
_WIDE: Final = re.compile(rb"(?:[\t\n\r\x20-\x7e]\x00){8,}")
"""UTF-16, as PowerShell encodes its commands."""


class View:
    """A text to look for things in, and for each span of it the span of the original.

    The way back is worked out when it is first asked for: most views hold nothing.
    """

    def __init__(
        self, text: str, pieces: Callable[[], Iterator[_Piece]], origin: View | None = None
    ) -> None:
        self.text = text
        self._pieces = pieces
        self._origin = origin
        self._bytes: dict[int, Sequence[int]] = {}

    def span(self, start: int, end: int) -> Span:
        """The piece of the original that a piece of this text, not an empty one, stands for."""
        span = self._place(start)[0], self._place(end - 1)[1]
        return span if self._origin is None else self._origin.span(*span)

    @cached_property
    def _map(self) -> tuple[list[int], list[_Piece]]:
        """Where each decoded piece begins in this text, and the pieces."""
        starts, pieces = [], []
        shift = 0
        for piece in self._pieces():
            starts.append(piece.start + shift)
            pieces.append(piece)
            shift += len(piece.text) - (piece.end - piece.start)
        return starts, pieces

    def _place(self, at: int) -> Span:
        starts, pieces = self._map
        before = bisect_right(starts, at) - 1
        if before < 0:
            return at, at + 1
        piece, inside = pieces[before], at - starts[before]
        if inside < len(piece.text):
            return self._holder(before, piece, inside)
        at = piece.end + inside - len(piece.text)
        return at, at + 1

    def _holder(self, index: int, piece: _Piece, at: int) -> Span:
        """The characters that hold one of a piece's."""
        if piece.held is None:
            return piece.start, piece.end
        if index not in self._bytes:
            self._bytes[index] = _byte_starts(piece.text, piece.encoding)
        starts = self._bytes[index]
        first, last = piece.first + starts[at], piece.first + starts[at + 1] - 1
        return piece.base + piece.held(first)[0], piece.base + piece.held(last)[1]


def _byte_starts(text: str, encoding: str) -> Sequence[int]:
    """Where each character begins among the bytes of a text, and where the last ends."""
    if text.isascii():
        size = len("a".encode(encoding))
        return range(0, size * len(text) + 1, size)
    return [0, *accumulate(len(char.encode(encoding)) for char in text)]


class _Piece(NamedTuple):
    """A run in the text and what it says.

    `held` tells the characters, counted from `base`, that hold a byte, whose number counts from
    before the `first` of this text; without it all hold all of it.
    """

    start: int
    end: int
    text: str
    held: Held | None = None
    first: int = 0
    encoding: str = "utf-8"
    base: int = 0

    def moved(self, by: int) -> _Piece:
        return self._replace(start=self.start + by, end=self.end + by, base=self.base + by)


def may_decode(text: str, kinds: Collection[str]) -> bool:
    """Whether there is anything to decode at all; costs one pass over text without it."""
    return any(_ENCODINGS[kind][0].search(text) is not None for kind in kinds)


def decoded(text: str, kinds: Collection[str]) -> list[View]:
    """All views of the text by these encodings (of `KINDS`) that differ from it and each other."""
    found: dict[str, View] = {}
    view = View(text, lambda: iter(()))
    known: dict[str, dict[str, list[_Piece]]] = {kind: {} for kind in KINDS}
    for _ in range(ROUNDS):
        changed = False
        for kind in KINDS:
            said = _view(view, *_ENCODINGS[kind], known[kind]) if kind in kinds else None
            if said is not None:
                changed = True
                view = said
                found.setdefault(view.text, view)
        if not changed:
            break
    found.pop(text, None)
    return list(found.values())


def _view(
    origin: View,
    runs: re.Pattern[str],
    pieces: Callable[[str], list[_Piece]],
    known: dict[str, list[_Piece]],
) -> View | None:
    """The view with such runs decoded; None where that changes nothing.

    `known` keeps what runs hold: they are met again in every round.
    """

    def read(raw: str) -> list[_Piece]:
        if raw not in known:
            known[raw] = pieces(raw)
        return known[raw]

    def said(match: re.Match[str]) -> str:
        raw = match[0]
        return _with(raw, found) if (found := read(raw)) else raw

    def every() -> Iterator[_Piece]:
        for match in runs.finditer(origin.text):
            for piece in read(match[0]):
                yield piece.moved(match.start())

    text = runs.sub(said, origin.text)
    return None if text == origin.text else View(text, every, origin)


def _with(raw: str, pieces: list[_Piece]) -> str:
    parts = []
    position = 0
    for piece in pieces:
        parts += [raw[position : piece.start], piece.text]
        position = piece.end
    return "".join([*parts, raw[position:]])


def _html(raw: str) -> list[_Piece]:
    said = unescape(raw)
    return [_Piece(0, len(raw), said)] if said != raw else []


def _url(raw: str) -> list[_Piece]:
    data = bytes.fromhex(raw.replace("%", ""))
    held = _every(3, 3)
    return list(_said(data, rb"(?:[\x00-\x7f]|" + _BEYOND_ASCII + rb")+", held))


def _hex(raw: str) -> list[_Piece]:
    if not raw.isalnum():
        units = list(_HEX_UNIT.finditer(raw))
        data = bytes(int(unit[1], 16) for unit in units)
        return _apart(list(_readable(data, lambda byte: units[byte].span())), len(raw))
    found: list[_Piece] = []
    # Whoever hides something may put a digit before it.
    for offset in (0, 1):
        digits = raw[offset:]
        data = bytes.fromhex(digits[: len(digits) // 2 * 2])
        found += _readable(data, _every(2, 2, offset))
    return _apart(found, len(raw))


def _base64(raw: str) -> list[_Piece]:
    digits = raw.rstrip("=")
    at: Sequence[int] = range(len(digits))
    if "\n" in digits:
        at = [n for n, char in enumerate(digits) if char not in "\r\n"]
        digits = digits.replace("\r", "").replace("\n", "")
    digits = digits.replace("-", "+").replace("_", "/")
    # It may stand right behind another word, whose letters are digits of base64 as well.
    datas = [_bytes_from(digits[offset:]) for offset in range(_GROUP)]
    # Most words hold nothing, wherever one begins: one look tells for all places.
    if not _holds_text(b"\1".join(datas)):
        return []
    found: list[_Piece] = []
    for offset, data in enumerate(datas):
        found += _readable(data, _groups(at, offset))
        if found and len(found[-1].text) == len(data):
            break  # all of it is text, and read from another place it would be none
    return _apart(found, len(raw))


def _bytes_from(digits: str) -> bytes:
    whole = digits[: len(digits) - (len(digits) % _GROUP == 1)]
    return base64.b64decode(whole + "=" * (-len(whole) % _GROUP))


def _holds_text(data: bytes) -> bool:
    if _bytes(_TEXT).search(data) is not None:
        return True
    return b"\0" in data and _WIDE.search(data) is not None


def _every(step: int, size: int, offset: int = 0) -> Held:
    """Bytes that are written one behind the other, each in `size` characters."""
    return lambda byte: (offset + byte * step, offset + byte * step + size)


def _groups(at: Sequence[int], offset: int) -> Held:
    """The two characters of base64 that hold a byte, given where the digits stand."""

    def held(byte: int) -> Span:
        first = offset + byte // _BYTES * _GROUP + byte % _BYTES
        return at[first], at[first + 1] + 1

    return held


@cache
def _bytes(source: bytes) -> Any:
    """A pattern over bytes: RE2 tells in a pass that most of what is random holds nothing."""
    options = re2.Options()
    options.log_errors = False
    options.encoding = re2.Options.Encoding.LATIN1
    return re2.compile(source, options)


def _readable(data: bytes, held: Held) -> Iterator[_Piece]:
    """The readable pieces of bytes, which these characters hold.

    They are free of control characters; less than eight characters in a row are chance.
    """
    yield from _said(data, _TEXT, held)
    if b"\0" in data:
        for run in _WIDE.finditer(data):
            yield _piece(run[0].decode("utf-16-le"), run.start(), run.end(), "utf-16-le", held)


def _said(data: bytes, source: bytes, held: Held) -> Iterator[_Piece]:
    """The pieces that match and are UTF-8."""
    for run in _bytes(source).finditer(data):
        start, end = run.span()
        try:
            yield _piece(data[start:end].decode(), start, end, "utf-8", held)
        except UnicodeDecodeError:
            continue  # surrogates, or a form longer than it need be


def _piece(text: str, first: int, end: int, encoding: str, held: Held) -> _Piece:
    return _Piece(held(first)[0], held(end - 1)[1], text, held, first, encoding)


def _apart(found: list[_Piece], size: int) -> list[_Piece]:
    """The longest of pieces that overlap, from left to right."""
    if len(found) < 2:  # noqa: PLR2004  # one overlaps nothing
        return found
    kept = []
    taken = bytearray(size)
    for piece in sorted(found, key=lambda one: one.start - one.end):
        if taken.find(1, piece.start, piece.end) < 0:
            taken[piece.start : piece.end] = b"\1" * (piece.end - piece.start)
            kept.append(piece)
    return sorted(kept, key=lambda one: one.start)


_ENCODINGS: Final[dict[str, tuple[re.Pattern[str], Callable[[str], list[_Piece]]]]] = {
    "html": (_ENTITY, _html),
    "url": (_PERCENT, _url),
    "hex": (_HEX, _hex),
    "base64": (_BASE64, _base64),
}
