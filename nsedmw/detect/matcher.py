r"""One pattern against one text, in bounded time.

A pattern means what it means to the `regex` package (Unicode, version 0). It runs on RE2 where that
is known to mean the same, and on `regex` under a deadline everywhere else; never on `re`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final, TypeVar

import re2
import regex

from nsedmw.detect.extent import reach_of
from nsedmw.detect.reach import Reach
from nsedmw.detect.subject import Clock, PatternTimeout, Subject
from nsedmw.detect.syntax import Plain, Tree, plain_of, tree_of, written_out
from nsedmw.detect.translate import Exact, Untranslatable, exact, relaxed

__all__ = ["Matcher", "PatternError", "PatternTimeout", "compile_pattern", "re2_program"]

Form = TypeVar("Form")

MAX_PATTERN_CHARS: Final = 100_000
"""Longer sources are lists in disguise; a blocklist file holds those, a line each."""

MAX_NODES: Final = 100_000
"""Of a pattern with its counted repetitions written out: about 25 MB in `regex`."""

MAX_RE2_STEPS: Final = 1_000_000_000
"""Instructions of a program times bytes of text: RE2's worst case is about 3.5 ns for each. Beyond
it `regex` runs, whose deadline is a real one."""

_SMALL: Final = 1000
"""Characters of a pattern without counted repetitions that RE2 compiles in its usual memory."""

_PROBES: Final = ("", "a", "0", " ", "\n", "aa 0.")
"""Texts that show an empty match of a pattern whose tree is unknown."""

_QUOTING: Final = ("bad escape", "bad hex escape", "incomplete escape")
"""Messages of `regex` that go on with a piece of the pattern."""


class PatternError(ValueError):
    """A pattern that cannot be used; `message` never quotes it."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


def re2_program(source: str, *, max_mem: int | None = None) -> Any:
    """A compiled RE2 pattern; None where RE2 finds it too large.

    With too little memory for its automata RE2 searches 100 times slower.
    """
    options = re2.Options()
    options.log_errors = False
    if max_mem is not None:
        options.max_mem = max_mem
    try:
        return re2.compile(source.encode(), options)
    except re2.error:
        return None


class Matcher:
    """A compiled pattern; safe to share between threads."""

    def __init__(self, source: str, flags: int, form: Tree | Plain | None) -> None:
        self._source = source
        self._flags = flags
        self._form = form
        self._programs: dict[str, Any] = {}
        self._regex: Any = None

    @cached_property
    def relaxed(self) -> str | None:
        """A wider form in RE2's syntax: where it finds nothing, the pattern does not either."""
        return self._translated(relaxed)

    @cached_property
    def _exact(self) -> Exact | None:
        return self._translated(exact)

    def _translated(self, translate: Callable[[Tree | Plain], Form]) -> Form | None:
        if self._form is None:
            return None
        try:
            return translate(self._form)
        except (Untranslatable, RecursionError):
            return None

    @cached_property
    def reach(self) -> Reach:
        """How much text decides about a match."""
        return reach_of(self._form)

    @property
    def slow(self) -> bool:
        """Whether it runs on `regex`, under a deadline, whatever the text.

        That is where RE2 has no form of it, or one that is too large for RE2's memory.
        """
        if len(self._source) < _SMALL and isinstance(self._form, Plain) and self.relaxed:
            return False
        if self._exact is None:
            return True
        # Programs are made when first needed, and small ones always can be.
        large = "{" in self._source or len(self._source) >= _SMALL
        return large and self._program(self._exact.plain, b"") is None

    def search(self, text: str) -> bool:
        """Whether the pattern matches anywhere.

        Raises:
            PatternTimeout: it did not end within its deadline.
        """
        return self.found(Subject(text))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """All non-empty matches that do not overlap, in code points, from left to right.

        Raises:
            PatternTimeout: they were not all found within the deadline.
        """
        return list(self.located(Subject(text)))

    def found(self, subject: Subject) -> bool:
        """As `search`, on a text that is encoded already."""
        program = self._re2_for(subject)
        if program is not None:
            return program.search(subject.data) is not None
        if self._ruled_out(subject):
            return False
        return next(self._by_regex(subject), None) is not None

    def located(self, subject: Subject) -> Iterator[tuple[int, int]]:
        """As `spans`, on a text that is encoded already, one match at a time."""
        program = self._re2_for(subject)
        if program is not None and self._exact is not None and self._exact.locates:
            yield from _code_points(subject, program)
            return
        ruled_out = program.search(subject.data) is None if program else self._ruled_out(subject)
        if not ruled_out:
            yield from (span for span in self._by_regex(subject) if span[0] < span[1])

    def compile(self) -> Any:
        """The pattern on `regex`, made when it is first needed.

        Raises:
            PatternError: it does not compile.
        """
        if self._regex is None:
            self._regex = _compiled(self._source, self._flags)
        return self._regex

    def finds_nothing(self) -> bool:
        """Whether it matches an empty piece of a few short texts; for patterns without a tree."""
        found = (span for probe in _PROBES for span in self._by_regex(Subject(probe)))
        return any(start == end for start, end in found)

    def _re2_for(self, subject: Subject) -> Any:
        """The program that means the same on this text; None where there is none."""
        form = self._exact
        if form is None or subject.data is None or (form.ascii_only and not subject.ascii):
            return None
        at_newline = form.final_newline and subject.text.endswith("\n")
        source = form.at_newline if at_newline else form.plain
        return None if source is None else self._program(source, subject.data)

    def _ruled_out(self, subject: Subject) -> bool:
        """Whether even the wider form finds nothing."""
        if self.relaxed is None or subject.data is None:
            return False
        program = self._program(self.relaxed, subject.data)
        return program is not None and program.search(subject.data) is None

    def _program(self, source: str, data: bytes) -> Any:
        if source not in self._programs:
            self._programs[source] = re2_program(source)
        program = self._programs[source]
        if program is None or program.programsize * len(data) > MAX_RE2_STEPS:
            return None
        return program

    def _by_regex(self, subject: Subject) -> Iterator[tuple[int, int]]:
        """All matches, empty ones too, by the engine that defines them."""
        engine = self.compile()
        clock = Clock(subject.budget)
        position = 0
        while position <= len(subject.text):
            try:
                match = engine.search(subject.text, position, timeout=clock.left())
            except TimeoutError:
                raise PatternTimeout from None
            finally:
                clock.stop()
            if match is None:
                return
            yield match.span()
            position = match.end() + (match.start() == match.end())


