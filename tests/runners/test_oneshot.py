"""Programs that behave: what they are given, what comes of their answers, how calls are ended."""

import asyncio
import json
import os
import resource
import signal
import threading

import pytest

from nsedmw.types import Finding
from tests.runners.fault_terms import SAID
from tests.runners.programs import FORMS, PASS, ask, guard, load, py, sh

in_both_forms = pytest.mark.parametrize("form", FORMS)
CONTENT = "a sentence that only the content has"


@in_both_forms
@pytest.mark.parametrize(
    ("entry", "verdict", "failure"),
    [
        ({"binary": "true"}, "pass", None),
        ({"binary": "false"}, "block", "exit"),
        ({"binary": "sleep", "args": ["60"], "timeout_secs": 0.1}, "block", "timeout"),
        ({"binary": "cat", "args": ["/dev/null"]}, "pass", None),
        ({"binary": "echo", "args": ["not json"]}, "block", "unreadable"),
        ({"binary": "echo", "args": ['{"verdict":"warn"}']}, "warn", None),
        ({"binary": "printf", "args": ["%2097152s{}", "x"]}, "block", "limit"),
    ],
)
def test_programs_that_every_system_has(form, entry, verdict, failure, tmp_path):
    with load(tmp_path, entry) as live:
        result = ask(form, live)
    (decision,) = result.decisions
    assert (result.verdict, decision.failure) == (verdict, failure)
    assert (decision.middleware, decision.runner) == (entry["binary"], "oneshot")


EXITS = """
    static char text[4096]; long size = read(0, text, sizeof text - 1);
    char *at = strstr(text, "\\"content\\":"); int code = size > 0 && at ? atoi(at + 10) : 99;
    return code;
"""


@in_both_forms
def test_every_exit_code_but_0_blocks(form, tmp_path, built):
    entry = {"name": "guard", "binary": str(built("program", EXITS))}
    with load(tmp_path, entry) as live:
        results = [ask(form, live, code) for code in range(256)]
    assert results[0].verdict == "pass"
    told = [(r.verdict, r.block.category, r.block.reason, r.block.failure) for r in results[1:]]
    assert told == [
        ("block", "binary_middleware", f"Binary exited with code {code}", "exit")
        for code in range(1, 256)
    ]


@in_both_forms
@pytest.mark.parametrize("number", [1, 2, 3, 4, 8, 10, 13, 14, 31, 34, 64])
def test_death_by_any_signal_is_a_failure(form, number, tmp_path):
    sh(tmp_path, f"{PASS}; kill -{number} $$; sleep 600")
    with guard(tmp_path) as live:
        result = ask(form, live)
    assert result.block.failure == "crash"
    assert result.block.reason == f"Middleware 'guard' failed: it was killed by signal {number}"


@in_both_forms
@pytest.mark.parametrize(("stream", "failure"), [("1", "limit"), ("2", None)])
def test_a_flood_is_capped_while_it_is_read(form, stream, failure, tmp_path):
    sh(tmp_path, f"yes {SAID} | head -c 1000000000 >&{stream}")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with guard(tmp_path) as live:
        result = ask(form, live)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert result.decisions[0].failure == failure
    assert grown < 50 * 1024


@in_both_forms
def test_a_large_answer_within_the_cap_is_read_whole(form, tmp_path):
    body = """
import json, sys
content = json.load(sys.stdin)["content"]
print(json.dumps({"verdict": "pass", "content": content[::-1]}))
"""
    py(tmp_path, body)
    content = "ab" * 150_000
    with guard(tmp_path) as live:
        result = ask(form, live, content)
    assert result.content == content[::-1]
    assert result.decisions[0].changed


@in_both_forms
def test_the_program_sees_the_context_with_its_config_over_the_metadata(form, tmp_path):
    sh(tmp_path, f"cat > seen; {PASS}")
    with guard(tmp_path, config={"limit": 2, "k": {"a": 1}}) as live:
        ask(form, live, "é\0", agent_id="a", metadata={"limit": 1, "m": 3, "k": {"b": 2}})
    seen = (tmp_path / "seen").read_bytes()
    expected = {
        "content": "é\0",
        "action": "propose",
        "agent_id": "a",
        "job_id": "",
        "round": 0,
        "stage": "before_prompt",
        "metadata": {"limit": 2, "m": 3, "k": {"a": 1}},
        "hook_state": {},
    }
    # Its order is the protocol's, it is compact, and nothing follows it.
    assert seen.decode() == json.dumps(
        expected, ensure_ascii=False, separators=(",", ":"), sort_keys=False
    )


@in_both_forms
@pytest.mark.parametrize("config", [{}, None])
def test_no_config_leaves_the_metadata_alone(form, config, tmp_path):
    sh(tmp_path, f"cat > seen; {PASS}")
    with guard(tmp_path, **({} if config is None else {"config": config})) as live:
        ask(form, live, metadata={"m": 3})
    assert json.loads((tmp_path / "seen").read_text())["metadata"] == {"m": 3}


