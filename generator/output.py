"""The output folder: whole files or none.

All files of a game are first written beside their places under other names; only when every one is
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
class OutputFile:
    """A file still to be written: `content` makes it. What is counted is as in `Printed`.

    `file` is its name in the folder, which may begin with that of a folder in it.
    """

    file: str
    name: str
    content: Callable[[], bytes]
    pieces: int = 0
    sheets: int = 0
    cuts: int = 0
    ink_pages: float = 0.0
    bound: int = 0
    waste: float = 0.0
    note: str = ""


def publish(
    folder: Path, files: Sequence[OutputFile], former: Iterable[str]
) -> tuple[Printed, ...]:
    """Write all files into `folder`, all or none.

    `former` are names of files that earlier builds wrote here; those that this one does not write
    are removed: a sheet of pieces that no longer exist would be printed by mistake. Raises
    ProblemsFound: E401.
    """
    with said_as_problem(folder):
        for inside in {folder, *((folder / file.file).parent for file in files)}:
            inside.mkdir(parents=True, exist_ok=True)
        waiting = [(file, unfinished(folder / file.file)) for file in files]
        try:
            printed = tuple(_write(file, temporary) for file, temporary in waiting)
            replace_all([(temporary, folder / file.file) for file, temporary in waiting])
        finally:
            for _, temporary in waiting:
                _remove(folder, temporary)
        for name in set(former) - {file.file for file in files}:
            _remove(folder, folder / name)
    return printed


def _remove(folder: Path, path: Path) -> None:
    """Take a file away, and the folder that held nothing else."""
    path.unlink(missing_ok=True)
    if path.parent != folder and path.parent.is_dir() and not any(path.parent.iterdir()):
        path.parent.rmdir()


def _write(file: OutputFile, path: Path) -> Printed:
    data = file.content()
    path.write_bytes(data)
    return Printed(
        file=file.file,
        name=file.name,
        pieces=file.pieces,
        sheets=file.sheets,
        cuts=file.cuts,
        ink_pages=file.ink_pages,
        bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        bound=file.bound,
        waste=file.waste,
        note=file.note,
    )


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
