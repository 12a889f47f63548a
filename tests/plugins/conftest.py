"""The examples are built once a session, in place."""

import pytest

from tests.plugins.examples import make


@pytest.fixture(scope="session")
def built():
    done = make()
    assert done.returncode == 0, done.stderr
