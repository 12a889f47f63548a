"""Signatures across programs: docs/signatures.md as it stands, and the openssl command."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

import nsedmw

PAGE = (Path(__file__).parents[2] / "docs/signatures.md").read_text()
SIGN = ("pkeyutl", "-sign", "-rawin")
VERIFY = ("pkeyutl", "-verify", "-rawin", "-pubin")
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def engine(folder, **options):
    entry = {"builtin": "signature_verification", "name": "gate", "config": options}
    return nsedmw.loads(json.dumps({"middleware": {"before_release": [entry]}}), base_dir=folder)


def test_the_python_of_the_page_runs():
    """Its assertions are the test."""
    (block,) = blocks("python")
    assert block.count("assert ") == 3
    out = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, timeout=60)
    assert (out.returncode, out.stderr) == (0, "")


@needs_openssl
def test_the_commands_of_the_page_end_in_a_pass(tmp_path):
    """The page's YAML and shell as a reader would paste them; a changed text then blocks."""
    (commands,) = blocks("sh")
    (tmp_path / "nsedmw.yaml").write_text(blocks("yaml")[0])
    here = commands.replace("\nnsedmw ", f"\n{shlex.quote(sys.executable)} -m nsedmw ")

    def run(script):
        return subprocess.run(
            ["/bin/sh", "-ec", script], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )

    out = run(here)
    assert (out.returncode, json.loads(out.stdout)["verdict"]) == (0, "pass"), out.stderr
    (tmp_path / "context.json").write_text(
        (tmp_path / "context.json").read_text().replace("hello", "hullo")
    )
    out = run(here[here.index(shlex.quote(sys.executable)) :])
    assert (out.returncode, json.loads(out.stdout)["block"]["category"]) == (1, "signature")


def openssl(folder, *arguments):
    return subprocess.run(
        ["openssl", *arguments], cwd=folder, capture_output=True, timeout=60, check=True
    ).stdout


@needs_openssl
def test_what_openssl_signs_passes(tmp_path):
    """Its key file and its signature are read as they come; letters of any script, too."""
    openssl(tmp_path, "genpkey", "-algorithm", "ed25519", "-out", "key.pem")
    openssl(tmp_path, "pkey", "-in", "key.pem", "-pubout", "-out", "pub.pem")
    content = {"text": "Größe 数 ключ 😀", "n": 1e-7, "key_id": "k"}
    (tmp_path / "message").write_bytes(rfc8785.dumps(content))
    openssl(tmp_path, *SIGN, "-inkey", "key.pem", "-in", "message", "-out", "sig")
    made = b64encode((tmp_path / "sig").read_bytes()).decode()
    gate = engine(tmp_path, keys={"k": "pub.pem"})
    assert gate.run("before_release", {**content, "signature": made}).verdict == "pass"
    changed = {**content, "n": 1e-6, "signature": made}
    assert gate.run("before_release", changed).verdict == "block"


@needs_openssl
def test_what_passes_openssl_verifies(tmp_path):
    """The signed bytes are the file that a person would hand to openssl."""
    private = Ed25519PrivateKey.generate()
    (tmp_path / "key.pem").write_bytes(
        private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    openssl(tmp_path, "pkey", "-in", "key.pem", "-pubout", "-out", "pub.pem")
    canonical = b'{"key_id":"k","text":"a\\nb"}'
    made = b64encode(private.sign(canonical)).decode()
    gate = engine(tmp_path, keys={"k": "pub.pem"})
    content = {"text": "a\nb", "signature": made, "key_id": "k"}
    assert gate.run("before_release", content).verdict == "pass"
    (tmp_path / "sig").write_bytes(b64decode(made))
    (tmp_path / "message").write_bytes(canonical)
    out = openssl(tmp_path, *VERIFY, "-inkey", "pub.pem", "-in", "message", "-sigfile", "sig")
    assert b"Verified Successfully" in out
