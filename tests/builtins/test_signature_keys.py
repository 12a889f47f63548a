"""The keys of `signature_verification`: which are read, from where, and what is refused at load."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64encode

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed448, rsa, x25519
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

import nsedmw
from nsedmw.builtins.signature_file import MAX_CHARS
from nsedmw.builtins.signature_keys import VARIABLE, keys_of
from nsedmw.errors import OptionsRefused
from nsedmw.shapes import shape
from nsedmw.site import FileSite

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
RAW = PRIVATE.public_key().public_bytes_raw()
TEXT = b64encode(RAW).decode()
P = 2**255 - 19


def pem(public):
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def private_pem(form=PrivateFormat.PKCS8):
    return PRIVATE.private_bytes(Encoding.PEM, form, NoEncryption()).decode()


PEM = pem(PRIVATE.public_key())


@pytest.fixture(autouse=True)
def _no_variable(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)


def read(folder, options):
    """The raw keys by their ids."""
    keys = keys_of(options, FileSite(folder))
    return {key_id: key.public.public_bytes_raw() for key_id, key in keys.items()}


def problems(folder, options):
    with pytest.raises(OptionsRefused) as caught:
        keys_of(options, FileSite(folder))
    return caught.value.problems


def message(folder, options):
    (problem,) = problems(folder, options)
    return problem.message


# RFC 8032 §7.1: public key, message, signature.
VECTORS = {
    "TEST 1": """
        d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a : :
        e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
        5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b""",
    "TEST 2": """
        3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c : 72 :
        92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
        085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00""",
    "TEST 3": """
        fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025 : af82 :
        6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac
        18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a""",
}


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS)
def test_a_key_that_is_read_verifies_the_vectors_of_rfc_8032(tmp_path, vector):
    """The point in the options is the point that is verified with."""
    public, text, signature = map(bytes.fromhex, vector.split(":"))
    written = b64encode(public).decode()
    key = keys_of({"keys": {"a": written}}, FileSite(tmp_path))["a"].public
    key.verify(signature, text)
    with pytest.raises(InvalidSignature):
        key.verify(signature, text + b"\0")


def point(y, sign=0):
    return (y | sign << 255).to_bytes(32, "little")


ORDER_8 = [
    int.from_bytes(bytes.fromhex(text), "little")
    for text in (
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
]
SMALL = {
    f"y={name} sign={sign}": point(y, sign)
    for name, y in {"0": 0, "1": 1, "-1": P - 1, "a": ORDER_8[0], "b": ORDER_8[1]}.items()
    for sign in (0, 1)
}


@pytest.mark.parametrize("raw", SMALL.values(), ids=SMALL)
def test_a_point_of_small_order_is_no_key(tmp_path, raw):
    """All points whose order divides 8, with either sign."""
    told = message(tmp_path, {"keys": {"a": b64encode(raw).decode()}})
    assert "small order, under which anybody can sign" in told


def test_under_a_small_key_one_signature_fits_everything():
    """Why they are refused: the library verifies it."""
    Ed25519PublicKey.from_public_bytes(point(1)).verify(point(1) + bytes(32), b"any message")


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (point(P), "its encoding is not the canonical one"),
        (point(P + 1), "its encoding is not the canonical one"),
        (point(2**255 - 1), "its encoding is not the canonical one"),
        (point(2), "it is no point of the curve"),
    ],
)
def test_bytes_that_are_no_point_are_no_key(tmp_path, raw, why):
    """RFC 8032 §5.1.3: OpenSSL would take them and verify nothing."""
    assert why in message(tmp_path, {"keys": {"a": b64encode(raw).decode()}})


def test_every_pair_of_keys_that_is_made_is_read(tmp_path):
    """What is refused is nothing that a generator of keys gives."""
    made = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32).public_key() for n in range(64)]
    written = {str(n): b64encode(key.public_bytes_raw()).decode() for n, key in enumerate(made)}
    assert len(read(tmp_path, {"keys": written})) == 64


@pytest.mark.parametrize("written", ["./ops.pem", "ops.pem", PEM])
def test_a_pem_file_or_its_text_is_the_key_of_its_base64(tmp_path, written):
    """Three ways to write one key."""
    (tmp_path / "ops.pem").write_text(PEM)
    assert read(tmp_path, {"keys": {"a": written, "b": TEXT}}) == {"a": RAW, "b": RAW}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (private_pem(), "this is a private key, which stays with the signer"),
        (private_pem(PrivateFormat.OpenSSH), "this is a private key, which stays with the signer"),
        (PEM + PEM, "a PEM file holds one `-----BEGIN PUBLIC KEY-----` block here"),
        ("", "a PEM file holds one `-----BEGIN PUBLIC KEY-----` block here"),
        (TEXT, "a PEM file holds one `-----BEGIN PUBLIC KEY-----` block here"),
        (PEM.replace("M", "!", 1), "holds no public key that can be read"),
        (PEM.replace("PUBLIC", "OTHER"), "holds no public key that can be read"),
        (
            pem(rsa.generate_private_key(65537, 1024).public_key()),
            "holds a key of another kind; Ed25519 is what is read here",
        ),
        (pem(x25519.X25519PrivateKey.generate().public_key()), "a key of another kind"),
        (pem(ed448.Ed448PrivateKey.generate().public_key()), "a key of another kind"),
        (pem(Ed25519PublicKey.from_public_bytes(bytes(32))), "small order"),
    ],
    ids=range(11),
)
def test_what_a_pem_file_may_not_hold(tmp_path, text, why):
    """One sound Ed25519 public key, and nothing of the file in the message."""
    (tmp_path / "k.pem").write_text(text)
    told = message(tmp_path, {"keys": {"a": "k.pem"}})
    assert why in told
    assert not any(line in told for line in text.splitlines() if len(line) > 40)


@pytest.mark.parametrize(
    "written",
    [
        TEXT[:-1],
        TEXT + "=",
        " " + TEXT,
        TEXT + "\n",
        TEXT.replace("/", "_").replace("+", "-")[:-2] + "_=",
        b64encode(RAW[:31]).decode(),
        b64encode(RAW + b"\0").decode(),
        TEXT[:-2] + chr(ord(TEXT[-2]) + 1) + "=",
        "nowhere.pem",
        "x" * 5000,
        "a\0b",
    ],
    ids=range(11),
)
def test_what_is_neither_base64_of_32_bytes_nor_a_file_is_refused(tmp_path, written):
    """One text a key: no white space, no URL-safe letters, no loose bits; and it is not quoted."""
    told = message(tmp_path, {"keys": {"a": written}})
    assert told.startswith("this is not the standard base64 of 32 bytes (44 characters), and as")
    assert written not in told


def test_every_bad_key_is_told_at_its_place(tmp_path):
    """Both forms of a key have a path inside the options."""
    options = {"keys": {"a": "x", "good": TEXT, "b": {"key": "y"}}}
    assert [problem.path for problem in problems(tmp_path, options)] == [
        ("keys", "a"),
        ("keys", "b", "key"),
    ]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({}, "no key is given by `keys` or `keys_file`, nor by the file"),
        ({"keys": {}}, "it holds no key, so nothing could be checked"),
    ],
)
def test_without_a_key_nothing_loads(tmp_path, options, why):
    """A guard that checks nothing is refused."""
    assert why in message(tmp_path, options)


@pytest.mark.parametrize("text", ["", "{}", "# none\n", "---\n", "null", "~"])
def test_a_file_without_a_key_does_not_load(tmp_path, text):
    """An empty file is no fewer guard than none."""
    (tmp_path / "keys").write_text(text)
    assert len(problems(tmp_path, {"keys_file": "keys"})) == 1


def test_keys_and_keys_file_together_are_refused(tmp_path):
    """Nobody has to guess which of them counts."""
    told = message(tmp_path, {"keys": {"a": TEXT}, "keys_file": "x"})
    assert told == "write one of `keys` and `keys_file`, and not both"


YAML = f"""\
# who may release
ops: {TEXT}
"qa": {{key: sub/qa.pem, agents: [writer-*, 'editor']}}
"""
JSON = json.dumps({"ops": TEXT, "qa": {"key": "sub/qa.pem", "agents": ["writer-*", "editor"]}})
TABBED = JSON.replace(" ", "\n\t")


@pytest.mark.parametrize("text", [YAML, JSON, TABBED, "\ufeff" + JSON, f"---\n{YAML}...\n"])
@pytest.mark.parametrize("way", ["option", "variable", "relative variable"])
def test_a_file_of_keys_is_yaml_or_json_and_its_paths_start_at_its_folder(
    tmp_path, monkeypatch, text, way
):
    """The option's path starts at the configuration, the variable's at the working directory."""
    (tmp_path / "conf/sub").mkdir(parents=True)
    (tmp_path / "conf/keys").write_text(text)
    (tmp_path / "conf/sub/qa.pem").write_text(PEM)
    monkeypatch.chdir(tmp_path)
    options = {"keys_file": "conf/keys"} if way == "option" else {}
    if way != "option":
        absolute = way == "variable"
        monkeypatch.setenv(VARIABLE, str(tmp_path / "conf/keys") if absolute else "conf/keys")
    folder = tmp_path if way == "option" else tmp_path / "elsewhere"
    keys = keys_of(options, FileSite(folder))
    assert {name: key.public.public_bytes_raw() for name, key in keys.items()} == {
        "ops": RAW,
        "qa": RAW,
    }
    assert keys["ops"].agents is None
    assert keys["qa"].agents == ("writer-*", "editor")


def test_in_quotes_a_word_is_text(tmp_path):
    """What YAML would take for a number or a boolean may be a key's id."""
    (tmp_path / "keys").write_text(f"'2026': {TEXT}\n\"no\": {TEXT}\n")
    assert read(tmp_path, {"keys_file": "keys"}) == {"2026": RAW, "no": RAW}


