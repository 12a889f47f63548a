import json

import pytest

from nsedmw.builtins import (
    BUILTINS,
    prompt_exposure,
    prompt_injection,
    redact_secrets,
    signature_keys,
)
from nsedmw.cli.pipelines import with_defaults
from nsedmw.detect.exposure.defaults import EXPLAINER
from nsedmw.detect.injection import FAMILIES
from nsedmw.detect.secrets import DETECTORS, HIGH_ENTROPY
from nsedmw.shapes import shape


def test_each_entry_is_told_with_all_that_is_in_force(cli, tmp_path):
    (tmp_path / "x.yaml").write_text(
        "middleware:\n  before_tool:\n"
        "    - builtin: rule_based\n      name: tools\n      agents: ['a*']\n      tools: [bash]\n"
        "      when: {required: [job_id]}\n      optional: true\n      timeout_secs: 2.5\n"
        "      config: {max_content_length: '${LIMIT:-10}'}\n"
        "    - {builtin: rule_based, mode: observe}\n"
    )
    done = cli("explain", "x.yaml", env={"LIMIT": "77"})
    told = done.stdout.decode()
    assert done.returncode == 0
    assert "x.yaml (version 1)\n\nbefore_tool: runs in this order" in told
    for line in (
        "  1. tools\n       is         rule_based (builtin)\n       runs at    before_tool\n",
        "       agents     a*\n       tools      bash\n",
        '       when       {"required": ["job_id"]}\n',
        "       mode       enforce; its failure is a warning (optional)\n",
        "       deadline   2.5 s\n",
        '       option     max_content_length: "${LIMIT:-10}"\n',
        '       default    pii_action: "warn"\n',
        "       mode       observe: it changes and stops nothing; its failure is a ",
    ):
        assert line in told
    assert "77" not in told


def test_json_is_the_same_as_one_object(cli, pipeline):
    answer = json.loads(cli("explain", pipeline, "--format", "json").stdout)
    (entry,) = answer["points"]["before_release"]
    assert entry["name"] == "rules"
    assert entry["options"]["pii_patterns"] is False
    assert entry["defaults"]["max_content_length"] == 50000
    assert "pii_patterns" not in entry["defaults"]


def test_whether_a_person_can_be_asked_is_told(cli, pipeline, tmp_path):
    assert "which is not set" in cli("explain", pipeline).stdout.decode()
    key = {"NSEDMW_CHECKPOINT_KEY": "k" * 32}
    assert (
        "NSEDMW_CHECKPOINT_KEY, which is set" in cli("explain", pipeline, env=key).stdout.decode()
    )
    (tmp_path / "u.yaml").write_text("middleware: {}\ncheckpoint: {unsigned: true}\n")
    assert "checkpoint: unsigned" in cli("explain", "u.yaml").stdout.decode()


def test_problems_go_to_stderr(cli, tmp_path):
    (tmp_path / "bad.yaml").write_text("middleware: []\n")
    done = cli("explain", "bad.yaml")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"bad.yaml:1:13: ")


def test_what_a_stream_holds_back_is_said(cli, tmp_path):
    (tmp_path / "x.yaml").write_text(
        "middleware:\n  on_provider_response:\n"
        "    - {builtin: rule_based, config: {blocklist: [kryptonite]}}\n"
        "    - {builtin: prompt_injection}\n"
        "    - {builtin: prompt_exposure}\n"
        "    - {builtin: rule_based, config: {blocklist: ['a.*b', 'c(?=d)']}}\n"
        "  before_tool: [{builtin: shell_guard}]\n"
    )
    out = cli("explain", "x.yaml").stdout.decode()
    told = [line.split(maxsplit=1)[1] for line in out.splitlines() if "  streams " in line]
    assert told == [
        "what its rules need is held back, the rest goes out",
        "nothing is held back for it",
        "everything is held to the end (its verdict is about all of the text)",
        "everything is held to the end (a.*b)",
    ]
    assert "blocklist.1 runs under a deadline, not in linear time; past it (1 s for a" in out


