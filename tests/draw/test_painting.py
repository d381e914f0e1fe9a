"""Gradients, patterns, masks, groups, markers and pictures on pages: as browsers paint them.

Expected colours follow from the specifications; pdfium, by which pictures are exported, shows them.
"""

import numpy
import pypdfium2
import pytest

from fustella.core.files.pdf import PlainPdf
from fustella.draw.render import walk
from fustella.draw.render.pages import PlainPages
from tests.draw import plainly
from tests.helpers import painted

SIDE_MM = 20
STOPS = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
FADING = '<stop stop-color="red"/><stop offset="1" stop-color="red" stop-opacity="0"/>'
LETTERS = 'x="1" y="15" font-family="Source Sans Pro" font-size="16" font-weight="700"'


def pdf_of(*bodies: str) -> bytes:
    """The pages of faces, all of which are ours."""
    pages = PlainPages()
    for body in bodies:
        page = pages.draw(painted.face(body))
        assert page is not None, "left to typst"
        assert not page.compiled, page.compiled
        assert pages.add(page)
    return pages.pdf()


def picture(body: str, px: int = 400) -> numpy.ndarray:
    """A face as pdfium shows it, its colours as red, green and blue."""
    document = pypdfium2.PdfDocument(pdf_of(body))
    scale = px / document[0].get_size()[0]
    pixels = document[0].render(scale=scale).to_numpy()[:px, :px, ::-1].astype(int)
    document.close()
    return pixels


def colour_at(pixels: numpy.ndarray, x_mm: float, y_mm: float) -> tuple[int, ...]:
    scale = len(pixels) / SIDE_MM
    return tuple(map(int, pixels[int(y_mm * scale), int(x_mm * scale)]))


def near(one: tuple[int, ...], other: tuple[int, ...], by: int = 6) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= by


def alike(body: str) -> bool:
    """Whether typst paints a face as we do."""
    (found,) = plainly.compared_pages([painted.face(body)], pdf_of(body))
    return found.is_alike


