"""What gives a prompt away: its tags, tool names, phrases, false names, and its own words."""

from nsedmw.detect.exposure.fingerprint import Fingerprint, fingerprint
from nsedmw.detect.exposure.indicators import Indicator, Indicators, IndicatorsTooLarge
from nsedmw.detect.exposure.scan import SYSTEM_PROMPT, Found, Scanner

__all__ = [
    "SYSTEM_PROMPT",
    "Fingerprint",
    "Found",
    "Indicator",
    "Indicators",
    "IndicatorsTooLarge",
    "Scanner",
    "fingerprint",
]
