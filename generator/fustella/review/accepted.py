"""Reads the stored form of an accepted document: the hashes of its lines, and its text.

The hashes lie in `document.lines`, which is shared with the project. The text lies beside it in
`document.accepted`, compressed (RFC 1952): only with it can the words before a change be shown. If
you may not pass the document on, leave that file out of what you share: all else works without it.
"""

import unicodedata
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from fustella import check
from fustella.core.files.fingerprint import ACCEPTED
from fustella.core.files.project import Project
from fustella.core.files.reading import NotRead, is_file, is_there, read_bytes, unread, why_unread
from fustella.core.processes import limits
from fustella.core.values.model import Game
from fustella.core.values.problems import Place, Problem, ProblemsFound

if TYPE_CHECKING:
    from fustella.check import AcceptedDocument

_SYSTEM, _UNKNOWN = 9, b"\xff"
"""The index of a gzip file's byte for its system (RFC 1952, 2.3), and "unknown"."""


def lines_file(project: Project, game: Game) -> Path:
    """The file with the hashes of the document's lines at its last acceptance."""
    return project.folder_of(game.id) / "document.lines"


def text_file(project: Project, game: Game) -> Path:
    """The file with the text of the document at its last acceptance."""
    return project.folder_of(game.id) / ACCEPTED


def accepted_document(project: Project, game: Game) -> "AcceptedDocument | None":
    """The stored form of a game's accepted document; None if it was never accepted.

    A text that cannot be read counts as missing. Raises ProblemsFound: E131, E132, E510.
    """
    path = lines_file(project, game)
    if not is_there(path):
        return None
    hashes = tuple(hashes_in(project, path).decode(errors="replace").split())
    text = text_in(kept_bytes(project, text_file(project, game)))
    return check.AcceptedDocument(hashes, text).renewed


def hashes_in(project: Project, path: Path) -> bytes:
    """Reads the file with the hashes. Raises ProblemsFound: E131, E132, E510."""
    name = project.name_of(path)
    try:
        return read_bytes(path, project.root, limits.DOCUMENT_BYTES)
    except NotRead as error:
        raise ProblemsFound([unread(error, Place(name))]) from None
    except OSError as error:
        message, hint = f"cannot be read: {why_unread(error)}", "look at the rights of the file"
        raise ProblemsFound([Problem("E510", Place(name), message, hint)]) from None


def compressed(text: str) -> bytes:
    """A text as a gzip file, which has the same bytes on every system and at any time."""
    import gzip  # noqa: PLC0415  (few commands write it)

    data = gzip.compress(text.encode(), mtime=0)
    return data[:_SYSTEM] + _UNKNOWN + data[_SYSTEM + 1 :]


def kept_bytes(project: Project, path: Path) -> bytes:
    """Reads the file with the text, b"" if it is missing or cannot be read."""
    try:
        return read_bytes(path, project.root, limits.DOCUMENT_BYTES) if is_file(path) else b""
    except OSError:
        return b""


def text_in(data: bytes) -> str:
    """The text in a gzip file, "" for other bytes, or a text too long for a document."""
    reader = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        text = reader.decompress(data, limits.DOCUMENT_BYTES).decode()
    except (zlib.error, UnicodeDecodeError):
        return ""
    return unicodedata.normalize("NFC", text) if reader.eof else ""
