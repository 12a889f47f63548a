"""Whether a value behind a secret's name is a secret: how much it needs depends on what says so.

A quotation says more than bare text, a password may be shorter than a token, and a key of
structured content says most. The figures are our own, tried on the corpus of the tests.
"""

from __future__ import annotations

from typing import Final

import regex

from nsedmw.detect.secrets.randomness import looks_random
from nsedmw.detect.secrets.values import is_plain_word, stands_for_another

_DIGIT: Final = regex.compile(r"\p{Nd}")
_LETTER: Final = regex.compile(r"\p{L}")
_SYMBOL: Final = regex.compile(r"[^\w\s.,:;!?/-]|[!?](?=.*\w)")
_LOWER: Final = regex.compile(r"\p{Ll}")
_UPPER: Final = regex.compile(r"\p{Lu}")
_MARK: Final = regex.compile(r"[^\w\s.,:;?/-]")
_RUN: Final = regex.compile(r"[0-9A-Za-z+/_-]++={0,2}")
_DIGITS: Final = regex.compile(r"-?[0-9]++")
_BEFORE_A_NUMBER: Final = frozenset("0123456789vV<>=-.")
_MEASURE: Final = regex.compile(
    r"""(?xi)
      v?[0-9]{1,4}+(?:\.[0-9]++)++(?:[-+.]?(?:alpha|beta|rc|dev|post|a|b)?\.?[0-9]*+)?+(?:@.*+)?
    | [<>]?=?-?[0-9.,_]++\s?(?:[nmµu]?s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?
        |months?|y|years?|[kmgt]i?b?|bytes?|bits?|chars?|%|px|x|st|nd|rd|th)
    | [0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ].*+)?
    | [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?+.*+
    | 0x[0-9a-f]{1,8}+
    | 1?[0-9]{1,2}(?:\.[0-9]{1,3}){3}(?::[0-9]{1,5})?+
    """
)
"""A version, a number with its unit, a day, a time, an address of memory or of a host."""
_PLACE: Final = regex.compile(
    r"""(?xi)
      [a-z][a-z0-9+.-]{1,20}+://.*+
    | (?:~|\.{1,2})?/(?:[\w.@-]{1,64}+/)+[\w.@-]*+ | (?:~|\.{1,2})/.*+ | [a-z]:[\\/].*+
    | [\w.@/\\-]*+(?<=\.(?:json|ya?ml|toml|ini|env|txt|pem|key|crt|cer|pub|p12|pfx|jks|md|py|js|ts
        |tsx|jsx|java|go|rs|rb|php|cs|cpp|c|h|html|xml|conf|cfg|sh|sql|log|csv|png|svg))
    """
)
"""An address or a file."""
_NAMED: Final = regex.compile(
    r"[A-Za-z]{2,}+(?:[0-9]{1,2}|[0-9]{0,2}+(?:[-_./:][A-Za-z]{1,}+[0-9]{0,2}+)++"
    r"(?:[-_./:]v?[0-9]{1,2})?+|[0-9]{0,2}+[-_./:]v?[0-9]{1,2})"
)
"""A word with a number, or words with separators and at most two digits each: identifiers."""
_CAMEL: Final = regex.compile(r"(?:[A-Z]?[a-z]{2,}+[0-9]{0,2}+){2,}+|[a-z]{2,}+[0-9]{0,2}+")
_SENTENCE: Final = regex.compile(
    r"(?i)\b(?:must|should|least|enter|please|characters?|required|invalid|incorrect|your|forgot"
    r"|reset|confirm|repeat|new|minimum|passwords?|passwort|tokens?|secret|contraseña|senha|passe)\b"
)
_PHRASE: Final = regex.compile(r"[a-z]++(?: [a-z]++){3,24}+")

