"""Credentials of Authorization headers (RFC 9110, section 11.6.2), whatever their scheme.

What follows the scheme's name is the finding: `Bearer` tokens (RFC 6750) are one kind, everything
else (Basic, Digest, Token, ApiKey, AWS4-HMAC-SHA256, a scheme of one's own) is the other.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.detector import Detector
from nsedmw.detect.reach import Reach, first_of, zone
from nsedmw.detect.secrets.values import stands_for_another

BEARER: Final = r"(?i:bearer)(?:[\s:+'\"]|%20|\\){1,4}[0-9A-Za-z._~+/=-]{4}"
OTHER: Final = r"""(?i:authorization)[\\"'`\])*]{0,6}\s{0,4}(?:[:=,"'%]|->|\\)"""
LABEL: Final = regex.compile(r"(?i)(?:^|[^a-z])(?:authorization|auth[_-]?header)\Z")

_SPACE: Final = r"(?:[ \t]|%20|\+)"
_HEADER: Final = regex.compile(
    r"""(?i)(?<![a-z])(?:proxy-?|x-?)?authorization(?:\\*+["'`]?\]?\)?\*{0,2}[ \t]*+"""
    r"""(?:=>|->|[:=]{1,2}|,|%3A|(?=\\*["']))[ \t]*+)(?:[\[({][ \t]*+)?(?:[brfu]?\\*+["'`])?+"""
    r"""(?:[ \t]|%20)*+"""
)
_SCHEME: Final = regex.compile(rf"(?i)([a-z][a-z0-9_-]{{1,40}}+)(?::?{_SPACE})++")
_TOKEN: Final = regex.compile(r"[0-9A-Za-z._~+/:|-]{1,8192}+(?:=|%3D){0,4}")
_PARAMETERS: Final = regex.compile(
    r"""(?:[A-Za-z_-]{2,40}+=(?:\\*"[^"\\\n]{0,2048}+\\*"|[^\s,;"'`\\]{1,2048}+)"""
    r"(?:[ \t]?[,;][ \t]?)?)++"
)
_BARE_BEARER: Final = regex.compile(
    rf"(?i)(?<![a-z0-9])bearer(?:[\"':\\]{{0,3}}{_SPACE})++(?P<token>[0-9A-Za-z._~+/-]{{16,8192}}+={{0,2}}+)"
)
_ENDS: Final = regex.compile(r"\\*[\"'`]|[ \t]*+(?:\r?\n|\\[nr]|[,;)\]}]|\Z)")
_DIGIT: Final = regex.compile(r"[0-9]")
_LETTER: Final = regex.compile(r"[A-Za-z]")
_BOTH_CASES: Final = regex.compile(r"(?=.*[a-z]).*[A-Z]")
_WORDS: Final = regex.compile(r"[A-Za-z]++[0-9]?(?:[-_./][A-Za-z]++[0-9]?)*+")
_STOP: Final = ".:|"
_SHORTEST: Final = 4
_SHORTEST_WORD: Final = 8
_LONG: Final = 16
_SHORTEST_MIXED: Final = 6

Span = tuple[int, int]

_IN_A_HEADER: Final = zone(
    "(?i)authorization",
    r"""(?i)authorization[\\"'`\])*]*[ \t]*+(?:[:=,"'%]|->|\\)[^\n]*+""",
    tail=12,
)
"""A header goes to the end of its line."""


def find_bearer(text: str, label: str = "") -> Iterator[Span]:
    """Yield the span of each bearer token, in a header or behind the bare word."""
    spans = {(start, end) for start, end, scheme in _credentials(text, label) if scheme == "bearer"}
    for match in _BARE_BEARER.finditer(text):
        token = match["token"].rstrip(_STOP)
        if _mixes(token) and not _WORDS.fullmatch(token) and not stands_for_another(token):
            spans.add((match.start("token"), match.start("token") + len(token)))
    return iter(sorted(spans))


def find_other(text: str, label: str = "") -> Iterator[Span]:
    """Yield the span of what follows any other scheme, and of a header's value without one."""
    return ((start, end) for start, end, scheme in _credentials(text, label) if scheme != "bearer")


def _credentials(text: str, label: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, scheme in lower case or "") of what each header holds."""
    starts = [0] if LABEL.search(label) else []
    for start in [*starts, *(header.end() for header in _HEADER.finditer(text))]:
        scheme = _SCHEME.match(text, start)
        at = scheme.end() if scheme else start
        name = scheme[1].lower() if scheme else ""
        end = _parameters_end(text, at, name) or _token_end(text, at, name)
        if end:
            yield at, end, name


def _parameters_end(text: str, at: int, scheme: str) -> int:
    """Where `name="value", name=value` ends; 0 where there is none."""
    if scheme in ("", "bearer", "basic"):
        return 0
    parameters = _PARAMETERS.match(text, at)
    if parameters is None or not _mixes(parameters[0]):
        return 0
    return at + len(parameters[0].rstrip(" \t,;"))


def _token_end(text: str, at: int, scheme: str) -> int:
    """Where a token ends that looks like one; 0 where there is none."""
    match = _TOKEN.match(text, at)
    if match is None:
        return 0
    token = match[0].rstrip(_STOP)
    end = at + len(token)
    if len(token) < _SHORTEST or stands_for_another(token) or text.startswith("(", end):
        return 0
    if scheme == "basic" and _is_pair(token):
        return end
    if not scheme:
        return end if len(token) >= _LONG and _mixes(token) else 0
    return end if _is_token(token, ends=_ENDS.match(text, end) is not None) else 0


def _is_token(token: str, *, ends: bool) -> bool:
    """Whether what follows a scheme is no word of a sentence; `ends`: nothing comes behind it."""
    if _DIGIT.search(token):
        short = len(token) < _LONG and _WORDS.fullmatch(token)
        return len(token) >= _SHORTEST_MIXED and not short
    if len(token) >= _LONG and _BOTH_CASES.match(token):
        return True
    return ends and len(token) >= _SHORTEST_WORD


def _mixes(text: str) -> bool:
    return _DIGIT.search(text) is not None and _LETTER.search(text) is not None


def _is_pair(token: str) -> bool:
    """Whether it is the base64 of `user:password` (RFC 7617)."""
    try:
        return b":" in binascii.a2b_base64(token + "=" * (-len(token) % 4))
    except binascii.Error:
        return False


BEARERS: Final = Detector(
    BEARER,
    find_bearer,
    LABEL,
    reach=Reach(
        open=first_of(
            zone(
                "(?i)bearer",
                r"""(?i)bearer(?:["':\\]{0,3}+(?:[ \t]|%20|\+))++"""
                r"[0-9A-Za-z._~+/-]{0,8192}+={0,2}+",
                tail=5,
            ),
            _IN_A_HEADER,
        ),
        behind=64,
    ),
)
OTHERS: Final = Detector(OTHER, find_other, LABEL, reach=Reach(open=_IN_A_HEADER, behind=64))
