"""The names that `nsedmw` exports, and how little importing it loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

import nsedmw

NAMES = [
    "ApprovalRequired",
    "Block",
    "Blocked",
    "ConfigError",
    "Context",
    "Decision",
    "Engine",
    "EngineClosed",
    "Error",
    "Finding",
    "OptionProblem",
    "OptionsRefused",
    "Problem",
    "Result",
    "Session",
    "Tool",
    "Verdict",
    "Warned",
    "load",
    "loads",
]
HEAVY = [
    "click", "cryptography", "jsonschema", "msgspec", "phonenumbers", "re2", "regex", "rfc8785",
    "stdnum", "structlog", "yaml",
]  # fmt: skip


def test_the_exported_names_are_these():
    assert sorted(nsedmw.__all__) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_exported_name_leads_somewhere_and_is_listed_by_dir(name):
    assert getattr(nsedmw, name).__name__ == name
    assert name in dir(nsedmw)


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'nsedmw' has no attribute 'lode'"):
        nsedmw.lode  # noqa: B018  # reading it is the test


@pytest.mark.parametrize(
    "name", [name for name in NAMES if isinstance(getattr(nsedmw, name), type)]
)
def test_every_exported_error_descends_from_the_one_root(name):
    exported = getattr(nsedmw, name)
    assert issubclass(exported, nsedmw.Error) == issubclass(exported, Exception)


def loaded_by(program):
    """Modules of HEAVY and of ours that a fresh interpreter has loaded after the program."""
    ending = "; import sys; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program + ending], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_importing_the_package_loads_no_dependency_and_nothing_else_of_its_own():
    loaded = loaded_by("import nsedmw")
    assert loaded.isdisjoint(HEAVY)
    assert {name for name in loaded if name.startswith("nsedmw")} == {"nsedmw"}


def test_types_and_errors_load_msgspec_alone():
    assert loaded_by("import nsedmw; nsedmw.Verdict; nsedmw.ConfigError") & set(HEAVY) == {
        "msgspec"
    }


def test_loading_a_pipeline_never_loads_what_only_the_command_line_or_the_tests_need():
    text = "middleware: {before_release: [{builtin: json_schema, config: {schema: {}}}]}"
    loaded = loaded_by(f"import nsedmw; nsedmw.loads({text!r})")
    assert loaded.isdisjoint({"click", "jsonschema", "hypothesis", "pytest"})