@pytest.mark.parametrize(
    "body",
    [
        f'<linearGradient id="g">{STOPS}</linearGradient>'
        '<rect x="2" y="2" width="9" height="5" fill="url(#g)"/>'
        '<g transform="rotate(30)"><circle cx="14" cy="4" r="4" stroke="url(#g)" fill="none"/></g>',
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="2" y1="3" x2="15" y2="12" '
        f'gradientTransform="skewX(9)">{STOPS}</linearGradient>'
        '<path d="M2 2Q19 1 18 18Q3 19 2 2" fill="url(#g)" fill-opacity=".4"/>',
        f'<radialGradient id="g" fx=".3" fy=".4">{STOPS}</radialGradient>'
        '<rect x="2" y="2" width="15" height="9" fill="url(#g)"/>',
        f'<linearGradient id="a">{FADING}</linearGradient>'
        '<radialGradient id="g" href="#a" gradientUnits="userSpaceOnUse" cx="9" cy="9" r="8"/>'
        '<rect width="20" height="20" fill="url(#g)"/><rect y="6" width="20" height="4" '
        'fill="url(#a)" stroke="url(#a)" stroke-width="2"/>',
        '<linearGradient id="g"><stop offset=".3" stop-color="red"/>'
        '<stop offset=".3" stop-color="gold"/><stop offset=".3" stop-color="blue"/>'
        '<stop offset=".6" stop-color="teal"/></linearGradient>'
        '<rect x="2" y="2" width="15" height="9" fill="url(#g)"/>',
        '<linearGradient id="g"><stop stop-color="red" stop-opacity=".5"/></linearGradient>'
        '<linearGradient id="n"/><rect width="9" height="9" fill="url(#g)"/>'
        '<rect y="9" width="9" height="9" fill="url(#n)"/>',
        f'<linearGradient id="g">{STOPS}</linearGradient>'
        '<path d="M1 5H19" stroke="url(#g) teal" stroke-width="3"/>',
        f'<linearGradient id="g">{STOPS}</linearGradient><text {LETTERS} fill="url(#g)">ab</text>',
        '<g opacity=".5"><g opacity=".5"><rect width="9" height="9"/></g><circle r="12"/></g>',
        '<rect width="12" height="12" fill="gold"/><g style="mix-blend-mode:multiply">'
        '<circle cx="9" cy="9" r="6" fill="teal"/><circle cx="13" cy="9" r="6" fill="red"/></g>',
        '<rect width="12" height="12" fill="gold"/><g style="isolation:isolate">'
        '<circle cx="9" cy="9" r="6" fill="teal" style="mix-blend-mode:screen"/></g>',
        '<mask id="m"><rect x="4" y="4" width="9" height="5" fill="white"/>'
        '<circle cx="9" cy="9" r="3" fill="#888"/></mask>'
        '<g transform="translate(2 1)" mask="url(#m)"><rect x="2" width="16" height="16"/></g>',
        f'<linearGradient id="g">{STOPS.replace("red", "white").replace("blue", "black")}'
        '</linearGradient><mask id="m" maskContentUnits="objectBoundingBox">'
        '<rect width="1" height="1" fill="url(#g)"/></mask>'
        '<circle cx="9" cy="9" r="6" fill="purple" mask="url(#m)" opacity=".7"/>',
        '<clipPath id="c" clipPathUnits="objectBoundingBox" transform="rotate(9)">'
        '<path d="M0 0L1 .5 0 1z"/></clipPath>'
        '<rect x="4" y="4" width="12" height="9" clip-path="url(#c)"/>',
        '<clipPath id="d"><rect x="3" y="3" width="9" height="14"/></clipPath>'
        '<clipPath id="c" clip-path="url(#d)"><circle cx="8" cy="8" r="5"/>'
        '<path d="M8 8h9v9h-9z" clip-rule="evenodd"/></clipPath>'
        '<g transform="translate(1 2) scale(.8)" clip-path="url(#c)"><rect width="20" '
        'height="20" fill="teal"/></g>',
        '<clipPath id="c"/><rect width="9" height="9" clip-path="url(#c)"/><circle r="5"/>',
        '<marker id="m" orient="auto" viewBox="0 0 4 4" refX="2" refY="2">'
        '<path d="M0 0L4 2 0 4z" fill="red"/></marker><path d="M3 15L9 4 17 14" fill="none" '
        'stroke="teal" marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"/>',
        '<marker id="m" orient="45" markerUnits="userSpaceOnUse" markerWidth="4" '
        'markerHeight="4" refX="1"><rect width="9" height="2"/></marker>'
        '<polyline points="3 3 9 9 15 3" fill="none" stroke="teal" opacity=".5" '
        'marker-mid="url(#m)"/>',
    ],
)
def test_what_typst_paints_as_browsers_do_is_painted_so(body):
    assert alike(body)


@pytest.mark.parametrize("px", [157, 233, 333, 477])
def test_tiles_keep_their_pitch_at_any_resolution(px):
    tile = '<circle cx=".5" cy=".5" r=".3" fill="red"/>'
    pixels = picture(
        f'<pattern id="p" patternUnits="userSpaceOnUse" width="1" height="1">{tile}</pattern>'
        '<rect width="20" height="20" fill="url(#p)"/>',
        px,
    )
    for at in (0.5, 7.5, 19.5):
        for x, y in ((at, 3.5), (3.5, at)):
            assert colour_at(pixels, x, y)[1] < 90, (at, x, y)
            assert colour_at(pixels, x + 0.49 if x == at else x, y + 0.49 if y == at else y)[1] > 90


def test_tiles_have_the_opacity_of_what_they_fill():
    pixels = picture(
        '<pattern id="p" patternUnits="userSpaceOnUse" width="5" height="5">'
        '<rect width="5" height="5"/></pattern>'
        '<rect width="20" height="20" fill="url(#p)" fill-opacity=".5"/>'
    )
    assert near(colour_at(pixels, 7.5, 7.5), (128, 128, 128))


@pytest.mark.parametrize(
    ("attributes", "red_at"),
    [
        ('x="2" y="3" width="4" height="4" patternUnits="userSpaceOnUse"', (3, 4)),
        ('width=".25" height=".25"', (1, 1)),
        ('width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="scale(2)"', (3, 3)),
        ('viewBox="0 0 4 4" width="8" height="8" patternUnits="userSpaceOnUse"', (3, 3)),
    ],
)
def test_tiles_begin_where_they_say(attributes, red_at):
    tile = '<rect width="2" height="2" fill="red"/>'
    pixels = picture(
        f'<pattern id="p" {attributes}>{tile}</pattern>'
        '<rect width="20" height="20" fill="url(#p)"/>'
    )
    assert near(colour_at(pixels, *red_at), (255, 0, 0))


