"""Imposition: pure arithmetic from items to sheets. It knows sizes and ids, not pictures."""

from generator.impose.cover import (
    HEAD_FACE,
    CoverEntry,
    CoverSizes,
    CoverTooLarge,
    caption_face,
    cover_area,
    lay_out_cover,
    section_face,
)
from generator.impose.sheets import impose

__all__ = [
    "HEAD_FACE",
    "CoverEntry",
    "CoverSizes",
    "CoverTooLarge",
    "caption_face",
    "cover_area",
    "impose",
    "lay_out_cover",
    "section_face",
]
