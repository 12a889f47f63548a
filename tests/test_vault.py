"""What tokens stand for: kept apart, in memory, for a while."""

import asyncio
import copy
import json
import pickle
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nsedmw
from nsedmw import vault as module
from nsedmw.errors import Failure
from nsedmw.vault import Vault, Vaults

OPTIONS = {"pii_action": "redact", "strategy": "token", "pii_patterns": ["email"]}
TOKENS = json.dumps(
    {"middleware": {"before_prompt": [{"builtin": "rule_based", "config": OPTIONS}]}}
)
MAIL = "jane.roe@example.com"


@pytest.fixture
def engine():
    with nsedmw.loads(TOKENS) as engine:
        yield engine


def test_a_value_has_one_token_and_comes_back():
    """Equal values are equal in what the model reads; kinds are told."""
    vault = Vault()
    token = vault.token("email", MAIL)
    assert token == vault.token("email", MAIL)
    assert token.startswith("[REDACTED:email:")
    assert token != vault.token("email", "other@example.com") != vault.token("phone", MAIL)
    assert vault.restored(f"to {token}, {token}.") == f"to {MAIL}, {MAIL}."


def test_tokens_come_back_everywhere_in_a_value():
    """Keys, lists and objects, with everything else as it was."""
    vault = Vault()
    token = vault.token("email", MAIL)
    content = {token: [token, 1, None, {"a": f"<{token}>"}], "n": True}
    assert vault.restored(content) == {MAIL: [MAIL, 1, None, {"a": f"<{MAIL}>"}], "n": True}


def test_only_whole_tokens_of_this_vault_come_back():
    """A guess, a piece, another kind's name and another conversation's token stand for nothing."""
    vault, other = Vault(), Vault()
    token = vault.token("email", MAIL)
    strange = [
        token[1:], token[:-1], token.replace("email", "phone"), token.upper(),
        other.token("email", "x@y.example"), "[REDACTED:email:0123456789abcdef]",
    ]  # fmt: skip
    for text in strange:
        assert vault.restored(text) == text


@given(st.lists(st.text(min_size=1, max_size=30), max_size=8))
def test_whatever_was_kept_comes_back(values):
    """Values that hold tokens' marks, or each other, are no exception."""
    vault = Vault()
    values = [*values, "[REDACTED:k:", ":0123456789abcdef]"]
    text = "|".join(vault.token("k", value) for value in values)
    assert vault.restored(text) == "|".join(values)


def test_a_category_with_brackets_makes_a_token_too():
    """A kind is what a person wrote."""
    vault = Vault()
    assert vault.restored(vault.token("a]:b[", "v")) == "v"


def test_a_vault_is_shown_to_nobody():
    """Neither printed nor copied nor written to disk."""
    vault = Vault()
    vault.token("email", MAIL)
    assert MAIL not in repr(vault)
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="memory"):
            attempt(vault)


def test_a_full_vault_blocks_rather_than_forgets(monkeypatch):
    """What could not come back must not go out as a token."""
    monkeypatch.setattr(module, "MOST_VALUES", 2)
    vault = Vault()
    first = vault.token("k", "one")
    vault.token("k", "two")
    with pytest.raises(Failure, match="as many values as it may"):
        vault.token("k", "three")
    assert vault.token("k", "one") == first
    monkeypatch.setattr(module, "MOST_VALUES", 100)
    monkeypatch.setattr(module, "MOST_CHARS", 8)
    with pytest.raises(Failure):
        vault.token("k", "three")


def test_an_unused_conversation_is_dropped_and_a_used_one_is_kept():
    """Each use begins the time anew; what is dropped is emptied, whoever still holds it."""
    now = [0.0]
    vaults = Vaults(lambda: now[0])
    vault = vaults.of("a", 10)
    token = vault.token("k", "v")
    now[0] = 9
    assert vaults.of("a", 10) is vault
    now[0] = 18
    assert vaults.of("b", 10) is not vault
    assert vault.restored(token) == "v"
    now[0] = 19
    assert vaults.of("a", 10) is not vault
    assert vault.restored(token) == token


def test_threads_get_one_token_for_one_value():
    """A value that many runs meet at once has one name."""
    vault = Vault()
    barrier = threading.Barrier(8)
    tokens = []

    def ask():
        barrier.wait()
        tokens.append([vault.token("k", str(n)) for n in range(200)])

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({tuple(told) for told in tokens}) == 1


def test_a_conversation_goes_out_in_tokens_and_comes_back(engine):
    """The same value is the same token in each of its runs."""
    with engine.session("c1") as session:
        first = session.run("before_prompt", f"write to {MAIL}")
        second = session.run("before_prompt", {"to": MAIL})
        assert MAIL not in json.dumps([first.to_dict(), second.to_dict()])
        token = first.content.removeprefix("write to ")
        assert second.content == {"to": token}
        assert session.restore(f"Dear {token},") == f"Dear {MAIL},"


