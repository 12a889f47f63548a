"""What a person writes in `blocklist`, `blocklist_file` and `allow`, compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

import msgspec
import regex

from nsedmw.detect.matcher import Matcher, PatternError, compile_pattern
from nsedmw.errors import OptionProblem, OptionsRefused
from nsedmw.protocols import Site

Action = Literal["block", "warn", "redact"]
CATEGORY: Final = "blocklist"
_FORMS: Final = ("pattern", "word", "phrase")
_PROBES: Final = ("jane.roe@example.com", "4111 1111 1111 1111", "Aé9 ~!")
"""Texts of unlike shapes: what matches each of them from end to end matches everything."""

Where = tuple[str | int, ...]


class Item(msgspec.Struct, frozen=True):
    """One blocked thing. `rule` is its pattern, word or phrase as written; `where` its option."""

    rule: str
    matcher: Matcher
    where: Where
    category: str = CATEGORY
    action: Action = "block"


class Allowed(msgspec.Struct, frozen=True):
    """One thing that is known to be fine; `kinds` are rules or categories, none means all."""

    matcher: Matcher
    where: Where
    kinds: frozenset[str] = frozenset()

    def covers(self, category: str, rule: str) -> bool:
        """Whether it speaks of findings of this kind."""
        return not self.kinds or rule in self.kinds or category in self.kinds


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


def blocklist(options: Mapping[str, Any], site: Site, problems: Problems) -> list[Item]:
    """The items of `blocklist`, then those of `blocklist_file`."""
    items = []
    for index, written in enumerate(options.get("blocklist", ())):
        item = _item(written, ("blocklist", index), problems)
        items += [] if item is None else [item]
    if "blocklist_file" in options:
        items += _from_file(options["blocklist_file"], site, problems)
    return items


def allowed(options: Mapping[str, Any], problems: Problems) -> list[Allowed]:
    """The items of `allow`."""
    result = []
    for index, written in enumerate(options.get("allow", ())):
        where: Where = ("allow", index)
        members = {"literal": written} if isinstance(written, str) else written
        matcher = _matcher(members, where, problems, case_sensitive="literal" in members)
        if matcher is None:
            continue
        if _everything(matcher):
            problems.add(where, "it would allow everything; say what exactly is fine")
        result.append(Allowed(matcher, where, frozenset(members.get("kinds", ()))))
    return result


def _item(written: Any, where: Where, problems: Problems) -> Item | None:
    # A plain string is the seed's form: a regex, case-sensitive. An object's letters are folded.
    plain = isinstance(written, str)
    members = {"pattern": written} if plain else written
    matcher = _matcher(
        members,
        where if plain else (*where, _form(members)),
        problems,
        case_sensitive=members.get("case_sensitive", plain),
    )
    if matcher is None:
        return None
    return Item(
        members[_form(members)],
        matcher,
        where,
        members.get("category", CATEGORY),
        members.get("action", "block"),
    )


def _form(members: Mapping[str, Any]) -> str:
    return next(form for form in (*_FORMS, "literal") if form in members)


def _matcher(
    members: Mapping[str, Any], where: Where, problems: Problems, *, case_sensitive: bool
) -> Matcher | None:
    form = _form(members)
    text = members[form]
    if form != "pattern" and not text.strip():
        problems.add(where, f"an empty {form} stands in every text; write what is meant")
        return None
    try:
        return compile_pattern(_source(form, text), case_sensitive=case_sensitive)
    except PatternError as error:
        problems.add(where, error.message)
        return None


def _source(form: str, text: str) -> str:
    if form == "pattern":
        return text
    if form == "literal":
        return regex.escape(text)
    folded = r"\s+".join(regex.escape(part) for part in text.split())
    # Not \b: "C++" and "#topsecret" begin or end with what is no word character.
    return rf"(?<!\w){folded}(?!\w)" if form == "word" else folded


def _from_file(path: str, site: Site, problems: Problems) -> Iterator[Item]:
    where: Where = ("blocklist_file",)
    try:
        file = site.read("blocklist_file", path)
    except OptionsRefused as refused:
        problems.take(refused)
        return
    empty = True
    for number, line in enumerate(file.text.splitlines(), 1):
        source = line.strip()
        if not source or source.startswith("#"):
            continue
        empty = False
        try:
            yield Item(source, compile_pattern(source), where)
        except PatternError as error:
            problems.add_line(where, error.message, file.path, number)
    if empty:
        problems.add(where, "the file holds no pattern, so it would block nothing; fill it or"
                     " leave the option out")  # fmt: skip


def _everything(matcher: Matcher) -> bool:
    return all(_covered(matcher, probe) for probe in _PROBES)


def _covered(matcher: Matcher, text: str) -> bool:
    end = 0
    for start, stop in matcher.spans(text):
        if start > end:
            return False
        end = max(end, stop)
    return end == len(text)
