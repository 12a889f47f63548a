"""nsedmw: moderation pipelines for agents, in one YAML file, failing closed.

Names are loaded when they are first asked for (PEP 562), so that `import nsedmw` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from nsedmw.assemble import load as load
    from nsedmw.assemble import loads as loads
    from nsedmw.engine import Engine as Engine
    from nsedmw.errors import ApprovalRequired as ApprovalRequired
    from nsedmw.errors import Blocked as Blocked
    from nsedmw.errors import ConfigError as ConfigError
    from nsedmw.errors import EngineClosed as EngineClosed
    from nsedmw.errors import Error as Error
    from nsedmw.errors import OptionProblem as OptionProblem
    from nsedmw.errors import OptionsRefused as OptionsRefused
    from nsedmw.errors import Problem as Problem
    from nsedmw.session import Session as Session
    from nsedmw.types import Block as Block
    from nsedmw.types import Context as Context
    from nsedmw.types import Decision as Decision
    from nsedmw.types import Finding as Finding
    from nsedmw.types import Result as Result
    from nsedmw.types import Tool as Tool
    from nsedmw.types import Verdict as Verdict
    from nsedmw.types import Warned as Warned

__version__: Final = "0.1.0"

_HOME: Final = {
    "Engine": "nsedmw.engine",
    "Session": "nsedmw.session",
    "load": "nsedmw.assemble",
    "loads": "nsedmw.assemble",
    "ApprovalRequired": "nsedmw.errors",
    "Blocked": "nsedmw.errors",
    "ConfigError": "nsedmw.errors",
    "EngineClosed": "nsedmw.errors",
    "Error": "nsedmw.errors",
    "OptionProblem": "nsedmw.errors",
    "OptionsRefused": "nsedmw.errors",
    "Problem": "nsedmw.errors",
    "Block": "nsedmw.types",
    "Context": "nsedmw.types",
    "Decision": "nsedmw.types",
    "Finding": "nsedmw.types",
    "Result": "nsedmw.types",
    "Tool": "nsedmw.types",
    "Verdict": "nsedmw.types",
    "Warned": "nsedmw.types",
}

__all__ = [*_HOME]  # noqa: PLE0604  # the table above is the one list of names


if not TYPE_CHECKING:  # or a type checker would believe every name

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module 'nsedmw' has no attribute {name!r}")
        value = getattr(import_module(_HOME[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