def test_an_option_goes_before_the_variable(tmp_path, monkeypatch):
    """The environment adds no key to those that a configuration names."""
    (tmp_path / "keys").write_text(f"env: {TEXT}")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "keys"))
    assert read(tmp_path, {}) == {"env": RAW}
    assert read(tmp_path, {"keys": {"a": TEXT}}) == {"a": RAW}


def test_an_empty_variable_names_no_file(tmp_path, monkeypatch):
    """As if it were not set."""
    monkeypatch.setenv(VARIABLE, "")
    assert "NSEDMW_SIGNATURE_KEYS names: no environment variable of this name" in message(
        tmp_path, {}
    )


def test_where_variables_are_not_looked_at_none_is_wanted_and_nothing_passes(tmp_path, monkeypatch):
    """`check --static` runs where the keys are not, and even a set variable has no say there."""
    (tmp_path / "keys").write_text(f"a: {TEXT}")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "keys"))
    site = FileSite(tmp_path, static=True)
    assert keys_of({}, site) == {}
    assert site.unseen == [VARIABLE]


def test_a_variable_that_leads_nowhere_is_refused_without_its_value(tmp_path, monkeypatch):
    """The problem names the variable, and is the entry's."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "hidden-name"))
    (problem,) = problems(tmp_path, {})
    assert (problem.path, problem.file) == ((), None)
    assert f"that {VARIABLE} names: there is no such file" in problem.message
    assert "hidden-name" not in problem.message


@pytest.mark.parametrize(
    ("text", "why", "place"),
    [
        (f"a: {TEXT}\nb: {TEXT}\na: {TEXT}\n", "a second time", (3, 1)),
        (f'{{"a": "{TEXT}",\n "a": "{TEXT}"}}', "a repeated key", (0, 0)),
        (f"{{a: '{TEXT}',\n a: x}}", "a second time", (2, 2)),
        (f"a: &x {TEXT}\nb: *x\n", "aliases are not read", (2, 4)),
        ("a: &x [*x]", "aliases are not read", (1, 8)),
        (f"a: !!str {TEXT}\nb: !!binary {TEXT}\n", "tags are not read", (2, 4)),
        ("!!python/object:os.system {}", "tags are not read", (1, 1)),
        (f"2026: {TEXT}\n", "put it in quotes", (1, 1)),
        (f"no: {TEXT}\n", "put it in quotes", (1, 1)),
        (f"<<: {TEXT}\n", "put it in quotes", (1, 1)),
        ("a:\n", "put it in quotes", (1, 3)),
        (f"a: {TEXT}\n---\nb: {TEXT}\n", "a second document", (2, 1)),
        ("? [a]\n: b\n", "a key must be text", (1, 3)),
        ("a: {b: {c: {d: e}}}", "nested deeper", (1, 12)),
        ("[" * 100_000, "nested deeper", (0, 0)),
        ("a: " + "[" * 100 + "]" * 100, "nested deeper", (1, 6)),
        ('{"a":' * 100_000, "nested deeper", (0, 0)),
        ("a: 'x", "cannot be read as YAML or JSON", (1, 6)),
        ("a: b\n\tc: d", "cannot be read as YAML or JSON", (2, 1)),
        ("a: \x07", "a character that cannot stand", (0, 0)),
        ("#" * (MAX_CHARS + 1), f"at most {MAX_CHARS} characters", (0, 0)),
    ],
    ids=range(21),
)
def test_what_two_readers_could_read_differently_is_refused(tmp_path, text, why, place):
    """Each with its place in the file, where YAML has one."""
    (tmp_path / "keys").write_text(text)
    (problem,) = problems(tmp_path, {"keys_file": "keys"})
    assert problem.path == ("keys_file",)
    assert why in problem.message
    assert (problem.line, problem.column) == place
    assert problem.file == (str(tmp_path / "keys") if place[0] else None)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (["a"], "type"),
        ("text", "type"),
        ({"a": 7}, "/a: type"),
        ({"a": None}, "/a: type"),
        ({"a": ""}, "/a: minLength"),
        ({"": TEXT}, "propertyNames"),
        ({"a": {}}, "'key' is missing"),
        ({"a": {"key": TEXT, "agent": ["x"]}}, "'agent' is not allowed"),
        ({"a": {"key": TEXT, "agents": []}}, "/a/agents: minItems"),
        ({"a": {"key": TEXT, "agents": [""]}}, "/a/agents/0: minLength"),
        ({"a": {"key": TEXT, "agents": "x"}}, "/a/agents: type"),
        ({"a": "x"}, "the key 'a' in the file of keys: this is not the standard base64"),
    ],
    ids=range(12),
)
def test_a_file_of_keys_has_the_shape_of_the_option(tmp_path, written, why):
    """One schema judges both."""
    (tmp_path / "keys.json").write_text(json.dumps(written))
    assert why in message(tmp_path, {"keys_file": "keys.json"})


@pytest.mark.parametrize("name", ["keys", "k.pem"])
@pytest.mark.parametrize("way", ["option", "variable"])
def test_a_file_that_others_may_write_to_is_refused(tmp_path, monkeypatch, name, way):
    """Whoever can change a key can sign; the file of keys and the PEM files in it alike."""
    (tmp_path / "keys").write_text("a: k.pem")
    (tmp_path / "k.pem").write_text(PEM)
    options = {"keys_file": "keys"} if way == "option" else {}
    monkeypatch.setenv(VARIABLE, str(tmp_path / "keys"))
    assert read(tmp_path, options) == {"a": RAW}
    (tmp_path / name).chmod(0o666)
    assert "other users may write to it" in message(tmp_path, options)


def test_a_bad_key_has_its_line_and_column_in_the_configuration():
    """Problems of keys are placed like all others."""
    text = (
        "middleware:\n  before_release:\n    - builtin: signature_verification\n"
        "      config:\n        keys:\n          a: nowhere.pem\n"
    )
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(text)
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (6, 14)
    assert problem.where == "middleware.before_release[0].config.keys.a"


def test_its_options_have_a_description_each_and_no_other_is_allowed():
    """The reference page and editors show them."""
    options = shape("builtins/signature_verification")
    assert options["additionalProperties"] is False
    whole = {**options["properties"], "keys": options["$defs"]["keys"]}
    assert set(whole) == {"keys", "keys_file", "signature_path", "key_id_path", "bind"}
    assert all(option["description"] for option in whole.values())


def test_only_an_entry_of_it_loads_the_cryptography():
    """Who signs nothing does not wait for OpenSSL."""
    code = (
        "import sys, nsedmw;"
        "nsedmw.loads('middleware: {before_release: [{builtin: rule_based}]}');"
        "print([name for name in ('cryptography', 'rfc8785') if name in sys.modules])"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=os.environ
    )
    assert (out.stdout.strip(), out.stderr) == ("[]", "")
