"""Azure's keys: of storage and other accounts, secrets of applications, shared-access signatures.

Forms are those of Microsoft's "Sensitive information type entity definitions" and, for keys that
carry a mark of what they open, of its open specification of common annotated security keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.locating import spans
from nsedmw.detect.matcher import re2_program
from nsedmw.detect.reach import Reach, token

CANDIDATE: Final = (
    r"[0-9A-Za-z+/]{2}==|[78]Q~|JQQJ9|AZDO|AzFu|AzSe|AzCa|AIoT|(?i:sig=|accesskey=|accountkey=)"
)

_FORMS: Final = {
    "==": re2_program(r"[0-9A-Za-z+/]{86}=="),
    "Q~": re2_program(r"[0-9A-Za-z_~.]{3}[78]Q~[0-9A-Za-z_~.-]{30,34}"),
    "JQQJ9": re2_program(r"[0-9A-Za-z+/]{52}JQQJ9[0-9A-Za-z+/]{20,40}={0,2}"),
    "AZDO": re2_program(r"[0-9A-Za-z]{75,76}AZDO[0-9A-Za-z]{4,5}"),
    **{
        mark: re2_program(rf"[0-9A-Za-z+/_-]{{30,44}}{mark}[0-9A-Za-z+/_-]{{5,10}}={{0,2}}")
        for mark in ("AzFu", "AzSe", "AzCa", "AIoT")
    },
}
"""Forms by what each holds: keys of accounts, secrets of applications, keys with a mark of what
they open, tokens of Azure DevOps. Each has a program of its own: counts multiply in
a common one."""
_LEFT: Final = regex.compile(r"(?<![0-9A-Za-z+/_~.-])")
_RIGHT: Final = regex.compile(r"(?![0-9A-Za-z+/=_~-])")
_SIGNATURE: Final = regex.compile(
    r"[?&;]sig=(?P<secret>(?:[0-9A-Za-z+/_-]|%2[BbFf]){40,64}+(?:=|%3[Dd]){0,2}+)"
)
_NAMED: Final = regex.compile(r"(?i)(?:account|access)key=(?P<secret>[0-9a-z+/]{40,100}+={0,2}+)")
"""`AccountKey=` and `SharedAccessKey=` of connection strings."""
_BETWEEN: Final = "-:= \"'"
_BEFORE: Final = 16

REACH: Final = Reach(open=token, behind=32)


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each key, secret and signature."""
    del label
    programs = [program for mark, program in _FORMS.items() if mark in text]
    found = {span for one in programs for span in spans(one, text) if _is_whole(text, *span)}
    for pattern in (_SIGNATURE, _NAMED):
        found.update(match.span("secret") for match in pattern.finditer(text))
    return iter(sorted(found))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether nothing goes on beside it; a digest of SHA-512 that says so has the form of a key."""
    if not _LEFT.match(text, start):
        return False
    before = text[max(start - _BEFORE, 0) : start].lower()
    return _RIGHT.match(text, end) is not None and not before.rstrip(_BETWEEN).endswith("sha512")
