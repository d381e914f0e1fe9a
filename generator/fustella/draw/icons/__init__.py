"""Finds icons by name: `mdi:castle`, `fa:dragon`, `own:moai`, `nato:infantry`.

`mdi` is Material Design Icons 7 (Apache-2.0), `fa` is Font Awesome 6 Free, solid (CC BY 4.0); their
glyphs become paths. `own` are SVG files, of the game or shared by all games. `nato` are symbols of
military units, which are drawn here: `nato:mechanised-infantry-division`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.core.files.reading import entries_of, is_inside, why_missing
from fustella.core.values.problems import nearest
from fustella.core.values.symbols import BRANCHES, MODIFIERS, UnknownWord, unit_symbol
from fustella.core.words.spelling import may_compare, misspelt, singular
from fustella.draw.icons.glyphs import OutlinePen
from fustella.draw.icons.own import GRID, FaultyIcon, read_own_icon
from fustella.draw.icons.sets import PREFIXES, icon_set, is_in_set
from fustella.draw.scene.marks import ICON
from fustella.draw.sources import icon_file
from fustella.draw.svg.write import rotation, transform

if TYPE_CHECKING:
    import uharfbuzz as hb


OWN, NATO = "own", "nato"
_CATALOGUES: Mapping[str, str] = MappingProxyType(
    {
        "mdi": "all names: https://pictogrammers.com/library/mdi/",
        "fa": "all names: https://fontawesome.com/search?ic=free&s=solid",
        OWN: "own icons are the files in icons/ of the game, and in templates/_shared/icons/",
    }
)
_LIBRARIES = (*PREFIXES, OWN)
_SETS = (*_LIBRARIES, NATO)
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

_WIDEST_INLINE = 1.6
"""The greatest width of an icon in a text, over the cap height; a wider icon becomes lower."""


class UnknownIcon(LookupError):
    """Raised for a name that no icon has; `hint` suggests another name."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__(f"there is no icon `{name}`")
        self.hint = hint


class IconDrawing(Struct, frozen=True):
    """An icon in a square of 24 by 24; `width` and `height` are those of its ink.

    Glyphs are centred and scaled until their longer side fills the square. Own icons stay as they
    are drawn, and count as filling the square. `markup` gives the SVG in a colour; its second
    argument is a prefix that makes ids unique. `ground` is the SVG of what lies within the frame
    of a symbol, in the colour `{ground}`; other icons have none. The SVG carries `name` as a mark.
    """

    name: str
    width: float
    height: float
    markup: Callable[[str, str], str]
    ground: str = ""

    def in_square(
        self,
        x_mm: float,
        y_mm: float,
        size_mm: float,
        colour: str,
        turn_deg: float,
        unique: str,
        ground: str = "",
    ) -> str:
        """The SVG in the square whose top-left corner is (x, y), on a ground of that colour."""
        moves = transform(x_mm, y_mm, size_mm / GRID)
        if turn_deg:
            middle = (x_mm + size_mm / 2, y_mm + size_mm / 2)
            moves = f"{rotation(turn_deg, *middle)} {moves}"
        drawn = self.markup(colour, unique)
        if ground and self.ground:
            drawn = self.ground.replace("{ground}", ground) + drawn
        return f'<g {ICON}="{self.name}" transform="{moves}" fill="{colour}">{drawn}</g>'

    def side_in(self, width_mm: float, height_mm: float) -> float:
        """The side of the square in which the icon's ink fits into a box."""
        return GRID * min(width_mm / self.width, height_mm / self.height)

    def inline(
        self, x_mm: float, baseline_mm: float, cap_mm: float, colour: str, unique: str
    ) -> str:
        """The SVG on the baseline of a text, as high as its capitals."""
        side_mm = cap_mm * self.inline_scale
        left_mm = x_mm - (GRID - self.width) / 2 * side_mm / GRID
        top_mm = baseline_mm - cap_mm / 2 - side_mm / 2
        return self.in_square(left_mm, top_mm, side_mm, colour, 0, unique)

    @property
    def inline_scale(self) -> float:
        """The side of the icon's square over the height of the capitals."""
        return GRID / max(self.height, self.width / _WIDEST_INLINE)

    @property
    def inline_width(self) -> float:
        """The width of the icon's ink in a line of text, over the height of the capitals."""
        return self.width / GRID * self.inline_scale