def defaults(builtin, **options):
    entry = {"builtin": builtin, "options": options}
    return with_defaults({"points": {"x": [entry]}})["points"]["x"][0]["defaults"]


@pytest.mark.parametrize("builtin", BUILTINS)
def test_every_option_is_told_written_or_not(builtin):
    """But those that have nothing in their place where they are not written."""
    options = set(shape(f"builtins/{builtin}")["properties"])
    untold = options - set(defaults(builtin))
    assert untold == {
        "rule_based": {"blocklist_file", "hash_key_env"},
        "redact_secrets": {"hash_key_env"},
        "json_schema": {"schema", "schema_file"},
        "prompt_exposure": {"redact_enclosed"},
        "prompt_injection": {"threshold"},
        "signature_verification": {"keys"},
    }.get(builtin, set())


@pytest.mark.parametrize(
    ("builtin", "options", "untold"),
    [
        ("redact_secrets", {"entropy": False}, {"min_entropy_bits", "min_entropy_length"}),
        ("redact_secrets", {"entropy": "${ENTROPY}"}, set()),
        ("prompt_exposure", {"prompt_fingerprint": False, "action": "redact"},
         {"prompt_ngram_words", "prompt_overlap_words"}),
        ("prompt_exposure", {"include_explainer_in_reason": False},
         {"nsed_explainer", "redact_enclosed"}),
        ("prompt_injection", {"threshold": 2}, {"sensitivity"}),
        ("rule_based", {"binary_detection": False}, {"binary_allow"}),
        ("signature_verification", {"keys": {}}, {"keys_file"}),
    ],
)  # fmt: skip
def test_what_is_not_in_force_is_not_told(builtin, options, untold):
    """Another option has taken its place, or its use."""
    usual = set(defaults(builtin)) | {"redact_enclosed"} & untold
    told = defaults(builtin, **options)
    assert usual - set(told) - set(options) == untold


def test_the_defaults_that_are_told_are_those_that_run():
    """The schema says them, the code has them."""
    secrets = defaults("redact_secrets")
    assert secrets["kinds"] == [kind for kind in DETECTORS if kind != HIGH_ENTROPY]
    assert secrets["min_entropy_bits"] == redact_secrets.MIN_ENTROPY_BITS
    assert secrets["min_entropy_length"] == redact_secrets.MIN_ENTROPY_LENGTH
    assert defaults("prompt_injection")["families"] == list(FAMILIES)
    assert defaults("prompt_injection")["sensitivity"] in prompt_injection.THRESHOLDS
    exposure = defaults("prompt_exposure")
    assert exposure["nsed_explainer"] == EXPLAINER
    assert exposure["prompt_ngram_words"] == prompt_exposure.RUN_WORDS
    assert exposure["prompt_overlap_words"] == prompt_exposure.OVERLAP_WORDS
    for option, usual in prompt_exposure._LISTS.values():
        assert exposure[option] == list(usual)
    gates = prompt_exposure.Gates()
    for name in gates.__struct_fields__:
        assert exposure[name] == getattr(gates, name)
    keys = defaults("signature_verification")
    assert keys["keys_file"] == f"${{{signature_keys.VARIABLE}}}"


def test_what_an_object_of_a_list_does_not_say_is_told_by_its_place():
    """An action of one's own pattern is in force as well."""
    told = defaults("rule_based", blocklist=["x", {"word": "y", "action": "warn"}])
    assert told["blocklist.1.case_sensitive"] is False
    assert "blocklist.1.action" not in told
    assert not any(name.startswith("blocklist.0") for name in told)
    patterns = [{"name": "a", "pattern": "b"}]
    assert defaults("prompt_injection", patterns=patterns)["patterns.0.weight"] == 1
