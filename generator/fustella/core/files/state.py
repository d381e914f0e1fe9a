"""Finds the folder for files that belong to a user, not to a project: a key, and journals."""

import os
import sys
from functools import lru_cache
from pathlib import Path

JOURNALS = "journals"


def state_folder() -> Path | None:
    """The tool's state folder, whether it exists or not; None where the user has no home.

    XDG_STATE_HOME counts on every system, but not with a relative path, as its specification says.
    """
    names = ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE")
    return _state_folder(*(os.environ.get(name, "") for name in names))


@lru_cache(maxsize=1)
def _state_folder(xdg: str, local: str, *_home: str) -> Path | None:
    try:
        if (named := Path(xdg)).is_absolute():
            state = named
        elif sys.platform == "win32":
            state = Path(local) if local else Path.home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            state = Path.home() / "Library" / "Application Support"
        else:
            state = Path.home() / ".local" / "state"
    except RuntimeError:  # the user has no home
        return None
    return state / "fustella"


def journals() -> list[Path]:
    """The journals of commands that are writing, or were stopped; see `core.files.journal`.

    The function is here so that a command without journals need not load `core.files.journal`.
    """
    home = state_folder()
    try:
        return sorted((home / JOURNALS).iterdir()) if home else []
    except (FileNotFoundError, NotADirectoryError, PermissionError):  # none of this user's
        return []


def make_private(folder: Path) -> None:
    """Makes a folder that only its user may read, and the folders above it. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
