"""Names the two built-in font families, and their files.

Source Sans Pro and Source Serif Pro (SIL Open Font License) come as Python packages, so a build
does not depend on the fonts installed on a machine.
"""

import hashlib
import importlib.util
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

FAMILIES: Mapping[str, str] = MappingProxyType(
    {"sans": "Source Sans Pro", "serif": "Source Serif Pro"}
)
"""The families as SVG names them, by the names that templates use."""


REGULAR = 400
BOLD = 700
HEAVY = 600
"""The least weight of a bold font."""

_WEIGHT_NAMES: Mapping[int, str] = MappingProxyType(
    {200: "ExtraLight", 300: "Light", 400: "", 600: "Semibold", 700: "Bold", 900: "Black"}
)

WEIGHTS: tuple[int, ...] = tuple(_WEIGHT_NAMES)
"""The weights that both families have, upright and italic."""

_PACKAGES = {
    "Source Sans Pro": ("font_source_sans_pro", "SourceSansPro"),
    "Source Serif Pro": ("font_source_serif_pro", "SourceSerifPro"),
}


class FaultyFont(Exception):
    """Raised for a font that cannot be printed; `code` is the code of the problem."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint


class FontStyle(Struct, frozen=True):
    """One font; `family` is its name in SVG, such as `Source Sans Pro`.

    With `small_caps`, small letters become small capitals, which only upright fonts have.
    """

    family: str
    weight: int = REGULAR
    italic: bool = False
    small_caps: bool = False

    @property
    def is_heavy(self) -> bool:
        """Whether the font counts as bold, so that `**` makes a word regular."""
        return self.weight >= HEAVY

    def __str__(self) -> str:
        slant = " italic" if self.italic else ""
        capitals = " small capitals" if self.small_caps else ""
        return f"{self.family} {self.weight}{slant}{capitals}"


@cache
def built_in_file(style: FontStyle) -> Path:
    """The TrueType file of a built-in style. Raises KeyError for an unknown family."""
    package, stem = _PACKAGES[style.family]
    name = _WEIGHT_NAMES[style.weight] + ("It" if style.italic else "")
    return _package_folder(package) / "files" / f"{stem}-{name or 'Regular'}.ttf"


@cache
def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the font package {package} is not installed")
    return Path(spec.origin).parent


def all_styles() -> tuple[FontStyle, ...]:
    """Every family, weight and slant, in a fixed order."""
    return tuple(
        FontStyle(family, weight, italic)
        for family in FAMILIES.values()
        for weight in WEIGHTS
        for italic in (False, True)
    )


_DIRECTORY_BYTES = 1024
"""The number of bytes to read of a file: enough for the table directory of each font."""


@cache
def fonts_stamp() -> str:
    """A hash of the files of `all_styles()`.

    A TrueType file begins with the checksums of its tables (OpenType 1.9, table directory), so the
    rest need not be read.
    """
    total = hashlib.sha256()
    for style in all_styles():
        with built_in_file(style).open("rb") as file:
            total.update(file.read(_DIRECTORY_BYTES))
    return total.hexdigest()


def link_fonts(folder: Path, files: Iterable[Path]) -> None:
    """Links files into a folder, or copies them where links are not allowed."""
    for file in files:
        target = folder / file.name
        with suppress(OSError):  # Windows allows symbolic links only to administrators
            target.symlink_to(file)
        if not target.is_file():  # nor does every system that makes one follow it
            shutil.copyfile(file, target)
