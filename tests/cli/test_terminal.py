import os
import pty
import subprocess
import sys

import pytest

RED = b"\x1b[31m"


def on_terminal(pipeline, environment, *arguments, text=b"topsecret"):
    """What a terminal shows of a run, and its exit code."""
    master, slave = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "nsedmw", "run", str(pipeline), "-", "--text", *arguments],
        stdin=subprocess.PIPE,
        stdout=slave,
        stderr=subprocess.PIPE,
        env=environment,
    )
    os.close(slave)
    child.stdin.write(text)
    child.stdin.close()
    shown = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # Linux's way of saying that the other end is closed
            break
        shown += piece
    os.close(master)
    assert child.stderr.read() == b""
    child.stderr.close()
    return shown, child.wait(timeout=60)


def test_a_terminal_gets_a_readable_verdict_in_colour(pipeline, environment):
    shown, code = on_terminal(pipeline, environment)
    assert code == 1
    assert b" BLOCK " in shown
    assert b"the content was stopped" in shown
    assert b"\x1b[31m\x1b[1mtopsecret\x1b[0m" in shown
    assert b"^^^^^^^^^" in shown


@pytest.mark.parametrize("variable", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_is_left_out_where_the_user_says_so(pipeline, environment, variable):
    shown, _ = on_terminal(pipeline, {**environment, **variable})
    assert b" BLOCK " in shown
    assert b"\x1b" not in shown


def test_an_option_goes_before_the_variable(pipeline, environment):
    shown, _ = on_terminal(pipeline, {**environment, "NO_COLOR": "1"}, "--color", "always")
    assert RED in shown
    shown, _ = on_terminal(pipeline, environment, "--color", "never")
    assert b"\x1b" not in shown


def test_json_may_be_asked_for_on_a_terminal(pipeline, environment):
    shown, _ = on_terminal(pipeline, environment, "--format", "json")
    assert shown.startswith(b'{"verdict":"block"')


def test_what_a_terminal_would_obey_never_reaches_it(pipeline, environment):
    hostile = "topsecret \u202e \x07".encode()
    shown, _ = on_terminal(pipeline, environment, text=hostile)
    assert b"\\u202e" in shown or b"control" in shown
    assert "\u202e".encode() not in shown
    assert b"\x07" not in shown


def test_pretty_without_a_terminal_has_no_colour_unless_asked_for(cli, pipeline):
    arguments = ["run", pipeline, "--text", "--format", "pretty"]
    assert b"\x1b" not in cli(*arguments, stdin=b"topsecret").stdout
    assert RED in cli(*arguments, "--color", "always", stdin=b"topsecret").stdout


def test_text_may_be_typed_and_the_terminal_says_how_to_end(pipeline, environment):
    master, slave = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "nsedmw", "run", str(pipeline), "--text"],
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    os.close(slave)
    assert child.stderr.readline().endswith(b"from this terminal; end it with Ctrl-D\n")
    os.write(master, b"topsecret\n\x04")
    out, _ = child.communicate(timeout=60)
    os.close(master)
    assert child.returncode == 1
    assert out.startswith(b'{"verdict":"block"')
