"""The command line as its users meet it: a child process with its streams and exit code."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PIPELINE = """\
version: 1
middleware:
  before_release:
    - builtin: rule_based
      name: rules
      config:
        blocklist:
          - {word: topsecret, category: internal}
          - {word: careful, action: warn, category: tone}
          - {word: number, action: redact, category: figure}
        pii_patterns: false
"""


@pytest.fixture
def environment(tmp_path):
    """A child's environment: nothing of the caller's that the command line would read."""
    strange = ("NSEDMW_CONFIG", "NO_COLOR", "TERM", "PYTHONIOENCODING")
    kept = {name: value for name, value in os.environ.items() if name not in strange}
    return {**kept, "HOME": str(tmp_path), "TERM": "xterm", "PYTHONUTF8": "1"}


@pytest.fixture
def cli(tmp_path, environment):
    """Runs `nsedmw ARGUMENTS` in an empty folder; the finished process, its streams as text."""

    def run(*arguments, stdin=b"", env=None, cwd=tmp_path):
        return subprocess.run(
            [sys.executable, "-m", "nsedmw", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=cwd,
            env={**environment, **(env or {})},
            timeout=60,
            check=False,
        )

    return run


@pytest.fixture
def pipeline(tmp_path):
    """The path of a small pipeline at before_release."""
    path = tmp_path / "pipeline.yaml"
    path.write_text(PIPELINE)
    return path
