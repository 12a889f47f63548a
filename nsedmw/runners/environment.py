"""What a program sees of its engine's environment: a list of what is let through, and no more."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Final

PROTOCOL: Final = "1"
_LET_THROUGH: Final = ("PATH", "HOME", "LANG", "TZ", "TMPDIR")
_LOCALE: Final = "LC_"


def environment(
    runner: str, pass_env: Iterable[str] = (), env: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The environment of a program of `runner`.

    What is let through, what `pass_env` names where it is set, what `env` sets, how it is called.
    """
    names = [*_LET_THROUGH, *(name for name in os.environ if name.startswith(_LOCALE)), *pass_env]
    return {
        **{name: os.environ[name] for name in names if name in os.environ},
        **(env or {}),
        "NSEDMW_RUNNER": runner,
        "NSEDMW_PROTOCOL": PROTOCOL,
    }
