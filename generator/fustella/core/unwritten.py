"""Why a file could not be written, in plain words."""

import errno

_FULL = "the disk is full"
_NO_RIGHT = "you have no right to write it, or another program has it open"
_FILE_THERE = "a file is where a folder must be"

_WHY = {
    errno.ENOSPC: _FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): _FULL,
    errno.EACCES: _NO_RIGHT,
    errno.EPERM: _NO_RIGHT,
    errno.EBUSY: "another program has it open",
    errno.EROFS: "that disk can only be read",
    errno.EFBIG: "it is too large for that disk",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ENOENT: "its folder is gone",
    errno.ENOTDIR: _FILE_THERE,
    errno.EEXIST: _FILE_THERE,
    errno.EISDIR: "a folder is where this file must be",
}


def why_unwritten(error: OSError) -> str:
    """Why a file could not be written; what the system says where there are no plain words."""
    return _WHY.get(error.errno or 0, error.strerror or str(error))
