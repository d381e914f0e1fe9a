"""One look through a face never misses what the lint finds where it goes through each element."""

import random
from functools import cache

import pytest

from fustella.core.geometry import Outline
from fustella.draw.inspect import lint
from fustella.draw.inspect.look import Look
from fustella.draw.inspect.metadata import smallest_text, texts_at_least, words_drawn
from tests.draw.svg.mutating import mutated
from tests.drawn import drawn

OUTLINE = Outline.rectangle(63, 88, 3)
SIZE = 'width="63mm" height="88mm" viewBox="0 0 63 88"'
HEAD = f'<svg xmlns="http://www.w3.org/2000/svg" {SIZE}>'
STYLE = 'font-family="Source Sans Pro" font-size="3"'
WORDS = f'<text x="10" y="20" {STYLE}>Words</text>'


class Doubting(Look):
    """A look that tells nothing."""

    def __init__(self, root, cleaned):
        super().__init__(root, cleaned)
        self.right = self.bounded = False
        self.texts = None


def told(svg, cleaned, outline=OUTLINE):
    """What the lint and those that read texts say of a face."""
    found = []
    texts = lint.Lint(outline, 0, found.append, cleaned=cleaned).check(svg)
    faults = [(one.code, one.message, one.hint, _spot(one, texts)) for one in found]
    if texts is None:
        return faults
    near = [] if found else list(lint.texts_too_near(texts, outline, 3, ()))
    return faults, near, smallest_text(texts), texts_at_least(texts), words_drawn(texts, "")


def _spot(fault, texts):
    if fault.element is None or texts is None:
        return fault.spot
    return next(n for n, one in enumerate(texts.root.iter()) if one is fault.element)


def told_in_doubt(svg, cleaned, outline=OUTLINE):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lint, "Look", Doubting)
        return told(svg, cleaned, outline)


@cache
def faces() -> list[tuple[str, Outline]]:
    """The SVGs of the faces of two games."""
    games = [drawn(game, "en").faces.values() for game in ("city-duel", "el-mapa")]
    return [(face.svg, face.outline) for faces in games for face in faces]


@pytest.mark.parametrize("seed", range(4))
def test_faulty_faces_are_told_as_by_going_through_each_element(seed):
    chance = random.Random(seed)
    texts = [svg for svg, _ in faces()]
    for text, outline in chance.choices(faces(), k=100):
        svg, cleaned = mutated(text, texts, chance), chance.random() < 0.3
        assert told(svg, cleaned, outline) == told_in_doubt(svg, cleaned, outline), svg


@pytest.mark.parametrize(
    "body",
    [
        WORDS,
        f'<g id="a">{WORDS}</g><use href="#a" y="90"/>',
        f'<use href="#a" y="90"/><g id="a">{WORDS}</g>',
        f'<defs><g id="a">{WORDS}</g></defs><g id="b"><use href="#a"/></g><use href="#b" x="60"/>',
        f'<symbol id="a">{WORDS}</symbol><use href="#a" x="90"/>',
        f'<mask id="a">{WORDS}</mask><rect width="5" height="5" mask="url(#a)"/>',
        f'<defs><text x="1" y="200" {STYLE}>語</text></defs>',
        f'<g id="a"><g id="a">{WORDS}</g><use href="#a"/></g>',
        '<g id="a"><use href="#a"/></g>',
        '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
        '<path id="a"/><path clip-path="url(#a)"/>',
        '<g fill="url(#a)"/><linearGradient id="a"/>',
        '<rect width="5" height="5"/> letters',
        '<rect width="5" height="5">letters</rect>',
        '<path d="M0 0h1" stroke="red" stroke-width="9e6" transform="scale(2)"/>',
        '<g id="a"><path d="M0 0h1" stroke="red" stroke-width="9e6"/></g>'
        '<g transform="scale(2)"><use href="#a"/></g>',
        '<path d="M0 0h60" stroke="red" stroke-dasharray="1e-7"/>',
        *(f"{'<g>' * deep}<path/>{'</g>' * deep}" for deep in (198, 199, 200, 210)),
        f"<text {STYLE}><g/></text>",
        f"<text {STYLE}><tspan><tspan>a</tspan></tspan></text>",
        "<svg/>",
        '<rect width="5" height="5" style="fill:red;stroke-width:1e9"/>',
    ],
)
@pytest.mark.parametrize("cleaned", [False, True])
def test_a_face_is_told_as_by_going_through_each_element(body, cleaned):
    svg = f"{HEAD}{body}</svg>"
    assert told(svg, cleaned) == told_in_doubt(svg, cleaned)
