"""For the tests of pipelines and of middleware in Python: golden cases, and one check by itself.

`load_cases` and `run_cases` are what `nsedmw test` does. `check` runs one middleware as an engine
would, so that what it raises, answers wrongly or finds is seen as a run sees it.
"""

from __future__ import annotations

from nsedmw.testing.cases import Case, load_cases
from nsedmw.testing.one import check
from nsedmw.testing.runner import CaseResult, run_cases

__all__ = ["Case", "CaseResult", "check", "load_cases", "run_cases"]
