"""What a cover says of each kind, and of each piece of it."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from fustella.core.values.contents import Contents, Section
from fustella.core.values.model import Edition, Piece, Word
from fustella.draw.covers.texts import name_on_cover, ranges_told

MOST_RANGES = 6
"""A line of a list with more ranges of document lines shows only the first and the last line."""


class CaptionedSection(Struct, frozen=True):
    """A heading with its captions, by the ids of their pictures; values for the templates.

    `groups` are the lines above some of the pieces, by the first piece of each group.
    """

    id: str
    values: Mapping[str, Any]
    captions: Mapping[str, Mapping[str, Any]]
    groups: Mapping[str, Word] = {}


def sections_of(
    edition: Edition, contents: Contents, values: Mapping[str, Any]
) -> list[CaptionedSection]:
    """The sections of the cover of a box; `values` are for all of their templates."""
    return [
        CaptionedSection(
            part.id,
            {**values, **_heading(edition, part)},
            {piece.id: {**values, **_caption(edition, piece)} for piece in part.pieces},
        )
        for part in contents.sections
    ]


def _heading(edition: Edition, part: Section) -> dict[str, object]:
    return {
        "name": name_on_cover(part.name.in_language(edition.language), edition.game.icons),
        "designs": len(part.pieces),
        "copies": part.copies,
    }


def _caption(edition: Edition, piece: Piece) -> dict[str, object]:
    return {
        "name": name_on_cover(piece.name.in_language(edition.language), edition.game.icons),
        "copies": piece.copies,
        "ranges": ranges_told(piece.source.lines, MOST_RANGES),
        "designed": piece.source.designed is not None and not edition.game.original,
    }
