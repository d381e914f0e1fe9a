"""The output folder: whole files or none.

All files of a game are first written beside their places under temporary names; only when all of
them are complete are they renamed, so a fault or a full disk leaves the last good box untouched.
The records of a build, which are its stamp and the codes in the ledger, are replaced with them.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from fustella.build.ledger import LEDGER, LedgerEntry, ledger_with
from fustella.build.stamps import STAMPS, OutputRecord, Stamp, stamps_with
from fustella.core.files import alone_in, finished, replace_all, sweep, unfinished
from fustella.core.fingerprint import sha256_of
from fustella.core.problems import Place, Problem, ProblemsFound


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file still to be written: `content` makes it. The counts are those of `OutputRecord`.

    `file` is its path in the folder. `key` names everything that the content depends on; with ""
    the file is always written.
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
    key: str = ""


@dataclass(frozen=True, slots=True)
class Records:
    """The records of files that were made: `texts` gives the new text of each record file.

    It is called while the lock of `home` is held, so it may read what is there.
    """

    home: Path
    texts: Callable[[tuple[OutputRecord, ...]], Mapping[Path, str]]


def publish(
    folder: Path,
    files: Sequence[OutputFile],
    former: Iterable[str],
    known: Sequence[OutputRecord] = (),
    records: Records | None = None,
) -> tuple[OutputRecord, ...]:
    """Write all files into `folder`, with their records: all or none. Raises ProblemsFound: E401.

    `former` are names of files that earlier builds wrote here. Those that this build does not write
    are removed: sheets of pieces that no longer exist would be printed by mistake. A file that is
    `known`, with the same key and not touched since, is left as it is.
    """
    _refuse_one_name(folder, files)
    with as_problem(folder):
        for inside in {folder, *((folder / file.file).parent for file in files)}:
            inside.mkdir(parents=True, exist_ok=True)
        obsolete = _obsolete(folder, {*former} - {file.file for file in files})
        printed = _kept(folder, files, known)
        missing = [file for file in files if file.file not in printed]
        waiting = [(file, unfinished(folder / file.file)) for file in missing]
        try:
            printed |= {file.file: _write(file, temporary) for file, temporary in waiting}
            made = tuple(printed[file.file] for file in files)
            moves = [(temporary, folder / file.file) for file, temporary in waiting]
            _replace(moves, obsolete, records, made)
        finally:
            for _, temporary in waiting:
                _remove(folder, temporary)
        homes = {records.home} if records else set()
        for inside in {(folder / file.file).parent for file in files} | homes:
            sweep(inside)
        for path in obsolete:
            _remove(folder, path)
    return made


def _replace(
    moves: Sequence[tuple[Path, Path]],
    obsolete: Sequence[Path],
    records: Records | None,
    made: tuple[OutputRecord, ...],
) -> None:
    """Move files to their places, records last: a build that is killed between makes them again."""
    if records is None:
        replace_all(moves, obsolete)
        return
    with alone_in(records.home):
        texts = records.texts(made)
        recorded = [(unfinished(path), path) for path in texts]
        try:
            for temporary, path in recorded:
                temporary.write_text(texts[path], encoding="utf-8")
            replace_all([*moves, *recorded], obsolete)
        finally:
            for temporary, _ in recorded:
                temporary.unlink(missing_ok=True)


def _obsolete(folder: Path, names: Iterable[str]) -> list[Path]:
    """Files of earlier builds to remove; never one outside the folder, whatever a stamp says."""
    home = folder.resolve()
    paths = (folder / name for name in sorted(names))
    return [path for path in paths if path.parent.resolve().is_relative_to(home)]


def _refuse_one_name(folder: Path, files: Sequence[OutputFile]) -> None:
    """Raise ProblemsFound, E401, where two names are equal; some systems ignore capitals."""
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


def _kept(
    folder: Path, files: Sequence[OutputFile], known: Sequence[OutputRecord]
) -> dict[str, OutputRecord]:
    """The records of files that need not be written again, by name."""
    there = {(one.file, one.key): one for one in known if one.key}
    kept = {}
    for file in files:
        before = there.get((file.file, file.key))
        with suppress(OSError):  # it is gone: written again
            if before and sha256_of(folder / file.file) == before.sha256:
                kept[file.file] = _printed(file, before.bytes, before.sha256)
    return kept


def _remove(folder: Path, path: Path) -> None:
    """Remove a file, and its folder if that is empty then."""
    path.unlink(missing_ok=True)
    if path.parent != folder and path.parent.is_dir() and not any(path.parent.iterdir()):
        path.parent.rmdir()


def _write(file: OutputFile, path: Path) -> OutputRecord:
    data = file.content()
    path.write_bytes(data)
    return _printed(file, len(data), hashlib.sha256(data).hexdigest())


def _printed(file: OutputFile, size_bytes: int, sha256: str) -> OutputRecord:
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
def as_problem(folder: Path) -> Iterator[None]:
    """Turn an OSError about a folder or its files into a problem, E401."""
    try:
        yield
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        hint = "close the PDF if a viewer holds it, check the folder's rights, or use --output DIR"
        path = Path(error.filename2 or error.filename or folder)
        place = Place(str(finished(path)))
        raise ProblemsFound([Problem("E401", place, message, hint)]) from None


def records_of(
    home: Path,
    entries: Iterable[LedgerEntry],
    stamps: Path,
    key: str,
    stamp_of: Callable[[tuple[OutputRecord, ...]], Stamp],
) -> Records:
    """The notes of a build, to be published with its files.

    `home` is the folder of the game, which keeps the ledger; in the folder `stamps` the stamp is
    kept as `key`.
    """

    def texts(printed: tuple[OutputRecord, ...]) -> dict[Path, str]:
        codes = ledger_with(home, entries)
        ledger = {} if codes is None else {home / LEDGER: codes}
        return ledger | {stamps / STAMPS: stamps_with(stamps, key, stamp_of(printed))}

    return Records(home, texts)
