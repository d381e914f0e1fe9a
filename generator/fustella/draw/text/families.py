"""Holds the font families of texts: the built-in ones, and those that a game brings.

In SVG, the family of a game's font has the font's name and a digest of all that the font is made
from. So a cached face, or page of a PDF, is valid for exactly that font. The file that is measured
and printed is prepared (`draw.text.prepared`) when the first text needs it.
"""

import hashlib
import os
import re
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from types import MappingProxyType

from fustella.core.files.cache import Memory, cached
from fustella.core.files.reading import NotRead, read_bytes, unread
from fustella.core.files.scratch import scratch_folder
from fustella.core.processes import limits
from fustella.core.processes.steps import step
from fustella.core.values.fonts import ROLES, FontCut, OwnFont
from fustella.core.values.problems import Problem
from fustella.draw.text.fonts import (
    BOLD,
    FAMILIES,
    REGULAR,
    FaultyFont,
    FontStyle,
    all_styles,
    built_in_file,
    link_fonts,
)

_PREPARING_S = 120.0
"""The most seconds for preparing a file: the largest fonts, packed as WOFF2, take ten."""

_OWN: dict[str, OwnFont] = {}
"""The fonts of games in this process, by their families in SVG, whose names have digests."""

_PREPARED_KEY = "prepared font"


class GameFonts:
    """The fonts of a game, by the names that game.yaml and templates use."""

    def __init__(self, names: Iterable[tuple[str, str]] = (), own: Sequence[OwnFont] = ()) -> None:
        """`names` and `own` are the fields of a `Game` that say which fonts it has."""
        self._fonts = {font.name: font for font in own}
        families = {font.name: family_name(font) for font in own if font.files}
        _OWN.update({families[font.name]: font for font in own if font.files})
        self._families = dict(FAMILIES) | {role: FAMILIES[name] for role, name in ROLES.items()}
        self._families |= families
        self._families |= {name: self._families[other] for name, other in names}
        self.names: Mapping[str, str] = MappingProxyType(self._families)
        self._default = tuple(dict.fromkeys((*families.values(), FAMILIES["sans"])))
        self._chains = {
            self._families[font.name]: tuple(self._families[name] for name in self._chain(font))
            for font in own
            if font.fallback is not None
        }

    def fallback(self, family: str) -> tuple[str, ...]:
        """The families that replace a family for letters it lacks, in the order of trying.

        The key `fallback` of a font names them; without it they are all fonts of the game, then
        `sans`.
        """
        if not self._fonts:
            return ()
        return self._chains.get(family, self._default)

    def chosen_by(self, family: str) -> str:
        """The name of a family's font if it has the key `fallback`.

        "" for any other family.
        """
        names = (name for name, own in self._families.items() if own == family)
        chosen = (name for name in names if self._fonts and family in self._chains)
        return next(chosen, "")

    def problems(self, memory: Memory | None) -> Iterator[Problem]:
        """Prepares the files of all fonts and stores them in the memory; yields E237 to E239."""
        for font in self._fonts.values():
            if font.files:
                yield from _prepare(font, memory)

    def _chain(self, font: OwnFont) -> Iterator[str]:
        """Yields the names in a font's `fallback`, each followed by those in its own `fallback`."""
        waiting, seen = list(font.fallback or ()), {font.name}
        while waiting:
            name = waiting.pop(0)
            if name not in seen:
                seen.add(name)
                yield name
                own = self._fonts.get(name)
                waiting = [*((own and own.fallback) or ()), *waiting]


def family_name(font: OwnFont) -> str:
    """The name of the family that stands for a font of a game in SVG."""
    made_from = repr((font.name, font.files, font.axes, font.features))
    digest = hashlib.sha256(made_from.encode()).hexdigest()[:12]
    plain = re.sub(r"[^a-z0-9]+", "-", font.name).strip("-") or "font"
    return f"{plain[:20]}-{digest}"


def is_family(family: str) -> bool:
    """Whether a family of SVG is known."""
    return family in FAMILIES.values() or family in _OWN


def shown_family(family: str) -> str:
    """A family's name for messages; for a game's font, the name from its designer."""
    return f"`{_OWN[family].name}`" if family in _OWN else family


def own_families_in(svgs: Iterable[str]) -> frozenset[str]:
    """The families of games' fonts that are named in some SVGs."""
    if not _OWN:
        return frozenset()
    return frozenset(family for svg in svgs for family in _OWN if family in svg)


def styles_of(family: str) -> tuple[FontStyle, ...]:
    """The fonts of a game's family."""
    return tuple(
        FontStyle(family, BOLD if cut.is_bold else REGULAR, cut.is_italic)
        for cut in FontCut
        if _path_of(family, cut) is not None
    )


@cache
def style_in_file(family: str) -> FontStyle:
    """The weight and slant of a game's font as its regular file has them: perhaps bold.

    The prepared file does not show them: it has the weight and slant of the cut that it stands for.
    """
    from fustella.draw.text.prepared import weight_and_slant  # noqa: PLC0415  (few games ask)

    font = _OWN[family]
    file = dict(font.files)[FontCut.REGULAR]
    try:
        data = read_bytes(file.path, None, limits.FONT_BYTES)
        return FontStyle(family, *weight_and_slant(data, file.member, dict(font.axes)))
    except (OSError, FaultyFont):  # reported where the font is prepared
        return FontStyle(family)


