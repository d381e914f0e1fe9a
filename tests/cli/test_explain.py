"""`fustella explain`: pages as plain text, found by code and by words."""

import re

import pytest

from fustella.cli.command import main
from fustella.cli.explain import as_plain
from tests.helpers.sharing import ROOT

PAGES = sorted((ROOT / "docs" / "problems").glob("E*.md"))


@pytest.fixture
def explain(tmp_path, capsys):
    """Runs the command in a folder that is no project; its output and its errors."""

    def call(*words, columns="80", fails=False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("COLUMNS", columns)
            patch.chdir(tmp_path)
            try:
                code = main(["explain", *words])
            except SystemExit as left:
                code = left.code
        assert code == (2 if fails else 0)
        said = capsys.readouterr()
        return said.err if fails else said.out

    return call


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_is_told_whole_and_without_signs_of_markdown(page, explain):
    text, told = page.read_text(encoding="utf-8"), explain(page.stem)
    title = text.splitlines()[0].removeprefix("# ")
    assert told.splitlines()[0] == title.replace("**", "")
    outside = re.sub(r"^    .*\n?|`[^`]*`", "", told, flags=re.M)
    assert not re.search(r"\]\(|\*\*|<!--|^#|```", outside, flags=re.M)
    assert all(len(line) <= 80 for line in told.splitlines() if not line.startswith("    "))
    for block in re.findall(r"^```\w*\n(.*?)^```", text, flags=re.M | re.S):
        shown = "".join(f"    {line}".rstrip() + "\n" for line in block.splitlines())
        assert shown in told + "\n"
    words = re.findall(
        r"\w+", re.sub(r"^```.*?^```|<!--.*?-->|\]\([^)]*\)", "", text, flags=re.M | re.S)
    )
    missing = set(words) - set(re.findall(r"\w+", told))
    assert missing == set()


@pytest.mark.parametrize("typed", ["E201", "e201", "201"])
def test_code_is_understood_as_typed(typed, explain):
    assert explain(typed).startswith("E201 a text does not fit\n")


def test_page_is_as_wide_as_readable(explain):
    for columns, widest in (("40", 40), ("60", 60), ("200", 100)):
        lines = explain("E113", columns=columns).splitlines()
        own = [len(line) for line in lines if not line.startswith("    ")]
        assert widest - 20 < max(own) <= widest


def test_words_find_problems_by_their_titles(explain):
    found = [line.split("  ")[0] for line in explain("Font").splitlines()]
    assert {"E135", "E220", "E238"} <= set(found)
    assert "E201" not in found
    assert explain("unknown", "font") == "E220  unknown font\n"


def test_without_a_code_all_problems_are_listed(explain):
    listed = [line[:4] for line in explain().splitlines()]
    assert sorted(listed) == [page.stem for page in PAGES]


@pytest.mark.parametrize("typed", [("E999",), ("E531",), ("xyzzy",), ("12",)])
def test_what_is_no_problem_is_told_with_a_way_out(typed, explain):
    said = explain(*typed, fails=True)
    assert "there is no problem" in said
    assert "did you mean" in said or "lists all problems" in said


def test_lists_and_tables_keep_their_lines():
    lines = [
        "- one **two**",
        "  three",
        "- [four](x.md)",
        "",
        "| a | b |",
        "|---|---|",
        "| c | `d` |",
    ]
    assert list(as_plain(lines, 20)) == [
        "- one two three",
        "- four",
        "",
        "    a · b",
        "    c · `d`",
        "",
    ]
