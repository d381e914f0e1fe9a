"""The filled PDF form, and a game's own questions in it."""

import io
from pathlib import Path

import pdfplumber
import pytest
from pypdf import PdfReader, PdfWriter

from fustella.core.files.project import project_at
from fustella.core.values.sessions import Player, Ruling, SessionMoment
from fustella.read.sessions import sessions_of

QUESTIONS = """
questions:
  - id: dragons
    ask: {en: Did the dragons come too often?, it: I draghi erano troppi?}
    type: scale
    low: {en: never, it: mai}
    high: {en: always, it: sempre}
  - id: favourite
    ask: {en: Your favourite?, it: La preferita?}
    type: choice
    of: {boat: {en: Boat, it: Barca}, hut: {en: Hut, it: Capanna}}
  - {id: rounds, ask: {en: How many rounds?, it: Quanti turni?}, type: number}
  - {id: why, ask: {en: Why?, it: Perché?}}
"""
FILLED = {
    "session:date": "2026-11-29",
    "session:begin": "19:00",
    "session:end": "20:15",
    "players:1:seat": "red",
    "players:1:won": "/Yes",
    "players:2:seat": "blue",
    "times:1:clock": "19:10",
    "times:3:moment": "Tea",
    "times:3:clock": "19:30",
    "scales:fun": "/4",
    "questions:best": "Ülo’s Drache,\nand the end",
    "rulings:1:code": "TI 7k4c",
    "rulings:1:question": "Twice?",
    "observer": "They laughed.",
    "own:dragons": "/2",
    "own:favourite": "/hut",
    "own:rounds": "7,5",
    "own:why": "No wood.",
}


def form(project, *options):
    (project.root / "content" / "tiny" / "playtest.yaml").write_text(QUESTIONS, encoding="utf-8")
    assert project.run("playtest", "tiny", *options) == 0
    (path,) = (project.output / "tiny").rglob("*.pdf") if "--language" in options else [
        project.output / "tiny" / "en" / "playtest" / "tiny-playtest.pdf"
    ]  # fmt: skip
    return path


def filled(path: Path, target: Path, values: dict[str, str]) -> Path:
    """A copy of a form with values in its fields, written by pypdf."""
    writer = PdfWriter(clone_from=path)
    for page in writer.pages:
        writer.update_page_form_field_values(page, values, auto_regenerate=False)
    writer.write(target)
    return target


@pytest.fixture
def session(tiny, tmp_path, run):
    """The session of a filled form, imported."""
    path = filled(form(tiny), tmp_path / "filled.pdf", FILLED)
    ran = run(tiny, "playtest", "import", str(path))
    assert (ran.code, ran.problems) == (0, [])
    (found,) = sessions_of(project_at(tiny.root), "tiny", []).values()
    return found


def test_what_is_typed_into_a_pdf_form_becomes_a_session(session):
    answers = session.answers
    assert (session.game, session.language, session.minutes) == ("tiny", "en", 75)
    assert answers.players == (Player("red", won=True), Player("blue"))
    assert answers.times == (SessionMoment("Set-up", "19:10"), SessionMoment("Tea", "19:30"))
    assert answers.scales == {"fun": 4}
    assert answers.questions == {"best": "Ülo’s Drache,\nand the end"}
    assert answers.rulings == (Ruling("TI 7k4c", "Twice?"),)
    assert answers.observer == "They laughed."
    assert answers.own == {"dragons": 2, "favourite": "hut", "rounds": 7.5, "why": "No wood."}


def test_own_questions_stand_on_a_page_of_their_own_after_ours(tiny):
    with pdfplumber.open(io.BytesIO(form(tiny).read_bytes())) as pdf:
        assert len(pdf.pages) == 3
        text = pdf.pages[2].extract_text()
    for words in ("dragons come too often", "never", "always", "Boat", "How many rounds?", "Why?"):
        assert words in text
    assert "3 / 3" in text


def test_many_own_questions_take_several_pages_and_stay_in_them(tiny):
    path = form(tiny)
    many = "questions:\n" + "".join(
        f"  - {{id: q{number}, ask: Question number {number}?}}\n" for number in range(40)
    )
    (tiny.root / "content" / "tiny" / "playtest.yaml").write_text(many, encoding="utf-8")
    assert tiny.run("playtest", "tiny") == 0
    with pdfplumber.open(io.BytesIO(path.read_bytes())) as pdf:
        assert len(pdf.pages) > 4
        text = " ".join(page.extract_text() for page in pdf.pages)
        assert all(text.count(f"number {number}?") == 1 for number in range(40))
        for page in pdf.pages:
            assert all(line["bottom"] < page.height - 12 * 72 / 25.4 for line in page.lines)


def test_every_field_has_a_name_of_its_own_and_says_what_it_is_for(tiny):
    reader = PdfReader(form(tiny))
    fields = reader.get_fields()
    assert len(fields) > 80
    widgets = [each.get_object() for page in reader.pages for each in page["/Annots"]]
    shown = [each for each in widgets if each.get("/T") != "fustella"]
    assert all(each.get("/TU") or each["/Parent"].get("/TU") for each in shown)


def test_a_form_in_which_nothing_is_typed_is_told(tiny, tmp_path, run):
    ran = run(tiny, "playtest", "import", str(form(tiny)))
    assert [problem.code for problem in ran.problems] == ["E630"]
    assert "nothing is typed" in ran.err


@pytest.mark.parametrize(
    "data",
    [b"%PDF-1.7\n", b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer <</Root 1 0 R>>", b"%PDF-\xff" * 99],
)
def test_a_broken_pdf_is_told(data, tiny, tmp_path, run):
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    ran = run(tiny, "playtest", "import", str(path))
    assert (ran.code, [problem.code for problem in ran.problems]) == (1, ["E630"])


def test_another_pdf_is_told(tiny, run):
    path = next(tiny.built.glob("*.pdf"))
    ran = run(tiny, "playtest", "import", str(path))
    assert [problem.code for problem in ran.problems] == ["E630"]
    assert "no filled form" in ran.err


def test_a_number_that_is_none_stays_the_text_that_was_typed(tiny, tmp_path, run):
    path = filled(form(tiny), tmp_path / "a.pdf", {"own:rounds": "about 7", "own:why": "3"})
    assert run(tiny, "playtest", "import", str(path)).code == 0
    (found,) = sessions_of(project_at(tiny.root), "tiny", []).values()
    assert found.answers.own == {"rounds": "about 7", "why": "3"}
    assert "about 7 (1)" in run(tiny, "playtest", "report").out


def test_the_report_adds_own_answers_up(tiny, tmp_path, run):
    for number, (dragons, favourite) in enumerate(
        (("/2", "/hut"), ("/5", "/hut"), ("/1", "/boat"))
    ):
        values = {"own:dragons": dragons, "own:favourite": favourite}
        path = filled(form(tiny), tmp_path / f"{number}.pdf", values)
        assert run(tiny, "playtest", "import", str(path)).code == 0
    out = run(tiny, "playtest", "report").out
    assert "dragons: 2 (1–5), 3 answers" in out
    assert "favourite: boat (1); hut (2)" in out


def test_a_question_that_lacks_a_language_is_told(tiny, run):
    path = tiny.root / "content" / "tiny" / "playtest.yaml"
    path.write_text("questions: [{id: a, ask: {en: Why?}}]\n", encoding="utf-8")
    ran = run(tiny, "playtest", "tiny")
    assert (
        ran.code == 0 and len(ran.problems) == 1 and ran.problems[0].file.endswith("playtest.yaml")
    )
