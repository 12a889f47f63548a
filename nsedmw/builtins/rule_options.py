"""What a person writes in `blocklist`, `blocklist_file` and `allow`, compiled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, Literal

import msgspec
import regex

from nsedmw.detect.canonical import readings
from nsedmw.detect.matcher import Matcher, PatternError, PatternTimeout, compile_pattern
from nsedmw.errors import OptionProblem, OptionsRefused
from nsedmw.protocols import Site

Action = Literal["block", "warn", "redact"]
CATEGORY: Final = "blocklist"
_FORMS: Final = ("pattern", "word", "phrase")
_PROBES: Final = ("jane.roe@example.com", "4111 1111 1111 1111", "Aé9 ~!")
"""Texts of unlike shapes: what matches each of them from end to end matches everything."""

Where = tuple[str | int, ...]


class Item(msgspec.Struct, frozen=True):
    """One blocked thing. `rule` is its pattern, word or phrase as written; `where` its option.

    `ignores_case` where letters that fold to several are to be folded, too.
    """

    rule: str
    matcher: Matcher
    where: Where
    category: str = CATEGORY
    action: Action = "block"
    ignores_case: bool = False


class Allowed(msgspec.Struct, frozen=True):
    """One thing that is known to be fine.

    `kinds` are the kinds of personal data and the categories it speaks of, none means all.
    """

    matcher: Matcher
    where: Where
    kinds: frozenset[str] = frozenset()
    ignores_case: bool = False


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


def allowed(
    options: Mapping[str, Any], known: Collection[str], problems: Problems
) -> list[Allowed]:
    """The items of `allow`; `known` are the kinds and categories that there are to speak of."""
    result = []
    for index, written in enumerate(options.get("allow", ())):
        where: Where = ("allow", index)
        members = {"literal": written} if isinstance(written, str) else written
        _check_kinds(members, known, where, problems)
        at = where if "literal" in members else (*where, _form(members))
        matcher = _matcher(members, at, problems, case_sensitive="literal" in members)
        if matcher is None:
            continue
        _check_narrow(matcher, at, problems)
        ignores_case = "literal" not in members
        result.append(Allowed(matcher, where, frozenset(members.get("kinds", ())), ignores_case))
    return result


def _check_kinds(
    members: Mapping[str, Any], known: Collection[str], where: Where, problems: Problems
) -> None:
    """An unknown kind would never allow anything, which nobody means."""
    for index, kind in enumerate(members.get("kinds", ())):
        if kind not in known and kind != "pii":
            near = get_close_matches(kind, sorted(known), 1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(sorted(known))}"
            problems.add((*where, "kinds", index), f"nothing here finds this kind; {hint}")


def _check_narrow(matcher: Matcher, where: Where, problems: Problems) -> None:
    try:
        if all(_covered(matcher, probe) for probe in _PROBES):
            problems.add(where, "it would allow everything; write what exactly is fine")
    except PatternTimeout:
        problems.add(where, "it takes more than a second on a few characters; write it without "
                     "repetitions inside repetitions")  # fmt: skip


def _item(written: Any, where: Where, problems: Problems) -> Item | None:
    # A plain string is the seed's form: a regex, case-sensitive. An object's letters are folded.
    plain = isinstance(written, str)
    members = {"pattern": written} if plain else written
    case_sensitive = members.get("case_sensitive", plain)
    at = where if plain else (*where, _form(members))
    matcher = _matcher(members, at, problems, case_sensitive=case_sensitive)
    if matcher is None:
        return None
    return Item(
        members[_form(members)],
        matcher,
        where,
        members.get("category", CATEGORY),
        members.get("action", "block"),
        not case_sensitive,
    )


def _form(members: Mapping[str, Any]) -> str:
    return next(form for form in (*_FORMS, "literal") if form in members)


def _matcher(
    members: Mapping[str, Any], where: Where, problems: Problems, *, case_sensitive: bool
) -> Matcher | None:
    form = _form(members)
    text = members[form]
    if form != "pattern" and not text.strip():
        problems.add(where, f"an empty {form} stands in every text; write what is meant, or leave "
                     "the item out")  # fmt: skip
        return None
    try:
        return compile_pattern(_source(form, text, case_sensitive), case_sensitive=case_sensitive)
    except PatternError as error:
        problems.add(where, f"not a usable regex: {error.message}{_hint(text)}")
        return None


def _hint(source: str) -> str:
    r"""What to write instead. A `\b` in YAML's double quotes has become a backspace."""
    if "\x08" in source:
        return "; it holds a backspace, so write it in single quotes"
    return "; to match the text as it stands, write it under `phrase`"


def _source(form: str, text: str, case_sensitive: bool) -> str:
    """The regex of an item. What is written out is also looked for as its canonical form reads."""
    if form == "pattern":
        return text
    forms = [text, *(found.text for found in readings(text, fold=not case_sensitive))]
    write = regex.escape if form == "literal" else _written_as(form)
    sources = list(dict.fromkeys(write(one) for one in forms if one.strip()))
    return sources[0] if len(sources) == 1 else "|".join(f"(?:{source})" for source in sources)


def _written_as(form: str) -> Callable[[str], str]:
    def written(text: str) -> str:
        words = text.split()
        folded = r"\s+".join(regex.escape(word) for word in words)
        return f"{_edge(words[0][0])}{folded}{_edge(words[-1][-1])}" if form == "word" else folded

    return written


def _edge(char: str) -> str:
    r"""The end of a word at this character: beside `+` or `#`, that is where `\b` is not."""
    return r"\b" if regex.fullmatch(r"\w", char) else r"\B"


def _from_file(path: str, site: Site, problems: Problems) -> Iterator[Item]:
    where: Where = ("blocklist_file",)
    try:
        file = site.read("blocklist_file", path)
    except OptionsRefused as refused:
        problems.take(refused)
        return
    empty = True
    # Not splitlines(): it also splits at characters that may stand in a regex.
    for number, line in enumerate(file.text.split("\n"), 1):
        source = line.strip()
        if not source or source.startswith("#"):
            continue
        empty = False
        try:
            yield Item(source, compile_pattern(source), where)
        except PatternError as error:
            message = f"not a usable regex: {error.message}"
            problems.add_line(where, message, file.path, number)
    if empty:
        problems.add(where, "the file holds no pattern, so it would block nothing; fill it or"
                     " leave the option out")  # fmt: skip


def _covered(matcher: Matcher, text: str) -> bool:
    end = 0
    for start, stop in matcher.spans(text):
        if start > end:
            return False
        end = max(end, stop)
    return end == len(text)
