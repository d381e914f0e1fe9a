"""Writes pictures in the colours of a press, and PDF files for presses: PDF/X-1a:2003.

Such a file has (ISO 15930-4, and the application notes of CGATS for PDF/X): PDF 1.4 at most;
nothing but the colours of the press and no transparency; a TrimBox on each page, inside of its
BleedBox; in Info a Title, both dates, a Trapped that is known and the version of PDF/X; an ID; one
OutputIntent with the profile of the press. It is not encrypted and not compressed by LZW. The files
that are written here consist of flat pictures, so that they have no fonts either.
"""

import io
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.core.files.pdf import PlainObject, text_string
from fustella.write.picture_pages import Conformance, StoredPicture

if TYPE_CHECKING:
    from PIL import ImageCms

_VERSION = b"1.4"
_PDFX = b"PDF/X-1a:2003"
_INKS = 4
_HEAD_BYTES = 128
_NEWEST_PROFILE = 2
"""The newest version of profiles that PDF 1.4 knows (PDF Reference, third edition, 4.5.4)."""


class UnusableProfile(ValueError):
    """Raised for a file that is no profile of a press; the message says why."""


class Press(Struct, frozen=True):
    """The colours of a press: its ICC profile, and the profile's name for people."""

    profile: bytes
    name: str

    @classmethod
    def described_by(cls, profile: bytes, newest: int = _NEWEST_PROFILE) -> "Press":
        """The press that the bytes of a profile describe. Raises UnusableProfile.

        `newest` is the newest version of profiles that the file may hold.
        """
        from PIL import ImageCms  # noqa: PLC0415

        if len(profile) < _HEAD_BYTES or profile[36:40] != b"acsp":
            raise UnusableProfile("it is no ICC profile")
        kind, space = profile[12:16], profile[16:20]
        if kind != b"prtr" or space != b"CMYK":
            spaces = f"`{_word(space)}`, `{_word(kind)}`"
            raise UnusableProfile(f"it is not for the four inks of a press, but for {spaces}")
        if profile[8] > newest:
            raise UnusableProfile(
                f"it has version {profile[8]}, and these files take {newest} at most"
            )
        try:
            name = ImageCms.getProfileDescription(_open_profile(profile)).strip()
            press = cls(profile, name or "CMYK")
            Separation(press)
        except (ImageCms.PyCMSError, OSError, ValueError):
            raise UnusableProfile("it is damaged") from None
        return press

    @property
    def conformance(self) -> Conformance:
        """The entries by which a PDF/X-1a file in these colours declares itself."""
        from isal import isal_zlib  # noqa: PLC0415

        data = bytes(isal_zlib.compress(self.profile, 3))
        head = b"<</N %d/Filter/FlateDecode/Length %d>>" % (_INKS, len(data))
        name = text_string(self.name)
        intent = (
            b"/OutputIntents[<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier(Custom)"
            # Percent signs are doubled: the catalog is filled with the number of the profile later.
            b"/OutputCondition%s/Info%s/DestOutputProfile %%d 0 R>>]"
            % (name.replace(b"%", b"%%"), name.replace(b"%", b"%%"))
        )
        return Conformance(
            version=_VERSION,
            # ISO 15930-4 asks for both: whether traps have been made, and which standard it is.
            info=b"/Trapped/False/GTS_PDFXVersion(%s)" % _PDFX,
            catalog=intent,
            objects=(PlainObject(head, data),),
        )


class Separation:
    """Turns pictures into the four inks of a press; one thread at a time may use it.

    Colours keep their look relative to the white of the paper, and black becomes the darkest that
    the press prints: relative colorimetric, with black point compensation, as usual for print.
    """

    def __init__(self, press: Press) -> None:
        from PIL import ImageCms  # noqa: PLC0415

        self._transform = ImageCms.buildTransform(
            ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")),
            _open_profile(press.profile),
            "RGB",
            "CMYK",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )

    def separated(self, png: bytes) -> StoredPicture:
        """The picture in the four inks, 8 bits each, from a PNG in red, green and blue."""
        from isal import isal_zlib  # noqa: PLC0415
        from PIL import Image, ImageCms  # noqa: PLC0415

        with Image.open(io.BytesIO(png)) as opened:
            picture = ImageCms.applyTransform(opened.convert("RGB"), self._transform)
        if picture is None:
            raise ValueError("no picture came of it")
        data = bytes(isal_zlib.compress(picture.tobytes(), 3))
        about = b"/ColorSpace/DeviceCMYK/BitsPerComponent 8/Filter/FlateDecode"
        return StoredPicture(picture.width, picture.height, about, data)


def _open_profile(profile: bytes) -> "ImageCms.ImageCmsProfile":
    from PIL import ImageCms  # noqa: PLC0415

    return ImageCms.ImageCmsProfile(io.BytesIO(profile))


def _word(four: bytes) -> str:
    return four.decode("ascii", "replace").strip()
