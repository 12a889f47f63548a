"""The object that users hold, on a real configuration."""

import asyncio
import os

import pytest

import nsedmw
from nsedmw.loader.specs import ConfigSpec
from nsedmw.types import Verdict
from tests.pipeline.building import engine_of, entry

RULES = """
middleware:
  before_prompt:
    - builtin: rule_based
      config: {blocklist: [kryptonite]}
  before_release:
    - builtin: rule_based
      name: release
      stages: [release]
"""


def test_a_file_becomes_an_engine_and_text_a_verdict(tmp_path):
    path = tmp_path / "nsedmw.yaml"
    path.write_text(RULES)
    with nsedmw.load(path) as engine:
        blocked = engine.run("before_prompt", "some kryptonite")
        assert (blocked.verdict, blocked.block.category) == ("block", "blocklist")
        assert engine.run("before_prompt", "some bread").verdict == "pass"
        assert engine.run("on_completion", "x").decisions == ()


def test_relative_paths_of_text_start_at_base_dir(tmp_path):
    (tmp_path / "words.txt").write_text("kryptonite\n")
    engine = nsedmw.loads(
        "middleware: {before_prompt: [{builtin: rule_based, config: {blocklist_file: words.txt}}]}",
        base_dir=tmp_path,
    )
    assert engine.run("before_prompt", "kryptonite").verdict == "block"


def test_what_is_no_text_is_the_callers_mistake():
    with pytest.raises(TypeError, match="loads takes YAML text, not dict"):
        nsedmw.loads({"middleware": {}})


def test_a_run_after_close_is_refused_in_every_form():
    engine = nsedmw.loads(RULES)
    engine.close()
    engine.close()
    with pytest.raises(nsedmw.EngineClosed, match="load the configuration again"):
        engine.run("before_prompt", "x")
    with pytest.raises(nsedmw.EngineClosed):
        asyncio.run(engine.arun("before_prompt", "x"))


def test_leaving_either_kind_of_with_closes_it():
    async def use():
        async with nsedmw.loads(RULES) as engine:
            result = await engine.arun("before_prompt", "x")
            assert result.verdict == "pass"
        return engine

    with nsedmw.loads(RULES) as first:
        pass
    for engine in (first, asyncio.run(use())):
        with pytest.raises(nsedmw.EngineClosed):
            engine.run("before_prompt", "x")


def test_run_works_inside_a_running_loop():
    async def inside():
        return nsedmw.loads(RULES).run("before_prompt", "kryptonite")

    assert asyncio.run(inside()).verdict == "block"


def test_every_run_has_an_id_of_its_own_that_its_log_lines_carry(logged):
    engine = nsedmw.loads(RULES)
    ids = {engine.run("before_prompt", "x").run_id for _ in range(50)}
    assert len(ids) == 50
    assert all(any(f"run_id='{run_id}'" in line for line in logged) for run_id in ids)


def test_explain_says_what_stands_in_the_order_it_runs(monkeypatch):
    monkeypatch.setenv("WORD", "very-secret-word")
    engine = nsedmw.loads(
        "version: 1\n"
        "middleware:\n"
        "  before_release:\n"
        "    - builtin: rule_based\n"
        "      stages: [edit]\n"
        "      mode: observe\n"
        "      config: {blocklist: ['${WORD}']}\n"
        "    - {builtin: rule_based, optional: true, timeout_secs: 2, agents: [a*]}\n"
    )
    told = engine.explain()
    first, second = told["points"]["before_release"]
    assert (first["name"], second["name"]) == ("rule_based", "rule_based#2")
    assert (first["stages"], second["stages"]) == (["edit"], ["edit", "release"])
    assert (first["mode"], second["optional"], second["timeout_secs"]) == ("observe", True, 2)
    assert first["timeout_secs"] == 30
    assert second["agents"] == ["a*"]
    assert first["options"]["blocklist"] == ["${WORD}"]
    assert "very-secret-word" not in str(told)
    assert told["version"] == 1


def test_explain_shows_no_variables_value_wherever_it_stands(monkeypatch, canary):
    monkeypatch.setenv("VALUE", canary)
    engine = nsedmw.loads(
        "middleware:\n"
        "  before_tool:\n"
        "    - builtin: rule_based\n"
        "      name: '${VALUE}'\n"
        "      agents: ['${VALUE}']\n"
        "      tools: ['${VALUE}']\n"
        "      when: {properties: {action: {const: '${VALUE}'}}}\n"
    )
    entry = engine.explain()["points"]["before_tool"][0]
    assert canary not in str(engine.explain())
    assert entry["tools"] == entry["agents"] == ["${VALUE}"]
    assert entry["when"] == {"properties": {"action": {"const": "${VALUE}"}}}


def test_a_checkpoint_key_is_neither_explained_nor_shown(monkeypatch):
    monkeypatch.setenv("NSEDMW_CHECKPOINT_KEY", "k" * 32)
    engine = nsedmw.loads(RULES)
    assert engine.explain()["checkpoint"]["key_set"] is True
    assert "k" * 32 not in repr(engine) + repr(engine.spec) + str(engine.explain())


def test_layers_keep_a_tool_point_from_being_run_without_them():
    engine = engine_of(entry("e", lambda _: Verdict("pass"), point="before_tool"))
    layer = type("Layer", (), {"name": "permission"})()
    spec = ConfigSpec("<test>", 1, {"around_tool": (layer,)}, engine.spec.checkpoint)
    engine = nsedmw.Engine(spec, engine._pipelines)
    tool = {"name": "t", "arguments": {}}
    with pytest.raises(ValueError, match="permission"):
        engine.run("before_tool", tool=tool)
    assert engine.run("before_tool", tool=tool, alone=True).verdict == "pass"
    assert engine.run("before_prompt", "x").verdict == "pass"


def test_refuse_blocks_what_could_not_become_a_context():
    result = nsedmw.loads(RULES).refuse("before_release", "an object with a repeated key")
    assert (result.verdict, result.block.category) == ("block", "invalid_content")
    assert result.block.reason == "The run was given an object with a repeated key"
    assert result.decisions[0].stage == "release"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_copy_shares_no_loop_with_its_parent():
    async def check(_):
        return Verdict("pass")

    with engine_of(entry("e", check)) as engine:
        assert engine.run("before_prompt", "x").verdict == "pass"
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = 0 if engine.run("before_prompt", "x").verdict == "pass" else 2
                engine.close()
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert engine.run("before_prompt", "x").verdict == "pass"
