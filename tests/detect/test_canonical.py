"""The canonical form of a text, and the way back from it."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import re
import time
from unicodedata import category, combining, digit, name, normalize

import msgspec
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from nsedmw.detect.canonical import (
    canonical,
    changes,
    lookalikes,
    mapping,
    readings,
    replacing,
    table,
)
from nsedmw.detect.canonical.alphabet import (
    OVERLAYS,
    all_changes,
    alphabet,
    by_letter,
    chars,
    marks,
    ranges,
)
from nsedmw.detect.canonical.cleaning import clean
from nsedmw.detect.canonical.folding import folded, folds
from nsedmw.detect.canonical.lookalikes import REACH, plain_words
from nsedmw.detect.canonical.mapping import WayBack

MARKS = "".join(chars(marks()))
STRUCK = "".join(chars(ranges(OVERLAYS)))
EVERYTHING = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
POOL = (
    "aAbkxio 1-._@/\n" "аосрхеуКНт" "αβνοΜμΔµ" "\u200b\u200d\u00ad\ufe0f\u034f\u2060\ufeff"
    "\u0301\u0323\u0307\u0308\u0338\u093c\u05bc\u05b7\u3099\uff9e\u0340\u0344"
    "½ﬁ㎏ＡａＫ①\ufdfa\u2126\u212b—‐\u2212\u0661\u06f3９"
    "\u1100\u1161\u11a8가각ｶﾊ\uffa1\uffc2\u3131"
    "\U000e0061\U000e007f😀👨🏽❤" "ßİŉǰΐ\u1f80ẞ" "कड\u094d\u09c7\u09be\u0bc6\u0bbe"
)  # fmt: skip
TEXTS = st.one_of(
    st.text(st.sampled_from(POOL), max_size=40),
    st.text(st.sampled_from("e\u0301\u0323\u0345\u200b\u0327"), max_size=200),
    st.text(max_size=40),
)


def stated(text):
    """The form as the documentation states it, words of look-alikes aside: no map, no haste."""
    every = all_changes()
    form = normalize("NFKC", text.translate(every)).translate(every)
    form = "".join(
        char
        for at, char in enumerate(form)
        if char not in MARKS or not form[:at].rstrip(MARKS).endswith(tuple("0123456789"))
    )
    return normalize("NFKC", form.translate(dict.fromkeys(map(ord, STRUCK))))


def spans(reading):
    return [reading.span(at, at + 1) for at in range(len(reading.text))]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("kryp\u200bto\u00adni\u2060te", "kryptonite"),
        ("\uff2b\uff52\uff59", "Kry"),
        ("\U0001d424\U0001d42b\U0001d432", "kry"),
        ("bob\uff20example.org", "bob@example.org"),
        ("899\u201345\u22126780", "899-45-6780"),
        ("\u0664\u0661\u0661\u0661", "4111"),
        ("e\u0301te\u0301", "été"),
        ("e\u200b\u0301", "é"),
        ("\uff76\uff9e", "\u30ac"),
        ("\u1112\u1161\u11ab", "\ud55c"),
        ("\u212a \u2126 \u00b5", "K \u03a9 \u03bc"),
        ("❤\ufe0f 👨\u200d👩", "❤ 👨👩"),
        ("a\u202eb\u2069c", "abc"),
        ("k\U000e0061ry\U000e007f", "kry"),
        ("¼", "1\u20444"),
        ("Straße", "Straße"),
        ("k\u0338r\u0336yptonite", "kryptonite"),
        ("a \u2260 b =\u0338 c", "a \u2260 b \u2260 c"),
        ("\u1100\u0338\u1161", "\uac00"),
        ("8\u030399-45", "899-45"),
        ("4\ufe0f\u20e31\u20e3", "41"),
        ("\u0664\u0303", "4"),
    ],
)
def test_what_differs_for_a_machine_alone_becomes_one_form(text, form):
    assert canonical(text).text == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("p\u0430yp\u0430l", "paypal"),
        ("\u0406GN\u041eRE", "IGNORE"),
        ("\u043ar\u0443\u0440t\u043en\u0456t\u0435", "kryptonite"),
        ("\u0261o\u043egle", "google"),
        ("I w\u0430nt \u0430 car", "I want a car"),
        ("the \u0441\u043e\u0440 is here", "the cop is here"),
        ("\u0441\u043e\u0440 2 calls", "cop 2 calls"),
        ("a \u043e b \u0441", "a o b c"),
        ("o\u0308 \u03bf\u0308x", "ö öx"),
    ],
)
def test_look_alikes_become_latin_where_a_reader_takes_them_for_it(text, form):
    assert canonical(text).text == form


@pytest.mark.parametrize(
    "text",
    [
        "\u0441\u043e\u0440",
        "Привет, сор и рос",
        "abc сор вода рос def",
        "сайт Google и с ним США",
        "αβγ",
        "Δ",
        "5 μs",
        "Δx μm",
        "Καλημέρα κόσμε",
        "kızıl sınır",
        "naïve façade",
        "日本語のテキスト",
        "हिन्दी",
        "தமிழ் மொழி",
        "한국어",
        "שלום עולם",
        "ñandú",
        "\u0438\u0301",
    ],
)
def test_other_scripts_in_their_own_right_stay_what_they_are(text):
    assert canonical(text).text == text
    assert readings(text) == []


FAR = " 5" * (REACH // 2)
NEAR = FAR[1:]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (f"a{NEAR}сор{NEAR}b", f"a{NEAR}cop{NEAR}b"),
        (f"a{NEAR}сор{FAR}ж", f"a{NEAR}cop{FAR}ж"),
        (f"ж{FAR}сор{NEAR}b", f"ж{FAR}cop{NEAR}b"),
        (f"a{NEAR}сор{NEAR}ж", f"a{NEAR}сор{NEAR}ж"),
        (f"ж{NEAR}сор{NEAR}b", f"ж{NEAR}сор{NEAR}b"),
        (f"a{FAR}сор{FAR}b", f"a{FAR}сор{FAR}b"),
        (f"a{FAR}сор", f"a{FAR}сор"),
        (f"a сор{FAR} рос{FAR} сор b", f"a cop{FAR} рос{FAR} cop b"),
        ("a сор вода b", "a сор вода b"),
        ("é\u0301\u0323 сор", "\u1eb9\u0301\u0301 cop"),
    ],
)
def test_a_word_of_look_alikes_is_judged_by_what_stands_within_reach(text, form):
    """What is further away than that neither makes it Latin nor keeps it from being so."""
    assert canonical(text).text == form


@given(st.text(st.sampled_from("aж сро5-\n\u0301кɡ"), max_size=60), st.integers(0, 90))
@settings(max_examples=400, deadline=None)
def test_long_texts_and_short_ones_are_judged_alike(text, spaces):
    """Knowing words again changes nothing about them."""
    text = f"{text}{' ' * spaces}{text[::-1]}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lookalikes, "_SHORT", 0)
        by_word = plain_words(text)
    assert by_word == plain_words(text)


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_many_different_characters_are_replaced_as_few_are(text):
    """One after the other or all at once: it is the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replacing, "_ONE_BY_ONE", 0)
        at_once = alphabet().changes.made(text)
    assert at_once == alphabet().changes.made(text) == text.translate(all_changes())


