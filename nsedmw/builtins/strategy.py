"""`strategy`: what a redaction leaves in the place of what it takes.

`label` `[REDACTED:<kind>]`; `mask` eight asterisks and, of a long value, its last four characters;
`hash` `[REDACTED:<kind>:<16 hexadecimal digits>]`, equal for equal values under one key; `token` a
text that a session turns back into the value.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from typing import Any, Final

from nsedmw.builtins.problems import Problems
from nsedmw.detect.redaction import Write, label
from nsedmw.errors import Failure, OptionsRefused
from nsedmw.protocols import Private, Site

TAILED: Final = ("hash", "token")
"""Strategies that write sixteen hexadecimal digits behind the kind."""
MASK: Final = "*" * 8
_SHOWN: Final = 4
_LONG: Final = 16
"""Characters from which on showing the last four gives nothing away, as dashboards do."""
_DIGITS: Final = 16
"""64 bits: two of a million values share them with a chance of 1 in 37 million."""
_LEAST_KEY: Final = 16
"""Bytes; a shorter key can be tried out."""

Strategy = Callable[[Private], Write]
"""What a run keeps private -> how its hits are written."""


def strategy_of(
    options: Mapping[str, Any], site: Site, problems: Problems, *, redacts: bool
) -> Strategy:
    """Return the strategy that options ask for; `problems` gets what stands against it.

    One that nothing comes under, since nothing `redacts`, is not what was meant.
    """
    chosen = options.get("strategy", "label")
    if "strategy" in options and not redacts:
        problems.add(("strategy",), "nothing here redacts, so it does nothing; set an action to "
                     "`redact`, or leave it out")  # fmt: skip
    if chosen != "hash" and "hash_key_env" in options:
        problems.add(("hash_key_env",), "only `strategy: hash` has a key; say that or leave it out")
    match chosen:
        case "mask":
            return lambda _: masked
        case "hash":
            return _hashing(options, site, problems)
        case "token":
            return _token
        case _:
            return lambda _: label


def masked(kind: str, text: str) -> str:
    """Asterisks, always as many, and the end of a long value."""
    del kind
    return MASK + (text[-_SHOWN:] if len(text) >= _LONG else "")


def _hashing(options: Mapping[str, Any], site: Site, problems: Problems) -> Strategy:
    key = ""
    if "hash_key_env" not in options:
        problems.add(("strategy",), "`hash` needs a key, or short values could be tried out; name "
                     "the variable that holds one under `hash_key_env`")  # fmt: skip
    else:
        try:
            key = site.variable(("hash_key_env",), options["hash_key_env"]) or ""
            if key and len(key.encode()) < _LEAST_KEY:
                problems.add(("hash_key_env",), f"its key is shorter than {_LEAST_KEY} bytes; make "
                             "one with `openssl rand -hex 32`")  # fmt: skip
        except OptionsRefused as refused:
            problems.take(refused)
    secret = key.encode()

    def hashed(kind: str, text: str) -> str:
        digest = hmac.digest(secret, text.encode(), "sha256").hex()
        return f"[REDACTED:{kind}:{digest[:_DIGITS]}]"

    return lambda _: hashed


def _token(private: Private) -> Write:
    if private.vault is None:
        raise Failure("limit", "strategy token needs a session (engine.session)")
    return private.vault.token
