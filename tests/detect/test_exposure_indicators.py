"""Which ways of writing an indicator are hits, and where."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import base64

import pytest

from nsedmw.detect.exposure import Indicator, Indicators, IndicatorsTooLarge, Scanner, indicators
from nsedmw.detect.exposure.defaults import (
    EXPLAINER,
    INSTRUCTION_PHRASES,
    TOOL_NAMES,
    WRONG_ACRONYMS,
    XML_TAGS,
)

DEFAULTS = [
    *(Indicator("xml_tag", name) for name in XML_TAGS),
    *(Indicator("tool_name", name) for name in TOOL_NAMES),
    *(Indicator("instruction_phrase", name) for name in INSTRUCTION_PHRASES),
    *(Indicator("wrong_acronym", name) for name in WRONG_ACRONYMS),
    Indicator("tool_name", "Read"),
    Indicator("tool_name", "list-files"),
    Indicator("instruction_phrase", "vector alignment protocol"),
]
SCANNER = Scanner(Indicators(DEFAULTS), None, 0)


def hits(content):
    return [
        (spot.indicator.name, spot.path, spot.start, spot.end)
        for spot in SCANNER.scan(content).spots
    ]


def named(text):
    return [name for name, *_ in hits(text)]


@pytest.mark.parametrize(
    "text",
    [
        "<strategy>",
        "</strategy>",
        "<STRATEGY version='2'>",
        "<strategy/>",
        "< strategy >",
        "< / strategy >",
        "<ns:strategy>",
        "<strategy",
        "</strategy",
        "<strat\u200begy>",
        "＜strategy＞",
        "<ѕtrategy>",
        "&lt;strategy&gt;",
        "&#60;strategy&#x3e;",
        "&amp;lt;strategy&amp;gt;",
        "%3Cstrategy%3E",
        "\\u003cstrategy\\u003e",
        "<\\/strategy>",
        "3c73747261746567793e",
        ">ygetarts<",
    ],
)
def test_a_tag_is_one_hit_however_its_brackets_are_written(text):
    """Each form is found, and all of it is the hit."""
    assert hits(f"so {text}")[0] == ("strategy", "", 3, 3 + len(text))


@pytest.mark.parametrize("text", ["<working_\nmemory>", "<working_\\nmemory>"])
def test_a_long_tag_may_be_wrapped(text):
    """A line break behind `_` does not hide a tag."""
    assert hits(text) == [("working_memory", "", 0, len(text))]


@pytest.mark.parametrize(
    "text",
    [
        "our strategy",
        "x < strategy and y > 3",
        "<strategy-game>",
        "<my_strategy>",
        "<strategyx>",
        "<strategy.old>",
        "List<Strategy> all",
        "Map<String, Strategy>",
        "read proposal",
        "my_submit_proposal_runner",
        "submit_proposals",
        "submit_proposalsubmit_proposal",
        "read it",
        "Reader",
        "list-files-fast",
        "a proposing phase",
        "competitive success",
        "daeR",
    ],
)
def test_ordinary_words_markup_and_longer_identifiers_are_no_hits(text):
    """What only looks like an indicator is none."""
    assert hits(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("submit_proposal", "submit_proposal"),
        ("`Submit_Proposal()`", "submit_proposal"),
        ("functions.submit_proposal", "submit_proposal"),
        ("submit_\n  proposal", "submit_proposal"),
        ('{"say":"use\\nsubmit_proposal"}', "submit_proposal"),
        ("s u b m i t _ p r o p o s a l", "submit_proposal"),
        ("lasoporp_timbus", "submit_proposal"),
        ("call Read now", "Read"),
        ("List-Files", "list-files"),
        ("Proposing \n Phase", "Proposing Phase"),
        ("PROPOSING PHASE", "Proposing Phase"),
        ("Vector Alignment-Protocol", "vector alignment protocol"),
        ("the neural   SWARM", "Neural Swarm"),
        ("neural swarm enabled deliberation", "Neural-Swarm-Enabled Deliberation"),
        ("(deliberation_rounds: 3)", "deliberation_rounds"),
    ],
)
def test_names_and_phrases_are_found_as_they_are_said(text, name):
    """One utterance is one indicator, the longest that fits."""
    assert named(text) == [name]


def test_neighbours_share_the_sign_between_them():
    """Two names with one space between are two hits."""
    assert hits("read_proposal read_critiques") == [
        ("read_proposal", "", 0, 13),
        ("read_critiques", "", 14, 28),
    ]


def test_what_several_forms_show_is_one_hit():
    """The text as it stands and its unescaped form both hold the second name."""
    assert hits("a\\nread_proposal, read_critiques") == [
        ("read_proposal", "", 3, 16),
        ("read_critiques", "", 18, 32),
    ]


def test_places_count_code_points_of_the_string_that_holds_them():
    """Keys, values and lists are read one by one, offsets by code points."""
    content = {"😀 <strategy>": [1, "é submit_proposal"]}
    assert hits(content) == [
        ("strategy", "/😀 <strategy>", 2, 12),
        ("submit_proposal", "/😀 <strategy>/1", 2, 17),
    ]


def test_nothing_is_found_across_two_strings():
    """A tag in pieces of a list is no tag."""
    assert hits(["<strat", "egy>", "Proposing", "Phase"]) == []


def test_what_base64_says_is_found_where_it_stands():
    """The span is that of the encoded characters."""
    code = base64.b64encode(b"<working_memory>never").decode()
    assert hits(f"ok {code}") == [("working_memory", "", 3, 3 + 22)]


def test_the_tail_of_a_tag_stays_inside_its_string_of_json():
    """A bracket in the next string closes nothing."""
    text = '{"a":"<strategy x","b":"y>"}'
    assert hits(text) == [("strategy", "", 6, 17)]


def test_what_is_to_be_said_instead_holds_no_indicator():
    """The explainer passes its own detector."""
    assert hits(EXPLAINER) == []


def test_more_names_than_a_program_holds_are_refused(monkeypatch):
    """Too many are an error, not a slow search."""
    monkeypatch.setattr(indicators, "_MEMORY", 1 << 14)
    with pytest.raises(IndicatorsTooLarge):
        Indicators(Indicator("xml_tag", f"{number}_tag") for number in range(1000))
