"""`fustella schema`: writes schemas, by which editors know the language of the content."""

import argparse
import os
from pathlib import Path

from fustella.cli.options import Scope
from fustella.cli.problems import report
from fustella.core.words.patterns import visible_in_line
from fustella.schema import FOLDER, lines_for_files, schema_files


def run(arguments: argparse.Namespace) -> int:
    project, games = Scope.of(arguments).resolve()
    folder: Path = arguments.output or project.root / FOLDER
    schemas = schema_files(project, games)
    for path in schemas.write(folder, arguments.output or project.root):
        print(_path_shown(path))
    print("\nThe first line of each file tells an editor what may stand in it (docs/editor.md):")
    by_line: dict[str, list[Path]] = {}
    for path, line in lines_for_files(project, games, folder):
        by_line.setdefault(line, []).append(path)
    for line, paths in by_line.items():
        print("\n" + "\n".join(map(_path_shown, paths)))
        print(f"    {visible_in_line(line)}")
    if schemas.problems:
        print(end="", flush=True)
        return report(schemas.problems, "the schemas know what the rest tells")
    return 0


def _path_shown(path: Path) -> str:
    """A path, relative to the current folder if it lies below that folder."""
    shown = os.path.relpath(path)
    return visible_in_line((path if shown.startswith("..") else Path(shown)).as_posix())
