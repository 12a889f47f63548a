"""Entries that are programs or libraries: fields, names and terms, before any file is seen."""

from math import inf

import pytest

from nsedmw.loader.specs import LibrarySpec, ProgramSpec
from tests.loader.reading import entry, problems, spec

DIGEST = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"


def items(*entries):
    return "middleware:\n  before_release:\n" + "".join(f"    - {item}\n" for item in entries)


def test_a_program_that_says_nothing_has_the_formats_defaults():
    found = entry(items("binary: ./check.py"))
    assert found.check == ProgramSpec("./check.py", (), {}, (), None, 1_048_576, False, {})
    assert (found.name, found.timeout_secs, found.config) == ("check.py", 30.0, {})


def test_a_program_says_everything_that_is_written():
    found = entry(
        items(
            f"{{binary: ./check.py, args: [-v, '$${{X}}'], env: {{A: b}}, pass_env: [C], cwd: sub,"
            " runner: oneshot, max_output_bytes: 5, require_verdict: true, config: {k: 1},"
            f" sha256: {{./check.py: {DIGEST}, -v: {DIGEST}}}, timeout_secs: 2}}"
        )
    )
    assert found.check == ProgramSpec(
        "./check.py",
        ("-v", "${X}"),
        {"A": "b"},
        ("C",),
        "sub",
        5,
        True,
        {"./check.py": DIGEST, "-v": DIGEST},
    )
    assert (found.config, found.timeout_secs) == ({"k": 1}, 2.0)


def test_a_digest_alone_is_the_programs():
    assert entry(items(f"{{binary: x, sha256: {DIGEST}}}")).check.sha256 == {"x": DIGEST}


def test_a_library_has_no_deadline_of_its_own_whatever_the_defaults_say():
    text = "defaults: {timeout_secs: 5}\n" + items("dylib: ./libx.so", "binary: ./x")
    library, program = spec(text).middleware["before_release"]
    assert library.check == LibrarySpec("./libx.so", 1_048_576, "")
    assert (library.timeout_secs, program.timeout_secs) == (inf, 5.0)


def test_names_are_the_programs_file_and_the_librarys_stem(monkeypatch):
    monkeypatch.setenv("FOLDER", "/opt/hidden")
    monkeypatch.setenv("BIN", "/opt/hidden/check")
    found = spec(
        items(
            "binary: ./checks/links.py",
            "binary: python3",
            "binary: ./other/links.py",
            "dylib: ./libbidi.so",
            "dylib: ./libbidi.v2.so",
            'binary: "${FOLDER}/check"',
            'binary: "${BIN}"',
            'binary: "${BIN:-/usr/bin/x}"',
            'dylib: "${BIN}"',
            "{binary: ./x, name: own}",
        )
    )
    assert [each.name for each in found.middleware["before_release"]] == [
        "links.py",
        "python3",
        "links.py#2",
        "libbidi",
        "libbidi.v2",
        "check",
        "binary",
        "binary#2",
        "dylib",
        "own",
    ]


