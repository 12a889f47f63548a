"""A set of patterns finds what each would find alone."""

import pytest

from nsedmw.detect import patterns as module
from nsedmw.detect.matcher import compile_pattern
from nsedmw.detect.patterns import PatternSet
from nsedmw.detect.pii import DETECTORS
from nsedmw.detect.subject import Subject

SOURCES = [
    "cat",
    r"\bdog\b",
    r"(?<!x)cow",
    r"\p{Lu}{3}",
    "é+",
    "(?i)\u017f",
    r"a{5}",
    "^start",
    "end$",
]


def of(*sources):
    return PatternSet([compile_pattern(source) for source in sources])


@pytest.mark.parametrize(
    "text",
    [
        "a cat, a dog",
        "hotdog xcow cow",
        "ABC éé S",
        "aaaaa",
        "start end",
        "x start\nend\n",
        "",
        "cat cat",
    ],
)
def test_hits_are_those_of_each_pattern(text):
    wanted = [
        (index, start, end)
        for index, source in enumerate(SOURCES)
        for start, end in compile_pattern(source).spans(text)
    ]
    assert list(of(*SOURCES).hits(text)) == wanted


def test_hits_in_astral_text_count_code_points():
    assert list(of("dog").hits("😀é dog")) == [(0, 3, 6)]


def test_what_is_possible_in_a_text_holds_for_its_pieces():
    pool = of("^start", r"\bend\b", "never")
    assert pool.possible(Subject("x start\nnot_end_")) == [0, 1]


def test_a_pattern_that_the_pass_cannot_speak_for_is_always_located():
    pool = of("cat", r"\p{Lu}x")
    assert pool.possible(Subject("dog")) == [1]


def test_a_lone_surrogate_hides_nothing():
    assert list(of("cat").hits("\ud800cat")) == [(0, 1, 4)]


def test_no_pattern_is_lost_when_the_pass_has_no_memory(monkeypatch):
    monkeypatch.setattr(module, "_LEAST_MEMORY", 1)
    monkeypatch.setattr(module, "_MEMORY_PER_PATTERN", 0)
    assert list(of("cat", "dog").hits("dog")) == [(1, 0, 3)]


def test_no_pattern_is_lost_when_the_pass_says_nothing():
    class Silent:
        def Match(self, _):  # noqa: N802
            return None

    pool = of("cat", "dog")
    pool._set = Silent()
    assert list(pool.hits("dog")) == [(1, 0, 3)]


def test_an_empty_set_finds_nothing():
    assert list(of().hits("text")) == []


def test_candidates_are_narrowed_for_a_piece():
    pool = of("a", "b", "c", "d", "e", "f")
    among = pool.possible(Subject("abcdef"))
    assert pool.narrowed(Subject("bd"), among) == [1, 3]


def test_detectors_stand_in_a_set_beside_patterns():
    pool = PatternSet([compile_pattern("card"), DETECTORS["email"]])
    assert list(pool.hits("card of a@b.example")) == [(0, 0, 4), (1, 8, 19)]