def font_file(style: FontStyle) -> Path:
    """The file of a style; for a font of a game, the file of the nearest cut.

    As in CSS, the right slant matters more than the right weight. Raises KeyError for an unknown
    family.
    """
    if style.family not in _OWN:
        return built_in_file(style)
    upright, slanted = (FontCut.REGULAR, FontCut.BOLD), (FontCut.ITALIC, FontCut.BOLD_ITALIC)
    wanted = [*(slanted if style.italic else upright), *(upright if style.italic else slanted)]
    if style.is_heavy:
        wanted = [wanted[1], wanted[0], wanted[3], wanted[2]]
    for cut in wanted:
        path = _path_of(style.family, cut)
        if path is not None:
            return path
    return built_in_file(FontStyle(FAMILIES["sans"]))  # a faulty font: its problem is reported


def font_folder(families: frozenset[str] = frozenset()) -> Path:
    """A folder with the built-in fonts and those of some families, for typst.

    typst reads fonts from folders only. The folders of the font packages hold each font twice, as
    OTF and as TTF, with different widths; which one typst takes depends on the order of the folder.
    """
    return _folder(os.getpid(), families)


@lru_cache(maxsize=16)
def _folder(process: int, families: frozenset[str]) -> Path:
    folder = Path(tempfile.mkdtemp(dir=_folder_of_process(process)))
    own = (font_file(style) for family in sorted(families) for style in styles_of(family))
    link_fonts(folder, (*map(built_in_file, all_styles()), *own))
    return folder


@cache
def _folder_of_process(process: int) -> Path:
    """A folder for the fonts of a process, which is removed when the process ends."""
    del process  # a forked one has a folder of its own
    return scratch_folder("fonts")


_PREPARED: dict[tuple[str, FontCut], bytes | FaultyFont] = {}
"""The prepared fonts of this process, or their faults; b"" for a cut that a font lacks."""


def _prepare(font: OwnFont, memory: Memory | None) -> Iterator[Problem]:
    """Prepares the cuts of a font (regular, bold …), unless they are prepared already.

    Yields the faults of all cuts.
    """
    family, files = family_name(font), dict(font.files)
    for cut in FontCut:
        given = [each for each in (cut, *_RELATIVES[cut]) if each in files]
        if not given:
            continue
        if (family, cut) not in _PREPARED:
            made = partial(_prepared_cut, font, family, cut, given)
            key = (_PREPARED_KEY, family, cut.value)
            try:
                _PREPARED[family, cut] = cached(memory, key, made, bytes, bytes)
            except OSError as error:  # it may be read at the next build
                if cut in files:
                    yield unread(error, files[cut].place)
                continue
            except FaultyFont as fault:
                _PREPARED[family, cut] = fault
        found = _PREPARED[family, cut]
        if isinstance(found, FaultyFont) and cut in files:
            file = files[cut]
            yield Problem(found.code, file.place, f"{file.name} {found.message}", found.hint)


_RELATIVES: Mapping[FontCut, tuple[FontCut, ...]] = {
    FontCut.REGULAR: (),
    FontCut.BOLD: (FontCut.REGULAR,),
    FontCut.ITALIC: (FontCut.REGULAR,),
    FontCut.BOLD_ITALIC: (FontCut.ITALIC, FontCut.BOLD, FontCut.REGULAR),
}
"""For each cut, the cuts whose files have it, too, if they are variable fonts; the nearest
first."""


def _prepared_cut(font: OwnFont, family: str, cut: FontCut, given: Sequence[FontCut]) -> bytes:
    """One cut of a font, from the first file that has it; b"" if no file has it."""
    from fustella.draw.text.prepared import prepared_font  # noqa: PLC0415  (few games bring fonts)

    files, axes = dict(font.files), dict(font.axes)
    # Only where no file is given for the cut may a variable font of another cut have it.
    for each in (cut,) if cut in given else given:
        file = files[each]
        data = read_bytes(file.path, None, limits.FONT_BYTES)
        if hashlib.sha256(data).hexdigest() != file.digest:
            raise NotRead("E237", f"{file.name} changed while it was read", "build again")
        with step(f"reading the font {file.name}", file.place, _PREPARING_S):
            found = prepared_font(data, family, cut, axes, font.features, each, file.member)
        if found is not None:
            return found
    return b""


def _path_of(family: str, cut: FontCut) -> Path | None:
    """The file of a prepared cut; None if the family lacks the cut."""
    if (family, cut) not in _PREPARED:
        deque(_prepare(_OWN[family], None), maxlen=0)  # faults are reported where the game is drawn
    found = _PREPARED.get((family, cut))
    return _written(os.getpid(), family, cut, found) if found and isinstance(found, bytes) else None


@cache
def _written(process: int, family: str, cut: FontCut, data: bytes) -> Path:
    folder = _folder_of_process(process) / "own"
    folder.mkdir(exist_ok=True)
    path = folder / f"{family}-{cut.value}.otf"
    path.write_bytes(data)
    return path
