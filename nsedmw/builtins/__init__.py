"""The builtins: one middleware a file. The table names them all; importing it imports none."""

from typing import Final

BUILTINS: Final[dict[str, str]] = {
    "rule_based": "nsedmw.builtins.rule_based:BUILTIN",
    "json_schema": "nsedmw.builtins.json_schema:BUILTIN",
    "redact_secrets": "nsedmw.builtins.redact_secrets:BUILTIN",
    "prompt_exposure": "nsedmw.builtins.prompt_exposure:BUILTIN",
    "signature_verification": "nsedmw.builtins.signature_verification:BUILTIN",
    "shell_guard": "nsedmw.builtins.shell_guard:BUILTIN",
    "prompt_injection": "nsedmw.builtins.prompt_injection:BUILTIN",
}
"""Name -> `module:attribute` of a `nsedmw.protocols.Builtin`."""
