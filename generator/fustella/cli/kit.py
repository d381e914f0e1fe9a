"""`fustella kit new`, `show` and `printed`: begins, shows and records printed copies of a game."""

import argparse

from msgspec import Struct

from fustella.build import BuildOptions
from fustella.cli import progress
from fustella.cli.kit_tables import copies_of, table_of_changes, table_of_kits
from fustella.cli.options import game_named, only_game, output_folder, project_in
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.kits import read_kit
from fustella.kits.build import compare_kit
from fustella.kits.record import begin_kit, record_whole
from fustella.kits.store import record


def new(arguments: argparse.Namespace) -> int:
    project = project_in(arguments.project)
    game = game_named(project, arguments.game) if arguments.game else only_game(project)
    kit = begin_kit(project, arguments.name, game, arguments.language, arguments.theme)
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
    changes = compared.changes()
    if not changes:
        print(f"{kit.name} is what the box is: nothing is lacking")
        return 0
    print(table_of_changes(changes, compared.names), end="\n\n")
    print(f"print what it lacks: fustella build --kit {kit.name}")
    return 0


def printed(arguments: argparse.Namespace) -> int:
    named = _NamedKit.of(arguments)
    if arguments.whole:
        before, kit = record_whole(named.project, named.name, named.options, progress.show)
        if before.lots:
            print(f"take out all that it had: {copies_of(before)} pieces")
        print(f"{kit.place.file}: {copies_of(kit)} pieces, the whole box as it is now")
        return 0
    kit, done = record(named.project, named.options.output, named.name)
    print(table_of_changes(done.changes, done.names), end="\n\n")
    print(f"{kit.place.file}: {copies_of(kit)} pieces, once what is listed is taken out and put in")
    return 0
