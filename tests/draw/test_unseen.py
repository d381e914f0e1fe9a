"""Texts that are hardly seen on what lies under them, and those that are."""

from xml.etree import ElementTree

import pytest

from fustella.draw.inspect.painted import Painted
from fustella.draw.inspect.texts import DrawnTexts
from fustella.draw.inspect.unseen import unseen_texts
from fustella.draw.scene.resolve import resolve_finished

INK, DARK, LIGHT = "#1f2328", "#20252c", "#f4eedf"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">'
PANEL = f'<rect x="2" y="2" width="56" height="36" fill="{DARK}"/>'


def text(colour: str = INK, more: str = "") -> str:
    return (
        f'<text x="5" y="20" font-family="Source Sans Pro" font-size="5" fill="{colour}" {more}>'
        "Moonlit and still</text>"
    )


def found(*parts: str, pixel=lambda *_: None) -> list[tuple[str, str]]:
    root = ElementTree.fromstring(f"{HEAD}{''.join(parts)}</svg>")
    return [
        (one.colour, one.ground)
        for one in unseen_texts(Painted(DrawnTexts(resolve_finished(root))), pixel)
    ]


def gradient(*colours: str) -> str:
    stops = "".join(f'<stop offset="{at}" stop-color="{one}"/>' for at, one in enumerate(colours))
    return f'<defs><linearGradient id="g">{stops}</linearGradient></defs>'


ON_GRADIENT = '<rect width="60" height="40" fill="url(#g)"/>'
USED_TWICE = f"""<defs>{text(more='id="t"')}</defs><use href="#t"/><use href="#t" y="15"/>"""
PICTURE = '<image x="0" y="0" width="60" height="40" href="picture:abc.full"/>'


@pytest.mark.parametrize(
    "parts",
    [
        (PANEL, text()),
        (text(LIGHT),),
        (PANEL, f'<g opacity=".9">{text()}</g>'),
        (f'<path d="M2 2H58V38H2Z" fill="{DARK}"/>', text()),
        (f'<g transform="translate(30 20)"><circle r="29" fill="{DARK}"/></g>', text()),
        (f'<ellipse cx="30" cy="20" rx="29" ry="6" fill="{DARK}"/>', text()),
        (PANEL, f'<circle cx="20" cy="19" r="3" fill="{LIGHT}"/>', text()),
        (f'<rect width="60" height="40" fill="{LIGHT}"/>', PANEL, text()),
        (PANEL.replace('height="36"', 'height="24"'), USED_TWICE),
        (f'<path d="M2 20H58" stroke="{DARK}" stroke-width="14"/>', text()),
        ('<rect width="60" height="40" fill="#000" fill-opacity=".9"/>', text()),
        (gradient(DARK, "#101418"), ON_GRADIENT, text()),
        (f'<defs><g id="p">{PANEL}</g></defs><use href="#p"/>', text()),
        (PANEL, text(more='transform="rotate(20 30 20)"')),
        (
            '<clipPath id="c"><rect width="60" height="40"/></clipPath>',
            f'<g clip-path="url(#c)">{PANEL}</g>',
            text(),
        ),
    ],
)
def test_text_like_its_ground_is_told(parts):
    assert len(found(*parts)) == 1


@pytest.mark.parametrize(
    "parts",
    [
        (text(),),
        (PANEL, text(LIGHT)),
        (text(), PANEL.replace("rect", "rect opacity='0'")),
        (PANEL, f'<rect x="3" y="12" width="54" height="12" fill="{LIGHT}"/>', text()),
        (PANEL, text(more=f'stroke="{LIGHT}" stroke-width=".6"')),
        (PANEL, text(more='opacity=".3"')),
        (PANEL, text(more='fill-opacity=".3"')),
        (PANEL, text(more='visibility="hidden"')),
        (gradient(DARK, LIGHT), ON_GRADIENT, text()),
        (f'<rect x="2" y="2" width="9" height="36" fill="{DARK}"/>', text()),
        (f'<circle cx="24" cy="37" r="19.5" fill="{DARK}"/>', text()),
        (PANEL, f'<ellipse cx="30" cy="19" rx="29" ry="9" fill="{LIGHT}"/>', text()),
        ('<rect width="60" height="40" fill="#000" fill-opacity=".3"/>', text()),
        (
            '<clipPath id="c"><rect y="30" width="60" height="10"/></clipPath>',
            f'<g clip-path="url(#c)">{PANEL}</g>',
            text(),
        ),
        ('<mask id="m"/>', f'<g mask="url(#m)">{PANEL}</g>', text()),
        (PICTURE, text()),
    ],
)
def test_text_that_is_seen_or_of_which_nothing_can_be_said_is_not_told(parts):
    assert found(*parts) == []


@pytest.mark.parametrize(
    ("pixel", "told"),
    [
        ((DARK, 1.0), [(INK, "")]),
        ((LIGHT, 1.0), []),
        ((DARK, 0.2), []),
        (("#000000", 0.95), [(INK, "")]),
        (None, []),
    ],
)
def test_text_on_a_picture_is_held_against_its_pixels(pixel, told):
    assert found(PICTURE, text(), pixel=lambda *_: pixel) == told


def test_each_place_of_a_picture_counts():
    half = lambda _, x, y: (DARK if x < 0.2 else LIGHT, 1.0)  # noqa: E731
    assert found(PICTURE, text(), pixel=half) == []


def test_a_cause_is_told_once_for_several_cards(tmp_path):
    from tests.draw.test_ready import artist_of

    (tmp_path / "game.yaml").write_text(
        'title: T\nlanguages: [en]\ncolours: {ink: "#1f2328", night: "#20252c"}\nkinds:\n  card:\n'
        "    front: ready/card\n    layout:\n      front:\n"
        "        note: {fill: night, colour: ink}\n"
    )
    cards = "".join(
        f"  - {{id: c{n}, front: {{title: T{n}, text: Draw, note: Note {n}}}}}\n" for n in range(9)
    )
    (tmp_path / "cards.yaml").write_text(f"kind: card\npieces:\n{cards}")
    game, artist = artist_of(tmp_path)
    artist.draw_pieces(game.pieces)
    (told,) = artist.warnings
    assert (told.code, told.place.file, told.place.line) == ("E215", "game.yaml", 9)
    assert '"Note 0"' in told.hint
