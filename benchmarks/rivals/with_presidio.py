"""Presidio's pattern recognizers: no model, its tokenizer without one for the words around."""

# mypy: disable-error-code="import-not-found,misc,no-any-return,untyped-decorator"

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from presidio_analyzer import AnalyzerEngine, PatternRecognizer, RecognizerRegistry
from presidio_analyzer import predefined_recognizers as known
from presidio_analyzer.nlp_engine import SlimSpacyNlpEngine
from spacy.language import Language
from spacy.tokens import Doc

from benchmarks.rivals.child import Span, rules, serve

LANGUAGE = "mul"
"""One for all: every recognizer looks at every text, since who asks seldom knows its language.

spaCy has no such language and Presidio no model for it, so it falls back to a tokenizer alone.
"""
GENERIC = ("Email", "Phone", "CreditCard", "Iban", "Ip", "MacAddress", "Date")
NATIONAL = (
    "UsSsn", "UsPassport", "UkPassport", "DePassport", "EsPassport", "ItPassport", "InPassport",
    "Nhs", "UkNino", "EsNif", "EsNie", "ItFiscalCode", "PlPesel", "FiPersonalIdentityCode",
    "SePersonnummer", "InAadhaar", "DeTaxId", "TrNationalId", "CaSin",
)  # fmt: skip
"""Those for what the corpus labels; the others could only raise false alarms."""
TIMED = ("Email", "Phone", "UsSsn", "CreditCard", "Iban", "Ip")


class Presidio:
    """Its analyzer for what it finds; timed are the recognizers alone."""

    def __init__(self) -> None:
        engine = SlimSpacyNlpEngine(supported_languages=[LANGUAGE], generic_tokenizer="blank")
        engine.load()
        engine.nlp[LANGUAGE].add_pipe("words_as_lemmas")
        registry = RecognizerRegistry(
            recognizers=[_recognizer(name) for name in (*GENERIC, *NATIONAL)],
            supported_languages=[LANGUAGE],
        )
        self._analyzer = AnalyzerEngine(
            registry=registry, nlp_engine=engine, supported_languages=[LANGUAGE]
        )
        words, _ = rules()
        self._timed = [_recognizer(name) for name in TIMED]
        self._timed.append(PatternRecognizer("BLOCKED", deny_list=words))

    def find(self, text: str) -> Iterator[Span]:
        """What its analyzer finds, at its default threshold, which lets everything through."""
        for found in self._analyzer.analyze(text, language=LANGUAGE):
            yield Span(found.entity_type, found.start, found.end, found.score)

    def work(self, text: str) -> Callable[[], object]:
        """One recognizer after the other."""
        asked = [(one, one.supported_entities) for one in self._timed]
        return lambda: [one.analyze(text, entities, None) for one, entities in asked]


@Language.component("words_as_lemmas")
def _words_as_lemmas(doc: Doc) -> Doc:
    """Without lemmas it would see no words around a hit, and never raise a score."""
    for token in doc:
        token.lemma_ = token.lower_
    return doc


def _recognizer(name: str) -> PatternRecognizer:
    return getattr(known, f"{name}Recognizer")(supported_language=LANGUAGE)


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    serve(Presidio())
