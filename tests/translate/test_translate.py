"""Texts go to a translator and come back: as a table, as a workbook and in gettext's form."""

import csv
import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import TinyProject
from tests.read.spreadsheets import making

GAME = "content/tiny/game.yaml"
CARDS = "content/tiny/cards.yaml"
COINS = "content/tiny/coins.yaml"
TABLE = "content/tiny/translations.csv"
FORMS = ("csv", "xlsx", "po")
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@pytest.fixture
def german(tiny):
    """Tiny with a third language, in which nothing is translated."""
    tiny.edit(GAME, "languages: [en, it]", "languages: [en, it, de]")
    return tiny


def sent(project: TinyProject, form: str, language: str = "de", *more: str) -> Path:
    """The file that `translate export` makes."""
    words = ("translate", "export", "tiny", "--language", language, "--to", form, *more)
    assert project.run(*words) == 0
    return project.output / "tiny" / "translations" / f"tiny-{language}.{form}"


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file or workbook by their headers, read without the tool."""
    if path.suffix == ".csv":
        return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))
    with zipfile.ZipFile(path) as book:
        shared = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
        texts = ["".join(t.text or "" for t in si.iter(f"{_MAIN}t")) for si in shared]
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    found = []
    for row in sheet.iter(f"{_MAIN}row"):
        cells = [
            texts[int(cell.findtext(f"{_MAIN}v") or 0)] if cell.get("t") == "s" else ""
            for cell in row.iter(f"{_MAIN}c")
        ]
        found.append(cells)
    header, *others = found
    return [dict(zip(header, cells, strict=True)) for cells in others]


def filled(path: Path, words: dict[str, str], language: str = "de") -> Path:
    """The file as a translator gives it back, with some translations filled in."""
    back = path.with_name(f"tiny-back-{language}{path.suffix}")
    if path.suffix == ".po":
        text = path.read_text(encoding="utf-8")
        for word, translation in words.items():
            before, found, after = text.partition(f'msgid "{word}"\nmsgstr "')
            assert found, f"no {word!r}"
            text = f'{before}{found}{translation}"{after.partition(chr(34))[2]}'
        back.write_text(text, encoding="utf-8")
        return back
    rows = rows_of(path)
    for row in rows:
        row[language] = words.get(row["en"], row[language])
    assert words.keys() <= {row["en"] for row in rows}
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, rows[0].keys(), delimiter=";")
    writer.writeheader()
    writer.writerows(rows)
    back = back.with_suffix(".csv")
    back.write_text(stream.getvalue(), encoding="utf-8", newline="")
    return back


def table_of(project: TinyProject) -> dict[str, dict[str, str]]:
    """The table of translations by its texts, read without the tool."""
    text = (project.root / TABLE).read_bytes().decode("utf-8-sig")
    return {row["en"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}


def test_list_shows_what_is_missing_with_its_places(german, run):
    ran = run(german, "translate", "list", "--language", "de")
    assert ran.code == 0
    assert "tiny en → de: 30 texts, 28 missing" in ran.out
    (boat,) = [line for line in ran.out.splitlines() if " Boat " in line]
    assert boat.split() == ["missing", "Boat", "content/tiny/cards.yaml:11"]
    assert "Barca" not in ran.out


def test_list_of_a_whole_language_says_so_and_shows_all_when_asked(german, run):
    ran = run(german, "translate", "list", "--language", "it")
    assert ran.out == "tiny en → it: 30 texts, nothing missing\n"
    assert "Barca" in run(german, "translate", "list", "--language", "it", "--all").out


@pytest.mark.parametrize("language", ["en", "fr", "ed"])
def test_list_of_another_language_names_those_that_there_are(german, run, language):
    ran = run(german, "translate", "list", "--language", language)
    (told,) = ran.problems
    assert (ran.code, told.code, told.file) == (1, "E005", GAME)
    assert told.hint


@pytest.mark.parametrize("command", ["list", "export"])
def test_games_in_one_language_are_told_how_to_add_one(command, tmp_path, capsys):
    folder = tmp_path / "solo"
    folder.mkdir()
    (folder / "game.yaml").write_text("title: Solo\nlanguages: [en]\n")
    (folder / "cards.yaml").write_text(
        "kind: ready/card\npieces:\n  - {id: a, front: {title: A}}\n"
    )
    capsys.readouterr()
    assert TinyProject(folder).run("translate", command) == 0
    assert "add others to `languages`" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_sheet_has_each_text_once_with_what_it_is_on(german, form):
    rows = rows_of(sent(german, form))
    texts = [row["en"] for row in rows]
    assert len(texts) == len(set(texts)) == 30
    (boat,) = [row for row in rows if row["en"] == "Boat"]
    assert boat == {
        "en": "Boat",
        "de": "",
        "state": "missing",
        "room": "about 29 letters (en: 4)",
        "before": "",
        "does not fit": "",
        "in it": "Barca",
        "where": "cards.yaml boat front.title",
        "about": "Cards · Boat · front.title",
    }
    (title,) = [row for row in rows if row["en"] == "Tiny Island"]
    assert title["state"] == "missing", "it is typed in both languages"


def test_gettext_file_has_context_places_and_language(german):
    text = sent(german, "po").read_text(encoding="utf-8")
    assert '"Language: de\\n"' in text
    assert text.count("\nmsgid ") == 31
    assert (
        "#. Cards · Boat · front.title\n#. in it: Barca\n#. room: about 29 letters (en: 4)\n"
        '#: content/tiny/cards.yaml:11\nmsgid "Boat"\nmsgstr ""\n'
    ) in text


@pytest.mark.parametrize(
    ("form", "shown"), [("csv", "Barca\nBarchetta"), ("xlsx", "Barca\nBarchetta"), ("po", "")]
)
def test_text_with_two_translations_shows_both_to_a_translator_of_a_third(german, form, shown):
    """It is a hint that it may need two words in the third language, too."""
    german.edit("content/tiny/cards.yaml", "{en: Hut, it: Capanna}", "{en: Boat, it: Barchetta}")
    if shown:
        (boat,) = [row for row in rows_of(sent(german, form)) if row["en"] == "Boat"]
        assert boat["in it"] == shown
    else:
        assert "#. in it: Barca\n#. in it: Barchetta\n" in sent(german, form).read_text("utf-8")


@pytest.mark.parametrize("form", FORMS)
def test_two_exports_are_equal(german, form):
    before = sent(german, form).read_bytes()
    assert sent(german, form).read_bytes() == before


@pytest.mark.parametrize("form", FORMS)
def test_import_writes_what_is_new_into_the_table(german, run, form):
    back = filled(sent(german, form), {"Boat": "Boot", "Flag": "Flagge"})
    ran = run(german, "translate", "import", str(back))
    assert ran.code == 0
    assert "de: 2 new, 28 empty" in ran.out
    assert f"written: {TABLE}" in ran.out
    assert "30 texts, 26 missing" in ran.out
    table = table_of(german)
    assert {text: row["de"] for text, row in table.items()} == {"Boat": "Boot", "Flag": "Flagge"}
    assert table["Boat"]["where"] == "cards.yaml boat front.title"
    assert run(german, "build", "--language", "de").code == 0


LIKE_FORMULAS = ("-1 coin", "+2 VP", "@home", "- a", "'-1 coin")


@pytest.mark.parametrize("text", LIKE_FORMULAS)
def test_text_that_begins_like_a_formula_is_shown_and_comes_back(german, run, text):
    german.edit(CARDS, "{en: Hut, it: Capanna}", f'{{en: "{text}", it: Capanna}}')
    path = sent(german, "csv")
    (cell,) = [row["en"] for row in rows_of(path) if row["in it"] == "Capanna"]
    assert cell == f"'{text}"
    back = filled(path, {cell: "'-1 D"})
    assert run(german, "translate", "import", str(back)).code == 0
    assert table_of(german)[text]["de"] == "-1 D"


@pytest.mark.parametrize("text", LIKE_FORMULAS)
def test_text_that_begins_like_a_formula_stays_one_in_a_workbook(german, text):
    german.edit(CARDS, "{en: Hut, it: Capanna}", f'{{en: "{text}", it: Capanna}}')
    path = sent(german, "xlsx")
    assert text in [row["en"] for row in rows_of(path)]
    with zipfile.ZipFile(path) as book:
        assert b'quotePrefix="1"' in book.read("xl/styles.xml")
        assert b"<f>" not in book.read("xl/worksheets/sheet1.xml")


def test_import_twice_changes_nothing(german, run):
    back = filled(sent(german, "csv"), {"Boat": "Boot"})
    assert run(german, "translate", "import", str(back)).code == 0
    before = (german.root / TABLE).read_bytes()
    ran = run(german, "translate", "import", str(back))
    assert "de: 1 as before, 29 empty" in ran.out
    assert (german.root / TABLE).read_bytes() == before


def test_import_only_shown_writes_nothing(german, run):
    back = filled(sent(german, "csv"), {"Boat": "Boot"})
    ran = run(german, "translate", "import", str(back), "--dry-run")
    assert "+Boat,Boot," in ran.out
    assert f"would be written: {TABLE}" in ran.out
    assert not (german.root / TABLE).exists()


def test_import_corrects_what_stands_in_a_list_and_leaves_all_else(german, run):
    path = german.root / CARDS
    before = path.read_text(encoding="utf-8")
    words = {"Boat": 'La "barca": 5\\6', "Hut": "Casa"}
    back = filled(sent(german, "csv", "it"), words, "it")
    ran = run(german, "translate", "import", str(back))
    assert "it: 2 corrected, 26 as before, 2 empty" in ran.out
    expected = before.replace("it: Barca", 'it: "La \\"barca\\": 5\\\\6"')
    assert path.read_text(encoding="utf-8") == expected.replace("it: Capanna", 'it: "Casa"')
    assert not (german.root / TABLE).exists()
    assert run(german, "translate", "list", "--language", "it").out.endswith("nothing missing\n")


def test_import_into_block_of_text_says_where(german, run):
    german.edit(
        CARDS,
        "title: {en: Boat, it: Barca}",
        "title:\n        en: Boat\n        it: |-\n          Barca",
    )
    back = filled(sent(german, "csv", "it"), {"Boat": "Nave"}, "it")
    before = (german.root / CARDS).read_bytes()
    ran = run(german, "translate", "import", str(back))
    assert ran.code == 1
    assert "block of text: change it by hand: write “Nave”" in ran.err
    assert (german.root / CARDS).read_bytes() == before


def test_import_corrects_a_cell_of_a_spreadsheet(german, run):
    (german.root / "content/tiny/coins.csv").write_text(
        'id,copies,name,name.it,value\nfive,6,Five,"Cinque, ""5""",5\n', encoding="utf-8"
    )
    (german.root / COINS).write_text("kind: coin\nsource: {lines: 22}\npieces: coins.csv\n")
    back = filled(sent(german, "csv", "it"), {"Five": 'Da "cinque", tondo'}, "it")
    assert run(german, "translate", "import", str(back)).code == 0
    cells = (german.root / "content/tiny/coins.csv").read_text(encoding="utf-8")
    assert cells == 'id,copies,name,name.it,value\nfive,6,Five,"Da ""cinque"", tondo",5\n'


