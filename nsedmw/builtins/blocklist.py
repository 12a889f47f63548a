"""`blocklist` and `blocklist_file`, compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

import msgspec

from nsedmw.builtins.problems import Problems, Where
from nsedmw.builtins.written import form_of, matcher_of
from nsedmw.detect.matcher import Matcher, PatternError, compile_pattern
from nsedmw.errors import OptionsRefused
from nsedmw.protocols import Site

Action = Literal["block", "warn", "redact"]
CATEGORY: Final = "blocklist"


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


def blocklist(options: Mapping[str, Any], site: Site, problems: Problems) -> list[Item]:
    """The items of `blocklist`, then those of `blocklist_file`."""
    items = []
    for index, written in enumerate(options.get("blocklist", ())):
        item = _item(written, ("blocklist", index), problems)
        items += [] if item is None else [item]
    if "blocklist_file" in options:
        items += _from_file(options["blocklist_file"], site, problems)
    return items


def _item(written: Any, where: Where, problems: Problems) -> Item | None:
    # A plain string is the seed's form: a regex, case-sensitive. An object's letters are folded.
    plain = isinstance(written, str)
    members = {"pattern": written} if plain else written
    case_sensitive = members.get("case_sensitive", plain)
    at = where if plain else (*where, form_of(members))
    matcher = matcher_of(members, at, problems, case_sensitive=case_sensitive)
    if matcher is None:
        return None
    return Item(
        members[form_of(members)],
        matcher,
        where,
        members.get("category", CATEGORY),
        members.get("action", "block"),
        not case_sensitive,
    )


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
