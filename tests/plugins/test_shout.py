"""The example package, really built and installed, is found by its entry point."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SHOUT = ROOT / "plugins" / "shout"


@pytest.mark.slow
def test_the_example_package_installs_and_its_golden_cases_hold(tmp_path):
    install = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [sys.executable, *install, "--target", str(tmp_path), str(SHOUT)], check=True, timeout=100
    )
    words = ["test", str(SHOUT / "pipeline.yaml"), str(SHOUT / "cases.yaml")]
    done = subprocess.run(
        [sys.executable, "-m", "nsedmw", *words],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "4 passed, 0 failed\n"), done.stderr


def test_without_the_package_its_pipeline_is_refused():
    done = subprocess.run(
        [sys.executable, "-m", "nsedmw", "check", str(SHOUT / "pipeline.yaml")],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert "there is no builtin 'shout'" in done.stdout
