"""A hostile text ends soon, and what was not read is said to be unreadable."""

from __future__ import annotations

import time

import pytest

from nsedmw.detect.shell import judge_text
from nsedmw.detect.shell.cursor import DEPTH

SIZE = 1 << 20
SECONDS = 4
"""Of this thread's own time, which others on the machine stretch; the promise is two."""

HOSTILE = {
    text[:12]: text * (SIZE // len(text))
    for text in [
        "(", "$(", '"$(', "`", "{ ", "'", '"', "a|", "a;", "a ", "a&", "\\", "$", "${a:-", "$((",
        "[[ ", "((", ">", ">a", "<(", "<<a\n", "cat <<a;", "a=(", "f()", "if ", "case x in a) ",
        "! ", "*", "{a,", "{a,b}", "a=$a$a;", "sudo ", "eval ", "xargs ", "echo a | sh;", "`a`;",
        "$(a);", "\n", "#\n", "a\\\n", "rm ", "rm -rf $x/;", "cd a;", "git ", "curl a|sh;",
        "find -exec rm ", "alias a='a a';a;", "f(){ f;};",
    ]
}  # fmt: skip
HOSTILE |= {
    "document": "cat <<E\n" + "\\\n" * (SIZE // 2),
    "code": "python3 -c '" + 'system("' * 20_000 + "'",
    "calls": "".join(f"f{i}(){{ f{i + 1};f{i + 1}; }};" for i in range(30)) + "f0",
    "braces": "rm -rf " + "{a,b}" * 10_000,
    "values": "for x in " + "a " * 30_000 + "; do rm $x $x $x; done;",
    "names": ("/" + "*?" * 20 + " x;") * 20_000,
    "path": "rm -rf " + "/a" * 500_000,
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_megabyte_of_hostile_shell_is_judged_in_time(name):
    """Nothing in it makes the work grow faster than the text; its steps are bounded."""
    start = time.thread_time()
    judge_text(HOSTILE[name])
    assert time.thread_time() - start < SECONDS


@pytest.mark.parametrize("text", ["ls;" * 200_000, "f(){ f2;f2; };" * 100_000])
def test_what_is_too_long_is_not_harmless(text):
    """The bound is a hit, though every command before it was harmless."""
    assert [hit.rule for hit in judge_text(text)] == ["long"]


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("(", " )"), ("{ ", "; }"), ("$(", ")"), ('"$(', ')"'), ("<(", ")"), ("[ -n $(", ") ]")],
)
def test_what_is_too_deep_is_not_harmless(opening, closing):
    """Python's own recursion is never reached: the bound comes before."""
    text = opening * (DEPTH + 1) + "ls" + closing * (DEPTH + 1)
    assert [hit.rule for hit in judge_text(text)] == ["deep"]


def test_what_was_read_before_the_bound_counts():
    """A danger is told beside the unreadable."""
    found = [hit.rule for hit in judge_text("bash -c 'rm -rf /'; sh -c '" + "$(" * 60 + "'")]
    assert found == ["root_deleted", "deep"] or set(found) == {"root_deleted", "deep"}
