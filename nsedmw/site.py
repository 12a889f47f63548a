"""Where an entry stands: the folder of the file that says it, and this process's environment."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from nsedmw.errors import OptionProblem, OptionsRefused
from nsedmw.files import FileRefused, read_text
from nsedmw.protocols import ReadFile

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class FileSite:
    """Reads what options name; a relative path starts at `folder`.

    With `static` the environment is not looked at: `unseen` then has the variables that were asked
    for.
    """

    def __init__(self, folder: Path, *, static: bool = False) -> None:
        self._folder = folder
        self._static = static
        self.unseen: list[str] = []

    def read(self, option: str, path: str) -> ReadFile:
        """The text of the file that `option` names.

        Raises:
            OptionsRefused: missing, not a regular file, writable by others, or not UTF-8.
        """
        file = self._folder / path
        try:
            return ReadFile(str(file), read_text(file))
        except FileRefused as refused:
            # A place inside the file is told as the file's; anything else as the option's.
            placed = str(file) if refused.line else None
            problem = OptionProblem(
                (option,), refused.message, placed, refused.line, refused.column
            )
            raise OptionsRefused([problem]) from None

    def variable(self, where: tuple[str | int, ...], name: str) -> str | None:
        """The value of an environment variable; None where it is not to be looked at.

        Raises:
            OptionsRefused: unset, empty, or not UTF-8.
        """
        if self._static:
            self.unseen.append(name)
            return None
        value = os.environ.get(name, "")
        if value and _is_text(value):
            return value
        if value:
            message = "the value of the environment variable that this names is not UTF-8"
        else:
            message = "no environment variable of this name is set, or it is empty; set it"
        if not _NAME.fullmatch(name):
            # Whoever writes `${KEY}` or the key itself must not find it in a log.
            message = "this is no name of an environment variable: write the name alone, such as"
            message += " BILLING_KEY, with no `$` and no value"
        raise OptionsRefused([OptionProblem(where, message)])


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