class IconLibrary:
    """Finds icons by name. The folders hold own icons, whose SVG files are read once each.

    Of two files of one name, the one in the first folder is meant.
    """

    def __init__(self, *own_folders: Path, root: Path | None = None) -> None:
        self._own_folders, self._root = own_folders, root
        self._own: dict[str, IconDrawing] = {}
        self._faulty: dict[str, FaultyIcon] = {}

    def known(self, name: str) -> bool:
        prefix, _, rest = name.partition(":")
        if prefix == OWN:
            return bool(_NAME.fullmatch(rest)) and icon_file(self._own_folders, rest) is not None
        if prefix == NATO:
            return _names_symbol(rest)
        return prefix in PREFIXES and is_in_set(prefix, rest)

    def suggest(self, name: str) -> str:
        """A hint for an unknown icon name: a similar name, from the same set if possible."""
        prefix, colon, rest = name.partition(":")
        word = rest if colon else name
        if prefix in PREFIXES and (same := _same_letters(prefix, rest)):
            return f"did you mean `{prefix}:{same}`?"
        if prefix == OWN and (file := self._no_svg(rest)):
            return f"`{file}` is no SVG: save it as an SVG from a drawing program"
        if found := [one for each in _LIBRARIES if self.known(one := f"{each}:{word}")]:
            return f"did you mean `{found[0]}`?" if colon else f"write {' or '.join(found)}"
        if prefix not in _SETS:
            return self._as_own(name)
        if prefix in (OWN, NATO):
            return self._suggest_own(rest) if prefix == OWN else _suggest_symbol(rest)
        likely = _likely(prefix, rest)
        return f"did you mean `{likely}`?" if likely else _CATALOGUES[prefix]

    def _suggest_own(self, name: str) -> str:
        if near := nearest(name, self._own_names()):
            return f"did you mean `{OWN}:{near}`?"
        root = self._root
        why = (why_missing(folder, root) for folder in self._own_folders if root is not None)
        return next(filter(None, why), _CATALOGUES[OWN])

    def _as_own(self, name: str) -> str:
        """A hint for a name without a set: a symbol or own icon so named, or the list of sets."""
        if self.known(symbol := f"{NATO}:{name}"):
            return f"write {symbol}"
        file = PurePath(name.replace("\\", "/"))
        own = f"{OWN}:{file.stem}"
        if file.suffix:
            there = self.known(own)
            return f"write {own}" if there else f"put {file.stem}.svg into icons/, and write {own}"
        return "icons are called mdi:…, fa:…, nato:… or own:…"

    def search(self, words: Sequence[str]) -> list[str]:
        """The names that contain all of some words, best first.

        Own icons come first, then names that contain the words whole, then short names. Without
        words the result is the own icons.
        """
        wanted = [part for word in words for part in re.split(r"[^\w]+", word.casefold()) if part]
        own = [f"{OWN}:{name}" for name in self._own_names()]
        if not wanted:
            return own
        sets = [f"{prefix}:{name}" for prefix in PREFIXES for name in icon_set(prefix).characters]
        sets += [f"{NATO}:{name}" for name in (*BRANCHES, *MODIFIERS)]

        def rank(name: str) -> tuple[bool, int, int, str]:
            prefix, _, rest = name.partition(":")
            missed = len({*wanted} - {*rest.split("-"), prefix})
            return prefix != OWN, missed, len(rest), name

        return sorted((n for n in (*own, *sets) if all(word in n for word in wanted)), key=rank)

    def drawing(self, name: str) -> IconDrawing:
        """The icon of that name. Raises UnknownIcon, or FaultyIcon for a faulty file."""
        prefix, _, rest = name.partition(":")
        if prefix == OWN and rest in self._own:
            return self._own[rest]
        if not self.known(name):
            raise UnknownIcon(name, self.suggest(name))
        if prefix == NATO:
            return _symbol_drawing(rest)
        return self._own_drawing(rest) if prefix == OWN else _glyph_drawing(prefix, rest)

    def _own_names(self) -> list[str]:
        found = self._own_files()
        return sorted({file.stem for file in found if file.name.endswith(".svg")})

    def _own_files(self) -> Iterator[Path]:
        """Yields the files in the folders, except folders that lead out of the project."""
        inside = (each for each in self._own_folders if is_inside(each, self._root))
        return (file for each in inside for file in entries_of(each, self._root))

    def _no_svg(self, name: str) -> str:
        """The file that has an icon's name but is no SVG, as messages name it, or ""."""
        wanted = {name.casefold(), PurePath(name).stem.casefold()}
        others = (file for file in self._own_files() if not file.name.endswith(".svg"))
        found = next((one for one in others if one.stem.casefold() in wanted), None)
        return f"{found.parent.name}/{found.name}" if found else ""

    def _own_drawing(self, name: str) -> IconDrawing:
        if name in self._faulty:
            raise self._faulty[name]
        file = icon_file(self._own_folders, name)
        if file is None:
            raise UnknownIcon(f"{OWN}:{name}", self.suggest(f"{OWN}:{name}"))
        try:
            art = read_own_icon(file, self._root)
        except FaultyIcon as fault:
            self._faulty[name] = fault
            raise
        found = self._own[name] = IconDrawing(f"{OWN}:{name}", GRID, GRID, art.markup)
        return found


