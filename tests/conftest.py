"""No test touches the games of whoever runs it."""

import os

import pytest

from dtcli.play.storage.folders import HOME


@pytest.fixture(scope="session", autouse=True)
def home_of_the_tests(tmp_path_factory):
    """Put all that dtcli keeps into a folder of the tests."""
    before = os.environ.get(HOME)
    os.environ[HOME] = str(tmp_path_factory.mktemp("home"))
    yield
    if before is None:
        del os.environ[HOME]
    else:
        os.environ[HOME] = before
