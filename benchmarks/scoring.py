"""Recall and precision per kind on the labelled corpus, ours and the rivals' on the same lines.

A label is found where the findings of its kind cover all of it; a secret's, where those of any kind
of secret do. A finding is right where it touches a label, of whatever kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from benchmarks.harness import LeftOut, Row
from benchmarks.rivals import process as rivals
from tests.corpus.read import KINDS, PII, SECRETS, Label, Line, lines
from tests.fuzz.engines import POINT, engine

HALVES = ("held", "tune")
OURS = "nsedmw"
PRECISION = 0.99
"""What every kind of ours has at least."""
OTHER = "other secrets"
"""Kinds of secrets that the corpus has no label for by name."""
SURE = 0.4
"""The score from which Presidio's own examples count a finding; by default all of them count."""

ENTITIES: Mapping[str, Mapping[str, str]] = {
    "Presidio": {
        "EMAIL_ADDRESS": "email",
        "PHONE_NUMBER": "phone",
        "US_SSN": "ssn",
        "CREDIT_CARD": "credit_card",
        "IBAN_CODE": "iban",
        "IP_ADDRESS": "ip_address",
        "MAC_ADDRESS": "mac_address",
        "DATE_TIME": "date_of_birth",
        **dict.fromkeys(
            ("US_PASSPORT", "UK_PASSPORT", "DE_PASSPORT", "ES_PASSPORT", "IT_PASSPORT",
             "IN_PASSPORT"), "passport"
        ),
        **dict.fromkeys(
            ("UK_NHS", "UK_NINO", "ES_NIF", "ES_NIE", "IT_FISCAL_CODE", "PL_PESEL",
             "FI_PERSONAL_IDENTITY_CODE", "SE_PERSONNUMMER", "IN_AADHAAR", "DE_TAX_ID",
             "TR_NATIONAL_ID", "CA_SIN"), "national_id"
        ),
    },
    "LangChain": {
        "email": "email",
        "credit_card": "credit_card",
        "ip": "ip_address",
        "mac_address": "mac_address",
    },
    "detect-secrets": {
        "AWS Access Key": "aws_access_key",
        "GitHub Token": "github_pat",
        "GitLab Token": "gitlab_pat",
        "Azure Storage Account access key": "azure",
        "Slack Token": "slack",
        "Stripe Access Key": "stripe",
        "OpenAI Token": "openai",
        "NPM tokens": "npm",
        "PyPI Token": "pypi",
        "JSON Web Token": "jwt",
        "Private Key": "pem_private_key",
        "Basic Auth Credentials": "connection_string",
        "Secret Keyword": "api_key_kv",
        "Base64 High Entropy String": "high_entropy",
        "Hex High Entropy String": "high_entropy",
    },
}  # fmt: skip
"""What a rival calls a thing -> our kind. What stands in no row is another kind of secret."""


class Found(NamedTuple):
    """A finding in our terms, in code points of its line."""

    kind: str
    start: int
    end: int


class System(NamedTuple):
    """What one system found. `by_line` are the findings of each line's id.

    Where it `names_lines` it reports lines that hold a secret and does not replace it, so a label
    that it touches counts as found.
    """

    name: str
    kinds: frozenset[str]
    by_line: Mapping[str, Sequence[Found]]
    names_lines: bool = False


class Score(NamedTuple):
    """Counts of one kind."""

    labels: int
    covered: int
    findings: int
    right: int

    @property
    def recall(self) -> float:
        """Of the labels, those that were found."""
        return self.covered / self.labels if self.labels else 1.0

    @property
    def precision(self) -> float:
        """Of the findings, those that touch a label."""
        return self.right / self.findings if self.findings else 1.0


Scores = Mapping[str, Mapping[str, Mapping[str, Score]]]
"""By half, system and kind."""


def rows() -> Iterator[Row | LeftOut]:
    """Print the tables; yield in how many kinds each promise is missed."""
    scores = measured()
    print(*tables(scores), sep="\n", end="\n\n")
    for half in HALVES:
        ours = scores[half][OURS]
        cries = sum(score.precision < PRECISION for score in ours.values())
        yield Row(f"scoring, {half}: kinds below {PRECISION} precision", cries, "", 0)
        behind = sum(
            kind in theirs and ours[kind].recall < theirs[kind].recall
            for kind in KINDS
            for name, theirs in scores[half].items()
            if name != OURS
        )
        yield Row(f"scoring, {half}: recalls below a rival's", behind, "", 0)
    for name in ENTITIES:
        if not any(name in one for one in scores[HALVES[0]]):
            yield LeftOut(f"scoring of {name}", rivals.missing() or rivals.BROKEN)


