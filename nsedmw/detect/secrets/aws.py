"""Amazon's access keys: the identifiers, and the secrets that belong to them.

Prefixes are those of "IAM identifiers" in the IAM user guide. A secret is forty characters of
base64 without a prefix: it counts where a key's name or an identifier stands near.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.detector import Detector
from nsedmw.detect.locating import spans
from nsedmw.detect.matcher import re2_program
from nsedmw.detect.reach import Reach, opening, token
from nsedmw.detect.secrets.randomness import entropy

ACCESS_KEY: Final = (
    r"(?:AKIA|ASIA|AGPA|ABIA|ACCA)[0-9A-Z]{16}|ABSK[0-9A-Za-z+/]{16}|bedrock-api-key-"
)
NAMED_KEY: Final = r"(?i:aws[_ -]?secret|secret[_ -]?(?:access|key))|AKIA|ASIA"
LABELS: Final = regex.compile(r"(?i)secret[_-]?(?:access[_-]?)?key\Z")

_ACCESS_KEY: Final = regex.compile(
    r"(?<![0-9A-Z])(?:AKIA|ASIA|AGPA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Z])"
    r"|(?:AKIA|ASIA|AGPA)(?=[A-Z]{0,15}[0-9])[0-9A-Z]{16}"
    r"|(?<![0-9A-Za-z+/])ABSK[0-9A-Za-z+/]{100,400}+={0,2}"
    r"|bedrock-api-key-[0-9A-Za-z+/_=.-]{30,8192}+"
)
_RUNS: Final = re2_program(r"[0-9A-Za-z+/_-]{40,}")
_SECRET_KEY: Final = regex.compile(r"[0-9A-Za-z+/]{40}")
_IDENTIFIER: Final = regex.compile(r"(?:AKIA|ASIA)[0-9A-Z]{16}")
_NAME: Final = regex.compile(
    r"(?i)(?:secret[_ -]?(?:access)?[_ -]?key|aws[_ -]?secret|secret[_ -]?access)"
    r"[\w ]{0,12}[\]\"'\\:=>,( ]{1,10}\Z"
)
_BEFORE: Final = 48
_NEAR: Final = 160
"""Characters between an identifier and its secret: two lines of a configuration file."""
_LEAST_BITS: Final = 4.0
"""Of forty characters drawn by chance one in a million has less; hexadecimal digits never more."""


def find_access_key(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield identifiers of keys, and whole API keys of Bedrock."""
    del label
    return (match.span() for match in _ACCESS_KEY.finditer(text))


def find_secret_key(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the forty characters of each secret that something near says is one."""
    named = LABELS.search(label) is not None
    identifiers = [match.span() for match in _IDENTIFIER.finditer(text)]
    at = 0
    for start, end in spans(_RUNS, text):
        run = text[start:end]
        if not _SECRET_KEY.fullmatch(run) or text.startswith("=", end):
            continue
        while at < len(identifiers) and identifiers[at][1] < start - _NEAR:
            at += 1
        near = at < len(identifiers) and identifiers[at][0] <= end + _NEAR
        near = near or named or _NAME.search(text[max(start - _BEFORE, 0) : start]) is not None
        if near and entropy(run) >= _LEAST_BITS:
            yield start, end


ACCESS_KEYS: Final = Detector(ACCESS_KEY, find_access_key, reach=Reach(open=token, behind=16))
SECRET_KEYS: Final = Detector(
    NAMED_KEY,
    find_secret_key,
    LABELS,
    reach=Reach(
        ahead=40 + _NEAR + 20,
        behind=_NEAR + 20 + 1,
        opens=opening(
            r"(?<![0-9A-Za-z+/_-])(?![0-9a-f]{40}|[0-9A-F]{40})[0-9A-Za-z+/]{40}(?![0-9A-Za-z+/_=-])"
        ),
        open=token,
    ),
)
"""An identifier on either side says that it is a secret."""
