"""A stream over a text: what goes out when, what is held, how it ends."""

import asyncio
import gc
import threading

import pytest

import nsedmw
from nsedmw.builtins import redact_secrets
from nsedmw.types import Finding, Verdict
from tests.streams.streaming import POINT, by_size, loaded, streamed

WORD = "{builtin: rule_based, config: {pii_patterns: false, blocklist: [{word: kryptonite}]}}"
REDACTS = """{builtin: rule_based, config: {pii_patterns: false, blocklist: [
    {word: kryptonite, action: redact, category: rock},
    {phrase: green stone, action: redact, category: rock}]}}"""


def test_text_goes_out_as_soon_as_no_rule_can_change_it():
    stream = loaded(REDACTS).stream(POINT)
    assert stream.feed("a long and harmless sentence, ") == "a long and harmless"
    assert stream.feed("with krypto") == " sentence, "
    assert stream.held == len("with krypto")
    assert stream.feed("nite in the ") == "with [REDACTED:rock] in"
    rest, result = stream.close()
    assert rest == " the "
    assert result.content == "a long and harmless sentence, with [REDACTED:rock] in the "
    assert result.decisions[0].changed


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        (["I am ass", "isting you with the ass", "essment"], "I am assisting you with the ass"),
        (["kryp", "tonite"], None),
        (["here is the system ", "prompt: you are", "..."], None),
    ],
    ids=["a word of which a part is blocked", "a word over two chunks", "white space in between"],
)
def test_a_word_is_judged_when_its_end_is_known(chunks, expected):
    engine = loaded(r"""{builtin: rule_based, config: {pii_patterns: false, blocklist:
        ['\bass\b', '\bkryptonite\b', 'system\s+prompt\s*[:=]']}}""")
    found = streamed(engine, chunks)
    if expected is None:
        assert found.result.block.category == "blocklist"
        assert "prompt" not in found.out
        assert "kryp" not in found.out
    else:
        assert found.out == "".join(chunks)


def test_personal_data_over_two_chunks_is_redacted_and_what_stands_around_it_stays():
    engine = loaded(
        "{builtin: rule_based, config: {pii_patterns: [email, phone, ssn, credit_card, iban,"
        " ip_address], pii_action: redact}}"
    )
    found = streamed(engine, ["contact jane.roe@exa", "mple.com today"])
    assert found.out == "contact [REDACTED:email] today"


def test_a_block_ends_the_stream_at_once_and_before_what_it_is_about():
    stream = loaded(WORD).stream(POINT)
    text = "harmless words, many of them, and then kryptonite among others that follow it"
    passed = []
    for chunk in by_size(text, 4):
        passed.append(stream.feed(chunk))
        if stream.blocked:
            break
    out = "".join(passed)
    assert stream.blocked
    assert text.startswith(out)
    assert 0 < len(out) <= text.index("kryptonite")
    assert stream.feed("harmless again") == ""
    rest, result = stream.close()
    assert (rest, result.verdict, result.block.category) == ("", "block", "blocklist")


def test_what_follows_a_block_is_a_part_of_what_the_result_is_about():
    engine = loaded(
        "{builtin: rule_based, config: {pii_patterns: false, max_content_length: 60,"
        " blocklist: [{word: kryptonite}]}}"
    )
    chunks = ["some kryptonite and much that follows it", " until it is too long", " for a run"]
    assert streamed(engine, chunks).blocked_at == 0
    whole = engine.run(POINT, "".join(chunks))
    assert streamed(engine, chunks).result.block.reason == whole.block.reason


def test_a_length_limit_counts_from_the_first_character_beyond_it():
    engine = loaded("{builtin: rule_based, config: {pii_patterns: false, max_content_length: 10}}")
    found = streamed(engine, ["0123456789"])
    assert found.result.verdict == "pass"
    assert found.out == "0123456789"
    found = streamed(engine, ["01234567", "8901", "2"])
    assert found.blocked_at == 1
    assert found.out == "0123456"
    assert found.result.block.reason == "Content exceeds 10 character limit (13 chars)"


