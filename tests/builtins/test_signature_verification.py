"""The builtin `signature_verification`: which content passes, and what every other is told."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode, urlsafe_b64encode

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import assume, given
from hypothesis import strategies as st

import nsedmw
from nsedmw.builtins.signature_verification import BUILTIN
from nsedmw.errors import OptionsRefused
from nsedmw.types import Context, Finding, Verdict

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
ORDER = 2**252 + 27742317777372353535851937790883648493
"""Of the group (RFC 8032 §5.1)."""


def public(private):
    return b64encode(private.public_key().public_bytes_raw()).decode()


KEYS = {"ops": public(PRIVATE), "qa": public(OTHER)}


def signature(content, private=PRIVATE):
    return b64encode(private.sign(rfc8785.dumps(content))).decode()


def signed(private=PRIVATE, **members):
    content = {"key_id": "ops", **members}
    return {**content, "signature": signature(content, private)}


def build(**options):
    return BUILTIN.build({"keys": KEYS, **options}, None)


def verdict(content, run=None, **options):
    return build(**options).check(Context(content, **(run or {})))


def rule(content, run=None, **options):
    """The rule that blocked, None for a pass."""
    found = verdict(content, run, **options)
    if found.verdict == "pass":
        return None
    (finding,) = found.findings
    assert (found.verdict, found.category, finding.category) == ("block", "signature", "signature")
    return finding.rule


def test_signed_content_passes_as_it_is():
    """A pass changes nothing, and the signature stays in the content."""
    assert verdict(signed(text="x", list=[1, 2.5, None, {"a": True}])) == Verdict("pass")


def test_order_of_members_and_white_space_do_not_count():
    """What is signed is the canonical form, not the text that came."""
    content = signed(b=1, a={"z": 0, "y": "ü"})
    turned = dict(reversed(content.items())) | {"a": {"y": "ü", "z": 0}}
    assert rule(json.loads(json.dumps(turned, indent=7))) is None


RFC_8785_NAMES = (
    '{"\\r":1,"1":2,"key_id":"ops","\u0080":3,"\u00f6":4,"\u20ac":5,"\U0001f600":6,"\ufb33":7}'
)
RFC_8785_VALUES = (
    '{"key_id":"ops","literals":[null,true,false],'
    '"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
    '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
)


@pytest.mark.parametrize(
    ("canonical", "content"),
    [
        (RFC_8785_NAMES, json.loads(RFC_8785_NAMES)),
        (
            RFC_8785_VALUES,
            {
                "string": "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
                "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 1e-27],
                "literals": [None, True, False],
                "key_id": "ops",
            },
        ),
        ('{"key_id":"ops","n":[0,0,1,1,100000000000000000000]}',
         {"key_id": "ops", "n": [0.0, -0.0, 1, 1.0, 1e20]}),
    ],
    ids=["members by UTF-16 units (3.2.3)", "values (3.2.2)", "numbers as JavaScript writes them"],
)  # fmt: skip
def test_the_signed_bytes_are_those_of_rfc_8785(canonical, content):
    """The bytes are written out from the RFC's own examples, not by the library."""
    given_ = b64encode(PRIVATE.sign(canonical.encode())).decode()
    assert rule({**content, "signature": given_}) is None


GOOD = signed(text="x")
SIGNATURE = GOOD["signature"]
RAW = b64decode(SIGNATURE)


def with_signature(value):
    return {**GOOD, "signature": value}


def bytes_as_text(raw):
    return b64encode(raw).decode()


