import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_of_the_command_line_is_current(environment):
    done = subprocess.run(
        [sys.executable, "docs/generate_cli.py", "--check"],
        cwd=ROOT, env={**environment, "COLUMNS": "40"}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
