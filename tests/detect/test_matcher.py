"""One pattern: what it means, what is refused, and that nothing makes it run for long."""

import time
from contextlib import suppress

import pytest

from nsedmw.detect.matcher import PatternError, PatternTimeout, compile_pattern
from nsedmw.detect.subject import Budget, Subject


@pytest.mark.parametrize(
    ("pattern", "text", "spans"),
    [
        ("ab", "xabab", [(1, 3), (3, 5)]),
        (r"a$", "a\n", [(0, 1)]),
        (r"a\Z", "a\n", []),
        (r"^a", "b\na", []),
        (r"(?m)^a$", "b\na\nc", [(2, 3)]),
        (r"a.b", "a\nb", []),
        (r"(?s)a.b", "a\nb", [(0, 3)]),
        (r"\s+", "a\x0bb\x1c", [(1, 2)]),
        (r"\bété\b", "un été!", [(3, 6)]),
        (r"\bcaf\b", "café", []),
        (r"\d+", "٣٤ 12", [(0, 2), (3, 5)]),
        (r"[^a]", "aéa", [(1, 2)]),
        (r"é(?=b)", "éa éb", [(3, 4)]),
        (r"(a)\1", "xaa", [(1, 3)]),
        (r"x\B", "x xy", [(2, 3)]),
        ("b|ab", "ab", [(0, 2)]),
        ("a|ab", "ab", [(0, 1)]),
        (r"a{2,3}?", "aaaa", [(0, 2), (2, 4)]),
        ("a(?#note)b", "ab", [(0, 2)]),
        (r"😀+", "é😀😀x😀", [(1, 3), (4, 5)]),
        (r"\p{Lu}", "aÉb", [(1, 2)]),
        (r"[^\w\W]", "é", [(0, 1)]),
        ("(?i)[é]", "aÉ", [(1, 2)]),
        (r"(?a:\w)", "éa", [(1, 2)]),
        (r"(?i:[^é])x", "Éx ax", [(3, 5)]),
        (r"(?:(?:a{40}){40})b", "a" * 1600 + "b", [(0, 1601)]),
        ("(?:a{999}){1}(?:[^b]{999}){1}x", "a" * 1998 + "x", [(0, 1999)]),
        ("(?x) a b # note", "ab", [(0, 2)]),
    ],
)
def test_a_pattern_means_what_it_means_to_regex(pattern, text, spans):
    assert list(compile_pattern(pattern).spans(text)) == spans
    assert compile_pattern(pattern).search(text) is bool(spans)


@pytest.mark.parametrize(
    ("pattern", "text", "hits"),
    [
        ("admin", "ADMIN", True),
        ("admin", "ADMİN", True),
        ("kelvin", "\u212aelvin", True),
        ("strasse", "\u017ftra\u017f\u017fe", True),
        ("[a-z]+!", "\u212a!", True),
        ("straße", "STRAẞE", True),
        ("[^k]", "K", False),
        ("ПРИВЕТ", "привет", True),
        ("(?-i:A)b", "aB", False),
    ],
)
def test_letters_are_folded_one_by_one_where_case_is_ignored(pattern, text, hits):
    assert compile_pattern(pattern, case_sensitive=False).search(text) is hits


def test_case_counts_unless_it_is_to_be_ignored():
    assert not compile_pattern("admin").search("Admin")


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("[invalid", "unterminated character set at position 8"),
        ("(a", "missing ) at position 2"),
        ("a**", "multiple repeat at position 2"),
        (r"se\qret", "bad escape at position 4"),
        ("x{2,1}", "min repeat greater than max repeat at position 2"),
        (r"\p{Secret}", "unknown property at position 10"),
        ("(?:(?:a{900}){900}){900}", "its counted repetitions, written out, are too large"),
        ("a{100000000000000000000}", "its counted repetitions, written out, are too large"),
        ("a" * 100_001, "it is longer than 100000 characters"),
        ("(" * 5000 + "a" + ")" * 5000, "it is too large or nested too deeply"),
    ],
)
def test_a_pattern_that_cannot_run_is_refused_without_being_quoted(pattern, message):
    with pytest.raises(PatternError) as refused:
        compile_pattern(pattern)
    assert refused.value.message == message


