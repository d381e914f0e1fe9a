"""Every text of every face of the four games stands out: at least 4.5 : 1 (WCAG 2.2, level AA)."""

import pytest

from fustella.core.values.themes import Theme
from tests.helpers.contrast import contrasts, ratio
from tests.helpers.drawn import PROJECT, drawn, game_of

LEAST = 4.5


def svg(ground: str, text: str, more: str = "") -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20">'
        f'<rect width="40" height="20" fill="{ground}"/>{more}'
        f'<text x="4" y="12" font-family="Source Sans Pro" font-size="6" fill="{text}">'
        "Castello</text></svg>"
    )


def test_ratio_of_known_colours_is_that_of_the_standard():
    assert ratio((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert ratio((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(
    ("ground", "text", "least"),
    [("#ffffff", "#000000", 21), ("#ffffff", "#777777", 4.48), ("#333333", "#3a3a3a", 1.1)],
)
def test_contrasts_of_a_text_are_measured_on_the_picture(ground, text, least):
    (found,) = contrasts([[svg(ground, text)]])
    assert found.contrast == pytest.approx(least, rel=0.03)
    assert found.texts == ("Castello",)


def test_contrasts_of_a_text_partly_on_dark_count_the_dark_part():
    dark = '<rect x="16" width="10" height="20" fill="#222222"/>'
    (plain,) = contrasts([[svg("#ffffff", "#000000")]])
    (covered,) = contrasts([[svg("#ffffff", "#000000", dark)]])
    assert plain.contrast > 20
    assert covered.contrast < 2


def test_contrasts_of_two_versions_are_those_of_each():
    versions = svg("#ffffff", "#000000"), svg("#333333", "#3a3a3a")
    together = [one.contrast for one in contrasts([versions])]
    assert together == [one.contrast for alone in versions for one in contrasts([[alone]])]


@pytest.mark.parametrize("name", PROJECT.games())
def test_texts_of_a_game_stand_out_in_every_theme(name: str) -> None:
    language = game_of(name).languages[0]
    themes = [drawn(name, language, theme).faces for theme in Theme]
    different = {tuple(faces[one].digest for faces in themes): one for one in themes[0]}
    looked_at = list(different.values())
    weak = [
        f"{looked_at[one.face]}, {list(Theme)[one.version]}: {one.colour} {one.contrast:.1f}: "
        f"{', '.join(one.texts[:3])}"
        for one in contrasts([[faces[face].svg for faces in themes] for face in looked_at])
        if one.contrast < LEAST
    ]
    assert not weak
