"""Whatever a middleware does becomes a verdict, and tells nothing of the content."""

import asyncio
import threading

import pytest

from nsedmw.errors import Failure
from nsedmw.pipeline.threads import MAX_ABANDONED, Threads
from nsedmw.types import Finding, Verdict
from tests.pipeline.building import engine_of, entry


def raising(error):
    def check(_):
        raise error

    return check


def answering(value):
    return lambda _: value


class Hostile(dict):
    def items(self):
        raise ValueError("some content")


class Agreeable:
    def __eq__(self, other):
        return True

    __hash__ = None


class Disguised(str):
    """Holds "block" and says that it equals "pass"."""

    __slots__ = ()

    def __eq__(self, other):
        return other == "pass"

    def __hash__(self):
        return hash("pass")


DEEP = {}
for _ in range(200):
    DEEP = {"d": DEEP}

BROKEN = {
    "an exception": (raising(ValueError("x")), "crash", "failed: it raised ValueError"),
    "StopIteration": (raising(StopIteration(1)), "crash", "failed: it raised StopIteration"),
    "leaving": (raising(SystemExit(0)), "crash", "failed: it raised SystemExit"),
    "recursion": (raising(RecursionError()), "crash", "failed: it raised RecursionError"),
    "a failure of ours, raised by itself": (
        raising(Failure("start", "the content")),
        "crash",
        "failed: it raised Failure",
    ),
    "a bare BaseException": (
        raising(BaseException("x")),
        "crash",
        "failed: it raised BaseException",
    ),
    "GeneratorExit": (raising(GeneratorExit()), "crash", "failed: it raised GeneratorExit"),
    "a cancelling of nobody's": (
        raising(asyncio.CancelledError()),
        "crash",
        "failed: it raised CancelledError",
    ),
    "content whose own methods raise": (
        answering(Verdict("pass", content=Hostile(a=1))),
        "crash",
        "failed: it raised ValueError",
    ),
    "a word that says it equals anything": (
        answering(Verdict(Agreeable())),
        "unreadable",
        "failed: its `verdict` is not pass, warn, block or ask",
    ),
    "None": (answering(None), "unreadable", "failed: it answered None, not a Verdict"),
    "True": (answering(True), "unreadable", "failed: it answered a bool, not a Verdict"),
    "a word": (answering("pass"), "unreadable", "failed: it answered a str, not a Verdict"),
    "an unknown word": (
        answering(Verdict("allow")),
        "unreadable",
        "failed: its `verdict` is not pass, warn, block or ask",
    ),
    "a verdict that is no string": (
        answering(Verdict(["pass"])),
        "unreadable",
        "failed: its `verdict` is not pass, warn, block or ask",
    ),
    "ask outside before_tool": (
        answering(Verdict("ask")),
        "unreadable",
        "failed: it answered ask, which before_tool alone knows",
    ),
    "a reason of another type": (
        answering(Verdict("pass", reason=3)),
        "unreadable",
        "failed: its `reason` is not a string",
    ),
    "state of another type": (
        answering(Verdict("pass", hook_state=[1])),
        "unreadable",
        "failed: its `hook_state` is not an object",
    ),
    "findings of another type": (
        answering(Verdict("pass", findings=("x",))),
        "unreadable",
        "failed: its `findings` are not findings",
    ),
    "a finding with a lone surrogate": (
        answering(Verdict("warn", findings=(Finding("c", "\ud800", "", 0, 1),))),
        "unreadable",
        "failed: its `findings` are not findings",
    ),
    "a finding whose path is no string": (
        answering(Verdict("warn", findings=(Finding("c", "r", 5, 0, 1),))),
        "unreadable",
        "failed: its `findings` are not findings",
    ),
    "a finding that ends before it starts": (
        answering(Verdict("warn", findings=(Finding("c", "r", "", 2, 1),))),
        "unreadable",
        "failed: its `findings` are not findings",
    ),
    "a set as content": (
        answering(Verdict("pass", content={1})),
        "unreadable",
        "failed: it holds a value of type set, which JSON does not have",
    ),
    "a lone surrogate": (
        answering(Verdict("pass", content="\ud800")),
        "unreadable",
        "failed: it holds text that is not valid Unicode (a lone surrogate)",
    ),
    "NaN": (
        answering(Verdict("pass", content=[float("nan")])),
        "unreadable",
        "failed: it holds a number that JSON does not have (NaN or infinity)",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("way", ["sync", "async", "blocking"])
def test_what_is_broken_blocks_and_says_how(kind, way):
    check, failure, reason = BROKEN[kind]
    threads = Threads() if way == "blocking" else None
    engine = engine_of(entry("guard", check, threads=threads))
    if way == "async":
        result = asyncio.run(engine.arun("before_prompt", "some content"))
    else:
        result = engine.run("before_prompt", "some content")
    assert result.verdict == "block"
    assert result.content is None
    assert result.block.category == "middleware_error"
    assert result.block.failure == failure == result.decisions[0].failure
    assert result.block.reason == f"Middleware 'guard' {reason}"


@pytest.mark.parametrize("way", ["sync", "async"])
def test_a_failure_that_one_of_ours_raises_keeps_its_kind(way):
    engine = engine_of(entry("rules", raising(Failure("limit", "too many hits")), foreign=False))
    if way == "async":
        result = asyncio.run(engine.arun("before_prompt", "x"))
    else:
        result = engine.run("before_prompt", "x")
    assert result.block.failure == "limit"
    assert result.block.reason == "Middleware 'rules' failed: too many hits"


def test_a_word_counts_for_the_text_that_it_holds():
    engine = engine_of(entry("guard", answering(Verdict(Disguised("block")))))
    result = engine.run("before_prompt", "x")
    assert result.verdict == "block"
    assert type(result.verdict) is str


def later(error):
    async def check(_):
        raise error

    return check


@pytest.mark.parametrize(
    "error", [asyncio.CancelledError(), SystemExit(0), BaseException("x"), GeneratorExit()]
)
def test_whatever_an_async_check_raises_is_a_crash_in_both_forms_and_closing_works(error):
    with engine_of(entry("guard", later(error))) as engine:
        sync = engine.run("before_prompt", "x")
        again = asyncio.run(engine.arun("before_prompt", "x"))
    assert sync.block == again.block
    assert sync.block.failure == "crash"


def test_a_keyboard_interrupt_on_the_engines_own_thread_is_a_crash():
    with engine_of(entry("guard", later(KeyboardInterrupt()))) as engine:
        assert engine.run("before_prompt", "x").block.failure == "crash"
        assert engine.run("before_prompt", "x").block.failure == "crash", "its loop goes on"


def test_a_persons_ctrl_c_leaves_a_run_on_the_main_thread():
    with pytest.raises(KeyboardInterrupt):
        engine_of(entry("guard", raising(KeyboardInterrupt()))).run("before_prompt", "x")


def test_closing_before_the_first_async_check_fails_it_closed():
    engine = engine_of(entry("guard", later(ValueError())))
    engine.close()
    engine._closed = False  # as one that was already past that look when it was closed
    assert engine.run("before_prompt", "x").block.failure == "closed"


def test_an_optional_entry_that_breaks_warns_and_the_run_goes_on():
    engine = engine_of(
        entry("guard", raising(ValueError()), optional=True),
        entry("next", answering(Verdict("pass"))),
    )
    result = engine.run("before_prompt", "x")
    assert result.verdict == "warn"
    assert result.decisions[0].failure == "crash"
    assert [decision.middleware for decision in result.decisions] == ["guard", "next"]


def test_optional_does_not_soften_a_verdict():
    engine = engine_of(entry("guard", answering(Verdict("block")), optional=True))
    assert engine.run("before_prompt", "x").verdict == "block"


@pytest.mark.parametrize(
    ("verdict", "what"),
    [
        (Verdict("pass", content="x" * (17 * 1024 * 1024)), "larger than 16777216 bytes"),
        (Verdict("pass", content=DEEP), "nested deeper than 128 containers"),
        (Verdict("pass", hook_state={"k": "x" * 1048577}), "larger than 1048576 bytes"),
    ],
    ids=["size", "depth", "state"],
)
def test_an_answer_over_the_bounds_blocks_even_where_the_entry_is_optional(verdict, what):
    engine = engine_of(entry("guard", answering(verdict), optional=True))
    result = engine.run("before_prompt", "x")
    assert (result.verdict, result.block.category) == ("block", "invalid_content")
    assert result.block.failure == "invalid_content"
    assert what in result.block.reason


def test_state_that_only_together_is_over_the_bound_blocks():
    half = "x" * 600_000
    engine = engine_of(
        entry("a", answering(Verdict("pass", hook_state={"a": half}))),
        entry("b", answering(Verdict("pass", hook_state={"b": half}))),
    )
    result = engine.run("before_prompt", "x")
    assert (result.verdict, result.block.middleware) == ("block", "b")


def test_what_a_check_raises_is_logged_by_type_and_place_alone(logged, canary):
    def check(context):
        raise ValueError(f"cannot read {context.content}")

    result = engine_of(entry("guard", check)).run("before_prompt", f"text with {canary}")
    line = next(line for line in logged if "middleware failed" in line)
    assert "failure='crash'" in line
    assert f"run_id='{result.run_id}'" in line
    assert "raised_at='tests.pipeline.test_boundary:" in line
    for text in (line, repr(result), str(result.to_dict())):
        assert canary not in text


def test_an_async_check_past_its_deadline_is_cancelled_in_both_forms():
    cancelled = []

    async def never(_):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(1)
            raise

    with engine_of(entry("guard", never, timeout_secs=0.02)) as engine:
        sync = engine.run("before_prompt", "x")
        later = asyncio.run(engine.arun("before_prompt", "x"))
    assert sync.block.reason == later.block.reason == "Middleware 'guard' timed out"
    assert sync.block.failure == later.block.failure == "timeout"
    assert len(cancelled) == 2


def test_an_async_check_that_swallows_its_cancelling_is_not_waited_for():
    async def stubborn(_):
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if stop.is_set():
                    raise

    stop = threading.Event()

    async def awaited(engine):
        try:
            return await engine.arun("before_prompt", "x")
        finally:
            stop.set()

    with engine_of(entry("guard", stubborn, timeout_secs=0.02)) as engine:
        again = asyncio.run(awaited(engine))
        stop.clear()
        result = engine.run("before_prompt", "x")
        stop.set()
    assert result.block == again.block
    assert result.block.failure == "timeout"


def test_a_timeout_error_of_the_checks_own_is_a_crash():
    async def check(_):
        raise TimeoutError

    with engine_of(entry("guard", check)) as engine:
        assert engine.run("before_prompt", "x").block.failure == "crash"


def test_an_async_check_that_calls_the_sync_form_is_told_to_await():
    inner = []

    async def nested(_):
        inner.append(engine.run("before_prompt", "inner"))
        return Verdict("pass")

    with engine_of(entry("guard", nested)) as engine:
        assert engine.run("before_prompt", "x").verdict == "pass"
    assert inner[0].block.failure == "crash"
    assert inner[0].block.reason.endswith("called the sync form of the engine; await arun")


def test_a_blocking_check_is_left_behind_at_its_deadline_and_after_four_is_not_asked():
    release, asked = threading.Event(), []

    def stuck(_):
        asked.append(1)
        release.wait(30)
        return Verdict("pass")

    engine = engine_of(entry("guard", stuck, threads=Threads(), timeout_secs=0.01))
    for _ in range(MAX_ABANDONED):
        assert engine.run("before_prompt", "x").block.reason == "Middleware 'guard' timed out"
    refused = engine.run("before_prompt", "x")
    refused_async = asyncio.run(engine.arun("before_prompt", "x"))
    assert refused.block.reason == "Middleware 'guard' failed: 4 earlier calls of it still hang"
    assert refused_async.block.reason == refused.block.reason
    assert len(asked) == MAX_ABANDONED
    engine.close()  # does not wait for them
    release.set()


def test_a_blocking_check_is_asked_again_when_those_left_behind_have_ended():
    release, ended = threading.Event(), threading.Semaphore(0)
    threads = Threads()

    def stuck(_):
        release.wait(30)
        return Verdict("pass")

    engine = engine_of(entry("guard", stuck, threads=threads, timeout_secs=0.01))
    real = threads._ended
    threads._ended = lambda future: (real(future), ended.release())
    for _ in range(MAX_ABANDONED):
        engine.run("before_prompt", "x")
    release.set()
    for _ in range(MAX_ABANDONED):
        assert ended.acquire(timeout=30)
    engine = engine_of(entry("guard", stuck, threads=threads))
    assert engine.run("before_prompt", "x").verdict == "pass"


def test_cancelling_an_async_run_ends_it_and_counts_its_thread_as_left_behind():
    release, started = threading.Event(), threading.Event()
    threads = Threads()

    def stuck(_):
        started.set()
        release.wait(30)
        return Verdict("pass")

    async def cancel():
        engine = engine_of(entry("guard", stuck, threads=threads))
        task = asyncio.create_task(engine.arun("before_prompt", "x"))
        await asyncio.to_thread(started.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert threads._abandoned == 1

    try:
        asyncio.run(cancel())
    finally:
        release.set()


def test_a_run_deadline_is_each_entrys_too():
    def check(_):
        raise AssertionError("asked after the deadline")

    engine = engine_of(entry("first", lambda c: Verdict("pass")), entry("second", check))
    result = engine.run("before_prompt", "x", deadline_secs=1e-9)
    assert result.block.middleware == "first"
    assert result.block.failure == "timeout"


def test_closing_the_engine_fails_an_async_check_in_flight():
    inside = threading.Event()

    async def hangs(_):
        inside.set()
        await asyncio.Event().wait()

    engine = engine_of(entry("guard", hangs))
    results = []
    thread = threading.Thread(target=lambda: results.append(engine.run("before_prompt", "x")))
    thread.start()
    assert inside.wait(30)
    engine.close()
    thread.join(30)
    assert results[0].verdict == "block"
    assert results[0].block.failure == "closed"


def test_foreign_words_are_cleaned_and_ours_are_not():
    finding = Finding("c", "r", "", 0, 1)
    verdict = Verdict("block", reason="why", category="cat", findings=(finding,))
    engine = engine_of(
        entry("theirs", answering(verdict), mode="observe"),
        entry("ours", answering(verdict), foreign=False),
    )
    for name, pipeline in engine._pipelines.items():
        engine._pipelines[name] = type(pipeline).of(
            name,
            list(pipeline.stages),
            pipeline.entries,
            clean=lambda text, content, secrets: f"<{text}|{content}|{secrets[0]}>",
            clean_category=lambda text: f"<{text}>",
        )
    theirs, ours = engine.run("before_prompt", "x", secrets=["s"]).decisions
    assert (theirs.reason, theirs.category) == ("<why|x|s>", "<<cat|x|s>>")
    assert (ours.reason, ours.category) == ("why", "cat")
    assert theirs.findings == (Finding("<<c|x|s>>", "<r|x|s>", "", 0, 1),)
    assert ours.findings == (finding,)
