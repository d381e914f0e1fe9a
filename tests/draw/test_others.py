"""Faces that see other pieces: what templates get, what is drawn anew, faults, bounds."""

import pytest
from pypdf import PdfReader

from fustella.build.drawing import artist_of
from fustella.build.inputs import load_game
from fustella.core.files.project import find_project
from fustella.core.processes import limits
from fustella.core.values.model import Edition
from fustella.core.values.problems import ProblemsFound
from fustella.draw import piece_specs
from tests.conftest import TinyProject

GAME = """\
title: War
languages: [en, de]
kinds:
  unit:
    name: Units
    width: 20mm
    height: 20mm
    front: unit.svg.j2
    fields: {front: {title: text, nation: word, attack: number, note?: text, rows?: [{at: word}]}}
  order:
    name: Orders
    width: 60mm
    height: 60mm
    front: order.svg.j2
    fields: {front: {title: text, nation: word}}
"""
UNITS = """\
kind: unit
pieces:
  - {id: guard, front: {title: {en: Guard, de: Garde}, nation: Blue, attack: 4}}
  - {id: horse, front: {title: {en: Horse, de: Reiter}, nation: Red, attack: 3, rows: [{at: a}]}}
  - {id: line, copies: 3, front: {title: {en: Line, de: Linie}, nation: blue, attack: 2}}
  - {id: spare, struck_out: gone, front: {title: {en: Spare, de: Rest}, nation: Blue, attack: 1}}
"""
ORDERS = """\
kind: order
pieces:
  - {id: blue, front: {title: {en: Blue, de: Blau}, nation: Blue}}
  - {id: red, front: {title: {en: Red, de: Rot}, nation: Red}}
"""
BEGIN = '{% extends "_shared/face.svg.j2" %}{% block face %}'
UNIT = (
    BEGIN + "{{ text(face.title, 2, 2, 16, 8, size=8, least=4) }}"
    "{{ text(face.nation, 2, 10, 16, 8, size=8) }}{% endblock %}"
)
SEES = 'pieces("unit", where="nation = face.nation")'


def order(inner, sees=SEES):
    """A template that writes something for each piece that it sees."""
    body = "{% for one in " + sees + " %}"
    body += "{{ text(" + inner + ", 2, 2 + 8 * loop.index0, 56, 7, size=8) }}{% endfor %}"
    return f"{BEGIN}{body}{{% endblock %}}"


ONE = 'one.title ~ " " ~ one.attack'


@pytest.fixture
def war(tmp_path):
    """A project of two orders that list the units of their nations."""
    files = {
        "content/war/game.yaml": GAME,
        "content/war/units.yaml": UNITS,
        "content/war/orders.yaml": ORDERS,
        "templates/war/unit.svg.j2": UNIT,
        "templates/war/order.svg.j2": order(ONE),
    }
    for name, text in files.items():
        (tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / name).write_text(text, "utf-8")
    return TinyProject(tmp_path / "project")


def drawn(project, language="en"):
    """The texts on the fronts of all pieces, by their ids; and which faces had to be drawn."""
    opened = find_project(project.root)
    edition = Edition(load_game(opened, "war"), language)
    artist = artist_of(opened, edition, project.output)
    specs = [*piece_specs(edition, edition.game.pieces)]
    _, unknown = artist.face_cache.known_metadata(specs)
    artist.draw(specs)
    artist.face_cache.save()
    texts = {face.piece: found.texts for face, found in artist.metadata.items()}
    return texts, sorted({face.piece for face in unknown})


def faults(project):
    with pytest.raises(ProblemsFound) as found:
        drawn(project)
    return [(p.code, p.place.file.rpartition("/")[2], p.message) for p in found.value.problems]


def write(project, inner=ONE, sees=SEES):
    project.root.joinpath("templates/war/order.svg.j2").write_text(order(inner, sees), "utf-8")


def test_face_lists_the_pieces_for_which_a_condition_holds(war):
    texts, _ = drawn(war)
    assert texts["blue"] == ("Guard 4", "Line 2")
    assert texts["red"] == ("Horse 3",)


def test_words_are_in_the_language_that_is_printed(war):
    texts, _ = drawn(war, "de")
    assert texts["blue"] == ("Garde 4", "Linie 2")


@pytest.mark.parametrize(
    ("inner", "sees", "found"),
    [
        ("one.id", 'pieces("unit")', ("guard", "horse", "line")),
        ("one.kind", 'pieces("unit", "attack > 3")', ("unit",)),
        ("one.copies", 'pieces("unit", where="copies > 1")', ("3",)),
        ("one.front.nation", 'pieces("unit", where="front.attack = 3")', ("Red",)),
        ("one.rows[0].at", 'pieces("unit", where="id = \'horse\'")', ("a",)),
        ("one.name", 'pieces("order", where="id != piece.id")', ("Red",)),
        ("one.name", 'pieces("order")', ("Blue", "Red")),
        ("one.id", 'pieces("unit", where="note is given")', ()),
    ],
)
def test_names_of_other_pieces(war, inner, sees, found):
    write(war, inner, sees)
    assert drawn(war)[0]["blue"] == found


def test_edit_of_one_unit_draws_the_faces_that_list_it_and_no_others(war):
    drawn(war)
    assert drawn(war)[1] == []
    war.edit("content/war/units.yaml", "nation: Red, attack: 3", "nation: Red, attack: 9")
    texts, anew = drawn(war)
    assert anew == ["red"]  # the counter itself shows no attack
    assert texts["red"] == ("Horse 9",)


def test_unit_that_changes_sides_draws_both(war):
    drawn(war)
    war.edit("content/war/units.yaml", "nation: blue, attack: 2", "nation: Red, attack: 2")
    texts, anew = drawn(war)
    assert anew == ["blue", "line", "red"]
    assert texts["blue"] == ("Guard 4",)
    assert texts["red"] == ("Horse 3", "Line 2")


