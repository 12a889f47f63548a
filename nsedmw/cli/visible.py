"""Text for a person's terminal: what a terminal would obey is shown instead.

One rule: nothing that came from outside (content, a file's words, a reason) is printed unescaped.
"""

from __future__ import annotations

import unicodedata


def visible(text: str) -> str:
    r"""One line of `text`, with every character that is not printable written as an escape.

    Control characters, bidi overrides, zero-width characters, lone surrogates and all white space
    but the plain space become `\n`, `\t`, `\x1b`, `\u202e` or `\U000e0041`.
    """
    if text.isprintable():
        return text
    return "".join(map(visible_character, text))


def visible_character(character: str) -> str:
    """`visible` for one character."""
    if character.isprintable():
        return character
    return _SHORT.get(character) or _escape(ord(character))


_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _escape(code: int) -> str:
    if code <= 0xFF:  # noqa: PLR2004  # what two hex digits hold
        return f"\\x{code:02x}"
    if code <= 0xFFFF:  # noqa: PLR2004  # what four hex digits hold
        return f"\\u{code:04x}"
    return f"\\U{code:08x}"


def columns(text: str) -> int:
    """How many columns of a terminal printable `text` takes: wide letters two, combining none."""
    if text.isascii():
        return len(text)
    return sum(_column(character) for character in text)


def _column(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
