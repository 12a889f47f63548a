"""Pipelines for tests, put together from checks."""

from __future__ import annotations

from nsedmw.engine import Engine
from nsedmw.loader.specs import CheckpointSpec, ConfigSpec
from nsedmw.pipeline.entry import Entry, Pipeline
from nsedmw.types import STAGES


def entry(name, check, *, point="before_prompt", **terms):
    terms.setdefault("stages", frozenset(STAGES[point]))
    terms.setdefault("timeout_secs", 30.0)
    terms.setdefault("foreign", True)
    terms.setdefault("guest", terms["foreign"])
    terms.setdefault("runner", "builtin")
    return Entry(name, check=check, **terms)


def engine_of(*entries, point="before_prompt", can_ask=True):
    """A live engine with these entries at one hook point."""
    pipelines = {
        name: Pipeline.of(
            name,
            stages,
            entries if name == point else (),
            clean=lambda text, content, secrets: text,
            clean_category=lambda text: text,
            can_ask=can_ask,
        )
        for name, stages in STAGES.items()
    }
    checkpoint = CheckpointSpec("NSEDMW_CHECKPOINT_KEY", None, True, None)
    return Engine(ConfigSpec("<test>", 1, {}, checkpoint), pipelines)
