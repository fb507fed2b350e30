"""Fixtures for all tests: the saved games of the user who runs them are never touched."""

import os

import pytest

from dtcli.play.storage.folders import HOME


@pytest.fixture(scope="session", autouse=True)
def home_of_the_tests(tmp_path_factory):
    """Let dtcli save everything in a temporary folder."""
    before = os.environ.get(HOME)
    os.environ[HOME] = str(tmp_path_factory.mktemp("home"))
    yield
    if before is None:
        del os.environ[HOME]
    else:
        os.environ[HOME] = before
