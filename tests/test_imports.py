"""Who imports whom: the table of the architecture, and what `import nsedmw` may load."""

from __future__ import annotations

from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

PACKAGE = Path(__file__).parents[1] / "nsedmw"

COMMON = {"errors", "types", "protocols", "wire", "log"}
"""What every part but those below `detect` may import."""

ALLOWED = {
    "errors": set(),
    "types": {"errors"},
    "protocols": {"types"},
    "wire": {"errors", "types"},
    "log": set(),
    "unbuilt": set(),
    "shapes": {"errors"},
    "files": {"errors"},
    "detect": {"types"},
    "schema": {"errors", "wire", "detect"},
    "loader": {*COMMON, "schema", "shapes", "files", "unbuilt"},
    "pipeline": COMMON,
    "runners": {"errors", "types", "wire"},
    "builtins": {*COMMON, "detect", "schema", "shapes", "files"},
    "site": {*COMMON, "files"},
    "catalogue": {*COMMON, "builtins", "pipeline", "shapes", "unbuilt"},
    "vault": {"errors", "detect"},
    "explain": {*COMMON, "loader", "pipeline"},
    "streams": {*COMMON, "pipeline"},
    "session": {"pipeline", "vault"},
    "engine": {*COMMON, "loader", "pipeline", "vault", "explain", "session", "streams"},
    "programs": {*COMMON, "files", "loader", "runners"},
    "assemble": {
        *COMMON, "detect", "schema", "loader", "pipeline", "catalogue", "engine", "programs",
        "site",
    },
    "testing": {*COMMON, "engine", "assemble", "loader", "shapes", "files", "schema"},
    "cli": {
        *COMMON, "testing", "assemble", "engine", "loader", "shapes", "files", "unbuilt",
        "catalogue",
    },
    "__main__": {"cli"},
}  # fmt: skip
"""Part -> the parts it may import. A line that has to be added here is a decision."""


@pytest.fixture(scope="module")
def graph():
    return grimp.build_graph("nsedmw", exclude_type_checking_imports=True, cache_dir=None)


def part(module):
    return module.split(".")[1] if "." in module else "nsedmw"


def test_every_part_has_its_row():
    parts = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert parts - {"__init__", "__pycache__", "py"} == ALLOWED.keys()


def test_no_part_imports_what_its_row_does_not_have(graph):
    strays = [
        f"{importer} imports {imported}"
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
        if part(imported) not in {part(importer), "nsedmw", *ALLOWED.get(part(importer), ())}
    ]
    assert strays == []


def test_the_package_itself_imports_nothing_of_its_own_when_it_is_imported(graph):
    assert graph.find_modules_directly_imported_by("nsedmw") == set()


def test_no_module_reaches_itself(graph):
    order = TopologicalSorter(
        {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    )
    order.prepare()  # raises CycleError with the circle
    assert order.is_active()


def test_detectors_import_nothing_that_knows_verdicts_or_files(graph):
    found = graph.find_upstream_modules("nsedmw.detect", as_package=True)
    assert {part(module) for module in found} <= {"detect", "types", "errors"}
