"""Words of foreign code, made fit to be shown: nothing of the content, no secret, no tricks.

The order is fixed by the protocol: cut at 4 096 characters, mask what also stands in the content,
redact secrets and personal data, cut at 500.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from nsedmw.detect.patterns import PatternSet
from nsedmw.detect.pii import DETECTORS
from nsedmw.detect.redaction import label, replaced
from nsedmw.detect.strings import pieces

FIRST_CUT: Final = 4096
LAST_CUT: Final = 500
CATEGORY_CUT: Final = 64
RUN: Final = 12
"""Characters that, standing in the content as well, are taken for a piece of it."""
SHORTEST_SECRET: Final = 4
"""A shorter value stands in ordinary words."""
MASK: Final = "[masked]"

_FEW_RUNS: Final = 32
"""From so many runs on, one pass over the content is cheaper than a search for each: measured, a
search reads 2.8 GB/s and the pass makes 15 million comparisons a second."""
_CUT_MARK: Final = "…"
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories without a shape of their own, bidi controls among them."""


def clean_reason(text: str, content: Any, secrets: Sequence[str] = ()) -> str:
    """A reason or question that quotes neither the content nor a secret; at most 500 characters."""
    text = text[:FIRST_CUT]
    text = _masked(text, (piece.text for piece in pieces(content)))
    text = _without(text, secrets)
    kinds, patterns = _detectors()
    spans = [(start, end, label(kinds[n], "")) for n, start, end in patterns.hits(text)]
    text = replaced(text, spans) if spans else text
    return cut(visible(text), LAST_CUT)


@cache
def _detectors() -> tuple[list[str], PatternSet]:
    # They take 0.3 s to import and compile, which only words of foreign code are worth.
    from nsedmw.detect.secrets import DETECTORS as SECRETS  # noqa: PLC0415

    every = {**SECRETS, **DETECTORS}
    return list(every), PatternSet(list(every.values()))


def clean_category(text: str) -> str:
    """A category that cannot fool a reader; at most 64 characters."""
    return cut(visible(text), CATEGORY_CUT)


def visible(text: str) -> str:
    r"""The text with control, bidi and other shapeless characters as escapes such as `\x1b`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(char) for char in text)


def _escaped(char: str) -> str:
    if unicodedata.category(char) not in _HIDDEN:
        return char
    code = ord(char)
    if code <= 0xFF:  # noqa: PLR2004  # what \x reaches
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004  # as above


def cut(text: str, length: int) -> str:
    """Return at most so many characters of a text, its end marked where some are left out."""
    return text if len(text) <= length else text[: length - 1] + _CUT_MARK


def _without(text: str, secrets: Iterable[str]) -> str:
    # The longest first: one secret may be the beginning of another.
    for secret in sorted(set(secrets), key=len, reverse=True):
        if len(secret) >= SHORTEST_SECRET:
            text = text.replace(secret, "[REDACTED:secret]")
    return text


def _masked(text: str, strings: Iterable[str]) -> str:
    if len(text) < RUN:
        return text
    starts: dict[str, list[int]] = {}
    for start in range(len(text) - RUN + 1):
        starts.setdefault(text[start : start + RUN], []).append(start)
    found = [start for run in _standing(starts.keys(), strings) for start in starts[run]]
    if not found:
        return text
    return replaced(text, _joined(found))


def _standing(runs: Iterable[str], strings: Iterable[str]) -> Iterator[str]:
    """The runs that stand in one of the strings."""
    left = set(runs)
    for string in strings:
        if len(string) < RUN:
            continue
        if len(left) < _FEW_RUNS:
            here = {run for run in left if run in string}
        else:
            here = {
                run
                for start in range(len(string) - RUN + 1)
                if (run := string[start : start + RUN]) in left
            }
        left -= here
        yield from here
        if not left:
            return


def _joined(starts: list[int]) -> list[tuple[int, int, str]]:
    """Spans of the runs at these starts; what overlaps or touches is one."""
    spans: list[tuple[int, int, str]] = []
    for start in sorted(starts):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], start + RUN, MASK)
        else:
            spans.append((start, start + RUN, MASK))
    return spans
