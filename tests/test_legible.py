"""The figures that matter in play are read across a table, on every piece of the four games."""

import pytest

from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, FaceId, Piece, Record, SideName, Value
from tests.helpers.drawn import drawn, game_of
from tests.helpers.legible import Reading, reading, readings

_HERO = ["power", "hit_points", "range"]
FIGURES = {
    "city-duel": {"card": _HERO, "side-card": _HERO},
    "el-mapa": {
        "coin": ["value"],
        "coin-five": ["value"],
        "army": ["number"],
        "mark": ["number"],
        "resource": ["goods"],
    },
    "empire-plateau": {
        "army": ["reach"],
        "banner": ["reach"],
        "board-for-two": ["sides.starts.reach"],
        "board-for-four": ["sides.starts.reach"],
    },
    "moving-kingdoms": {
        **{troop: ["attack"] for troop in ("archer", "knight", "mage", "dragon")},
        "town": ["defence"],
    },
}
"""By game and kind: fields of the front that players look for across the table; `a.b`: b in a."""

BOARDS = {"board-for-two", "board-for-four"}
"""Kinds on which a figure stands many times, each where an army begins; all are read."""

TOKEN_MM = 30
"""Pieces up to this wide or high are tokens, others cards."""

TOKEN_FIGURE_MM, BOARD_FIGURE_MM, CARD_FIGURE_MM = 3.0, 3.5, 4.5
LIKENESS, LEAD, CONTRAST = 0.85, 0.05, 40.0


def face_with(figure: str, height_mm: float, ink: str = "#000000", more: str = "") -> Face:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
        f'<rect width="20" height="20" fill="#f0e8d0"/><text x="5" y="12" font-weight="700" '
        f'font-family="Source Sans Pro" font-size="{height_mm / 0.65}" fill="{ink}">{figure}</text>'
        f"{more}</svg>"
    )
    return Face.drawn(svg, Outline.rectangle(20, 20), 0)


def read(*what: object) -> Reading:
    found = reading(face_with(*what), str(what[0]))  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize("figure", [*"0123456789", "12", "46", "80"])
def test_a_figure_of_three_millimetres_is_read(figure: str) -> None:
    found = read(figure, 3.0)
    assert found.read == figure
    assert found.height_mm == pytest.approx(3, abs=0.05)
    assert found.likeness > 0.75
    assert found.lead > LEAD


def test_a_figure_that_is_hardly_darker_than_its_ground_has_little_contrast():
    assert read("5", 3.0).contrast > 60
    assert read("5", 3.0, "#c8bfa8").contrast < 25


def test_a_figure_with_lines_drawn_over_it_is_less_like_itself():
    lines = '<path d="M4 9H12M4 10.400H12M4 11.800H12" stroke="#000000" stroke-width=".6"/>'
    assert read("5", 3.0, "#000000", lines).likeness < LIKENESS


def test_a_face_without_the_figure_has_no_reading():
    assert reading(face_with("5", 3), "6") is None


def inner(value: Value, path: str) -> Value:
    """What lies at a path of names within a record, or in each record of a list."""
    name, _, rest = path.partition(".")
    if isinstance(value, tuple):
        return tuple(inner(one, path) for one in value)
    assert isinstance(value, Record)
    return inner(value[name], rest) if rest else value[name]


def figures_of(value: Value) -> set[str]:
    """The whole numbers in the value of a field, as they are printed."""
    if isinstance(value, Record):
        return set().union(*(figures_of(value[name]) for name in value))
    if isinstance(value, tuple):
        return set().union(*map(figures_of, value))
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return {f"{value:g}"} if number else set()


def poor(face: Face, figure: str, kind: str) -> bool:
    """Whether a figure is not what is read, or only just."""
    if kind in BOARDS:
        found, least = readings(face, figure), BOARD_FIGURE_MM
    else:
        one, size = reading(face, figure), face.outline.size
        token = min(size.width_mm, size.height_mm) <= TOKEN_MM
        found, least = [one] if one else [], TOKEN_FIGURE_MM if token else CARD_FIGURE_MM
    return not found or any(
        one.read != figure
        or one.height_mm < least - 0.01
        or one.likeness < LIKENESS
        or one.lead < LEAD
        or one.contrast < CONTRAST
        for one in found
    )


@pytest.mark.parametrize("name", FIGURES)
def test_figures_of_a_game_are_read_across_a_table(name: str) -> None:
    game, seen = game_of(name), dict[tuple[str, str], tuple[Piece, Face]]()
    for language in game.languages:
        faces = drawn(name, language).faces
        for piece in (one for one in game.pieces if one.struck_out is None):
            face = faces[FaceId(piece.id, SideName.FRONT)]
            for field in FIGURES[name].get(piece.kind.id, ()):
                for figure in figures_of(inner(piece.front, field)):
                    seen[face.digest, figure] = (piece, face)
    assert len(seen) > 4
    assert not [
        (piece.id, figure)
        for (_, figure), (piece, face) in seen.items()
        if poor(face, figure, piece.kind.id)
    ]
