"""Every row of the program protocol's table, with real programs, in both forms."""

import asyncio
import json
import os
import resource
import signal
from pathlib import Path

import pytest

from nsedmw.types import Finding
from tests.runners.programs import PASS, engine, oneshot, py, sh

FORMS = ["sync", "async"]


def ask(form, runner, content="hello", **terms):
    with engine(runner, **terms) as live:
        if form == "sync":
            return live.run("before_prompt", content)
        return asyncio.run(live.arun("before_prompt", content))


@pytest.fixture(autouse=True)
def nothing_stays():
    """No child, zombie or descriptor is left by any call."""
    before = set(Path("/proc/self/fd").iterdir())
    yield
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
    after = set(Path("/proc/self/fd").iterdir())
    assert len(after) <= len(before) + 1  # the listing's own


DECIDES = {
    "silent, exit 0": ("cat >/dev/null", "pass", None),
    "never reads": ("exit 0", "pass", None),
    "a pass": (PASS, "pass", None),
    "a warn": ("""echo '{"verdict":"warn","category":"c","reason":"r"}'""", "warn", None),
    "a block": ("""echo '{"verdict":"block","category":"c","reason":"r"}'""", "block", None),
    "a warn and exit 1": ("""echo '{"verdict":"warn","reason":"r"}'; exit 1""", "warn", None),
    "a block and exit 3": ("""echo '{"verdict":"block","reason":"r"}'; exit 3""", "block", None),
    "white space and a BOM around": (
        """printf '\\357\\273\\277 {"verdict":"pass"}\\r\\n\\t '""",
        "pass",
        None,
    ),
    "noise on stderr": (f"echo noise >&2; {PASS}", "pass", None),
    "stdout closed": ("exec >&-", "pass", None),
}
BREAKS = {
    "prints no JSON": ("echo not json", "unreadable", "returned invalid JSON"),
    "prints a log line first": (f"echo ready; {PASS}", "unreadable", "returned invalid JSON"),
    "prints two verdicts": (f"{PASS}; {PASS}", "unreadable", "returned invalid JSON"),
    "prints white space alone": ("echo", "unreadable", "returned invalid JSON"),
    "prints an unknown word": (
        """echo '{"verdict":"ok"}'""",
        "unreadable",
        "returned invalid JSON",
    ),
    "prints a cut verdict": ("""printf '{"verdict":"pa'""", "unreadable", "returned invalid JSON"),
    "repeats a key": (
        """echo '{"verdict":"block","verdict":"pass"}'""",
        "unreadable",
        "returned invalid JSON",
    ),
    "prints brackets without end": (
        "head -c 40000 /dev/zero | tr '\\0' '['",
        "unreadable",
        "returned invalid JSON",
    ),
    "kills itself after a verdict": (f"{PASS}; kill -9 $$", "crash", "killed by signal 9"),
    "is terminated": ("kill -TERM $$", "crash", "killed by signal 15"),
    "prints without end": ("yes", "limit", "it printed more than 1048576 bytes"),
    "prints without end and exits 1": (
        "head -c 2000000 /dev/zero; exit 1",
        "limit",
        "it printed more than 1048576 bytes",
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", DECIDES)
def test_what_decides(form, kind, tmp_path):
    body, verdict, failure = DECIDES[kind]
    result = ask(form, oneshot(sh(tmp_path, body)))
    assert (result.verdict, result.decisions[0].failure) == (verdict, failure)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", BREAKS)
def test_what_breaks_blocks_and_is_softened_by_optional_alone(form, kind, tmp_path):
    body, failure, reason = BREAKS[kind]
    path = sh(tmp_path, body)
    result = ask(form, oneshot(path))
    assert (result.verdict, result.block.category) == ("block", "middleware_error")
    assert result.block.failure == failure
    assert reason in result.block.reason
    softened = ask(form, oneshot(path), optional=True)
    assert (softened.verdict, softened.decisions[0].failure) == ("warn", failure)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("echo ' custom error ' >&2; exit 1", "custom error"),
        ("exit 7", "Binary exited with code 7"),
        ("echo ' ' >&2; exit 1", "Binary exited with code 1"),
        (f"{PASS}; exit 1", "Binary exited with code 1"),
        ("echo not json; exit 2", "Binary exited with code 2"),
        ("false", "Binary exited with code 1"),
    ],
)
def test_a_nonzero_exit_is_the_programs_own_word(form, body, reason, tmp_path):
    for optional in (False, True):
        result = ask(form, oneshot(sh(tmp_path, body)), optional=optional)
        assert (result.verdict, result.block.category) == ("block", "binary_middleware")
        assert (result.block.reason, result.block.failure) == (reason, "exit")


