"""Makes cover sheets, which list the contents of a box, and swap lists, which list a kit's changes.

Both have a head, sections of pictures with captions (or a list, where a box is large), maps of
boards, and notes. `cover` puts a cover or a swap list together, `faces` makes its faces, and
`pages` and `rows` lay them out.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.covers.cover import (
        COVER,
        Cover,
        PrintedBox,
        Swap,
        SwapList,
        SwapSection,
        art_spec,
        cover_of,
        swap_list_of,
    )
    from fustella.covers.faces import (
        ART_FACE,
        HEAD_FACE,
        CoverParts,
        CoverSection,
        MapFaces,
        NoteFace,
        SectionText,
        caption_face,
        group_face,
        section_face,
    )
    from fustella.covers.flow import CoverTooLarge
    from fustella.covers.listing import MOST_PICTURED
    from fustella.covers.pages import (
        NO_FIT,
        CoverFit,
        cover_area,
        cover_paper,
        fit_of,
        lay_out_cover,
    )

__getattr__ = lazily(__name__, __file__)
