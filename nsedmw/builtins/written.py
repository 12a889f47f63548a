"""What a person writes to be looked for (a pattern, a word, a phrase, a literal), compiled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

import regex

from nsedmw.builtins.problems import Problems, Where
from nsedmw.detect.canonical import readings
from nsedmw.detect.matcher import Matcher, PatternError, compile_pattern

_LETTER: Final = regex.compile(r"\w")
_NAME: Final = regex.compile(r"[A-Za-z0-9_.-]+")
_FORMS: Final = ("pattern", "word", "phrase")


def form_of(members: Mapping[str, Any]) -> str:
    """Return which of the forms an item has."""
    return next(form for form in (*_FORMS, "literal") if form in members)


def matcher_of(
    members: Mapping[str, Any], where: Where, problems: Problems, *, case_sensitive: bool
) -> Matcher | None:
    """Compile an item; None where `problems` says why not."""
    form = form_of(members)
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


def named_patterns(
    options: Mapping[str, Any],
    taken: Collection[str],
    taken_by: str,
    problems: Problems,
    *,
    case_sensitive: bool,
) -> Iterator[tuple[Mapping[str, Any], Matcher, Where]]:
    """Yield each item of `patterns` that is sound, with its matcher and its option.

    A name that is `taken`, by what `taken_by` says, or by an earlier item is a problem.
    """
    names = set(taken)
    for index, written in enumerate(options.get("patterns", ())):
        where: Where = ("patterns", index)
        name = written["name"]
        if not _NAME.fullmatch(name):
            problems.add((*where, "name"), "a name has letters, digits, `_`, `.` and `-` alone")
        elif name in names:
            problems.add((*where, "name"), f"there is a {taken_by} or another pattern of that name;"
                         " choose a new one")  # fmt: skip
        names.add(name)
        try:
            matcher = compile_pattern(written["pattern"], case_sensitive=case_sensitive)
        except PatternError as error:
            problems.add((*where, "pattern"), f"not a usable regex: {error.message}")
            continue
        yield written, matcher, where


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
    return r"\b" if _LETTER.fullmatch(char) else r"\B"
