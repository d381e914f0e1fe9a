"""Imposition: pure arithmetic from items to sheets. It knows sizes and ids, not pictures."""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.core.values.cover import HEAD_FACE, caption_face, section_face
    from fustella.impose.boards import assembly_maps
    from fustella.impose.cover import (
        art_page,
        cover_area,
        cover_paper,
        fit_of,
        lay_out_cover,
    )
    from fustella.impose.cover_notes import CoverPart, CoverTooLarge
    from fustella.impose.fold import Half
    from fustella.impose.imposition import bounds_of, impose, not_cut

__getattr__ = lazily(__name__, __file__)
