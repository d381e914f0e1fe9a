"""Faces that are written by us, but for parts that typst compiles, are as typst prints them."""

import pytest

from fustella.core.files.pdf import PlainPdf
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face
from fustella.draw.render import render
from fustella.draw.render.faults import RenderFailed
from fustella.draw.render.pages import PlainPages
from tests.draw import plainly
from tests.helpers import painted

WORDS = '<text x="2" y="8" font-family="Source Sans Pro" font-size="4">Words</text>'
UNDER = '<rect x="1" y="1" width="18" height="18" fill="#dcecdc"/>'
FADED = '<g opacity=".5"><rect x="2" y="2" width="9" height="9" fill="teal"/><circle r="9"/></g>'
BLURRED = (
    '<filter id="b"><feGaussianBlur stdDeviation="1"/></filter>'
    '<rect x="6" y="6" width="8" height="8" fill="navy" filter="url(#b)"/>'
)


@pytest.mark.parametrize(
    "part",
    [
        BLURRED,
        f'<g transform="rotate(20 9 9) translate(2 1)">{BLURRED}</g>',
        f'<g transform="translate(2 3) scale(.5 .7)"><g stroke="#c60">{BLURRED}</g></g>',
        f'<g fill="gold" opacity=".4">{UNDER}{BLURRED}</g>',
        '<clipPath id="c"><circle cx="8" cy="8" r="5"/></clipPath>'
        f'<g clip-path="url(#c)">{BLURRED}{WORDS}</g>',
        f'<defs><g id="u">{BLURRED}</g></defs><use href="#u" x="3" transform="rotate(9)"/>',
        f'<g style="mix-blend-mode:multiply">{BLURRED}</g>',
        '<text y="15" font-family="Source Sans Pro" font-size="4" text-decoration="underline">a'
        "</text>",
    ],
)
def test_part_that_typst_compiles_is_where_it_belongs(part):
    svg = painted.face(f"{UNDER}{part}{WORDS}")
    page = PlainPages().draw(svg)
    assert page is not None
    assert len(page.compiled) == 1
    (found,) = plainly.compared_pages([svg], pdf_of([svg]))
    assert found.is_alike, (found.share, found.worst)


@pytest.mark.parametrize("flat", ["scale(0)", "scale(1 0)", "matrix(1 2 2 4 0 0)"])
def test_part_of_what_is_flattened_shows_nothing(flat):
    svg = painted.face(f'{UNDER}<g transform="{flat}">{BLURRED}<rect width="3" height="3"/></g>')
    (found,) = plainly.compared_pages([svg], pdf_of([svg]))
    assert found.is_alike, (found.share, found.worst)


def pdf_of(svgs: list[str]) -> bytes:
    (rendered,) = render([[Face.drawn(svg, Outline.rectangle(20, 20), 0) for svg in svgs]], None)
    return rendered.pdf


def test_equal_parts_of_several_faces_are_compiled_and_kept_once():
    shapes = [f'<circle cx="{n}" cy="4" r="1"/>' for n in range(5)]
    pdf = PlainPdf(pdf_of([painted.face(f"{BLURRED}{shape}") for shape in shapes]))
    heads = [pdf.object(number).head for number in pdf.numbers_in_use]
    assert sum(b"/Subtype/Form" in head and b"/Group" in head for head in heads) < len(shapes)


def test_parts_pages_and_whole_faces_of_a_batch_stay_in_order():
    whole = BLURRED * 9
    bodies = [WORDS, f"{UNDER}{FADED}", whole, f"{UNDER}{BLURRED}{WORDS}", UNDER, whole + WORDS]
    svgs = [painted.face(body) for body in bodies]
    for found in plainly.compared_pages(svgs, pdf_of(svgs)):
        assert found.is_alike, (found.share, found.worst, found.svg)


def test_face_with_very_many_parts_is_compiled_as_a_whole():
    assert PlainPages().draw(painted.face(UNDER + BLURRED * 9)) is None
    assert PlainPages().draw(painted.face(BLURRED)) is None


def test_fault_of_a_part_names_its_face(monkeypatch):
    from fustella.draw import render as rendering

    monkeypatch.setattr(
        rendering,
        "_compile_in_process",
        lambda batches, fonts, limit_s: rendering._Answer([None] * len(batches), None, 0),
    )
    face = Face.drawn(painted.face(f"{UNDER}{BLURRED}"), Outline.rectangle(20, 20), 0)
    with pytest.raises(RenderFailed) as raised:
        render([[face]], None)
    assert [fault.digest for fault in raised.value.faults] == [face.digest]
