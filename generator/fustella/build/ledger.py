"""Keeps the ledger in a game's output folder: the texts behind all printed version codes.

Entries are never removed. Unlike the PDFs, the ledger differs from machine to machine: it records
the day on which a code was first built, so that `whatis` can say since when a piece is different.
"""

import json
import os
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from fustella.core.files.reading import fails, is_inside, read_own, unread
from fustella.core.values.problems import Place, Problem, ProblemsFound

if TYPE_CHECKING:  # they take longer to load than a build in which nothing changed
    from fustella.core.values.codes import FieldTexts
    from fustella.core.values.model import Game, Piece

LEDGER = "codes.json"

_EPOCH = "SOURCE_DATE_EPOCH"


class LedgerEntry(Struct, frozen=True):
    """The piece behind a code, in one language, and the texts of all its fields.

    `first` is the day of the first build, such as 2026-11-22; "" where it is not known.
    """

    code: str
    piece: str
    kind: str
    name: str
    language: str
    said: "FieldTexts"
    first: str = ""


def entries_of(
    game: "Game", pieces: "Iterable[Piece]", language: str, first: str = ""
) -> Iterator[LedgerEntry]:
    """Yields the entries of some pieces of a game as they are now; there may be thousands."""
    from fustella.core.values.codes import codes_of, field_texts  # noqa: PLC0415  (only for a new build)

    codes = codes_of(game, language)
    for piece in pieces:
        if piece.id in codes:
            yield LedgerEntry(
                code=codes[piece.id],
                piece=piece.id,
                kind=piece.kind.id,
                name=str(piece.name.in_language(language)),
                language=language,
                said=field_texts(piece, language),
                first=first,
            )


def read_ledger(folder: Path) -> tuple[LedgerEntry, ...]:
    """All entries of the ledger in a game's output folder; () where there is no ledger.

    Raises ProblemsFound, E100, where the ledger cannot be read.
    """
    if not is_inside(folder / LEDGER, folder.parent):
        return ()
    try:
        return _read(folder / LEDGER) or ()
    except OSError as error:
        if fails(error):
            raise ProblemsFound([unread(error, Place(str(folder / LEDGER)))]) from None
        return ()


def ledger_with(folder: Path, entries: Iterable[LedgerEntry]) -> dict[Path, bytes]:
    """The new content of the ledger's file with `entries`, by its path; {} when none is new.

    The caller holds the lock of the folder. A damaged ledger is put aside, as a second file. Raises
    OSError when the ledger exists and cannot be read, so that it is not overwritten.
    """
    path = folder / LEDGER
    known = _read(path)
    aside: dict[Path, bytes] = {}
    if known is None:
        names = (f"{LEDGER}.damaged{f'-{number}' if number else ''}" for number in count())
        free = (path.with_name(name) for name in names if not os.path.lexists(path.with_name(name)))
        aside[next(free)] = read_own(path)
        known = ()
    written = {(one.code, one.piece, one.kind) for one in known}
    encoded = json.JSONEncoder(ensure_ascii=False).encode
    lines = [
        encoded(asdict(one)).encode()
        for one in entries
        if (one.code, one.piece, one.kind) not in written
    ]
    if not lines and not aside:
        return {}
    before = (encoded(asdict(one)).encode() for one in known)
    return aside | {path: b"[\n" + b",\n".join((*before, *lines)) + b"\n]\n"}


def today() -> str:
    """The day of this build, or the day of SOURCE_DATE_EPOCH (reproducible-builds.org).

    Raises ProblemsFound, E016, where SOURCE_DATE_EPOCH is not a number of whole seconds.
    """
    fixed = os.environ.get(_EPOCH, "")
    if not fixed:  # unset, or emptied by a script
        return datetime.now(UTC).strftime("%Y-%m-%d")
    try:
        if not (fixed.isascii() and fixed.isdecimal()):
            raise ValueError(fixed)
        return datetime.fromtimestamp(int(fixed), UTC).strftime("%Y-%m-%d")
    except (ValueError, OverflowError, OSError):  # no number, or of no year that there is
        hint = "give it the seconds since 1970, `SOURCE_DATE_EPOCH=1700000000`, or unset it"
        message = f"`{fixed[:40]}` is no number of seconds"
        raise ProblemsFound([Problem("E016", Place(_EPOCH), message, hint)]) from None


def _read(path: Path) -> tuple[LedgerEntry, ...] | None:
    """The entries of a ledger: () without a file, None for a damaged one. Raises OSError."""
    try:
        typed = json.loads(read_own(path))
        if not isinstance(typed, list):
            return None
        return tuple(map(_entry, typed))
    except FileNotFoundError:
        return ()
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _entry(typed: dict[str, object]) -> LedgerEntry:
    """An entry from its JSON. Raises KeyError or TypeError for any other JSON."""
    said = typed["said"]
    if not isinstance(said, dict):
        raise TypeError("said")
    keys = ("code", "piece", "kind", "name", "language")
    code, piece, kind, name, language = (str(typed[key]) for key in keys)
    fields = {str(path): str(value) for path, value in said.items()}
    return LedgerEntry(code, piece, kind, name, language, fields, str(typed.get("first", "")))
