"""The characters that stand for what is not plain text in the value of a shell word.

They are lone surrogates, which no content may hold, so that text can never be taken for one.
"""

from __future__ import annotations

import re
from fnmatch import translate
from functools import lru_cache
from typing import Final

UNKNOWN: Final = "\udc00"
"""Any text, the empty one included."""
REMOTE: Final = "\udc01"
"""As UNKNOWN, read from the network."""
SECRET: Final = "\udc02"  # a mark, not a secret  # noqa: S105  # a mark
"""As UNKNOWN, read from where credentials are."""
DECODED: Final = "\udc03"
"""As UNKNOWN, what a decoder printed."""
ARCHIVE: Final = "\udc0a"
"""As UNKNOWN, whole folders or data bases in one stream."""
FILE: Final = "\udc0b"
"""As UNKNOWN, what a file of this machine holds that the text does not write."""
SHELL: Final = "\udc0c"
"""As UNKNOWN, what a shell prints that somebody else gives commands to."""
PRINTED: Final = "\udc0d"
"""As UNKNOWN, what a command prints that nobody follows."""
HOME: Final = "\udc04"
"""The path of somebody's home folder."""
STAR: Final = "\udc05"
ONE: Final = "\udc06"
SET: Final = "\udc07"
"""`*`, `?` and `[` where the shell takes them for a pattern."""
SPLIT: Final = "\udc08"
"""Where one word becomes two."""
QUOTED: Final = "\udc09"
"""A word that stays even if it is empty."""

_ANY: Final = UNKNOWN + REMOTE + SECRET + DECODED + ARCHIVE + FILE + SHELL + PRINTED
_UNKNOWN: Final = re.compile(f"[{_ANY}]")
_GLOB: Final = re.compile(f"[{STAR}{ONE}{SET}]")
_ALL: Final = re.compile("[\udc00-\udc0d]")
_ACTIVE: Final = str.maketrans({"*": STAR, "?": ONE, "[": SET})
_PLAIN: Final = str.maketrans({STAR: "*", ONE: "?", SET: "["})


def taints(text: str) -> str:
    """The marks of unknown text that stand in it, each once; "" for text that is known."""
    if text.isascii():
        return ""
    return "".join(mark for mark in _ANY if mark in text)


def known(text: str) -> str:
    """The text as if every unknown part were empty."""
    return text if text.isascii() else _UNKNOWN.sub("", text)


def has_glob(text: str) -> bool:
    """Whether the shell would match it against files."""
    return not text.isascii() and _GLOB.search(text) is not None


def activated(text: str) -> str:
    """Text as an unquoted expansion gives it: its `*`, `?` and `[` are patterns."""
    return text.translate(_ACTIVE)


def plain(text: str) -> str:
    """Text with its patterns as they were written."""
    return text.translate(_PLAIN)


def unmarked(text: str) -> str:
    """What is left once every mark is taken out."""
    return text if text.isascii() else _ALL.sub("", plain(text))


def matcher(text: str) -> re.Pattern[str]:
    """A pattern for the names that a word with unknown parts or globs may become."""
    return _matcher(text[:64])


@lru_cache(maxsize=256)
def _matcher(text: str) -> re.Pattern[str]:
    out: list[str] = []
    for char in text:
        if char in _ANY or char == STAR:
            # Repeated stars would make the match quadratic and mean the same.
            if not out or out[-1] != "*":
                out.append("*")
        elif char == ONE:
            out.append("?")
        elif char == SET:
            out.append("[")
        else:
            out.append(f"[{char}]" if char in "*?[" else char)
    return re.compile(translate("".join(out)))
