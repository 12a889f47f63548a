"""A program per call: the context on its stdin, a verdict on its stdout, an exit code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from nsedmw.errors import Exited, Failure, OverBound
from nsedmw.runners.payload import payload_of
from nsedmw.runners.process import Ended, Program, arun, run
from nsedmw.types import Context, Report, Verdict
from nsedmw.wire import Unreadable, decode_verdict

MAX_OUTPUT_BYTES: Final = 1_048_576
"""The seed's cap on stdout, and on stderr."""
_PASS: Final = Verdict("pass")


class Oneshot(msgspec.Struct, frozen=True):
    """One entry's program. `config` is laid over the context's metadata, key by key."""

    name: str
    program: Program
    config: Mapping[str, Any]
    cap: int = MAX_OUTPUT_BYTES
    require_verdict: bool = False

    def call(self, context: Context, limit: float) -> Verdict:
        """Ask the program, waiting on this thread.

        Raises:
            Failure: it broke. Exited: it refused by its exit code.
        """
        payload = payload_of(context, self.config)
        return self._judged(run(self.program, payload, cap=self.cap, limit=limit))

    async def acall(self, context: Context, limit: float) -> Verdict:
        """`call`, awaited."""
        payload = payload_of(context, self.config)
        return self._judged(await arun(self.program, payload, cap=self.cap, limit=limit))

    def close(self) -> None:
        """Nothing of a call outlives it."""

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
        if not ended.stdout and not ended.held and not self.require_verdict:
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
