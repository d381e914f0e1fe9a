"""Says in plain words why a file could not be written, and what to do about it."""

import errno

_FULL = "the disk is full"
_OPEN = "another program has it open"
_NO_RIGHT = "you have no right to it, or another program has it open"
_FILE_THERE = "a file is where a folder must be"
_FOLDER_THERE = "a folder is where this file must be"
_LONG = "its path is longer than Windows allows"

_WHY = {
    errno.ENOSPC: _FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): _FULL,
    errno.EACCES: _NO_RIGHT,
    errno.EPERM: _NO_RIGHT,
    errno.EBUSY: _OPEN,
    errno.EROFS: "that disk can only be read",
    errno.EFBIG: "it is too large for that disk",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ENOENT: "its folder is gone",
    errno.ENOTDIR: _FILE_THERE,
    errno.EEXIST: _FILE_THERE,
    errno.EISDIR: _FOLDER_THERE,
}

_HINTS = {
    _FULL: "free some room on that disk",
    _OPEN: "close it there, then run this again",
    _NO_RIGHT: "close it if a viewer holds it, and check the rights of it and of its folder",
    _FILE_THERE: "move that file away",
    _FOLDER_THERE: "move that folder away",
    _LONG: "move the project into a folder with a shorter path",
}

_OPEN_ELSEWHERE = frozenset((32, 33))
"""Errors of Windows for an open file: ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION."""

_NO_PATH = frozenset((3, 206))
"""Errors of Windows for a path that is too long, and for a folder that is gone.

They are ERROR_PATH_NOT_FOUND and ERROR_FILENAME_EXCED_RANGE.
"""

_LONGEST = 247
"""The most signs of a path to a new folder on Windows: MAX_PATH less a name of 8.3 signs.

The path of a file may have 12 signs more (Microsoft, "Maximum Path Length Limitation").
"""


def why_unwritten(error: OSError) -> str:
    """The reason why a file could not be written, in plain words if we have some for the error."""
    told_by_windows = getattr(error, "winerror", None)
    if told_by_windows in _OPEN_ELSEWHERE:
        return _OPEN
    names = (str(name) for name in (error.filename, error.filename2) if name)
    if told_by_windows in _NO_PATH and max(map(len, names), default=0) > _LONGEST:
        return _LONG
    return _WHY.get(error.errno or 0, error.strerror or str(error))


def hint_for_unwritten(error: OSError) -> str:
    """A hint that says how the file can be written after all."""
    return _HINTS.get(why_unwritten(error), "check the rights of it and of its folder")
