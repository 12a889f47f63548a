"""Where an entry stands in the file system: the folder of the file that says it."""

from __future__ import annotations

from pathlib import Path

from nsedmw.errors import OptionProblem, OptionsRefused
from nsedmw.files import FileRefused, read_text
from nsedmw.protocols import ReadFile


class FileSite:
    """Reads the files that options name; a relative path starts at `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

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
