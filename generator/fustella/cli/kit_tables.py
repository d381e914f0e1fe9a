"""Makes tables of kits, and of the pieces that go into them and out of them.

`fustella kit list` is here because the libraries of the other commands of `kit` load slowly.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence

from fustella.cli.options import project_in
from fustella.cli.problems import collect, report
from fustella.cli.tables import table
from fustella.cli.terminal import plural
from fustella.history import ChangeReason
from fustella.kits import BookletChange, CopyChange, Kit, kit_names, read_kit

_WHY = {
    ChangeReason.NEW: "new",
    ChangeReason.GONE: "no longer in the box",
    ChangeReason.RULES: "other rules",
    ChangeReason.WORDING: "other wording",
    ChangeReason.LOOKS: "other looks",
    ChangeReason.COUNT: "another number",
}


def show_all(arguments: argparse.Namespace) -> int:
    """Prints a table of all kits."""
    project = project_in(arguments.project)
    kits, problems = collect(kit_names(project), lambda name: read_kit(project, name))
    if kits:
        print(table_of_kits(kits))
    elif not problems:
        game = " GAME" if len(project.games()) > 1 else ""
        print(f"there is no kit yet; begin one: fustella kit new NAME{game}")
    return report(problems) if problems else 0


def table_of_kits(kits: Sequence[Kit]) -> str:
    rows = [
        (kit.name, kit.game, kit.language, kit.theme, str(len(kit.lots)), str(copies_of(kit)))
        for kit in kits
    ]
    return table(("kit", "game", "language", "theme", "designs", "pieces"), rows, "llllrr")


def copies_of(kit: Kit) -> int:
    return sum(lot.copies for lots in kit.lots.values() for lot in lots)


def table_of_changes(
    changes: Sequence[CopyChange],
    names: Mapping[str, str],
    out: str = "take out",
    new: str = "put in",
) -> str:
    """A table with a row for each piece: the copies that go out and come in, and the reason."""
    rows = [
        (
            change.piece,
            " ".join(names.get(change.piece, "").split()),
            ", ".join(f"{lot.copies} × {lot.version.code}" for lot in change.take_out),
            f"{change.put_in} × {change.now.code}" if change.now and change.put_in else "",
            _WHY[change.kind],
        )
        for change in changes
    ]
    gone = sum(lot.copies for change in changes for lot in change.take_out)
    put_in = sum(change.put_in for change in changes)
    rows.append(("all", "", str(gone or ""), str(put_in or ""), ""))
    return table(("piece", "name", out, new, "why"), rows, "lllll")


def lines_about_booklet(change: BookletChange) -> Iterator[str]:
    """Yields lines about the booklet of a kit: which of its sheets to take out and to put in."""
    yield f"rule booklet: {_WHY[change.kind]}"
    if change.now is None:
        yield "  take it out"
        return
    count = change.of
    if change.whole:
        yield "  its number of sheets has changed, so that pages have moved to other sheets:"
    if len(change.put_in) == count:
        yield f"  print all of it: {plural(count, 'sheet')}"
    elif change.put_in:
        yield f"  print {_numbered(change.put_in)} of {count}: {_paged(change.pages)}"
    if change.take_out:
        all_out = len(change.put_in) == count
        yield f"  take out {'the old one' if all_out else _numbered(change.take_out)}"


def _numbered(sheets: Sequence[int]) -> str:
    noun = "sheet" if len(sheets) == 1 else "sheets"
    return f"{noun} {', '.join(map(str, sheets))}"


def _paged(pages: Sequence[int]) -> str:
    noun = "page" if len(pages) == 1 else "pages"
    return f"{noun} {', '.join(map(str, pages))}"
