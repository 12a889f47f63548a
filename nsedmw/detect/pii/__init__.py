"""Kinds of personal data: one small file each, this table their list.

A detector finds every occurrence, in time that grows with the text alone. It needs no pattern that
backtracks: candidates are of bounded length, or end where the next one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from nsedmw.detect.pii import credit_card, email, iban, ip_address, phone, ssn
from nsedmw.detect.subject import Subject

Find = Callable[[str, str], Iterator[tuple[int, int]]]
"""The text and its label (the key that holds it, or "") to spans."""


class Detector(msgspec.Struct, frozen=True):
    """One kind. `relaxed` is an RE2 pattern that is found wherever the kind is."""

    relaxed: str
    find: Find

    def located(self, subject: Subject) -> Iterator[tuple[int, int]]:
        """Yield all occurrences in code points, from left to right."""
        return self.find(subject.text, subject.label)


DETECTORS: Final[dict[str, Detector]] = {
    "email": Detector(email.CANDIDATE, email.find),
    "phone": Detector(phone.CANDIDATE, phone.find),
    "ssn": Detector(ssn.CANDIDATE, ssn.find),
    "credit_card": Detector(credit_card.CANDIDATE, credit_card.find),
    "iban": Detector(iban.CANDIDATE, iban.find),
    "ip_address": Detector(ip_address.CANDIDATE, ip_address.find),
}

USUAL: Final = ("email", "phone", "ssn", "credit_card")
"""The kinds that are looked for where nobody says which: the seed's."""
