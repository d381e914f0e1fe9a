"""Makes data for typst of figures: how large their pictures are in the room that there is."""

from fustella.core.geometry.shapes import Size
from fustella.core.values.rules import Figure, PiecePicture
from fustella.rules.nodes import Node
from fustella.rules.page_shape import PageShape
from fustella.rules.setting import Setting
from fustella.rules.typeset_inlines import InlineSetter

SETUP_SHARE = 0.36
"""The share of a page's height that the picture of a set-up takes at most, unless it has a size."""

ACROSS = 1.5
"""The width of figures over that of a column from which they stand across columns."""


def figure_node(
    figure: Figure,
    inlines: InlineSetter,
    shape: PageShape,
    setting: Setting,
    room_mm: float,
    *,
    flows: bool = False,
) -> Node | None:
    """A figure whose pictures take one row, each as large as there is room for all.

    Where a page has several columns, one that is wider than a column stands across them.
    """
    if flows and shape.columns > 1 and _pictures_wide_mm(figure, inlines, shape) > room_mm * ACROSS:
        pictures = _drawn_pictures(figure, inlines, shape, setting, shape.width_mm)
        across = sum(each["wide"] for each in pictures) > room_mm
    else:
        pictures, across = _drawn_pictures(figure, inlines, shape, setting, room_mm), False
    if not pictures:
        return None
    caption = inlines.inlines(figure.caption)
    return {
        "is": "figure",
        "pictures": pictures,
        "caption": caption,
        "across": across,
        "number": 0,
        "moved": False,
    }


def _pictures_wide_mm(figure: Figure, inlines: InlineSetter, shape: PageShape) -> float:
    """The width that pictures have side by side if nothing narrows them."""
    room = Size(shape.width_mm, shape.height_mm * 0.55)
    sizes = [
        inlines.draw(picture, room)
        for picture in figure.pictures
        if not isinstance(picture, PiecePicture) or picture.size_mm or not picture.players
    ]
    return sum(found[1].width_mm + 4.0 for found in sizes if found) - 4.0


def _drawn_pictures(
    figure: Figure, inlines: InlineSetter, shape: PageShape, setting: Setting, room_mm: float
) -> list[Node]:
    gaps_mm = 4.0 * (len(figure.pictures) - 1)
    each_mm = (room_mm - gaps_mm) / max(1, len(figure.pictures))
    pictures = list[Node]()
    for picture in figure.pictures:
        share = 0.55 if len(figure.pictures) == 1 else 0.42
        larger = setting.figures
        if isinstance(picture, PiecePicture) and picture.players and not picture.size_mm:
            share, larger = min(share, SETUP_SHARE), min(larger, 1.0)
        most_mm = shape.height_mm * share
        drawn = inlines.draw(picture, Size(each_mm, most_mm * larger))
        if drawn is not None:
            name, size = drawn
            scale = larger if size.width_mm > 40 else 1.0
            wide_mm = min(size.width_mm * scale, each_mm)
            high_mm = size.height_mm * wide_mm / size.width_mm
            pictures.append(
                {
                    "picture": name,
                    "wide": round(wide_mm, 3),
                    "high": round(high_mm, 3),
                    "alt": picture.alt,
                }
            )
    return pictures
