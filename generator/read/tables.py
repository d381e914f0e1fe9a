"""Papers and named sizes: tables that all games of a project share."""

from generator.geometry import Size
from generator.problems import Place, Problem, ProblemsFound
from generator.project import Project
from generator.read.forms import checked
from generator.read.loader import load
from generator.read.nodes import Mapping
from generator.read.schema import PaperForm, SizeForm
from generator.sheets import Paper


def read_papers(project: Project) -> dict[str, Paper]:
    """The papers of content/papers.yaml by name."""
    data, name = _table(project, "papers.yaml")
    papers = {}
    for paper, value in _entries(data, name):
        form = checked(PaperForm, value, name, (paper,))
        if 2 * form.margin >= min(form.width, form.height):
            place = Place(name, value.line_of("margin"), f"{paper}.margin")
            message, hint = "the margins leave nothing of the paper", "most printers need 5mm"
            raise ProblemsFound([Problem("E110", place, message, hint)])
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