# The last character before the padding has four bits that no byte needs.
_LOOSE_BITS = SIGNATURE[:85] + chr(ord(SIGNATURE[85]) + 1) + "=="


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("text", "unsigned"),
        (json.dumps(GOOD), "unsigned"),
        ([GOOD], "unsigned"),
        (None, "unsigned"),
        ({}, "unsigned"),
        ({"key_id": "ops", "text": "x"}, "unsigned"),
        (with_signature(None), "unsigned"),
        (with_signature([SIGNATURE]), "unsigned"),
        ({"text": "x", "signature": SIGNATURE}, "unsigned"),
        ({**GOOD, "key_id": 7}, "unsigned"),
        (with_signature(""), "malformed"),
        (with_signature(SIGNATURE[:-2]), "malformed"),
        (with_signature(SIGNATURE + "\n"), "malformed"),
        (with_signature(" " + SIGNATURE[:-1]), "malformed"),
        (with_signature(urlsafe_b64encode(b"\xff" * 64).decode()), "malformed"),
        (with_signature("é" * 88), "malformed"),
        (with_signature(_LOOSE_BITS), "malformed"),
        (with_signature(bytes_as_text(RAW[:63])), "malformed"),
        (with_signature(bytes_as_text(RAW + b"\0")), "malformed"),
        ({**GOOD, "key_id": "nobody"}, "unknown_key"),
        ({**GOOD, "key_id": ""}, "unknown_key"),
        ({**GOOD, "key_id": "OPS"}, "unknown_key"),
        ({**GOOD, "key_id": "qa"}, "wrong"),
        (signed(OTHER, text="x"), "wrong"),
        ({**GOOD, "text": "y"}, "wrong"),
        ({**GOOD, "more": None}, "wrong"),
        ({key: value for key, value in GOOD.items() if key != "text"}, "wrong"),
        (with_signature(bytes_as_text(bytes(64))), "wrong"),
        (signed(n=2**53 - 1), None),
        ({**GOOD, "n": 2**53}, "number"),
        ({**GOOD, "deep": [{"n": -(2**53)}]}, "number"),
    ],
)
def test_what_is_not_signed_by_a_known_key_blocks(content, expected):
    """Every way in which a signature can be missing or wrong has a rule of its own."""
    assert rule(content) == expected


def test_loose_bits_are_the_same_bytes_to_a_lenient_reader():
    """The row above is about a second text for the very same signature."""
    assert b64decode(_LOOSE_BITS) == RAW


def test_a_second_signature_made_of_the_first_is_refused():
    """S + L signs what S signs, to a verifier that does not compare with L (RFC 8032 §5.1.7)."""
    s = int.from_bytes(RAW[32:], "little") + ORDER
    raw = RAW[:32] + s.to_bytes(32, "little")
    assert rule(with_signature(bytes_as_text(raw))) == "wrong"


WANTED = "an object with /key_id and /signature is wanted"
BEYOND = "(a whole number beyond 9007199254740991)"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("x", f"Content is not signed: it is text (JSON inside text is not read); {WANTED}"),
        ([], f"Content is not signed: it is no object; {WANTED}"),
        ({}, "Content is not signed: there is no /signature"),
        (with_signature(5), "Content is not signed: /signature is not a string"),
        (with_signature("x"), "The signature at /signature is not the standard base64 of 64 bytes"),
        ({"signature": SIGNATURE}, "Content does not name its key: there is no /key_id"),
        ({**GOOD, "key_id": "x"}, "The key that /key_id names is not known here"),
        ({**GOOD, "text": "y"}, "The signature does not fit the content and the key 'ops'"),
        ({**GOOD, "n": 2**60}, f"Content holds a number that RFC 8785 cannot hold {BEYOND}"),
    ],
)
def test_the_reason_says_what_is_wrong(content, reason):
    """A person can mend it from the reason alone."""
    assert verdict(content).reason == reason


@pytest.mark.parametrize("member", ["key_id", "signature", "text"])
def test_nothing_of_the_content_is_in_the_verdict(member, canary):
    """Neither value nor key of the content is quoted, whatever is wrong with it."""
    for content in ({**GOOD, member: canary}, {**GOOD, canary: 2**60}, canary, {member: canary}):
        found = verdict(content)
        assert found.verdict == "block"
        assert canary not in f"{found.reason} {found.findings}"


def test_a_key_id_is_shown_cut_and_escaped():
    """An id of the configuration cannot fool the reader of a reason."""
    key_id = "\x1b[2J\u202e" + "k" * 100
    content = {"key_id": key_id, "signature": SIGNATURE}
    reason = verdict(content, keys={key_id: KEYS["ops"]}).reason
    assert "'\\x1b[2J\\u202e" + "k" * 48 in reason
    assert reason.isprintable()
    assert "k" * 65 not in reason


