"""The builtin `prompt_exposure`: gates, reasons, redaction, and what is refused at load."""

import json
import time
from math import log2

import pytest

import nsedmw
from nsedmw.builtins.prompt_exposure import BUILTIN, Gates
from nsedmw.detect.exposure import Indicator
from nsedmw.detect.exposure.defaults import EXPLAINER
from nsedmw.detect.exposure.scan import Found, Spot
from nsedmw.types import MESSAGE_POINTS, Context

PROMPT = (
    "You answer for Brightwater Freight. Never offer a refund above fifty euros without the"
    " written approval of a shift manager, and blame the weather first and the port second."
)
LEAK = "Never offer a refund above fifty euros without the written approval of a shift manager"


def judged(config, content, **given):
    entry = {"builtin": "prompt_exposure", "config": config}
    engine = nsedmw.loads(json.dumps({"middleware": {"on_provider_response": [entry]}}))
    return engine.run("on_provider_response", content, **given)


def problems(config):
    with pytest.raises(nsedmw.ConfigError) as caught:
        judged(config, "")
    return [(problem.where, problem.message) for problem in caught.value.problems]


def rules(result):
    return [one.rule for decision in result.decisions for one in decision.findings]


def test_it_serves_message_points():
    """Tool points have no answers that users read."""
    assert BUILTIN.points == tuple(MESSAGE_POINTS)


def test_a_leak_is_blocked_and_told_by_its_configured_names():
    """The reason names indicators, score and explainer; findings name every occurrence."""
    result = judged({}, "<STRATEGY>we submit_proposal</strategy> and " + "x" * 156)
    assert (result.verdict, result.block.category) == ("block", "prompt_exposure")
    assert result.block.reason == (
        "Content exposes prompt internals: <strategy>, submit_proposal; suspicion score 2.00. "
        + EXPLAINER
    )
    assert rules(result) == ["strategy", "submit_proposal", "strategy"]


def test_a_reason_names_a_few_and_cuts_long_names():
    """Five are named; the rest are counted."""
    names = [f"tool_{number}" for number in range(7)]
    config = {"extra_tool_names": [*names, "very_" + "long" * 30]}
    reason = judged(config, ", ".join(["very_" + "long" * 30, *names])).block.reason
    assert f"{('very_' + 'long' * 30)[:59]}…, tool_0, tool_1, tool_2, tool_3, and 3 more;" in reason


@pytest.mark.parametrize(
    ("config", "ends"),
    [
        ({}, EXPLAINER),
        ({"nsed_explainer": "Say this."}, "Say this."),
        ({"include_explainer_in_reason": False}, "suspicion score 0.08"),
        ({"include_explainer_in_reason": False, "nsed_explainer": "No."}, "suspicion score 0.08"),
    ],
)
def test_the_explainer_ends_the_reason_unless_it_is_switched_off(config, ends):
    """What a model may say instead stands at the end."""
    assert judged(config, "<strategy> x").block.reason.endswith(ends)


@pytest.mark.parametrize(
    ("length", "hits", "unit", "score"),
    [
        (200, 1, 200, 1.0),
        (1800, 1, 200, log2(10)),
        (200, 3, 200, 3.0),
        (50, 1, 50, 1.0),
        (0, 0, 200, 0),
    ],
)
def test_the_score_is_the_documented_one(length, hits, unit, score):
    """hits * log2(1 + length / unit)."""
    spots = [Spot(Indicator("tool_name", f"t{n}"), "", 0, 1, False) for n in range(hits)]
    found = Found((*spots, *spots), length)
    assert Gates(suspicion_length_unit_chars=unit).score(found) == pytest.approx(score)


LONG = "<strategy>" + "x" * 190


