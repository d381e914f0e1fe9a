"""Zones that list other pieces: lines, tables, conditions, languages, faults, bounds."""

import pytest

from fustella.core.processes import limits
from fustella.core.values.model import Cells
from fustella.draw import piece_specs
from tests.helpers.alone import game_alone, problems_alone

GAME = """\
title: War
languages: [en, de]
icons: {gun: mdi:pistol}
kinds:
  unit:
    name: {en: Units, de: Einheiten}
    front: ready/counter
    fields: {front: {nation: word, attack?: number, note?: text}}
    layout:
      front: {power: {text: "{attack}", x: 1mm, y: 1mm, width: 3mm, height: 3mm, size: 6pt}}
  order:
    name: {en: Orders, de: Befehle}
    front: ready/blank
    width: 60mm
    height: 60mm
    fields: {front: {title: text, nation: word, level?: number}}
    layout:
      front:
        title: {x: 2mm, y: 2mm, width: 50mm, height: 8mm}
        roster: {PLACE, list: LIST}
"""
AT = "x: 2mm, y: 12mm, width: 50mm, height: 40mm, size: 9pt"
UNITS = """\
kind: unit
pieces:
  - {id: guard, name: {en: Guard, de: Garde}, front: {nation: Blue, attack: 4}}
  - {id: horse, name: {en: Horse, de: Reiter}, front: {nation: Red, attack: 3}}
  - {id: line, copies: 3, name: {en: Line, de: Linie}, front: {nation: blue}}
  - {id: spare, struck_out: gone, name: {en: Spare, de: Rest}, front: {nation: Blue, attack: 1}}
"""
ORDERS = """\
kind: order
pieces:
  - {id: blue, front: {title: {en: Blue, de: Blau}, nation: Blue, level: 4}}
  - {id: red, front: {title: {en: Red, de: Rot}, nation: Red}}
  - {id: green, front: {title: {en: Green, de: Grün}, nation: Green}}
"""


def files_of(listed, zone=AT, game=GAME, **more):
    text = game.replace("LIST", listed).replace("PLACE", zone)
    named = {name.replace("__", "."): said for name, said in more.items()}
    return {"game.yaml": text, "units.yaml": UNITS, "orders.yaml": ORDERS, **named}


@pytest.fixture
def lists(tmp_path):
    """What the orders of such a game list, by their ids, in a language."""

    def read(listed, language="en", **more):
        game = game_alone(tmp_path, files_of(listed, **more))
        found = {p.id: p.front["roster"] for p in game.pieces if p.kind.id == "order"}
        return {
            name: [[str(cell.in_language(language)) for cell in row] for row in value]
            if isinstance(value, Cells)
            else value and str(value.in_language(language))
            for name, value in found.items()
        }

    return read


@pytest.fixture
def faults(tmp_path):
    """The faults of such a game, each as `key code message | hint`."""

    def find(listed, **more):
        found = problems_alone(tmp_path, files_of(listed, **more))
        keys = [p.place.key.removeprefix("kinds.order.layout.front.") for p in found]
        return [
            f"{key} {p.code} {p.message} | {p.hint}" for key, p in zip(keys, found, strict=True)
        ]

    return find


WHERE = "where: nation = face.nation"


def test_zone_lists_a_line_for_each_piece(lists):
    assert lists(f'{{of: unit, {WHERE}, text: "{{name}} {{attack}}"}}') == {
        "blue": "Guard 4\nLine ",
        "red": "Horse 3",
        "green": None,
    }


def test_lines_are_filled_in_in_each_language(lists):
    listed = f'{{of: unit, {WHERE}, text: {{en: "{{name}} hits", de: "{{name}} trifft"}}}}'
    assert lists(listed, "de")["blue"] == "Garde trifft\nLinie trifft"


@pytest.mark.parametrize(
    ("listed", "found"),
    [
        ("{of: unit}", "Guard\nHorse\nLine"),
        ('{of: unit, text: "{copies} {id}"}', "1 guard\n1 horse\n3 line"),
        ('{of: unit, where: copies > 1, text: "{id}"}', "line"),
        ('{of: unit, where: attack is given and attack >= face.level, text: "{id}"}', "guard"),
        ("{of: unit, where: front.attack = 3}", "Horse"),
        ("{of: order, where: id != piece.id}", "Red\nGreen"),
        ("{of: order}", "Blue\nRed\nGreen"),
        (
            '{of: unit, text: "{power} {gun} {face.nation}"}',
            "4 {gun} Blue\n3 {gun} Blue\n {gun} Blue",
        ),
        ('{of: unit, text: "={attack} * 2", where: attack is given}', "8\n6"),
        ('{of: unit, text: "{=if(attack is given, attack, 0)}"}', "4\n3\n0"),
        ('{of: unit, text: "{n}/{of}"}', "1/3\n2/3\n3/3"),
        ('{of: unit, text: "{attack}"}', "4\n3"),
    ],
)
def test_what_a_list_may_say(lists, listed, found):
    assert lists(listed.replace('"={attack} * 2"', '"{=attack * 2}"'))["blue"] == found


