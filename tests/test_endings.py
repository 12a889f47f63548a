"""However an engine, a call or its process ends, no program outlives it and nothing stays open."""

import asyncio
import contextlib
import errno
import gc
import json
import os
import random
import resource
import select
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import nsedmw
from nsedmw.runners import lifeline
from nsedmw.runners.running import Running

BOUND_SECS = 60
"""Only a hang is that long."""
NUMBERS = Path("/proc/self/fd")

LIBRARY = """
#include <stdint.h>
#include <string.h>
#include <unistd.h>
static int32_t say(const char *v, uint8_t *o, uint32_t *l, int32_t code)
{ *l = (uint32_t)strlen(v); memcpy(o, v, *l); return code; }
int32_t nsed_middleware_execute(const uint8_t *c, uint32_t n, uint8_t *o, uint32_t m, uint32_t *l)
{
    (void)m;
    if (memmem(c, n, "\\"how\\":\\"blocks\\"", 14)) return 1;
    if (memmem(c, n, "\\"how\\":\\"breaks\\"", 14)) return 9;
    if (memmem(c, n, "\\"how\\":\\"garbage\\"", 15)) return say("{", o, l, 0);
    if (memmem(c, n, "\\"how\\":\\"hangs\\"", 13)) { pause(); return 0; }
    return say("{\\"verdict\\":\\"warn\\"}", o, l, 0);
}
"""
PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
int main(int argc, char **argv)
{
    static char in[1 << 16];
    const char *how = argc > 1 ? argv[1] : "";
    if (!strcmp(how, "deaf")) { close(0); puts("{\\"verdict\\":\\"pass\\"}"); return 0; }
    while (read(0, in, sizeof in) > 0) {}
    if (!strcmp(how, "hangs")) { signal(SIGTERM, SIG_IGN); pause(); }
    if (!strcmp(how, "crashes")) abort();
    if (!strcmp(how, "exits")) { fputs("no", stderr); return 3; }
    if (!strcmp(how, "floods")) for (;;) if (write(1, in, sizeof in) < 0) return 1;
    if (!strcmp(how, "leaves")) { if (!fork()) { pause(); } }
    if (!strcmp(how, "garbage")) { puts("{"); return 0; }
    puts("{\\"verdict\\":\\"pass\\"}");
    return 0;
}
"""


def compile_(source, target, *flags):
    subprocess.run(
        ["cc", "-O1", "-D_GNU_SOURCE", *flags, "-o", str(target), "-x", "c", "-"],
        input=source.encode(), check=True,
    )  # fmt: skip
    return target


@pytest.fixture(scope="module", autouse=True)
def _guarded():
    """Its pipe stays open from the first start to the end of the process."""
    lifeline.prepare()


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    compile_(PROGRAM, folder / "check")
    compile_(LIBRARY, folder / "libcheck.so", "-shared", "-fPIC")
    return folder


def script(folder, body, name="check.sh"):
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return f"./{name}"


def loads(folder, *entries):
    text = json.dumps({"middleware": {"before_prompt": list(entries)}})
    return nsedmw.loads(text, base_dir=folder)


def waits(folder):
    """A program that says its number and then waits for ever; and how to read that number."""
    os.mkfifo(folder / "pid")
    return script(folder, "echo $$ > pid; exec sleep 600")


def pid_from(folder):
    """A descriptor of the program's process: it becomes readable when that has ended."""
    return os.pidfd_open(int((folder / "pid").read_text()))


def assert_ends(pidfd):
    poller = select.poll()
    poller.register(pidfd, select.POLLIN)
    try:
        assert poller.poll(BOUND_SECS * 1000), "the program outlived what started it"
    finally:
        os.close(pidfd)


def open_descriptors():
    gc.collect()  # what earlier tests left to it
    return len(list(NUMBERS.iterdir()))


def is_pidfd(path):
    return "pidfd" in str(path.readlink())


def no_children():
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_closing_an_engine_ends_a_running_program_and_its_call_fails(tmp_path):
    engine = loads(tmp_path, {"binary": waits(tmp_path)})
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(engine.run, "before_prompt", "x")
        program = pid_from(tmp_path)
        engine.close()
        result = running.result(BOUND_SECS)
    assert_ends(program)
    assert (result.verdict, result.block.failure) == ("block", "closed")
    assert result.block.reason == "Middleware 'check.sh' failed: the engine was closed"
    no_children()


