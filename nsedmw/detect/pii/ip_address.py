"""Addresses of the Internet Protocol, version 4 and 6, that lead to somebody.

Loopback, unspecified and broadcast addresses and masks identify nobody. Versions, object
identifiers, numbers of sections and the scopes of programming languages look alike and do not
count. Forms are those of RFC 4291, 2.2, and of the dotted decimals in RFC 6943, 3.1.1; for version
6 the first group must be of a range that the IANA gives out (RFC 4291, 2.4; RFC 4193; RFC 6052), so
that `a::b` stays a name in C++ and Rust. Numbers as small as those of versions need a word, a port
or a scheme that says host.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

import ipaddress
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from heapq import merge
from typing import Final

import regex

from nsedmw.detect.pii.around import Around
from nsedmw.detect.pii.context import ABOUT, Context, Says, Words, open_cells
from nsedmw.detect.pii.shapes import Shape
from nsedmw.detect.pii.tables import table_before
from nsedmw.detect.reach import Reach, opening

_OCTET: Final = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_FOUR: Final = rf"\b{_OCTET}\.{_OCTET}\.{_OCTET}\.{_OCTET}\b"
_SIX: Final = (
    r"\b(?:[23][0-9A-Fa-f]{3}|[Ff][CcDd][0-9A-Fa-f]{2}|[Ff][Ee][89ABab][0-9A-Fa-f]|64:[Ff]{2}9[Bb])"
    r":[0-9A-Fa-f:]{1,34}"
)
CANDIDATE: Final = f"{_FOUR}|{_SIX}"

_V4: Final = Shape(_FOUR, not_after=r"0-9A-Za-z_.+")
_V6: Final = Shape(_SIX, not_after=r"0-9A-Za-z_.:")
_PIECE: Final = regex.compile(r"(?<=[^\d\s]-)")
_GOES_ON: Final = regex.compile(r"\+|\.\w|-(?![0-9]{1,3}\.[0-9])\w")
_NOBODYS: Final = ("0.", "127.", "255.")
_SECTION: Final = regex.compile(r"[0-9](?:\.[0-9]){3}")
"""One digit in each place: sections of a document, versions, and very few addresses."""
_PRIVATE: Final = "10."
"""RFC 1918; the one range of addresses whose numbers are all small as a rule."""
_MOST_OF_VERSIONS: Final = 35
_ONE_DIGIT: Final = 9
_MOST: Final = 255
_LINE: Final = 80
_PARTS: Final = regex.compile(r"(?a)\b[0-9]{1,5}(?:\.[0-9]{1,5}){3}\b")
_PRODUCT: Final = regex.compile(r"(?<=\p{L}/)")
"""As user agents name their versions (RFC 9110, 10.1.5)."""
_PORT: Final = regex.compile(r":[0-9]{2,5}\b|/[0-9]{1,2}\b| - - \[|,? port\b")
"""Or the fields that follow the address in a web server's log."""
_LEAST_COLONS: Final = 2
_NAME: Final = regex.compile(r"[\w:]|\.[0-9A-Za-z]")
_NEAR: Final = regex.compile(r"(?:[^\p{L}]|(?<!\p{L})\p{L}{1,4}(?!\p{L}))*+")
"""Between one version and the next: "from 1.2.3.4 to"."""

_VERSIONS: Final = Words(
    r"version|versions|ver|release|released|build|firmware|fw|oid|driver|sdk|kernel|package|pkg"
    r"|updated?|upgraded?|patch|section|chapter|clause|article|paragraph|file ?version|appversion"
    r"|netmask|subnet mask|mask|maske|masque|máscara|maschera|maska|revision|rev|v"
    r"|fassung|ausgabe|treiber|aktualisiert|abschnitt|kapitel"
    r"|versión|versão|versione|mise à jour|actualizado|atualizado|aggiornato|aggiornata|pilote"
    r"|wersj[aięy]|wersja|zaktualizowan\pL*|sterownik|верси[яию]|обновл\pL*|сборк\pL*|прошивк\pL*"
    r"|έκδοση|έκδοσης|sürüm|sürümü|güncellendi|نسخة|إصدار|الإصدار|संस्करण",
    "版本|バージョン|更新|版|固件|ファームウェア|リリース",
)
_HOSTS: Final = Words(
    r"ip|ipv4|ipv6|ip address|address|addr|host|hostname|server|client|peer|dns|nameserver"
    r"|login|logged|connected|connections?|connect|blocked|banned|traceroute|attacks?|attackers?|scan"
    r"|scanned|unreachable|timeout|denied|whitelist|blacklist|allowlist|firewall|whois|nmap|telnet"
    r"|nslookup|visitors?|requests?|traffic|packets?|sshd|password|anmeldung|connexion|conexión"
    r"|conexão|acceso|accesso|connessione|logowanie|połączeni\pL*|вход\pL*|подключ\pL*|запрос\pL*"
    r"|دخول|اتصال|resolver|gateway|router|ping|ssh|remote|source|src|dst|destination|listen|bind|node"
    r"|proxy|endpoint|adresse|adresa|adres|dirección|endereço|indirizzo|servidor|serveur|rechner"
    r"|хост|адрес\pL*|сервер\pL*|узел|خادم|الخادم|عنوان|διεύθυνση|सर्वर|पता|sunucu",
    "アドレス|サーバ|接続元|地址|服务器|主机",
)
_FROM: Final = regex.compile(
    r"(?i)(?<!\p{L})(?:from|to|via|by|at|ip|von|nach|über|desde|hacia|depuis|vers|da|do|z|od|с|из|от|από|من|إلى)"
    r"\s+\Z"
)
_LONGEST_WORD: Final = 12
_SOFTWARE: Final = frozenset({"bind", "client", "clients", "package"})
"""Of the words for hosts, those that name programs and calls as well, which have versions."""
_COMPARES: Final = frozenset("=~<>^\"' \t")
_EQUALS: Final = regex.compile(r"(?:[=~^<>]=|[~^<>])[\s\"']*")
"""How lists of requirements compare a version."""

