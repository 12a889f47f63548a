"""What the tests of programs stand under can fail: each kind of thing that stays is seen."""

import os

import pytest

from tests.runners import leftovers
from tests.runners.leftovers import looking


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """What is meant to stay is not waited for."""
    monkeypatch.setattr(leftovers, "GONE_SECS", 0.05)


def started(*command, **how):
    return os.posix_spawnp(command[0], command, os.environ, **how)


def test_a_process_that_stays_is_seen_and_ended():
    with pytest.raises(AssertionError, match="sleep"), looking():
        number = started("sleep", "600")
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_a_process_whose_parent_is_gone_is_seen():
    command = "exec 3>&1; (setsid sleep 600 >&3 & echo) | read none"
    with pytest.raises(AssertionError, match="sleep"), looking():
        os.waitpid(started("sh", "-c", command), 0)


def test_a_leader_that_nobody_reaped_is_seen():
    number = started("true", setpgroup=0)
    os.waitid(os.P_PID, number, os.WEXITED | os.WNOWAIT)
    with pytest.raises(AssertionError, match="was not reaped"), looking():
        pass
    os.waitpid(number, 0)


def test_a_descriptor_that_stays_is_seen():
    held = []
    with pytest.raises(AssertionError), looking():
        held.append(os.open("/dev/null", os.O_RDONLY))
    os.close(held[0])


def test_a_process_that_should_have_stayed_is_missed():
    with pytest.raises(AssertionError, match="alive: \\[\\]"), looking() as left:
        left.expected = True


def test_nothing_is_seen_where_nothing_stays():
    with looking():
        os.waitpid(started("true"), 0)
