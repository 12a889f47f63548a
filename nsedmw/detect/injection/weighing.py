"""Which findings of one string are told: those that say enough together, close to each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from nsedmw.detect.scan import Found, outermost
from nsedmw.types import Finding

REACH: Final = 1000
"""Code points within which findings count together: a paragraph or two. A long document holds a
little of everything somewhere."""
_SLACK: Final = 1e-9
"""Sums of weights that a person wrote."""


def told(found: Sequence[Found], weight: Callable[[int], float], least: float) -> list[Finding]:
    """Return the findings of all passages whose rules weigh `least` or more together.

    `found` is in the order of a scan, string by string; `weight` is that of a rule by its order.
    Each rule counts once in a passage, however often it hits. Findings of one family that lie
    inside each other are one.
    """
    strings: dict[tuple[str, bool], list[Found]] = {}
    for one in found:
        strings.setdefault((one.finding.path, one.finding.in_key), []).append(one)
    return [
        finding
        for of_string in strings.values()
        for finding in _merged(_heavy(of_string, weight, least))
    ]


def _heavy(found: list[Found], weight: Callable[[int], float], least: float) -> list[Finding]:
    """The findings of the heavy passages of one string, from left to right."""
    found.sort(key=lambda one: one.finding.start)
    here: Counter[int] = Counter()
    total = 0.0
    first = kept = 0
    heavy: list[Finding] = []
    for last, one in enumerate(found):
        here[one.order] += 1
        total += weight(one.order) if here[one.order] == 1 else 0
        while one.finding.start - found[first].finding.start > REACH:
            gone = found[first].order
            here[gone] -= 1
            total -= weight(gone) if not here[gone] else 0
            first += 1
        if total >= least - _SLACK:
            heavy += (each.finding for each in found[max(first, kept) : last + 1])
            kept = last + 1
    return heavy


def _merged(findings: Sequence[Finding]) -> list[Finding]:
    spans: dict[str, list[tuple[int, int]]] = {}
    for one in findings:
        spans.setdefault(one.rule, []).append((one.start, one.end))
    merged = [
        Finding(of.category, rule, of.path, start, end, of.in_key)
        for of in findings[:1]
        for rule, found in spans.items()
        for start, end in outermost(found)
    ]
    return sorted(merged, key=lambda one: (one.start, one.end))