def nested(**members):
    """Content that keeps its signature under /proof."""
    content = {"proof": {"by/whom": "ops", "~v": 1}, "list": [{"id": "ops"}], **members}
    made = signature(content)
    return {**content, "proof": {**content["proof"], "si~g/1": made}}


PLACES = {"signature_path": "/proof/si~0g~11", "key_id_path": "/proof/by~1whom"}


def test_signature_and_key_id_may_stand_anywhere():
    """Pointers are read with their escapes; what stands around the signature is signed."""
    content = nested(text="x")
    assert rule(content, **PLACES) is None
    assert rule(content, **{**PLACES, "key_id_path": "/list/0/id"}) is None
    changed = {**content, "proof": {**content["proof"], "~v": 2}}
    assert rule(changed, **PLACES) == "wrong"
    assert rule({**content, "proof": {}}, **PLACES) == "unsigned"
    assert rule({**content, "proof": "x"}, **PLACES) == "unsigned"


def test_the_escapes_of_a_pointer_are_read_in_the_order_of_rfc_6901():
    """~01 is ~1, not a slash."""
    content = {"~1": "ops", "text": "x"}
    content["signature"] = signature(content)
    assert rule(content, key_id_path="/~01") is None


def test_verifying_leaves_the_content_as_it_was():
    """The member is left out of a copy, at any depth."""
    content = nested(text="x")
    before = json.dumps(content)
    assert rule(content, **PLACES) is None
    assert json.dumps(content) == before


@pytest.mark.parametrize("index", ["00", "-1", "1", "9" * 30, "x", ""])
def test_an_index_of_a_list_is_read_as_rfc_6901_has_it(index):
    """No leading zero, no sign, and nothing outside of the list."""
    content = nested(text="x")
    assert rule(content, **{**PLACES, "key_id_path": f"/list/{index}/id"}) == "unsigned"


def test_a_signature_inside_an_object_of_a_list_verifies_and_an_item_does_not():
    """Taking an item out would move the ones behind it."""
    content = {"key_id": "ops", "proofs": [{"of": "a"}, {"of": "b"}]}
    made = signature(content)
    inside = {**content, "proofs": [{"of": "a"}, {"of": "b", "sig": made}]}
    assert rule(inside, signature_path="/proofs/1/sig") is None
    item = {**content, "proofs": [made, {"of": "b"}]}
    assert rule(item, signature_path="/proofs/0") == "unsigned"


@pytest.mark.parametrize(
    ("agents", "agent_id", "expected"),
    [
        (["writer-*", "editor"], "writer-7", None),
        (["writer-*", "editor"], "editor", None),
        (["writer-*", "editor"], "Editor", "agent"),
        (["writer-*", "editor"], "reviewer", "agent"),
        (["*"], "anyone", None),
        (["*"], "", "agent"),
    ],
)
def test_a_key_serves_only_the_agents_that_it_names(agents, agent_id, expected):
    """A run without an agent is none of those that a list names."""
    keys = {"ops": {"key": KEYS["ops"], "agents": agents}}
    assert rule(GOOD, {"agent_id": agent_id}, keys=keys) == expected


def test_a_key_without_agents_serves_a_run_that_names_none():
    """Only a list of agents narrows a key."""
    assert rule(GOOD, {"agent_id": ""}, keys={"ops": {"key": KEYS["ops"]}}) is None


RUN = {"agent_id": "a", "job_id": "j", "round": 1}


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (RUN, None),
        ({**RUN, "round": 1.0}, None),
        ({**RUN, "agent_id": "b"}, "bind"),
        ({**RUN, "job_id": ""}, "bind"),
        ({**RUN, "job_id": None}, "bind"),
        ({**RUN, "round": 2}, "bind"),
        ({**RUN, "round": "1"}, "bind"),
        ({**RUN, "round": True}, "bind"),
        ({"agent_id": "a", "job_id": "j"}, "bind"),
        ({"agent_id": "a", "round": 1}, "bind"),
        ({"job_id": "j", "round": 1}, "bind"),
    ],
)
def test_bound_members_must_be_signed_and_those_of_the_run(members, expected):
    """A signature for one agent, job or round does not serve another."""
    content = signed(**members)
    assert rule(content, RUN, bind=["agent_id", "job_id", "round"]) == expected
    assert rule(content, RUN) is None


