"""What the loader must know of the builtins, told by whoever has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec


class BuiltinShape(msgspec.Struct, frozen=True):
    """Where a builtin may stand, and the JSON Schema of its options; None where it takes none."""

    points: tuple[str, ...]
    schema: Mapping[str, Any] | None


class Vocabulary(msgspec.Struct, frozen=True):
    """The builtins that a file may name.

    `names` are those that a near miss may have meant. `find` is asked for every name that a file
    uses, answers None where there is no such builtin, and raises an `nsedmw.errors.Error` that says
    why one that is there cannot be used.
    """

    names: tuple[str, ...]
    find: Callable[[str], BuiltinShape | None]
