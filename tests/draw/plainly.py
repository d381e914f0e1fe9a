"""Faces written as plain pages and compiled by typst, compared: their pictures and their texts.

`python -m tests.draw.plainly` compares all faces of the four games, in two themes.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy
import pypdfium2

from fustella.core.values.themes import Theme
from fustella.draw.render.pages import PlainPages
from fustella.draw.render.worker import compile_pages
from fustella.draw.text.families import font_folder, own_families_in
from tests.draw.svg.drawings import Drawing
from tests.helpers.drawn import drawn, game_of

DPI = 150
MOST_PX = 3200
"""Larger pages are looked at with fewer pixels to the inch."""

BEYOND = 24
"""How far, of 255, a pixel may lie beyond all pixels around it in the other picture."""

MOST_BEYOND = 0.001
"""The share of such pixels: edges that the two round to different pixels."""


@dataclass(frozen=True)
class Compared:
    """One face: the share of pixels beyond, the largest difference beyond, both texts."""

    svg: str
    share: float
    worst: int
    text: str
    text_of_typst: str

    @property
    def is_alike(self) -> bool:
        return self.share <= MOST_BEYOND and self.has_equal_text

    @property
    def has_equal_text(self) -> bool:
        """The same letters: of those that overlap or are turned, pdfium mixes up typst's order."""
        return sorted("".join(self.text.split())) == sorted("".join(self.text_of_typst.split()))


def compared(svgs: Sequence[str]) -> Iterator[Compared]:
    """Those of the faces that are plain."""
    pages = PlainPages()
    plain = [
        svg for svg in svgs if (page := pages.draw(svg)) and not page.compiled and pages.add(page)
    ]
    if plain:
        yield from compared_pages(plain, pages.pdf())


def compared_pages(plain: Sequence[str], pdf: bytes) -> Iterator[Compared]:
    """Faces, and the pages of a PDF that show them."""
    ours = pypdfium2.PdfDocument(pdf)
    theirs = pypdfium2.PdfDocument(compile_pages(plain, str(font_folder(own_families_in(plain)))))
    for svg, one, other in zip(plain, ours, theirs, strict=True):
        assert all(abs(a - b) < 0.01 for a, b in zip(one.get_size(), other.get_size(), strict=True))
        texts = [page.get_textpage().get_text_range() for page in (one, other)]
        scale = min(DPI / 72, MOST_PX / max(one.get_size()))
        pictures = [page.render(scale=scale).to_numpy() for page in (one, other)]
        yield Compared(svg, *_beyond(*pictures), *texts)
    ours.close()
    theirs.close()


