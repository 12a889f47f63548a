"""Addresses of electronic mail, internationalized ones too (RFC 5322, 3.4.1; RFC 6531, 3.3).

Not the quoted and commented forms, which nobody writes. Before and behind an address in ASCII a
letter of Chinese, Japanese or Thai is the sentence's, since those are written without spaces.

Every `@` (and `%40`, as URLs write it) is looked at once, from the one before it to as far as a
domain can reach, so the work is linear however the text looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.reach import Reach

CANDIDATE: Final = (
    r"(?:@|%40)[0-9A-Za-z\x{80}-\x{10ffff}][0-9A-Za-z_.\x{80}-\x{10ffff}-]*"
    r"\.[A-Za-z\x{80}-\x{10ffff}]{2}"
)

_AT: Final = regex.compile(r"(?<=[\w.%+-])(?:@|%40)(?=([\w.-]{4,320}+))")
"""With what may be the domain: four characters at least, and RFC 1035 allows 253 at most."""
_LOCAL: Final = regex.compile(r"(?r)[\w.%+-]++")
_DOMAIN: Final = regex.compile(
    r"(?i)(?:[^\W_](?:[^\W_]|-)*+\.)+(?:xn--[a-z0-9-]++|[\p{L}\p{M}]{2,}+)(?!\w)"
)
_WORD: Final = regex.compile(r"\w")
_UNSPACED: Final = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\u30fc"
_PLAIN_DOMAIN: Final = regex.compile(
    rf"(?i)(?:[a-z0-9][a-z0-9-]*+\.)+[a-z]{{2,}}+(?=[{_UNSPACED}])"
)
_PLAIN_LOCAL: Final = regex.compile(rf"(?r)(?<=[{_UNSPACED}])[a-zA-Z0-9.%+_-]++\Z")
_PASSWORD: Final = regex.compile(r"://[^\s/@]*:[^\s/@]*\Z")
_LONGEST_PASSWORD: Final = 256
"""What stands before the @ of an address with a password, such as `amqp://user:word@host`."""
_NO_HOST: Final = regex.compile(
    r"(?i)[1-9]x\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)"
    r"|v?\d+\.\d+[.-].*"
    r"|.*\.(?:service|socket|timer|mount|automount|slice|scope|device|swap)"
)
"""What follows an @ elsewhere: the density of an image (`logo@2x.png`), the version of a package
(`ui@1.0.0-beta.rc`), the instance of a systemd unit (`getty@tty1.service`)."""
_REMOTE: Final = "git"
"""The account in `git@host:path` and `ssh://git@host/path`, which is nobody's mailbox."""

_OPEN: Final = regex.compile(r"(?r)[\w.%+@-]++:?\Z")


def _open(text: str, start: int) -> int:
    """Return where what may be an address goes on to the end; a colon may make it a path."""
    found = _OPEN.search(text, start)
    return found.start() if found else len(text)


REACH: Final = Reach(open=_open, behind=_LONGEST_PASSWORD + 4)


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each address, without a dot that ends the sentence."""
    del label  # an address needs no word that says what it is
    previous = 0
    for at in _AT.finditer(text):
        span = _around(text, at, previous)
        if span is not None:
            yield span
        previous = at.end()


def _around(text: str, at: regex.Match[str], previous: int) -> tuple[int, int] | None:
    domain = _PLAIN_DOMAIN.match(at[1]) or _DOMAIN.match(at[1])
    if domain is None or _NO_HOST.fullmatch(domain[0]):
        return None
    # Slices, because `regex` may look through all of a text before it matches at one place.
    local = _LOCAL.search(text[previous : at.start()])
    first = None if local is None else _WORD.search(local[0])
    if local is None or first is None:
        return None
    start, end = previous + local.start() + first.start(), at.end() + domain.end()
    if domain[0].isascii():
        plain = _PLAIN_LOCAL.search(text[start : at.start()])
        start += plain.start() if plain else 0
    if _PASSWORD.search(text[max(at.start() - _LONGEST_PASSWORD, 0) : at.start()]):
        return None
    return None if _is_remote(text, start, at.start(), end) else (start, end)


def _is_remote(text: str, start: int, at: int, end: int) -> bool:
    if text[start:at] != _REMOTE:
        return False
    path = text[end : end + 2]
    scp = path.startswith(":") and path[1:].strip() != ""
    return scp or text[max(start - 3, 0) : start] == "://"
