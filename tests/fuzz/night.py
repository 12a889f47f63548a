"""A night's fuzzing of every detector at once, guided by coverage; by hand, not by pytest.

    python3.11 -m venv .venv-fuzz
    .venv-fuzz/bin/pip install atheris==3.0.0 -e .
    mkdir -p night
    .venv-fuzz/bin/python -m tests.fuzz.night night -max_total_time=28800 -timeout=10 -max_len=65536

What follows are libFuzzer's options: a folder where it keeps what it learnt, for how many seconds,
how many of them one input may take, and how long it is. An input that breaks something is left
in a file `crash-*` (or `timeout-*`), and `.venv-fuzz/bin/python -m tests.fuzz.night crash-...`
runs it again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import atheris

with atheris.instrument_imports(include=["nsedmw"]):
    from tests.fuzz.engines import POINT, engine

    # What they need is imported when they are made, and only what is imported here is counted.
    WARNS, REDACTS = engine("warn"), engine("redact")
    WARNS.run(POINT, "jane@example.com")

from tests.fuzz.shapes import REPEATED

SECS_PER_MIB = 20.0
"""Ten times what is promised, since what counts coverage is slower."""
SHORT_SECS = 1.0
UNITS = tuple(REPEATED.values())
MOST = 1 << 16


def one(data: bytes) -> None:
    """An input: how it is to be read, then what it says."""
    provider = atheris.FuzzedDataProvider(data)
    text = _text(provider)
    content: Any = text
    if provider.ConsumeBool():
        content = {"label": [text, 1], provider.ConsumeUnicodeNoSurrogates(16): text[:100]}
    begun = perf_counter()
    found = WARNS.run(POINT, content)
    removed = REDACTS.run(POINT, content)
    took = perf_counter() - begun
    size = len(text.encode())
    assert took < SHORT_SECS + SECS_PER_MIB * size / (1 << 20), f"{took:.2f} s for {size} bytes"
    json.dumps(found.to_dict())
    _no_failure(found.decisions)
    _no_failure(removed.decisions)
    for decision in found.decisions:
        for finding in decision.findings:
            assert 0 <= finding.start < finding.end, finding
            assert not isinstance(content, str) or finding.end <= len(text), finding
    if removed.block is None:
        again = REDACTS.run(POINT, removed.content)
        assert again.content == removed.content, "a redaction changed when it was redacted again"


def _text(provider: Any) -> str:
    """Stretches of chance, and of units that are repeated."""
    parts = []
    for _ in range(provider.ConsumeIntInRange(1, 4)):
        if provider.ConsumeBool():
            unit = provider.PickValueInList(list(UNITS))
        else:
            unit = provider.ConsumeUnicodeNoSurrogates(64)
        parts.append(unit * provider.ConsumeIntInRange(1, 64))
    parts.append(provider.ConsumeUnicodeNoSurrogates(provider.remaining_bytes()))
    return "".join(parts)[:MOST]


def _no_failure(decisions: Sequence[Any]) -> None:
    for decision in decisions:
        assert decision.failure is None, f"{decision.middleware}: {decision.failure}"


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
