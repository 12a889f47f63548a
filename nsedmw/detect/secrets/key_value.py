# ruff: noqa: RUF001  # full-width marks are separators, too
"""Values whose key says that they are secret: `password=...`, `"apiKey": "..."`, `--token ...`.

The value alone is the finding, so text stays readable and JSON keeps its shape. Between key and
value stands a separator, never white space alone (but behind a flag's two hyphens). In structured
content the key is the text's label, and the whole text counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from string import ascii_letters, digits
from typing import Final

import regex

from nsedmw.detect.locating import spans
from nsedmw.detect.matcher import re2_program
from nsedmw.detect.reach import Reach, lead_of, pattern_of
from nsedmw.detect.secrets.names import LABEL, NAME, PARTICLES, RELAXED, WORDS
from nsedmw.detect.secrets.strength import is_mixed, is_secret, is_secret_under

_IS: Final = r"is|was|ist|lautet|est|es|é|è|jest|είναι|है|هي|هو|это|–|—"
_COLONS: Final = "=：＝:"
_AFTER: Final = r"[0-9A-Za-z_.-]*[\]\"'`*\\) \t]*"
"""The rest of a name and what shuts it; counted repetitions would slow the first pass."""
CANDIDATE: Final = (
    rf"{RELAXED}{_AFTER}(?:[{_COLONS}>,{PARTICLES}]|->|%3[AaDd]|[\s,]*[\"']?value|(?i:{_IS})[ :])"
    rf"|--[0-9A-Za-z_.-]*{RELAXED}{_AFTER}"
    rf"|{RELAXED}(?: \(?[^\s{_COLONS}]+){{1,3}} ?(?:[{_COLONS}]|(?i:{_IS}) )"
)
_NAMED: Final = re2_program(CANDIDATE)

_QUOTES: Final = "\"'`"
_TYPE: Final = (
    r"(?:(?:(?:final|const|static)[ ])?[\w.&<>\[\]|]{1,40}+(?:[ ]\|[ ]None)?[ ]?=[ ]?"
    r"(?=[brf]{0,2}[\"']))"
)
_SEPARATOR: Final = regex.compile(
    rf"""(?xi)
      (?P<shut> \\*+["'`]? \]?+ \)?+ \*{{0,2}} )
      (?:
        [ \t]*+ (?: :-(?=[^\s]) | (?: => | -> | :{{1,2}}=? | ={{1,3}}(?!>) | [＝：] ) (?!=) )
        \*{{0,2}} [ \t]*+
        {_TYPE}?+
        (?P<assigned>)
      | > (?P<element>)
      | %3[ad] (?P<encoded>)
      | ,? \s{{0,40}}+ ["']? value ["']? \s{{0,4}}+ [:=] \s{{0,4}}+ (?P<beside>)
      | [ \t]*+,[ \t]*+ (?=\\*+["'`]) (?P<argument>)
      | [ \t]{{1,3}}+ (?:{_IS}) (?:[ \t]*+:)?+ [ \t]++ (?P<said>)
      | [{PARTICLES}] [ \t]*+ [:：]?+ [ \t]*+ [「『“]?+ (?P<said>)
      | [ \t]++ (?P<flag>)
      )
    """
)
"""What may stand between a name and its value. The last group says of what form it is: a sentence
(`said`), a type may stand before an assignment's sign, and so on."""
_QUALIFIED: Final = regex.compile(
    rf"""(?i)(?: \(?[^\s{_COLONS}"'`,;]{{1,24}}+){{1,3}}? ?(?:[{_COLONS}]| (?:{_IS}) )"""
    r"[ \t]*+[\"'`]?"
)
"""Up to three words that say what a secret is for: `password for staging: ...`."""
_QUOTED: Final = regex.compile(r"""(?:[brfuBRFU$@]{1,2})?(?P<slashes>\\*+)(?P<mark>["'`])""")
_HEAD: Final = 128
"""Characters of a value that are judged; what is found goes on to its end all the same."""
_INSIDE: Final = {mark: regex.compile(rf"(?:[^{mark}\\\n\r]|\\[^\n\r])*+") for mark in _QUOTES}
_INSIDE_ESCAPED: Final = {mark: regex.compile(rf"[^{mark}\\\n\r]*+") for mark in _QUOTES}
_BARE: Final = regex.compile(
    r"""(?:[^\s"'`<>(){}\[\]&;,|\\、。，；」』）]"""
    r"""|[&;,|](?![\w.%+-]{0,32}[=:]|\s|\Z|["'`}\])&;,|])|\\(?![nrt"'`\\]))*+"""
)
_IN_URL: Final = regex.compile(r"(?:[^\s\"'`<>&#\\%]|%(?!26))*+")
_ELEMENT: Final = regex.compile(r"[^<>\s]{1,4096}+(?=</)")
_CALLED: Final = regex.compile(r"[(\[]")
_TRAILING: Final = regex.compile(r"[.,:;?]++\Z")
_BEFORE: Final = 64
"""Characters before a name's last word in which the name begins."""
_NAME_CHARACTERS: Final = f"{ascii_letters}{digits}_.$-"

Span = tuple[int, int]

_UNKNOWN: Final = (-1, -1)
_MOST_KNOWN: Final = 4096
_SHORTEST_NAME: Final = 3

_SHUT: Final = r"[0-9A-Za-z_.-]*+[\]\"'`*\\) \t]*+"
_LEADS: Final = tuple(
    f"(?i){source}"
    for source in (
        rf"(?:{WORDS}){_SHUT}(?:[{_COLONS}>{PARTICLES}]|->|%3[AD]|(?:{_IS})[ :])",
        rf"(?:{WORDS}){_SHUT},[ \t]*+(?=\\*+[\"'`])",
        rf"(?:{WORDS}){_SHUT},?\s{{0,40}}+[\"']?value[\"']?\s{{0,4}}+[:=]\s{{0,4}}+",
        rf"(?:{WORDS})s?+(?: \(?[^\s{_COLONS}]{{1,32}}){{1,3}} ?(?:[{_COLONS}]|(?:{_IS}) )",
    )
)
"""A name and what may stand between it and its value, to where the value is near."""
_FLAG_LEADS: Final = rf"(?i)(?:{WORDS})[\w.-]*+{_SHUT}"
_FLAG_BEFORE: Final = regex.compile(r"(?r)--[\w.-]{0,64}\Z")
"""Behind a flag's two hyphens white space alone leads to the value."""
_LONGEST_NAME: Final = 24
"""Characters of a name's last word that may be there when the rest is still to come."""
_LAST: Final = regex.compile(r"(?r)(?:\S++[^\S\n]*+|[^\S\n]++){0,4}\Z")
"""The pieces of a line among which a value without quotation is behind that."""
_TO_QUOTED: Final = rf"""(?i)[^\w\s"'`\\]{{0,8}}+(?:[ \t]*+:)?+[ \t]*+{_TYPE}?+{_QUOTED.pattern}"""


def _open(text: str, start: int) -> int:
    """Return where a name stands whose value, or what leads up to it, goes on to the end."""
    end = len(text)
    last = _LAST.search(text, start)
    near = last.start() if last else end
    for at, _ in spans(lead_of(RELAXED), text[start:]):
        place = start + at
        flag = _FLAG_BEFORE.search(text, max(place - _BEFORE - 2, 0), place)
        leads = map(pattern_of, (*_LEADS, _FLAG_LEADS) if flag else _LEADS)
        if any(_is_open(text, lead.match(text, place, partial=True), near) for lead in leads):
            return place
    # The same words begin all of them.
    begun = pattern_of(_LEADS[0]).search(text, max(end - _LONGEST_NAME, start), partial=True)
    return int(begun.start()) if begun and _is_open(text, begun, near) else end


def _is_open(text: str, lead: regex.Match[str] | None, near: int) -> bool:
    if lead is None:
        return False
    return lead.partial or lead.end() >= near or _is_quoted_to_end(text, lead.end())


def _is_quoted_to_end(text: str, start: int) -> bool:
    """Whether a quotation may be what stands there, and is not over."""
    opening = pattern_of(_TO_QUOTED).match(text, start, partial=True)
    if opening is None or opening.partial:
        return opening is not None
    inside = (_INSIDE_ESCAPED if opening["slashes"] else _INSIDE)[opening["mark"]]
    held = inside.match(text, opening.end())
    # A backslash at the end is one of the characters once another follows it.
    return held is not None and held.end() >= len(text) - 1


_BEFORE_VALUE: Final = rf"(?ri)(?:{WORDS})[^\n]{{0,128}}\Z"


def _back(text: str, place: int) -> int:
    """Return from where a name right before must be read: its value may be far off."""
    name = pattern_of(_BEFORE_VALUE).search(text, max(place - 3 * _BEFORE, 0), place)
    return max(int(name.start()) - _BEFORE, 0) if name else place


REACH: Final = Reach(open=_open, behind=3 * _BEFORE, back=_back)


def find(text: str, label: str = "") -> Iterator[Span]:
    """Yield the span of each value; all of the text where its label names a secret."""
    named = LABEL.search(label[-2 * _BEFORE :]) if label else None
    if named and is_secret_under(text, named.lastgroup or ""):
        yield len(text) - len(text.lstrip()), len(text.rstrip())
        return
    reach = 0
    # What stands a thousand times in a text, as in a log, is judged once.
    known: dict[tuple[int, str], Span | None] = {}
    for start, end in spans(_NAMED, text):
        if start < reach:
            continue
        first = max(start - _BEFORE, 0)
        around = start - first, text[first : end + _HEAD]
        span = known.get(around, _UNKNOWN)
        if span is _UNKNOWN:
            span = _behind(text, start, end)
            if len(known) < _MOST_KNOWN and (span is None or span[1] < end + _HEAD - 1):
                known[around] = span and (span[0] - start, span[1] - start)
        elif span is not None:
            span = span[0] + start, span[1] + start
        if span is not None:
            yield span
            reach = span[1]


def _behind(text: str, start: int, end: int) -> Span | None:
    """The span of the value that belongs to the name in a first match."""
    name = NAME.match(text, start)
    span = _value(text, name) if name else None
    rest = name.end() if name else start + 1
    if span is not None or end - rest < _SHORTEST_NAME:
        return span
    # `token-password=`: it is the last name that has the value.
    others = NAME.finditer(text, max(rest, end - _BEFORE), end)
    return next((span for other in others if (span := _value(text, other))), None)


def _value(text: str, name: regex.Match[str]) -> Span | None:
    """The span of the secret that belongs to a name, if there is one."""
    separator = _SEPARATOR.match(text, name.end())
    form = (separator.lastgroup if separator else None) or ""
    mark = _mark_before(text, name.start())
    if separator is None or not _FITS[form](mark):
        return _qualified(text, name)
    start = separator.end()
    strict = form in ("argument", "beside", "said")
    if form == "element":
        element = _ELEMENT.match(text, start)
        family = name.lastgroup or ""
        return element.span() if element and is_secret(element[0], family, quoted=True) else None
    opening = _QUOTED.match(text, start)
    if opening is not None and _is_shut(text, opening):
        inside = (_INSIDE_ESCAPED if opening["slashes"] else _INSIDE)[opening["mark"]]
        return _judged(text, opening.end(), inside, name, quoted=True, strict=strict)
    start = opening.end() if opening else start
    bare = _IN_URL if mark in ("?", "&") or form == "encoded" else _BARE
    return _judged(text, start, bare, name, strict=strict)


def _qualified(text: str, name: regex.Match[str]) -> Span | None:
    """The span of a value behind words that follow the name: it must not be one of them."""
    words = _QUALIFIED.match(text, name.end())
    span = _judged(text, words.end(), _BARE, name, strict=True) if words else None
    return span if span is not None and is_mixed(text[span[0] : span[1]]) else None


_FITS: Final[dict[str, Callable[[str], bool]]] = {
    "assigned": lambda _: True,
    "beside": lambda _: True,
    "said": lambda _: True,
    "encoded": lambda _: True,
    "element": lambda mark: mark == "<",
    "argument": lambda mark: mark == "(",
    "flag": lambda mark: mark == "--",
}
"""What must stand before a name for each form of a separator to be one."""


def _mark_before(text: str, start: int) -> str:
    """What stands before the name whose last word is at `start`: `--`, `<`, `?`, a quotation."""
    before = text[max(start - _BEFORE, 0) : start]
    outside = before.rstrip(_NAME_CHARACTERS)
    if before.startswith("--", len(outside)):
        return "--"
    mark = outside[-1:]
    if mark and mark in _QUOTES and outside.rstrip("\"'`\\ ").endswith("("):
        return "("
    return mark


def _is_shut(text: str, opening: regex.Match[str]) -> bool:
    """Whether a quotation ends on its line, or is too long to tell; else it was cut short."""
    inside = (_INSIDE_ESCAPED if opening["slashes"] else _INSIDE)[opening["mark"]]
    value = inside.match(text, opening.end(), opening.end() + _HEAD)
    end = value.end() if value else opening.end()
    return end - opening.end() >= _HEAD or text.startswith(("\\", opening["mark"]), end)


def _judged(
    text: str,
    start: int,
    form: regex.Pattern[str],
    name: regex.Match[str],
    *,
    quoted: bool = False,
    strict: bool = False,
) -> Span | None:
    head = form.match(text, start, start + _HEAD)
    if head is None or (not quoted and _CALLED.match(text, head.end())):
        return None
    value = head[0] if quoted else _TRAILING.sub("", head[0])
    assigned = name[0].isupper() and text.startswith("=", name.end())
    family = name.lastgroup or ""
    if not is_secret(
        value, family, quoted=quoted or (assigned and family == "password"), strict=strict
    ):
        return None
    if len(head[0]) < _HEAD:
        return start, start + len(value)
    whole = form.match(text, start)
    return start, whole.end() if whole else head.end()
