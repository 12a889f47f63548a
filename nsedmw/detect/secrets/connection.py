"""Passwords inside connection strings: of a URL's authority (RFC 3986) and of `Name=value;` lists.

The password alone is the finding: scheme, user and host are what an error message is read for.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from typing import Final

import regex

from nsedmw.detect.reach import Reach, first_of, zone
from nsedmw.detect.secrets.values import stands_for_another

CANDIDATE: Final = (
    r":\\?/\\?/[^\s:@\"'`<>]*:[^\s\"'`<>]+@|@(?:tcp|unix)\(|;\s{0,2}(?i:p(?:assword|wd))\s{0,2}="
    r"|(?i:curl|wget|http) [^\n]*(?:-u|--user|-a|--auth)"
)

_URL: Final = regex.compile(
    r"""(?<=[A-Za-z0-9]):\\?/\\?/(?P<user>[^\s:/?\#@"'`<>\\]{0,256}+)"""
    r""":(?P<rest>(?:(?!:\\?/\\?/)[^\s"'`<>\\]){1,1024}+)"""
)
"""Up to the next of its kind: several may stand in a row, with a comma or nothing between."""
_AUTHORITY: Final = regex.compile(r"[^/?#]++")
_PORT: Final = regex.compile(r"[0-9]{1,5}+(?![^/?#])")
_HOST: Final = regex.compile(r"@[\w.$%{\[-]")
_DRIVER: Final = regex.compile(
    r"""(?<![\[:\w.-])[\w.-]{1,64}+:(?P<secret>[^\s:@/"'`]{1,256}+)@(?:tcp|unix)\("""
)
"""The data source name of Go's MySQL driver: user:password@tcp(host)/name."""
_COMMAND: Final = regex.compile(
    r"""(?i)\b(?:curl|wget|https?)[ ](?:[^\n]{0,128}?[ ])??(?-i:-u|--user|-a|--auth)[ =]?[\"']?"""
    r"""[\w.@+-]{1,64}+:(?P<secret>[^\s\"'`]{4,256}+)"""
)
"""Basic credentials that a command line holds: `curl -u user:password`."""
_LIST: Final = regex.compile(
    r"""(?i);\s{0,2}(?:password|pwd)\s{0,2}=\s{0,2}"""
    r"""(?:\{(?P<secret>[^{}$\n]{1,512}+)\}(?=;|\W?\Z)|(?P<secret>[^;"'\s]{1,512}+))"""
)
_FELLOWS: Final = regex.compile(
    r"(?i)(?:server|data source|host|addr(?:ess)?|database|dbname|catalog|uid|user(?: id|name)?"
    r"|driver|endpoint)\s{0,2}="
)
_REACH: Final = 256
"""Characters before a `Password=` in which a server's or a user's name makes it a connection."""

REACH: Final = Reach(
    open=first_of(
        zone(r":\\?/\\?/", r""":\\?/\\?/[^\s"'`<>\\]*+""", tail=4),
        zone(
            r""":[^\s:@/"'`]""",
            r"""(?<=[\w.-]):[^\s:@/"'`]{1,256}+(?:@[a-z]{0,4}+\(?+)?+""",
            tail=1,
        ),
        zone(
            r"(?i)(?:curl|wget|https?) ",
            r"(?i)(?:curl|wget|https?) [^\n]{0,140}+\S{0,336}+",
            tail=5,
        ),
        zone(
            r"(?i);\s{0,2}p(?:assword|wd)",
            r"""(?is);\s{0,2}(?:password|pwd)\s{0,2}=\s{0,2}"""
            r"""(?:\{[^{}$\n]{0,512}+\}?+.{0,2}+)?+[^;"'\s]{0,512}+""",
            tail=10,
        ),
    ),
    behind=_REACH + 64,
)
"""In a URL and in a list to what ends the password, behind a command to the end of its line."""


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each password; a reference or a mask in its place is none."""
    del label
    return merge(_of_urls(text), _named(_DRIVER, text), _of_lists(text), _named(_COMMAND, text))


def _of_urls(text: str) -> Iterator[tuple[int, int]]:
    for match in _URL.finditer(text):
        start = match.start("rest")
        end = _password_end(match["rest"])
        if end and not stands_for_another(match["rest"][:end]):
            yield start, start + end


def _password_end(rest: str) -> int:
    """Where a password ends in what follows `user:`; 0 where it is a port, or nothing follows.

    The last `@` of the authority ends it, so a password that is not encoded may hold others; one
    with a slash ends at the first that a host can follow.
    """
    authority = _AUTHORITY.match(rest)
    end = authority[0].rfind("@") if authority else -1
    if end > 0 and _HOST.match(rest, end):
        return end
    if end >= 0 or _PORT.match(rest):
        return 0
    host = _HOST.search(rest)
    return host.start() if host else 0


def _named(pattern: regex.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    for match in pattern.finditer(text):
        if not stands_for_another(match["secret"]):
            yield match.span("secret")


def _of_lists(text: str) -> Iterator[tuple[int, int]]:
    for match in _LIST.finditer(text):
        before = text[max(match.start() - _REACH, 0) : match.start()]
        if _FELLOWS.search(before) and not stands_for_another(match["secret"]):
            yield match.span("secret")