def test_what_replaces_a_character_holds_none_that_is_replaced():
    """Else the order of replacing would matter."""
    every = all_changes()
    made = "".join(to for to in every.values() if to)
    assert not any(ord(char) in every for char in made)


@pytest.mark.parametrize("text", ["", "plain", "a\nb\tc\x00", "".join(map(chr, range(128)))])
def test_ascii_is_its_own_form_and_not_even_looked_at(text):
    assert not changes(text, text.encode(), fold=True)
    assert readings(text, fold=True) == []
    assert canonical(text).text == text


@pytest.fixture(scope="module")
def forms():
    lines = [char for char in EVERYTHING if char != "\n"]
    return dict(zip(lines, clean("\n".join(lines)).split("\n"), strict=True))


def test_every_code_point_becomes_what_the_documentation_states(forms):
    wrong = [hex(ord(char)) for char, form in forms.items() if form != stated(char)]
    assert wrong == []


def test_every_code_point_agrees_with_nfkc_but_for_dashes_digits_and_the_invisible(forms):
    dropped, dashes = chars(ranges(table.DROPPED)), chars(ranges(table.DASHES))
    newer = {code for code, to in all_changes().items() if to is not None}
    wrong = []
    for char, form in forms.items():
        nfkc = normalize("NFKC", char)
        if char in dropped or char in STRUCK:
            agrees = form == ""
        elif nfkc in dashes or char in dashes:
            agrees = form == "-"
        elif len(nfkc) == 1 and category(nfkc) == "Nd":
            agrees = form in "0123456789" and int(form) == digit(nfkc, int(form))
        else:
            # What this Python does not know yet, the table does.
            kept = "".join(one for one in nfkc if one not in STRUCK)
            agrees = form == kept or (nfkc == char and ord(char) in newer)
        if not agrees:
            wrong.append(hex(ord(char)))
    assert wrong == []


