"""Middleware of one's own: `builtins=`, and packages that offer some."""

import sys
from types import SimpleNamespace

import pytest

import nsedmw
from nsedmw import Verdict

FILE = "middleware: {before_prompt: [{builtin: shout, config: %s}]}"


class Shout:
    """Blocks text in capitals; the smallest middleware there is."""

    def __init__(self, config):
        self.limit = config.get("limit", 3)

    def check(self, context):
        loud = sum(letter.isupper() for letter in context.content)
        return Verdict("block", category="loud") if loud > self.limit else Verdict("pass")


def factory(make=Shout, **attributes):
    def build(config):
        return make(config)

    for name, value in attributes.items():
        setattr(build, name, value)
    return build


LIMIT = {
    "type": "object",
    "properties": {"limit": {"type": "integer"}},
    "additionalProperties": False,
}


def messages(error):
    return "\n".join(problem.message for problem in error.value.problems)


def test_a_check_of_ones_own_decides_with_its_options():
    engine = nsedmw.loads(FILE % "{limit: 5}", builtins={"shout": factory(schema=LIMIT)})
    assert engine.run("before_prompt", "HELLO THERE").block.category == "loud"
    assert engine.run("before_prompt", "HELLO").verdict == "pass"


def test_options_are_checked_against_its_schema_with_a_position():
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(FILE % "{limit: many}", builtins={"shout": factory(schema=LIMIT)})
    problem = caught.value.problems[0]
    assert (problem.file, problem.line) == ("<string>", 1)
    assert problem.where == "middleware.before_prompt[0].config.limit"


def test_without_a_schema_any_option_is_an_error():
    nsedmw.loads(FILE % "{}", builtins={"shout": factory()})
    with pytest.raises(nsedmw.ConfigError):
        nsedmw.loads(FILE % "{limit: 5}", builtins={"shout": factory()})


@pytest.mark.parametrize("name", ["rule_based", "shell_guard"])
def test_no_name_of_ours_is_replaced(name):
    with pytest.raises(ValueError, match=name):
        nsedmw.loads(FILE % "{}", builtins={name: factory()})


def test_a_factory_that_cannot_be_called_is_the_callers_mistake():
    with pytest.raises(TypeError, match="shout"):
        nsedmw.loads(FILE % "{}", builtins={"shout": 3})


def test_a_point_that_it_does_not_serve_is_refused():
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(FILE % "{}", builtins={"shout": factory(points=("before_release",))})
    assert "before_release" in messages(caught)


@pytest.mark.parametrize(
    ("attributes", "what"),
    [
        ({"points": ("nowhere",)}, "must name hook points"),
        ({"points": ()}, "must name hook points"),
        ({"points": "before_prompt"}, "must be a list of hook points"),
        ({"points": 5}, "must be a list of hook points"),
        ({"schema": "object"}, "must be a JSON Schema"),
    ],
)
def test_a_factory_with_unsound_attributes_is_refused_at_load(attributes, what):
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(FILE % "{}", builtins={"shout": factory(**attributes)})
    assert what in messages(caught)


def broken(error):
    def make(_):
        raise error

    return make


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (broken(ValueError("limit and volume exclude each other")), "exclude each other"),
        (broken(ZeroDivisionError("x")), "it could not be built: it raised ZeroDivisionError"),
        (lambda _: object(), "without a `check` method"),
        (
            broken(nsedmw.OptionsRefused([nsedmw.OptionProblem(("limit",), "too small")])),
            "too small",
        ),
    ],
)
def test_a_factory_that_fails_is_a_problem_of_its_entry(make, what):
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(FILE % "{}", builtins={"shout": factory(make)})
    assert what in messages(caught)
    assert caught.value.problems[0].line == 1


def test_what_a_factory_says_of_a_variables_value_is_not_shown(monkeypatch, canary):
    monkeypatch.setenv("LIMIT", canary)

    def make(config):
        raise ValueError(f"cannot use {config['limit']}")

    schema = {"type": "object", "properties": {"limit": {"type": "string"}}}
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(FILE % "{limit: '${LIMIT}'}", builtins={"shout": factory(make, schema=schema)})
    assert canary not in str(caught.value)
    assert "its options cannot work" in messages(caught)


def test_a_blocking_async_check_is_a_contradiction():
    class Later:
        async def check(self, _):
            return Verdict("pass")

    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(FILE % "{}", builtins={"shout": factory(lambda _: Later(), blocking=True)})
    assert "blocking" in messages(caught)


