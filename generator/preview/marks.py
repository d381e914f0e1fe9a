"""What the page is told of a sheet besides its faces: marks, and the strip with the ruler."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FigureView:
    """The number of a cut, `height_mm` high, with its middle at a point; turned 0 or 90 degrees."""

    x_mm: float
    y_mm: float
    text: str
    height_mm: float
    turn_deg: int


@dataclass(frozen=True, slots=True)
class StripView:
    """The free strip of a page with ruler and label; when `upright`, read from the right."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    upright: bool


@dataclass(frozen=True, slots=True)
class MarksView:
    """What is printed besides faces, as SVG path data: by how it is drawn."""

    lines: str
    halos: str
    seams: str
    folds: str
    full: str
    glue: str
    figures: tuple[FigureView, ...]
