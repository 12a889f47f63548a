"""The public keys of `signature_verification`: options, a file or a variable in, sound keys out."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from nsedmw.builtins.problems import Where
from nsedmw.builtins.signature_file import Unfit, value_of
from nsedmw.detect.reasons import clean_category
from nsedmw.errors import OptionProblem, OptionsRefused
from nsedmw.protocols import ReadFile, Site
from nsedmw.schema import compile_schema
from nsedmw.shapes import shape

VARIABLE: Final = "NSEDMW_SIGNATURE_KEYS"
"""Names a file of keys where the options name none."""

_TOLD: Final = 20
"""Violations of the file's shape that are told."""
_PEM: Final = "-----BEGIN "

_P: Final = 2**255 - 19
"""RFC 8032 §5.1: the field of edwards25519, and the constant of its equation."""
_D: Final = -121665 * pow(121666, -1, _P) % _P


class Key(msgspec.Struct, frozen=True):
    """A public key, with globs over the agents that may use it; None is any."""

    public: Ed25519PublicKey
    agents: tuple[str, ...] | None = None

    def serves(self, agent_id: str) -> bool:
        """Whether a run of this agent may rest on the key; no agent is none of the named ones."""
        if self.agents is None:
            return True
        return agent_id != "" and any(fnmatchcase(agent_id, glob) for glob in self.agents)


class _Source(msgspec.Struct, frozen=True):
    """Keys as they are written, the folder of the file that says so, and where a problem goes.

    `inside` makes the place of a problem with one key: a file of keys has one place for all.
    """

    written: Mapping[str, Any]
    folder: Path
    where: Where
    inside: bool

    def problem(self, key_id: str, step: Where, message: str) -> OptionProblem:
        if self.inside:
            return OptionProblem((*self.where, key_id, *step), message)
        return OptionProblem(
            self.where, f"the key '{shown(key_id)}' in the file of keys: {message}"
        )


def shown(key_id: str) -> str:
    """A key id for a message: 64 characters at most, escapes for what does not print."""
    return clean_category(key_id)


def keys_of(options: Mapping[str, Any], site: Site) -> dict[str, Key]:
    """The keys by their ids: of `keys`, of `keys_file`, or of the file that `VARIABLE` names.

    A relative path starts at the folder of the file that says it; the variable's at the working
    directory. There is one key or more, but where the site does not look at variables: then there
    is none, under which nothing passes.

    Raises:
        OptionsRefused: no key, both options, or a key or file that is not sound; tells all of it.
    """
    source = _source(options, site)
    problems: list[OptionProblem] = []
    keys: dict[str, Key] = {}
    for key_id, written in source.written.items():
        plain = isinstance(written, str)
        members: Mapping[str, Any] = {"key": written} if plain else written
        try:
            public = _public(members["key"], _reader(source.folder, site))
        except Unfit as unfit:
            problems.append(source.problem(key_id, () if plain else ("key",), unfit.message))
            continue
        agents = members.get("agents")
        keys[key_id] = Key(public, None if agents is None else tuple(agents))
    if problems:
        raise OptionsRefused(problems)
    return keys


def _source(options: Mapping[str, Any], site: Site) -> _Source:
    if "keys" in options and "keys_file" in options:
        raise _refused((), "write one of `keys` and `keys_file`, and not both")
    if "keys" in options:
        written = options["keys"]
        if not written:
            raise _refused(("keys",), "it holds no key, so nothing could be checked; write one")
        return _Source(written, Path(), ("keys",), inside=True)
    if "keys_file" in options:
        path = Path(options["keys_file"])
        return _from_file(site.read("keys_file", str(path)), path.parent, ("keys_file",))
    return _from_variable(site)


def _from_variable(site: Site) -> _Source:
    try:
        named = site.variable((), VARIABLE)
        if named is None:
            return _Source({}, Path(), (), inside=False)
        path = Path.cwd() / named
        file = site.read(VARIABLE, str(path))
    except OptionsRefused as refused:
        # The variable is no option: its problems are the entry's.
        told = "; ".join(problem.message for problem in refused.problems)
        raise _refused(
            (),
            "no key is given by `keys` or `keys_file`, nor by the file that"
            f" {VARIABLE} names: {told}",
        ) from None
    return _from_file(file, path.parent, ())


