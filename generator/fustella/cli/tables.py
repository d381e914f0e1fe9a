"""Tables for a terminal, and that of the files that a build wrote."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from fustella.build import Built, OutputRecord
from fustella.cli.terminal import path_from_here, plural


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> str:
    """Columns of text; `align` has `l` or `r` for each."""
    widths = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]

    def line(row: Sequence[str]) -> str:
        cells = (
            cell.rjust(width) if side == "r" else cell.ljust(width)
            for cell, width, side in zip(row, widths, align, strict=True)
        )
        return "  ".join(cells).rstrip()

    rule = "  ".join("─" * width for width in widths).rstrip()
    return "\n".join([line(heads), rule, *map(line, rows)])


def shorten(text: str, width: int, drop: str | None = None) -> str:
    """A text in at most `width` characters, with an ellipsis where it is cut.

    Characters of `drop`, by default white space, do not remain before the ellipsis.
    """
    return text if len(text) <= width else f"{text[: width - 1].rstrip(drop)}…"


def shorten_names(names: str) -> str:
    """The name of what is printed, which may list several kinds, in 32 characters."""
    return shorten(names, 32, drop=" ,")


def for_players(players: int) -> str:
    """`for 2 players`; nothing for 0, the whole box."""
    return f"for {plural(players, 'player')}" if players else ""


def table_of_files(built: Sequence[Built], players: int) -> str:
    """The files that were printed, and for how many players when not for all (0)."""
    rows = [row for one in built for row in _rows(one)]
    printed = [entry for one in built for entry in one.printed]
    if len(printed) > 1:
        rows.append(("all", for_players(players), *_figures(printed), ""))
    heads = ("file", "what", "pieces", "sheets", "bound", "waste", "ink", "size", "")
    return table(heads, rows, "llrrrrrrl")


def _rows(built: Built) -> Iterator[tuple[str, ...]]:
    """The folder of a game, each PDF in it, and each folder of other files."""
    yield f"{path_from_here(built.folder)}/", *[""] * 7, "unchanged" if built.unchanged else ""
    folders: dict[str, list[OutputRecord]] = {}
    for entry in built.printed:
        if entry.file.endswith(".pdf"):
            yield f"  {entry.file}", shorten_names(entry.name), *_figures([entry]), ""
        else:
            folders.setdefault(Path(entry.file).parent.as_posix(), []).append(entry)
    for folder, files in folders.items():
        yield f"  {folder}/", f"{len(files)} cut files", *_figures(files), ""


def _figures(printed: Sequence[OutputRecord]) -> tuple[str, ...]:
    """Pieces, sheets, bound, waste, ink and size; empty where there are none, as for a cover."""
    pieces = sum(entry.pieces for entry in printed)
    sheets = sum(entry.sheets for entry in printed)
    laid = [entry for entry in printed if entry.pieces and entry.sheets]
    bound = sum(entry.bound for entry in laid) if all(entry.bound for entry in laid) else 0
    waste = sum(entry.waste * entry.sheets for entry in laid)  # each file by its sheets
    ink = sum(entry.ink_pages for entry in printed)
    size = sum(entry.bytes for entry in printed) / 1000
    return (
        str(pieces or ""),
        str(sheets or ""),
        str(bound or ""),
        f"{waste / sum(entry.sheets for entry in laid):.0%}" if bound else "",
        f"{ink:.2f}" if ink else "",
        f"{size:,.0f} kB",
    )
