"""`redact_secrets`: what is found becomes a label, a warning or a block, and is told to nobody."""

import base64
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import nsedmw

GITHUB = "gh" + "p_" + "GfFizfxM4fdU1RwyGIerEinfVjZL5gLzBFSB"
AWS = "AKIA" + "Q3EGSFAKE7TEST2Z"
PASSWORD = "Trq8-vnLw2e"
KEY = "k" * 32


def engine(config=None, point="before_release"):
    entry = {"builtin": "redact_secrets", "config": config or {}}
    return nsedmw.loads(json.dumps({"middleware": {point: [entry]}}))


def judged(content, config=None, **arguments):
    return engine(config).run("before_release", content, **arguments)


def rules(result):
    return [one.rule for decision in result.decisions for one in decision.findings]


def test_a_secret_becomes_its_label_and_the_text_stays():
    """A pass with changed content; the findings say what went and from where."""
    text = f"use {GITHUB} and {AWS}, please"
    result = judged(text)
    assert result.verdict == "pass"
    assert result.content == "use [REDACTED:github_pat] and [REDACTED:aws_access_key], please"
    (decision,) = result.decisions
    assert decision.changed
    told = {(one.category, one.rule, text[one.start : one.end]) for one in decision.findings}
    assert told == {("secret", "github_pat", GITHUB), ("secret", "aws_access_key", AWS)}
    assert len(decision.findings) == len(told)


@pytest.mark.parametrize(
    ("action", "word", "reason"),
    [
        ("warn", "warn", "Content may contain github_pat — review before release"),
        ("block", "block", "Content contains github_pat"),
    ],
)
def test_it_may_warn_or_block_instead(action, word, reason):
    """The reason names kinds and no value."""
    result = judged(f"use {GITHUB}", {"action": action})
    said = result.block or result.warnings[0]
    assert (result.verdict, said.category, said.reason) == (word, "secret", reason)
    assert GITHUB not in json.dumps(result.to_dict()) or action == "warn"


def test_content_without_a_secret_is_as_it_was():
    """Not even a copy of it."""
    content = {"a": ["text", 1]}
    result = judged(content)
    assert (result.verdict, result.content, result.decisions[0].changed) == ("pass", content, False)


def test_json_keeps_its_shape_and_a_key_says_what_its_value_is():
    """Numbers too, also in a string that is JSON."""
    arguments = {"api_key": "k9s8d7f6g5h4", "token": 12345678, "n": 1}
    content = {"headers": [{"X-Api-Key": "k9s8d7f6g5h4"}], "body": json.dumps(arguments)}
    changed = judged(content).content
    assert changed["headers"][0].keys() == {"X-Api-Key"}
    assert "k9s8d7f6g5h4" not in json.dumps(changed)
    body = json.loads(changed["body"])
    assert body.keys() == arguments.keys()
    assert (body["token"], body["n"]) == ("[REDACTED:api_key_kv]", 1)


@pytest.mark.parametrize(
    "written",
    [
        lambda s: s,
        lambda s: base64.b64encode(f"user:{s}".encode()).decode(),
        lambda s: base64.urlsafe_b64encode(f"x{s}".encode()).decode().rstrip("="),
        lambda s: s.encode().hex(),
        lambda s: s.encode().hex().upper(),
        lambda s: "".join(f"%{byte:02X}" for byte in s.encode()),
        lambda s: s.replace("-", "&#45;"),
        lambda s: json.dumps(s)[1:-1].replace("-", "\\u002d"),
        lambda s: s[:4] + "\u200b" + s[4:],
        lambda s: json.dumps({"a": s}),
    ],
)
def test_a_value_that_the_run_names_is_found_however_it_is_written(written):
    """Plain, encoded, escaped or disguised; it is known, so no form has to be recognised."""
    text = f"it is {written(PASSWORD)} ."
    result = judged(text, {"kinds": [], "entropy": False}, secrets=[PASSWORD])
    assert "[REDACTED:secret]" in result.content
    assert "secret" in rules(result)
    again = judged(result.content, {"kinds": [], "entropy": False}, secrets=[PASSWORD])
    assert again.content == result.content
    assert judged(text, {"kinds": [], "entropy": False}).content == text


def test_known_values_are_never_fine():
    """Neither `allow` of other kinds nor our own label around it lets one through."""
    config = {"kinds": [], "entropy": False, "allow": [{"pattern": "it is .*", "kinds": ["jwt"]}]}
    text = f"it is [REDACTED:jwt:{'0' * 16}]"
    assert judged(text, {**config, "kinds": ["jwt"]}, secrets=["0" * 16]).content != text


