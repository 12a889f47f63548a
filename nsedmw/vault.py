"""What the tokens of conversations stand for: in memory, apart for each, and not for ever.

A vault is no part of a context, a result, a log or a file, and it cannot be copied or pickled.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any, Final, NoReturn

import regex

from nsedmw.detect.embedded import Holders
from nsedmw.errors import Failure

MOST_VALUES: Final = 100_000
MOST_CHARS: Final = 64 * 1024 * 1024
"""Of one conversation; beyond them no value is kept, and the run that brings it is blocked."""

_ID_BYTES: Final = 8
"""64 bits: nobody who writes into a conversation can guess what stands for another's value."""
_END: Final = regex.compile(r":([0-9a-f]{16})\]")


class Vault:
    """The tokens of one conversation; safe to use from many threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._tokens: dict[tuple[str, str], str] = {}
        self._values: dict[str, tuple[str, str]] = {}
        """The end of a token -> the token and its value."""
        self._chars = 0
        self.forgotten = False

    def token(self, kind: str, value: str) -> str:
        """The text that stands for a value of a kind; the same whenever they are the same.

        Raises:
            Failure: the conversation holds as many values as it may.
        """
        # A value that holds a token of another entry would come back with that token in it.
        value = self._text(value) if _END.search(value) else value
        with self._lock:
            if self.forgotten:
                raise Failure("limit", "its session was forgotten while it ran")
            known = self._tokens.get((kind, value))
            if known is not None:
                return known
            if len(self._values) >= MOST_VALUES or self._chars + len(value) > MOST_CHARS:
                raise Failure("limit", "its session holds as many values as it may")
            end = secrets.token_hex(_ID_BYTES)
            while end in self._values:
                end = secrets.token_hex(_ID_BYTES)
            token = f"[REDACTED:{kind}:{end}]"
            self._tokens[kind, value] = token
            self._values[end] = (token, value)
            self._chars += len(value)
            return token

    def restored(self, content: Any) -> Any:
        """The same JSON value with this vault's tokens turned back, in its keys as well.

        In a text that is JSON itself values are escaped as what stands around them.
        """
        if isinstance(content, str):
            return self._text(content)
        if isinstance(content, dict):
            return self._object(content)
        if isinstance(content, list | tuple):
            return [self.restored(item) for item in content]
        return content

    def _object(self, content: dict[str, Any]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, value in content.items():
            name = self._text(key)
            # Nothing is lost where the object holds that key already.
            result[key if name != key and name in content else name] = self.restored(value)
        return result

    def forget(self) -> None:
        """Drop every value."""
        with self._lock:
            self._tokens.clear()
            self._values.clear()
            self._chars = 0
            self.forgotten = True

    def _text(self, text: str) -> str:
        parts = []
        position = 0
        holders = Holders(text)
        for match in _END.finditer(text):
            token, value = self._values.get(match[1], ("", ""))
            start = match.end() - len(token)
            if token and start >= position and text.startswith(token, start):
                holder = holders.holder(start, match.end())
                # A value with a quote must not end the string that its token stands in.
                said = value if holder is None else holder.written(value)
                parts += [text[position:start], said]
                position = match.end()
        return "".join([*parts, text[position:]]) if parts else text

    def __repr__(self) -> str:
        return f"<nsedmw vault of {len(self._values)} values>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a vault stays in the memory of its process")


class Vaults:
    """Vaults by their conversation's key, each kept until it was not used for its time."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._held: dict[str, tuple[Vault, float]] = {}
        """Key -> the vault, and when it is dropped."""

    def of(self, key: str, ttl_secs: float) -> Vault:
        """The vault of a conversation, new where there is none; its time begins anew."""
        with self._lock:
            now = self._clock()
            for old in [key for key, (_, until) in self._held.items() if until <= now]:
                self._held.pop(old)[0].forget()
            vault, until = self._held.get(key) or (Vault(), now)
            # Another use of it may have asked for longer.
            self._held[key] = (vault, max(until, now + ttl_secs))
            return vault

    def drop(self, key: str) -> None:
        """Forget a conversation."""
        with self._lock:
            if key in self._held:
                self._held.pop(key)[0].forget()

    def close(self) -> None:
        """Forget all."""
        with self._lock:
            for vault, _ in self._held.values():
                vault.forget()
            self._held.clear()