def test_a_spec_shows_what_is_written_and_no_value(monkeypatch):
    monkeypatch.setenv("BIN", "/opt/hidden/check")
    assert repr(entry(items('binary: "${BIN}"'))) == (
        "EntrySpec(point='before_release', binary='${BIN}')"
    )


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("{builtin: rule_based, binary: ./x}", "needs exactly one of `builtin`, `binary`, `dylib`"),
        ("{binary: ./x, dylib: ./y}", "needs exactly one of `builtin`, `binary`, `dylib`"),
        ("{name: x}", "an entry says which check it is; write `builtin: NAME`, `binary: PATH`"),
        ("{binary: ''}", "binary: must not be empty"),
        ("{binary: 5}", "binary: must be a string, not a number"),
        ("{dylib: ~}", "dylib: must be a string, not null"),
        ("{builtin: rule_based, env: {}}", "`env` is for entries with `binary`; leave it out"),
        ("{builtin: rule_based, sha256: x}", "`sha256` is for entries with `binary` or `dylib`"),
        ("{builtin: rule_based, max_output_bytes: 9}", "is for entries with `binary` or `dylib`"),
        ("{dylib: ./x, cwd: .}", "`cwd` is for entries with `binary`; leave it out"),
        ("{dylib: ./x, require_verdict: true}", "`require_verdict` is for entries with `binary`"),
        ("{dylib: ./x, timeout_secs: 5}", "a library in this process cannot be interrupted"),
        (f"{{dylib: ./x, sha256: {{./x: {DIGEST}}}}}", "write its digest alone, not in a map"),
        ("{binary: ./x, sha256: abc}", "must be a sha256 of 64 hexadecimal digits"),
        (f"{{binary: ./x, sha256: {DIGEST}0}}", "must be a sha256 of 64 hexadecimal digits"),
        ("{binary: ./x, sha256: 123}", "sha256: must be a string or an object"),
        ("{binary: ./x, sha256: {}}", "sha256: must not be empty"),
        ("{binary: ./x, sha256: {./x: abc}}", "must be a sha256 of 64 hexadecimal digits"),
        (f"{{binary: ./x, sha256: {{./y: {DIGEST}}}}}", "'./y' is neither the `binary` nor one of"),
        (f"{{binary: ./x, sha256: {{./y: {DIGEST}}}}}", "the map has no digest for the program"),
        ("{binary: ./x, args: a}", "args: must be a list, not a string; put it in brackets"),
        ("{binary: ./x, args: [1]}", "args[0]: must be a string, not a number: put it in quotes"),
        ("{binary: ./x, args: ['${HOME}']}", "args[0]: a variable cannot stand in `args`"),
        ("{binary: ./x, args: ['a${NO_SUCH:-b}']}", "args[0]: a variable cannot stand in `args`"),
        ("{binary: ./x, env: {A: 1}}", "env.A: must be a string, not a number: put it in quotes"),
        (
            "{binary: ./x, env: {A: no}}",
            "env.A: must be a string, not a boolean: YAML reads `no`",
        ),
        ("{binary: ./x, env: {'A=B': c}}", "is not empty and has no `=`"),
        ("{binary: ./x, env: {'': c}}", "is not empty and has no `=`"),
        ("{binary: ./x, env: {NSEDMW_RUNNER: c}}", "NSEDMW_RUNNER is set by nsedmw itself"),
        ("{binary: ./x, env: ~}", "env: must be an object"),
        ("{binary: ./x, pass_env: ['']}", "pass_env[0]: "),
        ("{binary: ./x, pass_env: ['AWS_*']}", "pass_env[0]: must be the name of one variable"),
        ("{binary: ./x, cwd: ''}", "cwd: must not be empty"),
        ("{binary: ./x, max_output_bytes: 0}", "max_output_bytes: must be at least 1"),
        ("{binary: ./x, max_output_bytes: 1e12}", "max_output_bytes: "),
        ("{binary: ./x, require_verdict: maybe}", "require_verdict: must be true or false"),
        ("{binary: ./x, runner: worker}", "`runner: worker` is not built yet"),
        ("{binary: ./x, runner: works}", "runner: must be oneshot"),
        ("{binary: ./x, timeout_secs: 0}", "timeout_secs: must be more than 0"),
        ('{binary: "./x\\0y"}', "the text holds the control character U+0000"),
        ("{binary: ./x, arg: [a]}", "unknown key 'arg'; did you mean 'args'?"),
    ],
)
def test_what_cannot_stand_is_told(item, expected):
    found = problems(items(item))
    assert any(expected in problem for problem in found), found


def test_fields_of_an_entry_of_two_kinds_are_not_told_as_well():
    assert len(problems(items("{builtin: rule_based, binary: ./x, args: [], sha256: x}"))) == 1


def test_a_value_of_env_may_come_from_a_variable_and_is_not_shown(monkeypatch, canary):
    monkeypatch.setenv("TOKEN", canary)
    found = entry(items('{binary: ./x, env: {KEY: "${TOKEN}"}}'))
    assert found.check.env == {"KEY": canary}
    assert found.written["env"] == {"KEY": "${TOKEN}"}


def test_static_says_what_the_target_machine_has(monkeypatch):
    found = spec(items("binary: ./x", "dylib: ./y.so", "builtin: rule_based"), static=True)
    told = [line for line in found.unseen if "itself" in line]
    assert told == [
        "<string>:3:15: middleware.before_release[0].binary: the program itself",
        "<string>:4:14: middleware.before_release[1].dylib: the library itself",
    ]