@pytest.mark.parametrize(
    ("config", "content", "verdict"),
    [
        ({"min_matches": 2}, "<strategy>a</strategy> <strategy>", "pass"),
        ({"min_matches": 2}, "<strategy> read_proposal", "block"),
        ({"min_answer_length_chars": 201}, LONG, "pass"),
        ({"min_answer_length_chars": 200}, LONG, "block"),
        ({"min_answer_length_chars": 14}, {"k": "<strategy>", "n": 12}, "block"),
        ({"min_answer_length_chars": 15}, {"k": "<strategy>", "n": 12}, "pass"),
        ({"min_suspicion_score": 1.0}, LONG, "block"),
        ({"min_suspicion_score": 1.01}, LONG, "pass"),
        ({"min_suspicion_score": 1.01, "suspicion_length_unit_chars": 100}, LONG, "block"),
        ({"xml_tags": []}, LONG, "pass"),
        ({"xml_tags": ["mine"]}, "<strategy> <mine>", "block"),
        ({"xml_tags": ["mine"]}, "<strategy>", "pass"),
        ({"extra_xml_tags": ["mine"]}, "<strategy>", "block"),
        ({"extra_xml_tags": ["mine"]}, "<mine>", "block"),
        ({"tool_names": ["mine"]}, "submit_proposal", "pass"),
        ({"extra_tool_names": ["mine"]}, "mine submit", "block"),
        ({"instruction_phrases": ["mine"]}, "Proposing Phase", "pass"),
        ({"extra_instruction_phrases": ["my words"]}, "so My Words are", "block"),
        ({"known_wrong_acronyms": ["mine"]}, "Neural Swarm", "pass"),
        ({"extra_known_wrong_acronyms": ["Foo Bar"]}, "a foo-bar", "block"),
    ],
)
def test_lists_and_gates(config, content, verdict):
    """A list replaces, `extra_` appends, and every gate has its edge."""
    assert judged(config, content).verdict == verdict


@pytest.mark.parametrize(
    ("content", "cleared"),
    [
        ("a <strategy>b</strategy> c", "a [redacted]b[redacted] c"),
        ("read_proposal read_critiques", "[redacted] [redacted]"),
        ("<str<strategy>ategy> x", "<str[redacted]ategy> x"),
        ({"submit_proposal": ["x <strategy>"], "n": 1},
         {"[redacted]": ["x [redacted]"], "n": 1}),
        ('{"a": "<strategy x", "b": "y>"}', '{"a": "[redacted]", "b": "y>"}'),
        ("clean", "clean"),
    ],
)  # fmt: skip
def test_a_redaction_takes_the_indicators_and_passes(content, cleared):
    """What stands around them stays, and nothing is found in the result."""
    result = judged({"action": "redact"}, content)
    assert (result.verdict, result.content) == ("pass", cleared)
    assert judged({}, result.content).verdict == "pass"


def test_a_redaction_may_take_what_tags_enclose():
    """From an opening tag to the one that closes it; a lone tag goes alone."""
    config = {"action": "redact", "redact_enclosed": True}
    text = "ok <strategy>plan <scratchpad>b</scratchpad> c</strategy>, fine <strategy> d"
    assert judged(config, text).content == "ok [redacted], fine [redacted] d"


@pytest.mark.parametrize(
    ("before", "verdict", "content"), [("x " * 3, "pass", "[redacted]"), ("x " * 9, "block", None)]
)
def test_what_a_replacement_makes_anew_is_redacted_a_few_times(before, verdict, content):
    """The result is looked at again; what does not end is blocked."""
    config = {"action": "redact", "extra_instruction_phrases": ["x [redacted]"]}
    result = judged(config, f"{before}submit_proposal")
    assert (result.verdict, result.content) == (verdict, content)


def test_what_cannot_be_cleared_is_blocked(monkeypatch):
    """More hits than are counted block, whatever the action."""
    monkeypatch.setattr("nsedmw.detect.exposure.scan.MOST_HITS", 3)
    result = judged({"action": "redact"}, "<strategy> " * 5)
    assert result.verdict == "block"
    assert "it could not be redacted" in result.block.reason
    assert judged({"min_matches": 2}, "<strategy> " * 5).verdict == "block"


