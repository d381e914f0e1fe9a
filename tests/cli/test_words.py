"""The words of a project on all that is printed of its games."""

import hashlib
import io
import re

import pdfplumber
import pytest

from fustella.core.files.project import Project
from fustella.core.words.languages import printed
from fustella.preview.service import games_concerned
from tests.helpers.pdf_reader import text

WORDS = "content/words.csv"
TABLE = """word,about,en,it
sheet.front,,*recto*,diritto
sheet.cover,,Front page,
sheet.cut_marks,,Where to cut,
sheet.boxes,,,Astucci
calibration.title,,,Prova
page.rules,,Law,
shop.greeting,,Ahoy,
playtest.form,,Log,
"""


def write(tiny, table):
    (tiny.root / WORDS).write_text(table, encoding="utf-8")


def translated(tiny, old, new):
    """The game in another language."""
    for path in (tiny.root / "content").rglob("*.yaml"):
        said = re.sub(rf"\b{old}:", f"{new}:", path.read_text(encoding="utf-8"))
        path.write_text(said.replace(f"[en, {old}]", f"[en, {new}]"), encoding="utf-8")
    (tiny.root / "content" / "tiny" / "claims.yaml").unlink()


def test_build_prints_the_words_of_the_project(tiny):
    write(tiny, TABLE)
    assert tiny.run("build", "--boxes") == 0
    cover = text(tiny.built / "tiny-cover.pdf")
    assert "Front page" in cover and "Boxes" in cover
    cards = (tiny.built / "tiny-cards.pdf", tiny.built / "tiny-card.pdf")
    (path,) = (path for path in cards if path.is_file())
    assert "*recto*" in text(path) and "front" not in text(path)
    assert b"Where to cut" in path.read_bytes() or "Where to cut".encode("utf-16-be") in (
        path.read_bytes()
    )
    assert tiny.run("build", "--boxes", "--language", "it") == 0
    assert "Astucci" in text(tiny.output / "tiny" / "it-A4" / "tiny-cover.pdf")


def test_build_after_another_word_is_as_one_from_the_beginning(tiny, run):
    assert "unchanged" in run(tiny, "build").out
    write(tiny, TABLE)
    assert "unchanged" not in run(tiny, "build").out
    again = tiny.hashes()
    assert "unchanged" in run(tiny, "build").out
    assert tiny.run("build", "--output", str(tiny.root / "other")) == 0
    pdfs = {name: again[name] for name in again if name.endswith(".pdf")}
    for name, digest in pdfs.items():
        other = tiny.root / "other" / name
        assert hashlib.sha256(other.read_bytes()).hexdigest() == digest, name


def test_other_commands_print_the_words_of_the_project(tiny):
    write(tiny, TABLE)
    assert tiny.run("export", "--to", "web", "--dpi", "72") == 0
    assert tiny.run("export", "--to", "shop") == 0
    assert tiny.run("playtest", "tiny") == 0
    assert tiny.run("calibrate", "--language", "it") == 0
    home = tiny.output / "tiny" / "en"
    assert "*recto*" not in (home / "web" / "tiny.html").read_text(encoding="utf-8")
    assert "\n\nAhoy\n\n" in (home / "shop" / "request.md").read_text(encoding="utf-8")
    assert "Log" in text(home / "playtest" / "tiny-playtest.pdf")
    assert "Log" in (home / "playtest" / "tiny-playtest.html").read_text(encoding="utf-8")
    assert "Prova · A4" in text(tiny.output / "calibration-A4.pdf")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_game_in_a_language_of_the_tool_is_wholly_in_it(tiny, run, language):
    translated(tiny, "it", language)
    ran = run(tiny, "build", "--boxes", "--language", language)
    assert (ran.code, ran.problems) == (0, [])
    cover = "".join(text(tiny.output / "tiny" / f"{language}-A4" / "tiny-cover.pdf").split())
    for name in ("cover", "total", "print", "struck_out", "reasons", "boxes", "boxes_why"):
        word = printed(language)[f"sheet.{name}"]
        assert "".join(word.split()) in cover, name


def test_a_language_without_words_is_english_and_none_is_told(tiny, run):
    translated(tiny, "it", "fi")
    ran = run(tiny, "build", "--language", "fi")
    assert (ran.code, ran.problems) == (0, [])
    assert "Total" in text(tiny.output / "tiny" / "fi-A4" / "tiny-cover.pdf")


def test_what_a_language_lacks_is_told_until_it_has_it(tiny, run):
    translated(tiny, "it", "fi")
    sheets = {n: text for n, text in printed("de").items() if n.startswith("sheet.")}
    rows = [f'{name},"{word}"\n' for name, word in sheets.items()]
    write(tiny, "word,fi\n" + "".join(rows[2:]))
    for _ in ("built", "unchanged"):
        (told,) = run(tiny, "build", "--language", "fi").problems
        assert told.message.startswith(f"warning: 2 of {len(sheets)} words on sheets are missing")
        assert "`fi`" in told.hint
    assert run(tiny, "build").problems == []
    assert run(tiny, "build", "--shop", "--language", "fi").problems == []
    write(tiny, "word,fi\n" + "".join(rows))
    assert run(tiny, "build", "--language", "fi").problems == []


def test_sheets_in_letters_that_labels_lack_have_them_on_the_cover_alone(tiny, run):
    translated(tiny, "it", "el")
    write(tiny, "word,el\nsheet.cover,Εξώφυλλο\nsheet.front,πρόσοψη\n")
    ran = run(tiny, "build", "--language", "el")
    assert ran.code == 0, ran.err
    folder = tiny.output / "tiny" / "el-A4"
    assert "Εξώφυλλο" in text(folder / "tiny-cover.pdf")


def test_calibrate_in_a_language_without_words_suggests_those_that_have(tiny, run):
    ran = run(tiny, "calibrate", "--language", "pt")
    assert [told.code for told in ran.problems] == ["E005"]
    assert "de, en, es, fr, it" in ran.problems[0].hint
    write(tiny, "word,pt\ncalibration.title,Folha de calibração\n")
    assert run(tiny, "calibrate", "--language", "pt").code == 0
    with pdfplumber.open(io.BytesIO((tiny.output / "calibration-A4.pdf").read_bytes())) as pdf:
        assert "Folha de calibração" in (pdf.pages[0].extract_text() or "")


def test_faulty_words_stop_a_build_with_those_of_the_game(tiny, run):
    before = tiny.hashes()
    write(tiny, "word,pt\nsheet.frunt,frente\n")
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: six")
    ran = run(tiny, "build")
    assert {(told.code, told.file) for told in ran.problems} == {
        ("E106", WORDS),
        ("E104", "content/tiny/coins.yaml"),
    }
    assert tiny.hashes() == before
    assert run(tiny, "calibrate").code == 1


def test_preview_shows_all_games_again_when_the_words_change(tiny):
    project = Project(tiny.root)
    path = tiny.root / WORDS
    assert games_concerned(project, [path], ("tiny", "other")) == ("tiny", "other")


def test_schema_has_none_for_the_words(tiny, run):
    write(tiny, TABLE)
    ran = run(tiny, "schema")
    assert ran.code == 0
    assert "words" not in ran.out


@pytest.mark.parametrize("command", [("list",), ("plan",), ("check",)])
def test_a_table_of_words_in_a_projects_own_folder_is_read(tiny, run, command):
    write(tiny, "word,xx1\n")
    ran = run(tiny, *command)
    assert [told.code for told in ran.problems] == ["E106"]
