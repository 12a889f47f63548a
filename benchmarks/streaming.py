"""Streams: what a chunk waits for its verdict, and how many characters are held back meanwhile.

The texts are ours: an answer as a model writes it, in English, German, Russian and Chinese, a list
of contacts, and a program with a key in it. A chunk has four characters, as a token of English has.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

import nsedmw
from benchmarks.harness import Row

POINT = "on_provider_response"
CHUNK = 4
LENGTH = 4000
MICRO = 1e6

_RULES = "pii_patterns: false, blocklist: [{words}]"
_WORDS = ", ".join(f"{{word: forbidden{number}}}" for number in range(100))
PIPELINES = {
    "100 words that block": f"{{builtin: rule_based, config: {{{_RULES.format(words=_WORDS)}}}}}",
    "email redacted": "{builtin: rule_based, config: {pii_patterns: [email], pii_action: redact}}",
    "usual personal data redacted": "{builtin: rule_based, config: {pii_action: redact}}",
    "secrets redacted": "{builtin: redact_secrets}",
    "personal data and secrets": (
        "{builtin: rule_based, config: {pii_action: redact}}, {builtin: redact_secrets}"
    ),
}
TEXTS = {
    "English": "The committee met again in the old town hall, and nobody was surprised that talks"
    " went on into the night. In 2019 there had been 14 members; now there are twice as many. ",
    "German": "Die Straße führt am Fluss entlang bis zur alten Mühle, und dort beginnt der Wald. Im"
    " Herbst kommen viele Gäste, die übrigen Monate ist es still. ",
    "Russian": "Вечером они долго сидели на веранде и говорили о том, что было летом. Потом пошёл"
    " дождь, и все ушли в дом. ",
    "Chinese": "晚上他们在院子里坐了很久，谈起夏天的事情。后来下起了雨，大家都回到屋里去了。",
    "contacts": "Jane Roe, phone +1 415-555-2671, jane.roe@example.com\n"
    "John Doe, phone +49 30 901820, john@example.org\n",
    "code": 'client = connect(host="db.example.com", timeout=30)\npassword = "hunter2-Winter!"\n'
    "for row in client.read(limit=100):\n    print(row.name, row.total)\n",
}


class Measured(NamedTuple):
    """Of one pipeline over one text: microseconds for a chunk, characters held back."""

    pipeline: str
    text: str
    usual: float
    slowest: float
    """Of a hundred chunks the slowest but one."""
    held: float
    most: int


def measured() -> list[Measured]:
    """Every pipeline over every text."""
    found = []
    for pipeline, entries in PIPELINES.items():
        with nsedmw.loads(f"middleware: {{{POINT}: [{entries}]}}") as engine:
            for name, text in TEXTS.items():
                whole = (text * (LENGTH // len(text) + 1))[:LENGTH]
                _streamed(engine, whole)  # what is made when first needed is made now
                found.append(_one(pipeline, name, *_streamed(engine, whole)))
    return found


def _streamed(engine: nsedmw.Engine, text: str) -> tuple[list[float], list[int]]:
    stream = engine.stream(POINT)
    took, held = [], []
    for at in range(0, len(text), CHUNK):
        begun = perf_counter()
        stream.feed(text[at : at + CHUNK])
        took.append((perf_counter() - begun) * MICRO)
        held.append(stream.held)
    _, result = stream.close()
    assert result.allowed
    return took, held


def _one(pipeline: str, text: str, took: list[float], held: list[int]) -> Measured:
    slowest = sorted(took)[int(len(took) * 0.99)]
    return Measured(pipeline, text, median(took), slowest, mean(held), max(held))


def rows() -> list[Row]:
    """What each chunk adds, and what is held back on average."""
    found = []
    for one in measured():
        work = f"stream, {one.pipeline}, {one.text}: a chunk"
        found.append(Row(work, one.usual, "us", None))
        found.append(Row(f"{work}, held back", one.held, "characters", None))
    return found


def table() -> str:
    """The table of docs/streaming.md."""
    lines = [
        "| pipeline | text | a chunk, µs | slowest of 100 | held back, mean | most |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {one.pipeline} | {one.text} | {one.usual:.0f} | {one.slowest:.0f} | {one.held:.0f}"
        f" | {one.most} |"
        for one in measured()
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
