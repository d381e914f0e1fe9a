"""Imposition: pure arithmetic from items to sheets. It knows sizes and ids, not pictures."""

from generator.impose.assembly import assembly_maps
from generator.impose.bound import bounds_of
from generator.impose.cover import (
    HEAD_FACE,
    CoverEntry,
    CoverSizes,
    caption_face,
    cover_area,
    cover_paper,
    lay_out_cover,
    section_face,
)
from generator.impose.cover_flow import CoverTooLarge
from generator.impose.memory import Memory
from generator.impose.sheets import impose

__all__ = [
    "HEAD_FACE",
    "CoverEntry",
    "CoverSizes",
    "CoverTooLarge",
    "Memory",
    "assembly_maps",
    "bounds_of",
    "caption_face",
    "cover_area",
    "cover_paper",
    "impose",
    "lay_out_cover",
    "section_face",
]
