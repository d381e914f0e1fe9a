"""Papers, stocks and named sizes: tables that all games of a project share."""

from collections.abc import Mapping as Table
from dataclasses import dataclass

from generator.geometry import Size
from generator.papers import Paper, Stock
from generator.problems import Place, Problem, ProblemsFound
from generator.project import Project
from generator.read.forms import Refused, checked
from generator.read.loader import load
from generator.read.nodes import Mapping
from generator.read.printing import PaperForm, StockForm, paper_of, stock_of
from generator.read.schema import SizeForm, identifier


@dataclass(frozen=True, slots=True)
class Tables:
    """What games may refer to by name, from content/sizes.yaml and content/stocks.yaml."""

    sizes: Table[str, Size]
    stocks: Table[str, Stock]


def read_papers(project: Project) -> dict[str, Paper]:
    """The papers of content/papers.yaml by name."""
    data, name = _table(project, "papers.yaml")
    return {
        paper: paper_of(paper, checked(PaperForm, value, name, (paper,)), value, name)
        for paper, value in _entries(data, name)
    }


def read_tables(project: Project) -> Tables:
    """Sizes and stocks. A project without content/stocks.yaml has no stocks."""
    stocks = {}
    if (project.content / "stocks.yaml").is_file():
        data, name = _table(project, "stocks.yaml")
        for stock, value in _entries(data, name):
            _check_name(stock, Place(name, data.lines[stock], stock))
            stocks[stock] = stock_of(stock, checked(StockForm, value, name, (stock,)))
    return Tables(_read_sizes(project), stocks)


def _check_name(stock: str, place: Place) -> None:
    """A stock names files: its kinds share sheets. Raises ProblemsFound: E121."""
    try:
        identifier(stock)
    except Refused as refused:
        raise ProblemsFound([Problem(refused.code, place, refused.message, refused.hint)]) from None


def _read_sizes(project: Project) -> dict[str, Size]:
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
