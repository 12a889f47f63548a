"""The `checkpoint` section: the key that signs a call which waits for a person."""

from __future__ import annotations

import os
from typing import Final

from nsedmw.errors import Problem
from nsedmw.loader.chain import Source
from nsedmw.loader.specs import CheckpointSpec

_DEFAULT: Final = "NSEDMW_CHECKPOINT_KEY"
_MIN_BYTES: Final = 16
"""Of a key: 128 bits, the least that a search cannot go through."""


def checkpoint(sources: list[Source], *, static: bool) -> tuple[CheckpointSpec, list[Problem]]:
    """What the first file with the section says, bases first; the variable's default without one.

    The section makes the key a must, unless it says `unsigned: true`. Without it, a key that is set
    must be long enough to be one.
    """
    for source in sources:
        section = source.values.value.get("checkpoint")
        if isinstance(section, dict):
            return _written(source, section, static=static)
    key = os.environ.get(_DEFAULT) or None
    spec = _spec(sources[-1], _DEFAULT, key, unsigned=False, static=static)
    if static or key is None or _long(key):
        return spec, []
    return spec, [sources[-1].document.problem((), _short(_DEFAULT))]


def _written(
    source: Source, section: dict[str, object], *, static: bool
) -> tuple[CheckpointSpec, list[Problem]]:
    name = section.get("key_env", _DEFAULT)
    unsigned = section.get("unsigned") is True
    if not isinstance(name, str) or static or ("checkpoint", "key_env") in source.values.unset:
        return _spec(source, str(name), None, unsigned=unsigned, static=static), []
    key = os.environ.get(name) or None
    # Not the name that a variable gives, but the variable.
    shown = str(source.values.written["checkpoint"].get("key_env", _DEFAULT))
    spec = _spec(source, shown, key, unsigned=unsigned, static=False)
    if key is None and not unsigned:
        message = (
            f"the environment variable {shown} is not set; set it to a key of {_MIN_BYTES} bytes"
            " or more, or say `unsigned: true`"
        )
        return spec, [spec.place(("key_env",), message)]
    if key is not None and not _long(key):
        return spec, [spec.place(("key_env",), _short(shown))]
    return spec, []


def _spec(
    source: Source, name: str, key: str | None, *, unsigned: bool, static: bool
) -> CheckpointSpec:
    def place(path: tuple[str | int, ...], message: str) -> Problem:
        return source.document.problem(("checkpoint", *path), message)

    return CheckpointSpec(name, None if static else key, unsigned, place, unseen=static)


def _long(key: str) -> bool:
    return len(os.fsencode(key)) >= _MIN_BYTES


def _short(shown: str) -> str:
    return (
        f"the key in the environment variable {shown} is shorter than {_MIN_BYTES} bytes;"
        " set a longer one"
    )
