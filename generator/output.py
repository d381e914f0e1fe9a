"""The output folder: whole files or none.

All PDFs of a game are first written beside their places under other names; only when every one is
there are they renamed, so a fault or a full disk leaves the last good box untouched.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from generator.files import finished, replace_all, unfinished
from generator.problems import Place, Problem, ProblemsFound
from generator.stamp import Printed


@dataclass(frozen=True, slots=True)
class PdfFile:
    """A PDF still to be written: `content` makes it. `ink_pages` is 0 for a cover."""

    file: str
    name: str
    pieces: int
    sheets: int
    cuts: int
    ink_pages: float
    content: Callable[[], bytes]


def publish(folder: Path, files: Sequence[PdfFile], former: Iterable[str]) -> tuple[Printed, ...]:
    """Write all files into `folder`, all or none.

    `former` are names of files that earlier builds wrote here; those that this one does not write
    are removed: a sheet of pieces that no longer exist would be printed by mistake. Raises
    ProblemsFound: E401.
    """
    with said_as_problem(folder):
        folder.mkdir(parents=True, exist_ok=True)
        waiting = [(file, unfinished(folder / file.file)) for file in files]
        try:
            printed = tuple(_write(file, temporary) for file, temporary in waiting)
            replace_all([(temporary, folder / file.file) for file, temporary in waiting])
        finally:
            for _, temporary in waiting:
                temporary.unlink(missing_ok=True)
        for name in set(former) - {file.file for file in files}:
            (folder / name).unlink(missing_ok=True)
    return printed


def _write(file: PdfFile, path: Path) -> Printed:
    data = file.content()
    path.write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    counts = file.pieces, file.sheets, file.cuts, file.ink_pages
    return Printed(file.file, file.name, *counts, len(data), digest)


@contextmanager
def said_as_problem(folder: Path) -> Iterator[None]:
    """Turns what the system says of a folder or its files into a problem, E401."""
    try:
        yield
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        hint = "close the PDF if a viewer holds it, check the folder's rights, or use --output DIR"
        path = Path(error.filename2 or error.filename or folder)
        place = Place(str(finished(path)))
        raise ProblemsFound([Problem("E401", place, message, hint)]) from None
