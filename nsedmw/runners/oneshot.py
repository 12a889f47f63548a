"""A program per call: the context on its stdin, a verdict on its stdout, an exit code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from nsedmw.errors import Exited, Failure, OverBound
from nsedmw.runners.payload import payload_of
from nsedmw.runners.pin import Held
from nsedmw.runners.process import Ended, Program, arun, run
from nsedmw.runners.running import Running
from nsedmw.types import Context, Report, Verdict
from nsedmw.wire import Unreadable, decode_verdict

MAX_OUTPUT_BYTES: Final = 1_048_576
"""The seed's cap on stdout, and on stderr."""
_PASS: Final = Verdict("pass")


class Oneshot:
    """One entry's program. `config` is laid over the context's metadata, key by key.

    `pins` holds files to their digests: index in `argv` -> the file; 0 is the program itself.
    """

    def __init__(
        self,
        program: Program,
        config: Mapping[str, Any],
        *,
        cap: int = MAX_OUTPUT_BYTES,
        require_verdict: bool = False,
        pins: Mapping[int, Held] | None = None,
    ) -> None:
        self._program = program
        self._config = config
        self._cap = cap
        self._require_verdict = require_verdict
        self._pins = pins or {}
        self._running = Running()

    def call(self, context: Context, limit: float) -> Verdict:
        """Ask the program, waiting on this thread.

        Raises:
            Failure: it broke. Exited: it refused by its exit code.
        """
        payload = payload_of(context, self._config)
        ended = run(self._make, payload, cap=self._cap, limit=limit, running=self._running)
        return self._judged(ended)

    async def acall(self, context: Context, limit: float) -> Verdict:
        """`call`, awaited."""
        payload = payload_of(context, self._config)
        ended = await arun(self._make, payload, cap=self._cap, limit=limit, running=self._running)
        return self._judged(ended)

    def close(self) -> None:
        """Kill what runs; its calls fail."""
        self._running.close()
        for held in self._pins.values():
            held.close()

    def _make(self) -> Program:
        """What to start now: pinned files are looked at again at every start."""
        program = self._program
        if not self._pins:
            return program
        argv, executable, keep = list(program.argv), None, []
        for index, held in self._pins.items():
            pin = held.now()
            keep.append(pin.fd)
            if index == 0:
                executable = pin.path
            else:
                argv[index] = pin.path
        return msgspec.structs.replace(
            program, argv=tuple(argv), executable=executable, keep=tuple(keep)
        )

    def _judged(self, ended: Ended) -> Verdict:
        if ended.code < 0:
            raise Failure("crash", f"it was killed by signal {-ended.code}")
        if ended.code == 0:
            return self._with_said(self._said(ended), ended.stderr)
        verdict = _read(ended.stdout)
        if isinstance(verdict, Verdict) and verdict.verdict in ("warn", "block"):
            return verdict
        said = ended.stderr.decode(errors="replace").strip()
        raise Exited(said or f"Binary exited with code {ended.code}", "binary_middleware")

    def _said(self, ended: Ended) -> Verdict:
        if not ended.stdout and not ended.held and not self._require_verdict:
            return _PASS
        verdict = _read(ended.stdout)
        if isinstance(verdict, Verdict):
            return verdict
        if not ended.stdout:
            what = "it answered nothing and left its output open" if ended.held else _EMPTY
            raise Failure("unreadable", what)
        raise verdict

    @staticmethod
    def _with_said(verdict: Verdict, stderr: bytes) -> Verdict:
        if not stderr:
            return verdict
        return Report(**msgspec.structs.asdict(verdict), said=stderr.decode(errors="replace"))


_EMPTY: Final = "it answered nothing, and `require_verdict` asks for a verdict"


def _read(answer: bytes) -> Verdict | Failure:
    try:
        return decode_verdict(answer)
    except Unreadable as error:
        return Failure("unreadable", f"returned invalid JSON: {error}")
    except OverBound as error:
        return Failure("invalid_content", f"content or state that is {error}")
