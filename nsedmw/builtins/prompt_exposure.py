"""`prompt_exposure`: content that shows what stands in a system prompt is blocked or cleaned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log2
from typing import Any, Final

import msgspec

from nsedmw.builtins.problems import Where
from nsedmw.detect.exposure import (
    SYSTEM_PROMPT,
    Found,
    Indicator,
    Indicators,
    IndicatorsTooLarge,
    Scanner,
)
from nsedmw.detect.exposure.defaults import (
    EXPLAINER,
    INSTRUCTION_PHRASES,
    TOOL_NAMES,
    WRONG_ACRONYMS,
    XML_TAGS,
)
from nsedmw.detect.exposure.indicators import Kind
from nsedmw.detect.exposure.scan import Spot
from nsedmw.detect.reasons import cut
from nsedmw.detect.redaction import Redaction, redact, told_paths
from nsedmw.errors import OptionProblem, OptionsRefused
from nsedmw.protocols import Builtin, Middleware, Private, Site
from nsedmw.types import MESSAGE_POINTS, Context, Finding, Verdict

CATEGORY: Final = "prompt_exposure"
REPLACEMENT: Final = "[redacted]"
"""The seed's word for it."""
RUN_WORDS: Final = 8
OVERLAP_WORDS: Final = 12
"""Measured on 1 182 manuals and package descriptions of 3 500 words on average: of 700 000 pairs,
0.2 % share 12 words in runs of 8 and are no copies of each other (0.6 % share a run of 8; 3 % one
of 5). An answer and a prompt are a tenth as long."""

_ROUNDS: Final = 4
"""One clears everything; what a replacement made anew may take another."""
_NAMED: Final = 5
"""Indicators that a reason names."""
_NAME_CHARS: Final = 60

_LISTS: Final[dict[Kind, tuple[str, tuple[str, ...]]]] = {
    "xml_tag": ("xml_tags", XML_TAGS),
    "tool_name": ("tool_names", TOOL_NAMES),
    "instruction_phrase": ("instruction_phrases", INSTRUCTION_PHRASES),
    "wrong_acronym": ("known_wrong_acronyms", WRONG_ACRONYMS),
}


class Gates(msgspec.Struct, frozen=True):
    """What it takes to act, as the options of the same names say."""

    min_matches: int = 1
    min_answer_length_chars: int = 0
    min_suspicion_score: float = 0.0
    suspicion_length_unit_chars: float = 200

    def score(self, found: Found) -> float:
        """The seed's hits * log2(1 + length / unit). The prompt's own words are one hit."""
        hits = len(found.indicators) + found.prompt
        return hits * log2(1 + found.length / self.suspicion_length_unit_chars)

    def open(self, found: Found) -> bool:
        """Whether this is to be acted on. The prompt's own words are beyond counting."""
        if not found.spots or found.length < self.min_answer_length_chars:
            return False
        if found.prompt or found.cut:
            return True
        enough = len(found.indicators) >= self.min_matches
        return enough and self.score(found) >= self.min_suspicion_score


class PromptExposure:
    """The indicators and gates of one entry; `explainer` ends a reason where there is one."""

    def __init__(
        self,
        scanner: Scanner,
        gates: Gates,
        explainer: str,
        *,
        redacts: bool,
        enclosed: bool,
    ) -> None:
        self._scanner = scanner
        self._gates = gates
        self._explainer = explainer
        self._redacts = redacts
        self._enclosed = enclosed

    def check(self, context: Context, /) -> Verdict:
        """Judge the content by its indicators alone."""
        return self.informed(context, Private())

    def informed(self, context: Context, private: Private, /) -> Verdict:
        """Judge the content, also by the system prompt that the run was given."""
        prompt = private.system_prompt
        found = self._scanner.scan(context.content, prompt)
        if not self._gates.open(found):
            return Verdict("pass")
        findings = tuple(told_paths(map(_finding, found.spots), _replacement))
        if self._redacts:
            content = self._cleared(context.content, found, prompt)
            if content is not None:
                return Verdict("pass", content=content, findings=findings)
        return Verdict("block", reason=self._reason(found), category=CATEGORY, findings=findings)

    def _cleared(self, content: Any, found: Found, prompt: str | None) -> Any:
        """The content without anything to find; None where that cannot be reached."""
        for _ in range(_ROUNDS):
            if found.cut:
                return None
            content = redact(content, self._redactions(found.spots), _replacement)
            found = self._scanner.scan(content, prompt)
            if not found.spots:
                return content
        return None

    def _redactions(self, spots: Sequence[Spot]) -> Iterator[Redaction]:
        spans = [(spot.path, spot.start, spot.end, spot.in_key) for spot in spots]
        if self._enclosed:
            spans += _enclosed(spots)
        for path, start, end, in_key in spans:
            yield Redaction(path, start, end, CATEGORY, in_key)

    def _reason(self, found: Found) -> str:
        named = [cut(one.shown, _NAME_CHARS) for one in found.indicators]
        if found.prompt:
            named.insert(0, "text of the system prompt")
        if len(named) > _NAMED:
            named[_NAMED:] = [f"and {len(named) - _NAMED} more"]
        score = self._gates.score(found)
        said = f"Content exposes prompt internals: {', '.join(named)}; suspicion score {score:.2f}"
        if self._redacts:
            said += "; it could not be redacted"
        return f"{said}. {self._explainer}" if self._explainer else said


