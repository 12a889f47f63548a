"""Writes docs/failure.md from tests/runners/faults.py, whose every row is a test.

python docs/generate_failure.py            write the page
python docs/generate_failure.py --check    exit 1 where the page is not what would be written
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_ROOT))  # a script sees its own folder alone

from tests.runners.fault_terms import ENGINE_ENDS, ENTRY, LATE, Becomes, Fault  # noqa: E402
from tests.runners.faults import FAULTS  # noqa: E402

_PAGE: Final = _ROOT / "docs" / "failure.md"
_LONGEST: Final = 200
"""Characters of a reason that is shown whole."""
_HEAD: Final = """\
# When a program or a library misbehaves

Made from `tests/runners/faults.py` by `python docs/generate_failure.py`; edit that. Every row is
run by the tests: a real program or a compiled library, asked by an engine that was loaded from
YAML, in sync and async runs, with and without `optional: true`. The rule behind the rows is in
[failing closed](failing-closed.md), how to write a check that needs none of them in
[writing a plugin](writing-a-plugin.md).

How to read a row:

- *failure* `KIND`: a block, category `middleware_error`, reason "Middleware 'NAME' failed: ..."
  with the words of the row ("Middleware 'NAME' timed out" for `timeout`), and `failure: KIND` in
  the decision. With `optional: true` it is a warning with the same words. They quote nothing that
  was printed.
- Everything else is the same with `optional: true`: a verdict, a program's own word by its exit
  code (`failure: exit`), and an answer over a bound (`failure: invalid_content`).
- An empty cell: not something that this runner can do, or no different from another row.

Whatever the row, an answer is there when the deadline is over. The program's process group has been
killed and the program itself reaped, and no descriptor of it stays. What left the group (`setsid`,
`setpgid`) runs on: a container or a cgroup holds that. A library's call cannot be interrupted: past
the run's deadline it is left behind on its thread. And one that crashes ends the engine's process,
whose part it is.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *(_section(*section) for section in FAULTS.items())])


def _section(heading: str, faults: Sequence[Fault]) -> str:
    runners = _runners(faults)
    lines = [f"## {heading}", "", "| it | " + " | ".join(runners) + " |"]
    lines.append("|---" * (len(runners) + 1) + "|")
    for fault in faults:
        told = {
            "a program, a library": fault.oneshot,
            "a program": fault.oneshot,
            "a library": fault.dylib,
        }
        cells = [fault.words, *(_told(told[runner]) for runner in runners)]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines, ""])


def _runners(faults: Sequence[Fault]) -> Sequence[str]:
    """The columns: those that say something, and one where both say the same."""
    if all(fault.oneshot == fault.dylib for fault in faults):
        return ("a program, a library",)
    return [
        name
        for name, told in (
            ("a program", [fault.oneshot for fault in faults]),
            ("a library", [fault.dylib for fault in faults]),
        )
        if any(told)
    ]


def _told(becomes: Becomes | None) -> str:
    if becomes is None:
        return ""
    if becomes is ENGINE_ENDS:
        return becomes.verdict
    return ": ".join(_parts(becomes))


def _parts(becomes: Becomes) -> Iterator[str]:
    if becomes.softened:
        yield f"failure `{becomes.failure}`"
        if becomes != LATE:
            yield becomes.reason.removeprefix(f"Middleware '{ENTRY}' failed: ")
    elif becomes.failure is not None:
        yield f"block, category `{becomes.category}`"
        yield f'"{_short(becomes.reason)}"'
    elif becomes.category == "c":
        yield f"that {becomes.verdict}"
    elif becomes.category:
        yield f"block, category `{becomes.category}`"
        yield f'"{becomes.reason}"'
    else:
        yield becomes.verdict if becomes.content is None else "pass, with that content"


def _short(reason: str) -> str:
    reason = reason.replace(f"'{ENTRY}'", "'NAME'")
    return reason if len(reason) < _LONGEST else f"{reason[:8]}... ({len(reason)} characters)"


def main(arguments: list[str]) -> int:
    """Write or check the page; the exit code."""
    made = page()
    if arguments != ["--check"]:
        _PAGE.write_text(made, encoding="utf-8")
        return 0
    if _PAGE.is_file() and _PAGE.read_text(encoding="utf-8") == made:
        return 0
    print("docs/failure.md is stale: run `python docs/generate_failure.py`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
