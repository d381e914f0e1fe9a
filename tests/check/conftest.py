"""The small box for the tests of the checker."""

from pathlib import Path

import pytest

from tests.check.making import Box


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box.made_at(tmp_path / "project")
