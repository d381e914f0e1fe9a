"""The table of a game's translations: columns by language, rows by text, faults at their cells."""

import pytest

from fustella.core.files.project import Project
from fustella.core.values.problems import ProblemsFound
from fustella.read.translations import by_text, read_translations

CODES = ("en", "it", "de")


@pytest.fixture
def table(tmp_path):
    """Writes the table of a game; gives its rows, or its problems as `row: column: code`."""
    folder = tmp_path / "content" / "harbour"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: Harbour\n")

    def read(text, codes=CODES):
        data = text if isinstance(text, bytes) else text.encode("utf-8")
        (folder / "translations.csv").write_bytes(data)
        try:
            (found,) = read_translations(Project(tmp_path), "harbour", codes)
            return found.rows
        except ProblemsFound as found:
            assert all(problem.hint for problem in found.problems)
            return [f"{p.place.line}: {p.place.key}: {p.code}" for p in found.problems]

    return read


def test_rows_give_each_text_its_translations_and_places(table):
    first, second = table('en,de,it,where\nBoat,Boot,Barca,"a\nb"\nSail,Segel,,\n')
    assert (first.text, dict(first.words)) == ("Boat", {"de": "Boot", "it": "Barca"})
    assert first.where == ("a", "b")
    assert (first.place.line, first.words["de"].place.key) == (2, "de")
    assert (dict(second.words), second.where) == ({"de": "Segel"}, ())


@pytest.mark.parametrize("text", ["", "\n\n", "en,de\n", "EN , De \n,,\n"])
def test_table_without_rows_translates_nothing(table, text):
    assert table(text) == ()


def test_game_without_a_table_has_no_translations(tmp_path):
    assert read_translations(Project(tmp_path), "harbour", CODES) == ()


@pytest.mark.parametrize(
    "text", ["en;de\nBoat;Boot\n", "en\tde\nBoat\tBoot\n", "sep=;\nen;de\nBoat;Boot\n"]
)
def test_table_may_be_separated_as_spreadsheet_programs_do(table, text):
    (row,) = table(text)
    assert dict(row.words) == {"de": "Boot"}


def test_table_in_a_code_page_is_read(table):
    (row,) = table("en,de\nKing,König\n".encode("cp1252"))
    assert dict(row.words) == {"de": "König"}


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("de,it\nBoot,Barca\n", ["1: en: E107"]),
        ("en,dee\nBoat,Boot\n", ["1: dee: E113"]),
        ("en,de,DE\nBoat,Boot,Boot\n", ["1: DE: E105"]),
        ("en,de\nBoat,Boot\n Boat ,Schiff\n", ["3: en: E105"]),
        ("en,de\n,Boot\nSail,Segel\n,Ruder\n", ["2: en: E107", "4: en: E107"]),
        ('en,de\n"Boat,Boot\n', ["2: : E152"]),
        ("en,de,it\nBoat,#REF!,Barca\nSail,Segel,#NAME?\n", ["2: de: E153", "3: it: E153"]),
        ("en,de\n#N/A,Boot\n", ["2: en: E153"]),
        ("en,dee\nBoat,x\nBoat,x\n", ["1: dee: E113", "3: en: E105"]),
    ],
)
def test_fault_is_told_at_its_cell(table, text, problems):
    assert table(text) == problems


def test_text_is_found_whatever_its_line_ends(table, tmp_path):
    table('en,de\n"One\r\ntwo",Eins\n')
    found = by_text(read_translations(Project(tmp_path), "harbour", CODES))
    assert found == {"One\ntwo": {"de": "Eins"}}


@pytest.fixture
def files(tmp_path):
    """Writes files of a game; gives its translations, or its problems, `file:row: column: code`."""
    folder = tmp_path / "content" / "harbour"
    folder.mkdir(parents=True)

    def read(texts, codes=CODES):
        for name, text in texts.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        try:
            found = by_text(read_translations(Project(tmp_path), "harbour", codes))
            return {text: dict(words) for text, words in found.items()}
        except ProblemsFound as found:
            assert all(problem.hint for problem in found.problems)
            told = [
                f"{p.place.file}:{p.place.line}: {p.place.key}: {p.code}" for p in found.problems
            ]
            return [one.removeprefix("content/harbour/") for one in told]

    return read


BOTH = {"Boat": {"de": "Boot", "it": "Barca"}}


@pytest.mark.parametrize(
    "texts",
    [
        {"translations/de.csv": "en,de\nBoat,Boot\n", "translations/it.csv": "en,it\nBoat,Barca\n"},
        {"translations.csv": "en,de\nBoat,Boot\n", "translations/it.csv": "it;en\nBarca;Boat\n"},
        {
            "translations.csv": "en,de,it\nBoat,Boot,\n",
            "translations/it.csv": "en,it\nBoat,Barca\n",
        },
        {"translations/DE.CSV": "EN,De\nBoat,Boot\n", "translations/it.csv": "en,it\nBoat,Barca\n"},
        {
            "translations.csv": "en,de,it\nBoat,Boot,Barca\n",
            "translations/README.md": "for translators",
            "translations/.hidden.csv": "x",
            "translations/old.xlsx": "x",
            "translations/it.csv": "",
            "translations/de.csv": "en,de,where\n",
        },
    ],
)
def test_language_may_have_a_file_of_its_own(files, texts):
    assert files(texts) == BOTH


@pytest.mark.parametrize(
    ("texts", "problems"),
    [
        (
            {"translations.csv": "en,de\nBoat,Boot\n", "translations/de.csv": "en,de\nBoat,Kahn\n"},
            ["translations/de.csv:2: de: E105"],
        ),
        ({"translations/fr.csv": "en,fr\nBoat,Bateau\n"}, ["translations/fr.csv:0: : E113"]),
        ({"translations/en.csv": "en\nBoat\n"}, ["translations/en.csv:0: : E113"]),
        ({"translations/de.csv": "en,de,it\nBoat,Boot,\n"}, ["translations/de.csv:1: it: E113"]),
        ({"translations/de.csv": "en,dee\nBoat,Boot\n"}, ["translations/de.csv:1: dee: E113"]),
        ({"translations/de.xlsx": "x"}, ["translations/de.xlsx:0: : E151"]),
        ({"translations/de.po": "x"}, ["translations/de.po:0: : E151"]),
        (
            {"translations/de.csv": "de\nBoot\n", "translations/it.csv": "en,it\n,Barca\n"},
            ["translations/de.csv:1: en: E107", "translations/it.csv:2: en: E107"],
        ),
        ({"translations": "a file"}, ["translations:0: : E100"]),
    ],
)
def test_fault_of_a_file_of_one_language_is_told(files, texts, problems):
    assert files(texts) == problems


def test_folder_of_translations_that_leads_out_is_told(files, tmp_path):
    (tmp_path.parent / "elsewhere").mkdir(exist_ok=True)
    (tmp_path / "content" / "harbour" / "translations").symlink_to(tmp_path.parent / "elsewhere")
    assert files({}) == ["translations:0: : E131"]
