"""`fustella build --kit`: what a kit lacks, and what is to be taken out of it."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from fustella.cli.arguments import options_of, project_of, report, way_out
from fustella.cli.terminal import ProgressLine, table
from fustella.core.problems import ProblemsFound
from fustella.history.versions import ChangeReason
from fustella.kits.model import CopyChange

if TYPE_CHECKING:
    from fustella.build.options import BuildOptions
    from fustella.core.project import Project
    from fustella.kits.model import Kit
    from fustella.kits.stamps import KitBuilt, UpdateMode


_FLAGS = (
    *("only", "players", "copies_from", "pages", "boxes"),
    *("language", "shop"),
)
"""What a kit decides, or what would print a part of what is then recorded as a whole."""

_WHY = {
    ChangeReason.NEW: "new",
    ChangeReason.GONE: "no longer in the box",
    ChangeReason.RULES: "other rules",
    ChangeReason.WORDING: "other wording",
    ChangeReason.LOOKS: "other looks",
    ChangeReason.COUNT: "another number",
}


def add_kit(parser: argparse.ArgumentParser) -> None:
    """--kit and what goes with it."""
    group = parser.add_argument_group("for a printed copy (docs/kits.md)")
    group.add_argument(
        "--kit", metavar="NAME", default="", help="only what this kit lacks, with a swap list"
    )
    group.add_argument(
        "--rules-only", action="store_true", help="leave out what changed in looks alone"
    )
    group.add_argument(
        "--stickers",
        action="store_true",
        help="the changed parts of changed pieces, to be stuck on; instead of whole pieces",
    )


def build_kit(options: argparse.Namespace) -> int:
    """Print what a kit lacks, and say what to take out and what to put in."""
    _refuse_others(options)
    from fustella.kits.stamps import UpdateMode, already_built_for  # noqa: PLC0415
    from fustella.kits.store import read_kit  # noqa: PLC0415

    project = project_of(options)
    kit = read_kit(project, options.kit)
    if options.games and tuple(options.games) != (kit.game,):
        options.parser.error(f"argument --kit: {kit.name} is a kit of {kit.game}")
    wanted = options_of(options, project)
    way = UpdateMode(options.rules_only, options.stickers)
    try:
        done = already_built_for(project, kit, wanted, way) or _made(project, kit, wanted, way)
    except ProblemsFound as found:
        return report(found.problems, way_out(found.problems, "nothing was replaced"))
    print("\n".join(_said(done, stickers=options.stickers)))
    return 0


def _made(project: "Project", kit: "Kit", wanted: "BuildOptions", way: "UpdateMode") -> "KitBuilt":
    """Built anew. The pipeline's libraries are loaded only when there is work for them."""
    from fustella.kits.build import build_for_kit  # noqa: PLC0415
    from fustella.kits.stickers import build_stickers  # noqa: PLC0415

    build = build_stickers if way.stickers else build_for_kit
    with ProgressLine(sys.stderr) as progress:
        return build(project, kit, wanted, progress.show, rules_only=way.rules_only)


def _refuse_others(options: argparse.Namespace) -> None:
    """Flags that say otherwise what is printed."""
    if not options.kit:
        flag = "--stickers" if options.stickers else "--rules-only"
        options.parser.error(f"argument {flag}: give --kit NAME")
    for name in _FLAGS:
        if getattr(options, name):
            flag = name.replace("_", "-")
            options.parser.error(f"argument --{flag}: not with --kit, which says what is printed")
    if options.theme != "full":
        options.parser.error("argument --theme: a kit has the theme that it was made with")


def _said(done: "KitBuilt", *, stickers: bool) -> Iterator[str]:
    """What was printed, what is to be done with it, and what comes then."""
    from fustella.cli.tables import table_of  # noqa: PLC0415

    kit = done.kit
    if done.unrecorded:
        yield f"note: the last build for {kit.name} was not recorded; this one takes its place"
    if done.built is None:
        what = "has no text that stickers could mend" if stickers else "is what the box is"
        yield f"{kit.name} {what}: nothing to print"
        return
    yield table_of([done.built], 0)
    yield ""
    heads = ("stick on", "are then") if stickers else ("take out", "put in")
    yield table_of_changes(done.changes, done.names, *heads)
    yield ""
    done_with = "stuck on" if stickers else "swapped"
    yield f"once it is printed and {done_with}: fustella kit printed {kit.name}"


def table_of_changes(
    changes: Sequence[CopyChange],
    names: Mapping[str, str],
    out: str = "take out",
    new: str = "put in",
) -> str:
    """A row for each piece: what goes out, what comes in, and why."""
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
