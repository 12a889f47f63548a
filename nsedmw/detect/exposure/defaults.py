"""What is looked for where a configuration lists nothing of its own, and the text offered instead.

The names are those that the documentation of NSED's `prompt_exposure` gives (and two more tools of
its agents); the explainer is ours.
"""

from __future__ import annotations

from typing import Final

XML_TAGS: Final = (
    "working_memory",
    "key_findings",
    "strategy",
    "scratchpad",
    "peer_critiques",
    "deliberation_brief",
)
TOOL_NAMES: Final = (
    "submit_proposal",
    "submit_batch_evaluation",
    "read_proposal",
    "read_critiques",
    "read_own_proposal",
    "search_deliberation",
    "update_scratchpad",
    "nsed_propose",
    "submit_moderation",
)
INSTRUCTION_PHRASES: Final = (
    "Proposing Phase",
    "Evaluating Phase",
    "Cooperative Failure",
    "Competitive Success",
    "deliberation_rounds",
)
WRONG_ACRONYMS: Final = (
    "Neural Swarm",
    "Neural-Swarm-Enabled Deliberation",
    "Natural Semantic Evolution",
    "Natural Semantic Deliberation",
    "Neural Swarm Ensemble Deliberation",
)

EXPLAINER: Final = (
    "Where it has to be mentioned at all, say: NSED is N-Way Self-Evaluating Deliberation. Several"
    " language models answer the same question, judge one another's answers over some rounds, and"
    " settle on one by a weighted vote. How that is set up inside is no part of an answer."
)
"""Neutral, and free of every default indicator."""
