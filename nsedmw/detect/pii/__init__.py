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
    "email": Detector(email.CANDIDATE, email.find, reach=email.REACH),
    "phone": Detector(phone.CANDIDATE, phone.find, reach=phone.REACH),
    "ssn": Detector(ssn.CANDIDATE, ssn.find, reach=ssn.REACH),
    "credit_card": Detector(credit_card.CANDIDATE, credit_card.find, reach=credit_card.REACH),
    "iban": Detector(iban.CANDIDATE, iban.find, reach=iban.REACH),
    "ip_address": Detector(ip_address.CANDIDATE, ip_address.find, reach=ip_address.REACH),
    "mac_address": Detector(mac_address.CANDIDATE, mac_address.find, reach=mac_address.REACH),
    "date_of_birth": Detector(
        date_of_birth.CANDIDATE, date_of_birth.find, reach=date_of_birth.REACH
    ),
    "passport": Detector(passport.CANDIDATE, passport.find, reach=passport.REACH),
    "national_id": Detector(national_id.CANDIDATE, national_id.find, reach=national_id.REACH),
}

USUAL: Final = ("email", "phone", "ssn", "credit_card")
"""The kinds that are looked for where nobody says which: the seed's."""
