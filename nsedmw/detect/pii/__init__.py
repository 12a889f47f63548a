"""Kinds of personal data: one small file each, this table their list."""

from __future__ import annotations

from typing import Final

from nsedmw.detect.detector import Detector
from nsedmw.detect.pii import (
    credit_card,
    date_of_birth,
    email,
    iban,
    ip_address,
    mac_address,
    national_id,
    passport,
    phone,
    ssn,
)

DETECTORS: Final[dict[str, Detector]] = {
    "email": Detector(email.CANDIDATE, email.find),
    "phone": Detector(phone.CANDIDATE, phone.find),
    "ssn": Detector(ssn.CANDIDATE, ssn.find),
    "credit_card": Detector(credit_card.CANDIDATE, credit_card.find),
    "iban": Detector(iban.CANDIDATE, iban.find),
    "ip_address": Detector(ip_address.CANDIDATE, ip_address.find),
    "mac_address": Detector(mac_address.CANDIDATE, mac_address.find),
    "date_of_birth": Detector(date_of_birth.CANDIDATE, date_of_birth.find),
    "passport": Detector(passport.CANDIDATE, passport.find),
    "national_id": Detector(national_id.CANDIDATE, national_id.find),
}

USUAL: Final = ("email", "phone", "ssn", "credit_card")
"""The kinds that are looked for where nobody says which: the seed's."""
