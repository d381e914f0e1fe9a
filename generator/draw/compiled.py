"""Templates compiled before: kept as Jinja keeps them, in the folder of the other caches.

Jinja checks a template's text and its own and Python's version; what our settings change in the
code is in the names of the files. A folder that cannot be written to only costs time.
"""

import contextlib
import hashlib
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates in `folder`, which is made when first needed."""

    def __init__(self, folder: Path, settings: str) -> None:
        stamp = hashlib.sha256(settings.encode()).hexdigest()[:8]
        self._folder = folder
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        super().__init__(str(folder), f"{stamp}-%s.template")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket with what is stored; a file that cannot be read is as good as none."""
        with contextlib.suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store what is in the bucket."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)
