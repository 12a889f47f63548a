"""The detectors against the labelled corpus: what is found of each kind, and false alarms."""

from collections import Counter

import pytest

from nsedmw.detect.matcher import re2_program
from nsedmw.detect.secrets import DETECTORS
from tests.corpus.read import SECRETS, lines

RECALL = 0.97
PRECISION = 0.99


@pytest.fixture(scope="module")
def counts():
    """Labels, labels that were found, findings, findings beside every label; and missed passes."""
    result = {name: Counter() for name in ("labels", "found", "findings", "false", "unseen")}
    first_pass = {kind: re2_program(detector.relaxed) for kind, detector in DETECTORS.items()}
    for line in lines("tune"):
        labels = [label for label in line.labels if label.kind in SECRETS]
        spans = {kind: list(detector.find(line.text, "")) for kind, detector in DETECTORS.items()}
        every = [span for of_kind in spans.values() for span in of_kind]
        for label in labels:
            result["labels"][label.kind] += 1
            result["found"][label.kind] += any(
                start <= label.start and end >= label.end for start, end in every
            )
        for kind, of_kind in spans.items():
            result["findings"][kind] += len(of_kind)
            result["false"][kind] += sum(
                not any(start < label.end and label.start < end for label in labels)
                for start, end in of_kind
            )
            result["unseen"][kind] += bool(of_kind) and not first_pass[kind].search(
                line.text.encode()
            )
    return result


@pytest.mark.slow
@pytest.mark.parametrize("kind", SECRETS)
def test_nearly_all_of_a_kind_is_found(counts, kind):
    """By whatever detector: a token behind `Bearer` is found as that."""
    assert counts["found"][kind] >= RECALL * counts["labels"][kind] > 0


@pytest.mark.slow
def test_hardly_anything_is_a_false_alarm(counts):
    """Of each kind that finds something there."""
    assert {
        kind: counts["false"][kind]
        for kind, number in counts["findings"].items()
        if counts["false"][kind] > (1 - PRECISION) * number
    } == {}


@pytest.mark.slow
def test_the_first_pass_misses_no_line(counts):
    """A line in which a detector finds something holds its relaxed pattern."""
    assert +counts["unseen"] == Counter()
