r"""Private keys as text: PEM blocks whole, escaped, indented, in one line, cut short; PuTTY's.

Markers are those of RFC 7468, OpenSSH, PGP (RFC 9580) and SSH2 (RFC 4716); a PuTTY file is
described in the PuTTY manual, appendix C.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.reach import Reach

CANDIDATE: Final = r"PRIVATE KEY|Private-Lines"

_NAME: Final = r"(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?"
_MARKERS: Final = regex.compile(rf"-{{4,5}} ?(?P<word>BEGIN|END) {_NAME} ?-{{4,5}}")
_BREAK: Final = r"(?:\\+[nrt]|%0[AaDd]|[\s\"',+>|#*`;\\-]){1,64}"
"""What stands between the lines of a body: white space, escapes, quotation, marks of comments."""
_HEADERS: Final = (
    rf"(?:(?:{_BREAK})(?:Proc-Type|DEK-Info|Version|Comment|Subject|Hash):[^\n\\\"']{{0,200}}+)*+"
)
_ROW: Final = rf"{_BREAK}[A-Za-z0-9+/]{{16,}}+={{0,2}}"
_BODY: Final = regex.compile(
    rf"{_HEADERS}(?:{_ROW})++(?:{_BREAK}(?:[A-Za-z0-9+/]{{4}}){{0,3}}(?:[A-Za-z0-9+/]{{4}}|[A-Za-z0-9+/]{{2,3}}={{1,2}})"
    r"(?=[ \t]{0,4}(?:\\+[nr]|[\r\n\"']|\Z)))?+(?:\s=[A-Za-z0-9+/]{4}(?=\s|\Z))?+"
)
_SOME_BODY: Final = regex.compile(r"[A-Za-z0-9+/]{16}")
_PUTTY: Final = regex.compile(
    r"Private-Lines: [0-9]{1,3}(?:\\+[nr]|\s){1,4}"
    r"((?:[A-Za-z0-9+/]{1,64}+={0,2}(?:\\+[nr]|\s|\Z){1,4})++)"
)
_MARKER: Final = 80
"""Characters of a marker at the most."""
MOST_BETWEEN: Final = 32_768
"""Characters between the two markers: a 16 384-bit RSA key has 13 000, escapes may double that."""

_BEGINS: Final = regex.compile(r"(?r)-{4,5} ?BEGIN [A-Z0-9 ]{1,64}-{4,5}")
_PUTTY_BEGINS: Final = "Private-Lines: "
_CUT: Final = regex.compile(r"(?r)-{1,5} ?[A-Z0-9 ]{0,64}-{0,5}\Z")
"""A marker that may go on behind the text."""
_LINES: Final = regex.compile(r"Private-Lines: [0-9]{0,3}(?:\\+[nr]?|[\s0-9A-Za-z+/=])*+\Z")


def _open(text: str, start: int) -> int:
    """Return where a block begins that may go on: to its end marker, or to its last line."""
    end = len(text)
    cut = _CUT.search(text, start)
    place = cut.start() if cut else end
    putty = text.rfind(_PUTTY_BEGINS, max(start - _MARKER, 0))
    if putty >= 0 and _LINES.match(text, putty):
        place = min(place, max(putty, start))
    markers = list(_MARKERS.finditer(text, start)) if "PRIVATE KEY" in text else []
    for at, begin in enumerate(markers):
        if begin["word"] != "BEGIN":
            continue
        after = markers[at + 1] if at + 1 < len(markers) else None
        if after is None:
            body = _BODY.match(text, begin.end())
            last = max(body.end() if body else 0, begin.end() + MOST_BETWEEN)
            goes_on = end <= last + _MARKER
        else:
            goes_on = after.end() == end
        if goes_on:
            return min(place, begin.start())
    return place


def block_before(text: str, place: int) -> int:
    """Return the beginning of the block that a place is in, be it of a key or of anything else."""
    begin = _BEGINS.search(text, max(place - MOST_BETWEEN - _MARKER, 0), place + _MARKER)
    if begin is None or "----" in text[begin.end() : place]:
        return place
    return min(int(begin.start()), place)


REACH: Final = Reach(open=_open, behind=64, back=block_before)


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield each block from its BEGIN to its END; cut short, to its last line of base64.

    Markers without a key between or after them, as in prose, are none.
    """
    del label
    spans = [*_blocks(text), *(match.span(1) for match in _PUTTY.finditer(text))]
    return iter(sorted(spans))


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    markers = list(_MARKERS.finditer(text))
    for at, begin in enumerate(markers):
        if begin["word"] != "BEGIN":
            continue
        end = markers[at + 1] if at + 1 < len(markers) else None
        # A key ends before the next one begins, which keeps many BEGINs linear.
        stop = end.start() if end else len(text)
        whole = end is not None and end["word"] == "END" and stop - begin.end() <= MOST_BETWEEN
        if whole and end is not None:
            if _SOME_BODY.search(text, begin.end(), stop):
                yield begin.start(), end.end()
        elif body := _BODY.match(text, begin.end(), stop):
            yield begin.start(), body.end()
