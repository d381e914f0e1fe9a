"""Reads the profile of a press, by which colours of screens become its inks."""

import io
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from PIL import ImageCms

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
            ImageCms.buildTransform(
                ImageCms.createProfile("sRGB"), _open_profile(profile), "RGB", "CMYK"
            )
        except (ImageCms.PyCMSError, OSError, ValueError):
            raise UnusableProfile("it is damaged") from None
        return press


def _open_profile(profile: bytes) -> "ImageCms.ImageCmsProfile":
    from PIL import ImageCms  # noqa: PLC0415

    return ImageCms.ImageCmsProfile(io.BytesIO(profile))


def _word(four: bytes) -> str:
    return four.decode("ascii", "replace").strip()
