"""Each example, run as a process as an engine runs it, with sound, hostile and broken input."""

import json
import os
import re
import subprocess  # the examples are tried without an engine
from pathlib import Path

import pytest

import nsedmw
from nsedmw.wire import MAX_DEPTH, decode_verdict, encode_context
from tests.plugins.examples import BOUND_SECS, EXAMPLES, PLUGINS, answer, need

BY_FOLDER = {example.folder: example for example in EXAMPLES}
MEGABYTE = 1_000_000


def nested(depth):
    content = "deep"
    for level in range(depth):
        content = [content] if level % 2 else {"a": content}
    return content


SOUND = {
    "empty text": "",
    "text": "nothing to see",
    "other scripts": "naïve Ωμέγα 漢字 שלום",
    "beyond the first plane": "\U0001f600 \U00020000",
    "a megabyte": "word " * (MEGABYTE // 5),
    "a megabyte of one letter": "a" * MEGABYTE,
    "a megabyte of lines": "".join(f"line number {n}\n" for n in range(MEGABYTE // 20)),
    "the deepest nesting": nested(MAX_DEPTH),
    "an integer": 7,
    "a fraction": -1.5e300,
    "an integer of 4000 digits": int("9" * 4000),
    "true": True,
    "null": None,
    "an empty list": [],
    "an empty object": {},
    "awkward keys": {"": 1, "a/b~c": 2, "__proto__": "x", "\x7f\u2028": 3},
    "every escape": '"\\/\b\f\n\r\t\x00\x1f',
}
BROKEN = {
    "nothing": b"",
    "white space": b" \n",
    "a word": b"canary",
    "a list": b"[]",
    "a string": b'"canary"',
    "null": b"null",
    "no content": b"{}",
    "no content, but metadata": b'{"metadata":{}}',
    "cut short": b'{"content":"canary',
    "cut short after a value": b'{"content":"canary","round":',
    "two values": b'{"content":"canary"}[]',
}
# What needs a parser to be seen: beyond the bash example, as its README says.
BROKEN_INSIDE = {
    "no UTF-8": b'{"content":"\xff\xfecanary"}',
    "a raw control character": b'{"content":"canary\x01"}',
    "an escape that is none": b'{"content":"\\xcanary"}',
    "an escape cut short": b'{"content":"canary\\u12"}',
    "single quotes": b"{'content':\"canary\"}",
    "a comma too many": b'{"content":["canary",]}',
    "NaN": b'{"content":NaN}',
    "metadata of another type": b'{"content":"canary","metadata":["canary"]}',
    "too deep": b'{"content":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
}
BROKEN_ROWS = [
    pytest.param(example, raw, id=f"{example.folder}: {name}")
    for example in EXAMPLES
    for name, raw in (BROKEN if example.folder == "bash" else BROKEN | BROKEN_INSIDE).items()
]


def context(example, content, **members):
    """The bytes that an engine sends."""
    given = nsedmw.Context(content, stage="release", metadata=example.settings, **members)
    return encode_context(given)


def each(*, with_settings=False):
    chosen = [example for example in EXAMPLES if example.wrong or not with_settings]
    return pytest.mark.parametrize("example", chosen, ids=lambda example: example.folder)


@each()
@pytest.mark.parametrize("content", SOUND.values(), ids=SOUND)
def test_sound_content_passes_untouched(built, example, content):
    need(example.toolchain)
    code, out, err = answer(example, context(example, content))
    assert (code, err) == (0, b"")
    verdict = decode_verdict(out)
    assert (verdict.verdict, verdict.content) == ("pass", None)


@each()
def test_members_that_a_later_version_adds_are_ignored(built, example):
    need(example.toolchain)
    later = json.dumps({"content": "x", "metadata": example.settings, "later": {"a": [None]}})
    assert decode_verdict(answer(example, later.encode())[1]).verdict == "pass"


@pytest.mark.parametrize(("example", "raw"), BROKEN_ROWS)
def test_what_is_no_context_is_refused_without_an_answer_or_a_quotation(built, example, raw):
    need(example.toolchain)
    code, out, err = answer(example, raw)
    assert (code, out) == (1, b"")
    name = example.program.rpartition("/")[2].partition(".")[0].encode()
    assert re.fullmatch(name + rb": [^\n]{10,120}\n", err)
    assert b"canary" not in err


@each(with_settings=True)
def test_a_setting_that_cannot_be_meant_is_refused(built, example):
    need(example.toolchain)
    for wrong in example.wrong:
        raw = json.dumps({"content": "x", "metadata": {**wrong}}).encode()
        code, out, err = answer(example, raw)
        assert (code, out) == (1, b""), wrong
        assert b"must be" in err or b"is not" in err, wrong


@pytest.mark.parametrize(
    ("folder", "written", "word", "said"),
    [
        ("python", r'"https:\/\/evil.test"', "block", "1 link leads"),
        ("python", r'"\u0068ttps://evil.test"', "block", "1 link leads"),
        ("python", r'{"https://evil.test":1}', "block", "1 link leads"),
        ("python", r'"https://example.org,https://evil.test"', "block", "1 link leads"),
        ("python", r'"https://example.org(@evil.test"', "block", "1 link leads"),
        ("python", r'"https://' + "a" * 600 + r'@example.org"', "block", "1 link leads"),
        ("python", r'"https://example.org:443, (https://example.org)."', "pass", None),
        ("python", r'"https: 3//4 // a.b"', "pass", None),
        ("bash", r'"\u003c<<<<<<\u0020a\u000a>>>>>>\u003e b"', "block", "unsettled: 1"),
        ("bash", r'"a\r<<<<<<<\r>>>>>>>"', "block", "unsettled: 1"),
        ("bash", r'"\\n<<<<<<< a\\n>>>>>>> b"', "pass", None),
        ("bash", r'"\"<<<<<<< a\n\">>>>>>> b"', "pass", None),
        ("bash", r'"<<<<<<<< a\n>>>>>>>> b"', "pass", None),
        ("bash", r'"<<<<<<< a"', "pass", None),
        ("c", r'"\u202e"', "block", "reorder"),
        ("c", r'"\u202E"', "block", "reorder"),
        ("c", '"\u202e"', "block", "reorder"),
        ("c", r'{"\u2066":1}', "block", "reorder"),
        ("c", r'["\u2066","\u2069"]', "block", "reorder"),
        ("c", r'"\u2067a\nb\u2069"', "block", "reorder"),
        ("c", r'"\u202ba\u202c \u2067b\u2069"', "pass", None),
        ("c", r'"\\u202e"', "pass", None),
        ("rust", r'"' + r"Again \u0061nd again.\n" * 21 + r'"', "block", "21 times"),
        ("rust", r'"' + r"Again and again.\n" * 20 + r'"', "pass", None),
        ("go", r'"\u0060``json\n{a}\n```"', "block", "code block 1 is marked json"),
        ("go", r'{"b":["~~~"],"a":1}', "block", "code block 1 is never closed"),
        ("go", r'"```json\n[1]\n```"', "pass", None),
    ],
)
def test_escapes_hide_nothing_and_show_nothing_that_is_not_there(
    built, folder, written, word, said
):
    example = BY_FOLDER[folder]
    need(example.toolchain)
    settings = json.dumps(example.settings)
    raw = f'{{"content":{written},"metadata":{settings}}}'.encode()
    code, out, err = answer(example, raw)
    assert (code, err) == (0, b"")
    verdict = decode_verdict(out)
    assert verdict.verdict == word
    assert said is None or said in verdict.reason


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ('"https://a.test/?utm%5Fid=1&b=2"', "https://a.test/?b=2"),
        ('"[a](https://a.test/?fbclid=1), b"', "[a](https://a.test/), b"),
        ('"https://a.test/?UTM_ID=1."', "https://a.test/."),
        ('{"__proto__":"https://a.test/?gclid=1"}', {"__proto__": "https://a.test/"}),
        ('["https://a.test/?gclid=1",9007199254740991]', ["https://a.test/", 9007199254740991]),
    ],
)
def test_javascript_rewrites_links_and_nothing_else(built, written, left):
    need("node")
    raw = f'{{"content":{written}}}'.encode()
    code, out, _ = answer(BY_FOLDER["javascript"], raw)
    assert (code, decode_verdict(out).content) == (0, left)


@pytest.mark.parametrize("number", ["9007199254740993", "1e400"])
def test_javascript_refuses_to_rewrite_beside_a_number_that_it_would_change(built, number):
    need("node")
    raw = f'{{"content":["https://a.test/?gclid=1",{number}]}}'.encode()
    code, out, err = answer(BY_FOLDER["javascript"], raw)
    assert (code, out) == (1, b"")
    assert b"a number that JavaScript cannot hold" in err


@pytest.mark.parametrize(
    ("folder", "content"),
    [
        ("python", "https:" * (MEGABYTE // 6)),
        ("python", "(//" * (MEGABYTE // 3)),
        ("python", "https://a@" * (MEGABYTE // 10)),
        ("bash", "<<<<<<< a\n>>>>>>> b\n" * (MEGABYTE // 20)),
        ("bash", "\\" * MEGABYTE),
        ("c", "\u202e" * (MEGABYTE // 3)),
        ("rust", "again and again\n" * (MEGABYTE // 16)),
        ("go", "```\n" * (MEGABYTE // 4)),
        ("go", "`" * MEGABYTE),
        ("javascript", "https://" * (MEGABYTE // 8)),
        ("javascript", "https://a?" + "." * MEGABYTE + "x"),
        ("javascript", "https://a?utm_id=1 " * (MEGABYTE // 19)),
    ],
    ids=lambda value: value[:24],
)
def test_a_megabyte_made_to_be_slow_is_answered(built, folder, content):
    example = BY_FOLDER[folder]
    need(example.toolchain)
    code, out, _ = answer(example, context(example, content))  # which bounds the wait
    assert code == 0
    decode_verdict(out)


def test_findings_of_the_python_example_lead_to_the_links(built):
    content = {"a/b": ["ok", "see https://evil.test/x"], "//evil.test": 0}
    _, out, _ = answer(BY_FOLDER["python"], context(BY_FOLDER["python"], content))
    found = {(f.path, f.start, f.end, f.in_key) for f in decode_verdict(out).findings}
    assert found == {("/a~1b/1", 4, 21, False), ("/~1~1evil.test", 0, 11, True)}


def test_only_the_exact_name_of_a_setting_counts_in_go(built):
    need("go")
    raw = b'{"content":"~~~","metadata":{"code_blocks":"block","Code_Blocks":"warn"}}'
    assert decode_verdict(answer(BY_FOLDER["go"], raw)[1]).verdict == "block"


@pytest.mark.parametrize("folder", ["c", "go", "python"])
def test_a_setting_softens_a_block_to_a_warning(built, folder):
    example = BY_FOLDER[folder]
    need(example.toolchain)
    setting = {"c": "bidi", "go": "code_blocks", "python": "other_hosts"}[folder]
    metadata = {**example.settings, setting: "warn"}
    raw = json.dumps({"content": "~~~\n\u202e https://evil.test", "metadata": metadata}).encode()
    assert decode_verdict(answer(example, raw)[1]).verdict == "warn"


def test_the_bash_example_takes_its_verdict_from_its_argument(built):
    raw = context(BY_FOLDER["bash"], "<<<<<<< a\n>>>>>>> b")
    assert decode_verdict(answer(BY_FOLDER["bash"], raw, "warn")[1]).verdict == "warn"
    code, out, err = answer(BY_FOLDER["bash"], raw, "pass")
    assert (code, out, err) == (1, b"", b"conflict-markers: the argument must be block or warn\n")


@each()
def test_a_verdict_that_cannot_be_written_is_no_success(built, example):
    need(example.toolchain)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [example.path / example.program],
            input=context(example, "x"),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=BOUND_SECS,
            check=False,
        )
    assert done.returncode != 0


@each()
def test_it_runs_from_sealed_memory_as_a_pinned_file_does(built, example):
    need(example.toolchain)
    fd = os.memfd_create(example.folder)
    try:
        os.fchmod(fd, 0o500)
        os.write(fd, (example.path / example.program).read_bytes())
        done = subprocess.run(
            [f"/proc/self/fd/{fd}"],
            input=context(example, "fine"),
            pass_fds=[fd],
            capture_output=True,
            timeout=BOUND_SECS,
            check=False,
        )
    finally:
        os.close(fd)
    assert (done.returncode, done.stderr) == (0, b"")
    assert decode_verdict(done.stdout).verdict == "pass"


@each()
def test_the_readmes_example_shows_what_happens(built, example):
    need(example.toolchain)
    shown = re.findall(r"```console\n\$ (.*)\n(.*)\n```", (example.path / "README.md").read_text())
    assert shown
    for command, output in shown:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=example.path,
            capture_output=True,
            text=True,
            timeout=BOUND_SECS,
            check=False,
        )
        assert done.stdout.strip() == output


PIPELINES = sorted(
    path for folder in BY_FOLDER for path in PLUGINS.glob(f"{folder}/pipeline*.yaml")
)


@pytest.mark.parametrize("path", PIPELINES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_golden_cases_hold_through_an_engine(built, path):
    from nsedmw.testing import load_cases, run_cases

    need(BY_FOLDER[path.parent.name].toolchain)
    with nsedmw.load(path) as engine:
        results = run_cases(engine, load_cases(path.parent / "cases.yaml"))
    assert results
    failed = [(each.case.name, each.failures, each.error) for each in results if not each.passed]
    assert not failed


@pytest.mark.parametrize("path", PIPELINES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_pipeline_names_its_schema_for_editors(path):
    first = path.read_text().partition("\n")[0]
    assert first == "# yaml-language-server: $schema=../../schemas/config.schema.json"
