"""`make -C plugins`: what it builds, what it says is missing, and that all of it is described."""

import shutil
import subprocess  # git is asked what it ignores

import pytest

from tests.plugins.examples import BOUND_SECS, EXAMPLES, PLUGINS, make, need


def test_the_table_of_examples_names_every_folder():
    table = (PLUGINS / "README.md").read_text()
    folders = {path.name for path in PLUGINS.glob("[a-z]*") if path.is_dir()} - {"shout"}
    assert folders == {example.folder for example in EXAMPLES}
    for folder in folders:
        assert f"]({folder}/README.md)" in table
        for file in ("README.md", "cases.yaml", "pipeline.yaml"):
            assert (PLUGINS / folder / file).is_file()


MISSING = [("a C compiler (cc)", "C"), ("cargo", "Rust"), ("go", "Go"), ("node", "JavaScript")]


@pytest.fixture
def bare_path(tmp_path):
    """A PATH on which there is make, and no toolchain."""
    for program in ("make", "sh", "rm"):
        (tmp_path / program).symlink_to(shutil.which(program))
    return str(tmp_path)


def test_a_missing_toolchain_is_said_by_name_and_fails_nothing(bare_path):
    done = make(PATH=bare_path)
    assert done.returncode == 0
    for toolchain, example in MISSING:
        assert f"{toolchain} is missing, so the {example} example does not run here" in done.stderr


def test_with_strict_every_missing_toolchain_is_an_error(bare_path):
    done = make("STRICT=1", PATH=bare_path)
    assert done.returncode != 0
    for toolchain, example in MISSING:
        assert f"{toolchain} is missing, so the {example} example" in done.stderr


def test_what_is_built_is_ignored_by_git(tmp_path):
    need("git")
    shutil.copy(PLUGINS / ".gitignore", tmp_path)
    made = [
        "c/bidi",
        "c/libbidi.so",
        "c/json.o",
        "rust/target/release/repetition",
        "go/code-blocks",
    ]
    git = ["git", "-C", tmp_path]
    subprocess.run([*git, "init", "-q"], timeout=BOUND_SECS, check=True)
    for path, code in [*((path, 0) for path in made), ("c/bidi.c", 1)]:
        command = [*git, "check-ignore", "-q", path]
        assert subprocess.run(command, timeout=BOUND_SECS, check=False).returncode == code, path


@pytest.mark.parametrize(("toolchain", "target"), [("cargo", "test-rust"), ("go", "test-go")])
def test_the_examples_own_tests_pass(toolchain, target):
    need(toolchain)
    done = make(target)
    assert done.returncode == 0, done.stdout + done.stderr
