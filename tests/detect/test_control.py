"""Which characters count as control characters, and where they stand."""

import pytest

from nsedmw.detect.control import Controls


@pytest.mark.parametrize("code", [*range(0x20), 0x7F, *range(0x80, 0xA0)])
def test_every_control_character_but_three_counts(code):
    wanted = 0 if chr(code) in "\n\r\t" else 1
    assert Controls().count(f"a{chr(code)}é漢") == wanted
    assert list(Controls().runs(f"é{chr(code)}")) == [(1, 2)] * wanted


@pytest.mark.parametrize(
    "text", ["plain", "smart \u2019 quote \ufffd", "漢字 😀 \u200b", "a\r\nb\tc"]
)
def test_text_holds_none(text):
    assert Controls().count(text) == 0
    assert list(Controls().runs(text)) == []


@pytest.mark.parametrize(
    ("allow", "text", "runs"),
    [
        (["form_feed"], "a\x0cb\x0b", [(3, 4)]),
        (["c1"], "\x85\x9b\x00", [(2, 3)]),
        (["ansi"], "\x1b[31mred\x1b[0m", []),
        (["ansi"], "\x1b[1;31;40mred \x1b[2K\x1b]0;title\x07", [(18, 19), (27, 28)]),
        (["ansi"], "\x1b[", [(0, 1)]),
        (["ansi"], "\x1b\x1b[0m", [(0, 1)]),
        (["ansi"], "\x00\x01\x1b[0m\x02", [(0, 2), (6, 7)]),
        (["ansi", "c1", "form_feed"], "\x9b31m\x0c\x1b[0m\x7f", [(9, 10)]),
    ],
)
def test_allowed_groups_are_left_out(allow, text, runs):
    controls = Controls(allow)
    assert list(controls.runs(text)) == runs
    assert controls.count(text) == sum(end - start for start, end in runs)


def test_a_run_is_one_span():
    assert list(Controls().runs("a\x00\x01\x02b\x03")) == [(1, 4), (5, 6)]
