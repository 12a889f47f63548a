"""What the tokens of conversations stand for: in memory, apart for each, and not for ever.

A vault is no part of a context, a result, a log or a file, and it cannot be copied or pickled.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from math import inf
from threading import Lock
from time import monotonic
from typing import Any, Final, NoReturn

import regex

from nsedmw.detect.embedded import Holders, Inner
from nsedmw.errors import Failure

MOST_VALUES: Final = 100_000
MOST_CHARS: Final = 64 * 1024 * 1024
"""Of one conversation; beyond them no value is kept, and the run that brings it is blocked."""
MOST_CONVERSATIONS: Final = 100_000
"""At once: 28 new ones a second where each is kept for an hour. One more gets no tokens; to drop
another's values would leave the tokens that are out without what they stand for."""

_ID_BYTES: Final = 8
"""64 bits: nobody who writes into a conversation can guess what stands for another's value."""
_END: Final = regex.compile(r":([0-9a-f]{16})\]")


class Vault:
    """The tokens of one conversation; safe to use from many threads.

    Its values are kept for the longest time that any use of it asked for (`keep`), from its last
    use on. To hand out a token is one: a run may take long, and what it took first must last, too.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._tokens: dict[tuple[str, str], str] = {}
        self._values: dict[str, tuple[str, str]] = {}
        """The end of a token -> the token and its value."""
        self._chars = 0
        self._ttl_secs = inf
        self.until = inf
        """When its time ends."""
        self._over = ""
        """Why it hands out nothing."""

    def keep(self, ttl_secs: float) -> None:
        """Begin its time anew; another use of it may have asked for longer."""
        with self._lock:
            until = self._clock() + ttl_secs
            first = self.until == inf
            self._ttl_secs = ttl_secs if first else max(self._ttl_secs, ttl_secs)
            self.until = until if first else max(self.until, until)

    def token(self, kind: str, value: str) -> str:
        """The text that stands for a value of a kind; the same whenever they are the same.

        Raises:
            Failure: the conversation holds as many values as it may, or is none any more.
        """
        # A value that holds a token of another entry would come back with that token in it.
        value = self._text(value) if _END.search(value) else value
        with self._lock:
            if self._over:
                raise Failure("limit", self._over)
            known = self._tokens.get((kind, value)) or self._made(kind, value)
            self.until = max(self.until, self._clock() + self._ttl_secs)
            return known

    def _made(self, kind: str, value: str) -> str:
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

    def forget(self, why: str = "its session was forgotten while it ran") -> None:
        """Drop every value, and hand out nothing any more."""
        with self._lock:
            self._end(why)

    def expire(self) -> bool:
        """Forget, if its time has ended; whether it has."""
        # Under the same lock: a token that goes out at this moment begins the time anew.
        with self._lock:
            if self.until > self._clock():
                return False
            self._end("its session's time ended while it ran")
            return True

    def _end(self, why: str) -> None:
        self._tokens.clear()
        self._values.clear()
        self._chars = 0
        self._over = why

    def _text(self, text: str) -> str:
        parts = []
        position = 0
        for start, end, value, holder in self._found(text):
            if start >= position:
                # A value with a quote must not end the string that its token stands in.
                said = value if holder is None else holder.written(value)
                parts += [text[position:start], said]
                position = end
        return "".join([*parts, text[position:]]) if parts else text

    def _found(self, text: str) -> Iterator[tuple[int, int, str, Inner | None]]:
        """Yield where tokens stand and what for, each with the string of JSON that holds it."""
        ends = [match for match in _END.finditer(text) if match[1] in self._values]
        holders = Holders(text) if ends else None
        escaped: dict[int, dict[int, int]] = {}
        for match in ends:
            token, value = self._values.get(match[1], ("", ""))
            start, end = match.end() - len(token), match.end()
            if not token or holders is None:
                continue
            if start >= 0 and text.startswith(token, start):
                yield start, end, value, holders.holder(start, end)
                continue
            # A kind is what a person wrote: with a quote or an accent, JSON may escape it.
            holder = holders.holder(match.start(), end)
            if holder is not None:
                if id(holder) not in escaped:
                    escaped[id(holder)] = self._escaped(holder)
                if end in escaped[id(holder)]:
                    yield escaped[id(holder)][end], end, value, holder

    def _escaped(self, holder: Inner) -> dict[int, int]:
        """The end of each token in a string of JSON -> its start, in the text around it."""
        starts = {}
        for match in _END.finditer(holder.text):
            token, _ = self._values.get(match[1], ("", ""))
            start = match.end() - len(token)
            if token and start >= 0 and holder.text.startswith(token, start):
                first, last = holder.span(start, match.end())
                starts[last] = first
        return starts

    def __repr__(self) -> str:
        return f"<nsedmw vault of {len(self._values)} values>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a vault stays in the memory of its process")


class Vaults:
    """Vaults by their conversation's key, each kept until it was not used for its time."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._held: dict[str, Vault] = {}
        self._ends: list[tuple[float, str]] = []
        """A heap: for each key a moment at which its time may have ended, and not before."""
        self._closed = False

    def of(self, key: str, ttl_secs: float) -> Vault:
        """The vault of a conversation, new where there is none; its time begins anew.

        Where it cannot be held it hands out nothing.
        """
        with self._lock:
            self._drop_ended()
            vault = self._held.get(key) or self._new(key, ttl_secs)
            vault.keep(ttl_secs)
            return vault

    def _new(self, key: str, ttl_secs: float) -> Vault:
        vault = Vault(self._clock)
        if self._closed:
            vault.forget("the engine was closed")
        elif len(self._held) >= MOST_CONVERSATIONS:
            vault.forget("there are as many sessions as there may be")
        else:
            self._held[key] = vault
            heappush(self._ends, (self._clock() + ttl_secs, key))
        return vault

    def _drop_ended(self) -> None:
        now = self._clock()
        while self._ends and self._ends[0][0] <= now:
            _, key = heappop(self._ends)
            vault = self._held.get(key)
            if vault is None:
                continue
            if vault.expire():
                del self._held[key]
            else:
                heappush(self._ends, (vault.until, key))

    def drop(self, key: str) -> None:
        """Forget a conversation."""
        with self._lock:
            if key in self._held:
                self._held.pop(key).forget()
            # Its moment stays behind; what is opened and dropped again and again must not add up.
            if len(self._ends) > 2 * len(self._held) + 16:
                self._ends = [(vault.until, key) for key, vault in self._held.items()]
                heapify(self._ends)

    def close(self) -> None:
        """Forget all, and hold nothing any more."""
        with self._lock:
            self._closed = True
            for vault in self._held.values():
                vault.forget()
            self._held.clear()
            self._ends.clear()
