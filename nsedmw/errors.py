"""Everything that nsedmw raises on purpose.

Error
├── ConfigError        a configuration that cannot stand; carries every problem
├── Blocked            a result that was not allowed, raised on request
│   └── ApprovalRequired
├── EngineClosed       a run after `close`
├── InvalidContent     JSON that the context's rules forbid
├── OptionsRefused     a builtin's options, by path; becomes part of a ConfigError
└── Failure            a middleware that broke; becomes a verdict at the boundary
    └── Exited         a program's refusal by its exit code

None of them carries content: an error may be logged anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec


class Problem(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong with a configuration; line and column count from 1, 0 is unknown."""

    file: str
    line: int
    column: int
    where: str
    message: str

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        return f"{self.file}:{self.line}:{self.column}: {where}{self.message}"


class OptionProblem(msgspec.Struct, frozen=True):
    """What is wrong with a builtin's options, or with what an entry says of its program or library.

    `path` leads to the place from the entry's `config`, or from the entry itself; `file`, `line`
    and `column` are set where the place is in a file that an option names.
    """

    path: tuple[str | int, ...]
    message: str
    file: str | None = None
    line: int = 0
    column: int = 0


class Error(Exception):
    """The root of all errors here. They can be pickled, as process pools and queues do."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[Error], args: tuple[Any, ...], members: dict[str, Any]) -> Error:
    """An error as it was; its constructor would want the arguments that it was made of."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(members)
    return error


class ConfigError(Error):
    """A configuration that cannot stand as a whole; `problems` holds all of it, by position."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: list[Problem] = sorted(set(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class Blocked(Error):
    """A run that was not allowed. Carries who and why, never the content."""

    def __init__(
        self,
        middleware: str,
        category: str,
        reason: str,
        *,
        failure: str | None = None,
        run_id: str = "",
    ) -> None:
        self.middleware = middleware
        self.category = category
        self.reason = reason
        self.failure = failure
        self.run_id = run_id
        super().__init__(f"blocked by '{middleware}' ({category}): {reason}")


class ApprovalRequired(Blocked):
    """A tool call that a person has to approve."""

    def __init__(self, middleware: str, question: str, *, run_id: str = "") -> None:
        super().__init__(middleware, "approval", question, run_id=run_id)
        self.question = question


class EngineClosed(Error):
    """The engine was closed before this run began."""


class InvalidContent(Error):
    """JSON that no context may hold: repeated keys, lone surrogates, NaN, or over a bound."""


class OverBound(InvalidContent):
    """Content or state that is larger or deeper than the bounds of a run."""


class OptionsRefused(Error):
    """A builtin cannot be built from these options."""

    def __init__(self, problems: Iterable[OptionProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


class Failure(Error):
    """A middleware that broke.

    `kind` is one of `nsedmw.types.FailureKind`; `detail` completes "Middleware 'x' failed: ..."
    and holds nothing of the content and nothing that the middleware printed.
    """

    def __init__(self, kind: str, detail: str) -> None:
        self.kind = kind
        self.detail = detail
        super().__init__(detail)


class Exited(Failure):
    """A program's own refusal by its exit code: a block that `optional` does not soften.

    `detail` is what it said, still to be cleaned.
    """

    def __init__(self, detail: str, category: str) -> None:
        super().__init__("exit", detail)
        self.category = category
