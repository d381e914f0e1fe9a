"""What a cover says of each kind, and of each piece of it."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from fustella.core.contents import Contents, Section
from fustella.core.model import Edition, Piece

MOST_RANGES = 6
"""A caption that names more ranges of document lines shows only the first and the last line."""


class CaptionedSection(Struct, frozen=True):
    """A heading with its captions, by the ids of their pictures; values for the templates."""

    id: str
    values: Mapping[str, Any]
    captions: Mapping[str, Mapping[str, Any]]


def sections_of(
    edition: Edition, contents: Contents, words: Mapping[str, str], values: Mapping[str, Any]
) -> list[CaptionedSection]:
    """The sections of the cover of a box; `values` are for all of their templates."""
    return [
        CaptionedSection(
            part.id,
            {**values, **_heading(edition, part)},
            {piece.id: {**values, **_caption(edition, piece, words)} for piece in part.pieces},
        )
        for part in contents.sections
    ]


def _heading(edition: Edition, part: Section) -> dict[str, object]:
    name = part.name.in_language(edition.language)
    return {"name": name, "designs": len(part.pieces), "copies": part.copies}


def _caption(edition: Edition, piece: Piece, words: Mapping[str, str]) -> dict[str, object]:
    return {
        "name": piece.name.in_language(edition.language),
        "copies": piece.copies,
        "lines": _document_lines(piece.source.lines, words),
        "ranges": _ranges(piece.source.lines),
        "designed": piece.source.designed is not None and not edition.game.original,
    }


def _document_lines(lines: tuple[tuple[int, int], ...], words: Mapping[str, str]) -> str:
    """`document, lines 12–19, 38` for a narrow caption."""
    if not lines:
        return ""
    several = len(lines) > 1 or lines[0][0] != lines[0][1]
    return f"{words['lines' if several else 'line']} {_ranges(lines)}"


def _ranges(lines: tuple[tuple[int, int], ...]) -> str:
    if len(lines) > MOST_RANGES:
        return f"{lines[0][0]} … {lines[-1][1]}"
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in lines)
