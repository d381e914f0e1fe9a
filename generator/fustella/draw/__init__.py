"""Draws: a game becomes faces, as SVG, and these become vector pages.

Its modules are loaded when they are used: `draw.Artist` loads templates and fonts.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.draw.artist import Artist
    from fustella.draw.face_cache import FaceCache, face_cache_of
    from fustella.draw.pictures.drawn import cleaned
    from fustella.draw.render import refuse_broken
    from fustella.draw.render.faults import RenderFailed
    from fustella.draw.specs import FaceSpec, piece_specs
    from fustella.draw.templates.named import pictures_named
    from fustella.draw.text.fonts import FaultyFont
    from fustella.draw.text.identity import font_identity, letters_lacking

__getattr__ = lazily(__name__, __file__)