def test_the_invisible_are_the_default_ignorable_and_annotations():
    ignorable = regex.findall(r"\p{Default_Ignorable_Code_Point}", "".join(EVERYTHING))
    assert chars(ranges(table.DROPPED)) == {*ignorable, "\ufff9", "\ufffa", "\ufffb"}


def test_what_strikes_through_is_what_unicode_calls_an_overlay():
    """Those of any script: marks of one script, and of music, mean something."""
    named = {char for char in EVERYTHING if re.match("COMBINING .* OVERLAY$", name(char, ""))}
    assert set(STRUCK) == {char for char in named if combining(char) == 1}


def test_look_alikes_are_letters_of_other_scripts_and_become_ascii_letters():
    alone, other = by_letter(table.LOOKALIKES), by_letter(table.OTHER_CASE)
    assert len(alone) > 250
    for code, letter in {**alone, **other}.items():
        assert letter.isascii()
        assert letter.isalpha()
        assert regex.match(r"(?!\p{Latin}|\p{Han}|\p{Common})\p{L}", chr(code)), hex(code)
    # Where the letter has a case, it keeps it.
    capitals = [to for code, to in alone.items() if chr(code).isupper()]
    small = [to for code, to in alone.items() if chr(code).islower()]
    assert sum(to.isupper() for to in capitals) > len(capitals) * 0.9
    assert sum(to.islower() for to in small) > len(small) * 0.9
    assert all(canonical(f"x{chr(code)}").text == f"x{to}" for code, to in alone.items())


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_the_form_of_any_text_is_what_the_documentation_states(text):
    words = [reading.text for reading in readings(text)]
    clean = stated(text)
    letters = by_letter(table.LOOKALIKES + table.OTHER_CASE + table.PHONETIC)
    if not any(ord(char) in letters for char in clean):
        assert canonical(text).text == clean
    assert text not in words


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_the_form_of_the_form_is_itself(text):
    form = canonical(text).text
    assert canonical(form).text == form


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_the_way_back_never_turns_and_leaves_out_only_what_is_invisible(text):
    invisible = chars(ranges(table.DROPPED)) | set(STRUCK)
    for reading in [canonical(text), *readings(text, fold=True)]:
        found = spans(reading)
        assert all(0 <= start < end <= len(text) for start, end in found)
        assert found == sorted(found)
        assert [end for _, end in found] == sorted(end for _, end in found)
        covered = {at for start, end in found for at in range(start, end)}
        assert all(char in invisible for at, char in enumerate(text) if at not in covered)


@given(TEXTS, st.booleans())
@settings(max_examples=400, deadline=None)
def test_where_the_search_for_changes_finds_none_there_is_no_other_reading(text, fold):
    if not changes(text, text.encode(), fold=fold):
        assert readings(text, fold=fold) == []


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_each_character_stands_for_what_becomes_it(text):
    """A piece of the original alone has, in its clean form, the character that leads back to it."""
    way, form = WayBack(text), clean(text)
    for at, char in enumerate(form):
        start, end = way.span(at, at + 1)
        assert char in clean(text[start:end])


@given(TEXTS, st.integers(1, 4))
@settings(max_examples=200, deadline=None)
def test_the_way_back_is_the_same_whatever_a_text_is_cut_into(text, size):
    """Chunks begin only where nothing before them changes with them."""
    short = regex.sub(r"\{1,\d+\}", f"{{1,{size}}}", alphabet().chunks.pattern)
    other = msgspec.structs.replace(alphabet(), chunks=re.compile(short))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mapping, "alphabet", lambda: other)
        cut = [WayBack(text).span(at, at + 1) for at in range(len(clean(text)))]
    assert cut == [WayBack(text).span(at, at + 1) for at in range(len(clean(text)))]