@pytest.mark.parametrize("begins", ['{"a": "', '["', '  \n {"a"', '"', "\ufeff["], ids=repr)
def test_text_that_begins_as_json_is_held(begins):
    found = streamed(loaded(REDACTS), [begins, "kryptonite and more text than a rule needs", '"]'])
    assert set(found.passed) == {""}
    found = streamed(loaded(REDACTS), ["a ", begins.strip(), "kryptonite and more than is needed"])
    assert "[REDACTED:rock]" in "".join(found.passed)


def test_white_space_at_the_beginning_is_held_until_it_is_known_what_begins():
    found = streamed(loaded(REDACTS), ["  \n", "  ", "a b c d e f g"])
    assert found.passed[:2] == ("", "")
    assert found.passed[2].startswith("  \n  a b")


def test_a_line_or_a_block_of_json_is_held_until_it_is_over():
    stream = loaded(REDACTS).stream(POINT)
    assert stream.feed('as follows, and it is JSON:\n{"a": "x y z x y z x y z') != ""
    assert stream.feed(' and so on and on and on"') == ""
    assert stream.feed("}\nand more words after it, harmless ") != ""
    assert stream.feed("\n```json\n") != ""
    assert stream.feed('{"a":\n "green stone"}\n and so on and on').strip() == ""
    assert "[REDACTED:rock]" in stream.feed("\n```\nand more words after it, harmless")
    stream.close()


@pytest.mark.parametrize(
    "entries",
    [
        "{builtin: prompt_exposure}",
        "{builtin: json_schema, config: {schema: {type: string}}}",
        "{builtin: prompt_injection, config: {action: block}}",
        "{builtin: rule_based, config: {blocklist: ['a.*b']}}",
        "{builtin: rule_based, config: {blocklist: [stone], decode: [base64]}}",
        "{builtin: rule_based, when: {properties: {content: {type: string}}}}",
        "{builtin: rule_based, when: {not: {type: object}}}",
    ],
)
def test_what_needs_all_of_a_text_holds_all_of_it(entries):
    engine = loaded(f"{WORD}, {entries}")
    chunks = by_size("harmless words, one after the other, with nothing in them ", 5)
    found = streamed(engine, chunks)
    assert set(found.passed) == {""}
    assert found.rest == "".join(chunks)
    assert engine.explain()["points"][POINT][1]["stream"]["holds"] == "everything"


@pytest.mark.parametrize(
    "entries",
    [
        "{builtin: prompt_injection}",
        "{builtin: redact_secrets, config: {action: warn}}",
        "{builtin: prompt_exposure, mode: observe}",
        "{builtin: prompt_exposure, when: {properties: {action: {const: other}}}}",
        "{builtin: prompt_exposure, agents: [other]}",
    ],
)
def test_nothing_is_held_for_what_neither_blocks_nor_rewrites(entries):
    engine = loaded(entries)
    found = streamed(engine, ["a", "b", "c "], agent_id="mine")
    assert found.passed == ("a", "b", "c ")


def test_warnings_stand_in_the_result():
    found = streamed(loaded("{builtin: rule_based}"), ["write to jane.roe@exa", "mple.com "])
    assert found.passed == ("write to jane.roe@ex", "ample.com ")
    assert found.result.verdict == "warn"
    assert found.result.warnings[0].category == "pii"


def test_entries_are_taken_in_their_order():
    engine = loaded(
        "{builtin: rule_based, config: {pii_patterns: false,"
        " blocklist: [{word: kryptonite, action: redact, category: rock}]}},"
        r"{builtin: rule_based, config: {pii_patterns: false, blocklist: ['REDACTED:rock. again']}}"
    )
    text = "first some words, then kryptonite again and what follows"
    for size in (1, 3, 10, 100):
        found = streamed(engine, by_size(text, size))
        assert found.result.block.middleware == "rule_based#2"
        assert "first some words, then ".startswith(found.out)


