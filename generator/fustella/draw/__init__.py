"""Drawing: a game becomes faces, as SVG, and these become vector pages.

The face has what is light: what a face is drawn from, and the faces drawn before. What loads
templates, fonts or the engine is imported by module: `draw.artist`, `draw.render`, `draw.covers`, …
"""

from fustella.draw.album import Album, album_of
from fustella.draw.specs import FaceSpec, outline_path, piece_specs

__all__ = [
    "Album",
    "FaceSpec",
    "album_of",
    "outline_path",
    "piece_specs",
]
