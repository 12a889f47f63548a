"""A text of few different characters as bytes, one for each character.

What would look at every character of the text then looks at each different one, once; and what
changes them goes by `bytes.translate`, which takes a fiftieth of the time of `str.translate`.
"""

from __future__ import annotations

from codecs import charmap_build, charmap_decode, charmap_encode
from string import ascii_letters
from typing import Final, NamedTuple

WORTH: Final = 2000
"""Characters of a text from which on it is worth making a table."""

_SAMPLE: Final = 2000
_TRIES: Final = 16
"""How often a character may be met that was in no sample."""
_CODES: Final = 256
_LAST: Final = "\ufffd"
"""These codecs know no character beyond the first plane, and the next one stands for none."""


class Few(NamedTuple):
    """`letters` holds each character of the text, and `table` at the place that is its byte."""

    data: bytes
    letters: str
    table: str

    def text(self, data: bytes, table: str | None = None) -> str:
        """The text of other bytes, or by another table."""
        return charmap_decode(data, "strict", table or self.table)[0]


def few(text: str, worth: int | None = None) -> Few | None:
    """The text as bytes; None where it is shorter or has too many different characters.

    The table holds the letters of ASCII as well, and before all a character that must come first.
    """
    if len(text) < (WORTH if worth is None else worth):
        return None
    letters: dict[str, None] = {}
    parts: list[bytes] = []
    position = 0
    for _ in range(_TRIES):
        letters.update(dict.fromkeys(text[position : position + _SAMPLE]))
        # Letters that came first keep their places.
        table = "".join(dict.fromkeys(f"\0{ascii_letters}{''.join(letters)}"))
        if len(table) > _CODES or max(table) > _LAST:
            return None
        codes = charmap_build(table.ljust(_CODES, "\ufffe"))
        try:
            parts.append(charmap_encode(text[position:], "strict", codes)[0])
        except UnicodeEncodeError as error:
            parts.append(charmap_encode(text[position : error.start + position], "strict", codes)[0])
            position += error.start
        else:
            return Few(b"".join(parts), "".join(letters), table.ljust(_CODES, "\ufffe"))
    return None
