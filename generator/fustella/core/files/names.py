"""Checks names that become names of files and folders, and paths that have to stay in a folder.

Every command loads this module, but few check a name: its patterns are compiled only when used.
"""

import os
import re
from pathlib import Path

from fustella.core.values.problems import Place, Problem, ProblemsFound

LONGEST_BYTES = 100
"""The most bytes of a name. Systems allow 255 for a file, and its name may join several names."""

_FORBIDDEN = r'[/\\:*?"<>|]'
"""Separators of folders, and the other signs that Windows forbids in names."""

PATTERN = r'^[^-./\\:*?"<>| ][^/\\:*?"<>|]*$'
"""The pattern of names for editors, which checks their signs and nothing else."""

_UNSEEN = "[^!-~\u00a1-\u200a\u2010-\u2027\u202f-\ud7ff\ue000-\ufefe\uff00-\U0010ffff ]"
"""Control characters, signs without width, signs of direction, and halves of signs."""

_RESERVED = r"(?i:con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\..*)?"
"""Devices of Windows, with any ending (Microsoft, "Naming Files, Paths, and Namespaces")."""


def fault_in_name(name: str) -> str:
    """The reason why some system cannot have a file of this name, "" for a good name."""
    faults = (
        (not name.strip(), "it is empty"),
        (re.search(_UNSEEN, name), "it has a sign that is not seen"),
        (
            found := re.search(_FORBIDDEN, name),
            f"`{found[0]}` may be in no name of a file" if found else "",
        ),
        (name[:1] in (".", "-", " "), f"it begins with `{name[:1]}`"),
        (name[-1:] in (".", " "), f"it ends with `{name[-1:]}`, which Windows takes away"),
        (_is_reserved(name), "Windows keeps this name for a device"),
        (len(name.encode("utf-8", "replace")) > LONGEST_BYTES, "it is too long"),
    )
    return next((fault for found, fault in faults if found), "")


def _is_reserved(name: str) -> bool:
    """Whether Windows keeps a name for a device, whatever its ending."""
    return re.fullmatch(_RESERVED, name) is not None


def reserved_name(name: str, place: Place) -> Problem | None:
    """The problem E403 of a name that Windows keeps for a device, or None."""
    return unfit_name(name, place) if _is_reserved(name) else None


def unfit_name(name: str, place: Place) -> Problem | None:
    """The problem E403 of a name that no file can have, or None."""
    fault = fault_in_name(name)
    if not fault:
        return None
    shown = ascii(name[:40])[1:-1] + ("…" if len(name) > 40 else "")
    message = f"`{shown}` cannot be the name of a file: {fault}"
    return Problem("E403", place, message, "use letters, digits and hyphens")


def refuse_way_out(path: Path, *homes: Path) -> None:
    """Raises ProblemsFound, E402, where the folder of `path` really lies outside of its home.

    Its home is the innermost of `homes` by the names in the path; a link, or `..`, may lead out of
    it. The home itself may be a link. The last part of `path` may be a link, too: the link is
    replaced or removed, and never the file to which it points.
    """
    around = [home for home in homes if home in path.parents]
    home = max(around, key=lambda one: len(one.parts), default=homes[0])
    root = os.path.realpath(home)
    if around and _is_inside(path.parent, root):
        return
    below = [folder for folder in reversed(path.parents) if home in folder.parents]
    link = next((folder for folder in below if not _is_inside(folder, root)), path)
    message = f"leads out of {home}, and nothing is written there"
    hint = "delete the link; what is built can go elsewhere with --output DIR"
    raise ProblemsFound([Problem("E402", Place(str(link)), message, hint)])


def _is_inside(folder: Path, root: str) -> bool:
    return Path(os.path.realpath(folder)).is_relative_to(root)
