"""Text of any shape is read in linear time by all detectors of secrets together."""

import base64
import time
from random import Random

import pytest

from nsedmw.detect.patterns import PatternSet
from nsedmw.detect.secrets import DETECTORS
from nsedmw.detect.subject import Subject

SIZE = 2**19
SET = PatternSet(tuple(DETECTORS.values()))
BEGIN = "-----BEGIN " + "PRIVATE KEY-----"
WALLS = [
    "a", "A", "1", "-", ".", '"', "\\", "a_", "=", "==", BEGIN, f"{BEGIN}\n",
    f"{BEGIN}\nabcdefghijklmnopqr\n",
    "-----BEGIN CERTIFICATE-----\n", "key=", "token=", "token= ", "password: x ", '"password":"',
    "token:abcdefgh ",
    "密码:abc ", "<password>", "--token ", '("token", ', "password" + " " * 50, "Bearer ",
    "Authorization: ",
    "Authorization: Bearer ", 'authorization,"', "://", "a://b:", "a://b:c@", "a://b:c@d ",
    "curl -u ",
    "eyJ", "eyJhbGciOi.",
    "sk-", "AKIA", "aws secret key ", "server=x;pwd=y;", "?sig=", "Private-Lines: 1\nA\n",
    "123456789:AA",
    "0123456789abcd.atlasv1.", "invokeRoutineVerifyWhetherQuarterlyBalanceSheetExport",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "function a(b,c){return b.e||c[0]}",
]  # fmt: skip


@pytest.mark.parametrize("wall", WALLS)
def test_a_wall_of_near_misses_is_read_in_linear_time(wall):
    """Half a megabyte takes a second or so on a busy machine; what is not linear takes minutes."""
    subject = Subject(wall * (SIZE // len(wall)))
    started = time.monotonic()
    for _ in SET.located(subject, SET.possible(subject)):
        pass
    assert time.monotonic() - started < 10


def test_one_line_of_base64_is_one_finding():
    """A window that hits decides about its whole run, so a long run costs no more than a short."""
    text = base64.b64encode(Random(1).randbytes(SIZE)).decode()
    started = time.monotonic()
    assert [*DETECTORS["high_entropy"].find(f"x {text}", "")] == [(2, len(text) + 2)]
    assert time.monotonic() - started < 10


def test_prose_is_ruled_out_by_the_first_pass():
    """Ordinary text is not looked at a second time."""
    text = "The key to the whole affair lay under the mat, where keys have always lain. " * 100
    assert SET.possible(Subject(text)) == []
