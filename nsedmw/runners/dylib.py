"""A shared library in this process: one C function, called with bytes, off the interpreter lock.

    int32_t nsed_middleware_execute(const uint8_t *ctx_json, uint32_t ctx_len,
                                    uint8_t *out_buf, uint32_t out_buf_len, uint32_t *out_len);

What it does wrong by returning is a failure of one call; what it does wrong by crashing ends the
process, which nothing in a process can prevent.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import cffi

from nsedmw.errors import Failure
from nsedmw.runners.answer import verdict_in
from nsedmw.runners.payload import payload_of
from nsedmw.runners.pin import Pin, marks
from nsedmw.runners.startup import foreign_machine
from nsedmw.types import Context, Verdict

SYMBOL: Final = "nsed_middleware_execute"
GROWTH: Final = 16
"""How many times its buffer a library that finds it too small may ask for."""

_BLOCK, _TOO_SMALL = 1, -2
_WIPED: Final = 4096
"""Bytes of the buffer that are wiped after a call that says it wrote none."""
_PASS: Final = Verdict("pass")
_BLOCKED: Final = Verdict(
    "block", reason="Blocked by dylib middleware", category="dylib_middleware"
)

_ffi: Final = cffi.FFI()
_ffi.cdef(
    f"int32_t {SYMBOL}(const uint8_t *ctx_json, uint32_t ctx_len,"
    " uint8_t *out_buf, uint32_t out_buf_len, uint32_t *out_len);"
)


_kept: Final[dict[str, tuple[Any, tuple[int, ...]]]] = {}
"""Path -> the library loaded from it, and what its file was: cffi unloads one that nobody
holds, and the system would give it again for whatever file is at this path later."""
_pins: Final[dict[str, Pin]] = {}
"""Digest -> the sealed copy of a pinned library. They stay open: a number that was used again would
lead to another file under the path of this one."""


class CannotLoadError(Exception):
    """A library that does not load or lacks its function; says why."""


def sealed(path: Path, digest: str) -> str:
    """A path from which the library at `path` can be loaded only if it has its digest.

    Raises:
        DigestDiffersError, OSError: as `Pin.of`.
    """
    source = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return _pins.setdefault(digest.lower(), Pin.of(source, path.name, digest)).path
    finally:
        os.close(source)


class Dylib:
    """One entry's library, loaded from `path`. `config` is laid over the context's metadata.

    A library stays loaded to the process's end, since a thread may still be inside it, or be its
    own. Many threads may call at once.

    Raises:
        CannotLoadError: at construction.
    """

    def __init__(self, path: str, config: Mapping[str, Any], *, cap: int) -> None:
        try:
            self._execute = getattr(_loaded(path), SYMBOL)
        except AttributeError:
            raise CannotLoadError(
                f"Symbol '{SYMBOL}' not found in it; declare the function"
                ' `extern "C"` in C++, with `#[no_mangle]` in Rust'
            ) from None
        self._config = config
        self._cap = cap
        self._buffers = threading.local()

    def check(self, context: Context) -> Verdict:
        """Call it on this thread; it cannot be interrupted.

        Raises:
            Failure: its error code, an unreadable answer, or one that is too large.
        """
        return self._answer(payload_of(context, self._config))

    def _answer(self, payload: bytes) -> Verdict:
        buffer, length = self._buffer()
        code, answer = self._once(payload, buffer, length, self._cap)
        needed = int(length[0])
        if code == _TOO_SMALL and needed:
            if needed > self._cap * GROWTH:
                raise Failure("limit", f"it needs {needed} bytes for its answer")
            code, answer = self._once(payload, _ffi.new("uint8_t[]", needed), length, needed)
        if code == 0:
            return verdict_in(answer) if answer else _PASS
        if code == _BLOCK:
            return _block_of(answer)
        raise Failure("crash", f"Dylib returned error code {code}")

    def _once(self, payload: bytes, buffer: Any, length: Any, size: int) -> tuple[int, bytes]:
        length[0] = 0
        # A copy: the bytes are those that every other check of this context is given.
        given = _ffi.from_buffer(bytearray(payload))
        code = self._execute(given, len(payload), buffer, size, length)
        view = _ffi.buffer(buffer, max(min(length[0], size), min(_WIPED, size)))
        answer = view[: length[0]]
        # A later call that claims a length without writing must not find this answer there.
        view[:] = bytes(len(view))
        if length[0] <= size:
            return code, answer
        if code == 0:
            raise Failure("limit", f"it answered {length[0]} bytes into a buffer of {size}")
        return code, b""

    def _buffer(self) -> tuple[Any, Any]:
        """The buffer of this thread: a fresh megabyte a call would cost more than most checks."""
        held = getattr(self._buffers, "held", None)
        if held is None:
            held = (_ffi.new("uint8_t[]", self._cap), _ffi.new("uint32_t *"))
            self._buffers.held = held
        return held


def _loaded(path: str) -> Any:
    try:
        now = marks(Path(path).stat())
        library, before = _kept.get(path) or (None, now)
        if before == now:
            library = library or _ffi.dlopen(path, os.RTLD_NOW | os.RTLD_LOCAL)
    except OSError as error:
        # cffi puts the system's words among its own: "... 'P': P: WORDS.  Additionally, ...".
        words = str(error).partition(f"{path}: ")[2].partition(".  Additionally")[0]
        why = foreign_machine(path) or words or "it cannot be opened"
        raise CannotLoadError(why) from None
    if before != now:
        raise CannotLoadError("this process has an older file of this path loaded; start it again")
    _kept[path] = (library, now)
    return library


def _block_of(answer: bytes) -> Verdict:
    """Code 1 blocks whatever the buffer holds; a readable block says why."""
    with suppress(Failure):
        verdict = verdict_in(answer)
        if verdict.verdict == "block":
            return verdict
    return _BLOCKED
