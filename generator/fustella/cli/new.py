"""`fustella new` and `eject`: begins a game, and copies a ready face to change it by hand."""

import argparse
from pathlib import Path

from fustella.build.publish import as_problem
from fustella.cli.options import project_in, project_or_here
from fustella.cli.tables import listing
from fustella.cli.terminal import path_from_here
from fustella.read.ready import ReadyFaces
from fustella.start.eject import eject as eject_face
from fustella.start.new import begin


def run(arguments: argparse.Namespace) -> int:
    """Begins a game and says what to do next."""
    folder: Path = arguments.name
    with as_problem(folder, elsewhere=False):
        begun = begin(folder, arguments.start)
    for written in begun.written:
        print(path_from_here(written))
    for kept in begun.kept:
        print(f"{path_from_here(kept)} was there already, and stays")
    here = Path.cwd()
    root = begun.project.root
    game = "" if begun.project.single else f" {begun.game}"
    print("\nNow:\n")
    if root.absolute() != here:
        path = path_from_here(root)
        print(f'    cd "{path}"' if " " in path else f"    cd {path}")
    print(f"    fustella build{game}")
    print(f"    fustella preview{game} --open")
    return 0


def eject(arguments: argparse.Namespace) -> int:
    """Copies a ready face into the project, and says how to use it."""
    if not arguments.face:
        project = project_or_here(arguments.project)
        faces = ReadyFaces(project)
        print(listing([(name, faces.about(name)) for name in faces.names]))
        return 0
    project = project_in(arguments.project)
    with as_problem(project.templates, elsewhere=False):
        files = eject_face(project, arguments.face, arguments.called or "")
    for path in files:
        print(path_from_here(path))
    face = files[0].name.partition(".")[0]
    print(
        f"\nKinds with `front: ready/{face}` are drawn by these files now: SVG with places to fill"
    )
    print("in. To move, restyle or hide a zone alone, `layout:` in game.yaml is enough.")
    return 0
