"""The phrasings of prompt injections by family, each with how much it says by itself.

1 is enough to be told, less needs company nearby. Families and their usual wordings follow OWASP's
LLM01:2025 (Prompt Injection) and its Prompt Injection Prevention Cheat Sheet, and MITRE ATLAS
AML.T0051 and AML.T0054; the phrases are ours.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Signal(NamedTuple):
    """A phrase of a family in the notation of `grammar`; `weight` from 0 to 1."""

    family: str
    weight: float
    phrase: str


SIGNALS: Final = (
    # Orders to drop what the model was told before.
    Signal(
        "override", 1, "ignore ~2 previous|all ~3 instruction / ignore ~3 instruction ~2 previous"
    ),
    Signal("override", 1, "ignore ~2 your ~3 instruction|core"),
    Signal("override", 1, "ignore ~1 all ~1 previous ~2 rule"),
    Signal("override", 1, "previous|your|all ~2 instruction ~4 ignore"),
    Signal("override", 1, "not|disable ~1 follow ~3 previous|your|all ~3 instruction|rule"),
    Signal("override", 1, "disable ~2 your ~2 instruction|core|rule"),
    Signal("override", 1, "^ ignore ~2 instruction|core"),
    Signal("override", 0.75, "ignore ~2 previous|all|your ~3 rule / ignore ~3 rule ~2 previous"),
    Signal("override", 0.5, "ignore ~1 instruction|core"),
    Signal("override", 0.25, "ignore|disable ~1 instruction|rule"),
    Signal("override", 0.75, "ignore ~1 all ~2 previous|told"),
    Signal(
        "override",
        0.75,
        "ignore ~2 usual ~2 rule|instruction / ignore ~1 rule|instruction ~2 usual",
    ),
    Signal("override", 0.5, "new ~2 instruction :"),
    Signal("obedience", 0.75, "only ~4 own ~2 instruction / follow ~3 own ~3 instruction ~1 only"),
    Signal("obedience", 0.5, "follow|operate ~3 own ~2 instruction"),
    Signal("override", 0.5, "authority ~2 override"),
    # Personas without limits, and modes that no model has.
    Signal("persona", 1, "you are now ~6 free|jailbreak|power"),
    Signal("persona", 1, "pretend ~6 free|jailbreak / pretend ~6 without ~2 rule|instruction"),
    Signal("persona", 1, "operate ~3 without ~2 core|instruction"),
    Signal("persona", 0.5, "you are now / from now onward ~3 you / you ~1 now ~4 model"),
    Signal("persona", 0.5, "power mode / enter ~2 mode"),
    Signal("persona", 0.5, "without ~2 core / free ~1 model / jailbreak"),
    Signal("persona", 1, "free ~1 mode|model"),
    Signal("persona", 0.5, "operate|pretend ~4 free"),
    Signal("persona", 1, "do anything now"),
    # Getting at the prompt.
    Signal(
        "extraction", 1, "reveal ~4 hidden ~2 instruction / give ~2 your ~2 hidden ~2 instruction"
    ),
    Signal("extraction", 1, "reveal|give ~3 your ~3 instruction"),
    Signal("extraction", 0.75, "reveal|give ~3 your ~3 rule|hidden|secret"),
    Signal("extraction", 0.5, "reveal|give ~3 your ~3 config"),
    Signal("extraction", 0.5, "reveal ~3 instruction|core"),
    Signal("extraction", 0.75, "^ reveal ~2 veiled ~2 config|rule|words"),
    Signal("extraction", 0.5, "reveal ~2 veiled ~2 config|rule|words"),
    Signal("extraction", 1, "reveal ~4 instruction ~2 hidden"),
    Signal("extraction", 1, "ask ~3 your ~2 hidden ~2 instruction"),
    Signal(
        "extraction",
        1,
        "ask ~4 hidden ~2 instruction ~4 you|your / ask ~5 instruction ~2 hidden ~4 you|your",
    ),
    Signal("extraction", 0.5, "ask ~3 your ~3 instruction|core"),
    Signal("extraction", 0.5, "your ~1 instruction|core / your ~2 hidden ~1 config|rule|words"),
    Signal("extraction", 0.25, "your ~1 config|rule"),
    Signal("extraction", 0.25, "hidden ~1 instruction|config"),
    Signal("extraction", 1, "repeat ~3 words ~2 previous"),
    # Getting data out.
    Signal("exfiltration", 0.75, "send ~5 data ~6 place"),
    # Taking away the no.
    Signal("refusal_suppression", 0.5, "not ~1 refuse / not say ~3 cant"),
    # Making it say the attacker's words.
    Signal("forced_output", 1, "say ~10 have been pwned"),
    Signal("forced_output", 0.5, "have been pwned / say ~8 pwned"),
    # Orders to the model inside what it reads.
    Signal("agent_order", 0.75, "model ~3 reading ~8 must / attention ~2 model :"),
    # Orders in another writing.
    Signal("obfuscation", 0.75, "decode ~6 execute"),
)
