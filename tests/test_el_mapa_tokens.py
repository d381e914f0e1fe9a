"""The small pieces of El Mapa are read from the other side of the table."""

import io
import re

import numpy
import pytest
from PIL import Image

from fustella.core.values.model import Face, FaceId
from fustella.draw.render import render
from fustella.write.raster import page_pngs
from tests.helpers.drawn import PROJECT, drawn, game_of
from tests.helpers.grounds import Ground, grounds

TOKENS = ("coin", "coin-five", "marker", "army", "mark", "platoon", "obstacle", "battle-board")
COUNTERS = {
    f"{what}-{value}"
    for what in ("wood", "stone", "gold", "levy", "soldier", "archer", "cavalry", "points")
    for value in (1, 5)
}
LEAST_FIGURE_MM = 3.0
MOST_AROUND = 0.05
"""The share of the band around a text that may be something else than its ground."""

FAR_DPI = 62.0
"""How finely an eye sees a piece 70 cm away."""

LEAST_SPREAD = 120
"""Between the darkest and the lightest pixels of a token at that distance, of 255."""


@pytest.fixture(scope="module")
def tokens() -> dict[FaceId, Face]:
    own = {piece.id for piece in game_of("el-mapa").pieces if piece.kind.id in TOKENS}
    return {one: face for one, face in drawn("el-mapa", "es").faces.items() if one.piece in own}


@pytest.fixture(scope="module")
def texts(tokens: dict[FaceId, Face]) -> list[Ground]:
    return list(grounds(tokens))


def test_figures_of_tokens_are_large(texts: list[Ground]) -> None:
    figures = [text for text in texts if text.text.isdigit()]
    assert len({text.face.piece for text in figures}) >= 16 + 24 + 3
    assert min(text.height_mm for text in figures) >= LEAST_FIGURE_MM
    counters = [text for text in figures if text.face.piece in COUNTERS]
    assert min(text.height_mm for text in counters) >= 4


def test_texts_and_codes_of_tokens_lie_on_quiet_ground(texts: list[Ground]) -> None:
    assert [text for text in texts if text.inside > 0 or text.around > MOST_AROUND] == []


def test_figures_of_counters_are_seen_from_afar(tokens: dict[FaceId, Face]) -> None:
    counters = [face for one, face in tokens.items() if one.piece in COUNTERS]
    pictures = [
        numpy.asarray(Image.open(io.BytesIO(png)).convert("L"))
        for rendered in render([counters], None)
        for png in page_pngs(rendered.pdf, FAR_DPI)
    ]
    assert len(pictures) == len(counters) == 16
    for picture in pictures:
        darkest, lightest = numpy.percentile(picture, (4, 96))
        assert lightest - darkest >= LEAST_SPREAD


def test_shapes_of_owners_are_5_mm_on_their_markers(tokens: dict[FaceId, Face]) -> None:
    towns = [face for one, face in tokens.items() if one.piece.startswith("owned-town")]
    assert len(towns) == 6
    for rendered in render([towns], None):
        for png in page_pngs(rendered.pdf, 254):
            wall = numpy.asarray(Image.open(io.BytesIO(png)).convert("L"))[52:104, 30:110]
            rows, columns = numpy.nonzero(wall < 90)
            assert max(numpy.ptp(rows), numpy.ptp(columns)) + 1 >= 49


@pytest.mark.parametrize("troop", ["levy", "soldier", "archer", "cavalry"])
def test_an_icon_of_a_troop_is_its_bust_on_the_counters(troop: str) -> None:
    folder = PROJECT.root / "templates"
    busts = (folder / "el-mapa" / "_troops.svg.j2").read_text(encoding="utf-8")
    found = re.search(rf'"{troop}": \["([^"]*)",\s*"([^"]*)", "([^"]*)"\]', busts)
    assert found
    icon = (folder / "_shared" / "icons" / f"mapa-{troop}.svg").read_text(encoding="utf-8")
    assert f'd="{"".join(found.groups())}"' in icon
