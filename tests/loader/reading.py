"""A vocabulary of two builtins, and short ways to load a text with it."""

from pathlib import Path

from nsedmw.errors import Error
from nsedmw.loader.load import load_text
from nsedmw.loader.vocabulary import BuiltinShape, Vocabulary

EVERYWHERE = (
    "before_prompt",
    "on_provider_response",
    "before_release",
    "on_completion",
    "on_job_complete",
    "before_tool",
    "after_tool",
)
OPTIONS = {
    "type": "object",
    "properties": {
        "blocklist": {
            "type": "array",
            "items": {
                "type": ["string", "object"],
                "minLength": 1,
                "properties": {
                    "pattern": {"type": "string", "minLength": 1},
                    "word": {"type": "string", "minLength": 1},
                    "category": {"type": "string"},
                    "action": {"enum": ["block", "warn", "redact"]},
                    "case_sensitive": {"type": "boolean"},
                },
                "additionalProperties": False,
            },
        },
        "blocklist_file": {"type": "string"},
        "max_content_length": {"type": "integer", "minimum": 0},
        "score": {"type": "number"},
        "pii_patterns": {
            "type": ["boolean", "array"],
            "items": {"enum": ["email", "phone", "ssn", "credit_card"]},
        },
        "normalize": {"type": "boolean"},
        "invisible_text": {"enum": ["warn", "block", False]},
    },
    "additionalProperties": False,
}


def _find(name):
    if name == "broken":
        raise Error("package 'acme' does not load (ImportError)")
    return _SHAPES.get(name)


_SHAPES = {
    "rule_based": BuiltinShape(EVERYWHERE, OPTIONS),
    "plain": BuiltinShape(("before_release",), None),
    "needy": BuiltinShape(EVERYWHERE, {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}),
    "endless": BuiltinShape(EVERYWHERE, {"allOf": [{"$ref": "#"}]}),
    "ill": BuiltinShape(EVERYWHERE, {"type": "strin"}),
}
VOCABULARY = Vocabulary(("rule_based", "plain"), _find)

ENTRY = "middleware:\n  before_release:\n    - builtin: rule_based\n"
CONFIG = ENTRY + "      config:\n"


def problems(text, **options):
    """What is wrong with a text, a line each."""
    return [str(problem) for problem in load_text(text, Path(), VOCABULARY, **options)[1]]


def spec(text, **options):
    """The configuration of a text in which nothing is wrong."""
    found, wrong = load_text(text, Path(), VOCABULARY, **options)
    assert wrong == []
    assert found is not None
    return found


def entry(text, **options):
    """The first entry of its first hook point with entries."""
    return next(entries for entries in spec(text, **options).middleware.values() if entries)[0]


def config(*lines):
    """One entry of rule_based with these lines under `config`."""
    return CONFIG + "".join(f"        {line}\n" for line in lines)