def _by_re2(program: Any, subject: Subject) -> Iterator[tuple[int, int]]:
    """All non-empty matches in bytes; group 1 is the match where there is a group.

    One search is linear, but each may read to the end of the text: hence the clock.
    """
    group, data = program.groups, subject.data or b""
    clock = Clock(subject.budget)
    position = 0
    while position <= len(data):
        clock.left()
        match = program.search(data, position)
        clock.stop()
        if match is None:
            return
        start, end = match.span(group)
        if start < end:
            yield start, end
        position = end + (start == end)


def _code_points(subject: Subject, program: Any) -> Iterator[tuple[int, int]]:
    """A program's matches in code points; one pass over the text."""
    if subject.ascii:
        yield from _by_re2(program, subject)
        return
    data = subject.data or b""
    at_byte = at_char = 0
    for start, end in _by_re2(program, subject):
        first = at_char + len(data[at_byte:start].decode())
        last = first + len(data[start:end].decode())
        yield first, last
        at_byte, at_char = end, last


def _compiled(source: str, flags: int) -> Any:
    try:
        return regex.compile(source, flags, cache_pattern=False)
    except regex.error as error:
        raise PatternError(_without_quotes(error)) from None
    except (OverflowError, RecursionError, MemoryError):
        raise PatternError("it is too large or nested too deeply") from None


def _without_quotes(error: Any) -> str:
    message = str(error.msg)
    message = next((known for known in _QUOTING if message.startswith(known)), message)
    return message if error.pos is None else f"{message} at position {error.pos}"


def compile_pattern(
    source: str, *, case_sensitive: bool = True, allow_empty: bool = False
) -> Matcher:
    """A pattern, ready to run.

    Raises:
        PatternError: it does not compile, is too large, or (unless `allow_empty`) can match an
            empty piece of text, which stands in every text.
    """
    if len(source) > MAX_PATTERN_CHARS:
        raise PatternError(f"it is longer than {MAX_PATTERN_CHARS} characters")
    flags = regex.V0 if case_sensitive else regex.V0 | regex.I
    plain = plain_of(source, ignore_case=not case_sensitive)
    if plain is not None:
        return Matcher(source, flags, plain)
    if written_out(source) > MAX_NODES:
        raise PatternError("its counted repetitions, written out, are too large")
    tree = tree_of(source, ignore_case=not case_sensitive)
    matcher = Matcher(source, flags, tree)
    if tree is None:
        matcher.compile()
    if not allow_empty and _takes_nothing(matcher, tree):
        raise PatternError(
            "it can match an empty piece of text, which every text holds; make it need at least "
            "one character"
        )
    return matcher


def _takes_nothing(matcher: Matcher, tree: Tree | None) -> bool:
    if tree is not None:
        return tree.shortest == 0
    try:
        return matcher.finds_nothing()
    except PatternTimeout:
        raise PatternError("it takes more than a second on a few characters") from None
