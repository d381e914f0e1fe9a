"""The project: where content and templates lie, which games, papers and sizes there are."""

from dataclasses import dataclass
from pathlib import Path

from generator.geometry import Size
from generator.model import Paper
from generator.problems import Place, Problem, ProblemsFound
from generator.read.faults import checked
from generator.read.loader import load
from generator.read.nodes import Mapping
from generator.read.schema import PaperForm, SizeForm


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with `content/` and `templates/`."""

    root: Path

    @property
    def content(self) -> Path:
        """What designers edit."""
        return self.root / "content"

    @property
    def templates(self) -> Path:
        """How it looks."""
        return self.root / "templates"

    def games(self) -> tuple[str, ...]:
        """The ids of all games, in alphabetical order."""
        found = (path.parent.name for path in self.content.glob("*/game.yaml"))
        return tuple(sorted(found))

    def name_of(self, path: Path) -> str:
        """A file as the designer knows it: from the project's folder on, with `/`."""
        return path.relative_to(self.root).as_posix()


def find_project(start: Path) -> Project:
    """The nearest folder at or above `start` that has a `content/`. Raises ProblemsFound: E001."""
    for folder in (start, *start.parents):
        if (folder / "content").is_dir():
            return Project(folder)
    message = "no folder `content/` here or in any folder above"
    hint = "go to your project's folder, or name it with --project DIR"
    raise ProblemsFound([Problem("E001", Place(str(start)), message, hint)])


def read_papers(project: Project) -> dict[str, Paper]:
    """The papers of content/papers.yaml by name."""
    data, name = _table(project, "papers.yaml")
    papers = {}
    for paper, value in _entries(data, name):
        form = checked(PaperForm, value, name, (paper,))
        papers[paper] = Paper(paper, Size(form.width, form.height), form.margin)
    return papers


def read_sizes(project: Project) -> dict[str, Size]:
    """The named sizes of content/sizes.yaml."""
    data, name = _table(project, "sizes.yaml")
    sizes = {}
    for size, value in _entries(data, name):
        form = checked(SizeForm, value, name, (size,))
        sizes[size] = Size(form.width, form.height)
    return sizes


def _table(project: Project, file: str) -> tuple[Mapping, str]:
    path = project.content / file
    return load(path, project.name_of(path)), project.name_of(path)


def _entries(data: Mapping, name: str) -> list[tuple[str, Mapping]]:
    entries, problems = [], []
    for key, value in data.items():
        if isinstance(value, Mapping):
            entries.append((key, value))
        else:
            place = Place(name, data.lines[key], key)
            hint = "write {width: 210mm, height: 297mm, …}"
            problems.append(Problem("E104", place, "expected keys with values", hint))
    if problems:
        raise ProblemsFound(problems)
    return entries