def test_more_than_may_be_held_blocks():
    engine = loaded("{builtin: prompt_exposure}")
    stream = engine.stream(POINT, max_held=10)
    assert stream.feed("0123456789") == ""
    assert not stream.blocked
    assert stream.feed("0") == ""
    assert stream.blocked
    rest, result = stream.close()
    assert (rest, result.block.category, result.block.failure) == ("", "stream", "limit")
    assert result.block.reason == "The stream had to hold more than 10 characters back"


def test_a_large_chunk_is_looked_at_before_it_counts_as_held():
    stream = loaded(WORD).stream(POINT, max_held=100)
    text = "harmless words, " * 1000
    out = stream.feed(text)
    assert len(text) - len(out) == stream.held < 100
    assert not stream.blocked
    stream.close()


def test_a_failure_ends_the_stream_closed():
    asked = []

    class Fails:
        def check(self, context):
            asked.append(context.content)
            if "b" in context.content and len(asked) < 3:
                raise RuntimeError("once")
            return Verdict("pass")

    def factory(_):
        return Fails()

    factory.windowable = 1
    engine = nsedmw.loads(
        f"middleware: {{{POINT}: [{{builtin: fails}}]}}", builtins={"fails": factory}
    )
    found = streamed(engine, ["xxxx ", "b xxx ", "xxxx "])
    assert found.passed[0] != ""
    assert found.passed[1:] == ("", "")
    assert found.blocked_at == 1
    # The next time it would have passed: that cannot be told from an attack.
    assert (found.rest, found.result.block.failure) == ("", "crash")
    assert found.result.block.middleware == "fails"


def test_the_failure_of_an_optional_entry_holds_what_follows():
    class Fails:
        def __init__(self):
            self.count = 0

        def check(self, _):
            self.count += 1
            if self.count == 2:
                raise RuntimeError
            return Verdict("pass")

    def factory(_):
        return Fails()

    factory.windowable = 1
    engine = nsedmw.loads(
        f"middleware: {{{POINT}: [{{builtin: fails, optional: true}}]}}",
        builtins={"fails": factory},
    )
    found = streamed(engine, ["xxxx ", "b xxx ", "xxxx "])
    assert found.passed[0] != ""
    assert found.passed[1:] == ("", "")
    assert found.out == "xxxx b xxx xxxx "
    assert found.result.verdict == "pass"


def of_mine(check, windowable):
    class Mine:
        def check(self, context):
            return check(context.content)

    def factory(_):
        return Mine()

    factory.windowable = windowable
    return nsedmw.loads(f"middleware: {{{POINT}: [{{builtin: mine}}]}}", builtins={"mine": factory})


def test_a_check_of_ones_own_can_be_windowable():
    engine = of_mine(lambda text: Verdict("pass", content=text.replace("cat", "dog")), 3)
    text = "the cat sat on the cat, and the cats and the catamaran and so on "
    for size in (1, 2, 7, 30):
        found = streamed(engine, by_size(text, size))
        assert found.out == text.replace("cat", "dog")
        assert max(map(len, found.passed)) > 0
    assert engine.explain()["points"][POINT][0]["stream"] == {"holds": "window", "because": []}
    assert streamed(of_mine(lambda _: Verdict("pass"), None), ["a b c d e f"]).passed == ("",)


def test_a_check_that_is_windowable_and_lies_lets_nothing_more_out():
    # It says that one character is enough, and rewrites by the first word of all.
    def check(text):
        return Verdict("pass", content=text.upper() if "loud" in text else text)

    found = streamed(of_mine(check, 1), ["quiet words at first ", "and then loud ", "ones "])
    assert "quiet" in found.out
    assert found.rest == ""
    assert (found.result.verdict, found.result.block.category) == ("block", "stream")


