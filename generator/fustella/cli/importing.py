"""`fustella import`: brings a game that was made with another program."""

import argparse
from pathlib import Path

from fustella.build.publish import as_problem
from fustella.cli.problems import tell
from fustella.cli.terminal import path_from_here
from fustella.intake.bringing import Brought, bring
from fustella.intake.report import DOWNLOADS
from fustella.intake.stated import BackPages, Stated
from fustella.intake.taken import Miss

_TOLD = 5


def run(arguments: argparse.Namespace) -> int:
    """Imports a source, and says what was taken and what would be missed most."""
    folder: Path | None = arguments.into
    with as_problem(folder or Path.cwd(), elsewhere=False):
        stated = Stated(arguments.grid, arguments.size, BackPages(arguments.backs))
        brought = bring(arguments.source, arguments.form, folder, stated)
    tell(brought.problems)
    print(told(brought))
    return 0


def told(brought: Brought) -> str:
    """What was imported, in lines."""
    lines = [
        f"{kind.name}: {len(kind.rows)} designs, {kind.width_mm:g} × {kind.height_mm:g} mm"
        for kind in brought.taken.kinds
    ]
    lines.append(f"{brought.taken.picture_count} pictures")
    if count := len(brought.taken.downloads):
        what = f"{count} pictures are" if count > 1 else "1 picture is"
        where = path_from_here(brought.place.folder / DOWNLOADS)
        lines.append(
            f"{what} on the net, and not fetched: {where} says what to save under which name"
        )
    lines += [f"{path_from_here(path)} was changed by hand, and stays" for path in brought.kept]
    losses = sorted(brought.taken.losses, key=lambda loss: (loss.approximated, loss.miss))
    left = [loss for loss in losses if not loss.approximated and loss.miss is not Miss.OUTPUT]
    if left:
        lines.append(f"\nLeft, {len(left)} in all:\n")
        lines += [f"    {loss.place.spot}: {loss.what}: {loss.why}" for loss in left[:_TOLD]]
    lines.append(
        f"\n{path_from_here(brought.report)} says all that was taken, approximated and left."
    )
    root = brought.place.project.root
    game = "" if brought.place.project.single else f" {brought.place.game}"
    lines.append("\nNow:\n")
    if root.absolute() != Path.cwd():
        lines.append(f"    cd {path_from_here(root)}")
    lines.append(f"    fustella build{game} --draft")
    lines.append(f"    fustella preview{game} --open")
    return "\n".join(lines)
