"""Which rules one command breaks: a table of judges by the program's name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from nsedmw.detect.shell.call import Call, Written
from nsedmw.detect.shell.paths import place
from nsedmw.detect.shell.rules import (
    deletion,
    exfiltration,
    persistence,
    privilege,
    services,
    versions,
)
from nsedmw.detect.shell.sensitive import written

Judge = Callable[[Call], Iterator[str]]

_ANY: Final[tuple[Judge, ...]] = (exfiltration.sent, exfiltration.connected)
_TABLES: Final = (
    deletion.JUDGES,
    exfiltration.JUDGES,
    persistence.JUDGES,
    privilege.JUDGES,
    services.JUDGES,
    versions.JUDGES,
)
JUDGES: Final[dict[str, tuple[Judge, ...]]] = {
    name: tuple(judge for table in _TABLES for judge in table.get(name, ()))
    for table_ in _TABLES
    for name in table_
}


def judged(call: Call) -> Iterator[str]:
    """The rules that a command breaks."""
    for judge in JUDGES.get(call.name, ()):
        yield from judge(call)
    if call.name.startswith("mkfs."):
        yield from deletion.formatted(call)
    for judge in _ANY:
        yield from judge(call)


def opened(files: Iterable[Written], folders: tuple[str | None, ...]) -> Iterator[str]:
    """The rules that redirections break by writing."""
    for file in files:
        if ">" not in file.op or (file.op == ">&" and (file.path.isdigit() or file.path == "-")):
            continue
        for folder in folders:
            rule = written(place(file.path, folder))
            if rule:
                yield rule