def test_text_that_changed_since_it_was_translated_is_missing_again(german, run):
    back = filled(sent(german, "csv"), {"Boat": "Boot", "Hut": "Hütte"})
    assert run(german, "translate", "import", str(back)).code == 0
    german.edit(CARDS, "en: Boat", "en: Sailing boat")
    ran = run(german, "translate", "list", "--language", "de")
    assert "26 missing, 1 changed" in ran.out
    assert "was: Boat" in ran.out
    (row,) = [row for row in rows_of(sent(german, "csv")) if row["en"] == "Sailing boat"]
    assert (row["de"], row["state"], row["before"]) == ("", "changed", "Boat → Boot")
    text = sent(german, "po").read_text(encoding="utf-8")
    assert '#, fuzzy\n#| msgid "Boat"\nmsgid "Sailing boat"\nmsgstr "Boot"\n' in text
    again = filled(sent(german, "csv"), {"Sailing boat": "Segelboot"})
    assert run(german, "translate", "import", str(again)).code == 0
    assert {text: row["de"] for text, row in table_of(german).items()} == {
        "Sailing boat": "Segelboot",
        "Hut": "Hütte",
    }


def test_import_of_a_text_that_changed_meanwhile_does_not_take_it(german, run):
    back = filled(sent(german, "csv"), {"Boat": "Boot", "Hut": "Hütte"})
    german.edit(CARDS, "en: Boat", "en: Sailing boat")
    ran = run(german, "translate", "import", str(back))
    assert ran.code == 0
    assert "“Boat” is another text by now: translate it again" in ran.out
    assert table_of(german).keys() == {"Hut"}


