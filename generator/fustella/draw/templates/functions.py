"""Holds the functions that templates call, the tools.

Shapes, positions and colours are the same for all faces; `text`, `icon` and `code` know the face
that they draw on, so that problems are reported with its place. No tool raises for a wrong
argument: it reports E206 and draws nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import Signature, signature
from types import MappingProxyType
from typing import Any

from jinja2 import Undefined
from markupsafe import Markup
from msgspec.structs import astuple, replace

from fustella.core.files.pictures import NoPicture
from fustella.core.geometry.paths import is_whole_path
from fustella.core.geometry.shapes import Rect
from fustella.core.processes import limits
from fustella.core.values import colour as colours
from fustella.core.values.fonts import bring_font
from fustella.core.values.model import Cells, InlineIcon, PlainWord, Word
from fustella.core.values.problems import Place, Problem, WrongArgument, nearest
from fustella.core.values.seen import TooManySeen
from fustella.draw.icons import OWN, IconDrawing, IconLibrary, UnknownIcon
from fustella.draw.icons.own import FaultyIcon
from fustella.draw.pictures.library import PictureFacts, PictureLibrary
from fustella.draw.pictures.raster import FaultyPicture
from fustella.draw.scene.marks import CODE
from fustella.draw.sources import ICON, PICTURE
from fustella.draw.templates import positions, shapes
from fustella.draw.templates.arguments import (
    checked_once,
    explain,
    require_numbers,
    require_one_of,
    shown,
)
from fustella.draw.templates.images import (
    FITS,
    ImageStyle,
    broken_path_hint,
    drawn_image,
    drawn_placeholder,
    path_in,
    position_in,
)
from fustella.draw.text.along import Baseline, line_of_arc, line_of_path, set_along
from fustella.draw.text.beneath import OUTLINE_MM, SHADOW_MM, Beneath
from fustella.draw.text.block import NoteOverhang, NoteRoom, TextContext, TextStyle, set_text
from fustella.draw.text.equal import SizesOfFace
from fustella.draw.text.families import GameFonts
from fustella.draw.text.fit import Sizes
from fustella.draw.text.fonts import BOLD, REGULAR, WEIGHTS, FontStyle
from fustella.draw.text.justify import JUSTIFY
from fustella.draw.text.keywords import KeywordStyles
from fustella.draw.text.typeset import TextSetting

CODE_SIZE_PT = 6.0
CODE_HEIGHT_MM = 2.2

CODE_WIDTH_MM = 9.0
"""The width of the widest code in Source Sans Pro, rounded up."""

_NOTHING = Markup("")
_TABLE_HINT = (
    'write a field of the type table, or a list of rows: [["Roll", "Result"], ["1", "Hit"]]'
)
_OPTIONAL_HINT = "a field that may be left out needs an {% if … %} in the template"
_ALIGN = ("start", "center", "end", "left", "right")
_ALIGN_LINES = (*_ALIGN, JUSTIFY)
_ARC = ("cx", "cy", "r", "start", "sweep")
_ARC_HINT = "r is a length above 0, sweep an angle up to 360, and negative for the other way round"
_VALIGN = ("top", "middle", "bottom")
SHAPES: tuple[Callable[..., Markup], ...] = (
    shapes.hexagon,
    shapes.regular,
    shapes.star,
    shapes.grid,
    shapes.wedge,
    shapes.blob,
    shapes.ridge,
    shapes.wave,
    shapes.curve,
)
POSITIONS: tuple[Callable[..., tuple[positions.TemplatePosition, ...]], ...] = (
    positions.ring,
    positions.arc,
    positions.scatter,
    positions.row,
    positions.cells,
)
COLOURS: tuple[Callable[..., str], ...] = (
    colours.mix,
    colours.lighter,
    colours.darker,
    colours.ink_on,
)

_PURE: Mapping[str, tuple[Callable[..., object], object]] = MappingProxyType(
    {tool.__name__: (tool, _NOTHING) for tool in SHAPES}
    | {tool.__name__: (tool, ()) for tool in POSITIONS}
    | {tool.__name__: (tool, colours.BLACK) for tool in COLOURS}
)
"""The tools that need no face, each with the result of a wrong call."""


_OF_A_FACE = ("text", "table", "text_on", "icon", "code", "image")
"""The tools that need a face: methods of `Toolbox`."""


class Toolbox:
    """The tools for one face. Problems are at `place` where a value has no place of its own."""

    def __init__(
        self,
        place: Place,
        inline_icons: Mapping[str, InlineIcon],
        icons: IconLibrary,
        pictures: PictureLibrary,
        report: Callable[[Problem], None],
        language: str,
        fonts: GameFonts,
        code: str = "",
        sizes: SizesOfFace | None = None,
        line: Callable[[object, object], int | None] | None = None,
        note: Callable[[str, str], None] | None = None,
        keywords: KeywordStyles | None = None,
        note_room: NoteRoom | None = None,
        composed: bool = False,
        others: Callable[[str, str], Sequence[object]] | None = None,
        note_overhang: NoteOverhang | None = None,
    ) -> None:
        """`line` is called with the zone and the value of a text, and numbers its origin.

        Drawn texts carry the number. `note` is called with the sort and the name of each requested
        file, `note_room` with the number of letters that fit the place of each text. `composed`:
        the tool itself composes the texts of the face. `others` finds other pieces of the game by
        their kind and a condition; only the face of a piece has it. `note_overhang` is called in
        drafts with what hangs over the room of a text.
        """
        self._place = place
        self._code = code
        self._icons = icons
        self._pictures = pictures
        self._report = report
        self._ids = 0
        self._line = line
        self._note = note
        self._context = TextContext(
            place,
            inline_icons,
            self._drawing,
            self._unique,
            report,
            language,
            sizes or SizesOfFace(),
            keywords or KeywordStyles((), language),
            set(),
            fonts.fallback,
            note_room,
            composed,
            note_overhang,
        )
        self._fonts = fonts
        self._others = others

    def values(self) -> Mapping[str, Callable[..., object]]:
        """The tools that read values; like values, they are not passed to imported files."""
        return {"pieces": self._guarded(self.pieces, ())}

    def functions(self) -> Mapping[str, Callable[..., object]]:
        """The tools by the names that templates use."""
        return _Functions(self)

    def function(self, name: str) -> Callable[..., object]:
        """The tool of that name; for a wrong argument it reports E206 and draws nothing."""
        if name in _OF_A_FACE:
            return self._guarded(getattr(self, name), _NOTHING)
        return self._guarded(*_PURE[name])

    def text(
        self,
        value: object,
        x: float,
        y: float,
        width: float,
        height: float,
        *options: Any,
        **named: Any,
    ) -> Markup:
        """Text in a box: wrapped, and shrunk from `size` to `least` points until it fits.

        - `value`: a text, a word or a number.
        - `x`, `y`, `width`, `height`: the box, in mm. A box one line high is a one-line text.
        - `size`, `least`: the largest and the smallest size, in points; without `least` the text
          must fit at `size`.
        - `bold`, `italic`: the base style; `**…**` and `*…*` inside the value switch.
        - `weight`: 200, 300, 400, 600, 700 or 900, instead of `bold`.
        - `font`: `"sans"` (Source Sans Pro), `"serif"` (Source Serif Pro), or a name from `fonts`
          of `game.yaml`.
        - `align`: `"start"`, `"center"` or `"end"` of the line, which is `"left"`, or `"right"` in
          Hebrew and Arabic; or `"justify"`: spaces are stretched, 2.5-fold at most, except in the
          last line of a paragraph.
        - `valign`: `"top"`, `"middle"` or `"bottom"`.
        - `colour`: a colour, so that contrast can be computed.
        - `leading`: the line height over the size.
        - `caps`: in capitals; `smallcaps`: small letters as the font's own small capitals, which
          italics do not have.
        - `turn`: degrees clockwise about the middle of the box.
        - `equal`: a name: all texts of this kind of piece, on either side, with that name get one
          size, the smallest that any of them needs.
        - `hyphens`: `true`: words are hyphenated wherever it makes better lines or a larger size;
          `false`: never; left out: only a word that is too wide for its box at the smallest size.
        - `keywords`: `false`: the game's keywords are set like other words.
        - `outline`: a colour around the letters, `outline_width` mm wide, beneath them all.
        - `shadow`: the colour of a shadow, `shadow_offset` mm to the right and down. Inline icons
          have neither, and low ink leaves both out.
        - `plain`: stars, braces and backslashes are printed as they are, as in fields of the type
          `plain`.
        - `zone`: the name of a zone of the layout, at which problems of the box are reported.
        """
        style = TextStyle(*options, **named)
        words = self._words(value, style.plain)
        line = self._line(style.zone, value) if self._line else None
        style, setting, sizes = _setting(self._fonts, line, x, y, width, height, *astuple(style))
        return set_text(words, self._place_of(value), self._context, setting, sizes, style)

    def table(
        self,
        value: object,
        x: float,
        y: float,
        width: float,
        height: float,
        *options: Any,
        rules: str = "",
        **named: Any,
    ) -> Markup:
        """A table in a box, with a header and rules; it shrinks until it fits, as `text()` does.

        - `value`: a field of the type `table`, or a list of rows, each a list of texts; the first
          row is the header, which is left out if it has no words. Columns are as wide as their
          contents ask for, the widest are broken first.
        - `x`, `y`, `width`, `height`: the box, in mm. The table is as wide as the box.
        - `align`: how texts stand in columns for which the table itself does not say it. Numbers
          stand on their decimals.
        - `valign`: where the table stands in its box, if it is lower.
        - `rules`: the colour of the lines; left out: that of the texts.
        - `size`, `least`, `bold`, `italic`, `weight`, `font`, `colour`, `leading`, `caps`,
          `smallcaps`, `turn`, `equal`, `hyphens`, `zone`, `plain`, `keywords`, `outline`,
          `outline_width`, `shadow`, `shadow_offset`: as those of `text()`.
        """
        from fustella.draw.text.tables import set_table  # noqa: PLC0415  (few games have tables)

        style = TextStyle(*options, **named)
        cells = self._cells(value, style.plain)
        box = x, y, width, height
        style, setting, sizes = _setting(self._fonts, None, *box, *astuple(style))
        if not isinstance(rules, str):
            raise WrongArgument(f"rules cannot be {shown(rules)}", 'rules is a colour: "#2b2a33"')

        def numbered(cell: object) -> int | None:
            return self._line(style.zone, cell) if self._line else None

        place_of, colour = self._place_of, str(rules) or setting.colour
        return set_table(cells, place_of, numbered, self._context, setting, sizes, style, colour)

    def text_on(
        self,
        value: object,
        path: object,
        size: float,
        least: float | None = None,
        bold: bool = False,
        italic: bool = False,
        weight: int | None = None,
        font: str = "sans",
        align: str = "center",
        colour: str = "#000000",
        above: float = 0,
        caps: bool = False,
        smallcaps: bool = False,
        plain: bool = False,
        keywords: bool = True,
        outline: str = "",
        outline_width: float = OUTLINE_MM,
        shadow: str = "",
        shadow_offset: float = SHADOW_MM,
    ) -> Markup:
        """One line of text whose letters stand on a path, shrunk from `size` to `least` points.

        - `value`: a text, a word or a number.
        - `path`: path data of one line without gaps, in mm, `"M5 20C20 5 40 5 55 20"`; or a part of
          a circle as `arc()` has it, `[cx, cy, r, start, sweep]`, in degrees clockwise from the
          top. Where `sweep` is negative, letters stand inside: `[30, 30, 25, 240, -120]`.
        - `size`, `least`: the largest and the smallest size, in points; without `least` the text
          must fit at `size`.
        - `align`: `"left"`, `"center"` or `"right"`, along the path.
        - `above`: how far over the path the letters stand, in mm; below it where it is negative.
        - `bold`, `italic`, `weight`, `font`, `colour`, `caps`, `smallcaps`, `plain`, `keywords`,
          `outline`, `outline_width`, `shadow`, `shadow_offset`: as those of `text()`.
        """
        words = self._words(value, plain)
        style = TextStyle(
            *(size, least, bold, italic, weight, font, align, "top", str(colour)),
            leading=1.0,
            caps=bool(caps),
            smallcaps=smallcaps,
            keywords=bool(keywords),
            outline=outline,
            outline_width=outline_width,
            shadow=shadow,
            shadow_offset=shadow_offset,
        )
        base = _base(self._fonts, style)
        require_one_of("align", align, _ALIGN)
        sizes = _sizes(style)
        require_numbers(above=above)
        number = self._line("", value) if self._line else None
        setting = _set_in(Rect(0, 0, 0, 0), base, style, number)
        line, place = _line_on(path), self._place_of(value)
        return set_along(words, place, self._context, line, setting, sizes, style, above)

    def _cells(self, value: object, plain: bool) -> Cells[str]:
        """The words of a table, or of a list of rows, which keep their places."""
        if value is None:
            raise WrongArgument("the table is left out", _OPTIONAL_HINT)
        rows = value if isinstance(value, list | tuple) else ()
        if not rows or not all(isinstance(row, list | tuple) and row for row in rows):
            raise WrongArgument(f"{shown(value)} is no table", _TABLE_HINT)
        columns = max(map(len, rows))
        if len(rows) > limits.PRINTED_ROWS or len(rows) * columns > limits.PRINTED_CELLS:
            message = f"a table of {len(rows)} rows and {columns} columns"
            raise WrongArgument(message, f"a table has at most {limits.PRINTED_CELLS:,} cells")

        def word(cell: object) -> str:
            if isinstance(cell, Word) and not plain:
                return cell
            return "" if cell is None else self._words(cell, plain)

        align = value.align if isinstance(value, Cells) else ()
        words = ([word(cell) for cell in row] for row in rows)
        return Cells(((*row, *[""] * (columns - len(row))) for row in words), align)

    def _words(self, value: object, plain: bool) -> str:
        """The words of a text, without markup if `plain`."""
        words = _written(value)
        if plain or isinstance(value, PlainWord):
            return PlainWord(words, self._place_of(value))
        return words

    def icon(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        colour: str = "#000000",
        turn: float = 0,
        zone: str = "",
        ground: str = "",
        height: float | None = None,
    ) -> Markup:
        """An icon in the square of `size` mm whose top-left corner is (x, y).

        - `name`: `"mdi:castle"`, `"fa:dragon"`, `"own:moai"`, `"nato:infantry"`, or a field of type
          `icon`; for a field of type `symbol`, `"nato:" ~ face.symbol`.
        - `colour`: what `currentColor` becomes, and black in an icon of black and white alone.
        - `turn`: degrees clockwise about the middle of the square.
        - `zone`: the name of a zone of the layout, at which problems of the box are reported.
        - `ground`: the colour within the frame of a symbol `nato:…`; other icons have no frame.
        - `height`: the icon fills a box of `size` by `height` mm, as far as its proportions allow.
        """
        high = size if height is None else height
        require_numbers(x=x, y=y, size=size, turn=turn, height=high)
        if size <= 0:
            raise WrongArgument(f"size cannot be {size:g}", "size is a length above 0, in mm")
        if high <= 0:
            raise WrongArgument(f"height cannot be {high:g}", "height is a length above 0, in mm")
        if not isinstance(name, str) or not name:
            missing = name in {None, ""}
            message = "the icon is left out" if missing else f"{shown(name)} is no name of an icon"
            raise WrongArgument(message, _OPTIONAL_HINT)
        drawing = self._drawing(name, self._place_of(name, zone))
        if drawing is None:
            return _NOTHING
        if height is not None:
            side = drawing.side_in(size, high)
            x, y, size = x + (size - side) / 2, y + (high - side) / 2, side
        square = x, y, size, str(colour), turn, self._unique()
        return Markup(drawing.in_square(*square, str(ground)))

    def image(
        self,
        picture: str,
        x: float,
        y: float,
        width: float,
        height: float,
        fit: str = "cover",
        at: str = "50% 50%",
        radius: float = 0,
        turn: float = 0,
        mirror: bool = False,
        opacity: float = 1,
        mask: str = "",
        zone: str = "",
    ) -> Markup:
        """A picture of the game's `art/` in a box, or a placeholder for it.

        - `picture`: a field of type `image`, or the name of a file: `"frame"`.
        - `x`, `y`, `width`, `height`: the box, in mm.
        - `fit`: `"cover"` fills the box and cuts off what does not fit; `"contain"` shows all of
          it; `"stretch"` distorts it into the box; `"none"` takes its own size, by its own dpi
          (300 if the file says none; SVG in pixels of 1/96 inch).
        - `at`: which part stays in view, or where it lies, across and down: `"50% 30%"`; or
          `left`, `right`, `top`, `bottom`, `center`.
        - `radius`: round corners of the box, in mm; half its side makes a square round.
        - `turn`: degrees clockwise about the middle of the box.
        - `mirror`: left and right change places.
        - `opacity`: from 0 to 1.
        - `mask`: path data in mm from the corner of the box, `"M0 0L10 0L5 20Z"`, inside of which
          the picture shows; or another picture, stretched over the box: where it is white, this
          one shows.
        - `zone`: the name of a zone of the layout, at which problems of the box are reported.
        """
        require_one_of("fit", fit, FITS)
        require_numbers(radius=radius, turn=turn, opacity=opacity)
        frame = _frame(x, y, width, height)
        if radius < 0:
            raise WrongArgument(
                f"radius cannot be {radius:g}", "radius is a length of 0 or more, in mm"
            )
        if not 0 <= opacity <= 1:
            raise WrongArgument(f"opacity cannot be {opacity:g}", "opacity is a share from 0 to 1")
        if not isinstance(mirror, bool):
            raise WrongArgument(f"mirror cannot be {shown(mirror)}", "mirror is true or false")
        if not isinstance(mask, str):
            raise WrongArgument(
                f"mask cannot be {shown(mask)}", "mask is the name of a picture, or path data"
            )
        if not isinstance(picture, str) or not picture.strip():
            missing = picture in {None, ""}
            message = "the picture is left out"
            if not missing:
                message = f"{shown(picture)} is no name of a picture"
            raise WrongArgument(message, _OPTIONAL_HINT)
        place_at, path = position_in(str(at)), path_in(str(mask))
        style = ImageStyle(fit, place_at, radius, turn, mirror, opacity, path)
        facts = self._picture(picture, zone)
        masked = self._picture(mask, zone, broken_path_hint(mask)) if mask and not path else None
        if facts is None:
            return drawn_placeholder(picture, frame, style)
        if mask and not path and masked is None:
            return drawn_placeholder(mask, frame, style)
        return drawn_image(picture, facts, frame, style, self._unique(), masked, mask)

    def _picture(self, name: str, zone: str, hint: str = "") -> PictureFacts | None:
        """A picture; None for a missing or faulty one, which it reports.

        `hint` is the hint for a missing picture; with it, no placeholder is printed.
        """
        place = self._place_of(name, zone)
        if self._note:
            self._note(PICTURE, name)
        try:
            return self._pictures.facts(name)
        except NoPicture as fault:
            if hint or not (fault.missing and self._pictures.settings.placeholder):
                self._report(Problem(fault.code, place, str(fault), hint or fault.hint))
        except FaultyPicture as fault:
            message = f"{self._pictures.name_of(fault.file)}: {fault}"
            self._report(Problem(fault.code, place, message, fault.hint))
        return None

    def code(
        self,
        x: float,
        y: float,
        width: float = CODE_WIDTH_MM,
        align: str = "left",
        colour: str = "#000000",
        turn: float = 0,
        zone: str = "",
    ) -> Markup:
        """The version code of the piece, such as `MK-7K4C`, in a box that is one line high.

        - `x`, `y`, `width`: the box, in mm; it is 2.2 mm high, and no code is wider than 9 mm.
        - `align`: `"left"`, `"center"` or `"right"`.
        - `turn`: degrees clockwise about the middle of the box.
        - `zone`: the name of a zone of the layout, at which problems of the box are reported.
        """
        if not self._code:
            raise WrongArgument("only pieces have a version code", "leave it out here")
        box = x, y, width, CODE_HEIGHT_MM, CODE_SIZE_PT
        code = PlainWord(self._code, self._place)
        text = self.text(code, *box, align=align, colour=colour, turn=turn, zone=zone)
        return Markup(f'<g {CODE}="{self._code}">{text}</g>')

    def pieces(self, kind: str, where: str = "") -> Sequence[object]:
        """Other pieces of the game, to loop over: an order of battle, the cards of a deck.

        - `kind`: the kind of these pieces.
        - `where`: a [condition](../formulas.md) with the names of their fields, `id`, `name`,
          `copies`, `front.…`, `back.…`; `face.…` is a field of this face, `piece.id` the id of its
          piece: `pieces("unit", where="nation = face.nation")`.

        Each has `id`, `kind`, `name`, `copies`, `front` and `back`, and the fields of its front:
        `unit.attack`. They stand in the order of the game, without those that are not printed.
        """
        if self._others is None:
            raise WrongArgument("only the face of a piece sees other pieces", "leave it out here")
        if not isinstance(kind, str) or not isinstance(where, str):
            hint = 'write pieces("unit", where="nation = face.nation")'
            raise WrongArgument(
                f"{shown(where if isinstance(kind, str) else kind)} is no word", hint
            )
        try:
            return self._others(kind, where)
        except TooManySeen:
            message = f"the faces look at more than {limits.PIECES_SEEN:,} pieces"
            hint = "name fewer fields of the face in `where`"
            self._report(Problem("E133", self._place, message, hint))
        return ()

    def _drawing(self, name: str, place: Place) -> IconDrawing | None:
        prefix, _, rest = name.partition(":")
        if self._note and prefix == OWN:
            self._note(ICON, rest)
        try:
            return self._icons.drawing(name)
        except UnknownIcon as fault:
            self._report(Problem("E205", place, str(fault), fault.hint))
        except FaultyIcon as fault:
            for each in fault.faults:
                place = Place(fault.file, each.line)
                self._report(
                    Problem(fault.code, place, each.message, each.hint, concerns=self._place)
                )
        return None

    def _unique(self) -> str:
        self._ids += 1
        return f"i{self._ids}-"

    def _place_of(self, value: object, zone: str = "") -> Place:
        place = value.place if isinstance(value, Word) else _place_of_zone(zone)
        return place or self._place

    def _guarded(self, tool: Callable[..., object], otherwise: object) -> Callable[..., object]:
        """Wraps a tool, so that it reports E206 and returns `otherwise` for a wrong argument."""

        def call(*args: object, **named: object) -> object:
            try:
                return tool(*args, **named)
            except WrongArgument as fault:
                message, hint = str(fault), fault.hint
            except (TypeError, ValueError, OverflowError, ZeroDivisionError):
                message, hint = explain(tool, args, named)
                if not message:
                    raise
            name = tool.__name__
            # A wrong argument is a fault of the template, whichever value of a piece it was.
            place = _place_of_zone(named.get("zone")) or self._place
            self._report(Problem("E206", place, f"{name}(): {message}", hint))
            return otherwise

        call.__name__ = tool.__name__
        return call


# The options are named once, as fields of TextStyle: messages and the reference see them here.
_BOX = tuple(signature(Toolbox.text).parameters.values())[:-2]
_OPTIONS = signature(TextStyle).parameters.values()
Toolbox.text.__signature__ = Signature((*_BOX, *_OPTIONS), return_annotation=Markup)  # type: ignore[attr-defined]


_RULES = signature(Toolbox.table).parameters["rules"]
Toolbox.table.__signature__ = Signature((*_BOX, *_OPTIONS, _RULES), return_annotation=Markup)  # type: ignore[attr-defined]


class _Functions(Mapping[str, Callable[..., object]]):
    """The tools of a face, each created at its first use: a face needs few of them."""

    def __init__(self, toolbox: Toolbox) -> None:
        self._toolbox = toolbox

    def __getitem__(self, name: str) -> Callable[..., object]:
        return self._toolbox.function(name)

    def __iter__(self) -> Iterator[str]:
        return iter((*_PURE, *_OF_A_FACE))

    def __len__(self) -> int:
        return len(_PURE) + len(_OF_A_FACE)


def _place_of_zone(zone: object) -> Place | None:
    return zone.place if isinstance(zone, Word) else None


def _written(value: object) -> str:
    """The words of a value: a text as it is, or a number without needless decimals."""
    if isinstance(value, Markup):
        return str(value.unescape())
    if isinstance(value, str):
        return value
    if isinstance(value, Undefined):
        return str(value)  # raises and names the unknown name
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if value is None:
        raise WrongArgument("the text is left out", _OPTIONAL_HINT)
    hint = "write a text, a word or a number"
    if isinstance(value, list | tuple):
        hint = 'write |join(", ") after a list'
    raise WrongArgument(f"{shown(value)} is no text", hint)


@checked_once
def _setting(
    fonts: GameFonts,
    line: int | None,
    x: float,
    y: float,
    width: float,
    height: float,
    *options: Any,
) -> tuple[TextStyle, TextSetting, Sizes]:
    """The style, setting and sizes of the tool `text`; `options` are fields of a TextStyle.

    They do not depend on the words. The options come one by one, so that `checked_once` tells `1`
    from `true`: two styles with these would be equal.
    """
    style = TextStyle(*options)
    base = _base(fonts, style)
    require_one_of("align", style.align, _ALIGN_LINES)
    require_one_of("valign", style.valign, _VALIGN)
    sizes = _sizes(style)
    frame = _frame(x, y, width, height)
    require_numbers(turn=style.turn)
    setting = _set_in(frame, base, style, line)
    hyphens, equal = style.hyphens, style.equal
    if hyphens is not None and not isinstance(hyphens, bool):
        raise WrongArgument(
            f"hyphens cannot be {shown(hyphens)}", "hyphens is true, false, or left out"
        )
    if not isinstance(equal, str):
        raise WrongArgument(
            f"equal cannot be {shown(equal)}", 'equal is a name, such as equal="title"'
        )
    style = replace(style, equal=str(equal), zone=str(style.zone))
    return style, setting, sizes


def _base(fonts: GameFonts, style: TextStyle) -> FontStyle:
    """The font that the options of a text name."""
    weight = style.weight
    if weight is None:
        weight = BOLD if style.bold else REGULAR
    require_one_of("weight", weight, WEIGHTS)
    typed = " ".join(str(style.font).split())
    font = typed.lower()
    if font not in fonts.names:
        near = nearest(font, fonts.names)
        hint = f"did you mean `{near}`?" if near else bring_font(typed, fonts.names)
        raise WrongArgument(f"there is no font `{typed}`", hint)
    if style.smallcaps and (style.italic or style.caps):
        problem = "there are no small capitals in italics"
        if not style.italic:
            problem = "caps leaves nothing for smallcaps to do"
        raise WrongArgument(problem, "leave out one of the two")
    return FontStyle(fonts.names[font], int(weight), bool(style.italic), bool(style.smallcaps))


def _line_on(path: object) -> Baseline:
    """Reads the line under letters: path data, or five numbers for a part of a circle."""
    hint = 'write path data, "M5 20C20 5 40 5 55 20", or [cx, cy, r, start, sweep] of a circle'
    if isinstance(path, str):
        line = line_of_path(path) if is_whole_path(path) else None
        if line is None:
            raise WrongArgument("path is no single line without gaps", hint)
        return line
    if not isinstance(path, list | tuple) or len(path) != len(_ARC):
        raise WrongArgument("path is no line", hint)
    require_numbers(**dict(zip(_ARC, path, strict=True)))
    if path[2] <= 0 or not 0 < abs(path[4]) <= 360:
        raise WrongArgument(f"the circle has r={path[2]:g} and sweep={path[4]:g}", _ARC_HINT)
    return line_of_arc(*path)


def _set_in(frame: Rect, base: FontStyle, style: TextStyle, line: int | None) -> TextSetting:
    """The setting of a text in a frame.

    Raises WrongArgument for a faulty colour or length of an outline or a shadow.
    """
    outline_mm, shadow_mm = style.outline_width, style.shadow_offset
    require_numbers(outline_width=outline_mm, shadow_offset=shadow_mm)
    if outline_mm < 0:
        raise WrongArgument(
            f"outline_width cannot be {outline_mm:g}", "it is a length of 0 or more, in mm"
        )
    for name, colour in (("outline", style.outline), ("shadow", style.shadow)):
        if not isinstance(colour, str):
            raise WrongArgument(
                f"{name} cannot be {shown(colour)}", f'{name} is a colour, such as "#ffffff"'
            )
    beneath = Beneath(str(style.outline), outline_mm, str(style.shadow), shadow_mm)
    aligned = style.align, style.valign, str(style.colour), style.leading, style.turn
    return TextSetting(frame, base, *aligned, line, beneath)


def _sizes(style: TextStyle) -> Sizes:
    size, leading = style.size, style.leading
    least = size if style.least is None else style.least
    require_numbers(size=size, least=least, leading=leading)
    if not 0 < least <= size:
        message = f"size is {size:g} and least is {least:g}"
        raise WrongArgument(message, "both are points above 0, and least is not above size")
    if leading <= 0:
        raise WrongArgument(
            f"leading cannot be {leading:g}", "leading is a factor above 0, such as 1.2"
        )
    return Sizes(size, least, leading)


def _frame(x: float, y: float, width: float, height: float) -> Rect:
    require_numbers(x=x, y=y, width=width, height=height)
    if width <= 0 or height <= 0:
        message = f"the box cannot be {width:g} x {height:g} mm"
        raise WrongArgument(message, "width and height are lengths above 0")
    return Rect(x, y, width, height)
