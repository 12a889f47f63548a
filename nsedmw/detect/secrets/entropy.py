"""Runs of characters that look drawn by chance and that nothing beside them explains.

A window slides over each run of base64 and base64url characters, so padding around a secret
does not hide it. What is explained: digests, UUIDs, subresource integrity (W3C), `data:` URIs
(RFC 2397), public keys and certificates, parts of URLs that are no longer than identifiers are,
and words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import regex

from nsedmw.detect.detector import Detector
from nsedmw.detect.locating import spans
from nsedmw.detect.matcher import re2_program
from nsedmw.detect.reach import Reach, token
from nsedmw.detect.secrets.pem import MOST_BETWEEN, block_before
from nsedmw.detect.secrets.randomness import CHANGE, entropy, looks_random

_RUN: Final = r"[0-9A-Za-z+/_-]"
_STEPS: Final = 8
_STEPS_OF_LONG: Final = 4
"""Windows that begin in the length of one. Even the fewer leave a window wholly inside a secret
that is a quarter longer, and a secret of the least length misses a few of its characters."""
_LONG: Final = 1024
_ORDINARY: Final = 4
"""Times the least length up to which a run is measured as one."""

_BLOCK: Final = regex.compile(
    r"-{4,5} ?BEGIN (?![A-Z0-9 ]{0,40}PRIVATE KEY)(?:[A-Z0-9]{1,16} ?){1,5}+-{4,5}"
    rf"(?:[^-]|-(?!-{{3}})){{0,{MOST_BETWEEN}}}+"
)
"""A block of PEM that holds no private key, to its end marker."""
_EXPLAINING: Final = (
    "integrity", "integridade", "digest", "checksum", "check_sum", "hash", "fingerprint",
    "thumbprint", "etag", "signature", "public_key", "public-key", "publickey", "pub_key", "pubkey",
    "cert", "certificate", "x5c", "nonce", "revision", "commit", "sha1", "sha224", "sha256",
    "sha384", "sha512", "sha-1", "sha-256", "sha-384", "sha-512", "sha", "md5", " h1", "ssh-rsa",
    "ssh-dss", "ssh-ed25519", "amz-id-2",
)  # fmt: skip
"""What stands before a value that is public; as a label it ends the key."""
_BETWEEN: Final = " \t\"'`:=[(\\-"
_BEFORE: Final = 48
_PUBLIC: Final = regex.compile(
    r"AAAA(?:C3NzaC1|B3NzaC1|E2VjZHNh|GnNr|InNr)|sha(?:1|256|384|512)-[0-9A-Za-z+/]{27,86}\Z"
    r"|iVBORw0KGgo|/9j/4AAQ|R0lGOD|UklGR|JVBERi0|AGFzbQ"
)
"""How public keys of SSH, integrity values, images, documents and WebAssembly begin in base64."""
_URL: Final = regex.compile(r"(?<=[0-9A-Za-z]):\\?/\\?/[^\s\"'<>`]{1,8192}+")
_IN_URL: Final = 1.5
"""Times the usual length in a URL: identifiers of files there have up to 44 characters."""
_ESCAPE: Final = regex.compile(r"[nrtbf]|u[0-9A-Fa-f]{4}")

Span = tuple[int, int]


def _back(text: str, place: int) -> int:
    """Return the beginning of the URL or the block that a place is in."""
    url = _BEFORE_URL.search(text, max(place - _LONGEST_URL, 0), place)
    return min(block_before(text, place), int(url.start()) if url else place)


_LONGEST_URL: Final = 8256
_BEFORE_URL: Final = regex.compile(r"(?r)[0-9A-Za-z]:\\?/\\?/[^\s\"'<>`]*+\Z")
_REACH: Final = Reach(open=token, behind=_BEFORE + 16, back=_back)


def high_entropy(min_bits: float = 4.5, min_length: int = 32) -> Detector:
    """A detector of runs in which `min_length` characters have `min_bits` bits each or more.

    A span covers all of a run that holds such a window. The defaults are the seed document's.
    """
    # To count long runs in one pass with all other patterns would multiply that pass's states.
    return Detector(CHANGE, _Windows(min_bits, min_length).find, least=min_length, reach=_REACH)


class _Windows:
    """The search for one length and one measure."""

    def __init__(self, min_bits: float, min_length: int) -> None:
        self._bits = min_bits
        self._length = min_length
        self._distinct = 2**min_bits
        # RE2 counts to a thousand at most.
        self._long = re2_program(f"{_RUN}{{{min_length},}}={{0,2}}")
        self._runs = regex.compile(f"{_RUN}{{{min_length},}}+={{0,2}}")
        self._pieces = regex.compile(f"[0-9A-Za-z_-]{{{int(min_length * _IN_URL)},}}+")

    def find(self, text: str, label: str = "") -> Iterator[Span]:
        """Yield the span of each run that looks drawn by chance, all of it."""
        if label.lower().endswith(_EXPLAINING):
            return
        blocks = _Spans(_BLOCK.finditer(text) if "BEGIN " in text else ())
        urls = _Spans(_URL.finditer(text))
        for start, end in self._spans(text):
            run = text[start:end]
            if blocks.hold(start):
                continue
            if urls.hold(start):
                pieces = self._pieces.finditer(text, start, end)
                yield from (piece.span() for piece in pieces if self._hits(piece[0]))
            elif self._hits(run) and not _is_explained(text, start, run):
                yield _behind_escape(text, start), end

    def _spans(self, text: str) -> Iterator[Span]:
        """Yield the runs; RE2 reads what has none 50 times faster than `regex`."""
        if self._long is None:
            return (match.span() for match in self._runs.finditer(text))
        return spans(self._long, text)

    def _hits(self, run: str) -> bool:
        length = self._length
        if len(set(run)) < self._distinct:
            return False
        # A token of ordinary length counts as a whole as well, as it does for the seed.
        if len(run) <= length * _ORDINARY and self._is_random(run):
            return True
        step = max(length // (_STEPS if len(run) < _LONG else _STEPS_OF_LONG), 1)
        last = len(run) - length
        refused: set[str] = set()
        for at in (*range(0, last, step), max(last, 0)):
            window = run[at : at + length]
            if window not in refused:
                if self._is_random(window):
                    return True
                refused.add(window)
        return False

    def _is_random(self, window: str) -> bool:
        # Distinct characters bound the entropy, and counting them is the cheapest.
        return (
            len(set(window)) >= self._distinct
            and looks_random(window)
            and entropy(window) >= self._bits
        )


class _Spans:
    """Spans from left to right, asked about positions from left to right."""

    def __init__(self, matches: Iterable[regex.Match[str]]) -> None:
        self._spans = (match.span() for match in matches)
        self._next = next(self._spans, None)

    def hold(self, position: int) -> bool:
        while self._next is not None and self._next[1] <= position:
            self._next = next(self._spans, None)
        return self._next is not None and self._next[0] <= position


def _is_explained(text: str, start: int, run: str) -> bool:
    """Whether what stands before a run, or how it begins, says that it is public."""
    before = text[max(start - _BEFORE, 0) : start].lower()
    if before.endswith(";base64,") or _PUBLIC.match(run.rstrip("=")):
        return True
    # Behind the name there may be a digest's own: `"integrity": "sha512-..."` stands in the run.
    return before.rstrip(_BETWEEN).endswith(_EXPLAINING)


def _behind_escape(text: str, start: int) -> int:
    r"""Where a run begins when its first letter is that of `\n`, which must stay whole."""
    if start and text[start - 1] == "\\":
        escape = _ESCAPE.match(text, start)
        return escape.end() if escape else start
    return start
