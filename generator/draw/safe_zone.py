"""Texts keep away from the trim: a knife that slips a little must not cut into them.

How far is said by the kind (`safe: 3mm`). The distance is measured on the finished SVG, where all
turns and moves are known, from the ink of each line to the trim; the template's line is noted
while the tool `text` draws, and taken out again with `Lines.take_from`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from generator.draw.depth import depth_mm
from generator.draw.runs import runs_of, texts_drawn
from generator.geometry import Outline
from generator.problems import Place, Problem

TOLERANCE_MM = 0.05
"""Side bearings of letters, and the micrometres that coordinates are rounded to."""

_SHOWN = 40
_FITTED = re.compile(r'<text(?: data-line="(\d+)")? data-fitted=')
_NOTED = re.compile(r'(?<=<text) data-line="\d+"')


class Lines:
    """Lines of templates by number, so that a text can carry where it was drawn.

    A macro file may draw at its top level, once for many faces: what it carries stays true.
    """

    def __init__(self) -> None:
        self._numbers: dict[Place, int] = {}

    def number_of(self, place: Place) -> int:
        """The number of a line; the same line has the same one."""
        return self._numbers.setdefault(place, len(self._numbers))

    def take_from(self, svg: str) -> tuple[str, tuple[Place | None, ...]]:
        """An SVG without the numbers that `typeset` left, and what they stand for.

        One for each line of text that a tool set, in their order; None where none was noted.
        """
        if "data-line" not in svg:
            return svg, ()
        places = tuple(self._numbers)
        lines = (places[int(number)] if number else None for number in _FITTED.findall(svg))
        return _NOTED.sub("", svg), tuple(lines)


@dataclass(frozen=True, slots=True)
class Near:
    """A line of text that is nearer to the trim than it may be; `line` is None where none drew it.

    `line` is the template's.
    """

    text: str
    depth_mm: float
    line: Place | None


def texts_too_near(
    root: Element, outline: Outline, safe_mm: float, lines: Sequence[Place | None]
) -> Iterator[Near]:
    """The texts of a face, version codes among them, that do not keep `safe_mm` from the trim.

    `lines` are those of the texts that the tool drew, in the order of the SVG.
    """
    fitted = (text for text in root.iter() if "data-fitted" in text.attrib)
    line_of = dict(zip(fitted, lines, strict=False))
    for text, context in texts_drawn(root):
        for run in runs_of(text, context):
            if not run.text.strip():
                continue
            depth = depth_mm(run.ink_corners(), outline)
            if depth < safe_mm - TOLERANCE_MM:
                yield Near(" ".join(run.text.split()), depth, line_of.get(text))


class SafeZone:
    """What is too near on all faces; of each line of a template the text that is nearest."""

    def __init__(self) -> None:
        self._nearest: dict[tuple[Place | None, str], tuple[Near, float, Place]] = {}

    def add(self, near: Near, template: str, safe_mm: float, drawn_for: Place) -> None:
        """Remember a text; `template` is that of its face, which is drawn for a piece."""
        key = near.line, template
        known = self._nearest.get(key)
        if known is None or near.depth_mm < known[0].depth_mm:
            self._nearest[key] = near, safe_mm, drawn_for

    def problems(self) -> list[Problem]:
        """E227, one for each line of a template."""
        return [_problem(*found, template) for (_, template), found in self._nearest.items()]


def _problem(near: Near, safe_mm: float, drawn_for: Place, template: str) -> Problem:
    shown = near.text if len(near.text) <= _SHOWN else near.text[: _SHOWN - 1] + "…"
    away = max(0.0, near.depth_mm)
    message = (
        f'the text "{shown}" comes within {away:.1f} mm of the trim; '
        f"its kind keeps {safe_mm:g} mm safe"
    )
    hint = f"move it inwards by {safe_mm - near.depth_mm:.1f} mm, make it smaller, or lower `safe`"
    if near.line is None:
        return Problem("E227", drawn_for, f"{message} (template {template})", hint)
    return Problem("E227", near.line, message, f"{hint} (drawn for {drawn_for})")
