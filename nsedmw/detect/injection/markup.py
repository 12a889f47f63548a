"""What injections look like rather than say: forged roles, hidden text, links that carry data away.

The markers of roles are those of chat templates as their makers document them (ChatML, Llama 2 and
3, Phi, Mistral); the image that carries data in its address is OWASP LLM02:2025's and LLM05:2025's.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import msgspec
import regex

from nsedmw.detect import invisible
from nsedmw.detect.injection.reading import concepts, unleeted
from nsedmw.detect.matcher import compile_pattern
from nsedmw.detect.patterns import Item
from nsedmw.detect.subject import Subject

Span = tuple[int, int]


class Marker(NamedTuple):
    """Something of a family that is looked for in the text itself; see `signals.Signal`.

    `plain` where only the characters as they stand count, so that no other form is read.
    """

    family: str
    weight: float
    item: Item
    plain: bool = False


class _Detector(msgspec.Struct, frozen=True):
    relaxed: str
    find: Callable[[str], Iterator[Span]]

    def located(self, subject: Subject) -> Iterator[Span]:
        return self.find(subject.text)


_HIDDEN_LEAST: Final = 8
"""Characters of a payload; emoji and flags have fewer in a row."""
_TELLING: Final = frozenset(
    {"ignore", "instruction", "core", "reveal", "jailbreak", "previous", "hidden", "execute",
     "secret", "power", "free"}
)  # fmt: skip
_TELLING_DIGITS: Final = _TELLING - {"secret", "power", "free", "hidden"}
"""Without those that passwords in examples are made of."""
_MIXED: Final = regex.compile(
    r"(?<![\p{L}\p{M}])(?=\p{Latin}*+[\p{Greek}\p{Cyrillic}]|[\p{Greek}\p{Cyrillic}]++\p{Latin})"
    r"[\p{Latin}\p{Greek}\p{Cyrillic}]{5,40}+"
)
_SEEN_AS: Final = str.maketrans(
    "аαɑᴀеεєοосϲсіιıїԁпηрρгѕтτуγνхχκкмвһհзԝωɡ", "aaaaeeeooccciiiidnnpprsttyyvxxkkmbhhewwg"
)
"""Greek, Cyrillic and other letters, and the Latin ones that they are taken for."""
_LEET: Final = regex.compile(r"(?<![\w@$€])[\p{Latin}\d@$€]{5,40}+(?![\w@$€])")
_LEET_FORM: Final = r"(?i)[a-z][0134579@$\x{20ac}]|[0134579@$\x{20ac}][a-z]"
_MIXED_FORMS: Final = (
    r"[a-zA-Z][\x{370}-\x{3ff}\x{400}-\x{52f}]|[\x{370}-\x{3ff}\x{400}-\x{52f}][a-zA-Z]"
)
_APART: Final = regex.compile(r"(?<![\w])\w(?:[ .*|_·-]{1,2}\w){7,400}+(?![\w])")
_ANY_LETTER: Final = r"[a-zA-Z\x{80}-\x{10ffff}]"
_APART_FORM: Final = rf"{_ANY_LETTER}(?:[ .*|_\x{{b7}}-]{{1,2}}{_ANY_LETTER}){{3}}"
_JOINED: Final = regex.compile(
    r"(?i)ignore|disregard|override|bypass|instruction|guideline|previous|systemprompt|reveal"
    r"|restriction|jailbreak|ignorier|anweisung|instrucci|инструкци|игнорир"
)
_TURNED: Final = [
    form
    for word in ("ignore", "previous", "instructions", "system", "override", "disregard",
                 "guidelines", "restrictions", "bypass", "safety")
    for form in (word[::-1], codecs.encode(word, "rot13"))
]  # fmt: skip
"""Words of injections backwards and in ROT13, none of which is a word."""


def _lookalikes(text: str) -> Iterator[Span]:
    """Yield words that mix alphabets and read as one that injections are made of."""
    for match in _MIXED.finditer(text):
        if not _TELLING.isdisjoint(concepts(match[0].lower().translate(_SEEN_AS))):
            yield match.span()


def _digits(text: str) -> Iterator[Span]:
    for match in _LEET.finditer(text):
        if not _TELLING_DIGITS.isdisjoint(unleeted(match[0].lower())):
            yield match.span()


def _apart(text: str) -> Iterator[Span]:
    """Yield rows of single letters that say such a word when drawn together."""
    for match in _APART.finditer(text):
        if _JOINED.search(regex.sub(r"[\W_]+", "", match[0])):
            yield match.span()


def _unseen(kind: str, weight: float) -> Marker:
    """Runs of invisible characters that are long enough to carry a message."""
    of_kind = invisible.DETECTORS[kind]

    def find(text: str) -> Iterator[Span]:
        return (span for span in of_kind.find(text) if span[1] - span[0] >= _HIDDEN_LEAST)

    return Marker("hidden_text", weight, _Detector(of_kind.relaxed, find), plain=True)


def _pattern(family: str, weight: float, source: str) -> Marker:
    return Marker(family, weight, compile_pattern(source))


MARKERS: Final = (
    _pattern(
        "role_spoofing", 1,
        r"(?i)<\|(?:im_start|start_header_id|header_start)\|>[\s\"']{0,4}(?:system|developer)|"
        r"<\|system\|>"
    ),
    _pattern(
        "role_spoofing", 0.5,
        r"(?i)<\|/?(?:im_start|im_end|start_header_id|end_header_id|header_start|header_end|"
        r"eot_id|eot|eom_id|begin_of_text|end_of_text|endoftext|endofprompt|system|user|"
        r"assistant|end|start|channel|message)\|>|\[/?INST\]|<</?SYS>>|\[/?SYSTEM_PROMPT\]"
    ),
    _pattern(
        "role_spoofing", 0.5,
        r"(?im)^[ \t]{0,8}(?:#{1,4}[ \t]{0,2}|\*\*|={2,5}[ \t]?)(?:system|assistant|"
        r"new instructions?|instructions? override)(?: (?:prompt|message|override|note|"
        r"instructions?))?[ \t]{0,2}(?::|\*\*:|={2,5})"
    ),
    _pattern(
        "role_spoofing", 0.5,
        r"(?i)</?(?:system|system_prompt|system-prompt|systemprompt|instructions?|admin|"
        r"developer|user_query|tool_results?|function_results?|assistant)>"
    ),
    _pattern(
        "role_spoofing", 0.5,
        r"[\[({<]{1,3} ?(?:SYSTEM|ADMIN|DEV|DEVELOPER|ROOT|OVERRIDE|INJECT|System|Admin)"
        r"(?:[ _](?:NOTE|OVERRIDE|MESSAGE|PROMPT|UPDATE|MODE|ACCESS|COMMAND|Note|Override|"
        r"Message|Prompt))?(?:\]|:|\)|\})"
    ),
    _pattern(
        "role_spoofing", 0.5,
        r"[\"']role[\"'][ \t]{0,3}:[ \t]{0,3}[\"'](?:system|developer)[\"']"
    ),
    _pattern(
        "role_spoofing", 0.5,
        r"(?m)^[ \t]{0,8}(?:SYSTEM|ADMIN|DEVELOPER|System|Admin)(?: (?:OVERRIDE|MESSAGE|"
        r"UPDATE|NOTE|NOTICE|PROMPT|ALERT|Override|Message|Prompt))?(?: \[[^\]\n]{1,40}\])?:"
    ),
    _pattern(
        "role_spoofing", 0.5,
        r"\b(?:CRITICAL|URGENT|IMPORTANT|NEW|OFFICIAL) (?:SYSTEM|ADMIN|DEVELOPER|SECURITY) "
        r"(?:OVERRIDE|MESSAGE|UPDATE|NOTE|NOTICE|ALERT|INSTRUCTIONS?|DIRECTIVE)\b"
    ),
    _pattern("persona", 0.5, r"\bDAN\b"),
    _pattern(
        "hidden_text", 0.5,
        r"(?i)<!--[^>]{0,200}?\b(?:ai (?:assistant|agent|model)s?|assistants?|llms?|chatbots?|"
        r"language models?|chatgpt|copilot|claude|gemini)\b"
    ),
    _pattern(
        "hidden_text", 0.25,
        r"(?i)style ?= ?[\"'][^\"'<>]{0,200}?(?:display ?: ?none|visibility ?: ?hidden|"
        r"font-size ?: ?0|opacity ?: ?0[;\"' ]|color ?: ?(?:white|transparent|#fff))"
    ),
    _pattern(
        "exfiltration", 1,
        r"!\[[^\]\n]{0,200}\]\(https?://[^)\s]{1,300}[?&][^)\s=]{1,40}=(?:\{|\[|%7[Bb]|<|\$)"
    ),
    _pattern(
        "exfiltration", 0.75,
        r"(?i)!\[[^\]\n]{0,200}\]\(https?://[^)\s]{1,300}[?&](?:data|secrets?|conversation|"
        r"prompt|history|leak|exfil|chat|context|stolen)="
    ),
    _pattern(
        "code", 1,
        r"(?i)\b(?:bypass|ignore|override|disregard)\b[^\n`]{0,24}[:`][^\n]{0,60}?(?:os\."
        r"(?:system|popen)|subprocess|__import__|\beval\(|\bexec\(|whoami|/etc/(?:passwd|shadow)"
        r"|\brm -rf|/\.ssh/)"
    ),
    _unseen("tag", 1),
    _unseen("variation_selector", 1),
    _unseen("zero_width", 0.5),
    Marker("disguise", 1, _Detector(_MIXED_FORMS, _lookalikes), plain=True),
    Marker("disguise", 1, _Detector(_LEET_FORM, _digits), plain=True),
    Marker("disguise", 1, _Detector(_APART_FORM, _apart)),
    Marker("obfuscation", 1, compile_pattern(rf"(?i)\b(?:{'|'.join(_TURNED)})\b")),
)  # fmt: skip
