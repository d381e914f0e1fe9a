"""Makes the assembly map of a board: its picture with the seams of its parts, and a text."""

from collections.abc import Mapping
from itertools import pairwise

from fustella.core.geometry.shapes import EPSILON_MM, Size
from fustella.core.values.contents import Contents
from fustella.covers.faces import MapFaces, cover_spec, front_of
from fustella.covers.texts import height_mm
from fustella.draw import Artist
from fustella.draw.text.markup import as_typed
from fustella.impose import BoardMap

HIGHEST_MM, LARGEST_RADIUS_MM = 37.0, 3.6
"""The greatest height of a map, and the largest radius of the disc with the name of a part."""

PICTURE_SHARE, GUTTER_MM = 0.46, 5.0
"""The share of the width that the picture takes, and the space between picture and text."""

MOST_SHEETS = 4
"""The most sheets of a part that the text names; of more, it names the first and the last."""

NAMED = 3
"""The number of parts that the text names as an example of their order."""


def map_faces(
    artist: Artist, contents: Contents, board: BoardMap, words: Mapping[str, str], width_mm: float
) -> MapFaces:
    """The map of a board, `width_mm` wide with its text."""
    trim = board.outline.size
    room = Size(width_mm * PICTURE_SHARE, HIGHEST_MM)
    scale = min(1.0, room.width_mm / trim.width_mm, room.height_mm / trim.height_mm)
    size = Size(trim.width_mm * scale, trim.height_mm * scale)
    edition, face = artist.edition, front_of(f"map:{board.piece}")
    over = cover_spec(edition, face, size, _seams_and_names(board, scale))
    text_mm = width_mm - room.width_mm - GUTTER_MM
    lines, high_mm = [], 0.0
    for text, size_pt, bold in _texts(edition.language, contents, board, words):
        own_mm = height_mm(text, text_mm, size_pt, bold, artist.fonts.fallback)
        lines.append({"text": text, "y": high_mm, "high": own_mm, "size": size_pt, "bold": bold})
        high_mm += own_mm + 1.6
    face, size = front_of(f"assembly:{board.piece}"), Size(text_mm, high_mm)
    beside = cover_spec(edition, face, size, {"lines": lines})
    return MapFaces(front_of(board.piece), scale, over, beside, width_mm)


def _seams_and_names(board: BoardMap, scale: float) -> dict[str, object]:
    """The seams as paths, and a disc for each part, as large as the closest parts allow."""
    lefts = sorted({part.middle.x_mm for part in board.parts})
    tops = sorted({part.middle.y_mm for part in board.parts})
    apart = [after - before for each in (lefts, tops) for before, after in pairwise(each)]
    least_mm = min((mm for mm in apart if mm > EPSILON_MM), default=HIGHEST_MM) * scale
    paths = [
        "M" + "L".join(f"{at.x_mm * scale:.3f} {at.y_mm * scale:.3f}" for at in seam)
        for seam in board.seams
    ]
    names = [
        {"name": part.name, "x": part.middle.x_mm * scale, "y": part.middle.y_mm * scale}
        for part in board.parts
    ]
    return {"seams": paths, "parts": names, "radius": min(LARGEST_RADIUS_MM, least_mm * 0.42)}


def _texts(
    language: str, contents: Contents, board: BoardMap, words: Mapping[str, str]
) -> tuple[tuple[str, float, bool], ...]:
    """The texts beside a map, each with its size and whether it is bold.

    They are the name of the board, how to assemble it, and its sheets.
    """
    pieces = {piece.id: piece for count in contents.kinds for piece in count.pieces}
    groups = {group.id: group.name.in_language(language) for group in contents.groups}
    order = ", ".join(part.name for part in board.parts[:NAMED])
    order += " …" if len(board.parts) > NAMED else ""
    group = as_typed(groups.get(board.group, ""))
    return (
        (as_typed(pieces[board.piece].name.in_language(language)), 9.0, True),
        (as_typed(words["assembly_steps"].format(order=order)), 7.5, False),
        (f"{group} · {words['sheets']} {_sheets(board, words)}", 7.5, False),
    )


def _sheets(board: BoardMap, words: Mapping[str, str]) -> str:
    """The words for the sheets of each part; one range if the parts are on successive sheets."""
    first, last = board.parts[0], board.parts[-1]
    one_by_one = tuple((first.sheets[0] + step,) for step in range(len(board.parts)))
    if tuple(part.sheets for part in board.parts) == one_by_one:
        sheets = words["note_of"].format(name=f"{first.sheets[0]}–{last.sheets[0]}")
        return f"{sheets} **{first.name}** … **{last.name}**"
    numbers = (
        f"{part.sheets[0]} … {part.sheets[-1]}"
        if len(part.sheets) > MOST_SHEETS
        else ", ".join(map(str, part.sheets))
        for part in board.parts
    )
    return " · ".join(
        f"**{part.name}**\u00a0{own}" for part, own in zip(board.parts, numbers, strict=True)
    )
