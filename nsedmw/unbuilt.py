"""What the design names and this version does not do yet: refused at load, never ignored.

One literal table. Whoever builds a row deletes it here and states the thing in `schemas/`; a test
fails for a row whose thing works.
"""

from __future__ import annotations

from typing import Final

SECTIONS: Final = frozenset({"providers", "agents", "agent_runtime", "ledger", "server"})
"""Top-level keys of a configuration."""

CHECKPOINT_KEYS: Final = frozenset({"ttl_secs", "store"})

ENTRY_KEYS: Final = frozenset({"workers", "isolation", "limits", "sandbox"})
"""Keys of entries with `binary` or `dylib`."""

ENTRY_VALUES: Final = frozenset({("runner", "worker")})
"""Keys of entries with values that they will take."""

POINTS: Final = frozenset({"around_tool"})
"""Hook points that may stand in a file, with no entry yet."""

BUILTINS: Final = frozenset(
    {
        "llm_moderation",
        "permission",
        "timeout",
        "retry",
        "output_limit",
        "unknown_tool",
        "memoize",
        "verify",
        "safety_shield",
        "audit",
        "concurrency_limit",
        "call_limit",
        "rate_limit",
        "moderate",
    }
)

VERBS: Final = frozenset({"scan", "serve", "mcp", "plugin", "ledger", "diff"})
"""Verbs of the command line."""


def refusal(what: str) -> str:
    """The message for a thing of this table."""
    return f"{what} is not built yet in this version of nsedmw; leave it out"
