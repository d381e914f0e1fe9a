"""The table of built files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from fustella.build.stamps import Built, OutputRecord
from fustella.cli.arguments import (
    for_players,
)
from fustella.cli.terminal import table


def table_of(built: Sequence[Built], players: int) -> str:
    """What was printed, file by file, and for how many players when not for all."""
    rows = [row for one in built for row in _rows(one)]
    if sum(len(one.printed) for one in built) > 1:
        every = [entry for one in built for entry in one.printed]
        rows.append(("all", for_players(players), *_numbers(every), ""))
    heads = ("file", "what", "pieces", "sheets", "bound", "waste", "ink", "size", "")
    return table(heads, [_narrow(row) for row in rows], "llrrrrrrl")


def waste_of(laid: Sequence[OutputRecord]) -> float:
    """The part of the paper that is no piece, of several files: each by its sheets."""
    sheets = sum(entry.sheets for entry in laid)
    return sum(entry.waste * entry.sheets for entry in laid) / sheets if sheets else 0.0


def _rows(one: Built) -> Iterator[tuple[str, ...]]:
    """The folder of a game, a row for each PDF in it, and one for each folder of other files."""
    state = "unchanged" if one.unchanged else ""
    yield f"{_shown(one.folder)}/", *[""] * 7, state
    folders: dict[str, list[OutputRecord]] = {}
    for entry in one.printed:
        if entry.file.endswith(".pdf"):
            yield f"  {entry.file}", entry.name, *_numbers([entry]), ""
        else:
            folders.setdefault(Path(entry.file).parent.as_posix(), []).append(entry)
    for folder, files in folders.items():
        yield f"  {folder}/", f"{len(files)} cut files", *_numbers(files), ""


def _narrow(row: tuple[str, ...]) -> tuple[str, ...]:
    """A long list of names is not what the table is for."""
    file, what, *rest = row
    return file, what if len(what) <= WIDEST else f"{what[: WIDEST - 1].rstrip(' ,')}…", *rest


def _numbers(printed: Sequence[OutputRecord]) -> tuple[str, ...]:
    """Pieces, sheets, least sheets, waste, ink and size; a cover has no pieces, and no ink."""
    pieces, sheets = (sum(getattr(e, n) for e in printed) for n in ("pieces", "sheets"))
    laid = [entry for entry in printed if entry.pieces and entry.sheets]
    bound = sum(e.bound for e in laid) if all(e.bound for e in laid) else 0
    ink = sum(entry.ink_pages for entry in printed)
    size = sum(entry.bytes for entry in printed) / 1000
    return (
        str(pieces or ""),
        str(sheets or ""),
        str(bound or ""),
        f"{waste_of(laid):.0%}" if bound else "",
        f"{ink:.2f}" if ink else "",
        f"{size:,.0f} kB",
    )


WIDEST = 32
"""Of the names of what is printed, in letters: the table shall fit a terminal."""


def _shown(path: Path) -> str:
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
