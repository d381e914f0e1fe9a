"""`fustella kit new`, `show` and `printed`: begins, shows and records printed copies of a game."""

import argparse
from collections.abc import Mapping, Sequence

from msgspec import Struct

from fustella.build import BuildOptions
from fustella.cli import progress
from fustella.cli.kit_tables import (
    copies_of,
    lines_about_booklet,
    table_of_changes,
    table_of_kits,
)
from fustella.cli.options import game_named, only_game, output_folder, project_in
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.kits import BookletChange, CopyChange, read_kit
from fustella.kits.build import compare_kit
from fustella.kits.record import begin_kit, record_whole
from fustella.kits.store import record


def new(arguments: argparse.Namespace) -> int:
    project = project_in(arguments.project)
    game = game_named(project, arguments.game) if arguments.game else only_game(project)
    theme, fold = arguments.theme, arguments.fold
    kit = begin_kit(project, arguments.name, game, arguments.language, theme, fold)
    print(f"{kit.place.file}: {kit.game}, {kit.language}, {kit.theme}; nothing is printed yet")
    print(f"print it: fustella build --kit {kit.name}")
    return 0


class _NamedKit(Struct, frozen=True):
    """A kit that was named, its project, and the options of the builds that it is compared with."""

    name: str
    project: Project
    options: BuildOptions

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> "_NamedKit":
        project = project_in(arguments.project)
        output = output_folder(project, arguments.output)
        # The kit decides on language and theme; paper and duplex make no difference.
        return cls(arguments.name, project, BuildOptions("A4", Duplex.LONG_EDGE, output))


def show(arguments: argparse.Namespace) -> int:
    kit = _NamedKit.of(arguments)
    compared = compare_kit(kit.project, read_kit(kit.project, kit.name), kit.options, progress.show)
    print(table_of_kits([compared.kit]), end="\n\n")
    changes, rules = compared.changes(), compared.booklet.change()
    if not changes and rules is None:
        print(f"{kit.name} is what the box is: nothing is lacking")
        return 0
    _print_changes(changes, compared.names, rules)
    print(f"print what it lacks: fustella build --kit {kit.name}")
    return 0


def _print_changes(
    changes: Sequence[CopyChange], names: Mapping[str, str], rules: BookletChange | None
) -> None:
    if changes:
        print(table_of_changes(changes, names), end="\n\n")
    if rules is not None:
        print("\n".join(lines_about_booklet(rules)), end="\n\n")


def printed(arguments: argparse.Namespace) -> int:
    named = _NamedKit.of(arguments)
    if arguments.whole:
        before, kit = record_whole(named.project, named.name, named.options, progress.show)
        if before.lots:
            print(f"take out all that it had: {copies_of(before)} pieces")
        booklet = "and its booklet, " if kit.rules and kit.rules != before.rules else ""
        print(f"{kit.place.file}: {copies_of(kit)} pieces, {booklet}the whole box as it is now")
        return 0
    kit, done = record(named.project, named.options.output, named.name)
    _print_changes(done.changes, done.names, done.rules)
    print(f"{kit.place.file}: {copies_of(kit)} pieces, once what is listed is taken out and put in")
    return 0
