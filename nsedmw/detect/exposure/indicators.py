r"""The names that give a prompt away, compiled to one RE2 program for each way of being written.

A program holds all its names: the time does not grow with how many are configured or hit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from nsedmw.detect.canonical import readings
from nsedmw.detect.charset import escape
from nsedmw.detect.exposure.readings import Read
from nsedmw.detect.matcher import re2_program

Kind = Literal["xml_tag", "tool_name", "instruction_phrase", "wrong_acronym"]
Edges = tuple[str, str]
KeyOf = Callable[[str], str]

_MEMORY: Final = 64 << 20
_WORD: Final = r"\pL\pM\pN_"
_LINE_BREAK: Final = r"(?:[ \t]*\r?\n[ \t]*)?"
"""Behind a `_`, where a long name may be wrapped."""
_BETWEEN_WORDS: Final = r"[\s\pZ-]+"

_TAIL: Final = re.compile(r"[\s/]*>|\s[^<>]*?>")
"""The rest of a tag, its attributes included."""
_TAIL_CHARS: Final = 256
"""Longer ones keep what is beyond: a bound, so that a wall of tags that never end stays linear."""
_STRICT_TAIL: Final = rf"""(?:[\s\pZ]+[{_WORD}:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*[\s\pZ/]*>"""
"""What must follow `< name`: with a space, `<` is also the sign for less than."""
_TAG_EDGES: Final = (
    (
        rf"<(?:[\s\pZ]*/[\s\pZ/]*)?(?:[{_WORD}.-]+:)?",
        rf"(?:[.:-]*(?:[^{_WORD}.:-]|$))",
    ),
    (rf"<[\s\pZ]+(?:[{_WORD}.-]+:)?", _STRICT_TAIL),
)


class Indicator(NamedTuple):
    """What was configured: `name` as it was written there."""

    kind: Kind
    name: str

    @property
    def shown(self) -> str:
        """Its name as a reason shows it."""
        return f"<{self.name}>" if self.kind == "xml_tag" else self.name


class Hit(NamedTuple):
    """An indicator in a form of a text; of a tag also whether it opens or closes something."""

    indicator: Indicator
    start: int
    end: int
    closes: bool | None = None


class IndicatorsTooLarge(ValueError):
    """More names than one program holds."""


class Indicators:
    """All names of one entry; safe to share between threads.

    Raises:
        IndicatorsTooLarge: RE2 cannot hold them.
    """

    def __init__(self, named: Iterable[Indicator]) -> None:
        of: dict[Kind, list[Indicator]] = {}
        for one in dict.fromkeys(named):
            of.setdefault(one.kind, []).append(one)
        tags, tools = of.get("xml_tag", []), of.get("tool_name", [])
        phrases, acronyms = of.get("instruction_phrase", []), of.get("wrong_acronym", [])
        self._tags = _programs(tags, _tag)
        self._plain = [
            *_programs(tools, _tool),
            *_programs(phrases, _phrase),
            *_programs(acronyms, _acronym),
        ]
        # Backwards, `stop` is a word as well; a name of several parts is none.
        self._compound = _programs([one for one in (*tags, *tools) if _parts(one.name)], _tool)

    def __bool__(self) -> bool:
        return bool(self._tags or self._plain)

    def hits(self, form: Read) -> Iterator[Hit]:
        """Yield every indicator in a form of a text, with its span there."""
        data = form.text.encode(errors="replace")
        for program in self._tags:
            yield from _tags_in(form.text, program.hits(form.text, data))
        for program in self._compound if form.disguise else self._plain:
            for hit in program.hits(form.text, data):
                yield hit.found()


class _Written(NamedTuple):
    """How one name is looked for: `edges` are patterns before and after it, not part of it."""

    source: str
    key: str
    edges: Edges
    key_of: KeyOf


class _Match(NamedTuple):
    indicator: Indicator
    start: int
    name_start: int
    end: int

    def found(self) -> Hit:
        return Hit(self.indicator, self.name_start, self.end)


class _Program(NamedTuple):
    """Names with the same edges."""

    program: Any
    names: dict[str, Indicator]
    key_of: KeyOf

    def hits(self, text: str, data: bytes) -> Iterator[_Match]:
        """Yield the matches in code points, from left to right; neighbours may share an edge."""
        at_byte = at_char = position = 0
        ascii_only = text.isascii()
        while (match := self.program.search(data, position)) is not None:
            first, (name, position) = match.start(), match.span(1)
            places = []
            for byte in (first, name, position):
                at_char += byte - at_byte if ascii_only else len(data[at_byte:byte].decode())
                at_byte = byte
                places.append(at_char)
            start, name_start, end = places
            indicator = self.names.get(self.key_of(text[name_start:end]))
            if indicator is not None:
                yield _Match(indicator, start, name_start, end)


def _programs(
    indicators: Sequence[Indicator], write: Callable[[str], Iterator[_Written]]
) -> list[_Program]:
    groups: dict[tuple[Edges, KeyOf], dict[str, tuple[str, Indicator]]] = {}
    for one in indicators:
        names = [one.name, *(read.text for read in readings(one.name, fold=True))]
        for written in (written for name in names for written in write(name)):
            group = groups.setdefault((written.edges, written.key_of), {})
            group.setdefault(written.key, (written.source, one))
    return [_compiled(edges, key_of, group) for (edges, key_of), group in groups.items()]


def _compiled(edges: Edges, key_of: KeyOf, group: dict[str, tuple[str, Indicator]]) -> _Program:
    # RE2 takes the first alternative that fits, which is to be the longest.
    sources = sorted((source for source, _ in group.values()), key=len, reverse=True)
    program = re2_program(f"{edges[0]}({'|'.join(sources)}){edges[1]}", max_mem=_MEMORY)
    if program is None:
        raise IndicatorsTooLarge("these are more names than can be looked for at once")
    return _Program(program, {key: one for key, (_, one) in group.items()}, key_of)


def _tag(name: str) -> Iterator[_Written]:
    for edges in _TAG_EDGES:
        yield _Written(f"(?i:{_wrapped(name)})", _small(name), edges, _small)


def _tool(name: str) -> Iterator[_Written]:
    word = rf"{_WORD}-" if "-" in name else _WORD
    edge = rf"[^{word}]"
    before = f"(?:^|{edge})" if _is_word(name[0]) else ""
    after = f"(?:{edge}|$)" if _is_word(name[-1]) else ""
    if _parts(name):
        yield _Written(f"(?i:{_wrapped(name)})", _small(name), (before, after), _small)
    else:
        # `Read` may be a tool; `read` is a word.
        yield _Written(_wrapped(name), name, (before, after), _joined)


def _phrase(name: str) -> Iterator[_Written]:
    if name == name.lower():
        yield from _acronym(name)
        return
    for form in dict.fromkeys((name, name.upper())):
        yield _Written(_spaced(form), _folded(form), ("", ""), _folded)


def _acronym(name: str) -> Iterator[_Written]:
    yield _Written(f"(?i:{_spaced(name)})", _folded_small(name), ("", ""), _folded_small)


def _parts(name: str) -> bool:
    """Whether a name is no word of a language: several parts, or a digit."""
    return re.search(r"[_\d.:/-]", name.strip("_-.:/")) is not None


def _is_word(char: str) -> bool:
    return re.fullmatch(r"\w", char) is not None


def _literal(text: str) -> str:
    return "".join(escape(ord(char)) for char in text)


def _wrapped(name: str) -> str:
    return f"_{_LINE_BREAK}".join(_literal(part) for part in name.split("_"))


def _spaced(phrase: str) -> str:
    return _BETWEEN_WORDS.join(_literal(word) for word in _folded(phrase).split(" "))


def _joined(text: str) -> str:
    return "".join(text.split())


def _small(text: str) -> str:
    return _joined(text).casefold()


def _folded(text: str) -> str:
    return " ".join(text.replace("-", " ").split())


def _folded_small(text: str) -> str:
    return _folded(text).casefold()


def _tags_in(text: str, matches: Iterable[_Match]) -> Iterator[Hit]:
    for match in matches:
        opening = text[match.start : match.name_start]
        if _is_generic(text, match):
            continue
        end = match.end
        tail = _TAIL.match(text, end, end + _TAIL_CHARS)
        closes: bool | None = "/" in opening
        if tail is not None:
            end = tail.end()
            if not closes and text[end - 2] == "/":
                closes = None
        yield Hit(match.indicator, match.start, end, closes)


def _is_generic(text: str, match: _Match) -> bool:
    """Whether it is a type's argument: `List<Strategy>`."""
    written = text[match.name_start : match.end]
    return (
        match.start > 0
        and _is_word(text[match.start - 1])
        and text[match.start + 1] not in "/ "
        and written[0].isupper()
        and not written.isupper()
        and written != match.indicator.name
    )
