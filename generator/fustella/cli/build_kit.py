"""`fustella build --kit`: prints the copies that a kit lacks, and lists copies to take out."""

import argparse
from collections.abc import Iterator

from fustella.build.options import LANGUAGES
from fustella.cli import progress
from fustella.cli.commands.build import KitOptions
from fustella.cli.kit_tables import lines_about_booklet, table_of_changes
from fustella.cli.options import (
    CHOICE,
    COVER,
    DRAFT,
    SHOP,
    Scope,
    UsageError,
    build_options,
    project_in,
)
from fustella.cli.problems import report_refused, tell
from fustella.cli.tables import table_of_files
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.themes import Theme
from fustella.kits import KitBuilt, UpdateMode, already_built_for, read_kit
from fustella.kits.build import build_for_kit
from fustella.kits.stickers import build_stickers


def build_kit(scope: Scope, arguments: argparse.Namespace, kit: KitOptions) -> int:
    """Prints the copies that a kit lacks, and a table of copies to take out and to put in."""
    _refuse_others(arguments, kit)
    project = project_in(scope.project, scope.git_dir)
    known = read_kit(project, kit.kit)
    if scope.games and scope.games != (known.game,):
        raise UsageError(f"argument --kit: {known.name} is a kit of {known.game}: name no game")
    options = build_options(arguments, project)
    mode = UpdateMode(kit.rules_only, kit.stickers)
    try:
        built = already_built_for(project, known, options, mode)
        warnings = built.built.warnings if built and built.built else ()
        if built is None or (options.strict and warnings):
            build = build_stickers if mode.stickers else build_for_kit
            built = build(project, known, options, progress.show, rules_only=mode.rules_only)
    except ProblemsFound as error:
        return report_refused(error.problems, "nothing was replaced")
    print("\n".join(_lines(built, stickers=mode.stickers)))
    tell(built.built.warnings if built.built else ())
    return 0


def _refuse_others(arguments: argparse.Namespace, kit: KitOptions) -> None:
    """Raises UsageError for arguments that contradict a kit, such as other kinds.

    Some of them would print a part of the pieces, while the kit's record would name them all.
    """
    if not kit.kit:
        flag = "--stickers" if kit.stickers else "--rules-only"
        raise UsageError(f"argument {flag}: it is of a kit; add --kit NAME")
    for option in (*CHOICE, LANGUAGES, SHOP, COVER, DRAFT):
        flag, typed = option.flags[0], getattr(arguments, option.name)
        if typed not in (option.usual, []):
            raise UsageError(f"argument {flag}: the kit says what is printed; leave {flag} out")
    if arguments.theme is not Theme.FULL:
        raise UsageError("argument --theme: a kit keeps its own theme; leave --theme out")
    if arguments.format != "text":
        raise UsageError("argument --format: a kit has a list to read; leave --format out")


def _lines(done: KitBuilt, *, stickers: bool) -> Iterator[str]:
    """Yields lines about the printed files, their use, and the command to type afterwards."""
    kit = done.kit
    if done.unrecorded:
        yield f"note: the last build for {kit.name} was not recorded; this one takes its place"
    if done.built is None:
        phrase = "has no text that stickers could mend" if stickers else "is what the box is"
        yield f"{kit.name} {phrase}: nothing to print"
        return
    yield table_of_files([done.built], 0)
    yield ""
    heads = ("stick on", "are then") if stickers else ("take out", "put in")
    if done.changes:
        yield table_of_changes(done.changes, done.names, *heads)
        yield ""
    if done.rules is not None:
        yield from lines_about_booklet(done.rules)
        yield ""
    phrase = "stuck on" if stickers else "swapped"
    yield f"once it is printed and {phrase}: fustella kit printed {kit.name}"
