"""Texts that a detector would rather not see, each with a name."""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Iterator, Sequence
from typing import Any, Final

MIB: Final = 1 << 20
BEGIN: Final = "-----BEGIN RSA PRIVATE KEY-----\n"
END: Final = "-----END RSA PRIVATE KEY-----\n"

REPEATED: Final = {
    "one letter": "a",
    "one digit": "1",
    "spaces": " ",
    "lines": "\n",
    "nested quotes": "\"'",
    "escaped quotes": '\\"',
    "open brackets": "[",
    "open objects": '{"a":',
    "combining marks": "\u0301\u0323",
    "decomposed letters": "e\u0301",
    "emoji": "\U0001f600",
    "emoji with joiners": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u2764\ufe0f ",
    "joiners": "\u200d",
    "letters with a space of no width": "a\u200b",
    "tag characters": "\U000e0061",
    "full width": "\uff21\uff22 ",
    "mixed scripts": "p\u0430yp\u0430l ",
    "look-alike words": "a \u0441\u043e\u0440 ",
    "BEGIN lines": BEGIN,
    "BEGIN in one line": BEGIN.strip(),
    "BEGIN with escaped lines": BEGIN.replace("\n", "\\n"),
    "END lines": END,
    "BEGIN and one line": BEGIN + "MIIEpAIBAAKCAQEA\n",
    "JWT beginnings": "eyJ",
    "JWT parts": "eyJ.eyJ.",
    "at signs": "@",
    "addresses begun": "a@",
    "addresses": "jane@example.com ",
    "addresses in disguise": "j\u200bane@example.com ",
    "schemes": "://",
    "connections begun": "a://b:c@",
    "connections": "postgres://u:pw@h/d ",
    "keys of pairs": "key=",
    "pairs": "password: x, ",
    "Bearer": "Bearer ",
    "Authorization": "Authorization: ",
    "token prefixes": "ghp_sk-xoxb-glpat-AKIA",
    "percent signs": "%",
    "escaped escapes": "%25",
    "escaped at signs": "a%40",
    "entities": "&lt;",
    "entities of entities": "&amp;",
    "entities begun": "&#x",
    "tags begun": "<",
    "tags": "<system_prompt>",
    "closing tags": "</a ",
    "backslashes": "\\",
    "JSON escapes": "\\u0041",
    "near cards": "4111 1111 1111 1112 ",
    "near IBANs": "DE89370400440532013001 ",
    "near phones": "555-0134 ",
    "numbers of twelve digits": "123456789012 ",
    "numbers of threes": "123-",
    "SSN": "536-90-4399 ",
    "versions": "1.1.1.",
    "colons": "::",
    "hardware addresses": "00:11:22:33:44:55",
    "dates": "12.12.1980 ",
    "UUIDs": "123e4567-e89b-12d3-a456-426614174000 ",
    "dashes": "-",
    "snake case": "a_b_",
    "camel case": "aB",
}
"""Name -> what is repeated."""


ATOMS: Final = (
    *REPEATED.values(),
    "'", '"', "`", "{", "}", "[", "]", "(", ")", ",", ":", ";", "=", ".", "/", "+", "-", "_", "#",
    "\t", "\r\n", "\u00a0", "\u2028", "\ufeff", "\u202e", "\u2066", "\u00ad", "\u0130", "\u00df",
    "0", "9", "A", "z", "\u0661", "\uff11", "\u0416", "\u4e2d", "\u0e01", "\u0939", "\u05d0",
    "x.", ".com", "mailto:", "https://", "tel:+1", "ssn ", "iban ", "born ", "passport no. ",
    "SG.", "hf_", "npm_", "pypi-", "whsec_", "sha256-", "data:;base64,", "PRIVATE KEY", "==",
    "QUJD", "deadbeef", "[REDACTED:email]", "[redacted]", "********", "${X}", "<your-token>",
    "null", "true",
    "system prompt", "MIIE", "\\n", "\\\\",
)  # fmt: skip
"""What the shapes of chance are made of."""


