"""What is wrong with keys of `signature_verification` is told with what to do about it."""

from __future__ import annotations

from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from nsedmw.builtins.signature_keys import keys_of
from nsedmw.errors import OptionsRefused
from nsedmw.site import FileSite

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
RAW = PRIVATE.public_key().public_bytes_raw()
TEXT = b64encode(RAW).decode()


def pem(public):
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


PEM = pem(PRIVATE.public_key())
PRIVATE_PEM = PRIVATE.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def told(folder, options):
    with pytest.raises(OptionsRefused) as caught:
        keys_of(options, FileSite(folder))
    return [problem.message for problem in caught.value.problems]


ROW = "write a key as `id: KEY` or as `id: {key: KEY, agents: [GLOB]}`"
PAIR = "make a pair of keys with `openssl genpkey -algorithm ed25519`"
RSA = rsa.generate_private_key(65537, 1024)
RSA_PRIVATE = RSA.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
SSH = PRIVATE.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
DER = PRIVATE.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
DER_ADVICE = "`openssl pkey -pubin -inform DER` makes it text"


def block(text):
    return "a: |\n" + "".join(f"  {line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("data", "advice"),
    [
        (b"\0\1\xff", DER_ADVICE),
        (DER, DER_ADVICE),
        (b"a: der.pem", DER_ADVICE),
        (f"a: {TEXT[:-2]}!=", "or copy the key anew, all of it"),
        (f"a: {b64encode(bytes(64)).decode()}", "or copy the key anew, all of it"),
        (f"a: {RAW.hex()}", "write the same bytes as base64"),
        (b"a: " + SSH, PAIR),
        (SSH, ROW),
        (TEXT, ROW),
        (PEM, "this is a key itself: write `keys: {id: PATH}`"),
        (PRIVATE_PEM, "this is a private key, which stays with the signer"),
        (RSA_PRIVATE, "this is a private key, which stays with the signer"),
        (block(PRIVATE_PEM), "write its public half here (openssl pkey -in KEY -pubout)"),
        (block(RSA_PRIVATE.decode()), "write its public half here"),
        (block(pem(RSA.public_key())), PAIR),
        (block(PEM.replace("M", "!", 1)), "write what `openssl pkey -in KEY -pubout` gives"),
        (block(PEM + PEM), "write what `openssl pkey -in KEY -pubout` gives"),
        (f'{{"a": "{TEXT}", "a": "x"}}', "take that out"),
        (f"- {TEXT}\n", f"{ROW}, one below the other"),
        (f"- id: a\n  key: {TEXT}\n", ROW),
        (f"keys:\n  agents: {TEXT}\n  key: {{}}\n", "write the ids at the top, with no `keys`"),
        (f"a: {{key: {TEXT}, agents: writer}}", f"must be array; {ROW}"),
        (f"a: {{key: {TEXT}, agent: [x]}}", ROW),
        ("a: {b: {c: {d: e}}}", ROW),
        ("a:", "write what is missing"),
        ("a: 'x", "write `id: KEY` on a line of its own"),
        ("a:\n\tkey: x", "indent with spaces"),
        ("a: \x07", "take it out"),
        ("", "write one"),
    ],
    ids=range(29),
)
def test_what_is_wrong_with_a_file_of_keys_is_told_with_what_to_do(tmp_path, data, advice):
    """Whatever somebody took for a file of keys; and a private key is never quoted."""
    data = data.encode() if isinstance(data, str) else data
    (tmp_path / "keys").write_bytes(data)
    (tmp_path / "der.pem").write_bytes(DER)
    said = told(tmp_path, {"keys_file": "keys"})
    assert all(advice in one for one in said)
    assert not any(line[:20] in one for one in said for line in PRIVATE_PEM.splitlines()[1:-1])


def test_advice_about_base64_is_not_given_about_a_path(tmp_path):
    """A file that is missing is missing."""
    (said,) = told(tmp_path, {"keys": {"a": "nowhere.pem"}})
    assert said.endswith("check the path")