def _replacement(kind: str, text: str) -> str:
    del kind, text
    return REPLACEMENT


def _finding(spot: Spot) -> Finding:
    rule = spot.indicator.name if spot.indicator else SYSTEM_PROMPT
    return Finding(CATEGORY, rule, spot.path, spot.start, spot.end, spot.in_key)


def _enclosed(spots: Sequence[Spot]) -> Iterator[tuple[str, int, int, bool]]:
    """Yield what reaches from an opening tag to the tag that closes it."""
    opened: dict[tuple[Indicator | None, str, bool], list[int]] = {}
    for spot in spots:
        starts = opened.setdefault((spot.indicator, spot.path, spot.in_key), [])
        if spot.closes is False:
            starts.append(spot.start)
        elif spot.closes and starts:
            yield spot.path, starts.pop(), spot.end, spot.in_key


def _build(options: Mapping[str, Any], _: Site) -> Middleware:
    problems: list[OptionProblem] = []
    named = [one for kind in _LISTS for one in _named(kind, options, problems)]
    if problems:
        raise OptionsRefused(problems)
    fingerprints = options.get("prompt_fingerprint", True)
    run = options.get("prompt_ngram_words", RUN_WORDS)
    overlap = options.get("prompt_overlap_words", OVERLAP_WORDS)
    try:
        scanner = Scanner(Indicators(named), run if fingerprints else None, overlap)
    except IndicatorsTooLarge as error:
        raise _refused((), f"{error}; list fewer, or shorter ones") from None
    if not named and not fingerprints:
        raise _refused((), "it would look for nothing: every list is empty and `prompt_fingerprint`"
                       " is false")  # fmt: skip
    redacts = options.get("action", "block") == "redact"
    explainer = _explainer(options, scanner)
    if redacts and scanner.scan(REPLACEMENT).spots:
        raise _refused(("action",), f"{REPLACEMENT}, which takes the place of what is found, would"
                       " itself be found; leave that name out or block")  # fmt: skip
    gates = Gates(
        **{key: options[key] for key in Gates.__struct_fields__ if key in options},
    )
    enclosed = options.get("redact_enclosed", False)
    return PromptExposure(scanner, gates, explainer, redacts=redacts, enclosed=enclosed)


def _named(
    kind: Kind, options: Mapping[str, Any], problems: list[OptionProblem]
) -> Iterator[Indicator]:
    option, usual = _LISTS[kind]
    if option not in options:
        yield from (Indicator(kind, name) for name in usual)
    for key in (option, f"extra_{option}"):
        for at, name in enumerate(options.get(key, ())):
            message = _wrong(kind, name)
            if message is None:
                yield Indicator(kind, name.strip())
            else:
                problems.append(OptionProblem((key, at), message))


def _wrong(kind: Kind, name: str) -> str | None:
    """What is wrong with a name, without telling it."""
    if not any(char.isalnum() for char in name):
        return "it has no letter or digit, so it would stand in every text; leave it out"
    if kind == "xml_tag" and any(char.isspace() or char in "<>/&\"'=" for char in name.strip()):
        return "a tag's name has no brackets, slashes, quotes or spaces; write `name` for `<name>`"
    if kind == "tool_name" and any(char.isspace() for char in name.strip()):
        return "a tool's name has no white space; write words under `instruction_phrases`"
    return None


def _explainer(options: Mapping[str, Any], scanner: Scanner) -> str:
    if not options.get("include_explainer_in_reason", True):
        return ""
    text: str = options.get("nsed_explainer", EXPLAINER)
    # Whoever answers with it would be blocked again.
    if "nsed_explainer" in options and scanner.scan(text).spots:
        raise _refused(("nsed_explainer",), "it holds something that this entry looks for; it is "
                       "what a model is to say instead")  # fmt: skip
    return text


def _refused(path: Where, message: str) -> OptionsRefused:
    return OptionsRefused([OptionProblem(path, message)])


BUILTIN: Final = Builtin(points=tuple(MESSAGE_POINTS), schema="prompt_exposure", build=_build)