def test_a_check_that_makes_no_text_of_the_text_blocks():
    found = streamed(of_mine(lambda _: Verdict("pass", content={"a": 1}), None), ["text"])
    assert (found.out, found.result.block.category) == ("", "stream")


def test_a_finding_of_a_windowable_check_ends_the_stream_early():
    def check(text):
        at = text.find("bad")
        if at < 0:
            return Verdict("pass")
        return Verdict(
            "block", reason="r", category="c", findings=(Finding("c", "bad", "", at, at + 3),)
        )

    found = streamed(of_mine(check, 3), by_size("good words first, then bad ones, then good", 3))
    assert found.blocked_at is not None
    assert "good words first, then ".startswith(found.out)
    assert found.out != ""


@pytest.mark.parametrize("windowable", [-1, True, "3", 1.5])
def test_windowable_is_a_number_of_characters(windowable):
    with pytest.raises(nsedmw.ConfigError, match="must be a number of characters"):
        of_mine(lambda _: Verdict("pass"), windowable)


def test_a_stream_is_for_strings_and_for_message_points():
    engine = loaded(WORD)
    stream = engine.stream(POINT)
    with pytest.raises(TypeError, match="takes strings, not bytes"):
        stream.feed(b"text")
    assert stream.feed("nothing is lost by that, ") != ""
    stream.close()
    with pytest.raises(ValueError, match="for a message point, not before_tool"):
        engine.stream("before_tool")
    with pytest.raises(ValueError, match="no hook point"):
        engine.stream("before_everything")
    with pytest.raises(TypeError, match="takes no argument 'content'"):
        engine.stream(POINT, content="x")
    for wrong in (0, True, 1.5):
        with pytest.raises(ValueError, match="max_held"):
            engine.stream(POINT, max_held=wrong)
    with pytest.raises(ValueError, match="deadline_secs"):
        engine.stream(POINT, deadline_secs=0)


@pytest.mark.parametrize(
    ("chunk", "reason"), [("a\ud800", "lone surrogate"), ("x" * (16 * 1024 * 1024), "larger than")]
)
def test_what_no_context_may_hold_blocks(chunk, reason):
    found = streamed(loaded(WORD), ["some words ", chunk])
    assert found.blocked_at == 1
    assert found.result.block.category == "invalid_content"
    assert reason in found.result.block.reason
    assert found.rest == ""


def test_arguments_that_no_context_may_hold_block_from_the_start():
    found = streamed(loaded(WORD), ["some words "], agent_id="\ud800")
    assert (found.out, found.result.block.category) == ("", "invalid_content")
    assert found.blocked_at == 0


def test_after_the_end_it_is_over():
    stream = loaded(WORD).stream(POINT)
    stream.close()
    for call in (lambda: stream.feed("x"), stream.close):
        with pytest.raises(ValueError, match="the stream is over"):
            call()


def test_a_closed_engine_lets_nothing_out():
    engine = loaded(WORD)
    stream, other = engine.stream(POINT), engine.stream(POINT)
    engine.close()
    with pytest.raises(nsedmw.EngineClosed):
        stream.feed("some words ")
    with pytest.raises(nsedmw.EngineClosed):
        other.close()
    with pytest.raises(nsedmw.EngineClosed):
        engine.stream(POINT)


def test_one_that_is_left_logs_a_cancelled_run(logged):
    engine = loaded(WORD)
    with engine.stream(POINT) as stream:
        stream.feed("x")
    stream_of_nobody = engine.stream(POINT)
    run_ids = [stream.run_id, stream_of_nobody.run_id]
    del stream_of_nobody
    gc.collect()
    lines = [line for line in logged if "run cancelled" in line]
    assert [run_id in line for run_id, line in zip(run_ids, lines, strict=True)] == [True, True]
    with engine.stream(POINT) as stream:
        stream.close()
    assert len([line for line in logged if "run cancelled" in line]) == 2