GREEN_TILES = (
    '<pattern id="q" patternUnits="userSpaceOnUse" width="1" height="1">'
    '<rect width="1" height="1" fill="lime"/></pattern>'
    '<pattern id="p" patternUnits="userSpaceOnUse" width="10" height="10">'
    '<rect width="5" height="5" fill="url(#q)"/></pattern>'
)
FADING_TILES = (
    f'<linearGradient id="f">{FADING}</linearGradient>'
    '<pattern id="p" patternUnits="userSpaceOnUse" width="10" height="10">'
    '<rect width="5" height="5" fill="url(#f)"/></pattern>'
)
AROUND = 'x="5" y="5" width="10" height="10" fill="none"'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            f'{GREEN_TILES}<rect width="20" height="20" fill="url(#p)"/>',
            {(2, 2): (0, 255, 0), (12, 13): (0, 255, 0), (7, 7): (255, 255, 255)},
        ),
        (
            f'{GREEN_TILES}<rect width="20" height="20" fill="url(#p)" fill-opacity=".5"/>',
            {(2, 2): (128, 255, 128), (12, 13): (128, 255, 128), (7, 7): (255, 255, 255)},
        ),
        (
            f'{GREEN_TILES}<rect {AROUND} stroke="url(#p)" stroke-width="4"/>',
            {(12, 4): (0, 255, 0), (12, 2): (255, 255, 255), (7, 4): (255, 255, 255)},
        ),
        (
            f'{GREEN_TILES}<g transform="translate(5 0)"><rect width="15" height="20" '
            'fill="url(#p)"/></g>',
            {(7, 2): (0, 255, 0), (17, 13): (0, 255, 0), (2, 2): (255, 255, 255)},
        ),
        (
            f'{FADING_TILES}<rect width="20" height="20" fill="url(#p)"/>',
            {(0.1, 2): (255, 5, 5), (12.5, 12.5): (255, 128, 128), (7, 7): (255, 255, 255)},
        ),
        (
            '<pattern id="p" patternUnits="userSpaceOnUse" width="5" height="5">'
            '<rect width="5" height="5" fill="url(#p)" stroke="lime"/></pattern>'
            '<rect width="20" height="20" fill="url(#p)"/>',
            {(5, 2.5): (0, 255, 0), (2.5, 2.5): (255, 255, 255)},
        ),
        (
            '<pattern id="p" patternUnits="userSpaceOnUse" width="5" height="5">'
            '<rect width="5" height="5" fill="url(#q)" stroke="lime"/></pattern>'
            '<pattern id="q" patternUnits="userSpaceOnUse" width="5" height="5">'
            '<rect width="4" height="4" fill="url(#p) red"/></pattern>'
            '<rect width="20" height="20" fill="url(#p)"/>',
            {(5, 2.5): (0, 255, 0), (2.5, 2.5): (255, 0, 0)},
        ),
    ],
)
def test_patterns_hold_patterns_and_gradients_that_fade(body, expected):
    pixels = picture(body)
    assert {at: colour_at(pixels, *at) for at in expected} == {
        at: pytest.approx(colour, abs=6) for at, colour in expected.items()
    }


@pytest.mark.parametrize(
    ("attributes", "one_by_one"),
    [
        ('patternTransform="rotate(45)" width="4" height="4"', True),
        ('patternTransform="skewX(20)" width="4" height="4"', True),
        ('patternTransform="rotate(90)" width="4" height="4"', False),
        ('patternTransform="scale(2 1)" width="4" height="4"', False),
        ('patternTransform="rotate(45)" width=".1" height=".1"', False),
    ],
)
def test_few_turned_tiles_are_painted_one_by_one(attributes, one_by_one):
    found = pdf_of(
        f'<pattern id="p" patternUnits="userSpaceOnUse" {attributes}>'
        '<rect width="2" height="2"/></pattern><rect width="20" height="20" fill="url(#p)"/>'
    )
    assert (b"/PatternType 1" not in found) == one_by_one


