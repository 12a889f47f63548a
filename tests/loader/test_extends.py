"""`extends`: bases run first, win, and have their problems in their own place."""

import pytest

from nsedmw.loader.load import load_file
from tests.loader.reading import ENTRY, VOCABULARY

LAST = "extends: ./base.yaml\n" + ENTRY


@pytest.fixture(autouse=True)
def _no_key(monkeypatch):
    monkeypatch.delenv("NSEDMW_CHECKPOINT_KEY", raising=False)


@pytest.fixture
def write(tmp_path):
    def write(**files):
        for name, text in files.items():
            (tmp_path / f"{name}.yaml").write_text(text)
        found, wrong = load_file(tmp_path / "last.yaml", VOCABULARY)
        return found, [str(problem).removeprefix(f"{tmp_path}/") for problem in wrong]

    return write


def test_the_entries_of_a_base_run_first_and_names_are_numbered_over_both(write):
    found, wrong = write(base=ENTRY + "    - builtin: plain\n", last=LAST)
    assert wrong == []
    names = [one.name for one in found.middleware["before_release"]]
    assert names == ["rule_based", "plain", "rule_based#2"]


def test_a_chain_of_bases_runs_from_the_outermost(write):
    one = "middleware: {before_release: [{builtin: plain, name: NAME}]}\n"
    found, wrong = write(
        outer=one.replace("NAME", "o"),
        base="extends: outer.yaml\n" + one.replace("NAME", "b"),
        last="extends: ./base.yaml\n" + one.replace("NAME", "l"),
    )
    assert wrong == []
    assert [entry.name for entry in found.middleware["before_release"]] == ["o", "b", "l"]


def test_a_file_may_add_nothing_to_its_base(write):
    found, wrong = write(base=ENTRY, last="extends: base.yaml\n")
    assert wrong == []
    assert len(found.middleware["before_release"]) == 1


def test_defaults_serve_the_entries_of_their_own_file(write):
    found, _ = write(
        base="defaults: {mode: observe}\n" + ENTRY, last="defaults: {timeout_secs: 3}\n" + LAST
    )
    settings = [(one.mode, one.timeout_secs) for one in found.middleware["before_release"]]
    assert settings == [("observe", 30.0), ("enforce", 3.0)]


def test_a_base_s_other_sections_win(write):
    found, wrong = write(
        base=ENTRY + "checkpoint: {unsigned: true}\n",
        last=LAST + "checkpoint: {key_env: SURELY_NOT_SET}\n",
    )
    assert wrong == []
    assert found.checkpoint.unsigned


def test_paths_start_at_the_folder_of_the_file_that_says_them(tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "outer.yaml").write_text(ENTRY)
    (tmp_path / "shared" / "base.yaml").write_text("extends: outer.yaml\n")
    (tmp_path / "last.yaml").write_text("extends: shared/base.yaml\n" + ENTRY)
    found, wrong = load_file(tmp_path / "last.yaml", VOCABULARY)
    assert wrong == []
    folders = [one.base_dir for one in found.middleware["before_release"]]
    assert folders == [tmp_path / "shared", tmp_path]


def test_every_problem_is_placed_in_its_own_file(write):
    _, wrong = write(
        base=ENTRY + "      mode: x\n", last=LAST + "      optional: x\n" + "version: 3\n"
    )
    assert [line.partition(": ")[0] for line in wrong] == [
        "base.yaml:4:13",
        "last.yaml:5:17",
        "last.yaml:6:10",
    ]


def test_a_name_given_twice_over_two_files_is_told_in_the_later(write):
    one = "middleware: {before_release: [{builtin: plain, name: a}]}\n"
    _, [wrong] = write(base=one, last="extends: base.yaml\n" + one)
    assert wrong.startswith("last.yaml:2:54: middleware.before_release[0].name: another entry")
    assert "base.yaml, line 1)" in wrong


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"last": LAST}, "last.yaml:1:10: extends: there is no such file; check the path"),
        ({"last": "extends: .\nmiddleware: {}\n"}, "last.yaml:1:10: extends: it is a folder"),
        ({"last": "extends: last.yaml\n"}, "last.yaml:1:10: extends: it leads back to a file"),
        (
            {"base": "extends: ./last.yaml\n", "last": LAST},
            "base.yaml:1:10: extends: it leads back to a file",
        ),
        ({"base": "", "last": LAST}, "base.yaml:1:1: the file says nothing"),
        ({"base": "a: [", "last": LAST}, "base.yaml:1:4: a[0]: a `[`"),
        ({"last": "extends: 5\nmiddleware: {}\n"}, "last.yaml:1:10: extends: must be a string"),
        ({"last": "extends: ''\nmiddleware: {}\n"}, "last.yaml:1:10: extends: must not be empty"),
        ({"last": "extends:\n"}, "last.yaml:1:9: extends: must be a string, not null"),
        ({"last": "extends: ${SURELY_NOT_SET}\n"}, "the environment variable SURELY_NOT_SET"),
    ],
)
def test_a_base_that_cannot_be_read_is_told(write, files, expected):
    _, wrong = write(**files)
    assert len(wrong) == 1, wrong
    assert expected in wrong[0]


def test_a_base_that_is_no_utf8_is_told_with_the_place_in_it(tmp_path):
    (tmp_path / "base.yaml").write_bytes(b"a: b\n\xff")
    (tmp_path / "last.yaml").write_text(LAST)
    _, [wrong] = load_file(tmp_path / "last.yaml", VOCABULARY)
    assert "last.yaml:1:10: extends: it is not UTF-8 here" in str(wrong)
    assert "(line 2, column 1)" in str(wrong)


def test_a_ring_through_a_link_is_found(tmp_path):
    (tmp_path / "last.yaml").write_text("extends: link.yaml\n")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "last.yaml")
    _, [wrong] = load_file(tmp_path / "last.yaml", VOCABULARY)
    assert "it leads back to a file" in str(wrong)


def test_a_chain_without_end_is_refused(tmp_path):
    for number in range(30):
        (tmp_path / f"{number}.yaml").write_text(f"extends: {number + 1}.yaml\n")
    _, wrong = load_file(tmp_path / "0.yaml", VOCABULARY)
    assert any("more than 20 files extend each other" in str(problem) for problem in wrong)


def test_a_base_named_by_a_variable_is_called_as_it_is_written(tmp_path, monkeypatch, canary):
    (tmp_path / canary).mkdir()
    (tmp_path / canary / "base.yaml").write_text(ENTRY + "      mode: x\n")
    (tmp_path / "last.yaml").write_text("extends: ${WHERE}/base.yaml\n")
    monkeypatch.setenv("WHERE", canary)
    _, [wrong] = load_file(tmp_path / "last.yaml", VOCABULARY)
    assert "/${WHERE}/base.yaml:4:13: " in str(wrong)
    assert canary not in str(wrong)


def test_static_does_not_follow_a_variable(tmp_path):
    (tmp_path / "last.yaml").write_text("extends: ${WHERE}/base.yaml\n")
    found, wrong = load_file(tmp_path / "last.yaml", VOCABULARY, static=True)
    assert wrong == []
    assert found.unseen[0].endswith("last.yaml:1:10: extends: ${WHERE}")
