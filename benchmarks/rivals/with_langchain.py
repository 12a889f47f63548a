"""LangChain's PII middleware: its detectors, and its way through `before_model`."""

# mypy: disable-error-code="import-not-found,misc,no-any-return"

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from langchain.agents.middleware import PIIMiddleware
from langchain_core.messages import HumanMessage

from benchmarks.rivals.child import Span, rules, serve

BUILT_IN = ("email", "credit_card", "ip", "mac_address")
TIMED = ("email", "credit_card", "ip")


class LangChain:
    """All that it has built in; timed with patterns for what it has not."""

    def __init__(self) -> None:
        self._built_in = [PIIMiddleware(kind) for kind in BUILT_IN]
        words, patterns = rules()
        joined = r"(?i)\b(?:" + "|".join(map(re.escape, words)) + r")\b"
        self._timed = [PIIMiddleware(kind) for kind in TIMED] + [
            PIIMiddleware(kind, detector=pattern)
            for kind, pattern in {**patterns, "blocked": joined}.items()
        ]

    def find(self, text: str) -> Iterator[Span]:
        """What each middleware's detector says."""
        for one in self._built_in:
            for match in one.detector(text):
                yield Span(one.pii_type, match["start"], match["end"])

    def work(self, text: str) -> Callable[[], object]:
        """One message through one middleware after the other, each given what the last one left."""

        def work() -> object:
            state = {"messages": [HumanMessage(text)]}
            for one in self._timed:
                state.update(one.before_model(state, None) or {})
            return state

        return work


if __name__ == "__main__":
    serve(LangChain())
