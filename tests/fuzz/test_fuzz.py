"""Every detector at once, over texts made to hurt: an answer in time, and one that holds."""

from __future__ import annotations

import json
from functools import cache
from time import perf_counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.fuzz.engines import POINT, engine
from tests.fuzz.shapes import MIB, stretched
from tests.fuzz.strategies import stretches, texts, values

pytestmark = pytest.mark.timeout(600)
"""A dozen texts of a MiB each, traced for coverage on a busy machine."""

HANGS_SECS = 30.0
"""A guard against hanging alone, five times what the slowest took with coverage and a busy machine;
what is promised, two seconds, the benchmarks measure."""
SLOW = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@cache
def ready(action):
    """One engine for all examples."""
    return engine(action)


def run(action, content):
    """The result over a content, which no detector failed at."""
    result = ready(action).run(POINT, content)
    failures = [decision.failure for decision in result.decisions if decision.failure]
    assert not failures, failures
    return result


def unescaped(step):
    """A step of a JSON Pointer, RFC 6901, as the key that it is."""
    return step.replace("~1", "/").replace("~0", "~")


def at(content, path):
    """The string that a finding's path leads to."""
    for step in map(unescaped, path.split("/")[1:]):
        content = content[int(step)] if isinstance(content, list) else content[step]
    return content


def shape(value):
    """What stays as it is: which containers there are, and how many members each has."""
    if isinstance(value, dict):
        return ["object", *sorted((shape(one) for one in value.values()), key=repr)]
    if isinstance(value, list):
        return ["array", *map(shape, value)]
    return "scalar"


@pytest.mark.slow
@settings(max_examples=12, phases=[Phase.explicit, Phase.generate], **SLOW)
@given(stretches())
def test_no_megabyte_of_any_shape_takes_long(parts):
    """A text of up to a MiB is judged, or fails for its number of hits, without hanging."""
    text = stretched(parts, MIB)
    begun = perf_counter()
    ready("warn").run(POINT, text)
    assert perf_counter() - begun < HANGS_SECS


@settings(max_examples=80, **SLOW)
@given(texts(1500))
def test_findings_lie_in_the_text(text):
    """Every finding is a stretch of the text that it was found in, and the result is JSON."""
    result = run("warn", text)
    assert json.loads(json.dumps(result.to_dict()))["content"] == text
    for decision in result.decisions:
        for finding in decision.findings:
            assert 0 <= finding.start < finding.end <= len(text), finding


@settings(max_examples=60, **SLOW)
@given(texts(1500))
def test_what_was_redacted_is_not_found_again(text):
    """A redaction over a redaction changes nothing."""
    once = run("redact", text)
    if once.block is None:
        assert run("redact", once.content).content == once.content


@settings(max_examples=80, **SLOW)
@given(values(300))
def test_structured_content_keeps_its_shape(value):
    """A redaction changes strings, numbers and keys; containers stay, and the rest is JSON."""
    result = run("redact", value)
    if result.block is None:
        assert shape(json.loads(json.dumps(result.content))) == shape(value)


@settings(max_examples=60, **SLOW)
@given(values(300))
def test_findings_in_structured_content_lie_in_their_string(value):
    """A path leads to the string that was hit, and the finding lies in it."""
    for decision in run("warn", value).decisions:
        for finding in decision.findings:
            key = unescaped(finding.path.rpartition("/")[2])
            text = key if finding.in_key else at(value, finding.path)
            assert 0 <= finding.start < finding.end <= len(str(text)), finding


@settings(max_examples=60, **SLOW)
@given(values(300).filter(lambda value: isinstance(value, dict | list)))
def test_json_text_stays_json(value):
    """A text that is JSON is JSON of the same shape after its redaction."""
    result = run("redact", json.dumps(value, ensure_ascii=False))
    if result.block is None:
        assert shape(json.loads(result.content)) == shape(value)
