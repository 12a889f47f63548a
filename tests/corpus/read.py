"""Reads the corpus: lines with their labels. `python -m tests.corpus.read` counts them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent

PII = (
    "email", "phone", "ssn", "credit_card", "iban", "ip_address", "mac_address", "date_of_birth",
    "passport", "national_id",
)  # fmt: skip
SECRETS = (
    "aws_access_key", "aws_secret_key", "github_pat", "gitlab_pat", "gcp", "azure", "slack",
    "stripe", "openai", "anthropic", "huggingface", "npm", "pypi", "jwt", "pem_private_key",
    "connection_string", "bearer", "authorization", "api_key_kv", "high_entropy",
)  # fmt: skip
KINDS = PII + SECRETS


@dataclass(frozen=True, slots=True)
class Label:
    """A span of a line, in code points, and what it is."""

    kind: str
    start: int
    end: int
    country: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One text of the corpus. `frame` names the sentence that it was made from."""

    id: str
    lang: str
    genre: str
    text: str
    labels: tuple[Label, ...]
    half: str

    @property
    def frame(self) -> str:
        """The id without its last number."""
        return self.id.rpartition("-")[0]


def lines(half: str | None = None) -> Iterator[Line]:
    """Every line, or those of the half `tune` or `held`. A text stored in parts is joined."""
    for path in sorted((HERE / "lines").glob(f"{half or '*'}/*.jsonl")):
        for row in path.read_text(encoding="utf-8").splitlines():
            told = json.loads(row)
            told["text"] = "".join(told["text"])
            told["labels"] = tuple(Label(**label) for label in told["labels"])
            yield Line(**told)


def counts() -> Iterator[str]:
    """A table of the labels in each half."""
    every = list(lines())
    labels = Counter((label.kind, line.half) for line in every for label in line.labels)
    yield "| kind | tune | held |\n|---|---|---|"
    for kind in KINDS:
        yield f"| {kind} | {labels[kind, 'tune']} | {labels[kind, 'held']} |"
    for name, bare in (("lines", False), ("lines without a label", True)):
        halves = Counter(line.half for line in every if not (bare and line.labels))
        yield f"| {name} | {halves['tune']} | {halves['held']} |"


if __name__ == "__main__":
    print(*counts(), sep="\n")
