"""Finds the pictures that templates of one game may show, with their sizes."""

from collections.abc import Mapping

from msgspec import Struct

from fustella.core.files.cache import Memory
from fustella.core.files.pictures import ART, PictureFile, PictureFolder, PictureSettings
from fustella.core.values.model import PICTURE
from fustella.draw.pictures.coarse import Coarse, coarse
from fustella.draw.pictures.raster import size_of
from fustella.draw.svg.lengths import PX_PER_MM


class PictureFacts(Struct, frozen=True):
    """A picture and its own size, upright.

    The size in mm follows from the resolution in the file, or else from the resolution of print. A
    drawing (SVG) has 0 pixels.
    """

    file: PictureFile
    width_px: int
    height_px: int
    width_mm: float
    height_mm: float


class PictureLibrary:
    """The pictures of one game; the head of each file is read only once."""

    def __init__(
        self, folder: PictureFolder, settings: PictureSettings, memory: Memory | None = None
    ) -> None:
        self.folder, self.settings, self._memory = folder, settings, memory
        self._facts: dict[str, PictureFacts] = {}
        self._coarse: dict[str, Coarse | None] = {}

    @property
    def by_digest(self) -> Mapping[str, PictureFile]:
        """The pictures requested so far, by the digests of their files."""
        return {digest: facts.file for digest, facts in self._facts.items()}

    def name_of(self, file: PictureFile) -> str:
        """A picture's name in messages, such as `art/knight.png`."""
        return f"{ART}/{file.name}"

    def facts(self, name: str) -> PictureFacts:
        """The picture of that name. Raises NoPicture, FaultyPicture."""
        file = self.folder.find(name)
        if file.digest not in self._facts:
            self._facts[file.digest] = facts_of(file, self._memory)
        return self._facts[file.digest]

    def pixel_at(self, href: str, x: float, y: float) -> tuple[str, float] | None:
        """A picture's colour and opacity near a point, given in shares of its sides.

        `href` is the `href` of a `PictureUse`. None for a drawing, and for a picture that cannot be
        read.
        """
        digest = href.removeprefix(PICTURE).partition(".")[0]
        if digest not in self._coarse:
            facts = self._facts.get(digest)
            self._coarse[digest] = coarse(facts.file) if facts else None
        found = self._coarse[digest]
        return found.at(x, y) if found else None


def facts_of(file: PictureFile, memory: Memory | None) -> PictureFacts:
    """Reads the size of a picture. Raises FaultyPicture."""
    if not file.is_drawn:
        return PictureFacts(file, *size_of(file))
    from fustella.draw.pictures.drawn import cleaned  # noqa: PLC0415  (few games have some)

    drawn = cleaned(file, memory)
    return PictureFacts(file, 0, 0, drawn.width / PX_PER_MM, drawn.height / PX_PER_MM)