def test_a_bound_member_has_to_be_covered_by_the_signature():
    """Adding it afterwards changes what was signed."""
    assert rule({**GOOD, "job_id": "j"}, RUN, bind=["job_id"]) == "wrong"


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"signature_path": ""}, "signature_path"),
        ({"signature_path": "signature"}, "signature_path"),
        ({"signature_path": "/a~2"}, "signature_path"),
        ({"key_id_path": "/a~"}, "key_id_path"),
        ({"signature_path": "/key_id"}, "key_id_path"),
        ({"signature_path": "/a", "key_id_path": "/a/b"}, "key_id_path"),
        ({"signature_path": "/a/b", "key_id_path": "/a"}, "signature_path"),
        ({"signature_path": "/job_id", "bind": ["job_id"]}, "signature_path"),
        ({"signature_path": "/round/s", "bind": ["round"]}, "signature_path"),
    ],
)
def test_places_that_cannot_be_signed_are_refused_at_load(options, path):
    """What is left out of the signed form protects nothing."""
    with pytest.raises(OptionsRefused) as caught:
        build(**options)
    assert [problem.path for problem in caught.value.problems] == [(path,)]


def test_names_that_only_begin_alike_do_not_clash():
    """Steps are compared, not characters."""
    build(signature_path="/key", key_id_path="/key_id")


SCALARS = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=5) | (
    st.floats(allow_nan=False, allow_infinity=False)
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
MEMBERS = st.dictionaries(st.text(max_size=4), VALUES, max_size=4)


@given(st.data(), MEMBERS)
def test_any_change_of_a_signed_document_blocks(data, members):
    """A member set, added or taken away is another document, wherever it stands."""
    content = signed(**{name: value for name, value in members.items() if name != "signature"})
    assert rule(content) is None
    changed = dict(content)
    name = data.draw(st.sampled_from([*content, "new"]))
    if name in content and data.draw(st.booleans()):
        del changed[name]
    else:
        changed[name] = data.draw(VALUES)
    # Equal as RFC 8785 writes them is equal: 1 and 1.0, 0 and -0.
    assume(rfc8785.dumps(changed) != rfc8785.dumps(content))
    assert rule(changed) is not None


@given(MEMBERS, st.integers(0, 511))
def test_any_bit_of_the_signature_counts(members, bit):
    """One flipped bit is another signature."""
    content = signed(**{name: value for name, value in members.items() if name != "signature"})
    raw = bytearray(b64decode(content["signature"]))
    raw[bit // 8] ^= 1 << bit % 8
    assert rule({**content, "signature": bytes_as_text(raw)}) == "wrong"


def test_in_a_pipeline_it_decides_by_its_name_and_category():
    """The engine knows it, at `before_release`, and a block has no content."""
    # Its own name would stand in the log, where no key of a content may be.
    entry = {"builtin": "signature_verification", "name": "gate", "config": {"keys": KEYS}}
    engine = nsedmw.loads(json.dumps({"middleware": {"before_release": [entry]}}))
    assert engine.run("before_release", GOOD).content == GOOD
    result = engine.run("before_release", {**GOOD, "text": "y"})
    assert (result.block.middleware, result.block.category) == ("gate", "signature")
    assert result.block.findings == (Finding("signature", "wrong", "/signature"),)
    assert result.block.failure is None


def test_it_serves_before_release_alone():
    """Where content leaves, and nowhere else."""
    entry = {"builtin": "signature_verification", "config": {"keys": KEYS}}
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(json.dumps({"middleware": {"before_prompt": [entry]}}))
    assert "before_release" in str(caught.value)


def test_content_as_deep_as_a_run_may_have_is_verified():
    """128 containers do not exhaust the canonical form's recursion."""
    deep = "x"
    for _ in range(127):
        deep = [deep]
    assert rule(signed(deep=deep)) is None