def test_the_values_of_variables_are_found_and_never_told(monkeypatch):
    """They are read when the file is loaded."""
    monkeypatch.setenv("BILLING_KEY", PASSWORD)
    subject = engine({"secrets_env": ["BILLING_KEY"], "action": "block"})
    monkeypatch.delenv("BILLING_KEY")
    result = subject.run("before_release", f"so {PASSWORD}")
    assert (result.verdict, result.block.reason) == ("block", "Content contains secret")
    assert PASSWORD not in json.dumps([result.to_dict(), subject.explain()]) + repr(result)


def refused(config):
    with pytest.raises(nsedmw.ConfigError) as error:
        engine(config)
    return [(problem.where, problem.message) for problem in error.value.problems]


@pytest.mark.parametrize(
    ("config", "where", "message"),
    [
        ({"secrets_env": ["NSEDMW_NOT_SET"]}, "secrets_env[0]", "of this name is set"),
        ({"strategy": "hash"}, "strategy", "needs a key"),
        (
            {"strategy": "hash", "hash_key_env": "NSEDMW_NOT_SET"},
            "hash_key_env",
            "of this name is set",
        ),
        ({"strategy": "hash", "hash_key_env": "SHORT"}, "hash_key_env", "shorter than 16 bytes"),
        ({"secrets_env": ["s3cret-value"]}, "secrets_env[0]", "write the name alone"),
        ({"secrets_env": ["${LONG}"]}, "secrets_env[0]", "of this name is set"),
        ({"strategy": "mask", "action": "warn"}, "strategy", "nothing here redacts"),
        ({"patterns": [{"name": "a b", "pattern": "x"}]}, "patterns[0].name", "letters, digits"),
        (
            {"patterns": [{"name": "a", "pattern": "x"}, {"name": "a", "pattern": "y"}]},
            "patterns[1].name",
            "another pattern",
        ),
        ({"hash_key_env": "LONG"}, "hash_key_env", "only `strategy: hash`"),
        ({"patterns": [{"name": "jwt", "pattern": "x"}]}, "patterns[0].name", "of that name"),
        ({"patterns": [{"name": "a", "pattern": "("}]}, "patterns[0].pattern", "not a usable"),
        ({"patterns": [{"name": "a", "pattern": "x*"}]}, "patterns[0].pattern", "empty piece"),
        ({"allow": [{"word": "x", "kinds": ["jwtt"]}]}, "allow[0].kinds[0]", "did you mean 'jwt'"),
        ({"allow": [{"pattern": ".+"}]}, "allow[0].pattern", "allow everything"),
        ({"kinds": ["tokens"]}, "kinds[0]", "github_pat"),
        ({"min_entropy_bits": 9}, "min_entropy_bits", "6"),
    ],
)
def test_an_option_that_cannot_work_is_refused(config, where, message, monkeypatch):
    """When the file is loaded, with its place and what to write."""
    monkeypatch.setenv("SHORT", "abc")
    monkeypatch.setenv("LONG", KEY)
    (problem,) = refused(config)
    assert problem[0].endswith(where)
    assert KEY not in problem[1]
    assert "s3cret" not in problem[1]
    assert message in problem[1]


def test_a_static_look_leaves_variables_to_the_target_machine():
    """It lists them instead."""
    entry = {"builtin": "redact_secrets", "config": {"secrets_env": ["NSEDMW_NOT_SET"]}}
    text = json.dumps({"middleware": {"before_release": [entry]}})
    told = nsedmw.loads(text, static=True).explain()["unseen"]
    assert any("NSEDMW_NOT_SET" in line for line in told)


def test_forms_of_ones_own_have_their_own_name():
    """In findings, labels and reasons."""
    config = {"patterns": [{"name": "badge", "pattern": "BDG-[0-9]{4}"}], "kinds": []}
    result = judged("badge BDG-1234", config)
    assert (result.content, rules(result)) == ("badge [REDACTED:badge]", ["badge"])


def test_only_the_kinds_that_are_asked_for_are_looked_for():
    """Randomness has its own switch."""
    text = f"{GITHUB} {AWS}"
    config = {"kinds": ["aws_access_key"], "entropy": False}
    assert judged(text, config).content == f"{GITHUB} [REDACTED:aws_access_key]"
    assert rules(judged(text, {"kinds": [], "entropy": True, "action": "warn"})) == ["high_entropy"]