def test_import_does_not_take_what_is_fuzzy(german, run):
    path = sent(german, "po")
    text = path.read_text(encoding="utf-8")
    text = text.replace('msgid "Boat"\nmsgstr ""', '#, fuzzy\nmsgid "Boat"\nmsgstr "Boot"')
    path.write_text(text, encoding="utf-8")
    ran = run(german, "translate", "import", str(path))
    assert "1 text marked as fuzzy: not taken" in ran.out
    assert not (german.root / TABLE).exists()


def test_import_says_which_texts_a_build_would_refuse(german, run):
    path = german.root / "tiny-it.csv"
    path.write_text(
        "en,it\nFish: take **2** {gold}.,Pesca: prendi **3** {gold}.\n", encoding="utf-8"
    )
    ran = run(german, "translate", "import", str(path))
    assert "it: 1 corrected" in ran.out
    (told,) = [problem for problem in ran.problems if problem.code == "E520"]
    assert told.file == "content/tiny/cards.yaml"
    assert [told.code] == [problem.code for problem in run(german, "build").problems]


def test_import_says_what_does_not_fit_and_export_where(german, run):
    long = "Donaudampfschifffahrtsgesellschaft" * 2
    back = filled(sent(german, "csv"), {"Boat": long})
    ran = run(german, "translate", "import", str(back))
    assert ran.code == 0
    (told,) = ran.problems
    assert (told.code, told.file, told.line, told.key) == ("E201", TABLE, 2, "de")
    (row,) = [row for row in rows_of(sent(german, "csv", "de", "--missing")) if row["en"] == "Boat"]
    assert "mm too wide" in row["does not fit"]
    assert "#. does not fit: " in sent(german, "po").read_text(encoding="utf-8")


