"""What the published figures count as found, and as a false alarm."""

from __future__ import annotations

import pytest

from benchmarks.scoring import Found, System, scored
from tests.corpus.read import Label, Line

KINDS = frozenset({"email", "phone", "jwt", "bearer"})


def line(*labels, name="en-t1-1"):
    return Line(name, "en", "prose", "x" * 40, tuple(Label(*label) for label in labels), "tune")


def counts(kind, labels, found, **options):
    one = line(*labels)
    system = System("any", KINDS, {one.id: [Found(*each) for each in found]}, **options)
    return tuple(scored(system, [one])[kind])


@pytest.mark.parametrize(
    ("found", "covered"),
    [
        ([("email", 5, 15)], 1),
        ([("email", 0, 40)], 1),
        ([("email", 5, 14)], 0),
        ([("email", 6, 15)], 0),
        ([("email", 9, 15), ("email", 5, 10)], 1),
        ([("email", 5, 9), ("email", 10, 15)], 0),
        ([("phone", 5, 15)], 0),
        ([], 0),
    ],
    ids=["exact", "wider", "cut", "late", "by two", "with a gap", "another kind", "nothing"],
)
def test_a_label_is_found_where_findings_of_its_kind_cover_it(found, covered):
    """All of it must be covered, by one finding or by several together."""
    assert counts("email", [("email", 5, 15)], found)[:2] == (1, covered)


def test_a_secret_counts_under_any_name_of_a_secret():
    """A JWT that was found as a bearer token is found, and the finding is right."""
    labels, found = [("jwt", 5, 15)], [("bearer", 0, 15)]
    assert counts("jwt", labels, found) == (1, 1, 0, 0)
    assert counts("bearer", labels, found) == (0, 0, 1, 1)


def test_a_finding_is_right_where_it_touches_any_label():
    """A finding beside every label is a false alarm, one that touches another kind's is none."""
    labels = [("phone", 5, 15)]
    assert counts("email", labels, [("email", 14, 20), ("email", 15, 20)])[2:] == (2, 1)


def test_who_names_lines_needs_only_touch_a_label():
    """A scanner that replaces nothing has found a secret of which it names a part."""
    found = [("jwt", 5, 6)]
    assert counts("jwt", [("jwt", 5, 15)], found)[:2] == (1, 0)
    assert counts("jwt", [("jwt", 5, 15)], found, names_lines=True)[:2] == (1, 1)
