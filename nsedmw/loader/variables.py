"""`${VAR}` and `${VAR:-default}` in the values of a configuration.

One rule: a message names the variable and never holds its value.
"""

from __future__ import annotations

import os
import re
from typing import Final

_SIGN: Final = re.compile(r"\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^{}]*))?\})?")
"""A literal `${`, or a variable; a `${` that begins no variable has no group."""


class VariableProblem(ValueError):
    """A variable that cannot be filled in; says what to do."""


def mentions(text: str) -> bool:
    """Whether there is anything to fill in, an escaped `${` included."""
    return "${" in text


def names(text: str) -> list[str]:
    """The variables that a text names, as written: `${VAR}`."""
    return [match[0] for match in _SIGN.finditer(text) if match[1]]


def whole(text: str) -> bool:
    """Whether a text is one variable and nothing else."""
    match = _SIGN.fullmatch(text)
    return match is not None and match[1] is not None


def fill(text: str) -> str:
    """The text with its variables filled in and `$${` made `${`.

    As in a shell, the default of `:-` serves a variable that is unset or empty.

    Raises:
        VariableProblem: a variable is unset and has no default, or `${` begins none.
    """
    return _SIGN.sub(_filled, text)


def _filled(match: re.Match[str]) -> str:
    if match[0] == "$${":
        return "${"
    name, default = match[1], match[2]
    if name is None:
        raise VariableProblem(
            "`${` begins a variable, ${NAME} or ${NAME:-default}; write `$${` for a literal `${`"
        )
    value = os.environ.get(name)
    if default is not None:
        return _text(name, value) if value else default
    if value is None:
        raise VariableProblem(
            f"the environment variable {name} is not set; set it, or write ${{{name}:-default}}"
        )
    return _text(name, value)


def _text(name: str, value: str) -> str:
    if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        raise VariableProblem(f"the value of the environment variable {name} is not UTF-8")
    return value
