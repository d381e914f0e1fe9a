"""What one must see of Moving Kingdoms from across the table, measured on its drawn faces."""

import math
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from fustella.core.values.colour import lightness
from fustella.core.values.model import FaceId, SideName
from fustella.draw.inspect.texts import DrawnTexts
from fustella.draw.scene.resolve import resolve_finished
from tests.helpers.drawn import drawn, game_of

GAME, SVG = "moving-kingdoms", "{http://www.w3.org/2000/svg}"
APART = 15.0
"""In CIELAB L*: what is told apart without any colour."""

FIGURE_MM, FIGURE_SHARE = 3.2, 0.65
"""How high an attack is on a token, and the share of a figure of Source Sans in its size."""

WALLED = ("town", "barracks", "special", "cemetery")
INNER_MM, CLEAR_MM = 20.8, 1.0
"""How near to the middle of a hexagon the points of its wall come; how far letters stay off."""

TILES = ("castle-town-hall", "barracks-1-2", "wheat-1-2", "station-port", "cemetery")
TROOPS = ("archer", "knight", "mage", "dragon")
SETTINGS = 6


def front(piece: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn(GAME, "it").faces[FaceId(piece, SideName.FRONT)].svg)


def wall_of(piece: str) -> str:
    """The tone of a hexagon's wall, its broadest stroke."""
    return max(
        (shape for shape in front(piece).iter() if shape.get("stroke", "none") != "none"),
        key=lambda shape: float(shape.get("stroke-width", 0)),
    ).attrib["stroke"]


def ground_of(piece: str) -> str:
    """The tone that a token is filled with first."""
    return next(
        shape.attrib["fill"]
        for shape in front(piece).iter(f"{SVG}path")
        if shape.get("fill", "none") != "none"
    )


@pytest.mark.parametrize(("tone_of", "pieces"), [(wall_of, TILES), (ground_of, TROOPS)])
def test_walls_of_the_kinds_and_grounds_of_the_troops_are_told_apart_in_grey(tone_of, pieces):
    tones = [tone_of(piece) for piece in pieces]
    near = [
        pair
        for pair in combinations(tones, 2)
        if abs(lightness(pair[0]) - lightness(pair[1])) < APART
    ]
    assert not near


@pytest.mark.parametrize("troop", TROOPS)
def test_attack_of_a_troop_is_read_from_across_the_table(troop):
    (number,) = [
        text for text in front(troop).iter(f"{SVG}text") if "".join(text.itertext()).isdigit()
    ]
    assert float(number.attrib["font-size"]) * FIGURE_SHARE >= FIGURE_MM


@pytest.mark.parametrize("troop", TROOPS)
def test_version_code_of_a_troop_is_on_its_back(troop):
    assert "MK-" not in "".join(front(troop).itertext())
    back = drawn(GAME, "it").faces[FaceId(troop, SideName.BACK)].svg
    assert re.search("MK-[A-Z0-9]{4}", back)


@pytest.mark.parametrize("deck", ["initial", "advanced"])
def test_pictures_of_a_deck_have_settings_of_their_own(deck):
    """A setting is what a sky is made of: its first tone and the forms that follow."""
    settings = set()
    for piece in game_of(GAME).pieces:
        if piece.kind.id == "card" and piece.front["deck"] == deck:
            sky = front(piece.id).find(f".//{SVG}g[@clip-path]/{SVG}g")
            assert sky is not None
            settings.add(tuple(shape.get("fill", "none") for shape in [*sky.iter()][1:4]))
    assert len(settings) >= SETTINGS


@pytest.mark.parametrize("language", game_of(GAME).languages)
@pytest.mark.parametrize("kind", WALLED)
def test_letters_in_a_hexagon_stay_a_millimetre_off_its_wall(kind, language):
    faces, near = drawn(GAME, language).faces, []
    for piece in (one for one in game_of(GAME).pieces if one.kind.id == kind):
        for side in SideName:
            face = faces[FaceId(piece.id, side)]
            size = face.outline.size
            scene = resolve_finished(ElementTree.fromstring(face.svg))
            for text in DrawnTexts(scene).drawn:
                for run in (one for one in text.runs if one.text.strip()[:3] not in ("", "MK-")):
                    reach = max(
                        math.cos(angle) * (at.x_mm - size.width_mm / 2)
                        + math.sin(angle) * (at.y_mm - size.height_mm / 2)
                        for at in run.ink_corners()
                        for angle in (math.radians(60 * turn) for turn in range(6))
                    )
                    if reach > INNER_MM - CLEAR_MM:
                        near.append((piece.id, side, run.text, round(reach, 2)))
    assert not near


def test_each_tray_has_a_lid_that_goes_over_it_and_holds_the_same():
    boxes = {box.id: box.front for box in game_of(GAME).pieces if box.kind.box}
    trays = [box_id for box_id, front in boxes.items() if front["form"] == "tray"]
    assert len(trays) == len([front for front in boxes.values() if front["form"] == "lid"]) > 0
    for box_id in trays:
        tray, lid = boxes[box_id], boxes[box_id.replace("tray-", "lid-")]
        assert lid["copies"] == tray["copies"]
        for side in ("width", "height"):
            assert lid["room"][side] > tray["room"][side]
        assert lid["room"]["depth"] <= tray["room"]["depth"] + 1


def test_fronts_of_the_decks_are_told_apart_by_the_number_of_their_back():
    shared = {"initial": set[str](), "advanced": set[str]()}
    for piece in game_of(GAME).pieces:
        if piece.kind.id == "card":
            back = ElementTree.fromstring(
                drawn(GAME, "it").faces[FaceId(piece.id, SideName.BACK)].svg
            )
            of_both = [
                {path.get("d", "") for path in side.iter(f"{SVG}path")}
                for side in (front(piece.id), back)
            ]
            numbers = shared[str(piece.front["deck"])]
            numbers |= of_both[0] & of_both[1]
    assert shared["initial"] - shared["advanced"]
    assert shared["advanced"] - shared["initial"]
