"""A program per call: the context on its stdin, a verdict on its stdout, an exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from nsedmw.errors import Exited, Failure, OverBound
from nsedmw.runners.payload import payload_of
from nsedmw.runners.pin import Held
from nsedmw.runners.process import Call, Ended, arun, run
from nsedmw.runners.running import Running
from nsedmw.runners.spawn import Program
from nsedmw.types import Context, Report, Verdict
from nsedmw.wire import Unreadable, decode_verdict

MAX_OUTPUT_BYTES: Final = 1_048_576
"""The seed's cap on stdout, and on stderr."""
_PASS: Final = Verdict("pass")


class Oneshot:
    """One entry's program. `config` is laid over the context's metadata, key by key.

    `pins` are the files of `program.pins`, which are held to their digests.
    """

    def __init__(
        self,
        program: Program,
        config: Mapping[str, Any],
        *,
        cap: int = MAX_OUTPUT_BYTES,
        require_verdict: bool = False,
        pins: Sequence[Held] = (),
    ) -> None:
        self._program = program
        self._config = config
        self._cap = cap
        self._require_verdict = require_verdict
        self._pins = tuple(pins)
        self._running = Running()

    def call(self, context: Context, limit: float) -> Verdict:
        """Ask the program, waiting on this thread.

        Raises:
            Failure: it broke. Exited: it refused by its exit code.
        """
        payload = payload_of(context, self._config)
        ended = run(self._begin, payload, cap=self._cap, limit=limit, running=self._running)
        return self._judged(ended)

    async def acall(self, context: Context, limit: float) -> Verdict:
        """`call`, awaited."""
        payload = payload_of(context, self._config)
        ended = await arun(self._begin, payload, cap=self._cap, limit=limit, running=self._running)
        return self._judged(ended)

    def close(self) -> None:
        """Kill what runs; its calls fail."""
        self._running.close()
        for held in self._pins:
            held.close()

    def _begin(self, call: Call) -> None:
        # Pinned files are looked at again at every start.
        call.start(self._program, tuple(held.now().fd for held in self._pins))

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
        return Failure("invalid_content", str(error))
