"""Makes the pictures of a save of Tabletop Simulator, with their forms, names and addresses.

The game never loads an address again. So each picture has a hash of its content in its name: a
changed card has a new name. The game takes PNG in RGB, with long sides of up to 10,000 pixels.
"""

import io
import math
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from msgspec import Struct, field

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.shapes import Panel, Size
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import Face
from fustella.export.formats._pictures import BACK, shared_backs
from fustella.export.game import ExportGame, ExportPiece, written
from fustella.export.pictures import NAME_DIGITS
from fustella.write.pictures import PictureCut, PictureForm, grid_bytes

FOLDER = "pictures"

_DPI = 300.0
_LONGEST_PX, _MOST_PX = 4096, 9999
"""The longest side in pixels that the game's manual advises, and the longest with `--dpi`."""

BORDER_MM = 0.5
"""The transparent border of a token, by which the game finds its edge."""

_THUMBNAIL_PX = 256
_BLANK_PX = 64

_DIE_FACES = (("2", "4", "5"), ("1", "3", "6"))
"""The cells of a die's faces in its picture, below an invisible row; the 1 is upside down.

The picture of a die in the game's manual has them so. Opposite faces are 1 and 6, 2 and 5, 3 and 4,
as on Fustella's dice.
"""

DIE_TURNS = {
    "1": (-90.0, 0.0, 0.0),
    "2": (0.0, 0.0, 0.0),
    "3": (0.0, 0.0, -90.0),
    "4": (0.0, 0.0, 90.0),
    "5": (0.0, 0.0, -180.0),
    "6": (90.0, 0.0, 0.0),
}
"""The rotations about x, y and z with which each face of a die is on top."""


