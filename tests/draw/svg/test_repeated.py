"""What `<use>` repeats is walked within bounds, by all that reads a drawing or a face."""

import contextlib
from xml.etree.ElementTree import fromstring

import pytest

from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.values.model import Face, Record
from fustella.core.values.themes import Theme
from fustella.draw.inspect.lint import Lint, texts_too_near
from fustella.draw.inspect.metadata import smallest_text
from fustella.draw.inspect.texts import DrawnTexts, line_boxes, without_texts_beside
from fustella.draw.pictures.drawn import in_theme
from fustella.draw.scene.marks import Origins
from fustella.draw.scene.resolve import Unresolvable, resolve_finished
from fustella.draw.svg.clean import clean_svg
from fustella.draw.svg.fit import fit_face
from fustella.draw.svg.references import References
from fustella.draw.svg.source import FaultySvg
from fustella.draw.themes import Themer

OUTLINE = Outline.rectangle(20, 20)
TEXT = '<text id="t" x="2" y="9" font-size="3" font-family="Source Sans Pro">a</text>'


def _svg(body: str) -> str:
    root = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm"'
    return f'{root} viewBox="0 0 20 20">{TEXT}{body}</svg>'


def _both(name: str) -> str:
    return f'<use href="#{name}"/>' * 2


IN_SHAPES = _svg(
    "".join(f'<path id="g{n + 1}" d="M1 1h2v2z">{_both(f"g{n}")}</path>' for n in range(40))
    + '<use href="#g40"/>'
)
IN_GRADIENTS = _svg(
    "".join(
        f'<g id="g{n + 1}"><linearGradient>{_both(f"g{n}")}</linearGradient></g>' for n in range(40)
    )
)
IN_CIRCLES = _svg(
    "".join(
        f'<g id="g{n}">{"".join(f"""<use href="#g{m}"/>""" for m in range(14))}<use href="#t"/></g>'
        for n in range(14)
    )
)
"""Groups of which each repeats all of them."""

BOMBS = {"shapes": IN_SHAPES, "gradients": IN_GRADIENTS, "circles": IN_CIRCLES}


def _face(svg: str) -> Face:
    return Face.drawn(svg, OUTLINE, 0)


WALKERS = {
    "lint": lambda svg: Lint(OUTLINE, 0, [].append).check(svg),
    "texts": lambda svg: list(resolve_finished(fromstring(svg)).texts()),
    "boxes": lambda svg: list(line_boxes(_face(svg))),
    "beside": lambda svg: without_texts_beside(svg, Rect(0, 0, 20, 20)),
    "smallest": lambda svg: smallest_text(DrawnTexts(resolve_finished(fromstring(svg)))),
    "near": lambda svg: list(
        texts_too_near(DrawnTexts(resolve_finished(fromstring(svg))), OUTLINE, 3, Origins())
    ),
    "fit": lambda svg: fit_face(svg, OUTLINE.size, 0, {}),
    "clean": lambda svg: clean_svg(svg.encode(), {}, str),
    "picture": lambda svg: in_theme(clean_svg(svg.encode(), {}, str).svg, Theme.LOW_INK),
    **{
        f"theme {theme.value}": lambda svg, theme=theme: Themer.of_game(theme, Record({})).derive(
            _face(svg), svg
        )
        for theme in Theme
    },
}


@pytest.mark.parametrize("walker", WALKERS)
@pytest.mark.parametrize("bomb", BOMBS)
def test_repetition_without_end_is_walked_in_no_time(walker, bomb):
    with contextlib.suppress(FaultySvg, Unresolvable):
        WALKERS[walker](BOMBS[bomb])


def test_texts_beside_circles_are_found_where_each_use_puts_them():
    assert len(list(resolve_finished(fromstring(IN_CIRCLES)).texts())) == 1 + 14
    ways = '<g id="a"><use href="#t"/></g><g id="b"><use href="#a"/></g><use href="#b"/>'
    assert len(list(resolve_finished(fromstring(_svg(ways))).texts())) == 1 + 1 + 1 + 1


def test_only_what_is_in_the_circle_itself_leads_back():
    body = '<g id="a"><use href="#b"/><use href="#t"/></g><g id="b"><use href="#a"/></g>'
    root = fromstring(_svg(f'{body}<use href="#a"/>'))
    references = References(root)
    repeated = [references.repeated_by(use) is not None for use in root.iter() if "use" in use.tag]
    assert repeated == [False, True, False, True]


def test_definitions_in_what_is_repeated_are_written_once():
    filled = '<rect width="3" height="3" fill="url(#p)"/>'
    shine = '<linearGradient id="p"><stop offset="0" stop-color="#ff0000"/></linearGradient>'
    svg = _svg(f'<g id="a"><defs>{shine}</defs>{filled}</g><use href="#a"/><use href="#a" x="9"/>')
    derived = Themer.of_game(Theme.GREY, Record({})).derive(_face(svg), svg).svg
    assert derived.count('id="p"') == 1


def test_long_chain_of_deep_groups_is_told():
    deep, ends = "<g>" * 150, "</g>" * 150
    groups = (f'<g id="g{n + 1}">{deep}<use href="#g{n}"/>{ends}</g>' for n in range(120))
    svg = _svg(f'<g id="g0"><use href="#t"/></g><defs>{"".join(groups)}</defs><use href="#g120"/>')
    found = []
    assert Lint(OUTLINE, 0, found.append).check(svg) is None
    assert [fault.code for fault in found] == ["E236"]
