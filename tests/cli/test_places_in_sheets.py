"""A cell of a workbook with several sheets is named with its sheet, wherever a place is shown."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from fustella.build import BuildOptions
from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.preview.service import PreviewService
from fustella.preview.views import EditionKey
from tests.conftest import TinyProject
from tests.read.spreadsheets.making import row, xlsx

GAME = """title: Box
languages: [en, de]
kinds:
  card:
    name: {en: Cards, de: Karten}
    front: ready/card
    fields: {front: {power: number}}
    layout: {front: {power: {x: 8mm, y: 72mm, width: 8mm, height: 5mm}}}
"""
LIST = "kind: card\npieces: {}\n"
SHEETS = {"spells": "Spells", "heroes": "Heroes", "acts": "Act: 1 #2 'b'"}
BOOK = "content/box/box.xlsx"
NAMES = {"spells": ("Fire", "Ice"), "heroes": ("Anna", "Bert"), "acts": ("Dawn", "Dusk")}


def sheet(names, powers=(1, 2), texts=("Go.", "Stop."), german=("Los.", "Halt.")) -> str:
    lines = zip(names, powers, texts, german, strict=True)
    return row(1, "id", "title", "power", "text.en", "text.de") + "".join(
        row(number, name.lower(), name, f"<c><v>{power}</v></c>", text, other)
        for number, (name, power, text, other) in enumerate(lines, start=2)
    )


def write(project: TinyProject, **changed: dict[str, object]) -> None:
    sheets = {"Notes": row(1, "To do")}
    for listed, name in SHEETS.items():
        sheets[name] = sheet(NAMES[listed], **changed.get(listed, {}))
    (project.root / BOOK).write_bytes(xlsx(sheets))


@pytest.fixture
def project(tmp_path: Path) -> TinyProject:
    project = TinyProject(tmp_path / "project")
    folder = project.root / "content" / "box"
    folder.mkdir(parents=True)
    (project.root / "templates").mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    for listed, name in SHEETS.items():
        text = LIST.format(json.dumps(f"box.xlsx#{name}"))
        (folder / f"{listed}.yaml").write_text(text, encoding="utf-8")
    write(project)
    return project


def claim(project: TinyProject, **powers: int) -> None:
    """Claims that pieces have other powers than they have."""
    claims = "".join(
        f'  - {{id: {piece}-power, text: "has {{power={power}}} power", check: value, of: {piece}, '
        "are: {front.power: power}}\n"
        for piece, power in powers.items()
    )
    (project.root / "content/box/claims.yaml").write_text(f"claims:\n{claims}", encoding="utf-8")


def git(project: TinyProject, *words: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *identity, *words], cwd=project.root, check=True, capture_output=True)


@pytest.mark.parametrize("listed", SHEETS)
def test_problem_names_the_sheet(listed, project, run):
    write(project, **{listed: {"powers": (1, "six")}})
    ran = run(project, "build", "--no-cover")
    assert ran.code == 1
    assert f"{BOOK}#{SHEETS[listed]}:3: power: E104" in ran.err
    assert ran.err.count(" E1") == 1


def test_problems_of_one_sheet_follow_each_other(project, run):
    wrong = {"powers": ("five", "six")}
    write(project, spells=wrong, heroes=wrong)
    told = re.findall(r"xlsx#(\w+):(\d)", run(project, "build").err)
    assert told == [("Heroes", "2"), ("Heroes", "3"), ("Spells", "2"), ("Spells", "3")]


def test_json_of_check_has_the_sheet_beside_the_file(project, run):
    write(project, heroes={"powers": (1, "six")})
    [problem] = json.loads(run(project, "check", "--format", "json").out)["problems"]
    assert (problem["file"], problem["line"], problem["sheet"]) == (BOOK, 3, "Heroes")


def test_annotation_names_a_file_that_is_there_and_the_sheet_in_its_text(project, run):
    write(project, heroes={"powers": (1, "six")})
    out = run(project, "check", "--format", "github").out
    found = re.search(r"^::error file=([^,]+),line=3::(.*)$", out, re.MULTILINE)
    assert found is not None, out
    assert (project.root / found[1]).is_file()
    assert "Heroes" in found[2]


def test_finding_of_check_names_the_sheet_and_fix_writes_there_alone(project, run):
    claim(project, dusk=5)
    ran = run(project, "check", "--format", "json")
    places = [place for one in json.loads(ran.out)["box"] for place in one["box_at"]]
    assert [place.get("sheet") for place in places] == [SHEETS["acts"]], ran.out + ran.err
    assert f"box.xlsx#{SHEETS['acts']}:3" in run(project, "check").out
    ran = run(project, "check", "--fix", "--yes")
    assert f"-{SHEETS['acts']}!C3: 2" in ran.out, ran.out + ran.err
    assert run(project, "check").code == 0


def test_fix_writes_cells_of_several_sheets_at_once(project, run):
    claim(project, ice=5, bert=6, dusk=7)
    ran = run(project, "check", "--fix", "--yes")
    wanted = [
        f"+{name}!C3: {power}" for name, power in zip(SHEETS.values(), (5, 6, 7), strict=True)
    ]
    assert [line for line in wanted if line not in ran.out] == [], ran.out + ran.err
    assert run(project, "check").code == 0
    assert run(project, "build", "--no-cover").code == 0


def test_diff_names_the_sheet(project, run):
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")
    write(project, heroes={"powers": (1, 4)})
    out = run(project, "diff", "HEAD").out
    assert f"{BOOK}#Heroes:3" in " ".join(out.split()), out
    [game] = json.loads(run(project, "diff", "HEAD", "--format", "json").out)["games"]
    [change] = game["changes"]
    assert (change["file"], change["sheet"], change["line"]) == (BOOK, "Heroes", 3)
    [field] = change["fields"]
    assert (field["file"], field["sheet"], field["line"]) == (BOOK, "Heroes", 3)


def test_whatis_names_the_sheet(project, run):
    assert run(project, "build", "--no-cover").code == 0
    ledger = json.loads((project.output / "box" / "codes.json").read_text(encoding="utf-8"))
    codes = re.findall(r"[A-Z]+-[0-9A-Z]{4}", json.dumps(ledger))
    out = "".join(run(project, "whatis", code).out for code in dict.fromkeys(codes))
    for listed, name in SHEETS.items():
        for number, piece in enumerate(NAMES[listed], start=2):
            assert re.search(rf"`{piece.lower()}`.*\({BOOK}#{re.escape(name)}:{number}\)", out), out


def test_translators_are_told_of_the_piece_that_has_the_text(project, run):
    texts = {"german": ("", "")}
    write(
        project,
        spells={**texts, "texts": ("Burn.", "Freeze.")},
        heroes={**texts, "texts": ("Fight.", "Flee.")},
        acts={**texts, "texts": ("Rise.", "Set.")},
    )
    out = run(project, "translate", "list", "box", "--language", "de").out
    assert f"{BOOK}#Heroes:3" in out, out
    ran = run(project, "translate", "export", "box", "--language", "de", "--to", "csv")
    assert ran.code == 0, ran.err
    [table] = project.root.rglob("*de*.csv")
    lines = table.read_text(encoding="utf-8-sig").splitlines()
    for said, name in (("Burn.", "Fire"), ("Flee.", "Bert"), ("Set.", "Dusk")):
        assert any(line.startswith(said) and name in line for line in lines), lines


def test_import_corrects_a_text_in_its_own_sheet(project, run, tmp_path):
    texts = {"texts": ("Go.", "Wait."), "german": ("Los.", "Warte.")}
    write(project, heroes=texts)
    back = tmp_path / "de.csv"
    back.write_text("en,de\nWait.,Warte!\n", encoding="utf-8")
    ran = run(project, "translate", "import", str(back), "--game", "box", "--language", "de")
    assert (ran.code, "1 corrected" in ran.out) == (0, True), ran.out + ran.err
    game = load_game(Project(project.root), "box")
    german = {piece.id: str(piece.front["text"].in_language("de")) for piece in game.pieces}
    assert german == {
        **dict.fromkeys(german, "Los."),
        "ice": "Halt.",
        "bert": "Warte!",
        "dusk": "Halt.",
    }


def test_preview_shows_a_problem_on_the_pieces_of_its_own_sheet(project):
    service = PreviewService(
        Project(project.root), ("box",), BuildOptions("A4", Duplex.LONG_EDGE, project.output)
    )
    edition = EditionKey("box", "en", "full")
    write(project, heroes={"texts": ("Go.", "Very long. " * 200)})
    snapshot = service.settle(edition)[1]
    faults = [fault for fault in snapshot.faults if fault.severity == "error"]
    assert {fault.pieces for fault in faults} == {("bert",)}
    assert {(fault.file, fault.sheet, fault.line) for fault in faults} == {(BOOK, "Heroes", 3)}
    piece = next(one for one in snapshot.pieces if one.id == "dusk")
    assert (piece.file, piece.sheet, piece.line) == (BOOK, SHEETS["acts"], 3)
    assert {field.sheet for field in piece.fields} == {SHEETS["acts"]}