@in_both_forms
def test_findings_and_state_come_through_and_the_next_one_sees_the_state(form, tmp_path):
    answer = (
        '{"verdict":"warn","hook_state":{"k":1},'
        '"findings":[{"category":"c","rule":"r","path":"","start":0,"end":2}]}'
    )
    sh(tmp_path, f"echo '{answer}'", "first")
    sh(tmp_path, """grep -q '"hook_state":{"k":1}' || exit 1""", "second")
    first, second = {"binary": "./first"}, {"binary": "./second"}
    with load(tmp_path, first, second) as both, load(tmp_path, second) as alone:
        result, lacking = ask(form, both), ask(form, alone)
    assert result.verdict == "warn"
    assert result.hook_state == {"k": 1}
    assert result.warnings[0].findings == (Finding("c", "r", "", 0, 2),)
    assert (lacking.verdict, lacking.block.failure) == ("block", "exit")


@in_both_forms
def test_stderr_of_a_passing_call_is_in_the_debug_log_without_the_content(form, tmp_path, logged):
    sh(tmp_path, f"echo '{SAID} {CONTENT}' >&2; {PASS}")
    with guard(tmp_path) as live:
        assert ask(form, live, CONTENT).verdict == "pass"
    (line,) = [line for line in logged if SAID in line]
    assert "level='debug'" in line
    assert "[masked]" in line


@in_both_forms
@pytest.mark.parametrize("text", ["hello \ud800 world", "tail \udc97", "\ud83d\ude00"])
def test_text_with_lone_surrogates_never_reaches_a_program(form, text, tmp_path):
    sh(tmp_path, f"touch started; {PASS}")
    with guard(tmp_path, optional=True) as live:
        results = [ask(form, live, text), ask(form, live, {text: 1}), ask(form, live, [text])]
        results.append(ask(form, live, metadata={"k": text}))
    for result in results:
        assert (result.verdict, result.block.middleware) == ("block", "engine")
        assert result.block.category == "invalid_content"
    assert not (tmp_path / "started").exists()


def _when_it_runs(tmp_path, body="exec sleep 600"):
    """A program that has written its number to a fifo when it runs, and what reads that."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    sh(tmp_path, f"echo $$ > fifo; {body}")
    return lambda: int(fifo.read_text())


def test_cancelling_an_async_run_ends_its_program(tmp_path):
    running = _when_it_runs(tmp_path)

    async def cancel():
        with guard(tmp_path) as live:
            task = asyncio.create_task(live.arun("before_prompt", "x"))
            number = await asyncio.to_thread(running)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        return number

    number = asyncio.run(cancel())
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_closing_the_engine_ends_a_program_and_its_sync_run(tmp_path):
    running = _when_it_runs(tmp_path, "sleep 600 & wait")
    live, results = guard(tmp_path), []
    thread = threading.Thread(target=lambda: results.append(live.run("before_prompt", "x")))
    thread.start()
    running()
    live.close()
    thread.join(60)
    assert results[0].block.failure == "closed"
    assert results[0].block.reason == "Middleware 'guard' failed: the engine was closed"


def test_closing_the_engine_ends_a_program_and_its_async_run(tmp_path):
    running = _when_it_runs(tmp_path, "sleep 600 & wait")

    async def close():
        async with guard(tmp_path) as live:
            task = asyncio.create_task(live.arun("before_prompt", "x"))
            await asyncio.to_thread(running)
        return await task

    assert asyncio.run(close()).block.failure == "closed"


@in_both_forms
def test_an_ignored_sigchld_is_not_taken_for_success(form, tmp_path):
    sh(tmp_path, "exit 1")
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with guard(tmp_path) as live:
            result = ask(form, live)
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert (result.verdict, result.block.failure) == ("block", "crash")


@pytest.mark.parametrize("point", ["before_prompt", "on_completion"])
def test_others_are_served_while_a_program_is_slow(point, tmp_path):
    """`point` is where the others run: past other programs, or past a builtin."""
    os.mkfifo(tmp_path / "fifo")
    sh(tmp_path, f"if grep -q slow; then cat fifo >/dev/null; fi; {PASS}")
    rules = [{"builtin": "rule_based"}]

    async def all_of_them():
        entry = {"binary": "./guard"}
        async with load(tmp_path, entry, on_completion=rules) as live:
            waiting = asyncio.create_task(live.arun("before_prompt", "slow"))
            done = await asyncio.gather(*(live.arun(point, "y") for _ in range(20)))
            assert not waiting.done()
            await asyncio.to_thread((tmp_path / "fifo").write_text, "go")
            return done, await waiting

    done, late = asyncio.run(all_of_them())
    assert [result.verdict for result in (*done, late)] == ["pass"] * 21


def test_threads_share_an_engine_and_get_their_own_answers(tmp_path):
    sh(tmp_path, """sed 's/.*"content":"\\([a-z0-9]*\\)".*/{"verdict":"pass","content":"\\1!"}/'""")
    results = {}
    with guard(tmp_path) as live:

        def call(text):
            results[text] = live.run("before_prompt", text).content

        threads = [threading.Thread(target=call, args=(f"t{n}",)) for n in range(24)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert results == {f"t{n}": f"t{n}!" for n in range(24)}
