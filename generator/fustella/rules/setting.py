"""Says how tight a booklet is set, and about how high its blocks are then."""

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.rules import LEAST_PT, Booklet
from fustella.rules.nodes import Node, letters_in

LETTER_EM = 0.44
"""The width of a letter over the size of the text, on average."""

LINE = 1.32
"""The distance between lines over the size of the text."""


class Setting(Struct, frozen=True):
    """How tight a booklet is set: its letters and their lines in points, and how large figures are.

    A share of 1 leaves figures as large as they are.
    """

    size_pt: float
    line_pt: float
    figures: float = 1.0

    def looser(self) -> Iterator["Setting"]:
        """Yields settings that take more and more room."""
        yield replace(self, line_pt=self.line_pt * 1.03, figures=self.figures * 1.1)
        yield replace(self, line_pt=self.line_pt * 1.06, figures=self.figures * 1.2)

    def tighter(self) -> Iterator["Setting"]:
        """Yields settings that take less and less room."""
        least = max(LEAST_PT, self.size_pt - 0.5)
        yield Setting(self.size_pt, self.line_pt * 0.97, self.figures * 0.92)
        yield Setting(least, min(self.line_pt * 0.94, least * 1.28), self.figures * 0.84)

    def lines_mm(self, letters: int, measure_mm: float) -> float:
        """The height of letters in lines: most are less than half as wide as they are large."""
        letter_mm = self.size_pt * MM_PER_PT * LETTER_EM
        lines = math.ceil(letters * letter_mm / max(measure_mm, letter_mm))
        return lines * self.line_pt * MM_PER_PT

    def height_mm(self, nodes: Sequence[Node], measure_mm: float) -> float:
        """About how high some blocks are."""
        line_mm = self.line_pt * MM_PER_PT
        high_mm = 0.0
        for node in nodes:
            inner: list[list[Node]] = node.get("items", [])
            match node["is"]:
                case "figure":
                    high_mm += max(each["high"] for each in node["pictures"]) + 2 * line_mm
                case "beside":
                    pictures = node["figure"]["pictures"]
                    words = [*node["words"], *node["after"]]
                    words_mm = self.height_mm(words, measure_mm - node["wide"] - 5.0)
                    high_mm += max(words_mm, *(each["high"] for each in pictures)) + line_mm
                case "kept" | "box" | "quote":
                    high_mm += self.height_mm(node["of"], measure_mm - 7.0) + 2 * line_mm
                case "list" | "steps":
                    high_mm += sum(self.height_mm(item, measure_mm - 6.0) for item in inner)
                case "table":
                    high_mm += line_mm * 1.4 * (len(node["rows"]) + 1)
                case _:
                    high_mm += self.lines_mm(letters_in(node), measure_mm) + line_mm / 2
        return high_mm


def usual_setting(booklet: Booklet) -> Setting:
    """The setting in which a booklet is unless it fills its sheets in another one."""
    size_pt = booklet.settings.size_pt
    return Setting(size_pt, round(size_pt * LINE, 2))
