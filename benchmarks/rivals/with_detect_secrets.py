"""detect-secrets: all its plugins and filters with their defaults, a text as a file."""

# mypy: disable-error-code="import-not-found,misc,no-any-return"

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from detect_secrets.core.scan import scan_file
from detect_secrets.settings import default_settings

from benchmarks.rivals.child import Span, serve


class DetectSecrets:
    """What `detect-secrets scan` finds in a file; its way for single strings judges nothing."""

    def __init__(self, folder: Path) -> None:
        self._names = (folder / f"{number}.txt" for number in count())

    def find(self, text: str) -> Iterator[Span]:
        """Where the secret that it names stands in its line: it tells the secret, not the place."""
        begins, lines = [0], text.split("\n")
        for line in lines:
            begins.append(begins[-1] + len(line) + 1)
        for found in scan_file(str(self._written(text))):
            row = found.line_number - 1
            for match in re.finditer(re.escape(found.secret_value or ""), lines[row]):
                if match[0]:
                    yield Span(found.type, begins[row] + match.start(), begins[row] + match.end())

    def work(self, text: str) -> Callable[[], object]:
        """One file that is there already."""
        file = str(self._written(text))
        return lambda: list(scan_file(file))

    def _written(self, text: str) -> Path:
        # A name for each, since it remembers files by name.
        file = next(self._names)
        file.write_text(text, encoding="utf-8", newline="\n")
        return file


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, default_settings():
        serve(DetectSecrets(Path(folder)))