MIXTURES: Final = 20
"""How many there are among the named shapes."""

Stretch = tuple[str, int]
"""A unit that is repeated, and its share of the text."""


def named(size: int = MIB) -> Iterator[tuple[str, Any]]:
    """Every shape by its name: texts of `size` bytes, about, and structured contents as large."""
    for name, unit in REPEATED.items():
        yield name, filled(unit, size)
    chance = random.Random(11)
    yield "100 000 combining marks", "e" + "\u0301" * 100_000
    yield "8 000 BEGIN lines", BEGIN * 8000
    yield "minified JavaScript", minified(chance, size)
    data = chance.randbytes(size * 3 // 4)
    yield "base64 in one line", base64.b64encode(data).decode()
    yield "base64 in lines", base64.encodebytes(data[: size * 7 // 10]).decode()
    yield "a key of a megabyte", BEGIN + base64.encodebytes(data[: size * 7 // 10]).decode() + END
    yield "hex in one line", data[: size // 2].hex()
    yield "base64 of base64", base64.b64encode(base64.b64encode(data[: size * 9 // 16])).decode()
    yield "hashes", "".join(f"{data[at : at + 32].hex()}\n" for at in range(0, size // 2, 32))
    yield "words of chance", " ".join(_words(chance, size // 8))
    yield (
        "pairs of chance",
        "\n".join(f"{word}={word[::-1]}" for word in _words(chance, size // 16)),
    )
    yield (
        "JSON text of pairs",
        json.dumps({word: word[::-1] for word in _words(chance, size // 22)}),
    )
    for number in range(1, MIXTURES + 1):
        yield f"mixture {number}", stretched(_mixed(chance), size)
    yield "100 000 strings", list(_words(chance, 100_000))
    yield "100 000 strings in disguise", [f"{word[:4]}\u200b" for word in _words(chance, 100_000)]
    yield "100 000 keys", {f"{word}{at}": at for at, word in enumerate(_words(chance, 100_000))}


def stretched(parts: Sequence[Stretch], size: int) -> str:
    """Each unit for its share of the size."""
    shares = sum(share for _, share in parts)
    return "".join(unit * (size * share // shares // len(unit.encode())) for unit, share in parts)


def filled(unit: str, size: int) -> str:
    """A text of so many bytes, about."""
    return unit * max(size // len(unit.encode()), 1)


def minified(chance: random.Random, size: int) -> str:
    """Something like JavaScript without a space, in one line."""
    forms = (
        'function {0}({1},{2}){{return {1}.{2}({0})?{1}[{2}]:{0}("{3}",{{{1}:{2},{0}:!0}})}}',
        "var {0}={1}||{{}};{0}.{2}=function(){{return this.{1}+={4}}};",
        "{0}&&({1}=\"#{3}\",{2}[{4}]='/{1}/{2}.js?v={4}');",
        '!function({0}){{"use strict";{0}.{1}={{{2}:[{4},{4}e3,.{4}],{1}:/[^{0}]+/g}}}}({2});',
    )
    parts: list[str] = []
    length = 0
    while length < size:
        names = [
            "".join(chance.choices(string.ascii_letters, k=chance.randint(1, 3))) for _ in "abc"
        ]
        part = chance.choice(forms).format(
            *names, f"{chance.getrandbits(24):06x}", chance.randint(0, 999)
        )
        parts.append(part)
        length += len(part)
    return "".join(parts)


def _mixed(chance: random.Random) -> list[Stretch]:
    """Up to three units of atoms that have nothing to do with each other."""
    return [
        ("".join(chance.choices(ATOMS, k=chance.randint(2, 6))), chance.randint(1, 9))
        for _ in range(chance.randint(1, 3))
    ]


def _words(chance: random.Random, count: int) -> Iterator[str]:
    for _ in range(count):
        yield "".join(chance.choices(string.ascii_letters + string.digits, k=8))
