"""YAML files of ours that are data, not configuration: no variables, and any text is meant."""

from __future__ import annotations

from typing import Any

from nsedmw.errors import Error, Problem
from nsedmw.loader.judging import Judging
from nsedmw.loader.nodes import read
from nsedmw.loader.tree import Document
from nsedmw.loader.values import Values
from nsedmw.shapes import shape


def read_literal(text: str, file: str, shape_name: str) -> tuple[Any, Document | None]:
    """The value of a YAML text that is of the shape `schemas/SHAPE_NAME.schema.json`.

    The document places what is found later: `document.problem((2, "stage"), "...")`. Both are None
    where the text says nothing.

    Raises:
        ShapeProblems: every problem, by position.
    """
    root, problems = read(text.removeprefix("\ufeff"), file)
    if root is None:
        if problems:
            raise ShapeProblems(problems)
        return None, None
    document = Document(file, root)
    values = Values(document, literal=True)
    problems += Judging(shape(shape_name)).problems(values, ())
    if problems:
        raise ShapeProblems(problems)
    return values.value, document


class ShapeProblems(Error):
    """Every problem of a file."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(set(problems))
        super().__init__("\n".join(map(str, self.problems)))
