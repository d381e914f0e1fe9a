"""The two families that text is set in, and where their files are.

Source Sans Pro and Source Serif Pro (SIL Open Font License) come as Python packages, so a build
never depends on what is installed on a machine.
"""

import atexit
import contextlib
import hashlib
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

FAMILIES: Mapping[str, str] = MappingProxyType(
    {"sans": "Source Sans Pro", "serif": "Source Serif Pro"}
)
"""The name a template uses, and the family as it is called in SVG."""

REGULAR = 400
BOLD = 700
_WEIGHT_NAMES: Mapping[int, str] = MappingProxyType(
    {200: "ExtraLight", 300: "Light", 400: "", 600: "Semibold", 700: "Bold", 900: "Black"}
)

WEIGHTS: tuple[int, ...] = tuple(_WEIGHT_NAMES)
"""The weights that both families have, upright and italic."""

_DIRECTORY_BYTES = 1024
"""Room for the directory of more tables than any of the files has."""

_PACKAGES = {
    "Source Sans Pro": ("font_source_sans_pro", "SourceSansPro"),
    "Source Serif Pro": ("font_source_serif_pro", "SourceSerifPro"),
}


@dataclass(frozen=True, slots=True)
class FontStyle:
    """One font: a family (as called in SVG, `Source Sans Pro`), a weight, upright or italic.

    `small_caps`: with small capitals for small letters, which the upright fonts have.
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
    """The TrueType file of a style. Raises KeyError for a family or weight that is not known."""
    package, stem = _PACKAGES[style.family]
    name = _WEIGHT_NAMES[style.weight] + ("It" if style.italic else "")
    return _package_folder(package) / "files" / f"{stem}-{name or 'Regular'}.ttf"


def all_styles() -> tuple[FontStyle, ...]:
    """Every style of every family, in a fixed order."""
    return tuple(
        FontStyle(family, weight, italic)
        for family in FAMILIES.values()
        for weight in WEIGHTS
        for italic in (False, True)
    )


@cache
def fonts_stamp() -> str:
    """A hash that differs where the files of `all_styles()` do.

    The beginning of a TrueType file holds a checksum of each of its tables (OpenType 1.9, table
    directory), so the whole of it need not be read.
    """
    total = hashlib.sha256()
    for style in all_styles():
        with font_file(style).open("rb") as file:
            total.update(file.read(_DIRECTORY_BYTES))
    return total.hexdigest()


def font_folder() -> Path:
    """A folder with exactly the files of `all_styles()`, for typst; removed when the process ends.

    typst takes fonts from folders, and the packages' own hold each face twice, as OTF and as TTF,
    with different widths: which one it would take depends on the order of the folder.
    """
    return _folder_of_process(os.getpid())


@lru_cache(maxsize=1)
def _folder_of_process(process: int) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="fustella-fonts-"))
    atexit.register(_remove, folder, process)
    for style in all_styles():
        _link(font_file(style), folder)
    return folder


def _link(file: Path, folder: Path) -> None:
    target = folder / file.name
    try:
        target.symlink_to(file)
    except OSError:  # Windows grants symbolic links to administrators alone
        shutil.copyfile(file, target)


def _remove(folder: Path, process: int) -> None:
    # A forked child inherits the exit handlers of its parent, whose folder is still in use.
    if os.getpid() == process:
        with contextlib.suppress(OSError):
            shutil.rmtree(folder)


@cache
def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the font package {package} is not installed")
    return Path(spec.origin).parent
