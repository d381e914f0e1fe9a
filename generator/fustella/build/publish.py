"""Writes the files of an output folder, all or none.

All files of a game are written together (`core.files.journal`). So after a fault, a full disk or a
killed process the folder has either the last good box, untouched, or the new one, complete. The
records of a build, which are its stamp and the codes in the ledger, are replaced together with the
files.
"""

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from fustella.build.stamps import STAMPS, OutputRecord
from fustella.core.files.fingerprint import sha256_of
from fustella.core.files.journal import Writing
from fustella.core.files.names import refuse_way_out
from fustella.core.files.unwritten import hint_for_unwritten, why_unwritten
from fustella.core.files.whole import alone_in, finished, sweep
from fustella.core.values.problems import Place, Problem, ProblemsFound

if TYPE_CHECKING:
    from concurrent.futures import Future

Content: TypeAlias = bytes | Iterator[bytes]
"""The bytes of a file: the whole file, or its parts one by one, so that memory holds one part."""


class OutputFile(Struct, frozen=True):
    """A file still to be written: `content` makes its bytes.

    `file` is its path in the folder. `key` names everything that the content depends on; with "",
    the file is always written. `OutputRecord` explains the counts.
    """

    file: str
    name: str
    content: Callable[[], Content]
    pieces: int = 0
    sheets: int = 0
    cuts: int = 0
    ink_pages: float = 0.0
    bound: int = 0
    waste: float = 0.0
    note: str = ""
    key: str = ""


class Records(Struct, frozen=True):
    """The records of a build: `files` makes the new content of each file of records in `home`.

    `publish` calls `files` while it holds the lock of `home`, so that it may read the old records.
    """

    home: Path
    files: Callable[[tuple[OutputRecord, ...]], Mapping[Path, bytes]]


def publish(
    folder: Path,
    files: Sequence[OutputFile],
    former: Iterable[str],
    known: Sequence[OutputRecord] = (),
    records: Records | None = None,
    home: Path | None = None,
    workers: int = 0,
) -> tuple[OutputRecord, ...]:
    """Writes all files into `folder`, with their records: all or none.

    `workers` is the number of threads that make contents at once; the bytes are the same.

    Nothing outside of `home` is touched; without it, `home` is the folder of the records, or else
    `folder`. Raises ProblemsFound: E401, E402.

    `former` are names of files that earlier builds wrote here. Files among them that this build
    does not write are removed: somebody would print sheets of pieces that no longer exist. A file
    stays as it is where `known` has it with the same key and nobody has touched it since.
    """
    home = home or (records.home if records else folder)
    _refuse_one_name(folder, files)
    refuse_way_out(folder / STAMPS, home)
    with as_problem(folder), Writing(home) as writing:
        obsolete = _obsolete_files(folder, {*former} - {file.file for file in files})
        printed = _unchanged_records(folder, files, known)
        missing = [file for file in files if file.file not in printed]
        for file, content in zip(missing, _contents(missing, workers), strict=True):
            measured = _Measured((content,) if isinstance(content, bytes) else content)
            writing.put_parts(folder / file.file, measured)
            printed[file.file] = _record_of(file, measured.bytes, measured.hash.hexdigest())
        written = tuple(printed[file.file] for file in files)
        emptied = [path.parent for path in obsolete if path.parent != folder]
        if records is None:
            writing.finish(obsolete, emptied)
        else:
            records.home.mkdir(parents=True, exist_ok=True)
            with alone_in(records.home):
                for path, data in records.files(written).items():
                    writing.put(path, data)
                writing.finish(obsolete, emptied)
        for inside in {(folder / file.file).parent for file in files} | {home}:
            sweep(inside)
    return written


class _Measured:
    """An iterable that hands on the parts of a file, and counts and hashes their bytes."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = parts
        self.bytes = 0
        self.hash = hashlib.sha256()

    def __iter__(self) -> Iterator[bytes]:
        for part in self._parts:
            self.bytes += len(part)
            self.hash.update(part)
            yield part


def _contents(files: Sequence[OutputFile], workers: int) -> Iterator[Content]:
    """Yields the contents of files, in order; only a few are made before the caller takes them."""
    if not workers:
        yield from (file.content() for file in files)
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (not for sheets)

    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[Content]] = deque()
        for file in files:
            waiting.append(pool.submit(file.content))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _obsolete_files(folder: Path, names: Iterable[str]) -> list[Path]:
    """The files of earlier builds to remove, none of them outside of the folder."""
    home = folder.resolve()
    paths = (folder / name for name in sorted(names))
    return [path for path in paths if path.parent.resolve().is_relative_to(home)]


def _refuse_one_name(folder: Path, files: Sequence[OutputFile]) -> None:
    """Raises ProblemsFound, E401, where two names are equal; some systems ignore capitals."""
    named: dict[str, OutputFile] = {}
    twice = [file for file in files if named.setdefault(file.file.lower(), file) is not file]
    if twice:
        hint = "let one of them lie on other sheets: `sheet: …` in game.yaml"
        raise ProblemsFound(
            Problem(
                "E401",
                Place(str(folder / file.file)),
                f'"{named[file.file.lower()].name}" and "{file.name}" would have one file',
                hint,
            )
            for file in twice
        )


def _unchanged_records(
    folder: Path, files: Sequence[OutputFile], known: Sequence[OutputRecord]
) -> dict[str, OutputRecord]:
    """The records of files that need not be written again, by the names of the files."""
    there = {(one.file, one.key): one for one in known if one.key}
    kept = {}
    for file in files:
        before = there.get((file.file, file.key))
        with suppress(OSError):  # it is gone: written again
            if before and sha256_of(folder / file.file) == before.sha256:
                kept[file.file] = _record_of(file, before.bytes, before.sha256)
    return kept


def _record_of(file: OutputFile, size_bytes: int, sha256: str) -> OutputRecord:
    return OutputRecord(
        file=file.file,
        name=file.name,
        pieces=file.pieces,
        sheets=file.sheets,
        cuts=file.cuts,
        ink_pages=file.ink_pages,
        bytes=size_bytes,
        sha256=sha256,
        bound=file.bound,
        waste=file.waste,
        note=file.note,
        key=file.key,
    )


@contextmanager
def as_problem(folder: Path, *, elsewhere: bool = True) -> Iterator[None]:
    """Turns an OSError about a folder or its files into a problem, E401.

    With `elsewhere`, the command has the option --output, and the hint may name it.
    """
    try:
        yield
    except OSError as error:
        message = f"cannot be written: {why_unwritten(error)}"
        hint = f"{hint_for_unwritten(error)}{', or use --output DIR' if elsewhere else ''}"
        path = Path(error.filename2 or error.filename or folder)
        place = Place(str(finished(path)))
        raise ProblemsFound([Problem("E401", place, message, hint)]) from None
