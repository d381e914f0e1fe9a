"""Seals bytes in a project: proof that this user wrote them there, under that name.

A project may come from a stranger, with caches and stamps of its own. So all bytes that the tool
trusts without a check carry an HMAC with a key that lies outside of every project
(`core.files.state`). Without a home to store a key in, each process makes its own: then it
recognises nothing that others sealed, which costs time.
"""

import hashlib
import hmac
import os
from contextlib import suppress
from functools import cache
from pathlib import Path

from fustella.core.files.state import make_private, state_folder
from fustella.core.files.whole import unfinished

_KEY = "key"
_KEY_BYTES = 32

SEAL_BYTES = hashlib.sha256().digest_size


def seal_of(name: str, body: bytes) -> bytes:
    """The seal of a body under a name: `SEAL_BYTES` long."""
    # The length keeps a longer name with a shorter body from having the same seal.
    named = name.encode("utf-8", "surrogatepass")
    return hmac.digest(_key_in(state_folder()), b"%d " % len(named) + named + body, "sha256")


def is_seal(seal: bytes, name: str, body: bytes) -> bool:
    """Whether this user sealed a body under a name."""
    return hmac.compare_digest(seal, seal_of(name, body))


def sealed(name: str, body: bytes) -> bytes:
    """The body behind its seal."""
    return seal_of(name, body) + body


def opened(name: str, content: bytes) -> bytes | None:
    """The body of `content` that this user `sealed` under this name; None for other bytes."""
    body = content[SEAL_BYTES:]
    return body if is_seal(content[:SEAL_BYTES], name, body) else None


@cache
def _key_in(folder: Path | None) -> bytes:
    """The key in a folder; the first process that needs it creates it there."""
    own = os.urandom(_KEY_BYTES)
    if folder is None:
        return own
    path = folder / _KEY
    try:
        return _kept_key(path) or _keep_key(path, own)
    except OSError:
        return own


def _kept_key(path: Path) -> bytes:
    """The key in a file; b"" when there is no whole key. Raises OSError."""
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        return b""
    if len(key) == _KEY_BYTES:
        return key
    path.unlink(missing_ok=True)  # it was cut short, and is nobody's key
    return b""


def _keep_key(path: Path, key: bytes) -> bytes:
    """Stores a key unless another process was quicker. Returns the stored key. Raises OSError."""
    make_private(path.parent)
    from fustella.core.files.scratch import note_unfinished_in  # noqa: PLC0415  (once for a user)

    note_unfinished_in(path.parent)
    new = unfinished(path)
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        handle = os.open(new, flags, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(new, path)  # unlike a rename, it never takes the place of another key
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            if not path.exists():
                new.replace(path)
        return _kept_key(path) or key
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
