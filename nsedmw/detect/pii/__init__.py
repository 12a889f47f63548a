"""Kinds of personal data: one small file each, this table their list."""

from __future__ import annotations

from typing import Final

from nsedmw.detect.detector import Detector
from nsedmw.detect.pii import credit_card, email, iban, ip_address, phone, ssn

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