def _beyond(*pictures: numpy.ndarray) -> tuple[float, int]:
    """The share of pixels beyond those around their place in the other picture; the farthest."""
    high, wide = (min(each.shape[n] for each in pictures) for n in (0, 1))
    one, other = (each[:high, :wide] for each in pictures)
    differences = numpy.maximum(one, other) - numpy.minimum(one, other)
    differing = differences[2:-2, 2:-2] > BEYOND  # no other pixel lies beyond
    spots = numpy.unique(numpy.flatnonzero(differing) // 3)
    if not len(spots):
        return 0.0, 0
    rows, columns = numpy.unravel_index(spots, differing.shape[:2])
    places = rows + 2, columns + 2
    far = numpy.maximum(_beyond_around(one, other, places), _beyond_around(other, one, places))
    return float((far > BEYOND).sum() / ((high - 4) * (wide - 4))), int(far.max())


def _beyond_around(
    pixels: numpy.ndarray, others: numpy.ndarray, places: tuple[numpy.ndarray, numpy.ndarray]
) -> numpy.ndarray:
    """How far the pixels at these places lie outside of those around them in another picture."""
    rows, columns = places
    steps = (-1, 0, 1)
    around = numpy.stack(
        [others[rows + down, columns + right] for down in steps for right in steps]
    ).astype(numpy.int16)
    own = pixels[places].astype(numpy.int16)
    return numpy.maximum(around.min(axis=0) - own, own - around.max(axis=0)).max(axis=1)


class PlainDrawing(Drawing):
    """A drawing of what is plain alone."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, broken=0.0)

    def _paint(self, servers: float = 0.0, of_letters: bool = False) -> str:
        if of_letters:
            return self._pick("#c0392b", "#2b6fc0", "teal")
        return self._pick("#c0392b", "#2b6fc0", "gold", "#1ea05a", "black", "#777", "none")

    def _look(self, of_letters: bool = False) -> str:
        told = {"fill": self._paint(of_letters=of_letters)}
        if self._maybe(0.2):
            told["fill-opacity"] = self._number(0.2, 1)
        if not of_letters and self._maybe(0.5):
            told |= {"stroke": self._paint(), "stroke-width": self._number(0.2, 2)}
            told["stroke-linejoin"] = self._pick("miter", "round", "bevel")
            told["stroke-linecap"] = self._pick("butt", "round", "square")
            if self._maybe(0.3):
                told["stroke-dasharray"] = self._numbers(self._chance.randint(1, 3), 0.5, 3)
                told["stroke-dashoffset"] = self._number(0, 3)
            if self._maybe(0.2):
                told["stroke-opacity"] = self._number(0.2, 1)
            if self._maybe(0.2):
                told["stroke-miterlimit"] = self._number(1, 6)
        if not of_letters and self._maybe(0.3):
            told["fill-rule"] = self._pick("nonzero", "evenodd")
        if "stroke" not in told and not of_letters and self._maybe(0.2):
            told["opacity"] = self._number(0.2, 1)
        return "".join(f' {key}="{value}"' for key, value in told.items())

    def _around(self) -> str:
        made = f' transform="{self._transform()}"' if self._maybe(0.3) else ""
        if self._depth < 2 and self._maybe(0.2):
            rule = f' clip-rule="{self._pick("nonzero", "evenodd")}"'
            inside = self._bare()[:-2] + rule + "/>"
            moved = f' transform="{self._transform()}"' if self._maybe(0.3) else ""
            name = self._define(f'<clipPath id="ID"{moved}>{inside}</clipPath>')
            made += f' clip-path="url(#{name})"'
        return made

    def _item(self) -> str:
        self._depth += 1
        try:
            kind = self._chance.random()
            if kind < 0.15:
                return self._text().replace("a<tspan fill='red'>b</tspan>c", "a b \u00e7")
            if kind < 0.3 and self._depth < 4:
                inside = "".join(self._item() for _ in range(self._chance.randint(1, 3)))
                look = self._look() if self._maybe(0.4) else ""
                look = "".join(re.split(r' opacity="[^"]*"', look))
                return f"<g{look}{self._around()}>{inside}</g>"
            if kind < 0.4:
                name = self._define(self._shape().replace(" ", ' id="ID" ', 1))
                return f'<use href="#{name}" x="{self._number(-4, 4)}"/>'
            return self._shape()
        finally:
            self._depth -= 1

    def _shape(self, *, plain: bool = False, extent: float = 19) -> str:
        around = "" if plain else self._around()
        return f"{self._bare(extent)[:-2]}{self._look()}{around}/>"


def _main() -> None:
    for game in ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms"):
        for theme in (Theme.FULL, Theme.LOW_INK):
            faces = drawn(game, game_of(game).languages[0], theme).faces.values()
            svgs = list(dict.fromkeys(face.svg for face in faces))
            found = [
                one for at in range(0, len(svgs), 100) for one in compared(svgs[at : at + 100])
            ]
            worst = max((one.share for one in found), default=0.0)
            wrong = sum(not one.is_alike for one in found)
            print(
                f"{game} {theme.value}: {len(svgs)} faces, {len(found)} plain, {wrong} differ, "
                f"at most {worst:.3%} of pixels beyond"
            )


if __name__ == "__main__":
    _main()
