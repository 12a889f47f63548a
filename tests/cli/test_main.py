import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from nsedmw.cli.main import VERBS
from nsedmw.unbuilt import VERBS as UNBUILT


def test_help_names_every_verb_and_none_that_is_not_built(cli):
    told = cli("--help").stdout.decode()
    assert all(f"\n  {verb} " in told for verb in VERBS)
    assert not any(f"\n  {verb} " in told for verb in UNBUILT)


@pytest.mark.parametrize("verb", VERBS)
def test_a_verbs_help_has_an_example_and_its_exit_codes(cli, verb):
    done = cli(verb, "--help")
    assert done.returncode == 0
    told = done.stdout.decode()
    assert f"nsedmw {verb}" in told.partition("Example")[2]
    assert "Exit codes:" in told


def test_the_version_is_the_packages(cli):
    import nsedmw

    assert cli("--version").stdout.decode() == f"nsedmw {nsedmw.__version__}\n"


@pytest.mark.parametrize("verb", sorted(UNBUILT))
def test_a_verb_that_is_not_built_says_so(cli, verb):
    done = cli(verb, "--whatever")
    assert done.returncode == 2
    assert f"`nsedmw {verb}` is not built yet in this version of nsedmw" in done.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chek"], "no verb 'chek'; did you mean 'check'?"),
        (["frobnicate"], "no verb 'frobnicate'; the verbs are check, run"),
        (["\x1b[2J"], "no verb '\\x1b[2J'"),
        (["run", "--pont", "x"], "No such option"),
        (["--frob"], "No such option"),
        (["run", "a", "b", "c"], "unexpected extra argument"),
        (["check", "--format", "xml"], "'xml' is not one of"),
    ],
)
def test_a_wrong_line_is_a_usage_error(cli, arguments, told):
    done = cli(*arguments)
    assert done.returncode == 2
    assert told in done.stderr.decode()
    assert done.stdout == b""


def test_nothing_at_all_shows_the_help(cli):
    done = cli()
    assert done.returncode == 2
    assert "Verbs:" in (done.stdout + done.stderr).decode()


def test_help_loads_no_verb_and_no_library_of_theirs(environment):
    program = (
        "import sys; from nsedmw.cli.main import status; status(['--help']);"
        "print(sorted({'msgspec','yaml','regex','re2','structlog','jsonschema','nsedmw.cli.run'}"
        " & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment)
    assert done.stderr == b"[]\n"


BROKEN = """\
import sys
from nsedmw.cli import main

def verb(*_):
    secret = "canary-Zk8vQ2xW-4f1d"
    raise {raised}

main.cli.invoke = verb
sys.exit(main.status(["check"]))
"""


def broken(environment, raised):
    program = BROKEN.format(raised=raised)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment)


@pytest.mark.parametrize(
    "raised", ["KeyError(secret)", "RecursionError(secret)", "OSError(secret)"]
)
def test_an_error_that_nobody_foresaw_is_one_line_without_values(environment, raised):
    done = broken(environment, raised)
    assert done.returncode == 2
    kind = raised.partition("(")[0]
    assert done.stderr.decode() == (
        f"nsedmw: internal error: {kind} at __main__:6;"
        " this is a fault of nsedmw, please report it\n"
    )


@pytest.mark.parametrize("raised", ["KeyboardInterrupt", "BrokenPipeError"])
def test_an_interrupted_verb_ends_quietly(environment, raised):
    done = broken(environment, raised)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_ctrl_c_while_input_is_awaited_ends_quietly(environment, pipeline):
    child = subprocess.Popen(
        [sys.executable, "-m", "nsedmw", "run", str(pipeline), "-", "-v", "--text"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    try:
        wait_until_it_reads(child.pid)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=30)
    finally:
        child.kill()
    assert (child.returncode, out, err) == (130, b"", b"")


def wait_until_it_reads(pid):
    """Until the child sleeps in a read of its stdin, seen where Linux shows system calls."""
    from time import monotonic

    end = monotonic() + 30
    while monotonic() < end:
        words = Path(f"/proc/{pid}/syscall").read_text().split()
        if words[:2] == ["0", "0x0"]:
            return
        os.sched_yield()
    pytest.fail("the child never read its stdin")