_LEAST: Final = {"password": 6, "phrase": 6, "secret": 8, "token": 8, "key": 16}
_LEAST_QUOTED: Final = {"password": 4, "phrase": 4, "secret": 6, "token": 8, "key": 16}
_LEAST_NUMBER: Final = {"password": 4, "phrase": 4, "secret": 6, "token": 7, "key": 999}
_LEAST_NUMBER_UNDER_KEY: Final = {"password": 4, "phrase": 4, "secret": 4, "token": 7, "key": 999}
_LEAST_UNDER_KEY: Final = {"password": 3, "phrase": 3, "secret": 6, "token": 6, "key": 16}
_TYPED: Final = 10
_LONG: Final = 16
"""From so many letters and digits on a value counts whatever it looks like, as it does for the seed
document; without digits it must look drawn by chance, from ten letters for what a person types."""
_MOST_TYPED: Final = 64


def is_secret(value: str, family: str, *, quoted: bool, strict: bool = False) -> bool:
    """Whether a value in running text is one. `family` is a group of `names.NAME`.

    `strict` says that the form is one that other things have, too: then it needs a digit as well.
    """
    if not value.strip() or _is_something_else(value):
        return False
    if value.split(maxsplit=1)[0] != value:
        return quoted and not strict and _is_typed(value, family)
    if _DIGITS.fullmatch(value):
        return len(value) >= _LEAST_NUMBER[family] and not strict
    least = _LEAST_QUOTED if quoted and not strict else _LEAST
    if len(value) < least[family]:
        return False
    return _is_strong(value, family, quoted=quoted, strict=strict)


def _is_strong(value: str, family: str, *, quoted: bool, strict: bool) -> bool:
    if family == "key":
        return _is_drawn(value)
    typed = family in ("password", "phrase")
    if _DIGIT.search(value):
        return typed or not _is_identifier(value)
    if strict:
        return False
    if _SYMBOL.search(value) or (quoted and not value.isalpha()):
        return typed
    if quoted and typed:
        return not _CAMEL.fullmatch(value) or value.islower()
    return len(value) >= (_TYPED if typed else _LONG) and looks_random(value)


def is_mixed(value: str) -> bool:
    """Whether it is no word of a sentence: small letters and digits, capitals or symbols."""
    if not _LOWER.search(value) or not _DIGIT.search(value):
        return False
    capitals = _UPPER.search(value) is not None and len(_DIGIT.findall(value)) > 1
    return capitals or _MARK.search(value) is not None


def _is_drawn(value: str) -> bool:
    """Whether it is one run of mixed letters and digits that looks drawn by chance."""
    return _RUN.fullmatch(value) is not None and is_mixed(value) and looks_random(value)


def _is_identifier(value: str) -> bool:
    """Whether a value with digits is a name that a program gives, such as `my-secret-v2`."""
    if len(value) >= _LONG and value.isalnum():
        return _CAMEL.fullmatch(value) is not None
    return _NAMED.fullmatch(value) is not None and not looks_random(value)


def _is_typed(value: str, family: str) -> bool:
    """Whether words with spaces are a passphrase: behind that name, or with a digit."""
    if family == "phrase" and _PHRASE.fullmatch(value):
        return True
    if family not in ("password", "phrase") or len(value) > _MOST_TYPED:
        return False
    return _DIGIT.search(value) is not None and not _SENTENCE.search(value)


def is_secret_under(value: str, family: str) -> bool:
    """Whether the text of a key in structured content is one, a number as its digits."""
    value = value.strip()
    if not value or _is_something_else(value):
        return False
    if _DIGITS.fullmatch(value):
        return len(value) >= _LEAST_NUMBER_UNDER_KEY[family]
    if value.split(maxsplit=1)[0] != value:
        typed = family in ("password", "phrase") and len(value) <= _MOST_TYPED
        return _is_typed(value, family) or (typed and not _SENTENCE.search(value))
    if len(value) < _LEAST_UNDER_KEY[family]:
        return False
    if family == "key":
        return _is_drawn(value)
    return family != "token" or _is_token(value)


def _is_token(value: str) -> bool:
    """Whether it is no word: a key `token` holds pieces of text as well."""
    if _DIGIT.search(value) or _SYMBOL.search(value):
        return not _is_identifier(value)
    return len(value) >= _LONG and looks_random(value)


def _is_something_else(value: str) -> bool:
    if stands_for_another(value) or is_plain_word(value):
        return True
    if value[0] in _BEFORE_A_NUMBER and _MEASURE.fullmatch(value):
        return True
    return not value.isalnum() and _PLACE.fullmatch(value) is not None
