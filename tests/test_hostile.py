"""What programs, libraries and hosts do to an engine on purpose: it answers, and stays whole."""

import asyncio
import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from nsedmw.runners import spawn as spawning
from tests.runners.programs import PASS, ask, digest, library_source, load, sh

FORMS = ["sync", "async"]
NUMBERS = Path("/proc/self/fd")
TRACED = r"""
    pid_t leader = getpid();
    int ready[2];
    char seen;
    if (pipe(ready)) return 9;
    if (fork() == 0) {
        setsid();
        ptrace(PTRACE_SEIZE, leader, 0, 0);
        if (write(ready[1], "x", 1) != 1) return 9;
        for (int i = 0; i < 3; i++) close(i);
        sleep(3);
        return 0;
    }
    if (read(ready[0], &seen, 1) != 1) return 9;
    puts("{\"verdict\":\"pass\"}");
    return 0;
"""


def c_program(folder, body, name="guard"):
    source = (
        "#define _GNU_SOURCE\n#include <stdio.h>\n#include <unistd.h>\n#include <fcntl.h>\n"
        f"#include <sys/ptrace.h>\nint main(void) {{ {body} }}\n"
    )
    subprocess.run(
        ["cc", "-w", "-o", str(folder / name), "-x", "c", "-"], input=source.encode(), check=True
    )
    return folder / name


@pytest.mark.parametrize("form", FORMS)
def test_one_whose_end_a_tracer_withholds_is_not_waited_for(tmp_path, form):
    """In a process of its own: what is traced stays a zombie as long as its tracer lives."""
    c_program(tmp_path, TRACED)
    run = "engine.run(*what)" if form == "sync" else "asyncio.run(engine.arun(*what))"
    code = (
        "import asyncio, sys, nsedmw; what = ('before_prompt', 'x')\n"
        "engine = nsedmw.loads(sys.argv[1], base_dir=sys.argv[2])\n"
        f"print({run}.block.reason, flush=True)\n"
    )
    config = '{"middleware": {"before_prompt": [{"binary": "./guard", "timeout_secs": 20}]}}'
    child = subprocess.Popen(
        [sys.executable, "-c", code, config, str(tmp_path)], stdout=subprocess.PIPE
    )
    with child:
        assert b"another process traces it" in child.stdout.readline()


@pytest.mark.parametrize("form", FORMS)
def test_one_that_takes_back_what_it_wrote_is_late_and_no_more(tmp_path, form):
    body = r"""
        int back = open("/proc/self/fd/1", O_RDONLY | O_NONBLOCK);
        char byte;
        for (;;) { if (write(1, "x", 1) == 1) { if (read(back, &byte, 1) < 0) {} } }
    """
    c_program(tmp_path, body)
    with load(tmp_path, {"binary": "./guard", "timeout_secs": 0.5}) as engine:
        assert ask(form, engine).block.failure in ("timeout", "limit")


@pytest.mark.parametrize("form", FORMS)
def test_a_program_exchanged_for_a_pipe_or_a_device_cannot_be_started(tmp_path, form):
    path = sh(tmp_path, PASS)
    with load(tmp_path, {"binary": "./guard"}) as engine:
        path.unlink()
        os.mkfifo(path, 0o755)
        assert ask(form, engine).block.failure == "start"


@pytest.mark.parametrize("form", FORMS)
def test_a_pinned_file_exchanged_for_one_without_end_is_not_copied(tmp_path, form):
    path = sh(tmp_path, PASS)
    with load(tmp_path, {"binary": "./guard", "sha256": digest(path)}) as engine:
        path.unlink()
        path.symlink_to("/dev/zero")
        assert "another sha256 now" in ask(form, engine).block.reason
        path.unlink()
        with path.open("wb") as file:
            file.truncate(8 << 30)
        assert "another sha256 now" in ask(form, engine).block.reason


