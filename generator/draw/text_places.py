"""Where the lines of text of a finished face lie."""

from collections.abc import Iterator
from xml.etree.ElementTree import fromstring

from generator.draw.runs import runs_of, texts_drawn
from generator.geometry import Rect
from generator.model import Face

TOP_EM = 0.95
BOTTOM_EM = -0.25
"""Of a line, from its baseline: so high that lines of one text touch each other."""


def line_boxes(face: Face) -> Iterator[Rect]:
    """The box of each stretch of text, in mm from the corner of the trim.

    A line in several styles is several stretches.
    """
    for text, context in texts_drawn(fromstring(face.svg)):
        for run in runs_of(text, context):
            if run.text.strip():
                corners = run.corners(TOP_EM, BOTTOM_EM)
                left, right = min(c.x_mm for c in corners), max(c.x_mm for c in corners)
                top, bottom = min(c.y_mm for c in corners), max(c.y_mm for c in corners)
                yield Rect(left, top, right - left, bottom - top)