def test_require_verdict_makes_silence_a_failure(tmp_path):
    runner = oneshot(sh(tmp_path, "cat >/dev/null"), require_verdict=True)
    result = ask("sync", runner)
    assert result.block.failure == "unreadable"
    assert "answered nothing" in result.block.reason
    assert ask("sync", oneshot(sh(tmp_path, PASS), require_verdict=True)).verdict == "pass"


@pytest.mark.parametrize("form", FORMS)
def test_the_deadline_ends_the_whole_group(form, tmp_path):
    pids = tmp_path / "pids"
    body = f"trap '' TERM; sleep 600 & echo $$ $! > {pids}; wait"
    result = ask(form, oneshot(sh(tmp_path, body)), timeout_secs=0.3)
    assert result.block.reason == "Middleware 'guard' timed out"
    assert result.block.failure == "timeout"
    for pid in pids.read_text().split():
        assert not Path(f"/proc/{pid}/exe").exists()


@pytest.mark.parametrize("form", FORMS)
def test_a_grandchild_that_holds_stdout_does_not_delay_the_answer(form, tmp_path):
    result = ask(form, oneshot(sh(tmp_path, f"sleep 600 & {PASS}")))
    assert result.verdict == "pass"
    assert result.decisions[0].duration_ms < 5000


ESCAPES = """
import os, sys
ready_r, ready_w = os.pipe()
if os.fork() == 0:
    os.setsid()
    os.write(ready_w, b"x")
    os.execvp("sleep", ["sleep", "30"])
os.read(ready_r, 1)
open({pid!r}, "w").write("x")
sys.stdout.write({out!r})
"""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("out", "verdict", "failure"),
    [('{"verdict":"warn"}', "warn", None), ("", "block", "unreadable")],
)
def test_one_that_left_the_group_and_holds_stdout_may_not_add_to_the_answer(
    form, out, verdict, failure, tmp_path
):
    body = ESCAPES.format(pid=str(tmp_path / "pid"), out=out)
    result = ask(form, oneshot(py(tmp_path, body)))
    assert (result.verdict, result.decisions[0].failure) == (verdict, failure)
    # The escapee is not ours to find by pid; it ends by itself, and nothing waits for it.
    os.system("pkill -f '^sleep 30$' >/dev/null 2>&1")


@pytest.mark.parametrize("form", FORMS)
def test_a_flood_is_capped_while_it_is_read(form, tmp_path):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = ask(form, oneshot(sh(tmp_path, "yes | head -c 1000000000")))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert result.block.failure == "limit"
    assert grown < 50 * 1024


def test_stderr_past_the_cap_is_dropped_and_does_not_block_the_program(tmp_path):
    body = f"yes e | head -c 5000000 >&2; {PASS}"
    assert ask("sync", oneshot(sh(tmp_path, body))).verdict == "pass"


@pytest.mark.parametrize("form", FORMS)
def test_a_program_that_does_not_read_large_input_is_fine(form, tmp_path):
    assert ask(form, oneshot(sh(tmp_path, PASS)), "A" * 2_000_000).verdict == "pass"


@pytest.mark.parametrize("form", FORMS)
def test_a_program_that_closes_its_input_is_fine(form, tmp_path):
    body = f"exec <&-; {PASS}"
    assert ask(form, oneshot(sh(tmp_path, body)), "A" * 2_000_000).verdict == "pass"


@pytest.mark.parametrize("form", FORMS)
def test_a_large_answer_within_the_cap_is_read_whole(form, tmp_path):
    body = """
import json, sys
content = json.load(sys.stdin)["content"]
print(json.dumps({"verdict": "pass", "content": content[::-1]}))
"""
    content = "ab" * 150_000
    result = ask(form, oneshot(py(tmp_path, body)), content)
    assert result.content == content[::-1]


def test_the_program_sees_the_context_with_its_config_over_the_metadata(tmp_path):
    seen = tmp_path / "seen"
    runner = oneshot(sh(tmp_path, f"cat > {seen}; {PASS}"), config={"limit": 2, "k": {"a": 1}})
    with engine(runner) as live:
        live.run("before_prompt", "é", agent_id="a", metadata={"limit": 1, "m": 3, "k": {"b": 2}})
    assert json.loads(seen.read_text()) == {
        "content": "é",
        "action": "propose",
        "agent_id": "a",
        "job_id": "",
        "round": 0,
        "stage": "before_prompt",
        "metadata": {"limit": 2, "m": 3, "k": {"a": 1}},
        "hook_state": {},
    }
    assert not seen.read_bytes().endswith(b"\n")


