"""Results and errors as users hold them."""

import pytest

import nsedmw
from nsedmw.types import (
    DEFAULT_STAGE,
    HOOK_POINTS,
    STAGES,
    Block,
    Decision,
    Finding,
    Result,
    Warned,
    stage_named,
)


def test_the_eight_hook_points_and_their_stages():
    assert HOOK_POINTS == (
        "before_prompt",
        "on_provider_response",
        "before_release",
        "on_completion",
        "on_job_complete",
        "before_tool",
        "around_tool",
        "after_tool",
    )
    assert STAGES["before_release"] == ("edit", "release")
    assert DEFAULT_STAGE["before_release"] == "release"
    assert stage_named("providerresponse") == "provider_response"
    assert stage_named("around_tool") is None


def test_a_result_as_json_has_every_member_in_order():
    finding = Finding("pii", "email", "/a", 1, 5)
    key = Finding("pii", "email", "/a", 1, 5, in_key=True)
    decision = Decision("m", "builtin", "release", "warn", "pii", "why", findings=(finding, key))
    result = Result(
        "warn",
        {"a": "x"},
        warnings=(Warned("m", "pii", "why", (finding,)),),
        decisions=(decision,),
        run_id="r",
    )
    plain = result.to_dict()
    assert list(plain) == [
        "verdict",
        "content",
        "question",
        "warnings",
        "block",
        "hook_state",
        "decisions",
        "skipped",
        "run_id",
        "allowed",
    ]
    at = {"category": "pii", "rule": "email", "path": "/a", "start": 1, "end": 5}
    assert plain["warnings"] == [
        {"middleware": "m", "category": "pii", "reason": "why", "findings": [at]}
    ]
    assert plain["decisions"][0]["findings"] == [at, {**at, "in_key": True}]
    assert plain["block"] is None
    assert plain["allowed"] is True


def test_a_block_raises_on_request_and_carries_no_content():
    result = Result("block", None, block=Block("m", "c", "why", failure="crash"), run_id="r")
    with pytest.raises(nsedmw.Blocked) as caught:
        result.raise_for_block()
    error = caught.value
    assert (error.middleware, error.category, error.reason) == ("m", "c", "why")
    assert (error.failure, error.run_id) == ("crash", "r")
    assert str(error) == "blocked by 'm' (c): why"
    assert isinstance(error, nsedmw.Error)


def test_an_ask_raises_its_own_kind_of_blocked():
    decision = Decision("m", "builtin", "before_tool", "ask")
    result = Result("ask", None, question="sure?", decisions=(decision,))
    with pytest.raises(nsedmw.ApprovalRequired) as caught:
        result.raise_for_block()
    assert (caught.value.middleware, caught.value.question) == ("m", "sure?")
    assert isinstance(caught.value, nsedmw.Blocked)


@pytest.mark.parametrize("verdict", ["pass", "warn"])
def test_an_allowed_result_raises_nothing(verdict):
    result = Result(verdict, "x")
    result.raise_for_block()
    assert result.allowed


def test_results_are_frozen():
    with pytest.raises(AttributeError):
        Result("block", None).verdict = "pass"