_OPENS: Final = opening(r"\b[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]", _SIX)
REACH: Final = Reach(
    ahead=15 + _LINE + 24,
    behind=max(ABOUT, _LINE + 1),
    opens=_OPENS,
    open=open_cells(_OPENS, _HOSTS, _VERSIONS),
    back=table_before,
)
"""An address of version 4, and a version that begins within a line of it."""


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each address, without a port or the length of a prefix."""
    return merge(_version4(text, label), _version6(text))


def _version4(text: str, label: str) -> Iterator[tuple[int, int]]:
    context = Context(text, label, _HOSTS, _VERSIONS)
    small = _Small(text, label, context)
    likely: dict[str, bool] = {}
    for start, end in _V4.spans(text):
        found = text[start:end]
        if found.startswith(_NOBODYS) or _PIECE.match(text, start) or _GOES_ON.match(text, end):
            continue
        before = text[start - 1 : start]
        if (before == "/" and _PRODUCT.match(text, start)) or _is_compared(text, start):
            continue
        if found not in likely:
            likely[found] = not _may_be_a_version(found)
        if context.is_other(start, _NEAR):
            continue
        if likely[found] or small.is_address(start, end):
            yield start, end


def _may_be_a_version(found: str) -> bool:
    """Whether its numbers are as small as those of versions: they count up from one."""
    first, *rest = map(int, found.split("."))
    small = min(rest) <= _ONE_DIGIT or max(rest) <= _MOST_OF_VERSIONS
    return not any(rest) or (first <= _MOST_OF_VERSIONS and small)


class _Small:
    """Which of a text's numbers that may be versions are addresses all the same."""

    def __init__(self, text: str, label: str, context: Context) -> None:
        self._text = text
        self._context = context
        self._around = Around(text, label)

    def is_address(self, start: int, end: int) -> bool:
        """Whether a word, a scheme or a port says so, or a range where all numbers are small."""
        text = self._text
        if _PORT.match(text, end) or text[max(start - 3, 0) : start].endswith(("//", "@", "[")):
            return True
        if self._context.speaks and self._is_named(start):
            return True
        if not text.startswith(_PRIVATE, start) or _SECTION.fullmatch(text, start, end):
            return False
        if self._around.is_called_a_thing(start):
            return False
        at = bisect_left(self._versions, start - _LINE)
        return at == len(self._versions) or self._versions[at] > end + _LINE

    def _is_named(self, start: int) -> bool:
        told = self._context.says(start)
        if told is Says.TIGHT:
            cue = self._context.cue_before(start)
            return cue is None or self._text[slice(*cue)].casefold() not in _SOFTWARE
        before = self._text[max(start - _LONGEST_WORD, 0) : start]
        return told is Says.LOOSE and _FROM.search(before) is not None

    @cached_property
    def _versions(self) -> list[int]:
        """Where numbers of four parts stand that are no addresses."""
        return [
            match.start()
            for match in _PARTS.finditer(self._text)
            if not match[0].startswith(_PRIVATE)
            and (
                any(int(part) > _MOST for part in match[0].split("."))
                or _may_be_a_version(match[0])
            )
        ]


def _is_compared(text: str, start: int) -> bool:
    before = text[max(start - 4, 0) : start]
    if before[-1:] not in _COMPARES:
        return False
    return any(_EQUALS.fullmatch(before, at) for at in range(len(before)))


def _version6(text: str) -> Iterator[tuple[int, int]]:
    judged: dict[str, bool] = {}
    for start, end in _V6.spans(text):
        found = text[start:end]
        good = judged.get(found)
        if good is None:
            good = judged[found] = _leads_somewhere(found)
        if good and not _NAME.match(text, end):
            yield start, end


def _leads_somewhere(text: str) -> bool:
    if text.count(":") < _LEAST_COLONS:
        return False
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True