def test_export_of_what_is_missing_leaves_out_the_rest(german, run):
    back = filled(sent(german, "csv"), {"Boat": "Boot"})
    assert run(german, "translate", "import", str(back)).code == 0
    texts = {row["en"] for row in rows_of(sent(german, "csv", "de", "--missing"))}
    assert len(texts) == 27
    assert "Boat" not in texts


def test_one_text_with_two_translations_keeps_both(german, run):
    german.edit(CARDS, "{en: Hut, it: Capanna}", "{en: Boat, it: Nave}")
    rows = [row for row in rows_of(sent(german, "csv", "it")) if row["en"] == "Boat"]
    assert [row["it"] for row in rows] == ["Barca", "Nave"]
    text = sent(german, "po", "it").read_text(encoding="utf-8")
    assert 'msgctxt "cards.yaml hut front.title"\nmsgid "Boat"\nmsgstr "Nave"' in text
    for form in ("csv", "po"):
        ran = run(german, "translate", "import", str(sent(german, form, "it")))
        assert "it: 28 as before, 2 empty" in ran.out


def test_text_of_a_variant_is_translated_by_its_parts(german, run):
    back = filled(sent(german, "csv"), {"red": "rot", "Person": "Mensch"})
    assert run(german, "translate", "import", str(back)).code == 0
    assert run(german, "build", "--language", "de").code == 0
    listed = run(german, "translate", "list", "--language", "de", "--all").out
    assert "Mensch" in listed
    assert "rot" in listed


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("tiny-de.csv", "de,it\nBoot,Barca\n", "E107"),
        ("tiny-de.csv", "en,state\nBoat,missing\n", "E107"),
        ("tiny-de.csv", "", "E107"),
        ("tiny-de.pdf", "en,de\n", "E151"),
        ("tiny-de.xlsx", "en,de\n", "E151"),
        ("tiny-de.po", 'msgid "Boat"\nmsgstr Boot\n', "E101"),
        ("tiny-de.po", 'msgid "Boat"\nmsgstr "Boot"\n', "E113"),
        (
            "tiny-fr.po",
            'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgid "Boat"\nmsgstr "Bateau"\n',
            "E113",
        ),
    ],
)
def test_import_of_a_file_with_a_fault_says_what_and_writes_nothing(german, run, name, text, code):
    path = german.root / name
    path.write_text(text, encoding="utf-8")
    before = german.hashes()
    ran = run(german, "translate", "import", str(path))
    assert (ran.code, [told.code for told in ran.problems]) == (1, [code])
    assert all(told.hint for told in ran.problems)
    assert not (german.root / TABLE).exists()
    assert german.hashes() == before


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ('<c t="e"><f>A2</f><v>#REF!</v></c>', "the formula gives an error, #REF!"),
        ('<c s="1"><v>45778</v></c>', "the spreadsheet made a date of what was typed, 1-May"),
        ("<c><f>A2</f></c>", "a formula whose value is not kept in the file"),
        (
            '<c s="2"><v>5</v></c>',
            "the format 0*- of the cell cannot be followed: *- fills the width of the column in "
            "the spreadsheet",
        ),
    ],
)
def test_cell_of_a_translator_without_a_usable_text_is_told(german, run, cell, told):
    rows = making.row(1, "en", "de") + making.row(2, "Boat", cell) + making.row(3, "Boot", cell)
    path = german.root / "tiny-de.xlsx"
    path.write_bytes(making.xlsx({"Texts": rows}, formats=["d-mmm", "0*-"]))
    ran = run(german, "translate", "import", str(path))
    assert ran.code == 1
    lines = [2] if "format" in told else [2, 3]  # a format is told once
    assert [(one.code, one.line) for one in ran.problems] == [("E153", line) for line in lines]
    assert all(one.message == told for one in ran.problems)
    assert not (german.root / TABLE).exists()


