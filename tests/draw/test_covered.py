"""Texts, icons and pictures that something drawn later covers, and those that are seen."""

from xml.etree import ElementTree

import pytest

from fustella.draw.inspect.covered import covered_on
from fustella.draw.inspect.painted import Painted
from fustella.draw.inspect.texts import DrawnTexts
from fustella.draw.scene.resolve import resolve_finished

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">'
PICTURE = '<image x="0" y="0" width="{w}" height="40" href="picture:abc.full" data-picture="sea"/>'


def text(words: str = "Moonlit and still", y: float = 20, size: float = 5, more: str = "") -> str:
    return (
        f'<text x="5" y="{y}" font-family="Source Sans Pro" font-size="{size}" fill="#1f2328"'
        f" {more}>{words}</text>"
    )


def box(x: float = 2, y: float = 2, width: float = 56, height: float = 36, more: str = "") -> str:
    more = more if "fill=" in more else f'{more} fill="#f4eedf"'
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {more}/>'


def icon(x: float = 10, y: float = 10, name: str = "wood", colour: str = "#604020") -> str:
    shape = f'<path d="M0 0H8V8H0Z" fill="{colour}"/>'
    return f'<g data-icon="{name}" transform="translate({x} {y})">{shape}</g>'


def found(*parts: str) -> list[tuple[str, str, str]]:
    root = ElementTree.fromstring(f"{HEAD}{''.join(parts)}</svg>")
    covered = covered_on(Painted(DrawnTexts(resolve_finished(root))), lambda *_: ("#ffffff", 1.0))
    return [(one.thing, one.words, one.cover) for one in covered]


MOONLIT = ("a text", "Moonlit and still")
BOX = "a <rect> in #f4eedf"


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ((text(), box()), (*MOONLIT, BOX)),
        ((text(), box(x=4, width=14)), (*MOONLIT, BOX)),
        ((text(), '<circle cx="20" cy="18" r="14" fill="#ff0000"/>'), "a <circle> in #ff0000"),
        ((text(), '<path d="M2 18H58" stroke="#f4eedf" stroke-width="9"/>'), "a <path> in #f4eedf"),
        ((text(), PICTURE.format(w=60)), (*MOONLIT, "a picture")),
        ((text(), icon(x=15, y=14)), "the icon `wood` in #604020"),
        ((text(), text("Another row of words")), (*MOONLIT, 'the text "Another row of words"')),
        ((text(), text("Another row", y=21, size=4)), 'the text "Another row"'),
        ((text(), box(), text("Another row of words")), (*MOONLIT, BOX)),
        ((f'<g transform="rotate(20 30 20)">{text()}</g>', box()), (*MOONLIT, BOX)),
        ((icon(), box()), ("an icon", "wood", BOX)),
        ((icon(), icon(name="ore", colour="#000000")), "the icon `ore` in #000000"),
        ((icon(), PICTURE.format(w=30)), "a picture"),
        ((PICTURE.format(w=40), box(0, 0, 60, 40)), ("a picture", "sea", BOX)),
        ((text(more='stroke="#ffffff"'), box()), (*MOONLIT, BOX)),
        (
            (
                f"<defs>{box(more='id=' + chr(34) + 'b' + chr(34))}</defs>",
                text(),
                '<use href="#b"/>',
            ),
            BOX,
        ),
    ],
)
def test_what_is_covered_is_told_with_its_cover(parts, told):
    (one,) = found(*parts)
    assert one == told if len(told) == 3 else told in one[2]


@pytest.mark.parametrize(
    "parts",
    [
        (box(), text()),
        (text(), box(y=30)),
        (text(), box(more='fill-opacity=".9"')),
        (text(), f'<g opacity=".8">{box()}</g>'),
        (text(), box(more='fill="none" stroke="#000000" stroke-width=".5"')),
        (text(), box(), text()),
        (text(more='stroke="#ffffff" stroke-width="1"'), text()),
        (text(more='transform="translate(.3 .3)"'), text()),
        (text(more='opacity=".2"'), box()),
        (text(more='visibility="hidden"'), box()),
        (text(), f'<clipPath id="c">{box(y=30)}</clipPath><g clip-path="url(#c)">{box()}</g>'),
        (
            text(),
            f'<clipPath id="c">{box(height=14)}{box(y=26)}</clipPath>',
            f'<g clip-path="url(#c)">{box()}</g>',
        ),
        (text(), '<mask id="m"/>', f'<g mask="url(#m)">{box()}</g>'),
        (text(), f'<g style="mix-blend-mode:multiply">{box()}</g>'),
        (text(), '<path d="M2 18.5H58" stroke="#000" stroke-width=".5"/>'),
        (
            text(),
            '<path d="M2 18H58" stroke="#f4eedf" stroke-width="9" stroke-dasharray="1 8"/>',
        ),
        (text("7", size=20), text("of seven", size=4)),
        (text(), text("The next row", y=24)),
        (text("____________"), text("Name")),
        (text("Attack           5"), text("and", more='transform="translate(20 0)"')),
        (icon(), box(x=14)),
        (icon().replace("H8V8", "H8V1H1V8"), box(y=11)),
        (icon(), icon(colour="#000000")),
        (icon(), box(), icon()),
        (icon(), icon().replace("<path", '<path d="M30 0h1v1z"/><path')),
        (icon(), box(more='fill-opacity=".5"')),
        (icon(), text()),
        (box(), icon(), text("7", y=16, size=4)),
        (PICTURE.format(w=60), box()),
        (PICTURE.format(w=60), box(0, 0, 60, 40, 'fill-opacity=".5"')),
    ],
)
def test_what_is_seen_or_covered_on_purpose_is_not_told(parts):
    assert found(*parts) == []