def test_closing_ends_a_program_that_a_task_waits_for(tmp_path):
    async def main():
        engine = loads(tmp_path, {"binary": waits(tmp_path), "optional": True})
        running = asyncio.create_task(engine.arun("before_prompt", "x"))
        program = await asyncio.to_thread(pid_from, tmp_path)
        engine.close()
        return program, await running

    program, result = asyncio.run(main())
    assert_ends(program)
    assert (result.verdict, result.decisions[0].failure) == ("warn", "closed")
    no_children()


def test_cancelling_ends_the_program(tmp_path):
    async def main():
        async with loads(tmp_path, {"binary": waits(tmp_path)}) as engine:
            running = asyncio.create_task(engine.arun("before_prompt", "x"))
            program = await asyncio.to_thread(pid_from, tmp_path)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            no_children()
            return program

    assert_ends(asyncio.run(main()))


def test_a_loop_that_ends_with_a_run_under_way_ends_its_program(tmp_path):
    engine = loads(tmp_path, {"binary": waits(tmp_path)})
    tasks = []

    async def main():
        tasks.append(asyncio.create_task(engine.arun("before_prompt", "x")))
        return await asyncio.to_thread(pid_from, tmp_path)

    assert_ends(asyncio.run(main()))
    assert tasks[0].cancelled()
    no_children()


LEAVES = """
import sys, threading, os
import nsedmw
engine = nsedmw.load(sys.argv[1])
how = sys.argv[2]
if how == "main":
    engine.run("before_prompt", "x" * 200_000)
threading.Thread(target=engine.run, args=("before_prompt", "x" * 200_000), daemon=True).start()
open("started").read()
"""


def leaving(folder, how, program=None):
    """An interpreter that runs the engine on its main thread, or on a daemon thread."""
    entry = {"binary": program or waits(folder)}
    config = folder / "nsedmw.yaml"
    config.write_text(json.dumps({"middleware": {"before_prompt": [entry]}}))
    os.mkfifo(folder / "started")
    child = subprocess.Popen(
        [sys.executable, "-c", LEAVES, str(config), how],
        cwd=folder, stderr=subprocess.PIPE,
    )  # fmt: skip
    return child, pid_from(folder)


def test_leaving_python_ends_a_program_of_a_daemon_thread(tmp_path):
    child, program = leaving(tmp_path, "daemon")
    (tmp_path / "started").write_text("")
    assert child.wait(BOUND_SECS) == 0, child.stderr.read()
    child.stderr.close()
    assert_ends(program)


def test_an_interrupt_ends_the_program_that_is_waited_for(tmp_path):
    child, program = leaving(tmp_path, "main")
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=BOUND_SECS)
    assert child.returncode == -signal.SIGINT
    assert_ends(program)


@pytest.mark.parametrize("how", ["main", "daemon"])
def test_a_killed_process_leaves_no_program_and_nothing_of_its_group(tmp_path, how):
    script(tmp_path, "echo $$ > child; exec sleep 600", "child.sh")
    os.mkfifo(tmp_path / "child")
    os.mkfifo(tmp_path / "pid")
    # It says so once it has read more than a pipe holds: its engine is past its start by then.
    body = "cat >/dev/null; ./child.sh & echo $$ > pid; trap '' TERM; wait"
    child, program = leaving(tmp_path, how, script(tmp_path, body))
    grandchild = os.pidfd_open(int((tmp_path / "child").read_text()))
    child.kill()
    assert child.wait(BOUND_SECS) == -signal.SIGKILL
    child.stderr.close()
    assert_ends(program)
    assert_ends(grandchild)


def guards(inode=None):
    """The shells that read the pipe of this process's guard, or that pipe."""
    inode = inode or os.fstat(lifeline._guard.fd).st_ino
    found = []
    for path in Path("/proc").glob("[0-9]*/fd/0"):
        try:
            if path.stat().st_ino == inode:
                found.append(int(path.parts[2]))
        except OSError:
            continue
    return found


def test_a_guard_that_was_killed_is_replaced(built):
    with loads(built, {"binary": "./check"}) as engine:
        engine.run("before_prompt", "x")
        (guard,) = guards()
        watched = os.pidfd_open(guard)
        os.kill(guard, signal.SIGKILL)
        assert_ends(watched)
        before = open_descriptors()
        lifeline._guard.looked_at = 0.0  # it is looked at ten times a second
        assert engine.run("before_prompt", "x").verdict == "pass"
        assert guards() not in ([], [guard])
        assert open_descriptors() == before