ACROSS = f'<linearGradient id="g">{STOPS}</linearGradient>'
WHOLE = '<rect width="20" height="20" fill="context-fill"/>'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            f'{ACROSS}<defs><g id="d"><rect width="4" height="20" fill="context-fill"/>'
            '<rect x="16" width="4" height="20" fill="context-fill"/></g></defs>'
            '<use href="#d" fill="url(#g)"/>',
            {(1, 9): (242, 0, 13), (19, 9): (13, 0, 242)},
        ),
        (
            '<pattern id="g" patternUnits="userSpaceOnUse" width="4" height="4">'
            '<rect width="2" height="2" fill="red"/></pattern><defs><g id="d" '
            f'transform="translate(1 1)">{WHOLE}</g></defs><use href="#d" fill="url(#g)"/>',
            {(5, 5): (255, 0, 0), (6.5, 6.5): (255, 255, 255)},
        ),
        (
            '<defs><rect id="d" width="20" height="20" fill="context-stroke"/></defs>'
            '<use href="#d" stroke="lime"/>',
            {(9, 9): (0, 255, 0)},
        ),
        (
            f'<defs><g id="d">{WHOLE}</g></defs><use href="#d" fill="#ff000080"/>',
            {(9, 9): (255, 127, 127)},
        ),
        (
            f'<defs><g id="d">{WHOLE}</g><g id="e" fill="context-fill"><use href="#d"/></g></defs>'
            '<use href="#e" fill="red"/>',
            {(9, 9): (255, 0, 0)},
        ),
        (
            '<marker id="m" markerWidth="4" markerHeight="4" refX="2" refY="2" '
            'markerUnits="userSpaceOnUse"><rect width="4" height="4" fill="context-stroke"/>'
            f'</marker>{ACROSS}<path d="M0 0L10 10L20 20" fill="none" stroke="url(#g)" '
            'marker-mid="url(#m)"/>',
            {(8.5, 11.5): (147, 0, 108), (11.5, 8.5): (108, 0, 147)},
        ),
        (
            f'{ACROSS}<defs><g id="d" transform="rotate(45 10 10)"><rect x="5" y="5" width="10" '
            'height="10" transform="rotate(45 10 10)" fill="context-fill"/></g></defs>'
            '<use href="#d" fill="url(#g)"/>',
            {(5.5, 9): (185, 0, 70), (14.5, 9): (70, 0, 185)},  # the box of a box, as in browsers
        ),
        (WHOLE, {(9, 9): (255, 255, 255)}),
    ],
)
def test_paints_of_what_refers_to_a_shape_are_in_its_coordinates(body, expected):
    pixels = picture(body)
    assert {at: colour_at(pixels, *at) for at in expected} == {
        at: pytest.approx(colour, abs=6) for at, colour in expected.items()
    }


def test_tiles_of_a_small_drawing_in_large_units_are_ours():
    pixels = picture(
        '<pattern id="p" width=".5" height=".5" patternContentUnits="objectBoundingBox">'
        '<rect width=".25" height=".25" fill="red"/></pattern>'
        '<g transform="scale(.01)"><rect width="2000" height="2000" fill="url(#p)"/></g>'
    )
    assert near(colour_at(pixels, 12, 2), (255, 0, 0))


@pytest.mark.parametrize(
    ("colour", "share"),
    [("white", 1.0), ("red", 0.2125), ("lime", 0.7154), ("blue", 0.0721), ("#808080", 0.502)],
)
def test_mask_weighs_colours_as_svg_does(colour, share):
    pixels = picture(
        f'<mask id="m"><rect width="20" height="20" fill="{colour}"/></mask>'
        '<rect width="20" height="20" mask="url(#m)"/>'
    )
    assert near(colour_at(pixels, 9, 9), (round(255 * (1 - share)),) * 3)


def test_mask_of_alpha_takes_colours_for_nothing():
    pixels = picture(
        '<mask id="m" style="mask-type:alpha"><rect width="9" height="20" fill="black"/></mask>'
        '<rect width="20" height="20" fill="red" mask="url(#m)"/>'
    )
    assert near(colour_at(pixels, 4, 9), (255, 0, 0))
    assert near(colour_at(pixels, 14, 9), (255, 255, 255))


