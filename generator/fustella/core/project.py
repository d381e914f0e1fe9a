"""The project: a folder with `content/` and `templates/`, and which games it has."""

from dataclasses import dataclass
from pathlib import Path

from fustella.core.problems import Place, Problem, ProblemsFound

RESOURCES = Path(__file__).parents[1] / "resources"
"""What the package brings for every project; see `fustella.resources`."""


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with `content/`, which designers edit, and `templates/`, which says how it looks."""

    root: Path

    @property
    def content(self) -> Path:
        return self.root / "content"

    @property
    def templates(self) -> Path:
        return self.root / "templates"

    def games(self) -> tuple[str, ...]:
        """The ids of all games, sorted: the folders with a game.yaml that are not hidden."""
        found = (path.parent.name for path in self.content.glob("*/game.yaml"))
        return tuple(sorted(name for name in found if name[0] != "."))

    def name_of(self, path: Path) -> str:
        """A file as messages name it: its path from the project's folder on, with `/`.

        A file of the package is named from the package on: `fustella/resources/papers.yaml`.
        """
        if path.is_relative_to(RESOURCES):
            return f"fustella/resources/{path.relative_to(RESOURCES).as_posix()}"
        return path.relative_to(self.root).as_posix()


def find_project(start: Path) -> Project:
    """The nearest folder at or above `start` that has a `content/`. Raises ProblemsFound: E001."""
    for folder in (start, *start.parents):
        if (folder / "content").is_dir():
            return Project(folder)
    message = "no folder `content/` here or in any folder above"
    hint = "go to your project's folder, or name it with --project DIR"
    raise ProblemsFound([Problem("E001", Place(str(start)), message, hint)])


def project_at(folder: Path) -> Project:
    """The project in exactly this folder, for a mistyped name must not find another one above.

    Raises ProblemsFound: E001.
    """
    if (folder / "content").is_dir():
        return Project(folder)
    message = "no folder `content/` in it"
    hint = "name the folder that holds `content/` and `templates/` with --project DIR"
    raise ProblemsFound([Problem("E001", Place(str(folder)), message, hint)])
