"""Which process runs which tests, where there are several, and where tests write."""

import os
import shutil
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).parent.parent
MEMORY = Path("/dev/shm")
ROOMY_BYTES = 2_000_000_000

FIRST = (
    "tests/preview/test_browser_kept.py",
    "tests/test_contrast.py",
    "tests/test_typography.py",
    "tests/preview/test_browser.py",
    "tests/history/test_diff.py",
    "tests/test_games.py",
    "tests/test_cases.py",
    "tests/test_claims.py",
    "tests/kits/test_build.py",
    "tests/test_proof.py",
    "tests/build/test_pipeline.py",
    "tests/build/test_killed.py",
    "tests/impose/test_imposition.py",
    "tests/kits/test_kit_edits.py",
    "tests/impose/test_boards_of_games.py",
    "tests/impose/test_memory.py",
)
"""Files that take seconds, the longest first: what is last must be short, or one process waits."""

TOGETHER = {"tests/test_contrast.py": "drawn", "tests/test_typography.py": "drawn"}
"""Files whose tests look at the same drawn games; all others are a matter for themselves."""

assert not [file for file in FIRST if not (ROOT / file).is_file()], "FIRST names what is not there"


def write_into_memory() -> None:
    """Where there is plenty: many tests have a project each, which is written and taken away."""
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOMY_BYTES
    if roomy and os.access(MEMORY, os.W_OK):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def longest_first(items: list[pytest.Item]) -> None:
    """Put the tests in the order in which they are begun."""
    ranks = {file: rank for rank, file in enumerate(FIRST)}
    items.sort(key=lambda item: ranks.get(_file_of(item.nodeid), len(ranks)))


class ByFile(LoadScopeScheduling):
    """Gives a file to whoever is free: what its tests share is made once, and in one process.

    Not `--dist loadgroup`: with pytest 9.2, xdist 3.8 takes no notice of the groups.
    """

    def __init__(self, config: pytest.Config, log: object) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # as they come: the longest first

    def _split_scope(self, nodeid: str) -> str:
        file = _file_of(nodeid)
        return TOGETHER.get(file, file)


def _file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]
