"""One middleware in Python, run by itself as an engine would run it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import nsedmw
from nsedmw.protocols import Middleware
from nsedmw.types import STAGES, Result

_NAME: Final = "under_test"
_PIPELINE: Final = """\
version: 1
checkpoint: {{unsigned: true}}
middleware:
  {point}:
    - builtin: {name}
"""


def check(
    middleware: Middleware, content: Any = None, *, point: str = "before_release", **context: Any
) -> Result:
    """The result of a pipeline that has this one middleware; its decision is `decisions[0]`.

    `context` takes what `Engine.run` takes: `stage`, `agent_id`, `metadata`, `tool`, `secrets` and
    so on. At before_tool and after_tool give `tool`, and leave `content` out where it holds all.
    An exception, None or a malformed answer is a block of category `middleware_error`, as in a run.

    Raises:
        TypeError, ValueError: an argument that no run can have.
    """
    if point not in STAGES:
        raise ValueError(f"no hook point {point!r}: use one of {', '.join(STAGES)}")

    def factory(_: Mapping[str, Any]) -> Middleware:
        return middleware

    text = _PIPELINE.format(point=point, name=_NAME)
    with nsedmw.loads(text, builtins={_NAME: factory}) as engine:
        if content is None and "tool" in context:
            return engine.run(point, **context)
        return engine.run(point, content, **context)
