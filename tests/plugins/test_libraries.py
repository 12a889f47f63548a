"""The example libraries, called as C calls them: codes, sizes, and the same word as the program."""

import ctypes
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from nsedmw.wire import decode_verdict
from tests.plugins.examples import LIBRARIES, answer, need

TRIPPING = {"c": "a\u202eb", "rust": "again and again\n" * 30}
UNTOUCHED = b"\xaa"
each = pytest.mark.parametrize("example", LIBRARIES, ids=lambda example: example.folder)


def call(example, raw, room=1024):
    """(code, out_len, the whole buffer, which begins as UNTOUCHED bytes with 8 more behind it)."""
    library = ctypes.CDLL(str(example.path / example.library))
    buffer = ctypes.create_string_buffer(UNTOUCHED * (room + 8), room + 8)
    size = ctypes.c_uint32(12345)
    code = library.nsed_middleware_execute(raw, len(raw), buffer, room, ctypes.byref(size))
    return code, size.value, buffer.raw


def context(content):
    return json.dumps({"content": content, "metadata": {}}).encode()


@each
def test_a_pass_is_code_0_with_a_verdict(built, example):
    need(example.toolchain)
    code, size, buffer = call(example, context("fine"))
    assert (code, buffer[:size]) == (0, b'{"verdict":"pass"}')
    assert set(buffer[size:]) == set(UNTOUCHED)


@each
def test_a_block_is_code_1_with_its_reason_and_the_program_says_the_same(built, example):
    need(example.toolchain)
    raw = context(TRIPPING[example.folder])
    code, size, buffer = call(example, raw)
    assert code == 1
    verdict = decode_verdict(buffer[:size])
    assert verdict.verdict == "block"
    assert verdict.reason
    assert decode_verdict(answer(example, raw)[1]) == verdict


def test_a_warning_is_code_0(built):
    example = next(example for example in LIBRARIES if example.folder == "c")
    need(example.toolchain)
    raw = json.dumps({"content": "\u202e", "metadata": {"bidi": "warn"}}).encode()
    code, size, buffer = call(example, raw)
    assert (code, decode_verdict(buffer[:size]).verdict) == (0, "warn")


@each
@pytest.mark.parametrize("word", ["pass", "block"])
def test_a_buffer_that_is_too_small_is_left_alone_and_told_the_size(built, example, word):
    need(example.toolchain)
    raw = context("fine" if word == "pass" else TRIPPING[example.folder])
    _, needed, _ = call(example, raw)
    for room in (0, 1, needed - 1):
        code, size, buffer = call(example, raw, room)
        assert (code, size) == (-2, needed)
        assert set(buffer) == set(UNTOUCHED)
    code, size, buffer = call(example, raw, needed)
    assert (code, size) == (int(word == "block"), needed)
    assert decode_verdict(buffer[:size]).verdict == word
    assert set(buffer[size:]) == set(UNTOUCHED)


@each
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"canary",
        b"[]",
        b"{}",
        b'{"content":"canary',
        b'{"content":"\xff"}',
        b'{"content":"\\ud83d"}',
        b'{"content":1}{}',
        b'{"content":1,"content":2}',
        b'{"content":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    ],
    ids=lambda raw: repr(raw[:24]),
)
def test_what_is_no_context_is_an_error_code_without_an_answer(built, example, raw):
    need(example.toolchain)
    code, size, buffer = call(example, raw)
    assert (code, size) == (-1, 0)
    assert set(buffer) == set(UNTOUCHED)


@each
def test_every_cut_of_a_context_is_an_error(built, example):
    need(example.toolchain)
    raw = b'{"content":["a\\u202eb\\ud83d\\ude00\xc3\xa9",{"k":-1.5e+3,"t":true}],"metadata":null}'
    assert call(example, raw)[0] >= 0
    for cut in range(len(raw)):
        assert call(example, raw[:cut])[0] == -1, cut


@each
def test_null_pointers_are_an_error_code(built, example):
    need(example.toolchain)
    library = ctypes.CDLL(str(example.path / example.library))
    assert library.nsed_middleware_execute(None, 0, None, 0, None) == -1


@each
def test_calls_on_many_threads_do_not_disturb_each_other(built, example):
    need(example.toolchain)
    raws = [context("fine"), context(TRIPPING[example.folder]), b"nonsense"]
    with ThreadPoolExecutor(8) as pool:
        codes = list(pool.map(lambda n: call(example, raws[n % 3])[0], range(600)))
    assert codes == [0, 1, -1] * 200
