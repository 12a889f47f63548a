"""Builds the lines of the corpus from its frames: `python -m tests.corpus.build`.

A frame is one line of `frames/<half>/<lang>.txt`, under a heading that names its genre.
`⟦kind:form⟧` is a labelled value, `⟦-what:form⟧` an unlabelled one, `⏎` a new line. Chance is
seeded by the frame's own text, so a new frame changes no other frame's lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.corpus import values_pii as pii
from tests.corpus.values_ids import IDS
from tests.corpus.values_phone import phone
from tests.corpus.values_plain import PLAIN
from tests.corpus.values_secrets import CUT, SECRETS, Made

HERE = Path(__file__).parent
HOLE = re.compile(r"⟦(-?)([a-z0-9]+)(?::([^⟧]*))?⟧")
HALVES = ("tune", "held")
LABELLED_LINES = 5
PLAIN_LINES = 7

MADE: dict[str, tuple[str, Made]] = {
    "email": ("email", pii.email), "phone": ("phone", phone), "ssn": ("ssn", pii.ssn),
    "card": ("credit_card", pii.card), "iban": ("iban", pii.iban), "ip": ("ip_address", pii.ip),
    "mac": ("mac_address", pii.mac), "dob": ("date_of_birth", pii.dob),
    "passport": ("passport", pii.passport),
    "nid": ("national_id", lambda r, form: IDS[form](r)),
} | SECRETS  # fmt: skip
"""By placeholder: the label's kind, and what makes the value."""


def frames(half: str, lang: str) -> Iterator[tuple[str, str]]:
    """Genre and frame, in the order of the file."""
    genre = ""
    for row in (HERE / "frames" / half / f"{lang}.txt").read_text(encoding="utf-8").splitlines():
        if row.startswith("## "):
            genre = row[3:]
        elif row:
            yield genre, row


def times(frame: str) -> int:
    """How many lines are made of it; a frame without a hole makes one."""
    holes = HOLE.findall(frame)
    if any(not plain for plain, _, _ in holes):
        return LABELLED_LINES
    return PLAIN_LINES if holes else 1


def fill(frame: str, lang: str, r: Random) -> tuple[str, list[dict[str, Any]]]:
    """The text, still with its cuts, and the labels as offsets into the text without them."""
    out, labels, length, at = [], [], 0, 0
    for hole in HOLE.finditer(frame.replace("⏎", "\n")):
        plain, what, form = hole[1], hole[2], hole[3] or ""
        before = hole.string[at : hole.start()]
        at = hole.end()
        kind, value = "", ""
        if plain:
            value = PLAIN[what](r, form, lang)
        else:
            kind, make = MADE[what]
            value = make(r, form)
        length += len(before)
        end = length + len(value.replace(CUT, ""))
        if kind:
            country = {"country": form[:2].upper()} if kind == "national_id" else {}
            labels.append({"kind": kind, "start": length, "end": end, **country})
        length = end
        out += [before, value]
    out.append(frame.replace("⏎", "\n")[at:])
    return "".join(out), labels


def build(half: str, lang: str) -> Iterator[dict[str, Any]]:
    """The rows of one language's half, as they are stored."""
    for number, (genre, frame) in enumerate(frames(half, lang), 1):
        made: set[str] = set()
        for turn in range(times(frame)):
            text, labels = fill(frame, lang, Random(f"{lang}:{frame}:{turn}"))
            if text in made:
                continue
            made.add(text)
            parts = text.split(CUT)
            yield {
                "id": f"{lang}-{half[0]}{number:03}-{turn + 1}",
                "lang": lang,
                "genre": genre,
                "text": parts[0] if len(parts) == 1 else parts,
                "labels": labels,
                "half": half,
            }


def languages(half: str) -> list[str]:
    """Those that have frames."""
    return sorted(path.stem for path in (HERE / "frames" / half).glob("*.txt"))


def written(half: str, lang: str) -> str:
    """The file of one language's half."""
    rows = build(half, lang)
    return "".join(
        json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows
    )


def main() -> None:
    """Writes every file of lines anew."""
    for half in HALVES:
        for lang in languages(half):
            path = HERE / "lines" / half / f"{lang}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(written(half, lang), encoding="utf-8")


if __name__ == "__main__":
    main()
