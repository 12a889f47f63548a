"""Equality as JSON has it, by hashing: 1 and 1.0 are equal, 1 and true are not.

One rule: comparing costs one look at each value, whatever somebody put into the values. Numbers
are hashed as text, since Python hashes integers modulo a known prime and anybody can make a
million of them collide; text is hashed with a secret.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from nsedmw.schema.run import Run


def frozen(run: Run, value: Any) -> Hashable:
    """A hashable stand-in that equals another's where the two JSON values are equal.

    Raises:
        CannotJudge: the run's steps are used up.
    """
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return value  # type: ignore[no-any-return]  # one of the three
    if kind is int:
        return ("n", hex(value))
    if kind is float:
        return ("n", hex(int(value)) if value.is_integer() else repr(value))
    run.spend(1 + len(value))
    if kind is list:
        return ("l", *[frozen(run, item) for item in value])
    return ("o", frozenset([(key, frozen(run, item)) for key, item in value.items()]))