@pytest.mark.parametrize(
    ("spread", "colours"),
    [
        ("pad", {2: (255, 0, 0), 18: (0, 0, 255)}),
        ("repeat", {5.2: (250, 0, 5), 9.8: (5, 0, 250), 10.2: (250, 0, 5), 14.8: (5, 0, 250)}),
        ("reflect", {5.2: (250, 0, 5), 9.8: (5, 0, 250), 10.2: (5, 0, 250), 14.8: (250, 0, 5)}),
    ],
)
def test_linear_gradient_goes_on_behind_its_ends(spread, colours):
    pixels = picture(
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="5" x2="10" '
        f'spreadMethod="{spread}">{STOPS}</linearGradient>'
        '<rect width="20" height="20" fill="url(#g)"/>'
    )
    for x, expected in colours.items():
        assert near(colour_at(pixels, x, 9), expected, 16), (x, colour_at(pixels, x, 9))


@pytest.mark.parametrize("spread", ["repeat", "reflect"])
def test_radial_gradient_has_rings(spread):
    pixels = picture(
        '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="10" cy="10" r="4" '
        f'spreadMethod="{spread}">{STOPS}</radialGradient>'
        '<rect width="20" height="20" fill="url(#g)"/>'
    )
    inside, outside = colour_at(pixels, 13.8, 10), colour_at(pixels, 14.2, 10)
    assert near(inside, (13, 0, 242), 20)
    assert near(outside, (242, 0, 13) if spread == "repeat" else (13, 0, 242), 20)


def test_inner_circle_of_a_gradient_is_filled_to_its_middle():
    pixels = picture(
        f'<radialGradient id="g" fr=".2">{STOPS}</radialGradient>'
        '<rect width="20" height="20" fill="url(#g)"/>'
    )
    for x in (10, 10.05, 11, 13):
        assert near(colour_at(pixels, x, 10), (255, 0, 0)), x


def test_first_colour_of_two_at_one_end_lies_before_it():
    pixels = picture(
        '<linearGradient id="g" x1=".3" x2=".7"><stop stop-color="lime"/>'
        f'{STOPS}<stop offset="1" stop-color="gold"/></linearGradient>'
        '<rect width="20" height="20" fill="url(#g)"/>'
    )
    assert near(colour_at(pixels, 3, 9), (0, 255, 0))
    assert near(colour_at(pixels, 17, 9), (255, 215, 0))


def test_places_of_another_sort_of_gradient_are_not_taken_over():
    pixels = picture(
        f'<radialGradient id="a" cx="9" cy="9" r="9" x2="0">{STOPS}</radialGradient>'
        '<linearGradient id="g" href="#a"/><rect width="20" height="20" fill="url(#g)"/>'
    )
    assert near(colour_at(pixels, 0.2, 9), (252, 0, 3))
    assert near(colour_at(pixels, 19.8, 9), (3, 0, 252))


