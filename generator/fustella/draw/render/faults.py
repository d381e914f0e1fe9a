"""Why faces and pictures cannot be rendered."""

from collections.abc import Sequence

from msgspec import Struct

from fustella.core.files.pictures import PictureFile
from fustella.draw.pictures.raster import FaultyPicture

REFUSED = (
    "the engine refuses it",
    "an SVG that the checks let through; please report it with the template",
)
BROKE_OFF = (
    "the engine broke off while drawing it",
    "leave out what is special in it, such as filters; please report it with the template",
)
"""Messages and hints."""

_OF_DRAWING = "save the drawing as a PNG, and use that"


class RenderFault(Struct, frozen=True):
    """Why a face, or a picture of one, cannot be rendered.

    `digest` is that of the face, "" for a picture. `code` is the problem's.
    """

    digest: str
    message: str
    hint: str
    code: str = "E210"
    picture: PictureFile | None = None


class RenderFailed(Exception):
    """The engine refused faces that passed the lint, or ended, or pictures are broken."""

    def __init__(self, faults: Sequence[RenderFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.message for fault in faults))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.faults,)


def of_picture(fault: FaultyPicture) -> RenderFault:
    return RenderFault("", str(fault), fault.hint, fault.code, fault.file)


def of_drawing(fault: RenderFault, file: PictureFile) -> RenderFault:
    """The fault of a drawn picture, made from the fault of a page that shows this picture alone."""
    code = "E231" if fault.code == "E210" else fault.code
    return RenderFault("", fault.message, _OF_DRAWING, code, file)
