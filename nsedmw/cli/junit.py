"""JUnit XML of a test run, as CI systems read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from nsedmw.testing import CaseResult

_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold even as a reference: control characters, lone surrogates, U+FFFE."""


def document(name: str, results: Sequence[CaseResult]) -> bytes:
    """The UTF-8 document of one suite; a case that could not be run is an error."""
    counts = {
        "tests": str(len(results)),
        "failures": str(sum(bool(result.failures) for result in results)),
        "errors": str(sum(result.error is not None for result in results)),
        "skipped": "0",
        "time": _seconds(sum(result.duration_secs for result in results)),
    }
    root = Element("testsuites", counts)
    suite = SubElement(root, "testsuite", {"name": _clean(name), **counts})
    for result in results:
        _add(suite, result)
    answer: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return answer + b"\n"


def _add(suite: Element, result: CaseResult) -> None:
    case = result.case
    attributes = {
        "name": _clean(case.name),
        "classname": _clean(f"{case.file}.{case.point}"),
        "file": _clean(case.file),
        "line": str(case.line),
        "time": _seconds(result.duration_secs),
    }
    element = SubElement(suite, "testcase", attributes)
    if result.error is not None:
        SubElement(element, "error", {"message": _clean(result.error), "type": "error"})
    elif result.failures:
        message = _clean(result.failures[0])
        failure = SubElement(element, "failure", {"message": message, "type": "expectation"})
        failure.text = _clean("\n".join(result.failures))


def _seconds(value: float) -> str:
    return f"{value:.6f}"


def _clean(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