class Shelf(Struct):
    """The pictures that a save names: each method that gives an address adds its picture."""

    game: ExportGame
    files: dict[str, OutputFile] = field(default_factory=dict)
    _backs: dict[str, dict[str, str]] = field(default_factory=dict)

    def front(self, piece: ExportPiece, form: PictureForm) -> str:
        return self._face(piece, piece.id, piece.front, form)

    def back(self, piece: ExportPiece, form: PictureForm) -> str:
        """The address of a piece's back, which other pieces may share; "" where it has none."""
        if not piece.back:
            return ""
        kind = piece.kind.id
        if kind not in self._backs:
            self._backs[kind] = shared_backs(self.game.kinds[kind])
        name = self._backs[kind].get(piece.back.digest, f"{piece.id}-{BACK}")
        return self._face(piece, name, piece.back, form)

    def panel(self, piece: ExportPiece, panel: Panel) -> str:
        """The address of a picture of one panel of a piece's front, upright."""
        form = self._panel_form(panel)
        return self._face(piece, f"{piece.id}-{panel.name}", piece.front, form)

    def blank(self, piece: ExportPiece) -> str:
        """The address of a white picture in the shape of a piece, as back of one-sided pieces."""
        size = piece.kind.outline.size
        height = max(1, round(_BLANK_PX * size.height_mm / size.width_mm))
        content = _plain_picture((_BLANK_PX, height))
        return self._put_on_shelf(written(f"{FOLDER}/blank-{_BLANK_PX}x{height}.png", content))

    def die(self, piece: ExportPiece) -> str:
        """The address of the picture that is wrapped around a die."""
        edge = self.game.edge_of(piece.kind)
        panels = {panel.name: panel for panel in piece.kind.panels}
        forms = [
            self._panel_form(panels[name], 180 if name == "1" else 0)
            for row in _DIE_FACES
            for name in row
        ]
        size = forms[0].pixels(piece.kind.outline)
        keys = [self.game.pictures.key(piece.front, form, edge) for form in forms]

        def content() -> bytes:
            jobs = [(piece.front, form, edge) for form in forms]
            faces = self.game.pictures.contents(jobs)
            empty = [_plain_picture(size, _corner_colour(faces[0]))] * len(_DIE_FACES[0])
            return grid_bytes([*empty, *faces], size, len(_DIE_FACES[0]), forms[0])

        return self._address_of_made(piece, piece.id, repr(keys), content)

    def sheet(
        self,
        name: str,
        faces: Sequence[Face | None],
        pieces: Sequence[ExportPiece],
        columns: int,
    ) -> str:
        """The address of a grid of faces of pieces of one size; None is a white cell in it."""
        piece = pieces[0]
        form = self.form(piece, PictureCut.SQUARE, (columns, -(-len(faces) // columns)))
        edge = self.game.common_edge(pieces)
        size = form.pixels(piece.kind.outline)
        keys = [face and self.game.pictures.key(face, form, edge) for face in faces]

        def content() -> bytes:
            different = {face.digest: face for face in faces if face}
            jobs = [(face, form, edge) for face in different.values()]
            contents = dict(zip(different, self.game.pictures.contents(jobs), strict=True))
            cells = [contents[face.digest] if face else _plain_picture(size) for face in faces]
            return grid_bytes(cells, size, columns, form)

        return self._address_of_made(piece, name, repr((columns, keys)), content)

    def thumbnail(self, piece: ExportPiece) -> OutputFile:
        """The picture beside the save, which the game shows in its list of saves."""
        size = piece.kind.outline.size
        dpi = _THUMBNAIL_PX / max(size.width_mm, size.height_mm) * MM_PER_INCH
        form = PictureForm(dpi=round(dpi, 2), cut=PictureCut.OUTLINE)
        edge = self.game.edge_of(piece.kind)
        return self.game.picture(f"{self.game.id}.png", piece.front, form, edge=edge)

    def form(
        self,
        piece: ExportPiece,
        cut: PictureCut,
        grid: tuple[int, int] = (1, 1),
        border_mm: float = 0.0,
    ) -> PictureForm:
        """The form of a piece's pictures, coarser where a grid of them would be too large."""
        size, most_px = piece.kind.outline.size, _MOST_PX if self.game.options.dpi else _LONGEST_PX
        across, down = grid
        longest_mm = max(
            (size.width_mm + 2 * border_mm) * across, (size.height_mm + 2 * border_mm) * down
        )
        dpi = self.game.options.dpi or _DPI
        most = math.floor((most_px - max(grid)) / longest_mm * MM_PER_INCH * 100) / 100
        return PictureForm(dpi=min(dpi, most), cut=cut, bleed_mm=border_mm)

    def _panel_form(self, panel: Panel, turn_deg: int = 0) -> PictureForm:
        dpi = self.game.options.dpi or _DPI
        turned = (panel.turn_deg + turn_deg) % 360
        return PictureForm(dpi=dpi, window=panel.box, turn_deg=turned)

    def _face(self, piece: ExportPiece, name: str, face: Face, form: PictureForm) -> str:
        edge, kind = self.game.edge_of(piece.kind), piece.kind
        hashed = self.game.pictures.hashed(face, form, edge)
        file = f"{FOLDER}/{kind.id}-{name}-{hashed}.png"
        title = self.game.kind_name(kind)
        return self._put_on_shelf(self.game.picture(file, face, form, title, edge))

    def _address_of_made(
        self, piece: ExportPiece, name: str, depends: str, content: Callable[[], bytes]
    ) -> str:
        key = fingerprint((), (), depends)
        file = f"{FOLDER}/{piece.kind.id}-{name}-{key[:NAME_DIGITS]}.png"
        return self._put_on_shelf(
            OutputFile(file, self.game.kind_name(piece.kind), content, key=key)
        )

    def _put_on_shelf(self, file: OutputFile) -> str:
        self.files.setdefault(file.file, file)
        return self._address(file.file)

    def _address(self, file: str) -> str:
        """The address at which the game finds a file: in the folder of the export, or online."""
        if not self.game.options.url:
            return (self.game.folder.absolute() / file).as_uri()
        path = PurePosixPath("/", file).as_uri().removeprefix("file://")
        return self.game.options.url.rstrip("/") + path


def picture_size(piece: ExportPiece, border_mm: float) -> Size:
    """The size in mm of the picture of a face with a border."""
    size = piece.kind.outline.size
    return Size(size.width_mm + 2 * border_mm, size.height_mm + 2 * border_mm)


_WHITE = (255, 255, 255)


def _plain_picture(size: tuple[int, int], colour: tuple[int, ...] = _WHITE) -> bytes:
    """A picture of one colour."""
    from PIL import Image  # noqa: PLC0415

    content = io.BytesIO()
    Image.new("RGB", size, colour).save(content, "PNG")
    return content.getvalue()


def _corner_colour(picture: bytes) -> tuple[int, ...]:
    """The colour in the top left corner of a picture, in red, green and blue."""
    from PIL import Image  # noqa: PLC0415

    with Image.open(io.BytesIO(picture)) as image:
        red, green, blue = image.convert("RGB").tobytes()[:3]
    return red, green, blue