def test_what_is_known_to_be_fine_is_counted_and_left():
    """A key of the documentation, say."""
    result = judged(f"{GITHUB} {AWS}", {"allow": [GITHUB], "entropy": False})
    assert result.content == f"{GITHUB} [REDACTED:aws_access_key]"
    assert result.decisions[0].allowed > 0


def test_masks_show_the_end_of_long_values_alone():
    """As many asterisks whatever the length."""
    config = {"strategy": "mask", "patterns": [{"name": "pin", "pattern": "PIN-[0-9]{4}"}]}
    assert judged(f"{GITHUB} PIN-1234", config).content == f"********{GITHUB[-4:]} ********"


def test_hashes_are_equal_for_equal_values_under_one_key(monkeypatch):
    """And tell nothing to whoever has another key."""
    monkeypatch.setenv("HASH_KEY", KEY)
    config = {"strategy": "hash", "hash_key_env": "HASH_KEY"}
    first = judged(f"{GITHUB} {GITHUB} {AWS}", config).content.split()
    assert first[0] == first[1]
    assert first[0].startswith("[REDACTED:github_pat:")
    monkeypatch.setenv("HASH_KEY", KEY[::-1] + "x")
    assert judged(GITHUB, config).content != first[0]
    assert judged(" ".join(first), config).content == " ".join(first)


@pytest.mark.parametrize("strategy", ["label", "mask", "hash"])
@given(
    parts=st.lists(
        st.sampled_from(
            [GITHUB, AWS, f"password={PASSWORD}", f"postgres://u:{PASSWORD}@h/d", "text", " ", "\n",
             '"', "token: 12345678", f"Authorization: Bearer {PASSWORD}abcdef", "é", "{", "}"]
        ),
        max_size=8,
    )
)  # fmt: skip
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_redacting_twice_is_redacting_once(strategy, parts, monkeypatch):
    """What is left in the place of a secret is none."""
    monkeypatch.setenv("HASH_KEY", KEY)
    config = {"strategy": strategy}
    if strategy == "hash":
        config["hash_key_env"] = "HASH_KEY"
    subject = engine(config)
    once = subject.run("before_release", "".join(parts)).content
    assert subject.run("before_release", once).content == once


def test_it_serves_every_message_and_tool_point():
    """Arguments and results of tools as well."""
    for point in ("before_prompt", "on_provider_response", "on_completion", "on_job_complete"):
        assert engine(point=point).run(point, GITHUB).content == "[REDACTED:github_pat]"
    call = {"name": "post", "arguments": {"token": GITHUB}, "call_id": "c", "turn": 1}
    result = engine(point="before_tool").run("before_tool", tool=call)
    assert GITHUB not in json.dumps(result.to_dict())


def test_what_is_encoded_is_read_where_it_is_asked_for():
    """The encoded characters go."""
    text = f"x {base64.b64encode(f'k: {GITHUB} .'.encode()).decode()} y"
    config = {"kinds": ["github_pat"], "entropy": False}
    assert judged(text, config).content == text
    changed = judged(text, {**config, "decode": ["base64"]}).content
    assert "[REDACTED:github_pat]" in changed
    assert changed.startswith("x ")
    assert changed.endswith(" y")


def test_allowing_one_kind_frees_no_other():
    """What is found inside an allowed match by another kind is told."""
    config = {"allow": [{"pattern": r"Bearer \S+", "kinds": ["bearer"]}]}
    assert GITHUB not in judged(f"Authorization: Bearer {GITHUB}", config).content


def test_no_path_of_a_finding_tells_a_key_that_was_a_secret():
    """The result is logged and stored."""
    for action in ("redact", "block"):
        config = {"action": action}
        result = judged({GITHUB: {"password": PASSWORD}}, config, secrets=[PASSWORD])
        assert GITHUB not in json.dumps(result.to_dict())


@pytest.mark.parametrize("strange", ["[REDACTED:acmeXkey]", f"[REDACTED:jwt:{'a' * 16}]"])
def test_what_looks_like_our_own_label_is_no_free_pass(strange):
    """A name of one's own is no pattern, and a label has no digest behind it."""
    config = {"patterns": [{"name": "acme.key", "pattern": "acmeXkey|a{16}"}], "kinds": ["jwt"]}
    assert judged(strange, config).content != strange