def test_import_of_a_file_that_is_not_there_says_so(german, run):
    ran = run(german, "translate", "import", "tiny-nowhere.csv")
    assert (ran.code, [told.code for told in ran.problems]) == (1, ["E100"])


def test_table_keeps_its_delimiter_and_the_other_languages(german, run):
    (german.root / TABLE).write_text("en;it;de\nHut;Casupola;Hütte\nGone;;Weg\n", encoding="utf-8")
    back = filled(sent(german, "csv"), {"Boat": "Boot"})
    assert run(german, "translate", "import", str(back)).code == 0
    text = (german.root / TABLE).read_text(encoding="utf-8")
    assert text.splitlines()[0] == "en;it;de;where"
    assert "Boat;;Boot;cards.yaml boat front.title" in text
    assert "Hut;Casupola;Hütte;" in text
    assert "Gone;;Weg;" in text
    assert (
        "rows 4 translate texts that are not in the game"
        in run(german, "translate", "list", "--language", "de").out
    )


POLISH = "content/tiny/translations/pl.csv"
FOLDER_CASES = [
    pytest.param({}, {TABLE: ["Boat"]}, id="no folder: the table"),
    pytest.param({"translations/it.csv": "en,it\n"}, {POLISH: ["Boat"]}, id="folder: a new file"),
    pytest.param(
        {"translations/pl.csv": "en;pl\nHut;Chata\n"}, {POLISH: ["Boat", "Hut"]}, id="its file"
    ),
    pytest.param(
        {"translations/it.csv": "en,it\n", "translations.csv": "en,pl\nHut,Chata\n"},
        {TABLE: ["Boat", "Hut"]},
        id="the table has the language",
    ),
    pytest.param(
        {"translations/pl.csv": "en,pl\n", "translations.csv": "en,pl\nBoat,Statek\n"},
        {TABLE: ["Boat"], POLISH: []},
        id="the text stands in the table",
    ),
    pytest.param(
        {"translations/pl.csv": "en,pl\n", "translations.csv": "en,pl\nHut,Chata\n"},
        {TABLE: ["Hut"], POLISH: ["Boat"]},
        id="new ones to the file of the language",
    ),
]


@pytest.fixture
def polish(tiny):
    tiny.edit(GAME, "languages: [en, it]", "languages: [en, it, de, pl]")
    return tiny


@pytest.mark.parametrize(("before", "after"), FOLDER_CASES)
def test_import_writes_into_the_file_that_holds_the_language(polish, run, before, after):
    for name, text in before.items():
        path = polish.root / "content/tiny" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    back = polish.root / "tiny-back.csv"
    back.write_text("en,pl\nBoat,Łódka\n", encoding="utf-8")
    assert run(polish, "translate", "import", str(back)).code == 0
    found = {}
    for name in (TABLE, POLISH):
        path = polish.root / name
        if path.exists():
            text = path.read_bytes().decode("utf-8-sig")
            delimiter = ";" if ";" in text else ","
            rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
            found[name] = {row["en"]: row["pl"] for row in rows if row.get("pl")}
    assert {name: sorted(rows) for name, rows in found.items()} == after
    assert [rows["Boat"] for rows in found.values() if "Boat" in rows] == ["Łódka"]
    assert run(polish, "build", "--language", "pl").code == 0


