"""Keeps which projects were opened last, and how each was printed, in the user's own folder."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.reading import read_own
from fustella.core.files.state import make_private, state_folder
from fustella.core.files.whole import write_whole

MOST_RECENT = 12
"""The most projects that are kept."""

_FILE = "recent.json"
_MOST_BYTES = 200_000


class RecentProject(Struct, frozen=True):
    """A project that was opened, and the options of printing that were chosen for it, as typed."""

    folder: str
    printing: dict[str, str] = {}


def recent_projects() -> tuple[RecentProject, ...]:
    """The projects that were opened, the last one first; () where that cannot be read."""
    home = state_folder()
    try:
        kept = read_own(home / _FILE, _MOST_BYTES) if home else b"[]"
        return tuple(msgspec.json.decode(kept, type=list[RecentProject])[:MOST_RECENT])
    except (OSError, msgspec.DecodeError):
        return ()


def printing_of(folder: Path) -> dict[str, str]:
    """The options of printing that were chosen for a project, as typed."""
    known = (one.printing for one in recent_projects() if one.folder == str(folder))
    return next(known, {})


def note_opened(folder: Path, printing: Mapping[str, str] | None = None) -> None:
    """Notes that a project was opened; without `printing` it is printed as before.

    Where that cannot be written, it is not kept.
    """
    home = state_folder()
    if home is None:
        return
    known = recent_projects()
    before = next((one for one in known if one.folder == str(folder)), RecentProject(str(folder)))
    if printing is not None:
        before = replace(before, printing={**printing})
    others = [one for one in known if one.folder != str(folder)]
    try:
        make_private(home)
        write_whole(home / _FILE, msgspec.json.encode([before, *others][:MOST_RECENT]))
    except OSError:
        return
