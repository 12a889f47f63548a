"""The forms that a text may be read in, each with the way back to the original.

They are the text itself, with the escapes of JSON undone, in canonical form, decoded (entities,
percent signs, hex, base64), and in two disguises: letters set apart, and the text backwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import cached_property
from typing import Final, NamedTuple, Protocol

from nsedmw.detect.canonical import canonical, changes, readings
from nsedmw.detect.canonical.reading import Block, Blocks
from nsedmw.detect.decoding import KINDS, View, decoded, may_decode

Span = tuple[int, int]

_SHORT_ESCAPES: Final = (
    ("\\n", "\n "),
    ("\\r", "\r "),
    ("\\t", "\t "),
    ('\\"', ' "'),
    ("\\/", "//"),
)
"""Each is as long as what stands for it, so that nothing moves."""
_UNICODE_ESCAPE: Final = re.compile(
    r"\\{1,4}u(?:([dD][89abAB][0-9a-fA-F]{2})\\{1,4}u([dD][c-fC-F][0-9a-fA-F]{2})|([0-9a-fA-F]{4}))"
)
"""Several backslashes are JSON inside JSON."""
_MARKUP: Final = ("html", "url")
_APART: Final = re.compile(r"(?<!\w)\w(?:[ \t\n.*|·-]\w){7,}(?!\w)")
"""Eight characters or more with one sign between each: `t o o l _ n a m e`."""
_SIGNS: Final = re.compile(r"[ \t\n.*|·-]")


class _Step(Protocol):
    def span(self, start: int, end: int) -> Span:
        """The span of the text before this step."""
        ...


class Read(NamedTuple):
    """A form of a text. In a `disguise`, words that are ordinary forwards mean nothing."""

    text: str
    steps: tuple[_Step, ...] = ()
    disguise: bool = False

    def span(self, start: int, end: int) -> Span:
        """The span of the original, in code points, that a span of this form stands for."""
        for step in self.steps:
            start, end = step.span(start, end)
        return start, end

    def then(self, text: str, step: _Step, *, disguise: bool = False) -> Read:
        """A form of this form."""
        return Read(text, (step, *self.steps), disguise)


class _Backwards:
    """The way back from a text whose last character comes first."""

    def __init__(self, length: int) -> None:
        self._length = length

    def span(self, start: int, end: int) -> Span:
        return self._length - end, self._length - start


class _Rewritten:
    """The way back from a text whose runs were rewritten, made when it is first asked for."""

    def __init__(
        self, origin: str, runs: re.Pattern[str], said: Callable[[re.Match[str]], str]
    ) -> None:
        self._origin = origin
        self._runs = runs
        self._said = said

    def span(self, start: int, end: int) -> Span:
        return self._blocks.span(start, end)

    @cached_property
    def _blocks(self) -> Blocks:
        blocks: list[Block] = []
        shift = 0
        for run in self._runs.finditer(self._origin):
            start, end = run.span()
            length = len(self._said(run))
            blocks.append((start + shift, start + shift + length, start, end))
            shift += length - (end - start)
        return Blocks(blocks)


class Forms(NamedTuple):
    """All forms of a text: `plain` begins with the text itself, `inner` is what is decoded.

    `words` is the plain one in which its words are compared.
    """

    plain: list[Read]
    inner: list[Read]
    words: Read


def forms(text: str) -> Forms:
    """Read a text in every way but the disguises.

    What hex and base64 say is not read in canonical form as well: of long ordinary words they make
    letters of any script.
    """
    opened = _unescaped(text)
    canonical_forms = list(_canonical(opened))
    form = words = canonical_forms[0] if canonical_forms else opened
    inner: list[Read] = []
    if views := _decoded(form.text, _MARKUP):
        form = form.then(views[-1].text, views[-1])
        inner += [form, *_canonical(form)]
    if views := _decoded(form.text, KINDS):
        inner.append(form.then(views[-1].text, views[-1]))
    plain = {read.text: read for read in (Read(text), opened, *canonical_forms)}
    return Forms(list(plain.values()), inner, words)


def _decoded(text: str, kinds: Collection[str]) -> list[View]:
    return decoded(text, kinds) if may_decode(text, kinds) else []


def _unescaped(text: str) -> Read:
    """The text with the escapes of JSON undone, wherever it stands."""
    form = Read(text)
    if "\\" not in text:
        return form
    for escape, char in _SHORT_ESCAPES:
        text = text.replace(escape, char)
    if "\\u" not in text:
        return Read(text)
    said = _UNICODE_ESCAPE.sub(_character, text)
    return form.then(said, _Rewritten(text, _UNICODE_ESCAPE, _character))


def disguises(text: str) -> Iterator[Read]:
    """Yield the text with letters drawn together that were set apart, and backwards."""
    plain = Read(text)
    together = _APART.sub(_drawn_together, text)
    if together != text:
        yield plain.then(together, _Rewritten(text, _APART, _drawn_together), disguise=True)
    yield plain.then(text[::-1], _Backwards(len(text)), disguise=True)


def canonical_form(form: Read) -> Read:
    """The one form in which words are compared."""
    if form.text.isascii():
        return form
    reading = canonical(form.text)
    return form.then(reading.text, reading)


def _canonical(form: Read) -> Iterator[Read]:
    text = form.text
    if text.isascii() or not changes(text, text.encode(errors="replace"), fold=True):
        return
    for reading in readings(text, fold=True):
        yield form.then(reading.text, reading)


def _drawn_together(run: re.Match[str]) -> str:
    return _SIGNS.sub("", run[0])


def _character(escape: re.Match[str]) -> str:
    high, low, one = escape.groups()
    if one is None:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
    code = int(one, 16)
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else chr(code)  # noqa: PLR2004  # surrogates
