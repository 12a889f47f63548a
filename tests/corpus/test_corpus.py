"""The labelled corpus is what its README says: rebuilt the same, labelled, halved by frame."""

import json
import re
from collections import Counter, defaultdict

import pytest

from tests.corpus.build import HALVES, HERE, HOLE, frames, languages, written
from tests.corpus.read import KINDS, SECRETS, lines
from tests.corpus.values_ids import luhn

LINES = list(lines())
STORED = sorted((HERE / "lines").rglob("*.jsonl"))
FILES = [(half, lang) for half in HALVES for lang in languages(half)]
TEN = {"en", "de", "fr", "es", "pt", "it", "pl", "ru", "ja", "ar"}

TOKENS = {
    "aws_access_key": r"A(KIA|SIA)[A-Z2-7]{16}",
    "aws_secret_key": r"[A-Za-z0-9+/]{40}",
    "github_pat": r"gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}",
    "gitlab_pat": r"gl(pat|dt|rt)-([\w-]{20}|[\w-]{36}(\.01)?\.[0-9a-z]{9})",
    "gcp": r"AIza[\w-]{35}|GOCSPX-[\w-]{28}|ya29\.[\w-]{120,}",
    "azure": r"[A-Za-z0-9+/]{86}==|\w{4}Q~[\w.~]{34}|[\w%]{43,}%3D",
    "slack": r"xox[bp]-[\w-]{40,}|xapp-1-[\w-]{80,}|https://hooks\.slack\.com/services/[\w/]{40,}",
    "stripe": r"[sr]k_(live|test)_[A-Za-z0-9]{24,99}|whsec_[A-Za-z0-9]{32}",
    "openai": r"sk-[\w-]{20,}T3BlbkFJ[\w-]{20,}",
    "anthropic": r"sk-ant-(api03|admin01)-[\w-]{93}AA",
    "huggingface": r"hf_[A-Za-z]{34}",
    "npm": r"npm_[A-Za-z0-9]{36}",
    "pypi": r"pypi-AgEIcHlwaS5vcmc[\w-]{100,}",
    "jwt": r"eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{43,}",
    "pem_private_key": r"(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.{80,}",
}
SHAPES = TOKENS | {
    "email": r"[^\s@<>\"']+@[^\s@<>\"']+\.\w{2,}",
    "phone": r"[+(]?\d[\d ()./\uff0d-]{7,19}\d",
    "ssn": r"(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}",
    "credit_card": r"[2-6]\d{3}[\d -]{8,20}\d",
    "iban": r"[A-Z]{2}\d{2}[A-Z0-9 ]{11,35}",
    "ip_address": r"(\d{1,3}\.){3}\d{1,3}|[0-9a-f:]*:[0-9a-f:]+",
    "mac_address": r"(?i)[0-9a-f]{2}([:-][0-9a-f]{2}){5}|[0-9a-f]{4}(\.[0-9a-f]{4}){2}",
    "date_of_birth": r"(?s)([A-Z][a-z]+ )?\d.*\d.*",
    "passport": r"[A-Z0-9 ]{8,12}",
    "national_id": r"[A-Z0-9][A-Z0-9 .-]{7,20}[A-Z0-9]",
    "connection_string": r"\S{14,}",
    "bearer": r"[A-Za-z0-9]{20,}",
    "authorization": r"[A-Za-z0-9+/]{20,}=*",
    "api_key_kv": r"\S{12,}",
    "high_entropy": r"[\w+/-]{40,}",
}


def selected(line, label):
    return line.text[label.start : label.end]


@pytest.mark.parametrize(("half", "lang"), FILES)
def test_rebuilding_gives_the_committed_lines(half, lang):
    stored = (HERE / "lines" / half / f"{lang}.jsonl").read_text(encoding="utf-8")
    assert stored == written(half, lang)


def test_there_are_lines_of_every_language_and_no_stray_file():
    assert {(path.parent.name, path.stem) for path in STORED} == set(FILES)
    counts = Counter(line.lang for line in LINES)
    assert all(counts[lang] >= 370 for lang in TEN)
    assert all(counts[lang] >= 90 for lang in ("el", "hi", "zh", "tr"))
    assert len(LINES) >= 3000


