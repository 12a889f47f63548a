"""P6: a library in this process, beside the least that asking it takes."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cffi

import nsedmw
from benchmarks import compiled
from benchmarks.harness import LeftOut, Row, awaited, interleaved, repeated
from nsedmw.loader.entries import MAX_OUTPUT_BYTES
from nsedmw.runners.dylib import SYMBOL
from nsedmw.wire import decode_verdict, encode

MICRO = 1e6
ROUNDS = 150
ROUND_SECS = 0.002
BOUND = 4
FLOOR = "encode, call, decode"
CONTENTS = {"1 KB": "a word " * 146, "50 KB": "a word " * 7314}


def rows() -> list[Row | LeftOut]:
    """A short and a long text; only the sync form has a bound."""
    if not compiled.has_compiler():
        return [LeftOut("P6 dylib", compiled.NO_COMPILER)]
    told: list[Row | LeftOut] = []
    loop = asyncio.new_event_loop()
    with tempfile.TemporaryDirectory() as folder:
        library = compiled.library(Path(folder))
        engine = _engine(library)
        ask = _bare(library)
        for name, content in CONTENTS.items():
            subjects = _subjects(engine, ask, content, loop)
            took = interleaved(subjects, rounds=ROUNDS, round_secs=ROUND_SECS)
            floor = took["floor"] * MICRO
            for kind, limit in (("sync", BOUND * floor), ("async", None)):
                ours = took[kind] * MICRO
                told.append(Row(f"P6 dylib, {kind}, {name}", ours, "us", limit, FLOOR, floor))
        engine.close()
    loop.close()
    return told


def _subjects(
    engine: nsedmw.Engine,
    ask: Callable[[nsedmw.Context], nsedmw.Verdict],
    content: str,
    loop: asyncio.AbstractEventLoop,
) -> dict[str, Callable[[int], object]]:
    context = nsedmw.Context(content, stage="release")
    return {
        "floor": repeated(lambda: ask(context)),
        "sync": repeated(lambda: engine.run("before_release", content)),
        "async": awaited(loop, lambda: engine.arun("before_release", content)),
    }


def _engine(library: Path) -> nsedmw.Engine:
    text = f"middleware:\n  before_release:\n    - {{dylib: ./{library.name}}}\n"
    engine = nsedmw.loads(text, base_dir=library.parent)
    result = engine.run("before_release", CONTENTS["1 KB"])
    assert (result.verdict, len(result.decisions)) == ("pass", 1), result
    return engine


def _bare(library: Path) -> Callable[[nsedmw.Context], nsedmw.Verdict]:
    """The floor: buffers that are there already, and no look at what the library says of them."""
    ffi = cffi.FFI()
    ffi.cdef(f"int32_t {SYMBOL}(const uint8_t *, uint32_t, uint8_t *, uint32_t, uint32_t *);")
    execute: Any = getattr(ffi.dlopen(str(library)), SYMBOL)
    buffer, length = ffi.new("uint8_t[]", MAX_OUTPUT_BYTES), ffi.new("uint32_t *")

    def ask(context: nsedmw.Context) -> nsedmw.Verdict:
        payload = encode(context)
        execute(ffi.from_buffer(payload), len(payload), buffer, MAX_OUTPUT_BYTES, length)
        return decode_verdict(ffi.buffer(buffer, length[0])[:])

    return ask