def test_list_with_columns_is_a_table(lists):
    listed = f'{{of: unit, {WHERE}, columns: {{Unit: "{{name}}", Attack: =attack}}}}'
    assert lists(listed)["blue"] == [["Unit", "Attack"], ["Guard", "4"], ["Line", ""]]
    words = "en,de\nUnit,Einheit\nAttack,Angriff\n"
    assert lists(listed, "de", translations__csv=words)["red"] == [
        ["Einheit", "Angriff"],
        ["Reiter", "3"],
    ]


def test_piece_may_say_itself_what_stands_there(lists):
    own = ORDERS.replace("nation: Red", "nation: Red, roster: {en: None, de: Keine}")
    assert lists("{of: unit}", orders__yaml=own)["red"] == "None"


def test_zone_that_is_not_there_lists_nothing(lists):
    found = lists("{of: unit}", zone=f"when: level is given, {AT}")
    assert found == {"blue": "Guard\nHorse\nLine", "red": None, "green": None}


def test_fields_that_a_list_shows_count_as_drawn(tmp_path):
    listed = '{of: unit, where: attack > 2, text: "{note}"}'
    game = game_alone(tmp_path, files_of(listed))
    kinds = {kind.id: kind.listed for kind in game.kinds}
    assert {"front.attack", "front.note"} <= kinds["unit"]
    assert "front.nation" not in kinds["unit"]


def test_edit_of_a_unit_changes_the_values_of_the_faces_that_list_it(tmp_path):
    from fustella.core.values.codes import codes_of
    from fustella.core.values.model import Edition

    listed = f'{{of: unit, {WHERE}, text: "{{name}} {{attack}}"}}'

    def state(files):
        game = game_alone(tmp_path, files)
        specs = piece_specs(Edition(game, "en"), game.pieces)
        return codes_of(game, "en"), {s.id.piece: repr(s.values["face"]) for s in specs}

    codes, values = state(files_of(listed))
    units = UNITS.replace("attack: 3", "attack: 5")
    codes_now, values_now = state(files_of(listed, units__yaml=units))
    changed = ["horse", "red"]
    assert sorted(name for name in codes if codes[name] != codes_now[name]) == changed
    assert sorted(name for name in values if values[name] != values_now[name]) == changed


@pytest.mark.parametrize(
    ("listed", "says"),
    [
        ("{of: units}", "roster.list.of E106 there is no kind `units` | did you mean `unit`?"),
        ("{off: unit}", "roster.list.off E106 unknown key `off` | did you mean `of`?"),
        ("{where: attack > 2}", "roster.list.of E107 `of` is missing"),
        ("unit", 'roster.list E104 expected keys with values, found "unit"'),
        ("{of: unit, where: atack > 2}", "roster.list.where E163 `atack` is no field"),
        (
            "{of: unit, where: nation = face.naton}",
            "there is no `face.naton` (and of 2 more pieces) | did you mean `face.nation`",
        ),
        ("{of: unit, where: nation = Blue}", "a word stands in quotes"),
        ("{of: unit, where: attack >}", "roster.list.where E164 "),
        ("{of: unit, where: nation}", "roster.list.where E164 `nation` is neither true nor false"),
        ('{of: unit, text: "{atack}"}', "roster.list.text E163 `{atack}` is no field"),
        ("{of: unit, columns: {A: =atack}}", "roster.list.columns.A E163 `atack` is no field"),
        ("{of: unit, columns: x}", 'roster.list.columns E104 expected columns, found "x"'),
        ("{of: unit, text: x, columns: {A: x}}", "roster.list.columns E106 the list has `text`"),
        ('{of: order, text: "{roster}"}', "roster.list E163 `roster` of `order` is filled in by a"),
        ('{of: order, where: "roster is given"}', "roster.list E163 `roster` of `order` is filled"),
    ],
)
def test_fault_of_a_list_is_told_at_its_key(faults, listed, says):
    found = faults(listed)
    assert any(says in each for each in found), found


def test_list_fills_no_field_of_another_type(faults):
    game = GAME.replace("level?: number", "level?: number, roster?: number")
    assert any("`list` cannot fill it" in each for each in faults("{of: unit}", game=game))
    game = GAME.replace("level?: number", "level?: number, roster?: text")
    columns = "{of: unit, columns: {A: x}}"
    assert any("`list` cannot fill it" in each for each in faults(columns, game=game))


def test_zone_shows_one_thing(faults):
    found = faults("{of: unit}", zone=f"text: x, {AT}")
    assert any("the zone has `text` already" in each for each in found)


@pytest.mark.parametrize(
    ("bound", "most", "says"),
    [
        ("PRINTED_ROWS", 2, "a list of 3 pieces: more than 2"),
        ("PIECES_SEEN", 2, "the lists look at more than 2 pieces"),
        ("PIECES_SEEN", 4, "the lists have more than 4 lines"),
    ],
)
def test_lists_have_bounds(faults, monkeypatch, bound, most, says):
    monkeypatch.setattr(limits, bound, most)
    assert any(f"E133 {says}" in each for each in faults('{of: unit, text: "{face.nation}"}'))