def test_the_run_has_one_id_and_is_told_at_its_end(logged):
    stream = loaded(WORD).stream(POINT)
    stream.feed("words and more words ")
    _, result = stream.close()
    assert result.run_id == stream.run_id
    assert [line for line in logged if stream.run_id in line and "run ended" in line]


def test_two_threads_cannot_be_in_one_stream():
    inside, leave = threading.Event(), threading.Event()

    def check(_):
        inside.set()
        assert leave.wait(30)
        return Verdict("pass")

    stream = of_mine(check, 1).stream(POINT)
    thread = threading.Thread(target=stream.feed, args=("some words ",))
    thread.start()
    assert inside.wait(30)
    with pytest.raises(ValueError, match="used by another thread or task"):
        stream.feed("more ")
    leave.set()
    thread.join()
    stream.close()


def test_awaited_it_gives_the_same():
    engine = loaded(REDACTS)
    chunks = by_size("some words and kryptonite and a green stone and so on ", 5)

    async def run():
        async with engine.astream(POINT) as stream:
            passed = [await stream.feed(chunk) for chunk in chunks]
            return passed, await stream.close()

    passed, (rest, result) = asyncio.run(run())
    found = streamed(engine, chunks)
    assert (tuple(passed), rest) == (found.passed, found.rest)
    assert (result.verdict, result.content) == (found.result.verdict, found.result.content)


def test_a_cancelled_feed_ends_the_stream(logged):
    async def run():
        inside = asyncio.Event()

        class Waits:
            async def check(self, _):
                inside.set()
                await asyncio.Event().wait()

        def factory(_):
            return Waits()

        factory.windowable = 1
        engine = nsedmw.loads(
            f"middleware: {{{POINT}: [{{builtin: waits}}]}}", builtins={"waits": factory}
        )
        stream = engine.astream(POINT)
        task = asyncio.ensure_future(stream.feed("some words "))
        await inside.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(ValueError, match="over"):
            await stream.feed("more")

    asyncio.run(run())
    assert any("run cancelled" in line for line in logged)


def test_a_deadline_is_for_each_time_that_entries_are_asked():
    class Slow:
        async def check(self, context):
            if "slow" in context.content:
                await asyncio.Event().wait()
            return Verdict("pass")

    def factory(_):
        return Slow()

    factory.windowable = 1
    engine = nsedmw.loads(
        f"middleware: {{{POINT}: [{{builtin: slow}}]}}", builtins={"slow": factory}
    )
    found = streamed(engine, ["some words ", "and slow "], deadline_secs=0.2)
    assert found.passed[0] != ""
    assert found.result.block.failure == "timeout"


def test_secrets_of_the_run_are_taken_out_of_a_stream():
    engine = loaded("{builtin: redact_secrets, config: {kinds: [jwt], entropy: false}}")
    chunks = ["the word is hunter", "2-winter and more"]
    found = streamed(engine, chunks, secrets=["hunter2-winter"])
    assert found.out == "the word is [REDACTED:secret] and more"


def test_tokens_of_a_session_come_back():
    engine = loaded(
        "{builtin: rule_based, config: {pii_patterns: [email], pii_action: redact,"
        " strategy: token}}"
    )
    with engine.session("a") as session:
        stream = session.stream(POINT)
        out = stream.feed("write to jane.roe@exam") + stream.feed("ple.com or call, either way")
        out += stream.close()[0]
        assert "jane.roe" not in out
        assert session.restore(out) == "write to jane.roe@example.com or call, either way"

        async def run():
            stream = session.astream(POINT)
            return await stream.feed("to jane.roe@example.com") + (await stream.close())[0]

        assert session.restore(asyncio.run(run())) == "to jane.roe@example.com"


def test_the_stage_is_the_runs():
    engine = nsedmw.loads(
        "middleware: {before_release: [{builtin: prompt_exposure, stages: [edit]}]}"
    )
    assert engine.stream("before_release").feed("words ") == "words "
    assert engine.stream("before_release", stage="edit").feed("words ") == ""


