"""The pages of docs/reference/ are what the code says, and lead to headings that exist."""

import re

import pytest

from fustella.cli.arguments import command_line
from fustella.core.files.project import Project
from fustella.draw.templates.functions import COLOURS, POSITIONS, SHAPES
from fustella.read import read_papers, read_tables
from tests.helpers.docs_makers import maker
from tests.helpers.sharing import ROOT
from tests.schema.test_forms import FORMS

MAKER = maker("make_reference")
FILES = MAKER.files()
DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", FILES)
def test_page_of_the_reference_is_what_the_code_says(name):
    there = MAKER.FOLDER / name
    assert there.is_file(), f"{name} is missing: run docs/make_reference.py"
    said = there.read_text(encoding="utf-8")
    assert said == FILES[name], f"{name} is out of date: run docs/make_reference.py"


def test_folder_of_the_reference_has_no_other_pages():
    assert {path.name for path in MAKER.FOLDER.iterdir()} == set(FILES)


def test_keys_of_all_forms_are_in_the_reference():
    keys = {key for form in FORMS for key in form.DECLARED}
    missing = [key for key in keys if f"| `{key}` |" not in FILES["files.md"]]
    assert not missing


def test_tools_of_templates_are_in_the_reference():
    names = [tool.__name__ for tool in (*SHAPES, *POSITIONS, *COLOURS)]
    for name in ("text", "icon", "image", "code", *names):
        assert f"\n### {name}\n" in FILES["tools.md"]


def test_parameters_of_the_tools_of_a_face_are_explained():
    for section in re.split(r"^### ", FILES["tools.md"], flags=re.MULTILINE)[1:5]:
        call = re.search(r"^`\w+\((.*)\)`$", section, re.MULTILINE)
        assert call is not None
        said = section.partition(")`\n\n")[2]
        for parameter in re.findall(r"(\w+)(?:=[^,]+)?(?:, |$)", call[1]):
            common = parameter in ("x", "y", "size", "colour") and section[:4] in ("icon", "code")
            assert f"`{parameter}`" in said or common, (section[:5], parameter)


def test_commands_are_in_the_reference_with_their_options():
    page = FILES["commands.md"]
    for words, parser in MAKER._commands(command_line(), ("fustella",)):
        assert f"\n## {' '.join(words)}\n" in page
        section = page.partition(f"\n## {' '.join(words)}\n")[2].partition("\n## ")[0]
        for action in parser._actions:
            said = (
                page.partition("\n## ")[0] if action.dest in ("color", "each", "debug") else section
            )
            for option in action.option_strings:
                assert option in ("-h", "--help", "--colour") or f"`{option}" in said, option


def test_papers_sizes_and_stocks_are_in_the_reference(tmp_path):
    nothing = Project(tmp_path)
    tables = read_tables(nothing)
    for name in (*read_papers(nothing), *tables.sizes, *tables.stocks):
        assert f"\n| `{name}` |" in FILES["papers.md"]


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    plain = (re.sub(r"\[(.+?)\]\(.+?\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain}


LINKED = [*sorted(DOCS.glob("*.md")), *sorted((DOCS / "reference").glob("*.md"))]


@pytest.mark.parametrize("path", LINKED, ids=lambda path: path.name)
def test_link_to_or_from_the_reference_leads_to_a_heading(path):
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s:]*)\)", text):
        file, _, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        if path.parent.name != "reference" and there.parent.name != "reference":
            continue
        assert there.exists(), target
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), target
