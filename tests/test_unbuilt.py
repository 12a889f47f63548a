"""The table of what is not built: each row is refused at load, and says so."""

import json

import pytest

import nsedmw
from nsedmw import unbuilt
from nsedmw.builtins import BUILTINS
from nsedmw.shapes import shape
from nsedmw.types import HOOK_POINTS

RULES = {"builtin": "rule_based"}


def file_with(entry=RULES, point="before_release", **sections):
    return {"middleware": {point: [entry]}, **sections}


ROWS = {
    **{f"section {name}": file_with(**{name: {}}) for name in unbuilt.SECTIONS},
    **{
        f"checkpoint {key}": file_with(checkpoint={"unsigned": True, key: 1})
        for key in unbuilt.CHECKPOINT_KEYS
    },
    **{f"key {key}": file_with({"binary": "./x", key: "x"}) for key in unbuilt.ENTRY_KEYS},
    **{
        f"value {key}={value}": file_with({"binary": "./x", key: value})
        for key, value in unbuilt.ENTRY_VALUES
    },
    **{f"point {point}": file_with(point=point) for point in unbuilt.POINTS},
    **{f"builtin {name}": file_with({"builtin": name}) for name in unbuilt.BUILTINS},
}


@pytest.mark.parametrize("row", sorted(ROWS))
def test_what_is_not_built_is_refused_at_load_and_named(row, monkeypatch):
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(json.dumps(ROWS[row]))
    told = [problem for problem in caught.value.problems if "not built yet" in problem.message]
    assert told, caught.value.problems
    assert all(problem.line == 1 and problem.column > 0 for problem in told)


def test_nothing_that_is_built_stands_in_the_table():
    assert not unbuilt.BUILTINS & BUILTINS.keys()
    assert not unbuilt.SECTIONS & shape("config")["properties"].keys()
    assert not unbuilt.ENTRY_KEYS & shape("config")["$defs"]["entry"]["properties"].keys()


def test_every_hook_point_may_stand_in_a_file_even_empty():
    engine = nsedmw.loads(json.dumps({"middleware": {point: [] for point in HOOK_POINTS}}))
    assert engine.run("before_tool", tool={"name": "t", "arguments": {}}).verdict == "pass"
