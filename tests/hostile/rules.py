"""What holds for every run on a stranger's project."""

import hashlib
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import pypdfium2

from tests.helpers.forked import MOST_BYTES, OUTSIDE, PROJECT, TEMPORARY, Ended
from tests.hostile.layout import MARKER, SECRET

_TRACES = ("Traceback", 'File "')
_WRITTEN = ("output", "kits", ".schema")


def state_outside(room: Path) -> dict[str, tuple[str, int, int]]:
    """Everything beside the project: contents, rights and times."""
    found = {}
    for path in sorted((room / OUTSIDE).rglob("*")):
        status = path.stat()
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path.relative_to(room))] = content, status.st_mode, status.st_mtime_ns
    found |= {path.name: ("", 0, 0) for path in room.iterdir()}
    return found


def broken(ended: Ended, room: Path, before: dict[str, tuple[str, int, int]]) -> Iterator[str]:
    """Which rules a run has broken, in words."""
    yield from misbehaved(ended)
    if (room / MARKER).exists():
        yield "something of the project was run"
        (room / MARKER).unlink()
    after = state_outside(room)
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield f"outside of the project: {name} is changed"
    left = sorted(path.name for path in (room / TEMPORARY).iterdir())
    if left and ended.code >= 0:
        yield f"left in the temporary folder: {', '.join(left)}"
    if SECRET in ended.said:
        yield "the secret is told"
    for name in _WRITTEN:
        for path in _files(room / PROJECT / name):
            if _tells(path.read_bytes()):
                yield f"the secret stands in {path.relative_to(room)}"


def misbehaved(ended: Ended) -> Iterator[str]:
    """What no run may do, whatever it runs on."""
    if ended.hangs:
        yield f"no end after {ended.seconds:.0f} s"
    elif ended.code not in (0, 1, 2):
        yield f"exit code {ended.code}"
    for trace in _TRACES:
        if trace in ended.said:
            last = [line for line in ended.said.splitlines() if line[:1].isalpha()][-1:]
            yield f"a traceback: {' '.join(last)}"
            break
    if ended.most_bytes > MOST_BYTES:
        yield f"{ended.most_bytes / 1e9:.1f} GB of memory"
    yield from ended.breaches


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_symlink() or not folder.is_dir():
        return
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path


@lru_cache(maxsize=1000)
def _tells(content: bytes) -> bool:
    """Whether the secret stands in a file, also packed, or as words on a page."""
    texts = [content]
    for at in _packed_at(content):
        with suppress(zlib.error):
            texts.append(zlib.decompressobj().decompress(content[at:], 10_000_000))
    found = b"".join(texts).decode("utf-8", "replace")
    if content.startswith(b"%PDF"):
        with suppress(pypdfium2.PdfiumError), pypdfium2.PdfDocument(content) as document:
            found += "".join(page.get_textpage().get_text_range() for page in document)
    return SECRET in found


def _packed_at(content: bytes) -> Iterator[int]:
    for head in (b"\x78\x01", b"\x78\x9c", b"\x78\xda"):
        at = content.find(head)
        while at >= 0:
            yield at
            at = content.find(head, at + 1)