@pytest.mark.parametrize("painted_with", ["fill", "stroke"])
@pytest.mark.parametrize(
    "server",
    [
        f'<linearGradient id="g">{STOPS}</linearGradient>',
        '<pattern id="g" width="1" height="1"><rect width="99" height="99" fill="red"/></pattern>',
    ],
)
def test_letters_are_painted_with_gradients_and_patterns(server, painted_with):
    other = "fill" if painted_with == "stroke" else "stroke"
    pixels = picture(f'{server}<text {LETTERS} {other}="none" {painted_with}="url(#g)">I</text>')
    left = pixels[:, : len(pixels) // 2]
    red = (left[:, :, 0] > 100) & (left[:, :, 1] < 60)
    assert red.sum() > 100
    document = pypdfium2.PdfDocument(pdf_of(f'{server}<text {LETTERS} fill="url(#g)">I</text>'))
    assert document[0].get_textpage().get_text_range() == "I"


def test_strokes_of_letters_that_let_through_overlap():
    one, two = (
        picture(f'<text {LETTERS} fill="none" stroke="red" stroke-width="5" '
                f'stroke-opacity=".4">{letters}</text>')
        for letters in ("l", "ll")
    )  # fmt: skip
    assert two[:, :, 1].min() < one[:, :, 1].min() - 20


@pytest.mark.parametrize(
    ("inside", "around", "colours"),
    [
        ('fill="context-stroke"', 'stroke="#0000ff" fill="#ff0000"', ((0, 0, 255),) * 2),
        ('fill="context-fill"', 'stroke="#0000ff" fill="#ff0000"', ((255, 0, 0),) * 2),
        ('fill="context-fill"', 'stroke="#0000ff" fill="none"', ((255, 255, 255),) * 2),
        ('fill="context-stroke"', 'stroke="currentColor" color="#008000"', ((0, 128, 0),) * 2),
        (
            'fill="context-fill" stroke="context-stroke"',
            'stroke="#0000ff" fill="#ff0000"',
            ((255, 0, 0), (0, 0, 255)),
        ),
        ('style="fill:context-stroke"', 'style="stroke:#0000ff"', ((0, 0, 255),) * 2),
    ],
)
def test_marker_takes_the_paint_of_its_path(inside, around, colours):
    pixels = picture(
        '<marker id="m" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" refX="4" '
        f'refY="4" overflow="visible"><rect x="0" y="0" width="8" height="8" stroke-width="2" '
        f'{inside}/></marker><path d="M10 10V19" {around} marker-start="url(#m)"/>'
    )
    middle, edge = colours
    assert near(colour_at(pixels, 8, 8), middle)
    assert near(colour_at(pixels, 13.6, 13.6), edge)


def test_marker_that_shows_itself_ends():
    pixels = picture(
        '<marker id="m" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse">'
        '<path d="M0 0H5" stroke="red" stroke-width="9" marker-start="url(#m)"/></marker>'
        '<path d="M5 5H9" stroke="teal" marker-start="url(#m)"/>'
    )
    assert near(colour_at(pixels, 8, 7), (255, 0, 0))


def test_marker_at_the_begin_of_a_second_line_is_turned_as_that_line():
    pixels = picture(
        '<marker id="m" orient="auto" markerWidth="9" markerHeight="2" markerUnits="userSpaceOnUse"'
        ' refY="1"><rect width="9" height="2" fill="red"/></marker>'
        '<path d="M2 2H6M9 9V12" stroke="teal" marker-mid="url(#m)"/>'
    )
    assert near(colour_at(pixels, 9, 16), (255, 0, 0))
    assert near(colour_at(pixels, 14, 14), (255, 255, 255))


@pytest.mark.parametrize("end", ["h3", "H9Z", "M9 9", "z"])
def test_path_is_drawn_up_to_its_first_error(end):
    whole, broken = (
        picture(f'<path d="M2 2L12 12{data}" stroke="red" stroke-width="2"/>')
        for data in ("", f"#{end}")
    )
    assert (whole == broken).all()


def test_equal_groups_of_several_faces_are_stored_once():
    faded = '<g opacity=".5"><rect width="9" height="9"/><circle r="9"/></g>'
    pdf = PlainPdf(pdf_of(*[f'{faded}<circle cx="{n}" r="1"/>' for n in range(5)]))
    heads = [pdf.object(number).head for number in pdf.numbers_in_use]
    assert sum(b"/Subtype/Form" in head for head in heads) == 1


def test_pages_with_resources_are_equal_bytes():
    bodies = [
        f'<linearGradient id="g">{FADING}</linearGradient><g opacity=".{n}">'
        f'<text {LETTERS} fill="url(#g)">{n}</text><text {LETTERS}>{n}</text></g>'
        for n in range(1, 6)
    ]
    assert pdf_of(*bodies) == pdf_of(*bodies)


def test_forms_do_not_lead_back_to_themselves():
    """`write.pdf` copies them with all that they refer to."""
    letters = f'<text {LETTERS} fill="url(#g)">a</text><text {LETTERS}>b</text>'
    pdf = PlainPdf(
        pdf_of(
            f'<linearGradient id="g">{FADING}</linearGradient>'
            f'<mask id="m"><g opacity=".5">{letters}</g></mask>'
            f'<g opacity=".4"><g mask="url(#m)">{letters}</g></g>'
        )
    )
    objects = {number: pdf.object(number) for number in pdf.numbers_in_use}
    for number, found in objects.items():
        if b"/Subtype/Form" not in found.head:
            continue
        waiting, known = [*found.all_references], set[int]()
        while waiting:
            other = waiting.pop()
            if other not in known:
                known.add(other)
                waiting += objects[other].all_references
        assert number not in known


@pytest.mark.parametrize("effect", ["clip-path", "mask"])
def test_place_of_a_use_moves_its_clip_path_and_its_mask(effect):
    shown = '<rect width="6" height="6" fill="white"/>'
    pixels = picture(
        f'<clipPath id="clip-path">{shown}</clipPath><mask id="mask">{shown}</mask>'
        '<defs><rect id="r" width="12" height="12" fill="red"/></defs>'
        f'<use href="#r" x="5" y="4" {effect}="url(#{effect})"/>'
    )
    assert near(colour_at(pixels, 10.5, 9.5), (255, 0, 0))
    assert near(colour_at(pixels, 11.5, 9), (255, 255, 255))


@pytest.mark.parametrize(
    "attributes",
    [
        'x1="-1e300" x2="1e300"',
        'x2="inf"',
        'x2="nan"',
        'gradientTransform="scale(1e-160 1e160)"',
        'gradientTransform="scale(1e-304 1e304)" x2="1e6"',
    ],
)
@pytest.mark.parametrize("kind", ["linear", "radial"])
def test_gradient_without_bounds_is_left_to_typst(attributes, kind):
    page = PlainPages().draw(
        painted.face(
            f'<{kind}Gradient id="g" gradientUnits="userSpaceOnUse" spreadMethod="repeat" '
            f"{attributes.replace('x2', 'x2' if kind == 'linear' else 'cx')}>{STOPS}"
            f'</{kind}Gradient><circle r="9" fill="url(#g)"/><circle r="3"/>'
        )
    )
    assert page is not None
    assert len(page.compiled) == 1


def counted(monkeypatch: pytest.MonkeyPatch, name: str) -> list[None]:
    """Has an entry for each call of a function of `walk` from now on."""
    calls, function = list[None](), getattr(walk, name)

    def counting(*told: object) -> object:
        calls.append(None)
        return function(*told)

    monkeypatch.setattr(walk, name, counting)
    return calls


def test_boxes_of_masked_groups_inside_each_other_are_measured_once(monkeypatch):
    calls = counted(monkeypatch, "box_of")
    shapes = "".join(f'<path d="M0 {n}h9v1z"/>' for n in range(10))
    masked = '<g mask="url(#m)">' * 40 + shapes + "</g>" * 40
    pdf_of(f'<mask id="m"><rect width="20" height="20" fill="white"/></mask>{masked}')
    assert len(calls) == 10


def test_box_of_a_text_in_a_gradient_is_measured_once(monkeypatch):
    calls = counted(monkeypatch, "box_of_rows")
    spans = "".join(f'<tspan font-size="{n}">a</tspan>' for n in range(1, 9))
    pdf_of(
        f'<linearGradient id="g">{STOPS}</linearGradient>'
        f'<text {LETTERS} fill="url(#g)">{spans}</text>'
    )
    assert len(calls) == 1


def test_a_clip_path_of_several_shapes_is_drawn_once(monkeypatch):
    calls = counted(monkeypatch, "dimensions_of")
    clipped = "".join(f'<rect width="{n}" height="9" clip-path="url(#c)"/>' for n in range(1, 9))
    pdf_of(
        '<clipPath id="c"><circle r="9"/><path d="M0 0H15V15z" clip-path="url(#d)"/></clipPath>'
        f'<clipPath id="d"><rect width="9" height="9"/></clipPath>{clipped}'
    )
    assert len(calls) == 2  # its two shapes


def nested_patterns(count: int) -> str:
    """A square in a pattern in a pattern and so on, each half transparent."""
    outer = "".join(
        f'<pattern id="p{n}" width="15" height="15" patternUnits="userSpaceOnUse">'
        f'<rect width="15" height="15" fill="url(#p{n + 1})" fill-opacity=".9"/></pattern>'
        for n in range(count)
    )
    inmost = f'<pattern id="p{count}" width="1" height="1"><rect width="9" height="9"/></pattern>'
    return f'{outer}{inmost}<rect width="9" height="9" fill="url(#p0)"/>'


def test_half_transparent_patterns_inside_each_other_are_painted_once(monkeypatch):
    calls = counted(monkeypatch, "chain_of")
    pdf_of(nested_patterns(20))
    assert len(calls) == 21


@pytest.mark.parametrize("count", [35, 60, 300])
def test_patterns_too_deep_inside_each_other_are_left_to_typst(count):
    assert PlainPages().draw(painted.face(nested_patterns(count))) is None
