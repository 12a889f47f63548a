"""P1 to P3: rules over text, beside bare automata and beside their own run on ordinary text.

Every engine has the canonical form on, which is the default.
"""

from __future__ import annotations

import json
import random
import resource
from collections.abc import Callable, Mapping
from time import perf_counter

import re2

import nsedmw
from benchmarks.harness import Row, interleaved, repeated

MICRO = 1e6
KINDS = ["email", "phone", "ssn", "credit_card", "iban", "ip_address"]
PROSE = "The quick brown fox jumps over the lazy dog while nobody looks. "
HIT = "mail jane.roe@example.com now. "
KB = 1024


def rows() -> list[Row]:
    """All three."""
    return [*_p1(), *_p2(), *_p3()]


def words(count: int) -> list[str]:
    """Words that the texts do not hold."""
    chance = random.Random(7)
    return ["".join(chance.choices("bcdfghjklmnpqrstvwxz", k=9)) for _ in range(count)]


def engine(items: int) -> nsedmw.Engine:
    """Rules with so many items and six kinds of personal data."""
    config = {
        "blocklist": [{"word": word, "action": "warn"} for word in words(items)],
        "pii_patterns": KINDS,
        "max_content_length": 0,
    }
    entry = {"builtin": "rule_based", "config": config}
    return nsedmw.loads(json.dumps({"middleware": {"before_release": [entry]}}))


def _run(subject: nsedmw.Engine, text: str) -> Callable[[int], object]:
    return repeated(lambda: subject.run("before_release", text))


def _bare(count: int) -> Callable[[str], list[tuple[int, int]]]:
    """The floor: a set says which of as many simple patterns hit, RE2 where."""
    sources = [rf"(?i)\b{word}\b" for word in words(count)]
    sources += [
        r"[\w.%+-]+@[\w-]+\.[\w.-]+",
        r"\d{3}-\d{3}-\d{4}",
        r"\d{3}-\d{2}-\d{4}",
        r"\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}",
        r"[A-Z]{2}\d{2}[0-9A-Z]{11,30}",
        r"\d{1,3}(?:\.\d{1,3}){3}",
    ]
    options = re2.Options()
    options.max_mem = 64 << 20
    pool = re2.Set.SearchSet(options)
    for source in sources:
        pool.Add(source.encode())
    pool.Compile()
    programs = [re2.compile(source.encode()) for source in sources]

    def found(text: str) -> list[tuple[int, int]]:
        data = text.encode()
        hit = pool.Match(data) or ()
        return [match.span() for index in hit for match in programs[index].finditer(data)]

    return found


def _took(subjects: Mapping[str, Callable[[int], object]]) -> dict[str, float]:
    # What is made when first needed is no part of an operation.
    for subject in subjects.values():
        subject(1)
    return {name: secs * MICRO for name, secs in interleaved(subjects).items()}


def _p1() -> list[Row]:
    """1 KB without a hit, the others with seven and thirty-five."""
    ours, bare = engine(100), _bare(100)
    texts = {
        ("1 KB", 30.0): PROSE * 16,
        ("10 KB", 350.0): (PROSE * 22 + HIT) * 7,
        ("50 KB", 2000.0): (PROSE * 22 + HIT) * 35,
    }
    told = []
    for (name, limit), text in texts.items():
        assert len(ours.run("before_release", text).decisions[0].findings) == len(bare(text))
        took = _took({"ours": _run(ours, text), "bare": repeated(lambda text=text: bare(text))})  # type: ignore[misc]
        told.append(
            Row(f"P1 rules, {name}", took["ours"], "us", limit, "re2.Set and spans", took["bare"])
        )
    return told


def _p2() -> list[Row]:
    """Ten thousand items beside ten, and what loading them takes."""
    few = engine(10)
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, perf_counter()
    many = engine(10_000)
    secs = perf_counter() - begun
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / KB
    text = (PROSE * 22 + HIT) * 35
    took = _took({"few": _run(few, text), "many": _run(many, text)})
    return [
        Row(
            "P2 10 000 items, 50 KB", took["many"], "us", 1.5 * took["few"], "10 items", took["few"]
        ),
        Row("P2 loading 10 000 items", secs, "s", 1.0),
        Row("P2 memory of 10 000 items", grown, "MB", 60.0),
    ]


ORDINARY = {
    "ASCII": PROSE,
    "Russian": "Съешь же ещё этих мягких французских булок, да выпей чаю. ",
    "Hindi": "हम सब मिलकर इस काम को अच्छी तरह पूरा करेंगे और फिर घर जाएंगे। ",
    "Chinese": "我们一起努力把这件事情做好然后回家吃饭休息一下吧。",
    "Japanese": "いろはにほへとちりぬるをわかよたれそつねならむ。",
    "Thai": "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน ",
    "French": "Portez ce vieux whisky au juge blond qui fume, été comme hiver. ",
}
"""Texts whose canonical form is themselves."""

SHAPES = {
    "one letter": "a",
    "emoji": "😀",
    "emoji with joiners": "👨\u200d👩\u200d👧❤\ufe0f ",
    "combining marks": "\u0301\u0323",
    "decomposed": "e\u0301",
    "tag characters": "\U000e0061",
    "a space of no width in between": "a\u200b",
    "full width": "\uff21\uff22 ",
    "fractions": "½",
    "mixed scripts": "p\u0430yp\u0430l ",
    "look-alike words": "a \u0441\u043e\u0440 ",
    "mixed scripts among others": "p\u0430yp\u0430l word ",
    "look-alike words among others": "Latin \u0441\u043e\u0440 вода ",
    "some of everything": "".join(map(chr, range(0x1F00, 0x3400))),
    "joiners in Persian": "\u0645\u06cc\u200c\u062e\u0648\u0631\u0645 ",
    "isolates": "\u2066a\u2069 ",
    "long dashes": "word \u2014 ",
    "wide commas": "我们一起努力把这件事情做好\uff0c然后回家吃饭休息一下吧。",
}
WALLS = {"cards": "4111 1111 1111 1112 ", "IBANs": "DE89370400440532013001 ", "phones": "555-0134 "}


def _p3() -> list[Row]:
    """Growth, then a megabyte of each shape beside a megabyte of prose."""
    subject = engine(100)
    told = []
    for name, text in ORDINARY.items():
        small, large = _of(text, KB), _of(text, KB * KB)
        ascii_small = _of(PROSE, KB)
        took = _took(
            {
                "small": _run(subject, small),
                "large": _run(subject, large),
                "ascii": _run(subject, ascii_small),
            }
        )
        per_kb = took["large"] / KB
        told.append(
            Row(
                f"P3 {name}, a KB of 1 MB", per_kb, "us", 1.5 * took["small"], "1 KB", took["small"]
            )
        )
        if name != "ASCII":
            told.append(
                Row(
                    f"P3 {name}, 1 KB",
                    took["small"],
                    "us",
                    2 * took["ascii"],
                    "ASCII",
                    took["ascii"],
                )
            )
    prose = _of(PROSE, KB * KB)
    for limit, shapes in ((5, SHAPES), (20, WALLS)):
        for name, text in shapes.items():
            shape = _of(text, KB * KB)
            took = _took({"prose": _run(subject, prose), "shape": _run(subject, shape)})
            floor = took["prose"] / 1000
            told.append(
                Row(f"P3 1 MB, {name}", took["shape"] / 1000, "ms", limit * floor, "prose", floor)
            )
    return told


def _of(text: str, size: int) -> str:
    """A text of so many bytes, about."""
    return text * max(size // len(text.encode()), 1)
