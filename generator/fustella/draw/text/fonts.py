"""The two font families and their files.

Source Sans Pro and Source Serif Pro (SIL Open Font License) come as Python packages, so a build
does not depend on the fonts installed on a machine.
"""

import atexit
import contextlib
import hashlib
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

FAMILIES: Mapping[str, str] = MappingProxyType(
    {"sans": "Source Sans Pro", "serif": "Source Serif Pro"}
)
"""By the name that templates use: the family as it is called in SVG."""


def families_of(fonts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The families that are printed for fonts of other names, by `fonts` of game.yaml."""
    return {name: FAMILIES[font] for name, font in fonts}


REGULAR = 400
BOLD = 700
_WEIGHT_NAMES: Mapping[int, str] = MappingProxyType(
    {200: "ExtraLight", 300: "Light", 400: "", 600: "Semibold", 700: "Bold", 900: "Black"}
)

WEIGHTS: tuple[int, ...] = tuple(_WEIGHT_NAMES)
"""The weights that both families have, upright and italic."""

_PACKAGES = {
    "Source Sans Pro": ("font_source_sans_pro", "SourceSansPro"),
    "Source Serif Pro": ("font_source_serif_pro", "SourceSerifPro"),
}


@dataclass(frozen=True, slots=True)
class FontStyle:
    """One font. `family` is its name in SVG, `Source Sans Pro`.

    `small_caps`: small capitals for small letters, which only the upright fonts have.
    """

    family: str
    weight: int = REGULAR
    italic: bool = False
    small_caps: bool = False

    def __str__(self) -> str:
        slant = " italic" if self.italic else ""
        capitals = " small capitals" if self.small_caps else ""
        return f"{self.family} {self.weight}{slant}{capitals}"


@cache
def font_file(style: FontStyle) -> Path:
    """The TrueType file of a style. Raises KeyError for an unknown family or weight."""
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
"""Long enough for the table directory of each of the files."""


@cache
def fonts_stamp() -> str:
    """A hash of the files of `all_styles()`.

    A TrueType file begins with the checksums of its tables (OpenType 1.9, table directory), so
    the rest need not be read.
    """
    total = hashlib.sha256()
    for style in all_styles():
        with font_file(style).open("rb") as file:
            total.update(file.read(_DIRECTORY_BYTES))
    return total.hexdigest()


def font_folder() -> Path:
    """A folder with exactly the files of `all_styles()`, for typst; removed when the process ends.

    typst reads fonts from folders. Those of the packages hold each font twice, as OTF and as TTF,
    with different widths, and which one typst takes depends on the order of the folder.
    """
    return _folder_of_process(os.getpid())


@lru_cache(maxsize=1)
def _folder_of_process(process: int) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="fustella-fonts-"))
    atexit.register(_remove, folder, process)
    link_fonts(folder)
    return folder


def link_fonts(folder: Path) -> None:
    """Link the files of `all_styles()` into a folder; copy them where links are not allowed."""
    for file in map(font_file, all_styles()):
        target = folder / file.name
        try:
            target.symlink_to(file)
        except OSError:  # Windows allows symbolic links only to administrators
            shutil.copyfile(file, target)


def _remove(folder: Path, process: int) -> None:
    # A forked child inherits the exit handlers of its parent, whose folder is still in use.
    if os.getpid() == process:
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)