def test_the_files_stay_small():
    paths = [path for path in HERE.rglob("*") if "__pycache__" not in path.parts and path.is_file()]
    assert sum(path.stat().st_size for path in paths) < 3_000_000


def test_no_line_comes_twice():
    assert len({line.id for line in LINES}) == len(LINES)
    texts = Counter(line.text for line in LINES)
    assert [text for text, count in texts.items() if count > 1] == []


def test_labels_lie_in_their_line_in_order_and_apart():
    for line in LINES:
        at = 0
        for label in line.labels:
            assert at <= label.start < label.end <= len(line.text), line.id
            assert selected(line, label) == selected(line, label).strip(), line.id
            at = label.end


def test_offsets_select_what_the_label_says():
    assert set(SHAPES) == set(KINDS)
    for line in LINES:
        for label in line.labels:
            value = selected(line, label)
            assert re.fullmatch(SHAPES[label.kind], value), (line.id, label.kind, value)


def test_no_label_stops_inside_a_word_or_number():
    for line in LINES:
        for label in line.labels:
            around = line.text[max(0, label.start - 1) : label.start], line.text[label.end :][:1]
            assert not any(mark.isascii() and mark.isalnum() for mark in around), line.id


def test_cards_hold_by_luhn_and_accounts_by_mod_97():
    for line in LINES:
        for label in line.labels:
            value = re.sub(r"[ -]", "", selected(line, label))
            if label.kind == "credit_card":
                assert luhn(value[:-1]) == value[-1], line.id
            if label.kind == "iban":
                ordered = value[4:] + value[:4]
                assert int("".join(str(int(mark, 36)) for mark in ordered)) % 97 == 1, line.id


def test_each_half_has_every_kind_and_each_kind_enough_labels():
    counts = Counter((label.kind, line.half) for line in LINES for label in line.labels)
    assert {kind for kind, _ in counts} == set(KINDS)
    for kind in KINDS:
        assert min(counts[kind, half] for half in HALVES) >= 25, kind
        assert sum(counts[kind, half] for half in HALVES) >= 60, kind


def test_national_identifiers_come_from_ten_countries_in_each_half():
    for half in HALVES:
        labels = [label for line in lines(half) for label in line.labels]
        assert len({label.country for label in labels if label.kind == "national_id"}) >= 10
        assert all((label.kind == "national_id") == (label.country is not None) for label in labels)


def test_at_least_half_of_the_lines_have_no_label():
    for half in HALVES:
        bare = [not line.labels for line in lines(half)]
        assert sum(bare) * 2 >= len(bare)


def test_no_frame_stands_in_both_halves():
    sides = defaultdict(set)
    for half, lang in FILES:
        for _, frame in frames(half, lang):
            sides[frame].add(half)
    assert [frame for frame, halves in sides.items() if len(halves) > 1] == []
    assert all(line.half[0] == line.frame.split("-")[1][0] for line in LINES)


def test_the_frames_differ_in_more_than_numbers():
    every = [frame for half, lang in FILES for _, frame in frames(half, lang)]
    wording = Counter(re.sub(r"[\W\d_]+", "", HOLE.sub("", frame)).casefold() for frame in every)
    assert [words for words, count in wording.items() if count > 1] == []
    assert len(wording) >= 700


def test_no_stored_file_holds_a_token_whole():
    for path in STORED:
        stored = path.read_text(encoding="utf-8")
        for kind in sorted(set(TOKENS) - {"aws_secret_key", "azure", "pem_private_key"}):
            assert not re.search(TOKENS[kind], stored), (path.name, kind)
        assert not re.search(r"BEGIN [A-Z ]*PRIVATE KEY", stored), path.name


def test_every_line_with_a_secret_is_stored_in_parts():
    for path in STORED:
        for row in path.read_text(encoding="utf-8").splitlines():
            told = json.loads(row)
            cut = {label["kind"] for label in told["labels"]} & set(SECRETS)
            assert isinstance(told["text"], list) or cut <= {"connection_string", "api_key_kv"}
