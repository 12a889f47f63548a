"""Texts of chance for streams: of what rules look for, whole and cut, and of what hides it."""

# ruff: noqa: E501, RUF001 - the letters are meant, and each table is read at a glance

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from tests.corpus.read import lines

WORDS = (
    "hello ", "big  world", "world ", "kryptonite", "krypto", "nite", " ass", "ass ", "istant", "system ",
    "prompt", "green\nstone ", "green ", "stone", "hello big world ", "a", "x", "and so on ", "the cat ",
)  # fmt: skip
MARKS = (
    "\n",
    " ",
    "   ",
    ",",
    ".",
    ":",
    " = ",
    "(",
    '"',
    "'",
    "<",
    ">",
    "-",
    "@",
    "/",
    "\t",
    "\r\n",
)
JSON = (
    '{"a": "', '"}', "[1] ", '["kryptonite"]\n', "\n```json\n", "```\n", "\n{", "}\n", '\n"', "~~~ json\n",
    '{"password": "hunter2-Winter!"}\n', "\\n", "\\u0061",
)  # fmt: skip
HIDDEN = (
    "\u200b", "é", "e\u0301", "е", "р", "кryptonite", "kryp\u200btonite", "ﬁ", "１", "²", "日本語", "。", "ß",
    "İ", "\u202e", "\u2066", "\u2069", "🙂", "👩\u200d💻", "سلام", "नमस्ते", "сос", "ᏚᎢ", "=\u0338", "カ\u3099", "ｶ", "ﾞ", "가", "\u11a8", "\u0301", "e", "\u00a0", "ｋ",
)  # fmt: skip
VALUES = (
    "jane.roe@example.com", "jane.roe@exa", "mple.com", "+1 415-555-2671", "415-555-", "2671", "phone: ",
    "SSN 123-45-6789", "536-22-8726", "4111 1111 1111 1111", "4111 11", "DE89 3704 0044 0532 0130 00",
    "192.168.10.77", "2001:db8::ff00:42:8329", "00:1b:44:11:3a:b7", "born on 12 May 1984", "DOB: 1984-05-12",
    "Passport No. C01X00T47", "password: ", "hunter2-Winter!", "api_key=", "Authorization: Basic ",
    "Bearer ", "AKIA", "postgres://user:pa55-word", "@db.example.com/x", "sk_", "https://a.example/x?token=",
)  # fmt: skip
GROUPS = (WORDS, MARKS, JSON, HIDDEN, VALUES)


@cache
def _lines() -> tuple[str, ...]:
    return tuple(line.text for line in lines("tune"))


def texts(random: Random, count: int, longest: int = 24) -> Iterator[str]:
    """Yield texts of up to `longest` pieces; every third is of lines of the corpus, joined."""
    for number in range(count):
        pieces = [_piece(random) for _ in range(random.randint(1, longest))]
        if number % 3 == 0:
            found = [random.choice(_lines()) for _ in range(random.randint(1, 3))]
            pieces = [part for line in found for part in (line, random.choice(("\n", " ", ". ")))]
        yield "".join(pieces)


def _piece(random: Random) -> str:
    piece = random.choice(random.choice(GROUPS))
    if random.random() < 0.1:
        piece = piece[: random.randint(0, len(piece))]
    return piece + random.choice(("", "", " "))
