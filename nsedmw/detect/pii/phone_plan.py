"""What the numbering plans say about digits: a judge that is cheap for many of them.

The plans are the metadata of the package `phonenumbers` (ITU-T E.164 and the national plans that it
follows), read by region when first needed. Its own parser takes 60 microseconds for a number, a
compiled plan one.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import regex

from nsedmw.detect.pii.shapes import compiled

MOST_DIGITS: Final = 15
"""ITU-T E.164, 6.2.1."""
POSSIBLE: Final = 1
VALID: Final = 2
_LONGEST_CODE: Final = 3
_NO_COUNTRY: Final = "001"
"""The region of satellites and the like, which have no plan."""

TRUNKED: Final = (
    "GB",
    "DE",
    "FR",
    "JP",
    "IN",
    "EG",
    "SA",
    "AE",
    "TR",
    "IT",
    "NL",
    "BE",
    "CH",
    "AT",
)
"""Regions, the most callers first, where a national number is written with a zero before it."""
REGIONS: Final = (
    *("US", "GB", "DE", "FR", "ES", "IT", "PT", "PL", "RU", "JP", "CN", "IN", "BR", "TR", "GR"),
    *("EG", "SA", "AE", "NL", "BE", "CH", "AT", "SE", "NO", "DK", "FI", "IE", "CZ", "RO", "HU"),
    *("UA", "MX", "AR", "AU", "NZ", "ZA", "KR", "IL", "MA", "ID"),
)
"""Whose national numbers are known behind a word such as "phone"."""

_TYPES: Final = (
    *("fixed_line", "mobile", "toll_free", "premium_rate", "shared_cost", "personal_number"),
    *("voip", "pager", "uan", "voicemail"),
)


def is_valid(digits: str, region: str) -> bool:
    """Whether digits, with or without their national prefix, are a number of the region's plan."""
    return is_valid_somewhere(digits, (region,))


def is_valid_somewhere(digits: str, regions: tuple[str, ...] = REGIONS) -> bool:
    """Whether they are a number of one of the regions."""
    return _plans(regions).fullmatch(digits.encode()) is not None


def rank(digits: str) -> int:
    """How far digits behind a `+` make a number: 0 for not at all, `POSSIBLE` or `VALID`."""
    codes = _codes()
    for size in range(1, _LONGEST_CODE + 1):
        regions = codes.get(digits[:size])
        if regions is not None:
            return _rank(digits[size:], regions)
    return 0


@cache
def _codes() -> dict[str, tuple[str, ...]]:
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE  # noqa: PLC0415  # takes 90 ms

    return {str(code): regions for code, regions in COUNTRY_CODE_TO_REGION_CODE.items()}


def _rank(national: str, regions: tuple[str, ...]) -> int:
    if regions[0] == _NO_COUNTRY:
        return POSSIBLE
    prefix, plan = _plan(regions[0])
    possible = _lengths(regions[0])
    if len(regions) == 1:
        bare = national.removeprefix(prefix) if prefix else national
        if _pattern(plan).fullmatch(national) or _pattern(plan).fullmatch(bare):
            return VALID
    elif _plans(regions).fullmatch(national.encode()):
        return VALID
    fits = len(national) in possible or len(national.removeprefix(prefix)) in possible
    return POSSIBLE if fits else 0


@cache
def _plans(regions: tuple[str, ...]) -> Any:
    """Return one pattern of all their numbers, with or without the national prefix."""
    return compiled("|".join(f"(?:{prefix})?(?:{plan})" for prefix, plan in map(_plan, regions)))


@cache
def _pattern(plan: str) -> regex.Pattern[str]:
    """Return the pattern of one region's numbers, which is quicker so than by RE2."""
    return regex.compile(plan)


@cache
def _metadata(region: str) -> Any:
    from phonenumbers import PhoneMetadata  # noqa: PLC0415  # as above

    return PhoneMetadata.metadata_for_region(region, None)


@cache
def _lengths(region: str) -> frozenset[int]:
    return frozenset(_metadata(region).general_desc.possible_length)


@cache
def _plan(region: str) -> tuple[str, str]:
    """Return the national prefix and a pattern of all numbers without it."""
    told = _metadata(region)
    kinds = [getattr(told, name) for name in _TYPES]
    patterns = [kind.national_number_pattern for kind in kinds if kind]
    written = "|".join(f"(?:{pattern})" for pattern in patterns if pattern and pattern != "NA")
    return told.national_prefix or "", written
