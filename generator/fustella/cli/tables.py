"""Makes tables for a terminal, such as the table of the files that a build wrote."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fustella.build import Built, OutputRecord
from fustella.cli.terminal import TerminalStyle, path_from_here, plural, room, styled, wrapped
from fustella.core.words.patterns import visible_in_line

_APART = "  "
"""The space between two columns."""

_LEAST = 12
"""The fewest characters to which a column is shortened: fewer would say nothing."""


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    align: str,
    spare: Sequence[str] = (),
) -> str:
    """A table in the width of the terminal; `align` has `l` or `r` for each column.

    Where room is scarce, columns whose heads are in `spare` are left out, in this order, and texts
    are shortened, except in the first column.
    """
    columns = room(sys.stdout)
    rows = [[*map(visible_in_line, row)] for row in rows]
    left_out: list[str] = []
    for head in (*spare, ""):
        kept = [i for i, name in enumerate(heads) if name not in left_out]
        texts = [i for i in kept[1:] if align[i] == "l"]
        widths = {i: max(len(row[i]) for row in (heads, *rows)) for i in kept}
        over = sum(widths.values()) + len(_APART) * (len(kept) - 1) - columns if columns else 0
        if over <= sum(max(0, widths[i] - _LEAST) for i in texts):
            break
        left_out.append(head)
    for _ in range(over):
        widest = max(texts, key=lambda i: widths[i], default=0)
        if widths.get(widest, 0) <= _LEAST or not texts:
            break
        widths[widest] -= 1

    def line(row: Sequence[str]) -> str:
        cells = (
            row[i].rjust(width) if align[i] == "r" else shorten(row[i], width, " ,").ljust(width)
            for i, width in widths.items()
        )
        return _APART.join(cells).rstrip()

    head = styled(line(heads), sys.stdout, TerminalStyle.BOLD)
    rule = styled(
        _APART.join("─" * width for width in widths.values()), sys.stdout, TerminalStyle.DIM
    )
    return "\n".join([head, rule, *map(line, rows)])


def width_of(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """The columns of the terminal that a table takes whose texts are not shortened."""
    widths = [
        max(map(len, map(visible_in_line, column))) for column in zip(heads, *rows, strict=True)
    ]
    return sum(widths) + len(_APART) * (len(widths) - 1)


def listing(rows: Sequence[tuple[str, str]]) -> str:
    """Names and their descriptions, as lines that fit the terminal."""
    rows = [(visible_in_line(name), visible_in_line(about)) for name, about in rows]
    indent = " " * (max(len(name) for name, _ in rows) + len(_APART))
    columns = room(sys.stdout)
    lines = (
        f"{styled(name, sys.stdout, TerminalStyle.BOLD)}{indent[len(name) :]}{about}"
        for name, about in rows
    )
    return "\n".join(wrapped(line.rstrip(), columns, indent) for line in lines)


def shorten(text: str, width: int, drop: str | None = None) -> str:
    """The text, cut to at most `width` characters, with an ellipsis at the cut.

    Characters in `drop`, by default white space, are removed before the ellipsis.
    """
    return text if len(text) <= width else f"{text[: width - 1].rstrip(drop)}…"


def for_players(players: int) -> str:
    """The words `for 2 players`; "" for 0, the whole box."""
    return f"for {plural(players, 'player')}" if players else ""


def table_of_files(built: Sequence[Built], players: int) -> str:
    """A table of printed files; its total names the number of players, unless that is 0."""
    rows = [row for edition in built for row in _rows(edition)]
    printed = [entry for edition in built for entry in edition.printed]
    if len(printed) > 1:
        rows.append(("all", for_players(players), *_figures(printed)))
    heads = ("file", "what", "pieces", "sheets", "bound", "waste", "ink", "size")
    return table(heads, rows, "llrrrrrr", spare=("bound", "waste", "ink", "size", "what"))


def _rows(built: Built) -> Iterator[tuple[str, ...]]:
    """Yields rows for the folder of a game, each PDF in it, and each folder of other files."""
    yield f"{path_from_here(built.folder)}/", "unchanged" if built.unchanged else "", *[""] * 6
    folders: dict[str, list[OutputRecord]] = {}
    for entry in built.printed:
        if entry.file.endswith(".pdf"):
            yield f"  {entry.file}", entry.name, *_figures([entry])
        else:
            folders.setdefault(Path(entry.file).parent.as_posix(), []).append(entry)
    for folder, files in folders.items():
        yield f"  {folder}/", f"{len(files)} cut files", *_figures(files)


def _figures(printed: Sequence[OutputRecord]) -> tuple[str, ...]:
    """The cells of pieces, sheets, bound, waste, ink and size; a figure of 0 is an empty cell."""
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