def measured() -> Scores:
    """Every system's counts, on each half."""
    every = list(lines())
    systems = [_ours(every)]
    for name in ENTITIES if not rivals.missing() else ():
        with suppress(rivals.BrokenError):
            systems += _theirs(name, every)
    halves = {half: [line for line in every if line.half == half] for half in HALVES}
    return {
        half: {one.name: scored(one, of_half) for one in systems}
        for half, of_half in halves.items()
    }


def tables(scores: Scores) -> Iterator[str]:
    """Markdown: a table for each half, recall and precision of each system in a cell."""
    for half in HALVES:
        of_half = scores[half]
        names = list(of_half)
        yield f"Half `{half}`, recall / precision:\n"
        yield f"| kind | labels | {' | '.join(names)} |"
        yield f"|---|---|{'---|' * len(names)}"
        for kind in (*KINDS, OTHER):
            cells = [_cell(of_half[name].get(kind)) for name in names]
            if set(cells) != {_NONE}:
                yield f"| {kind} | {of_half[OURS][kind].labels or ''} | {' | '.join(cells)} |"
        yield ""


_NONE = "-"


def _cell(score: Score | None) -> str:
    if score is None or not (score.labels or score.findings):
        return _NONE
    recall = f"{score.recall:.3f}" if score.labels else _NONE
    return f"{recall} / {f'{score.precision:.3f}' if score.findings else _NONE}"


def _ours(every: Sequence[Line]) -> System:
    subject = engine("warn", decode=False)
    found = {}
    for line in every:
        decisions = subject.run(POINT, line.text).decisions
        found[line.id] = [
            Found(_kind(one.rule), one.start, one.end)
            for decision in decisions
            if decision.middleware in {"rule_based", "redact_secrets"}
            for one in decision.findings
            if one.category not in {"invisible_text", "blocklist"}
        ]
    return System(OURS, frozenset((*KINDS, OTHER)), found)


def _kind(rule: str) -> str:
    return rule if rule in KINDS else OTHER


def _theirs(name: str, every: Sequence[Line]) -> list[System]:
    """A rival's findings, at each of the scores that count."""
    with rivals.started(name) as rival:
        told = list(rival.find([line.text for line in every]))
    entities = ENTITIES[name]
    names_lines = name == "detect-secrets"
    kinds = frozenset(entities.values()) | ({OTHER} if names_lines else set())
    systems = []
    for least in (0.0, SURE) if name == "Presidio" else (0.0,):
        found = {
            line.id: [
                Found(entities.get(span.entity, OTHER), span.start, span.end)
                for span in spans
                if span.score >= least
            ]
            for line, spans in zip(every, told, strict=True)
        }
        named = f"{name}, score {least} up" if least else name
        systems.append(System(named, kinds, found, names_lines))
    return systems


def scored(system: System, of_half: Sequence[Line]) -> dict[str, Score]:
    """The counts of each kind that a system knows, over these lines."""
    counts = {kind: [0, 0, 0, 0] for kind in system.kinds | _judged(system)}
    for line in of_half:
        found = system.by_line[line.id]
        for label in line.labels:
            if label.kind in counts:
                counts[label.kind][0] += 1
                counts[label.kind][1] += _is_found(label, found, system)
        for one in found:
            if one.kind in counts:
                counts[one.kind][2] += 1
                counts[one.kind][3] += any(_touch(one, label) for label in line.labels)
    return {kind: Score(*count) for kind, count in counts.items()}


def _judged(system: System) -> set[str]:
    """A system that knows secrets may find one under any kind's name."""
    return set(SECRETS) if system.kinds & set(SECRETS) else set()


def _is_found(label: Label, found: Iterable[Found], system: System) -> bool:
    family = {label.kind} if label.kind in PII else {*SECRETS, OTHER}
    near = [one for one in found if one.kind in family and _touch(one, label)]
    return bool(near) if system.names_lines else _covers(near, label)


def _covers(near: Iterable[Found], label: Label) -> bool:
    reached = label.start
    for one in sorted(near, key=lambda one: one.start):
        if one.start > reached:
            return False
        reached = max(reached, one.end)
    return reached >= label.end


def _touch(one: Found, label: Label) -> bool:
    return one.start < label.end and label.start < one.end