EMPTY = ["", "a*", "a?", "|a", "^", "(?!a)", "a{0}", r"\p{L}*", "(?:)"]


@pytest.mark.parametrize("pattern", [*EMPTY, r"\b", "(?=a)"])
def test_a_pattern_that_matches_nothing_at_all_is_refused(pattern):
    with pytest.raises(PatternError, match="make it need at least one character"):
        compile_pattern(pattern)


@pytest.mark.parametrize("pattern", EMPTY)
def test_it_is_taken_where_it_may_match_nothing(pattern):
    assert compile_pattern(pattern, allow_empty=True).search("")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^(a|aa)+$", "a" * 5000 + "!"),
        ("^(a|aa)+$", "a" * 5000 + "!\n"),
        ("(a+)+$", "a" * 5000 + "!"),
        ("^(é|éé)+$", "é" * 5000 + "!"),
        (r"(\w+\s?)+$", "a" * 5000 + "!"),
        ("(a*)*b", "a" * 5000),
        ("(?:a|aa)+(?!x)c", "a" * 5000),
        (r"(a+)+\Z", "a" * 5000 + "!"),
    ],
)
def test_nested_repetitions_end_at_once(pattern, text):
    started = time.monotonic()
    assert not compile_pattern(pattern).search(text)
    assert not compile_pattern(pattern).spans(text)
    assert time.monotonic() - started < 1


def test_what_only_regex_understands_ends_at_its_deadline():
    matcher = compile_pattern("(?<!x)(a|aa)+$")
    assert matcher.slow
    started = time.monotonic()
    with pytest.raises(PatternTimeout):
        matcher.search("a" * 5000 + "!")
    assert time.monotonic() - started < 5


def test_the_texts_of_one_content_share_their_time():
    matcher = compile_pattern("(?<!x)(a|aa)+$")
    spent = Budget(0.05)
    with pytest.raises(PatternTimeout):
        matcher.found(Subject("a" * 5000 + "!", spent))
    with pytest.raises(PatternTimeout):
        matcher.found(Subject("a", spent))
    assert matcher.found(Subject("a", Budget()))


def test_matches_that_each_read_to_the_end_stop_at_the_deadline():
    matcher = compile_pattern("a(?s:.*)z|[ab]b")
    assert not matcher.slow
    with pytest.raises(PatternTimeout):
        matcher.spans("ab" * 500_000)


@pytest.mark.parametrize(
    ("pattern", "slow"),
    [
        ("secret", False),
        (r"\bsecret\b", False),
        (r"(?i)[a-z]{2,30}\d", False),
        ("(?=a)a", True),
        (r"(a)\1", True),
        ("(?>a)b", True),
        ("a*+b", True),
        (r"\p{L}a", True),
        ("(?:secret){e<=1}", True),
        ("[[:alpha:]]a", True),
        ("[^\u00e9\u4e00-\u4e3f]{999}" * 40, True),
        ("k" * 2000, False),
        ("\ud800", True),
    ],
)
def test_a_pattern_tells_whether_it_needs_a_deadline(pattern, slow):
    """RE2 has no form of those, or not enough memory for it."""
    assert compile_pattern(pattern).slow is slow


def test_a_fuzzy_constraint_keeps_its_meaning():
    assert compile_pattern("(?:secret){e<=1}").search("sevret")


def test_a_lone_surrogate_is_text_as_any_other():
    assert list(compile_pattern("a.b").spans("\ud800a\udfffb")) == [(1, 4)]


def test_a_large_pattern_on_a_large_text_runs_under_the_deadline():
    matcher = compile_pattern("a[ab]{900}c")
    started = time.monotonic()
    with suppress(PatternTimeout):
        assert not matcher.search("ab" * 4_000_000)
    assert time.monotonic() - started < 8