def test_sync_and_async_runs_share_a_conversation(engine):
    """Whoever asks, the token is one."""
    with engine.session("c1") as session:
        result = asyncio.run(session.arun("before_prompt", MAIL))
        assert result.content == session.run("before_prompt", MAIL).content
        assert session.restore(result.content) == MAIL


def test_conversations_are_apart_and_a_key_takes_one_up_again(engine):
    """What one holds, another neither knows nor names alike."""
    with engine.session("a") as a, engine.session("b") as b:
        mine, theirs = (one.run("before_prompt", MAIL).content for one in (a, b))
        assert mine != theirs
        assert b.restore(mine) == mine
    with engine.session("a") as again:
        assert again.restore(mine) == MAIL
        again.forget()
        assert again.restore(mine) == mine


def test_outside_a_conversation_tokens_fail_closed(engine):
    """A token that nobody could turn back is no redaction that was asked for."""
    result = engine.run("before_prompt", MAIL)
    assert result.verdict == "block"
    assert result.block.failure == "limit"
    assert "session" in result.block.reason
    assert engine.run("before_prompt", "nothing").verdict == "pass"


def test_a_closed_session_or_engine_gives_nothing_back(engine):
    """Closing says that no more is expected."""
    with engine.session("a") as session:
        token = session.run("before_prompt", MAIL).content
    with pytest.raises(ValueError, match="closed"):
        session.run("before_prompt", MAIL)
    held = engine.session("a")
    vault = held.vault()
    engine.close()
    assert vault.restored(token) == token
    with pytest.raises(nsedmw.EngineClosed):
        held.restore(token)
    with pytest.raises(nsedmw.EngineClosed):
        engine.session("a")


@pytest.mark.parametrize(
    ("key", "ttl", "error"),
    [("", 1, ValueError), (7, 1, TypeError), ("k", 0, ValueError), ("k", float("nan"), ValueError)],
)
def test_a_session_that_could_not_be_told_apart_or_kept_is_refused(engine, key, ttl, error):
    """The caller's mistakes are told to the caller."""
    with pytest.raises(error):
        engine.session(key, ttl_secs=ttl)


def test_a_session_serves_its_own_engine_alone(engine):
    """Another engine's conversation is not this one's."""
    with (
        nsedmw.loads(TOKENS) as other,
        other.session("a") as session,
        pytest.raises(TypeError, match="this engine"),
    ):
        engine.run("before_prompt", MAIL, session=session)


def test_a_value_comes_back_into_json_as_json():
    """A quote in it must not end the string that its token stands in, nor add a member."""
    vault = Vault()
    value = 'ab"c1d\\x", "admin": "yes'
    token = vault.token("k", value)
    inner = json.dumps({"pw": f"<{token}>"})
    assert json.loads(vault.restored(inner)) == {"pw": f"<{value}>"}
    outer = json.dumps({"arguments": inner})
    assert json.loads(json.loads(vault.restored(outer))["arguments"]) == {"pw": f"<{value}>"}


def test_what_was_taken_out_of_json_comes_back_as_it_was(engine):
    """Escapes and all: what is kept is what the string says."""
    text = json.dumps({"to": f"caf\u00e9 {MAIL}", "deep": json.dumps([MAIL])})
    with engine.session("c") as session:
        out = session.run("before_prompt", text).content
        assert MAIL not in out
        assert json.loads(session.restore(out)) == json.loads(text)
        assert session.restore(json.loads(out)) == json.loads(text)


def test_tokens_of_two_entries_come_back_whole():
    """What a later entry takes may hold what an earlier one left."""
    vault = Vault()
    inner = vault.token("email", MAIL)
    assert vault.restored(vault.token("secret", f"user={inner};")) == f"user={MAIL};"


def test_a_forgotten_vault_takes_no_more():
    """A token of it would never come back."""
    vault = Vault()
    vault.forget()
    with pytest.raises(Failure, match="forgotten"):
        vault.token("k", "v")


def test_no_member_is_lost_where_a_key_comes_back():
    """The object may hold that key already."""
    vault = Vault()
    token = vault.token("email", MAIL)
    assert vault.restored({token: 1, MAIL: 2}) == {token: 1, MAIL: 2}


def test_another_use_of_a_key_shortens_no_time():
    """The longer of two is kept."""
    now = [0.0]
    vaults = Vaults(lambda: now[0])
    vault = vaults.of("a", 100)
    vaults.of("a", 1)
    now[0] = 50
    assert vaults.of("a", 1) is vault
