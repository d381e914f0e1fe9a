"""What imposition keeps between builds, for it follows from forms and papers alone.

What is printed on pieces changes neither how they are packed nor where they are cut. A memory only
saves time: each thing is named by all that it was made from, and sealed. What is damaged in any way
is as good as lost, and is made anew.
"""

import hashlib
from collections.abc import Callable
from typing import Protocol, TypeVar

_SEAL_BYTES = hashlib.sha256().digest_size


class Memory(Protocol):
    """Bytes by key, such as a folder of files. Neither call may raise.

    Keys are hexadecimal figures. They say nothing of the tool: whoever keeps a memory over several
    versions of it puts the version before each key.
    """

    def get(self, key: str) -> bytes | None:
        """What was put there last, or None."""

    def put(self, key: str, body: bytes) -> None:
        """Keep `body`, if there is room."""


_Found = TypeVar("_Found")


def found_once(
    memory: Memory | None,
    made_from: bytes,
    find: Callable[[], _Found],
    to_bytes: Callable[[_Found], bytes],
    from_bytes: Callable[[bytes], _Found | None],
) -> _Found:
    """What `find` finds, or found before from the same; `made_from` names all that it looks at.

    `from_bytes` gives None for what it cannot believe.
    """
    if memory is None:
        return find()
    key = hashlib.sha256(made_from).hexdigest()
    kept = memory.get(key) or b""
    body = kept[_SEAL_BYTES:]
    known = from_bytes(body) if kept[:_SEAL_BYTES] == _seal(key, body) else None
    if known is not None:
        return known
    found = find()
    body = to_bytes(found)
    memory.put(key, _seal(key, body) + body)
    return found


def _seal(key: str, body: bytes) -> bytes:
    """Fits this body under this key alone."""
    return hashlib.sha256(key.encode() + body).digest()