_MEANS = {
    "attack": "sword",
    "blaze": "fire",
    "coin": "cash",
    "damage": "sword",
    "defence": "shield",
    "defense": "shield",
    "flame": "fire",
    "gold": "cash",
    "health": "heart",
    "life": "heart",
    "money": "cash",
    "potion": "flask",
    "thunder": "lightning",
    "timber": "tree",
    "victory": "trophy",
    "wood": "tree",
}
"""Words that designers use, each with the word that stands in names of icons."""


def _same_letters(prefix: str, rest: str) -> str:
    """The icon name that differs only in capitals and in signs between words, or ""."""
    joined = re.sub(r"[^a-z0-9]+", "", rest.lower())
    return icon_set(prefix).joined.get(joined, "")


def _likely(prefix: str, rest: str) -> str:
    """The likely name for a wrong one, from this set or else from another one, or ""."""
    if not may_compare(len(icon_set(prefix).characters)):
        return ""
    found = _likely_in(prefix, rest)
    if found and not rest.startswith(found):
        return f"{prefix}:{found}"
    for other in PREFIXES:  # another set may have a name that is spelt like the whole word
        near = misspelt(rest, icon_set(other).characters)
        if near and not rest.startswith(near):
            return f"{other}:{near}"
    return f"{prefix}:{found}" if found else ""


@cache
def _parts_of_names(prefix: str) -> tuple[dict[str, set[str]], list[str]]:
    """The words of each name of a set, and the sorted list of all these words."""
    parts = {name: {*map(singular, name.split("-"))} for name in icon_set(prefix).characters}
    return parts, sorted(set[str]().union(*parts.values()))


@lru_cache(maxsize=256)
def _likely_in(prefix: str, rest: str) -> str:
    """The name of the set that `rest` likely means, or "".

    It is the shortest name that contains all words of `rest`, or their synonyms. Failing that, it
    is the name that is spelt like `rest`, the shortest name whose words are spelt like the words of
    `rest`, or the first word of `rest` that is a name.
    """
    names = icon_set(prefix).characters
    parts, every = _parts_of_names(prefix)
    words = {singular(part) for part in re.split(r"[^a-z0-9]+", rest.lower()) if part}
    spelt = {word if word in every else misspelt(word, every) for word in words}
    for wanted in (words, {_MEANS.get(word, word) for word in words}):
        if found := [name for name in names if wanted and wanted <= parts[name]]:
            return min(found, key=lambda name: (len(name), name))
    if whole := misspelt(rest, names):
        return whole
    if found := [name for name in names if spelt and spelt <= parts[name]]:
        return min(found, key=lambda name: (len(name), name))
    return next((part for part in rest.split("-") if part in names), "")


@cache
def _icon_font(prefix: str) -> "hb.Font":
    import uharfbuzz as hb  # noqa: PLC0415  (names alone need no font)

    return hb.Font(hb.Face(hb.Blob.from_file_path(icon_set(prefix).font_file)))


@cache
def _glyph_drawing(prefix: str, name: str) -> IconDrawing:
    font = _icon_font(prefix)
    pen = OutlinePen()
    font.draw_glyph_with_pen(font.get_nominal_glyph(ord(icon_set(prefix).character(name))), pen)
    left, low, right, high = pen.bounds()
    scale = GRID / max(right - left, high - low)
    x, y = GRID / 2 - (left + right) / 2 * scale, GRID / 2 + (low + high) / 2 * scale
    path = f'<path d="{pen.path(scale, x, y)}"/>'
    size = (right - left) * scale, (high - low) * scale
    return IconDrawing(f"{prefix}:{name}", *size, lambda _colour, _unique: path)


def _names_symbol(words: str) -> bool:
    try:
        return bool(words and unit_symbol(words))
    except UnknownWord:
        return False


def _suggest_symbol(words: str) -> str:
    """A hint for words that name no symbol."""
    try:
        unit_symbol(words)
    except UnknownWord as fault:
        return fault.hint
    return "write words of a symbol: nato:infantry"


@lru_cache(maxsize=512)
def _symbol_drawing(words: str) -> IconDrawing:
    """The symbol that some words name, as large as it fits into the grid."""
    from fustella.draw.icons.symbols import draw_symbol  # noqa: PLC0415  (few games have symbols)

    symbol = unit_symbol(words)
    drawn = draw_symbol(symbol)
    height = drawn.bottom - drawn.top
    scale = GRID / max(GRID, drawn.width, height)
    y = GRID / 2 - (drawn.top + drawn.bottom) / 2 * scale
    placed = f'<g transform="{transform(GRID / 2, y, scale)}">'

    def markup(colour: str, unique: str) -> str:
        lines = drawn.markup.replace("{colour}", colour).replace("{unique}", unique)
        return f"{placed}{lines}</g>"

    name = f"{NATO}:{'-'.join(symbol.words)}"
    size = drawn.width * scale, height * scale
    return IconDrawing(name, *size, markup, f"{placed}{drawn.ground}</g>")