def test_a_pin_whose_number_leads_elsewhere_now_is_not_followed(tmp_path):
    path = sh(tmp_path, """echo '{"verdict":"block"}'""")
    other = sh(tmp_path, PASS, "other")
    with load(tmp_path, {"binary": "./guard", "sha256": digest(path)}) as engine:
        (number,) = [int(path.name) for path in NUMBERS.iterdir() if "memfd:guard" in led_to(path)]
        saved = fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 3)
        with other.open("rb") as elsewhere:
            os.dup2(elsewhere.fileno(), number, inheritable=False)
        try:
            result = ask("sync", engine)
        finally:
            os.dup2(saved, number, inheritable=False)
            os.close(saved)
        assert "has closed the descriptor of its pinned file" in result.block.reason
        assert ask("sync", engine).block.failure is None


def led_to(path):
    try:
        return str(path.readlink())
    except FileNotFoundError:  # the listing's own
        return ""


def test_a_library_that_writes_to_its_input_changes_nobody_elses(tmp_path):
    source = library_source("memset((void *)ctx, ' ', length); return 0;")
    library = tmp_path / "libwrites.so"
    command = ["cc", "-w", "-shared", "-fPIC", "-o", str(library), "-x", "c", "-"]
    subprocess.run(command, input=source.encode(), check=True)
    seen = tmp_path / "seen"
    sh(tmp_path, f"cat > {seen}; {PASS}")
    entries = ({"dylib": str(library), "mode": "observe"}, {"binary": "./guard"})
    with load(tmp_path, *entries) as engine:
        assert engine.run("before_prompt", "what is judged").content == "what is judged"
    assert "what is judged" in seen.read_text()


def test_background_children_are_killed_where_the_host_reaps_the_program_first(tmp_path):
    path = sh(tmp_path, "sleep 600 & exit 0")
    code = (
        "import signal, sys, nsedmw\n"
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "with nsedmw.loads(sys.argv[1], base_dir=sys.argv[2]) as engine:\n"
        "    for _ in range(20): assert not engine.run('before_prompt', 'x').allowed\n"
    )
    config = '{"middleware": {"before_prompt": [{"binary": "./guard"}]}}'
    subprocess.run([sys.executable, "-c", code, config, str(tmp_path)], check=True, timeout=60)
    assert path.exists()


def test_a_host_with_sigpipe_as_it_came_outlives_a_program_that_does_not_read(tmp_path):
    sh(tmp_path, PASS)
    before = signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        with load(tmp_path, {"binary": "./guard"}) as engine:
            for form in FORMS:
                assert ask(form, engine, "A" * 2_000_000).verdict == "pass"
    finally:
        signal.signal(signal.SIGPIPE, before)


@pytest.mark.parametrize("form", FORMS)
def test_without_posix_spawns_newer_calls_a_program_is_started_all_the_same(
    tmp_path, monkeypatch, form
):
    monkeypatch.setattr(spawning, "_spawns", lambda: False)
    path = sh(tmp_path, """pwd >&2; echo "$0 $1" >&2; exit 1""")
    (tmp_path / "sub").mkdir()
    entry = {"binary": "./guard", "args": ["a"], "cwd": "sub"}
    with load(tmp_path, entry) as engine:
        reason = ask(form, engine).block.reason
    assert reason.split() == [f"{tmp_path}/sub\\x0a{path}", "a"]
    with load(tmp_path, {**entry, "sha256": digest(path)}) as engine:
        assert "/proc/self/fd/" in ask(form, engine).block.reason
    path.write_text("no program")
    with pytest.raises(Exception, match="no `#!` line"):
        load(tmp_path, entry)


def test_cancelling_at_any_moment_of_a_call_leaves_nothing(tmp_path):
    sh(tmp_path, f"cat >/dev/null; {PASS}")

    async def main():
        with load(tmp_path, {"binary": "./guard"}) as engine:
            for rounds in range(40):
                running = asyncio.create_task(engine.arun("before_prompt", "x" * 100_000))
                for _ in range(rounds):
                    await asyncio.sleep(0)
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

    asyncio.run(main())
