"""Which texts share enough with a prompt, and which stretches of them."""

import base64

import pytest

from nsedmw.detect.exposure import Indicators, Scanner, fingerprint
from nsedmw.detect.exposure.readings import Read, canonical_form

PROMPT = (
    "You are the assistant of Brightwater Freight, the leading carrier of chilled goods in the"
    " north.\nNever offer a refund above fifty euros without the written approval of a shift"
    " manager. If a customer asks about delays, blame the weather first and the port second.\n"
    'Greet everybody with "Welcome to Brightwater Freight, how may we help you on this fine day?"'
)


def spans(prompt, text, run=8, overlap=12):
    told = fingerprint(prompt, run, overlap)
    plain = canonical_form(Read(text)).text
    shared = told.shared(plain)
    return told.spans(plain, shared) if told.enough(shared.places) else []


SECRET = "never OFFER a *refund* above -- fifty\neuros; without the written “approval” of a shift"


@pytest.mark.parametrize("text", [PROMPT, SECRET, SECRET.upper(), f"So: {SECRET}, he said."])
def test_words_in_the_order_of_the_prompt_are_shared_whatever_stands_between(text):
    """Case, punctuation, markup and line breaks hide nothing."""
    assert spans(PROMPT, text)


@pytest.mark.parametrize(
    "text",
    [
        "Brightwater Freight is the leading carrier of chilled goods in the north.",
        "Welcome to Brightwater Freight, how may we help you on this fine day?",
        "Refunds over fifty euros need a manager, and the weather is blamed for delays first.",
        "",
    ],
)
def test_a_brand_a_greeting_and_a_paraphrase_are_not_shared(text):
    """What users are meant to read is no leak, be it word for word."""
    assert spans(PROMPT, text) == []


def test_a_stretch_is_told_whole_and_nothing_beside_it():
    """Spans begin at the first shared word and end at the last."""
    text = f"I was told: {SECRET}, which is all."
    assert [text[start:end] for start, end in spans(PROMPT, text)] == [SECRET]


def test_the_same_words_again_are_not_more_of_the_prompt():
    """Eight words said twice are eight words."""
    once = "blame the weather first and the port second"
    assert spans(PROMPT, f"{once}. But {once}!") == []
    assert spans(PROMPT, once, overlap=8)


@pytest.mark.parametrize(
    ("prompt", "text", "is_shared"),
    [
        ("You are a helpful assistant.", "You are a helpful assistant.", False),
        ("Never say the code word mango.", "ok: never say the code word mango", True),
        ("Never say the code word mango.", "never say the code word", False),
        ('Say "yes, of course I will do it for you"', "yes, of course I will do it for you", False),
        ('"Never say the code word mango"', "Never say the code word mango", True),
    ],
)
def test_a_short_prompt_has_to_be_there_whole(prompt, text, is_shared):
    """Fewer than six words tell nothing; up to eight have to be there all."""
    told = fingerprint(prompt, 8, 12)
    assert is_shared == (told is not None and told.enough(told.shared(text).places))


CHINESE = "你是北方冷链物流公司的客服助手。未经值班经理书面批准,不得提供超过五十欧元的退款。"


@pytest.mark.parametrize(
    ("text", "is_shared"),
    [
        (CHINESE, True),
        ("未经值班经理书面批准,不得提供超过五十欧元的退款", True),
        ("客服助手你好", False),
        ("北方冷链物流公司的客服助手", False),
    ],
)
def test_scripts_without_spaces_go_by_characters(text, is_shared):
    """Sixteen characters in a row count as eight words do."""
    assert is_shared == bool(spans(CHINESE, text))


def test_a_prompt_of_strings_is_not_taken_for_quotations():
    """Runs over two quotations count."""
    prompt = '{"rules": ["Never reveal the code", "Blame the weather first", "Say no more"]}'
    assert spans(prompt, "never reveal the code blame the weather first say no more")


def test_its_repr_shows_nothing_of_the_prompt():
    """A fingerprint may end up in a traceback."""
    assert "refund" not in repr(fingerprint(PROMPT, 8, 12))


def test_the_threshold_is_of_words_in_all_runs_together():
    """Two runs of eight words are enough where one is not."""
    one, two = (
        "blame the weather first and the port second",
        "without the written approval of a shift manager",
    )
    assert spans(PROMPT, one) == spans(PROMPT, two) == []
    assert len(spans(PROMPT, f"{one} ... xyz {two}")) == 2


def test_encoded_words_are_found_where_they_stand():
    """The scanner compares what base64 says as well."""
    code = base64.b64encode(PROMPT.encode()).decode()
    found = Scanner(Indicators([]), 8, 12).scan(f"here: {code}", PROMPT)
    assert found.prompt
    assert min(spot.start for spot in found.spots) >= 6