@pytest.mark.parametrize(
    "content",
    [
        LEAK,
        {"lines": ["never offer a refund above", "fifty euros", "without the written approval of"]},
    ],
)
def test_words_of_the_system_prompt_are_a_hit_whatever_the_gates_say(content, canary):
    """They are told as such, and none of them is told."""
    config = {"min_matches": 9, "min_suspicion_score": 99, "include_explainer_in_reason": False}
    result = judged(config, content, system_prompt=f"{PROMPT} {canary}")
    assert result.verdict == "block"
    assert set(rules(result)) == {"system_prompt"}
    assert result.block.reason.startswith(
        "Content exposes prompt internals: text of the system prompt; suspicion score"
    )
    assert not {"refund", "fifty", "euros"} & set(result.block.reason.split())
    assert judged(config, content).verdict == "pass"


@pytest.mark.parametrize(
    ("config", "verdict"),
    [
        ({}, "block"),
        ({"prompt_fingerprint": False}, "pass"),
        ({"prompt_overlap_words": 16}, "pass"),
        ({"prompt_ngram_words": 16}, "pass"),
        ({"min_answer_length_chars": 1000}, "pass"),
    ],
)
def test_the_thresholds_of_the_prompt_are_options(config, verdict):
    """Fifteen words in a row are enough by default."""
    prompt = f"{PROMPT} " + " ".join(f"word{n}" for n in range(40))
    assert judged(config, LEAK, system_prompt=prompt).verdict == verdict


def test_shared_stretches_are_redacted_and_json_stays_json():
    """A stretch over two strings of a text that is JSON is replaced in each."""
    text = json.dumps({"lines": [LEAK[:38], LEAK[39:]], "n": 3})
    result = judged({"action": "redact"}, text, system_prompt=PROMPT)
    assert json.loads(result.content) == {"lines": ["[redacted]", "[redacted]"], "n": 3}
    result = judged({"action": "redact"}, f"I was told: {LEAK}.", system_prompt=PROMPT)
    assert result.content == "I was told: [redacted]."


@pytest.mark.parametrize(
    ("config", "where", "says"),
    [
        ({"xml_tags": ["<strategy>"]}, "xml_tags", "write `name` for `<name>`"),
        ({"extra_tool_names": ["read it"]}, "extra_tool_names", "instruction_phrases"),
        ({"extra_instruction_phrases": [" - "]}, "extra_instruction_phrases", "no letter or digit"),
        ({"nsed_explainer": "We use submit_proposal."}, "nsed_explainer", "looks for"),
        ({"action": "redact", "extra_tool_names": ["redacted"]}, "action", "itself be found"),
        ({"min_matches": 0}, "min_matches", ""),
        ({"suspicion_length_unit_chars": 0}, "suspicion_length_unit_chars", ""),
        ({"tool_name": []}, "tool_name", ""),
        ({"xml_tags": [], "tool_names": [], "instruction_phrases": [],
          "known_wrong_acronyms": [], "prompt_fingerprint": False}, "config", "look for nothing"),
    ],
)  # fmt: skip
def test_what_cannot_work_is_refused_at_load(config, where, says):
    """Each problem is told at its option."""
    assert any(where in place and says in message for place, message in problems(config))


def test_check_judges_without_a_prompt():
    """The plain form of the protocol is there as well."""
    built = BUILTIN.build({}, None)
    assert built.check(Context("<strategy>")).verdict == "block"
    assert built.check(Context(LEAK)).verdict == "pass"


@pytest.mark.parametrize(
    "piece", ["<", "&lt;", "<strategy x ", "< strategy a=", "read_proposal ", "a b c ", "\\u0041"]
)
def test_time_grows_with_the_length_alone(piece):
    """Four times the text takes no more than about four times as long, of processor time."""

    def secs(size):
        built = BUILTIN.build({}, None)
        began = time.process_time()
        built.check(Context(piece * (size // len(piece))))
        return time.process_time() - began

    secs(1000)
    small, large = min(secs(1 << 16), secs(1 << 16)), min(secs(1 << 18), secs(1 << 18))
    assert large < 10 * small + 0.05
