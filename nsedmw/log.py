"""Log lines: events with fields, never content, reasons or secrets.

Lines go through the standard library's logger `nsedmw`, so that a host's handlers and levels hold;
where the host has configured structlog, through its chain instead. Nothing is ever printed to
stdout. structlog is imported with the first line that is wanted: it costs more than a run.
"""

from __future__ import annotations

import logging
import sys
from functools import cache
from typing import Any, Final

_logger: Final = logging.getLogger("nsedmw")


def warning(event: str, **fields: Any) -> None:
    """Something is broken or about to be."""
    if _logger.isEnabledFor(logging.WARNING):
        _emit(logging.WARNING, event, fields)


def debug(event: str, **fields: Any) -> None:
    """What somebody looking for a fault wants to see."""
    if _logger.isEnabledFor(logging.DEBUG):
        _emit(logging.DEBUG, event, fields)


def wants_debug() -> bool:
    """Whether a debug line would go anywhere; for callers who must not pay for its fields."""
    return _logger.isEnabledFor(logging.DEBUG)


def to_stderr(level: int) -> None:
    """Send lines of `level` and above to stderr, as the command line does."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    _logger.handlers[:] = [handler]
    _logger.setLevel(level)
    _logger.propagate = False


def _emit(level: int, event: str, fields: dict[str, Any]) -> None:
    present = {name: value for name, value in fields.items() if value is not None}
    _bound().log(level, event, **present)


def _bound() -> Any:
    import structlog  # noqa: PLC0415  # see the module's first lines

    return structlog.get_logger("nsedmw") if structlog.is_configured() else _own_chain()


@cache
def _own_chain() -> Any:
    import structlog  # noqa: PLC0415  # see the module's first lines

    return structlog.wrap_logger(
        _logger,
        wrapper_class=structlog.stdlib.BoundLogger,
        processors=[
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.KeyValueRenderer(
                key_order=["timestamp", "level", "event"], drop_missing=True
            ),
        ],
    )