def _from_file(file: ReadFile, folder: Path, where: Where) -> _Source:
    try:
        written = value_of(file.text)
    except Unfit as unfit:
        placed = file.path if unfit.line else None
        problem = OptionProblem(where, unfit.message, placed, unfit.line, unfit.column)
        raise OptionsRefused([problem]) from None
    if not written:
        raise _refused(where, "the file holds no key, so nothing could be checked; write one")
    options = shape("builtins/signature_verification")
    judge = compile_schema({"$ref": "#/$defs/keys", "$defs": options["$defs"]})
    violations = judge.violations(written, _TOLD)
    if violations:
        raise OptionsRefused(
            OptionProblem(where, f"in the file of keys, {violation.text}")
            for violation in violations
        )
    return _Source(written, folder, where, inside=False)


def _reader(folder: Path, site: Site) -> Callable[[str], str]:
    def read(name: str) -> str:
        try:
            return site.read("keys", str(folder / name)).text
        except OptionsRefused as refused:
            told = "; ".join(problem.message for problem in refused.problems)
            raise Unfit(
                "this is not the standard base64 of 32 bytes (44 characters), and as the path of a"
                f" PEM file: {told}"
            ) from None

    return read


def _public(written: str, read: Callable[[str], str]) -> Ed25519PublicKey:
    raw = strict_base64(written, 32)
    if raw is None:
        raw = _raw_of_pem(written if written.startswith(_PEM) else read(written))
    fault = _fault(raw)
    if fault:
        raise Unfit(f"no sound Ed25519 public key: {fault}; make a new pair of keys")
    return Ed25519PublicKey.from_public_bytes(raw)


def strict_base64(text: str, size: int) -> bytes | None:
    """The `size` bytes that the text is the one standard base64 of (RFC 4648 §4), or None.

    One byte sequence has one text here: no white space, no URL-safe alphabet, no missing padding,
    and no bits beyond the last byte (RFC 4648 §3.5).
    """
    try:
        raw = b64decode(text)
    except ValueError:
        return None
    # Decoding is lenient about all of these; the way back has one answer.
    return raw if len(raw) == size and b64encode(raw).decode() == text else None


def _raw_of_pem(text: str) -> bytes:
    if "PRIVATE KEY-----" in text:
        raise Unfit("this is a private key, which stays with the signer; write its public half here"
                    " (openssl pkey -in KEY -pubout)")  # fmt: skip
    if text.count(_PEM) != 1:
        raise Unfit("a PEM file holds one `-----BEGIN PUBLIC KEY-----` block here")
    try:
        public = load_pem_public_key(text.encode())
    except (ValueError, UnsupportedAlgorithm):
        raise Unfit("the PEM text holds no public key that can be read") from None
    if not isinstance(public, Ed25519PublicKey):
        raise Unfit("the PEM text holds a key of another kind; Ed25519 is what is read here")
    return public.public_bytes_raw()


def _fault(raw: bytes) -> str | None:
    """What is wrong with an encoded point; OpenSSL takes any 32 bytes for a public key.

    Decoding is RFC 8032 §5.1.3. Under a key of small order anybody can make signatures, some of
    which fit every message: its points are (0, ±1), those with y = 0, and those whose double has
    y = 0, which on the curve means d·y⁴ + 2·y² = 1.
    """
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    if y >= _P:
        return "its encoding is not the canonical one"
    square = y * y % _P
    x_numerator, x_denominator = square - 1, _D * square + 1
    if pow(x_numerator * x_denominator, (_P - 1) // 2, _P) == _P - 1:
        return "it is no point of the curve"
    if y == 0 or square == 1 or (_D * square * square + 2 * square - 1) % _P == 0:
        return "it is a point of small order, under which anybody can sign"
    return None


def _refused(where: Where, message: str) -> OptionsRefused:
    return OptionsRefused([OptionProblem(where, message)])
