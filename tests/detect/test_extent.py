"""How much text a pattern can read, from its tree."""

import pytest

from nsedmw.detect.matcher import compile_pattern


@pytest.mark.parametrize(
    ("source", "ahead", "runs", "behind"),
    [
        ("kryptonite", 10, 1, 0),
        (r"\bass\b", 5, 3, 1),
        (r"big world", 9, 3, 0),
        (r"big\s+world", None, 3, 0),
        (r"system\s+prompt\s*[:=]", None, 5, 0),
        (r"sk-[A-Za-z0-9]{20,}", None, 1, 0),
        (r"[^\s\"]+@[a-z]+", None, 1, 0),
        (r"(?:a|bc)+", None, 1, 0),
        (r"(?:a| b){2}", 4, 4, 0),
        (r"(?:\w+\s){3}", None, 6, 0),
        (r"(?<!not )allowed", 7, 1, 4),
        (r"a(?=bc)", 3, 2, 0),
        (r"(?m)^foo$", 5, 3, 1),
        (r"foo\Z", 5, 3, 0),
        (r"[\t-z]x", 2, 2, 0),
        (r"[!-z]x", 2, 1, 0),
        (r"[^a]x", 2, 2, 0),
        (r"a\s?b", 3, 3, 0),
    ],
)
def test_a_bounded_pattern(source, ahead, runs, behind):
    reach = compile_pattern(source).reach
    assert (reach.ahead, reach.runs, reach.behind) == (ahead, runs, behind)
    assert reach.bounded


@pytest.mark.parametrize(
    "source", ["a.*b", "a[^b]*b", r"(a)\1", "^a", r"\Aa", "(?:a b)+", "(?:a*+b c){2,}", r"\p{Lu}a"]
)
def test_one_without_a_bound(source):
    assert not compile_pattern(source).reach.bounded
