"""Hardware addresses of network interfaces: EUI-48 of IEEE 802.

Six octets by colon or hyphen (IEEE 802-2014, 8.1), or three groups of four digits by dots, as Cisco
writes them. The broadcast address and that of zeros only belong to nobody; longer rows of octets
are an EUI-64 or a fingerprint. Digits that are as well a time, a word or text need a word of their
own, and any need that no word such as "fingerprint" is nearer.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final

import regex

from nsedmw.detect.pii.around import Around
from nsedmw.detect.pii.context import ABOUT, Context, Says, Words, open_cells
from nsedmw.detect.pii.shapes import Shape
from nsedmw.detect.pii.tables import table_before
from nsedmw.detect.reach import Reach, opening

CANDIDATE: Final = (
    r"\b[0-9A-Fa-f]{2}(?:(?::[0-9A-Fa-f]{2}){5}|(?:-[0-9A-Fa-f]{2}){5})\b"
    r"|\b[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\b"
)

_SHAPE: Final = Shape(CANDIDATE)
_GOES_ON: Final = regex.compile(r"[:.-]\w")
_MARKS: Final = frozenset(":.-")
_NOBODYS: Final = frozenset("0f")


_WORDS: Final = Words(
    "mac|macs|mac address|macaddr|hwaddr|hw|lladdr|ether|ethernet|hardware|physical address|bssid"
    "|bluetooth|ble|wifi|wi-fi|wlan|lan|arp|dhcp|dhcpd|dhcpack|dhcprequest|dhcpdiscover|dhcpoffer"
    "|vlan|nic|interface|iface|station|client|host|hosts|device|gateway|router|switch"
    "|access point|ap"
    "|learned|associated|neighbor|leases?|node|port|phy|wol|wake|gerät\\pL*|rechner|schnittstelle"
    "|adresse|appareil|carte|interfaz|dirección|dispositivo|placa|endereço|scheda|indirizzo"
    "|urządzen\\pL*"
    "|karta|adres|адрес\\pL*|устройств\\pL*|интерфейс\\pL*|συσκευή|cihaz|arayüz|عنوان|جهاز"
    "|الجهاز|डिवाइस|पता",
    "アドレス|端末|機器|地址|设备|網卡|网卡",
)
_OTHER: Final = Words(
    "fingerprint|hash|md5|sha|sha1|sha256|checksum|digest|crc|uuid|guid|eui|eui-64|serial"
    "|s/n|key|keys"
    "|key id|nonce|salt|iv|seed|token|signature|cert|certificate|thumbprint|cipher|ciphers|suite"
    "|bytes?|hex|dump|payload|magic|header|opcode|register|memory|buffer|frame|packet|data"
    "|padding"
    "|colou?rs?|palette|rgb|rgba|gradient|time|timecode|timestamp|duration|elapsed|clock|smpte|tc"
    "|wwn|wwpn|wwid|infiniband|subnet id|lot|batch|part|model|order|code|combination|score|scores"
    "|version|build|date|ratio|sequence|pattern|dna|vector|tuple|array|set|list|scan|spectrum"
    "|fingerabdruck|prüfsumme|seriennummer|schlüssel|farben?|zeit|empreinte|somme|clé"
    "|couleurs?|série"
    "|huella|clave|color(?:es)?|serie|impressão|chave|cores|impronta|chiave|colori|odcisk"
    "|klucz|kolory"
    "|отпечат\\pL*|ключ\\pL*|хеш|цвет\\pL*|сери\\pL*|байт\\pL*|بصمة|مفتاح|αποτύπωμα|κλειδί"
    "|parmak|anahtar",
    "指紋|フィンガープリント|鍵|ハッシュ|シリアル|色|指纹|密钥|校验|序列号|颜色",
)
"""What else is written in six pairs."""
_NEAR: Final = regex.compile(r"[^\n;]{0,32}+")
_PRINTABLE: Final = range(0x20, 0x7F)

_OPENS: Final = opening(CANDIDATE)
REACH: Final = Reach(
    ahead=17 + 9,
    behind=ABOUT,
    opens=_OPENS,
    open=open_cells(_OPENS, _WORDS, _OTHER),
    back=table_before,
)
"""An address, and the marks that may end its line."""


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each address; `label` is the key that holds the text."""
    context = Context(text, label, _WORDS, _OTHER)
    around = Around(text, label)
    judged: dict[str, _Form] = {}
    for start, end in _SHAPE.spans(text):
        found = text[start:end]
        form = judged.get(found)
        if form is None:
            form = judged[found] = _form(found)
        if form is _Form.NONE or text[start - 1 : start] in _MARKS or _GOES_ON.match(text, end):
            continue
        if context.is_other(start, _NEAR):
            continue
        if (
            form is _Form.PLAIN
            or context.says(start) >= Says.LOOSE
            or ("-" not in found and around.fills_a_line(start, end))
        ):
            yield start, end


class _Form(Enum):
    """What its digits alone say."""

    NONE = 0
    UNLIKELY = 1
    """A time, a word in hexadecimal, a score: an address only where a word says so."""
    PLAIN = 2


def _form(found: str) -> _Form:
    digits = found.lower().translate({ord(mark): None for mark in ":-."})
    if len(set(digits)) == 1 and digits[0] in _NOBODYS:
        return _Form.NONE
    # Of twelve random digits, four in a thousand have no letter, and fewer nothing but letters.
    if digits.isdecimal():
        return _Form.UNLIKELY
    if digits.isalpha() or all(byte in _PRINTABLE for byte in bytes.fromhex(digits)):
        return _Form.UNLIKELY
    return _Form.PLAIN
