"""What is wrong with an entry's options, gathered so that all of it is told at once."""

from __future__ import annotations

from nsedmw.errors import OptionProblem, OptionsRefused

Where = tuple[str | int, ...]
"""The steps from the options to the one that is meant."""


class Problems:
    """Collects what is wrong while options are compiled, so that all of it is told at once."""

    def __init__(self) -> None:
        self._found: list[OptionProblem] = []

    def add(self, where: Where, message: str) -> None:
        """Note a problem of an option."""
        self._found.append(OptionProblem(where, message))

    def add_line(self, where: Where, message: str, file: str, line: int) -> None:
        """Note a problem inside a file that an option names."""
        self._found.append(OptionProblem(where, message, file, line, 1))

    def take(self, refused: OptionsRefused) -> None:
        """Note all of another's."""
        self._found += refused.problems

    def raise_any(self) -> None:
        """Raise OptionsRefused where there is a problem."""
        if self._found:
            raise OptionsRefused(self._found)
