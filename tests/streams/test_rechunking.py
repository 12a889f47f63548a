"""The law of streams: whatever the chunks, what goes out is how the whole text's content begins."""

from random import Random

import pytest

from nsedmw.pipeline import passage
from nsedmw.types import Verdict
from tests.streams.streaming import POINT, loaded, split, streamed
from tests.streams.test_text import of_mine
from tests.streams.texts import texts

RULES = r"""{builtin: rule_based, config: {pii_patterns: false, blocklist: [
    '\bass\b', 'system\s+prompt\s*[:=]', {word: kryptonite, action: ACTION, category: rock},
    {phrase: hello big world, action: ACTION, category: world}, {pattern: 'gre+n\s+stone(?!s)',
    action: ACTION, category: stone}, {pattern: '(?:nite)+', action: ACTION, category: night},
    {pattern: 'é|ガ|≠|각', action: ACTION, category: mark}]
    OPTIONS}}"""


def rules(action, options=""):
    return RULES.replace("ACTION", action).replace("OPTIONS", options)


def pii(action, kinds="all", options=""):
    return (
        f"{{builtin: rule_based, config: {{pii_patterns: {kinds}, pii_action: {action}{options}}}}}"
    )


def secrets(options=""):
    return f"{{builtin: redact_secrets, config: {{{options}}}}}"


PIPELINES = {
    "words that block": rules("block"),
    "words that are redacted": rules("redact"),
    "words as they stand": rules("redact", ", normalize: false"),
    "words but allowed ones": rules("redact", ", allow: [{phrase: the kryptonite}, 'hello big']"),
    "one character": "{builtin: rule_based, config: {pii_patterns: false, blocklist:"
    " [{pattern: 'é|ガ|≠|각', action: redact, category: mark}]}}",
    "a length": rules("warn", ", max_content_length: 90"),
    "invisible text": rules("warn", ", invisible_text: block"),
    "control characters": rules("redact", ", binary_allow: [ansi, c1]"),
    "personal data redacted": pii("redact"),
    "personal data masked": pii("redact", options=", strategy: mask"),
    "personal data that blocks": pii("block", "[email, phone, credit_card]"),
    "mail alone": pii("redact", "[email]"),
    "numbers alone": pii("redact", "[phone, ssn, credit_card, iban]"),
    "secrets redacted": secrets(),
    "secrets by form alone": secrets("entropy: false"),
    "secrets that block": secrets("action: block"),
    "all of them": f"{pii('redact')}, {secrets()}, {rules('redact')}",
    "prompt exposure": "{builtin: prompt_exposure, config: {action: redact}}",
    "prompt injection": "{builtin: prompt_injection, config: {action: block}}",
    "a schema": "{builtin: json_schema, config: {schema: {maxLength: 60}}}",
}
COUNT = 220
"""Texts for each pipeline: some four thousand in all."""


def lawful(engine, text, chunks, **arguments):
    """Assert the law for one text, and return what the stream did."""
    whole = engine.run(POINT, text, **arguments)
    found = streamed(engine, chunks, **arguments)
    told = (chunks, found.passed, found.rest, found.result.block, whole.block)
    assert found.result.verdict == whole.verdict, told
    if whole.allowed:
        assert found.out == whole.content, told
        assert found.blocked_at is None, told
        assert found.result.hook_state == whole.hook_state
    else:
        assert found.rest == ""
        assert (found.result.block.category, found.result.block.reason) == (
            whole.block.category,
            whole.block.reason,
        )
    return whole, found


@pytest.mark.parametrize("name", PIPELINES)
def test_chunks_change_nothing(name, monkeypatch):
    random = Random(name)
    with loaded(PIPELINES[name]) as engine:
        for number, text in enumerate(texts(random, COUNT)):
            # So small, text that is no longer needed is dropped in short texts as well.
            monkeypatch.setattr(passage, "_PIECE", 32 if number % 2 else 2048)
            most = random.choice((2, 12, 60))
            lawful(engine, text, split(text, random, most), secrets=["hunter2-Winter!"])


@pytest.mark.parametrize("name", ["words that block", "personal data that blocks"])
def test_what_went_out_ends_before_what_a_rule_blocked_for(name, monkeypatch):
    monkeypatch.setattr(passage, "_PIECE", 32)
    random = Random(name)
    seen = 0
    with loaded(PIPELINES[name]) as engine:
        for text in texts(random, COUNT):
            whole, found = lawful(engine, text, split(text, random, 40))
            if whole.allowed:
                continue
            assert text.startswith(found.out)
            assert len(found.out) <= min(one.start for one in whole.block.findings)
            seen += found.out != ""
    assert seen > COUNT // 10


def test_text_beyond_a_length_limit_never_goes_out():
    random = Random(1)
    with loaded(PIPELINES["a length"]) as engine:
        for text in texts(random, COUNT):
            whole, found = lawful(engine, text, split(text, random))
            assert len(found.out) <= 90
            assert whole.allowed == (len(text) <= 90) or whole.block.category != "format"


@pytest.mark.parametrize("windowable", [4, 40])
def test_checks_of_ones_own_obey_it_too(windowable, monkeypatch):
    monkeypatch.setattr(passage, "_PIECE", 32)

    def check(text):
        return Verdict("pass", content=text.replace("nite", "NIGHT ").replace("a ", ""))

    random = Random(windowable)
    with of_mine(check, windowable) as engine:
        for text in texts(random, COUNT):
            lawful(engine, text, split(text, random, 40))


def test_a_long_text_goes_out_nearly_as_it_comes_and_is_not_kept():
    text = " ".join(["the kryptonite of", "a hello big world", "and plain words"] * 500)
    with loaded(rules("redact")) as engine:
        stream = engine.stream(POINT)
        out, most = "", 0
        for at in range(0, len(text), 7):
            out += stream.feed(text[at : at + 7])
            most = max(most, stream.held)
        [kept] = stream._flow._passages
        assert len(kept._text) < 2 * passage._PIECE
        rest, _ = stream.close()
        assert out + rest == engine.run(POINT, text).content
        assert most < 64


def test_a_chain_that_began_before_what_is_kept_is_not_broken(monkeypatch):
    # Each number counts because the one before it in the same breath does.
    monkeypatch.setattr(passage, "_PIECE", 64)
    numbers = ", ".join(f"415-555-{number}" for number in range(2000, 2100))
    text = f"You reach the office by phone at {numbers} and nowhere else."
    with loaded(pii("redact", "[phone]")) as engine:
        for size in (1, 5, 23):
            whole, _ = lawful(
                engine, text, [text[at : at + size] for at in range(0, len(text), size)]
            )
        assert whole.content.count("[REDACTED:phone]") == 100
