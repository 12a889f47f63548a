"""The engine that scoring, shapes and fuzzing all run: every detector that there is, at once."""

from __future__ import annotations

import json
from typing import Any, Final

import nsedmw
from nsedmw.detect.pii import DETECTORS

POINT: Final = "before_release"
DECODE: Final = ["base64", "hex", "url", "html"]


def engine(action: str, *, decode: bool = True) -> nsedmw.Engine:
    """All kinds of personal data, secrets and the prompt's exposure, hits answered by `action`.

    `action` is `warn` or `redact`. Where it is `warn`, a prompt's exposure only observes, since it
    knows no warning. No length limit, and control characters are let through to the detectors.
    """
    return nsedmw.loads(json.dumps({"middleware": {POINT: list(_entries(action, decode=decode))}}))


def _entries(action: str, *, decode: bool) -> list[dict[str, Any]]:
    kinds = list(DETECTORS)
    rules: dict[str, Any] = {
        "pii_patterns": kinds,
        "pii_action": action,
        "max_content_length": 0,
        "binary_detection": False,
    }
    secrets: dict[str, Any] = {"action": action}
    if decode:
        rules["decode"] = secrets["decode"] = DECODE
    mode = "observe" if action == "warn" else "enforce"
    return [
        {"builtin": "rule_based", "config": rules},
        {"builtin": "redact_secrets", "config": secrets},
        {"builtin": "prompt_exposure", "config": {"action": "redact"}, "mode": mode},
    ]
