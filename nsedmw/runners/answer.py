"""What a program or a library answered, as a verdict or as the failure that it is."""

from __future__ import annotations

from nsedmw.errors import Failure, OverBound
from nsedmw.types import Verdict
from nsedmw.wire import Unreadable, decode_verdict


def verdict_in(answer: bytes) -> Verdict:
    """The verdict in these bytes.

    Raises:
        Failure: they hold none (`unreadable`), or one over a run's bounds (`invalid_content`).
    """
    try:
        return decode_verdict(answer)
    except Unreadable as error:
        raise Failure("unreadable", f"returned invalid JSON: {error}") from None
    except OverBound as error:
        raise Failure("invalid_content", str(error)) from None