def test_a_newer_unicode_than_the_table_makes_the_whole_chunk_the_span(monkeypatch):
    """What the table does not know to compose is not guessed at."""
    monkeypatch.setattr(mapping, "clean", lambda text: "X" if text == "ab\u0416" else text)
    assert WayBack("ab\u0416").span(0, 1) == (0, 3)


def test_a_piece_of_the_form_stands_for_a_piece_of_the_original():
    reading = canonical("\u200bkry\u200bpt\u00bd\u200b!")
    assert reading.text == "krypt1\u20442!"
    assert reading.span(0, 5) == (1, 7)
    assert reading.span(5, 6) == (7, 8)
    assert reading.span(5, 9) == (7, 10)


def test_what_tag_characters_spell_is_a_reading_of_its_own():
    hidden = "".join(chr(0xE0000 + ord(char)) for char in "ignore")
    found = [reading.text for reading in readings(f"hi {hidden}")]
    assert found == ["hi ", "hi ignore"]
    assert readings(f"hi {hidden}")[1].span(3, 9) == (3, 9)


def test_a_word_taken_for_latin_by_its_neighbours_can_still_be_read_as_its_own():
    found = [reading.text for reading in readings("the \u0441\u200b\u043e\u0440 is")]
    assert found == ["the cop is", "the \u0441\u043e\u0440 is"]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Straße", "Strasse"),
        ("GRO\u1e9e", "GROss"),
        ("\u0130STANBUL", "iSTANBUL"),
        ("\u01f0", "\u01f0".casefold()),
        ("i\u0307x", "ix"),
    ],
)
def test_letters_that_fold_to_several_are_a_reading_for_those_who_ignore_case(text, form):
    found = readings(text, fold=True)
    assert [(reading.text, reading.folded) for reading in found] == [(form, True)]
    assert changes(text, text.encode(), fold=True)
    assert found[0].span(0, len(form)) == (0, len(text))


@given(st.text(st.sampled_from("xiI\u0130\u0307\u01f0ßẞŉ\u0345\u1f80"), max_size=20))
def test_letters_are_spelled_out_once_each(text):
    """What one became is no part of what another becomes."""
    one_by_one = re.compile(r"[iI]\u0307|.", re.DOTALL).sub(
        lambda match: match[0].casefold().replace("i\u0307", "i") if folds(match[0]) else match[0],
        text,
    )
    assert folded(text) == one_by_one


def test_kelvin_and_the_long_s_need_no_folding():
    assert canonical("\u212a\u017f").text == "Ks"
    assert not folds("Ks σς")


def test_a_lone_surrogate_is_no_error():
    assert canonical("a\ud800\u200bb").text == "a\ud800b"
    assert changes("a\ud800", None)


@pytest.mark.parametrize(
    "shape",
    [
        "\u0301\u0323", "e\u0301", "a\u200b", "\u200b", "\U000e0061", "½", "\ufdfa", "ß",
        "👨\u200d❤\ufe0f", "\u1112\u1161\u11ab", "\uff76\uff9e", "\uff21 ", "a\u0430 ", "a \u0430 ",
        "\u0430 ", "i\u0307",
    ],
)  # fmt: skip
def test_a_megabyte_of_any_shape_takes_time_in_proportion(shape):
    text = shape * (1_048_576 // len(shape.encode()))
    begun = time.perf_counter()
    readings(text, fold=True)
    assert time.perf_counter() - begun < 6


@pytest.mark.parametrize("kinds", [2, 8, 9, 12])
def test_long_runs_of_few_and_of_many_marks_are_in_the_order_of_the_standard(kinds):
    """Python sorts them the same, in another time."""
    marks = "\u0345\u0301\u0300\u0323\u0327\u0308\u0315\u031b\u05b4\u0591\u05b0\u3099"[:kinds]
    text = f"e{marks * 9}a\u0344{marks[::-1] * 30}"
    assert canonical(text).text == normalize("NFKC", text)


def test_marks_of_two_classes_in_the_wrong_order_are_sorted_without_haste():
    text = "a" + "\u0301" * 100_000 + "\u0323" * 100_000
    begun = time.perf_counter()
    assert canonical(text).text == "\u1ea1" + "\u0323" * 99_999 + "\u0301" * 100_000
    assert time.perf_counter() - begun < 6