def test_new_unit_is_listed_and_a_removed_one_is_not(war):
    drawn(war)
    more = "  - {id: gun, front: {title: {en: Gun, de: Kanone}, nation: Red, attack: 6}}\n"
    war.root.joinpath("content/war/units.yaml").write_text(UNITS + more, "utf-8")
    texts, anew = drawn(war)
    assert texts["red"] == ("Horse 3", "Gun 6")
    assert "red" in anew
    assert "blue" not in anew
    war.root.joinpath("content/war/units.yaml").write_text(UNITS, "utf-8")
    assert drawn(war)[0]["red"] == ("Horse 3",)


def test_face_itself_is_drawn_anew_when_it_asks_for_others(war):
    drawn(war)
    war.edit("content/war/orders.yaml", "nation: Red", "nation: Blue")
    texts, anew = drawn(war)
    assert texts["red"] == ("Guard 4", "Line 2")
    assert anew == []  # the order of the blue side shows the same


def test_build_from_the_cache_is_the_build_of_a_fresh_folder(war):
    assert war.run("build", "war") == 0
    war.edit("content/war/units.yaml", "nation: Red, attack: 3", "nation: Red, attack: 9")
    assert war.run("build", "war") == 0
    known = {p.name: p.read_bytes() for p in war.output.glob("war/*/*.pdf")}
    assert war.run("build", "war", "--output", str(war.root / "fresh")) == 0
    fresh = {p.name: p.read_bytes() for p in (war.root / "fresh").glob("war/*/*.pdf")}
    assert known
    assert known == fresh


def test_part_of_a_box_lists_the_whole(war):
    assert war.run("build", "war", "--only", "order") == 0
    pages = PdfReader(next(war.output.glob("war/*/part/*order*.pdf"))).pages
    assert all(words in pages[0].extract_text() for words in ("Guard 4", "Line 2", "Horse 3"))


@pytest.mark.parametrize(
    ("sees", "message", "hint"),
    [
        ('pieces("units")', "there is no kind `units`", "did you mean `unit`?"),
        ('pieces("unit", where="natoin = 1")', "`natoin` is no field of", "did you mean `nation`?"),
        (
            'pieces("unit", where="nation = face.naton")',
            "there is no `face.naton`",
            "did you mean `face.nation`?",
        ),
        (
            'pieces("unit", where="nation = Blue")',
            "`Blue` is no field of",
            "a word stands in quotes",
        ),
        (
            'pieces("unit", where="attack")',
            "`attack` is neither true nor false",
            "compare something",
        ),
        ('pieces("unit", where="attack >")', "`attack >`: something is missing at its end", ""),
        ('pieces("unit", where="piece.age = 1")', "there is no `piece.age`", "known: piece.id"),
        ('pieces("unit", where="rows = 1")', "`rows` is no single value", "single value"),
        ("pieces(3)", "3 is no word", "write pieces("),
        ("pieces()", "`kind` is missing", "add it"),
    ],
)
def test_fault_of_a_condition_is_told_at_the_line_of_the_template(war, sees, message, hint):
    write(war, sees=sees)
    with pytest.raises(ProblemsFound) as found:
        drawn(war)
    problem = found.value.problems[0]
    assert problem.code == "E206"
    assert problem.place.file == "templates/war/order.svg.j2"
    assert f"pieces(): {message}" in problem.message
    assert hint in problem.hint


def test_faces_look_at_so_many_pieces(war, monkeypatch):
    monkeypatch.setattr(limits, "PIECES_SEEN", 4)
    assert {code for code, *_ in faults(war)} == {"E133"}


def test_pieces_for_the_same_values_are_looked_for_once(war, monkeypatch):
    monkeypatch.setattr(limits, "PIECES_SEEN", 3)
    war.edit("content/war/orders.yaml", "nation: Red", "nation: Blue")
    assert drawn(war)[0]["red"] == ("Guard 4", "Line 2")


def test_imported_file_does_not_see_pieces(war):
    shared = war.root / "templates/war/macros.svg.j2"
    shared.write_text('{% set all = pieces("unit") %}{% macro no() %}{% endmacro %}', "utf-8")
    template = '{% import "macros.svg.j2" as m %}' + order(ONE)
    war.root.joinpath("templates/war/order.svg.j2").write_text(
        template.replace(BEGIN, BEGIN + "{{ m.no() }}"), "utf-8"
    )
    assert any("pieces" in message for *_, message in faults(war))


def test_field_that_another_face_alone_reads_is_read(war, capsys):
    assert war.run("build", "war") == 0
    told = capsys.readouterr().err
    assert "attack" not in told
    assert "note" not in told


def test_checks_know_that_another_face_shows_a_field(war, capsys):
    assert war.run("build", "war") == 0
    capsys.readouterr()
    war.run("check", "war")
    assert "front.attack" not in capsys.readouterr().out
    write(war, "one.title")
    assert war.run("build", "war") == 0
    capsys.readouterr()
    war.run("check", "war")
    assert "front.attack" in capsys.readouterr().out


def test_accepted_face_that_lists_a_piece_may_change_with_it(war, capsys):
    assert war.run("check", "war", "--accept-faces") == 0
    capsys.readouterr()
    war.edit("content/war/units.yaml", "nation: Red, attack: 3", "nation: Red, attack: 9")
    war.edit("templates/war/unit.svg.j2", "{% block face %}", "{% block face %}{# new #}")
    war.run("check", "war")
    assert "differs" not in capsys.readouterr().out
    write(war, 'one.title ~ "!"')
    assert war.run("check", "war") == 1
    assert "Guard!" in capsys.readouterr().out