def test_what_is_abandoned_during_a_feed_lets_nothing_out():
    streams = []

    def check(_):
        streams[0].abandon()
        return Verdict("pass")

    streams.append(of_mine(check, 1).stream(POINT))
    assert streams[0].feed("some words ") == ""
    with pytest.raises(ValueError, match="over"):
        streams[0].feed("more ")


def test_who_judged_otherwise_in_pieces_is_named():
    asked = []

    def check(text):
        asked.append(text)
        found = (Finding("c", "r", "", 0, 3),) if len(asked) == 1 else ()
        return Verdict("block" if found else "pass", reason="r", category="c", findings=found)

    found = streamed(of_mine(check, 1), ["bad words and more of them "])
    assert found.result.block.reason == "The text was judged otherwise in pieces by 'mine'"


@pytest.mark.parametrize(
    ("pattern", "chunks"),
    [
        ("≠", ["a =", "\u0338 b"]),
        ("é", ["caf", "e", "\u0301 b"]),
        ("é", ["cafe", "\u200b", "\u0301 b"]),
        ("Å", ["A", "\u030a b"]),
        ("ố", ["ô", "\u0301 b"]),
        ("가", ["\u1100", "\u1161 b"]),
        ("각", ["가", "\u11a8 b"]),
        ("ガ", ["ｶ", "ﾞ b"]),
        ("ガ", ["カ", "\u3099 b"]),
        ("café", ["Le c", "afe", "\u0301 secret"]),
    ],
)
@pytest.mark.parametrize("action", ["block", "redact"])
def test_a_mark_that_comes_later_makes_another_character(pattern, chunks, action):
    entry = (
        f"{{builtin: rule_based, config: {{pii_patterns: false, blocklist: [{{pattern: '{pattern}'"
    )
    engine = loaded(f"{entry}, action: {action}}}]}}}}")
    text = "".join(chunks)
    whole = engine.run(POINT, text)
    for parts in (chunks, list(text)):
        found = streamed(engine, parts)
        assert found.result.verdict == whole.verdict
        if whole.allowed:
            assert found.out == whole.content
        else:
            assert len(found.out) <= whole.block.findings[0].start


@pytest.mark.parametrize("text", ["mon cheval pre\u0301fe\u0301re\u0301 42", "s3cret\tpe\u0301ss"])
def test_a_known_value_is_held_however_its_letters_are_composed(text):
    engine = loaded("{builtin: redact_secrets}")
    value = "mon cheval préféré 42" if "cheval" in text else "s3cret\tpéss"
    found = streamed(engine, list(f"pw {text} ok"), secrets=[value])
    assert found.out == "pw [REDACTED:secret] ok"


def test_the_values_of_a_run_are_compiled_once_for_all_of_a_stream(monkeypatch):
    made = []
    real = redact_secrets._known
    monkeypatch.setattr(redact_secrets, "_known", lambda values: made.append(1) or real(values))
    engine = loaded("{builtin: redact_secrets}")
    made.clear()
    text = "some words and hunter2-winter and more words"
    assert "hunter2" not in streamed(engine, by_size(text, 3), secrets=["hunter2-winter"]).out
    assert len(made) == 1
    # What one run names is nothing to another.
    assert streamed(engine, by_size(text, 3), secrets=["other-value"]).out == text


def test_a_finding_may_go_on_into_a_word_that_is_not_read_yet():
    # The word begins with a Cyrillic letter: once a Latin one follows, all of it is a token.
    engine = loaded("{builtin: redact_secrets}")
    text = "Bearer  415-555-\u043aryptonite} and more"
    for chunks in (list(text), [text[:18], text[18:]]):
        assert streamed(engine, chunks).out == engine.run(POINT, text).content
    assert "[REDACTED:bearer]" in engine.run(POINT, text).content
