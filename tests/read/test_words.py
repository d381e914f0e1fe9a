"""`content/words.csv`: a spreadsheet of words, saved by any program; its faults all at once."""

import pytest

from fustella.core.files.project import Project
from fustella.core.processes import limits
from fustella.core.values.problems import ProblemsFound
from fustella.core.words.languages import printed
from fustella.core.words.printed import ToolWords
from fustella.read import read_words


@pytest.fixture
def project(tmp_path):
    (tmp_path / "content").mkdir()
    return Project(tmp_path)


def written(project, data):
    path = project.content / "words.csv"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return project


def faults(project, data):
    with pytest.raises(ProblemsFound) as found:
        read_words(written(project, data))
    assert all(one.hint for one in found.value.problems)
    assert {one.place.file for one in found.value.problems} == {"content/words.csv"}
    return [(one.code, one.place.line, one.place.key) for one in found.value.problems]


TABLE = (
    "word,about,en,pt,pt_BR,CS\n"
    "sheet.front,a side,face, frente ,,líc\n"
    '\nsheet.print,,,"Imprimir, a 100 %",,\n'
)
READ = {
    "en": {"sheet.front": "face"},
    "pt": {"sheet.front": "frente", "sheet.print": "Imprimir, a 100 %"},
    "cs": {"sheet.front": "líc"},
}


def test_words_of_a_project_without_a_table_are_those_of_the_package(project):
    assert read_words(project) == ToolWords()


def test_cells_of_a_table_are_words_by_language(project):
    assert read_words(written(project, TABLE)).own == READ


@pytest.mark.parametrize(
    "data",
    [
        TABLE.encode("utf-8-sig"),
        TABLE.encode("utf-16"),
        TABLE.replace("\n", "\r\n").encode(),
        TABLE.replace('"Imprimir, a 100 %"', "Imprimir# a 100 %")
        .replace(",", ";")
        .replace("#", ",")
        .encode(),
        TABLE.replace('"Imprimir, a 100 %"', "Imprimir# a 100 %")
        .replace(",", "\t")
        .replace("#", ",")
        .encode(),
        TABLE.encode("cp1250"),
    ],
    ids=["utf-8 with mark", "utf-16", "windows lines", "semicolons", "tabs", "cp1250"],
)
def test_a_table_is_read_as_any_program_saves_it(project, data):
    assert read_words(written(project, data)).own == READ


@pytest.mark.parametrize("name", ["language.pt", "language.pt-br"])
def test_a_project_may_name_any_language(project, name):
    assert read_words(written(project, f"word,pt\n{name},português\n")).own == {
        "pt": {name: "português"}
    }


def test_the_whole_table_of_the_package_may_be_a_projects(project):
    import csv
    import io

    text = io.StringIO()
    out = csv.writer(text)
    out.writerow(("word", "about", "pt"))
    out.writerows((name, "", text) for name, text in printed("fr").items())
    words = read_words(written(project, text.getvalue()))
    assert words.lacking("sheet", "pt")[0] == 0


def test_a_game_in_one_folder_has_its_table_beside_game_yaml(tmp_path):
    single = Project.named(tmp_path)
    (tmp_path / "words.csv").write_text("word,pt\nsheet.front,frente\n", "utf-8")
    assert read_words(single).own == {"pt": {"sheet.front": "frente"}}
    (tmp_path / "words.csv").write_text("word,pt\nfront,frente\n", "utf-8")
    with pytest.raises(ProblemsFound, match=r"^words\.csv:2: word: E106"):
        read_words(single)


def test_faults_are_told_all_at_once(project):
    table = "word,pt,notes\nsheet.frnt,x,\nsheet.part,parte,n\nsheet.part,{name},\n,x,\n"
    assert faults(project, table) == [
        ("E106", 1, "notes"),
        ("E106", 2, "word"),
        ("E141", 3, "pt"),
        ("E105", 4, "word"),
        ("E107", 5, "word"),
    ]


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("folha {number} de {count}", None),
        ("{count}: {number}", None),
        ("folha {number}", "E141"),
        ("{number} {number} {count}", "E141"),
        ("{number!r} {count}", "E141"),
        ("{number:>9999999} {count}", "E141"),
        ("{number.__class__} {count}", "E141"),
        ("{number} {count} {", "E141"),
        ("{number} {count} }", "E141"),
        ("{number} {count} {}", "E141"),
        ("{number} {count} " + "x" * limits.WORD_LETTERS, "E133"),
        ("{number} {count}\u2028", "E153"),
        ("{number} {count} \x07.", "E153"),
    ],
)
def test_a_cell_has_the_braces_of_the_english_word_in_one_line(project, cell, code):
    table = f'word,pt\nsheet.counted,"{cell}."\n'
    if code is None:
        assert read_words(written(project, table)).own["pt"]["sheet.counted"] == f"{cell}."
    else:
        assert faults(project, table) == [(code, 2, "pt")]


@pytest.mark.parametrize(
    ("name", "fit", "unfit"),
    [
        ("numbers.point", (",", ".", "·", "٫"), ("..", "x", "3", "-")),
        ("numbers.one", ("1", "0 1", "1 21 31"), ("one", "0,1", "1.5", "0-1")),
    ],
)
def test_a_rule_of_numbers_is_one(project, name, fit, unfit):
    for cell in fit:
        assert read_words(written(project, f"word;pt\n{name};{cell}\n")).own["pt"][name] == cell
    for cell in unfit:
        assert faults(project, f"word;pt\n{name};{cell}\n") == [("E153", 2, "pt")]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", [("E108", 0, "")]),
        (b"\n\n", [("E108", 0, "")]),
        ("wort,pt\nsheet.front,frente\n", [("E107", 1, ""), ("E106", 1, "wort")]),
        ('word,pt\nsheet.front,"fren\n', [("E152", 2, "")]),
        (b"word,pt\nsheet.front,fr\x81nte\n", [("E102", 2, "")]),
        (b"PK\x03\x04\0", [("E151", 0, "")]),
        (
            "word," + ",".join(f"{a}{b}" for a in "abcdef" for b in "abcdefghijklmnopqr") + "\n",
            [("E133", 1, "")],
        ),
    ],
)
def test_what_is_no_table_of_words_is_told(project, data, expected):
    assert faults(project, data) == expected


def test_words_table_outside_or_folder_is_problem(project, tmp_path_factory):
    path = project.content / "words.csv"
    path.mkdir()
    with pytest.raises(ProblemsFound, match=r"content/words\.csv: E100"):
        read_words(project)
    path.rmdir()
    outside = tmp_path_factory.mktemp("outside") / "words.csv"
    outside.write_text("word,pt\nsheet.front,frente\n", "utf-8")
    path.symlink_to(outside)
    with pytest.raises(ProblemsFound, match=r"content/words\.csv: E131"):
        read_words(project)
