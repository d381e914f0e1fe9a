"""`fustella kit list`: all kits.

Apart from the other commands of `kit`, whose libraries draw and take long to load.
"""

import argparse

from fustella.cli.kit_tables import table_of_kits
from fustella.cli.options import project_in
from fustella.cli.problems import collect, report
from fustella.kits import kit_names, read_kit


def run(arguments: argparse.Namespace) -> int:
    project = project_in(arguments.project)
    kits, problems = collect(kit_names(project), lambda name: read_kit(project, name))
    if kits:
        print(table_of_kits(kits))
    elif not problems:
        game = " GAME" if len(project.games()) > 1 else ""
        print(f"there is no kit yet; begin one: fustella kit new NAME{game}")
    return report(problems) if problems else 0
