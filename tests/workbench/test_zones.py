"""The view of zones: where they lie on a piece, who says what of them, and in which line."""

from pathlib import Path

import pytest

from fustella.draw import piece_specs
from tests.helpers.ready_project import write_ready_project
from tests.workbench.benches import GameBench

GAME = """\
title: Zoo
languages: [en, de]
colours: {gold: "#c9a227"}
kinds:
  animal:
    front: ready/card
    back: ready/back
    fields: {front: {rarity: common | rare, attack?: number, habitat?: icon}}
    layout:
      both: {title: {font: sans}}
      front:
        title: {size: {by: rarity, rare: 15pt, else: 12pt}}
        gem: {x: 29mm, y: 80mm, width: 5mm, height: 5mm, fill: {by: rarity, rare: gold, else: none}}
        attack: {when: attack is given, x: 5mm, y: 78mm, width: "{=attack * 3}mm", height: 7mm}
        cost: false
  beast:
    like: animal
    layout: {front: {title: {y: 5mm}}}
"""
LIST = """\
kind: animal
pieces:
  - {id: lion, front: {title: Lion, rarity: rare, attack: 3, text: Roars, art: lion}}
  - {id: cat, front: {title: Cat, rarity: common, text: Purrs}}
"""
BEASTS = """\
kind: beast
pieces:
  - {id: wolf, front: {title: Wolf, rarity: rare}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9Z"/></svg>'


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> GameBench:
    files = {"game.yaml": GAME, "animals.yaml": LIST, "beasts.yaml": BEASTS, "art/lion.svg": SVG}
    return GameBench(tmp_path_factory.mktemp("zoo"), files)


def whose(key: dict[str, object]) -> tuple[object, ...]:
    return key["value"], key["typed"], key["whose"], key["of"], key["line"]


def test_zone_lies_where_the_face_draws_it(tmp_path: Path) -> None:
    write_ready_project(tmp_path)
    bench = GameBench(tmp_path)
    job, compared = bench.job, 0
    for spec in piece_specs(job.edition, job.game.pieces):
        drawn = spec.values.get("layout", {})
        view = bench.zones("", spec.id.side.value, spec.id.piece, job=job)
        zones = {zone["name"]: zone for zone in view["zones"]}
        assert list(zones) == [*drawn]
        for name in drawn:
            zone, values = zones[name], drawn[name]
            assert zone["show"] == values["show"]
            if values["show"]:
                box = [zone[f"{key}_mm"] for key in ("x", "y", "width", "height")]
                assert box == [values[key] for key in ("x", "y", "width", "height")]
                compared += 1
    assert compared > 500


def test_value_of_the_face_names_its_file_and_line(zoo: GameBench) -> None:
    key = zoo.zone("art", "animal", piece="lion")["keys"]["y"]
    assert whose(key)[:4] == (12.8905, "14.5%", "face", "ready/card")
    assert key["file"].endswith("ready/card.yaml")
    assert key["line"] > 0


def test_value_under_both_is_the_kinds_own(zoo: GameBench) -> None:
    key = zoo.zone("title", "animal", piece="lion")["keys"]["font"]
    assert whose(key) == ("sans", "sans", "own", "animal", 10)
    assert key["both"]


def test_choice_by_a_field_names_its_branch(zoo: GameBench) -> None:
    key = zoo.zone("title", "animal", piece="lion")["keys"]["size"]
    assert whose(key) == (15.0, "{by: rarity, rare: 15pt, else: 12pt}", "own", "animal", 12)
    assert (key["follows"], key["branch"]) == (True, "rare")
    other = zoo.zone("title", "animal", piece="cat")["keys"]["size"]
    assert (other["value"], other["branch"]) == (12.0, "else")


def test_formula_is_said_to_follow(zoo: GameBench) -> None:
    key = zoo.zone("attack", "animal", piece="lion")["keys"]["width"]
    assert (key["value"], key["typed"], key["follows"]) == (9.0, '"{=attack * 3}mm"', True)


def test_zone_whose_condition_fails_is_not_there(zoo: GameBench) -> None:
    zones = zoo.zones("animal", piece="cat")["zones"]
    assert "attack" not in [zone["name"] for zone in zones]  # it has no width without a number


def test_hidden_zone_lies_where_it_would_be(zoo: GameBench) -> None:
    zone = zoo.zone("cost", "animal", piece="lion")
    assert not zone["show"]
    assert zone["width_mm"] == pytest.approx(63.5 * 0.15)
    assert whose(zone["keys"]["show"]) == (False, "false", "own", "animal", 15)


def test_value_of_another_kind_names_that_kind(zoo: GameBench) -> None:
    keys = zoo.zone("title", "beast")["keys"]
    assert whose(keys["y"]) == (5.0, "5mm", "own", "beast", 18)
    assert whose(keys["font"]) == ("sans", "sans", "like", "animal", 10)


def test_value_for_pieces_without_a_field_says_which(zoo: GameBench) -> None:
    with_art = zoo.zone("text", "animal", piece="lion")["keys"]["y"]
    without = zoo.zone("text", "animal", piece="cat")["keys"]["y"]
    assert with_art["without"] == "type"
    assert without["without"] == "type and art"


def test_key_that_follows_from_two_others_is_nobodys(zoo: GameBench) -> None:
    keys = zoo.zone("art", "animal", piece="lion")["keys"]
    assert whose(keys["width"]) == (55.5, "", "default", "", 0)
    assert whose(keys["bottom"])[1:3] == ("", "default")


def test_fields_without_a_zone_are_offered(zoo: GameBench) -> None:
    assert zoo.zones("animal")["fields"] == {"rarity": "choice", "habitat": "icon"}


def test_controls_come_from_the_forms(zoo: GameBench) -> None:
    controls = zoo.zones("animal")["controls"]
    assert controls["x"]["control"] == "length"
    assert controls["size"]["control"] == "size"
    assert controls["bold"]["control"] == "flag"
    assert controls["align"]["choices"][:2] == ["start", "center"]
    assert "gold" in controls["fill"]["choices"]
    assert (controls["opacity"]["least"], controls["opacity"]["most"]) == (0, 1)
    assert all(control["about"] for control in controls.values())
    keys = {key for zone in zoo.zones("animal")["zones"] for key in zone["keys"]}
    assert keys <= controls.keys()


def test_template_that_places_everything_itself_has_no_zones(tmp_path: Path) -> None:
    kind = "{front: own.svg.j2, name: Own, width: 9mm, height: 9mm, fields: {front: {title: text}}}"
    files = {
        "game.yaml": f"title: T\nlanguages: [en]\nkinds:\n  own: {kind}\n",
        "own.yaml": "kind: own\npieces:\n  - {id: one, front: {title: One}}\n",
        "templates/own.svg.j2": '{% extends "_shared/face.svg.j2" %}\n',
    }
    view = GameBench(tmp_path, files).zones("own")
    assert view["why"] == "the template `own.svg.j2` places everything itself"
    assert view["zones"] == []


def test_piece_that_is_gone_is_told(zoo: GameBench) -> None:
    assert zoo.zones("animal", piece="tiger")["why"].startswith("there is no piece `tiger`")