def test_findings_and_state_come_through(tmp_path):
    answer = (
        '{"verdict":"warn","hook_state":{"k":1},'
        '"findings":[{"category":"c","rule":"r","path":"","start":0,"end":2}]}'
    )
    result = ask("sync", oneshot(sh(tmp_path, f"echo '{answer}'")))
    assert result.hook_state == {"k": 1}
    assert result.warnings[0].findings == (Finding("c", "r", "", 0, 2),)


def test_a_child_has_descriptors_0_to_2_its_own_group_and_pythons_signals_undone(tmp_path):
    out = tmp_path / "out"
    body = f"""
import os, signal, json
fds = sorted(int(n) for n in os.listdir("/proc/self/fd"))
group = os.getpgid(0) == os.getpid()
pipe = signal.getsignal(signal.SIGPIPE) == signal.SIG_DFL
ignored = [l for l in open("/proc/self/status") if l.startswith("SigIgn")][0].split()[1]
json.dump([fds, group, os.getcwd(), dict(os.environ), ignored], open({str(out)!r}, "w"))
"""
    held = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(held, True)
    try:
        ask("sync", oneshot(py(tmp_path, body)))
    finally:
        os.close(held)
    fds, group, cwd, env, _ = json.loads(out.read_text())
    assert fds[:3] == [0, 1, 2]
    assert len(fds) == 4, "the fourth is the listing's own"
    assert group
    assert cwd == str(tmp_path)
    assert set(env) - {"LC_CTYPE", "PWD", "SHLVL", "_"} == {
        "PATH",
        "NSEDMW_RUNNER",
        "NSEDMW_PROTOCOL",
    }


@pytest.mark.parametrize(
    ("head", "mode", "reason"),
    [
        ("echo hi\n", 0o755, "no `#!` line"),
        ("#!/bin/sh\r\necho hi\r\n", 0o755, "Windows line ends"),
        ("#!/no/such/interpreter\n", 0o755, "names /no/such/interpreter, which is not here"),
        ("#!\n", 0o755, "no interpreter"),
        ("#!/bin/sh\n", 0o644, "not executable; chmod +x"),
        ("\x7fELF\x02\x01\x01" + "\0" * 9 + "\x02\0\xb7\0" + "\0" * 60, 0o755, "built for aarch64"),
    ],
)
def test_what_is_wrong_at_start_is_said(head, mode, reason, tmp_path):
    if os.geteuid() == 0 and mode == 0o644:
        pass  # even root cannot execute a file without any x bit
    path = tmp_path / "guard"
    path.write_bytes(head.encode("latin-1"))
    path.chmod(mode)
    result = ask("sync", oneshot(path))
    assert result.block.failure == "start"
    assert "failed to spawn" in result.block.reason
    assert reason in result.block.reason


def test_a_program_or_a_folder_that_went_away_is_said(tmp_path):
    gone = oneshot(tmp_path / "gone")
    assert "the file is missing" in ask("sync", gone).block.reason
    path = sh(tmp_path, PASS)
    assert (
        "its working folder is missing"
        in ask("sync", oneshot(path, cwd=str(tmp_path / "no"))).block.reason
    )


def test_cancelling_an_async_run_ends_its_program(tmp_path):
    pid = tmp_path / "pid"
    os.mkfifo(pid)
    runner = oneshot(sh(tmp_path, f"echo $$ > {pid}; exec sleep 600"))

    async def cancel():
        with engine(runner) as live:
            task = asyncio.create_task(live.arun("before_prompt", "x"))
            number = int(await asyncio.to_thread(pid.read_text))
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        return number

    number = asyncio.run(cancel())
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_an_ignored_sigchld_is_not_taken_for_success(tmp_path):
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        result = ask("sync", oneshot(sh(tmp_path, "exit 1")))
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert result.verdict == "block"
    assert result.block.failure == "crash"


def test_others_are_served_while_a_program_is_slow(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    slow = oneshot(sh(tmp_path, f"cat {fifo} >/dev/null; {PASS}"))

    async def both():
        with engine(slow) as live:
            waiting = asyncio.create_task(live.arun("before_prompt", "x"))
            done = [await live.arun("on_completion", "y") for _ in range(20)]
            assert not waiting.done()
            await asyncio.to_thread(fifo.write_text, "go")
            return done, await waiting

    done, late = asyncio.run(both())
    assert all(result.verdict == "pass" for result in [*done, late])
