"""Texts set in fonts that a game brings, and what a build prints of them."""

import hashlib
import io
from pathlib import Path

import pdfplumber

from fustella.core.geometry.shapes import Rect
from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.fonts import FontCut, FontFile, OwnFont
from fustella.core.values.problems import Place, Problem
from fustella.draw.render.worker import compile_pages
from fustella.draw.text.block import TextContext, TextStyle, set_text
from fustella.draw.text.equal import SizesOfFace
from fustella.draw.text.families import GameFonts, font_folder, own_families_in
from fustella.draw.text.fit import Sizes
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.keywords import KeywordStyles
from fustella.draw.text.typeset import TextSetting
from tests.draw.printing import Letter, svg

PLACE = Place("game.yaml", 1)


def own_font(name: str, *files: Path, **keys: object) -> OwnFont:
    """A font of a game from files for its regular, bold, italic and bold italic cuts."""
    read = tuple((cut, font_file(path)) for cut, path in zip(FontCut, files, strict=False))
    return OwnFont(name, read, **keys)  # type: ignore[arg-type]


def font_file(path: Path) -> FontFile:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return FontFile(path.name, digest, path, PLACE)


def fonts_of(*fonts: OwnFont) -> GameFonts:
    return GameFonts([(font.name, font.name) for font in fonts], fonts)


class Typed:
    """A text set in a box of `width_mm` at 14 points; `problems` has what was reported."""

    def __init__(
        self,
        text: str,
        fonts: GameFonts,
        font: str,
        *,
        language: str = "en",
        width_mm: float = 180.0,
        align: str = "start",
        bold: bool = False,
    ) -> None:
        self.problems: list[Problem] = [*fonts.problems(None)]
        self.context = TextContext(
            PLACE,
            {},
            lambda *_: None,
            lambda: "i",
            self.problems.append,
            language,
            SizesOfFace(),
            KeywordStyles((), language),
            set(),
            fonts.fallback,
        )
        base = FontStyle(fonts.names[font], 700 if bold else 400)
        setting = TextSetting(
            Rect(10, 10, width_mm, 80), base, align, "top", "#000000", 1.2, turn_deg=0
        )
        self.svg = str(
            set_text(text, PLACE, self.context, setting, Sizes(14, 14, 1.2), TextStyle(14))
        )

    def printed(self) -> tuple[Letter, ...]:
        """The letters as a build prints them, in the order of the file."""
        folder = font_folder(own_families_in([self.svg]))
        pdf = compile_pages([svg(self.svg)], str(folder))
        with pdfplumber.open(io.BytesIO(pdf)) as document:
            return tuple(
                Letter(
                    each["text"],
                    each["x0"] * MM_PER_PT,
                    each["x1"] * MM_PER_PT,
                    each["fontname"].split("+")[-1],
                )
                for each in document.pages[0].chars
            )

    def visible(self) -> list[Letter]:
        """The printed letters without spaces and marks of direction."""
        return [each for each in self.printed() if each.text.strip(" \u200f")]

    def extent_mm(self) -> tuple[float, float]:
        """The left and the right end of what is printed."""
        letters = self.visible()
        return min(each.left_mm for each in letters), max(each.right_mm for each in letters)
