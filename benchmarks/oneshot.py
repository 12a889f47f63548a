"""P4: a program per call, beside the least that starting one and talking to it takes.

Measured in a process of its own, which first grows to the size that is asked for: a start that
copies its parent's page tables costs a large engine many times what it costs a small one.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import PIPE, run

import nsedmw
from benchmarks import compiled
from benchmarks.harness import LeftOut, Row, awaited, interleaved, repeated
from nsedmw.runners.environment import environment
from nsedmw.wire import encode

MILLI = 1e3
ROUNDS = 400
ROUND_SECS = 0.002
"""A few starts: what else the machine does while it starts a program then meets them all alike."""
BOUND = 1.4
FLOOR = "posix_spawn, 3 pipes"
CONTENT = "a word " * 146
"""1 KB."""
SIZES = {"0 GB": 0, "2 GB": 2 << 30}
ENOUGH = 4 << 30
"""Bytes that must be available before the larger of them is held."""


def rows() -> list[Row | LeftOut]:
    """A small engine, and one of 2 GB."""
    if not compiled.has_compiler():
        return [LeftOut("P4 oneshot", compiled.NO_COMPILER)]
    told: list[Row | LeftOut] = []
    with tempfile.TemporaryDirectory() as folder:
        program = compiled.program(Path(folder))
        for name, size in SIZES.items():
            if size and _available() < ENOUGH:
                told.append(LeftOut(f"P4 oneshot, {name}", "less than 4 GB of memory available"))
                continue
            took = _in_a_process_of(size, program)
            told += _rows(name, took)
            if not size:
                told += _orientation(took)
    return told


def _rows(name: str, took: Mapping[str, float]) -> list[Row]:
    floor = took["floor"]
    return [
        Row(f"P4 oneshot, {kind}, {name}", took[kind], "ms", BOUND * floor, FLOOR, floor)
        for kind in ("sync", "async")
    ]


def _orientation(took: Mapping[str, float]) -> list[Row]:
    """What has no bound: what the kernel alone needs, and what a pin adds."""
    return [
        Row("P4 vfork, exec and wait", took["bare"], "ms", None, FLOOR, took["floor"]),
        Row("P4 pinned, sync", took["pinned sync"], "ms", None, "unpinned", took["sync"]),
        Row("P4 pinned, async", took["pinned async"], "ms", None, "unpinned", took["async"]),
    ]


def _in_a_process_of(size: int, program: Path) -> dict[str, float]:
    """Milliseconds by subject, measured in a process that holds `size` bytes beside its own."""
    done = run(
        [sys.executable, "-m", "benchmarks.oneshot", str(size), str(program)],
        cwd=Path(__file__).parents[1],
        stdout=PIPE,
        text=True,
        check=True,
    )
    took: dict[str, float] = json.loads(done.stdout)
    return took


def _available() -> int:
    """Bytes of memory that this machine can give without swapping."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    words = next(line for line in lines if line.startswith("MemAvailable:")).split()
    return int(words[1]) * 1024


def _measured(size: int, program: Path) -> dict[str, float]:
    held = _touched(size)
    plain = _engine(program)
    pinned = _engine(program, hashlib.sha256(program.read_bytes()).hexdigest())
    loop = asyncio.new_event_loop()
    payload, env = encode(nsedmw.Context(CONTENT, stage="release")), environment("oneshot")
    subjects: dict[str, Callable[[int], object]] = {
        "floor": repeated(lambda: _exchanged(str(program), payload, env)),
        "sync": repeated(lambda: plain.run("before_release", CONTENT)),
        "async": awaited(loop, lambda: plain.arun("before_release", CONTENT)),
        "bare": repeated(lambda: _started(str(program), env)),
        "pinned sync": repeated(lambda: pinned.run("before_release", CONTENT)),
        "pinned async": awaited(loop, lambda: pinned.arun("before_release", CONTENT)),
    }
    took = interleaved(subjects, rounds=ROUNDS, round_secs=ROUND_SECS)
    loop.close()
    plain.close()
    pinned.close()
    assert len(held) == size
    return {name: secs * MILLI for name, secs in took.items()}


def _touched(size: int) -> bytearray:
    """Memory of which every page is really there."""
    held = bytearray(size)
    page = os.sysconf("SC_PAGE_SIZE")
    held[::page] = b"x" * len(range(0, size, page))
    return held


def _engine(program: Path, digest: str | None = None) -> nsedmw.Engine:
    pin = f", sha256: '{digest}'" if digest else ""
    text = f"middleware:\n  before_release:\n    - {{binary: ./{program.name}{pin}}}\n"
    engine = nsedmw.loads(text, base_dir=program.parent)
    result = engine.run("before_release", CONTENT)
    assert (result.verdict, len(result.decisions)) == ("pass", 1), result
    return engine


def _exchanged(program: str, payload: bytes, env: Mapping[str, str]) -> bytes:
    """The floor: started with three pipes, given its input, read to the end of its output."""
    stdin, to_it = os.pipe()
    from_it, stdout = os.pipe()
    complaints, stderr = os.pipe()
    wiring = [(os.POSIX_SPAWN_DUP2, end, fd) for fd, end in enumerate((stdin, stdout, stderr))]
    pid = os.posix_spawn(program, [program], env, file_actions=wiring)
    for end in (stdin, stdout, stderr):
        os.close(end)
    os.write(to_it, payload)
    os.close(to_it)
    answer = b""
    while chunk := os.read(from_it, 65536):
        answer += chunk
    os.waitpid(pid, 0)
    os.close(from_it)
    os.close(complaints)
    return answer


def _started(program: str, env: Mapping[str, str]) -> None:
    """What any start costs; the program reads end of file and answers nobody."""
    nothing = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
    ]
    os.waitpid(os.posix_spawn(program, [program], env, file_actions=nothing), 0)


if __name__ == "__main__":
    print(json.dumps(_measured(int(sys.argv[1]), Path(sys.argv[2]))))
