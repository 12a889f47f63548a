"""`signature_verification`: content must carry an Ed25519 signature by a known key, or is blocked.

One rule: a pass is reached through the verification and in no other way. Nothing of the content
stands in a reason; a key id does where the configuration has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import rfc8785
from cryptography.exceptions import InvalidSignature

from nsedmw.builtins.signature_keys import Key, keys_of, shown, strict_base64
from nsedmw.builtins.signature_pointer import MISSING, Pointer
from nsedmw.detect.reasons import visible
from nsedmw.errors import OptionProblem, OptionsRefused
from nsedmw.protocols import Builtin, Middleware, Site
from nsedmw.types import Context, Finding, Verdict

CATEGORY: Final = "signature"
SIGNATURE_BYTES: Final = 64
"""RFC 8032 §5.1.6: R and S, 32 bytes each."""
_DEFAULTS: Final = {"signature_path": "/signature", "key_id_path": "/key_id"}


class _Refusal(Exception):  # control flow: the verification ends here, and the content is blocked
    def __init__(self, rule: str, path: str, reason: str) -> None:
        self.rule = rule
        self.path = path
        self.reason = reason
        super().__init__(rule)


class SignatureVerification:
    """Passes what a known key has signed, as it is; blocks everything else.

    Signed is the RFC 8785 form of the content without the signature's member, so that the order of
    members and white space do not count and the key id does.
    """

    def __init__(
        self,
        keys: Mapping[str, Key],
        signature: Pointer,
        key_id: Pointer,
        bound: tuple[str, ...] = (),
    ) -> None:
        self._keys = keys
        self._signature = signature
        self._key_id = key_id
        self._bound = bound

    def check(self, context: Context, /) -> Verdict:
        """Verify the content's signature."""
        try:
            self._verify(context)
        except _Refusal as refusal:
            return Verdict(
                "block",
                reason=refusal.reason,
                category=CATEGORY,
                findings=(Finding(CATEGORY, refusal.rule, refusal.path),),
            )
        return Verdict("pass")

    def _verify(self, context: Context) -> None:
        content = context.content
        if not isinstance(content, dict):
            raise self._no_object(content)
        signature = self._signature_in(content)
        key_id, key = self._key_for(content)
        if not key.serves(context.agent_id):
            why = (
                "is not for this agent" if context.agent_id else "needs a run that names its agent"
            )
            raise _Refusal("agent", self._key_id.written, f"The key '{shown(key_id)}' {why}")
        message = self._signed(content)
        try:
            key.public.verify(signature, message)
        except InvalidSignature:
            reason = f"The signature does not fit the content and the key '{shown(key_id)}'"
            raise _Refusal("wrong", self._signature.written, reason) from None
        self._check_bound(content, context)

    def _no_object(self, content: Any) -> _Refusal:
        what = "text (JSON inside text is not read)" if isinstance(content, str) else "no object"
        places = f"{visible(self._key_id.written)} and {visible(self._signature.written)}"
        return _Refusal(
            "unsigned",
            "",
            f"Content is not signed: it is {what}; an object with {places} is wanted",
        )

    def _signature_in(self, content: dict[str, Any]) -> bytes:
        text = self._text_at(self._signature, content, "Content is not signed")
        raw = strict_base64(text, SIGNATURE_BYTES)
        if raw is None:
            place = visible(self._signature.written)
            reason = f"The signature at {place} is not the standard base64 of 64 bytes"
            raise _Refusal("malformed", self._signature.written, reason)
        return raw

    def _key_for(self, content: dict[str, Any]) -> tuple[str, Key]:
        key_id = self._text_at(self._key_id, content, "Content does not name its key")
        if key_id not in self._keys:
            reason = f"The key that {visible(self._key_id.written)} names is not known here"
            raise _Refusal("unknown_key", self._key_id.written, reason)
        return key_id, self._keys[key_id]

    def _text_at(self, pointer: Pointer, content: dict[str, Any], lack: str) -> str:
        value = pointer.value(content)
        if isinstance(value, str):
            return value
        place = visible(pointer.written)
        if value is MISSING:
            raise _Refusal("unsigned", "", f"{lack}: there is no {place}")
        raise _Refusal("unsigned", pointer.written, f"{lack}: {place} is not a string")

    def _signed(self, content: dict[str, Any]) -> bytes:
        covered = self._signature.without(content)
        if covered is MISSING:
            reason = f"Content is not signed: {visible(self._signature.written)} is in a list"
            raise _Refusal("unsigned", self._signature.written, reason)
        try:
            return rfc8785.dumps(covered)
        except rfc8785.CanonicalizationError:
            reason = (
                "Content holds a number that RFC 8785 cannot hold"
                " (a whole number beyond 9007199254740991)"
            )
            raise _Refusal("number", "", reason) from None

    def _check_bound(self, content: dict[str, Any], context: Context) -> None:
        for name in self._bound:
            if name not in content:
                raise _Refusal("bind", "", f"The signed content has no /{name}")
            signed = content[name]
            # Python takes true for 1; JSON does not.
            if isinstance(signed, bool) or signed != getattr(context, name):
                raise _Refusal("bind", f"/{name}", f"The signed /{name} is not that of the run")


def _build(options: Mapping[str, Any], site: Site) -> Middleware:
    problems: list[OptionProblem] = []
    places = {name: _pointer(name, options, problems) for name in _DEFAULTS}
    bound = tuple(options.get("bind", ()))
    signature, key_id = places["signature_path"], places["key_id_path"]
    if signature is not None and key_id is not None:
        problems += _clashes(signature, key_id, bound)
    keys: Mapping[str, Key] = {}
    try:
        keys = keys_of(options, site)
    except OptionsRefused as refused:
        problems += refused.problems
    if problems or signature is None or key_id is None:
        raise OptionsRefused(problems)
    return SignatureVerification(keys, signature, key_id, bound)


def _pointer(
    name: str, options: Mapping[str, Any], problems: list[OptionProblem]
) -> Pointer | None:
    pointer = Pointer.of(options.get(name, _DEFAULTS[name]))
    if pointer is None:
        message = (
            "it must be a JSON Pointer below the content: begin it with /, write / inside a name as"
            f" ~1 and ~ as ~0; for example {_DEFAULTS[name]}"
        )
        problems.append(OptionProblem((name,), message))
    return pointer


def _clashes(signature: Pointer, key_id: Pointer, bound: tuple[str, ...]) -> list[OptionProblem]:
    """Places that would leave unsigned what has to be signed, or that no content can have."""
    problems = []
    if signature.leads_into(key_id):
        message = "it stands inside `signature_path`, and so would not be signed; move it out"
        problems.append(OptionProblem(("key_id_path",), message))
    elif key_id.leads_into(signature):
        message = "it stands inside `key_id_path`, which is a string; move it out"
        problems.append(OptionProblem(("signature_path",), message))
    if signature.steps[0] in bound:
        message = f"`bind` needs the signed /{signature.steps[0]}; put the signature elsewhere"
        problems.append(OptionProblem(("signature_path",), message))
    return problems


BUILTIN: Final = Builtin(points=("before_release",), schema="signature_verification", build=_build)
