"""Papers, sizes and stocks of the package, and a project's own before them."""

import pytest

from fustella.core.files.project import Project
from fustella.core.values.problems import ProblemsFound
from fustella.read import read_papers, read_tables
from tests.helpers.sharing import ROOT


@pytest.fixture
def project(tmp_path):
    (tmp_path / "content").mkdir()
    return Project(tmp_path)


def test_tables_of_a_project_without_any_are_those_of_the_package(project):
    assert read_papers(project) == read_papers(Project(ROOT))
    assert read_tables(project) == read_tables(Project(ROOT))
    assert {"A4", "Letter"} <= read_papers(project).keys()
    assert "poker" in read_tables(project).sizes
    assert "card" in read_tables(project).stocks


def test_an_entry_of_a_project_goes_before_that_of_the_package(project):
    others = read_papers(project)
    own = """
A4: {width: 210mm, height: 297mm, margin: 9mm}
mine: {width: 1in, height: 2in, margin: 1mm}
"""
    (project.content / "papers.yaml").write_text(own, "utf-8")
    papers = read_papers(project)
    assert papers["A4"].margins.left_mm == 9
    assert papers.keys() == {*others, "mine"}
    assert all(papers[name] == others[name] for name in others if name != "A4")


def test_faulty_table_entry_names_the_projects_file(project):
    (project.content / "sizes.yaml").write_text("poker: 3\n", "utf-8")
    with pytest.raises(ProblemsFound, match=r"content/sizes\.yaml:1: poker: E104"):
        read_tables(project)


def test_a_table_that_is_a_folder_is_told(project):
    (project.content / "papers.yaml").mkdir()
    with pytest.raises(ProblemsFound, match=r"content/papers\.yaml: E100 cannot be read"):
        read_papers(project)


def test_a_stock_that_has_no_keys_is_told_what_a_stock_has(project):
    path = project.content / "stocks.yaml"
    path.write_text("felt: thick\n", "utf-8")
    with pytest.raises(ProblemsFound) as told:
        read_tables(project)
    (problem,) = told.value.problems
    assert problem.message == 'expected keys with values, found "thick"'
    written = problem.hint.removeprefix("write ")
    path.write_text(f"felt: {written}\n", "utf-8")
    assert read_tables(project).stocks["felt"].thickness_mm == 0.3


@pytest.mark.parametrize(
    ("table", "entries"),
    [
        ("papers.yaml", ["width: 0", "height: 9mm", "width: -1mm, height: 9mm, margin: 1mm"]),
        ("stocks.yaml", ["thickness: 0.3mm, weight: heavy", "weight: 250, colour: red"]),
        ("sizes.yaml", ["width: 3", "width: 3mm, height: 0mm", "depth: 3mm", "width: x"]),
    ],
)
def test_faults_of_all_entries_of_a_table_are_told_at_once(project, table, entries):
    lines = [f"entry{n}: {{{entry}}}" for n, entry in enumerate(entries)]
    (project.content / table).write_text("\n".join(lines))
    read = read_papers if table == "papers.yaml" else read_tables
    with pytest.raises(ProblemsFound) as found:
        read(project)
    places = {problem.place.line for problem in found.value.problems}
    assert places == set(range(1, len(entries) + 1))
