"""Packs the faces of a game into one text for a page: drawings as SVG, large ones as pictures.

The text is base64 of zlib's format, which browsers unpack. In it, a line of JSON has the type, the
length in bytes and the box of each face; the bytes of all faces follow. A box is the drawn part, in
mm from the corner of the trim.
"""

import base64
import json
import math
import zlib
from collections.abc import Mapping

from msgspec import Struct

from fustella.build.standalone import standalone_svg
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import Face
from fustella.export.game import ExportGame
from fustella.write.pictures import PictureForm, PictureType

SVG, WEBP = "image/svg+xml", "image/webp"

_LARGE_BYTES = 200_000
"""A face whose drawing is packed into more bytes becomes a picture of pixels."""

_DPI = 150.0
_LONGEST_PX = 2000
_BYTES_A_PIXEL = 0.25
"""The approximate bytes of a pixel of WebP, as for the page of playtesters."""


class _Picture(Struct, frozen=True):
    """A face as a picture of pixels, still to be made."""

    face: Face
    form: PictureForm
    edge: str


class PackedFaces:
    """The different faces of a game, each once.

    `numbers` are their numbers in the packed text, by the digests of the faces.
    """

    def __init__(self, game: ExportGame) -> None:
        self._pictures = game.pictures
        edges = {f.digest: game.edge_of(piece.kind) for piece in game.pieces for f in piece.faces}
        different = {face.digest: face for piece in game.pieces for face in piece.faces}
        self._faces = [*different.values()]
        self.numbers: Mapping[str, int] = {digest: n for n, digest in enumerate(different)}
        self._shown = [self._shown_as(face, edges[face.digest], game) for face in self._faces]

    @property
    def key(self) -> str:
        """The key of everything that the packed text depends on."""
        return repr([self._key_of(shown) for shown in self._shown])

    @property
    def bytes_about(self) -> float:
        """The approximate bytes of the packed text."""
        drawings = b"".join(shown for shown in self._shown if isinstance(shown, bytes))
        sizes = (
            math.prod(shown.form.pixels(shown.face.outline))
            for shown in self._shown
            if isinstance(shown, _Picture)
        )
        return (len(zlib.compress(drawings, 1)) + sum(sizes) * _BYTES_A_PIXEL) * 4 / 3

    def packed(self) -> str:
        """The text for the page."""
        jobs = [(s.face, s.form, s.edge) for s in self._shown if isinstance(s, _Picture)]
        made = iter(self._pictures.contents(jobs))
        listed, contents = list[object](), list[bytes]()
        for face, shown in zip(self._faces, self._shown, strict=True):
            size = face.outline.size
            if isinstance(shown, _Picture):
                content, type, more_mm = next(made), WEBP, 0.0
            else:
                content, type, more_mm = shown, SVG, face.bleed_mm
            box = -more_mm, -more_mm, size.width_mm + 2 * more_mm, size.height_mm + 2 * more_mm
            listed.append([type, len(content), *(round(number, 3) for number in box)])
            contents.append(content)
        head = json.dumps(listed).encode()
        return base64.b64encode(zlib.compress(b"\n".join((head, b"".join(contents))), 9)).decode()

    def _shown_as(self, face: Face, edge: str, game: ExportGame) -> bytes | _Picture:
        drawing = standalone_svg(face, outlined=True, lenient=True).encode()
        if len(drawing) < _LARGE_BYTES or len(zlib.compress(drawing, 1)) < _LARGE_BYTES:
            return drawing
        size = face.outline.size
        longest_mm = max(size.width_mm, size.height_mm)
        dpi = min(game.options.dpi or _DPI, math.floor(_LONGEST_PX / longest_mm * MM_PER_INCH))
        return _Picture(face, PictureForm(type=PictureType.WEBP, dpi=dpi), edge)

    def _key_of(self, shown: bytes | _Picture) -> object:
        if isinstance(shown, _Picture):
            return self._pictures.key(shown.face, shown.form, shown.edge)
        return zlib.crc32(shown), len(shown)