def test_stale_rows_are_told_by_file(polish, run):
    (polish.root / TABLE).write_text("en,pl,it\nGone,Nie ma,\nLost,,Perso\n", encoding="utf-8")
    (polish.root / POLISH).parent.mkdir()
    (polish.root / POLISH).write_text("en,pl\nAway,Daleko\n", encoding="utf-8")
    told = run(polish, "translate", "list", "--language", "pl").out
    assert f"{TABLE}: rows 2, 3 translate" in told
    assert f"{POLISH}: rows 2 translate" in told
    assert POLISH not in run(polish, "translate", "list", "--language", "it").out


def test_build_after_a_change_in_the_file_of_a_language_is_new(polish, run):
    (polish.root / POLISH).parent.mkdir()
    for word in ("Łódka", "Statek"):
        (polish.root / POLISH).write_text(f"en,pl\nBoat,{word}\n", encoding="utf-8")
        ran = run(polish, "build", "--language", "pl")
        assert ran.code == 0
        assert "unchanged" not in ran.out
        assert word in run(polish, "translate", "list", "--language", "pl", "--all").out


def test_import_takes_many_files_of_many_languages_and_forms(polish, run):
    german = filled(sent(polish, "po"), {"Boat": "Boot"})
    more = polish.root / "tiny-more.csv"
    more.write_text("en,de,pl\nHut,Hütte,Chata\n", encoding="utf-8")
    polishes = filled(sent(polish, "csv", "pl"), {"Boat": "Łódka"}, "pl")
    ran = run(polish, "translate", "import", str(german), str(more), str(polishes))
    assert ran.code == 0
    assert "de: 2 new, 29 empty" in ran.out
    assert "pl: 2 new, 29 empty" in ran.out
    table = table_of(polish)
    assert {text: (row["de"], row["pl"]) for text, row in table.items()} == {
        "Boat": ("Boot", "Łódka"),
        "Hut": ("Hütte", "Chata"),
    }


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("en,de\nBoat,Boot\n", "en,de\nBoat,Kahn\n", [("tiny-2.csv", 2)]),
        ("en,de\nBoat,Boot\nBoat,Kahn\n", "en,de\nHut,Hütte\n", [("tiny-1.csv", 3)]),
        ("en,it\nBoat,Nave\n", "en,de,it\nBoat,,Battello\n", [("tiny-2.csv", 2)]),
        ("en,de\nBoat,Boot\n", "en,de\nBoat, Boot\nBoat,\n", []),
        (
            "en,de\nBoat,Boot\nHut,A\n",
            "en,de\nHut,B\nBoat,C\n",
            [("tiny-2.csv", 2), ("tiny-2.csv", 3)],
        ),
    ],
)
def test_two_translations_of_a_text_are_told_and_nothing_is_written(
    german, run, first, second, told
):
    paths = []
    for number, text in enumerate((first, second), start=1):
        paths.append(german.root / f"tiny-{number}.csv")
        paths[-1].write_text(text, encoding="utf-8")
    before = german.hashes()
    ran = run(german, "translate", "import", *map(str, paths))
    assert [(Path(one.file).name, one.line) for one in ran.problems if one.code == "E105"] == told
    assert ran.code == int(bool(told))
    if told:
        assert all(one.hint for one in ran.problems)
        assert german.hashes() == before
        assert not (german.root / TABLE).exists()


def test_one_broken_file_of_many_keeps_all_from_being_written(german, run):
    good = german.root / "tiny-de.csv"
    good.write_text("en,de\nBoat,Boot\n", encoding="utf-8")
    for name, text in (("tiny-1.po", 'msgid "x"\nmsgstr y\n'), ("tiny-2.csv", "en,fr\n")):
        (german.root / name).write_text(text, encoding="utf-8")
    names = [str(german.root / name) for name in ("tiny-de.csv", "tiny-1.po", "tiny-2.csv")]
    ran = run(german, "translate", "import", *names)
    assert (ran.code, [one.code for one in ran.problems]) == (1, ["E101", "E107"])
    assert not (german.root / TABLE).exists()