def test_the_guard_ends_with_its_process_and_is_no_child_of_it(tmp_path, built):
    body = (
        "import sys, os, nsedmw; from nsedmw.runners import lifeline\n"
        "with nsedmw.load(sys.argv[1]) as e: e.run('before_prompt', 'x')\n"
        "try: os.waitpid(-1, os.WNOHANG)\n"
        "except ChildProcessError: print(os.stat(lifeline._guard.fd).st_ino, flush=True)\n"
        "sys.stdin.read()\n"
    )
    config = built / "guarded.yaml"
    config.write_text(json.dumps({"middleware": {"before_prompt": [{"binary": "./check"}]}}))
    child = subprocess.Popen(
        [sys.executable, "-c", body, str(config)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    inode = int(child.stdout.readline())
    (guard,) = guards(inode)
    watched = os.pidfd_open(guard)
    child.communicate(timeout=BOUND_SECS)
    assert_ends(watched)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_command_line_that_is_told_to_end_ends_its_program(tmp_path, number, code):
    config = tmp_path / "nsedmw.yaml"
    entry = {"binary": waits(tmp_path)}
    config.write_text(json.dumps({"middleware": {"before_prompt": [entry]}}))
    child = subprocess.Popen(
        [sys.executable, "-m", "nsedmw", "run", str(config), "-", "--text"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    child.stdin.write(b"x")
    child.stdin.close()
    program = pid_from(tmp_path)
    child.send_signal(number)
    assert child.wait(BOUND_SECS) == code
    assert (child.stdout.read(), child.stderr.read()) == (b"", b"")
    child.stdout.close()
    child.stderr.close()
    assert_ends(program)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_command_line_can_be_ended_while_a_library_hangs(tmp_path, built, number, code):
    os.mkfifo(tmp_path / "inside")
    source = LIBRARY.replace("pause()", 'close(open("inside", O_WRONLY)), pause()')
    compile_(source.replace("#include", "#include <fcntl.h>\n#include", 1),
             tmp_path / "libhangs.so", "-shared", "-fPIC")  # fmt: skip
    entry = {"dylib": "./libhangs.so", "config": {"how": "hangs"}}
    config = tmp_path / "nsedmw.yaml"
    config.write_text(json.dumps({"middleware": {"before_prompt": [entry]}}))
    child = subprocess.Popen(
        [sys.executable, "-m", "nsedmw", "run", str(config), "-", "--text"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    child.stdin.write(b"x")
    child.stdin.close()
    with child:
        (tmp_path / "inside").read_text()  # it is in the library's call from here on
        child.send_signal(number)
        assert child.wait(BOUND_SECS) == code


def in_a_fork(work):
    """What `work` answers in a forked copy of this process, as JSON."""
    reads, writes = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.alarm(BOUND_SECS)
        code = 1
        try:
            os.write(writes, json.dumps(work()).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writes)
    with os.fdopen(reads, "rb") as answer:
        said = answer.read()
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return json.loads(said)


def in_runners(lines, act):
    """A tracer that acts once so many lines of the runners were run; and how many are left."""
    left = [lines]

    def step(frame, event, _):
        if "nsedmw/runners" in frame.f_code.co_filename and event == "line":
            left[0] -= 1
            if left[0] == 0:
                act()
        return step

    return step, left


def test_a_signals_handler_may_close_the_engine_while_a_program_starts(built):
    """At one step of a run after the other: it ends, and no program stays."""

    def after(lines, verdicts):
        engine = loads(built, {"binary": "./check", "timeout_secs": 10})
        step, left = in_runners(lines, engine.close)
        sys.settrace(step)
        try:
            result = engine.run("before_prompt", "x")
        finally:
            sys.settrace(None)
            engine.close()
        no_children()
        verdicts.add(result.block.failure if result.block else result.verdict)
        return left[0] <= 0

    def all_steps():
        verdicts, lines = set(), 1
        while after(lines, verdicts):
            lines += 3
        return lines > 100, sorted(verdicts)

    assert in_a_fork(all_steps) == [True, ["closed", "pass"]]


def interrupt():
    raise KeyboardInterrupt


def test_a_handler_that_raises_at_any_step_leaves_no_program_once_the_engine_is_closed(built):
    def after(lines):
        step, left = in_runners(lines, interrupt)
        engine = loads(built, {"binary": "./check", "args": ["hangs"], "timeout_secs": 0.01})
        sys.settrace(step)
        try:
            with contextlib.suppress(KeyboardInterrupt):
                engine.run("before_prompt", "x")
        finally:
            sys.settrace(None)
            engine.close()
        found = subprocess.run(["pgrep", "-f", f"{built}/check hangs"], capture_output=True)
        for number in found.stdout.split():  # killed, and on its way
            with contextlib.suppress(ProcessLookupError):
                assert_ends(os.pidfd_open(int(number)))
        return left[0] <= 0

    def all_steps():
        lines = 1
        while after(lines):
            lines += 5
        return lines > 100

    assert in_a_fork(all_steps) is True


def test_a_run_that_nobody_awaits_any_longer_is_ended_even_inside_another_ones_start(tmp_path):
    """The garbage collector may come to it at any time, in the middle of a start as well."""
    engine = loads(tmp_path, {"binary": waits(tmp_path)})
    loop = asyncio.new_event_loop()
    task = loop.create_task(engine.arun("before_prompt", "x"))
    reading = loop.run_in_executor(None, pid_from, tmp_path)
    program = loop.run_until_complete(reading)
    coroutine = task.get_coro()
    task._log_destroy_pending = False
    begins = Running.start

    def start(self, call, begin):
        def both():
            coroutine.close()
            begin()

        begins(self, call, both)

    Running.start = start
    try:
        with ThreadPoolExecutor(1) as pool:
            (tmp_path / "check.sh").write_text('#!/bin/sh\necho \'{"verdict":"warn"}\'\n')
            assert (
                pool.submit(engine.run, "before_prompt", "y").result(BOUND_SECS).verdict == "warn"
            )
    finally:
        Running.start = begins
    assert_ends(program)
    engine.close()
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


def test_a_failed_start_leaves_no_timer_in_the_loop(tmp_path):
    name = script(tmp_path, "exit 0")
    engine = loads(tmp_path, {"binary": name, "timeout_secs": 1000})
    (tmp_path / "check.sh").unlink()

    async def main():
        assert (await engine.arun("before_prompt", "x")).block.failure == "start"
        return [timer for timer in asyncio.get_running_loop()._scheduled if not timer.cancelled()]

    assert asyncio.run(main()) == []
    engine.close()


def test_a_forked_copy_has_nothing_to_do_with_its_parents_programs(tmp_path):
    os.mkfifo(tmp_path / "pid")
    os.mkfifo(tmp_path / "go")
    name = script(
        tmp_path, 'echo $$ > pid; cat go >/dev/null; cat >/dev/null; echo \'{"verdict":"warn"}\''
    )
    engine = loads(tmp_path, {"binary": name})
    gc.collect()  # what earlier tests left to it
    before = len([path for path in NUMBERS.iterdir() if path.exists() and is_pidfd(path)])
    with ThreadPoolExecutor(1) as pool:
        # More than a pipe holds: its input is still open when the process is copied.
        running = pool.submit(engine.run, "before_prompt", "x" * 500_000)
        program = pid_from(tmp_path)

        def copy():
            held = [str(path.readlink()) for path in NUMBERS.iterdir() if path.exists()]
            engine.close()
            # The parent's program reads to the end of its input while this copy still lives.
            (tmp_path / "go").write_text("")
            poller = select.poll()
            poller.register(program, select.POLLIN)
            return [name for name in held if "pidfd" in name], bool(poller.poll(BOUND_SECS * 1000))

        pidfds, ended = in_a_fork(copy)
        result = running.result(BOUND_SECS)
    os.close(program)
    assert len(pidfds) == before + 1, "the test's own is the only one"
    assert ended
    assert result.verdict == "warn"
    engine.close()


def test_a_forked_copy_runs_programs_and_libraries_of_its_own(built):
    engine = loads(built, {"binary": "./check"}, {"dylib": "./libcheck.so"})
    assert engine.run("before_prompt", "x", deadline_secs=BOUND_SECS).verdict == "warn"

    def copy():
        result = engine.run("before_prompt", "x", deadline_secs=BOUND_SECS)
        awaited = asyncio.run(engine.arun("before_prompt", "x"))
        engine.close()
        return [result.verdict, awaited.verdict]

    assert in_a_fork(copy) == ["warn", "warn"]
    assert engine.run("before_prompt", "x").verdict == "warn"
    engine.close()


@pytest.mark.parametrize("form", ["sync", "async"])
def test_without_descriptors_a_call_fails_and_nothing_of_it_stays(built, form):
    loop = asyncio.new_event_loop()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with loads(built, {"binary": "./check"}) as engine:
        engine.run("before_prompt", "x")
        before = open_descriptors()
        failures = set()
        # The limit is on numbers: all below the next one must be taken.
        highest = max(int(path.name) for path in NUMBERS.iterdir())
        fillers = [os.open(os.devnull, os.O_RDONLY)]
        while fillers[-1] < highest:
            fillers.append(os.open(os.devnull, os.O_RDONLY))
        most = fillers[-1] + 1
        # From no descriptor left to all that a call takes: each step of a start has its turn.
        for spare in range(12):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most + spare, hard))
            try:
                if form == "sync":
                    result = engine.run("before_prompt", "x")
                else:
                    result = loop.run_until_complete(engine.arun("before_prompt", "x"))
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            if result.block:
                assert "this system is out of descriptors" in result.block.reason
                failures.add(result.block.failure)
            no_children()
        for filler in fillers:
            os.close(filler)
        assert (failures, result.verdict) == ({"start"}, "pass")
        assert open_descriptors() == before
    loop.close()


@pytest.mark.parametrize("error", [errno.ENOSYS, errno.EPERM])
def test_a_system_without_pidfds_is_served_as_well(built, monkeypatch, error):
    def refused(_pid):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "pidfd_open", refused)
    expected = {"": "pass", "exits": "exit", "crashes": "crash", "hangs": "timeout"}
    for how, outcome in expected.items():
        entry = {"binary": "./check", "args": [how], "timeout_secs": 0.5 if how == "hangs" else 30}
        for form in ("sync", "async"):
            with loads(built, entry) as engine:
                result = (
                    engine.run("before_prompt", "x")
                    if form == "sync"
                    else asyncio.run(engine.arun("before_prompt", "x"))
                )
            assert (result.block.failure if result.block else result.verdict) == outcome
            no_children()


TIMES = {"hangs": 0.05}
PROGRAM_BECOMES = {
    "": "pass",
    "deaf": "pass",
    "exits": "exit",
    "crashes": "crash",
    "floods": "limit",
    "garbage": "unreadable",
    "leaves": "pass",
    "hangs": "timeout",
}
LIBRARY_BECOMES = {"": "warn", "blocks": "block", "breaks": "crash", "garbage": "unreadable"}
KINDS = ("", "", "", "deaf", "exits", "crashes", "floods", "garbage", "leaves", "hangs")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_ten_thousand_mixed_calls_leave_nothing(built):  # noqa: C901  # one story
    """Programs and libraries that behave and misbehave, from threads and from tasks."""
    chooses = random.Random(7)
    programs = [
        loads(built, {"binary": "./check", "args": [how], "timeout_secs": TIMES.get(how, 30)})
        for how in KINDS
    ]  # fmt: skip
    library = loads(built, {"dylib": "./libcheck.so"})
    calls = [
        (library, {"how": chooses.choice(("", "blocks", "breaks", "garbage"))})
        if chooses.random() < 0.5
        else (chooses.choice(programs), {})
        for _ in range(10_000)
    ]
    descriptors, threads = open_descriptors(), set(threading.enumerate())
    wrong = []

    def judged(call, result):
        engine, metadata = call
        how = metadata["how"] if metadata else KINDS[programs.index(engine)]
        expected = (LIBRARY_BECOMES if metadata else PROGRAM_BECOMES)[how]
        became = result.decisions[0].failure or result.verdict
        if became != expected:
            wrong.append((how, became))

    def sync(call):
        engine, metadata = call
        judged(call, engine.run("before_prompt", "content", metadata=metadata))

    async def both(some):
        running = [
            engine.arun("before_prompt", "content", metadata=metadata) for engine, metadata in some
        ]
        for call, result in zip(some, await asyncio.gather(*running), strict=True):
            judged(call, result)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(sync, calls[:5000]))
    for start in range(5000, 10_000, 20):
        asyncio.run(both(calls[start : start + 20]))
    for engine in (*programs, library):
        engine.close()
    assert wrong == []
    no_children()
    assert open_descriptors() == descriptors
    ours = set(threading.enumerate()) - threads
    for thread in ours:
        thread.join(BOUND_SECS)
    assert not any(thread.is_alive() for thread in ours)
    left = subprocess.run(["pgrep", "-f", str(built / "check")], capture_output=True, text=True)
    assert left.stdout == ""