def test_a_blocking_check_runs_on_a_thread_of_its_own():
    import threading

    seen = []

    class Where:
        def check(self, _):
            seen.append(threading.current_thread())
            return Verdict("pass")

    engine = nsedmw.loads(
        FILE % "{}", builtins={"shout": factory(lambda _: Where(), blocking=True)}
    )
    assert engine.run("before_prompt", "x").verdict == "pass"
    assert seen[0] is not threading.current_thread()


class Asks:
    def check(self, _):
        return Verdict("ask", question="really?")


ASKING = "middleware: {before_tool: [{builtin: asker}]}\n"
CALL = {"name": "t", "arguments": {}}


def test_one_that_asks_needs_a_key_at_load(monkeypatch):
    monkeypatch.delenv("NSEDMW_CHECKPOINT_KEY", raising=False)
    asker = factory(lambda _: Asks(), asks=True)
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(ASKING, builtins={"asker": asker})
    assert "NSEDMW_CHECKPOINT_KEY" in messages(caught)
    monkeypatch.setenv("NSEDMW_CHECKPOINT_KEY", "k" * 16)
    engine = nsedmw.loads(ASKING, builtins={"asker": asker})
    assert engine.run("before_tool", tool=CALL).question == "really?"
    monkeypatch.delenv("NSEDMW_CHECKPOINT_KEY")
    engine = nsedmw.loads(ASKING + "checkpoint: {unsigned: true}", builtins={"asker": asker})
    assert engine.run("before_tool", tool=CALL).verdict == "ask"


def test_one_that_asks_without_having_said_so_is_blocked_where_no_key_is_set(monkeypatch):
    monkeypatch.delenv("NSEDMW_CHECKPOINT_KEY", raising=False)
    engine = nsedmw.loads(ASKING, builtins={"asker": factory(lambda _: Asks())})
    assert engine.run("before_tool", tool=CALL).block.category == "approval"


def install(path, package, **offers):
    """A real installed package, as far as Python's metadata goes, that offers builtins."""
    (path / f"{package}.py").write_text(
        "from nsedmw import Verdict\n"
        "class Polite:\n"
        "    def __init__(self, config): pass\n"
        "    def check(self, context): return Verdict('warn', category='polite')\n"
    )
    info = path / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = "".join(f"{name} = {home}\n" for name, home in offers.items())
    (info / "entry_points.txt").write_text(f"[nsedmw.builtins]\n{lines}")


@pytest.fixture
def site(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in ("politeness", "manners"):
        sys.modules.pop(name, None)


POLITE = "middleware: {before_prompt: [{builtin: polite}]}"


def test_an_installed_package_offers_a_builtin_by_entry_point(site):
    install(site, "politeness", polite="politeness:Polite")
    result = nsedmw.loads(POLITE).run("before_prompt", "x")
    assert [warned.category for warned in result.warnings] == ["polite"]


def test_a_name_of_the_callers_is_not_looked_up_among_packages(site):
    install(site, "politeness", polite="politeness:Missing")
    nsedmw.loads(POLITE, builtins={"polite": factory(lambda _: SimpleNamespace(check=print))})


@pytest.mark.parametrize("home", ["politeness:Missing", "nowhere:Polite"])
def test_an_offer_that_does_not_load_names_its_package(site, home):
    install(site, "politeness", polite=home)
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(POLITE)
    assert "package politeness offers it and does not load" in messages(caught)


def test_an_offer_whose_code_raises_is_a_problem_of_its_entry(site):
    install(site, "politeness", polite="politeness:Polite")
    (site / "politeness.py").write_text("raise RuntimeError('some content')\n")
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(POLITE)
    assert "does not load (it raised RuntimeError)" in messages(caught)
    assert "some content" not in str(caught.value)


def test_a_factorys_words_cannot_forge_a_line():
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(
            FILE % "{}", builtins={"shout": factory(broken(ValueError("bad\nf:1:1: x\x1b[31m")))}
        )
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_two_packages_that_offer_one_name_are_both_named(site):
    install(site, "politeness", polite="politeness:Polite")
    install(site, "manners", polite="manners:Polite")
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads(POLITE)
    assert "manners, politeness" in messages(caught)


def test_a_name_that_nothing_offers_is_unknown_with_a_near_miss_named():
    with pytest.raises(nsedmw.ConfigError) as caught:
        nsedmw.loads("middleware: {before_prompt: [{builtin: rule_bassed}]}")
    assert "rule_based" in messages(caught)
