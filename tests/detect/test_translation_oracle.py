"""RE2 and `regex` held against each other: what is called the same must be the same."""

import random

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from nsedmw.detect.matcher import compile_pattern, re2_program
from nsedmw.detect.subject import Subject
from nsedmw.detect.syntax import plain_of, tree_of
from nsedmw.detect.translate import Untranslatable, exact, relaxed

EVERYTHING = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
ASCII = EVERYTHING[:128]
LETTERS = "aAbiIkKsSzé\u00df\u03c3ς\u017f\u212a\u0130\u0131Яя"


@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_without_case_hits_the_same_code_points(letter):
    matcher = compile_pattern(letter, case_sensitive=False)
    assert not matcher.slow
    wanted = regex.compile(letter, regex.V0 | regex.I)
    assert matcher.spans(EVERYTHING) == [match.span() for match in wanted.finditer(EVERYTHING)]


@pytest.mark.parametrize(
    "one",
    [r"\d", r"\w", r"\s", r"\D", r"\W", r"\S", ".", r"[^\s]", r"[\w-]", r"[^\W\d]", "(?i)[^k]"],
)
def test_a_class_means_the_same_on_ascii_and_its_wider_form_misses_nothing(one):
    matcher = compile_pattern(one)
    wanted = regex.compile(one, regex.V0)
    assert not matcher.slow
    assert matcher.spans(ASCII) == [match.span() for match in wanted.finditer(ASCII)]
    wider = re2_program(f"^(?:{matcher.relaxed})$")
    hits = [char for char in EVERYTHING if wanted.match(char)]
    missed = [char for char in hits if not wider.search(char.encode())]
    assert not missed


PARTS = st.one_of(
    st.sampled_from(
        [r"\b", r"\B", r"\s+", r"\.", r"\ ", r"\#", r"\-", r"\\", r"\s", r"\d", r"\s+?"]
    ),
    st.sampled_from([*"kKsSi\u0130\u017fßé\u1e9e .^$*+?{}()|[]#-,\n\x00", "\ud800", "😀"]),
    st.characters(),
)


@given(st.lists(PARTS, max_size=8).map("".join), st.booleans())
@settings(max_examples=1000, deadline=None)
def test_a_plain_pattern_means_without_the_parser_what_it_means_with_it(source, ignore_case):
    """Each character's own form, one after the other, is the form of them all."""
    plain = plain_of(source, ignore_case=ignore_case)
    if plain is None:
        return
    regex.compile(source, regex.V0)
    tree = tree_of(source, ignore_case=ignore_case)
    assert tree is not None
    assert tree.shortest > 0
    for translate in (exact, relaxed):
        try:
            wanted = translate(tree)
        except Untranslatable:
            with pytest.raises(Untranslatable):
                translate(plain)
        else:
            assert translate(plain) == wanted


@pytest.mark.parametrize("case", [True, False])
@pytest.mark.parametrize(
    "source", [r"\bkryptonite\b", r"\Bc\+\+\B", r"top\s+secret", "straße", "\ud800"]
)
def test_words_phrases_and_literals_need_no_parser(source, case):
    """They come by the thousand."""
    assert plain_of(source, ignore_case=case) is not None


@pytest.mark.parametrize(
    "source", ["", r"\b", "a+", "a.b", r"\d", r"a\s+?b", r"a\s++", "a{2}", "^a", r"\Aa"]
)
def test_anything_else_is_no_plain_pattern(source):
    """It is the parser's."""
    assert plain_of(source) is None


ALPHABET = [*"abAkKsi I1_-\n", "é", "ß", "\u017f", "\u212a", "\u0130", "\u0663", "\x1c", "\x85",
            "\u0301", "\u03c3", "ς", "😀"]  # fmt: skip
ATOMS = [r"\d", r"\w", r"\s", r"\D", r"\W", r"\S", ".", "^", "$", r"\b", r"\B", r"\A", r"\Z",
         "[a-k]", "[^a-k]", r"[\w-]", r"[^\W_]", "[^é]", "[A-Z0-9]", r"[^\s1]"]  # fmt: skip
REPEATS = ["*", "+", "?", "{2}", "{1,2}", "*?", "+?", "??", "{2,}", "*+"]
GROUPS = ["(", "(?:", "(?i:", "(?s:", "(?m:", "(?-i:", "(?=", "(?!", "(?<!", "(?>"]


class Patterns:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def atom(self, depth):
        draw = self.random.random()
        if draw < 0.45:
            return regex.escape(self.random.choice(ALPHABET))
        if draw < 0.75 or not depth:
            return self.random.choice(ATOMS)
        return self.random.choice(GROUPS) + self.choice(depth - 1) + ")"

    def sequence(self, depth):
        parts = []
        for _ in range(self.random.randint(1, 4)):
            atom = self.atom(depth)
            repeat = self.random.random() < 0.3 and atom not in ATOMS[7:13]
            parts.append(atom + self.random.choice(REPEATS) * repeat)
        return "".join(parts)

    def choice(self, depth):
        return "|".join(self.sequence(depth) for _ in range(self.random.choice([1, 1, 2])))

    def text(self):
        alphabet = self.random.choice([ALPHABET, [char for char in ALPHABET if char.isascii()]])
        text = "".join(self.random.choice(alphabet) for _ in range(self.random.randint(0, 8)))
        return text + self.random.choice(["", "", "\n"])


@pytest.mark.parametrize("seed", range(20))
def test_random_patterns_find_on_re2_what_they_find_on_regex(seed):
    patterns = Patterns(seed)
    compared = 0
    for _ in range(60):
        source = patterns.random.choice(["", "(?i)", "(?m)", "(?s)"]) + patterns.choice(2)
        matcher = compile_pattern(source, allow_empty=True)
        wanted = regex.compile(source, regex.V0)
        wider = None if matcher.relaxed is None else re2_program(matcher.relaxed)
        tree = tree_of(source)
        for text in [patterns.text() for _ in range(8)]:
            matches = [match.span() for match in wanted.finditer(text)]
            assert wider is None or not matches or wider.search(text.encode()), (source, text)
            assert matcher.search(text) is bool(matches), (source, text)
            # After an empty match the engines go on differently; such patterns are for search.
            if tree is not None and tree.shortest and matcher._re2_for(Subject(text)):
                assert matcher.spans(text) == matches, (source, text)
                compared += 1
    assert compared > 50
