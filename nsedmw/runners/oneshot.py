"""A program per call: the context on its stdin, a verdict on its stdout, an exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import Any, Final

import msgspec

from nsedmw.errors import Exited, Failure
from nsedmw.runners.answer import verdict_in
from nsedmw.runners.exchange import Call, Ended
from nsedmw.runners.payload import payload_of
from nsedmw.runners.pin import Held
from nsedmw.runners.process import arun, run
from nsedmw.runners.running import Running
from nsedmw.runners.spawn import Program
from nsedmw.types import Context, Report, Verdict

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
        cap: int,
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
        if not self._pins:
            call.start(self._program, ())
            return
        # Pinned files are looked at again at every start, and kept until it is done.
        with ExitStack() as stack:
            pins = [stack.enter_context(held.now()) for held in self._pins]
            call.start(self._program, tuple(pin.fd for pin in pins))

    def _judged(self, ended: Ended) -> Verdict:
        if ended.code < 0:
            raise Failure("crash", f"it was killed by signal {-ended.code}")
        if ended.code == 0:
            return _with_said(self._answered(ended), ended.stderr)
        with suppress(Failure):
            verdict = verdict_in(ended.stdout)
            if verdict.verdict in ("warn", "block"):
                return verdict
        said = ended.stderr.decode(errors="replace").strip()
        raise Exited(said or f"Binary exited with code {ended.code}", "binary_middleware")

    def _answered(self, ended: Ended) -> Verdict:
        if ended.stdout:
            return verdict_in(ended.stdout)
        if ended.held:
            raise Failure("unreadable", "it answered nothing and left its output open")
        if self._require_verdict:
            raise Failure("unreadable", _EMPTY)
        return _PASS


_EMPTY: Final = "it answered nothing, and `require_verdict` asks for a verdict"


def _with_said(verdict: Verdict, stderr: bytes) -> Verdict:
    if not stderr:
        return verdict
    return Report(**msgspec.structs.asdict(verdict), said=stderr.decode(errors="replace"))
