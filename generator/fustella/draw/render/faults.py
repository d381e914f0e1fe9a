"""Defines the faults of faces and pictures that cannot be rendered."""

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
"""The message and the hint for a face at which typst crashed."""

_OF_DRAWING = "save the drawing as a PNG, and use that"


class RenderFault(Struct, frozen=True):
    """The reason why a face, or a picture on one, cannot be rendered.

    `digest` is that of the face, "" for a picture. `code` is the code of the problem.
    """

    digest: str
    message: str
    hint: str
    code: str = "E210"
    picture: PictureFile | None = None


class RenderFailed(Exception):
    """Raised for faces that the engine refused or crashed at, and for broken pictures."""

    def __init__(self, faults: Sequence[RenderFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.message for fault in faults))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.faults,)


def of_picture(fault: FaultyPicture) -> RenderFault:
    return RenderFault("", str(fault), fault.hint, fault.code, fault.file)


def of_drawing(fault: RenderFault, file: PictureFile) -> RenderFault:
    """Turns the fault of a page that shows only a drawn picture into the fault of this picture."""
    code = "E231" if fault.code == "E210" else fault.code
    return RenderFault("", fault.message, _OF_DRAWING, code, file)
