"""Puts a ready face into a project, to be changed by hand."""

from pathlib import Path

from fustella.core.files.journal import write_all
from fustella.core.files.names import refuse_way_out
from fustella.core.files.project import READY, Project
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.read.ready import PREFIX, ReadyFaces


def eject(project: Project, face: str, name: str = "") -> tuple[Path, ...]:
    """Copies the template of a ready face and its YAML into `templates/ready/` of a project.

    From then on, these files replace the ready face, such as `ready/card`; with a `name`, they are
    a new ready face. Nothing is overwritten. Returns the files. Raises OSError, and ProblemsFound:
    E117 for a face that does not exist, E015 for a face that the project already has, E402.
    """
    home = project.templates / READY
    refuse_way_out(home / face, project.root)
    faces = ReadyFaces(project)
    plain = face.removeprefix(PREFIX)
    if plain not in faces.names:
        problems: list[Problem] = []
        faces.find(face, Place(face), problems)
        raise ProblemsFound(problems)
    moves = [
        (path, home / f"{name or plain}{path.name.removeprefix(plain)}")
        for path in faces.files(plain)
    ]
    for _, target in moves:
        if target.exists():
            place = Place(project.name_of(target))
            hint = f"change that one, or name the copy: `fustella eject {plain} --as NAME`"
            raise ProblemsFound([Problem("E015", place, "it is there already", hint)])
    write_all(project.root, {target: source.read_bytes() for source, target in moves})
    return tuple(target for _, target in moves)
