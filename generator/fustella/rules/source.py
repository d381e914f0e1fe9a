"""Says what a booklet is set with: figures, colours and fonts, words and icons."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.core.values.rules import IconMark
from fustella.rules.figures import FigureSource
from fustella.rules.look import BookletLook


class TypesetIcon(Struct, frozen=True):
    """An icon of a booklet: its SVG, and what it is called; "" for one without a name.

    `colour` is the icon's own, "" for one in the colour of the words.
    """

    svg: str
    name: str
    text: str = ""
    colour: str = ""


class Kept(Struct):
    """What is kept from one setting of a booklet for the next: figures, and names of pictures.

    It is for booklets of the same faces, whose figures are drawn once wherever they stand.
    """

    names: dict[str, str] = {}
    drawn: dict[tuple[object, Size], tuple[str, Size] | None] = {}


class RulesSource(Struct, frozen=True):
    """What a booklet is set with.

    `icons` gives an icon in a colour, or in its own where that is "". `words` are the words that
    the tool prints in booklets. `cover` is the picture of the first page, drawn for the size of the
    pages, as SVG; with "", the title is set in type, above some `pieces`. With `marks`, the pages
    say where their blocks are.
    """

    figures: FigureSource
    look: BookletLook
    words: Mapping[str, str]
    icons: Callable[[IconMark, str], TypesetIcon]
    cover: str = ""
    pieces: tuple[str, ...] = ()
    kept: Kept | None = None
    marks: bool = False
