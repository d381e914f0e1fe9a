"""Sets a text in a box, for the tool `text`: reads it, fits it, and reports its faults."""

import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Rect
from fustella.core.geometry.units import rounded_up
from fustella.core.values.model import InlineIcon, PlainWord
from fustella.core.values.problems import Place, Problem, nearest
from fustella.core.words.cases import in_capitals
from fustella.core.words.invisible import stand_in
from fustella.draw.icons import IconDrawing
from fustella.draw.scene.marks import OVERHANG
from fustella.draw.text.beneath import OUTLINE_MM, SHADOW_MM
from fustella.draw.text.bidi import LEFT_TO_RIGHT, RIGHT_TO_LEFT
from fustella.draw.text.equal import SizesOfFace
from fustella.draw.text.fallback import Fallback, missing_in_all, no_fallback
from fustella.draw.text.fit import Fitted, Shortage, Sizes, TextRoom, fit, room_in_box, size_in_mm
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.items import without_hanging
from fustella.draw.text.justify import JUSTIFY
from fustella.draw.text.keywords import KeywordStyles
from fustella.draw.text.lacking import lacks_letter
from fustella.draw.text.lines import Sign, WordBox
from fustella.draw.text.markup import Mark, MarkedSpan, TextIcon, in_one_line, marks_of
from fustella.draw.text.overhang import RED, Overhang, overhang_of_text
from fustella.draw.text.shortening import shortened
from fustella.draw.text.typeset import DrawSign, TextSetting, typeset
from fustella.draw.text.words import hyphenated, hyphenation, switched, text_boxes

_FROM_RIGHT_TO_LEFT = ("ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "syr", "ug", "ur", "yi")
"""Languages whose writing runs from right to left (Unicode CLDR 46, layout of the script)."""


NoteRoom: TypeAlias = Callable[[Place, TextRoom], None]

NoteOverhang: TypeAlias = Callable[[Overhang], str]


class TextContext(Struct, frozen=True):
    """The tools, words and fonts with which the texts of a face are set.

    `icons` are the inline icons of the game. `find_icon` gives the drawing of an icon, or None
    after reporting that there is none. `unique` gives a new prefix for ids. `sizes` holds the sizes
    of texts that are to be equal, `told` the keywords already explained on the face. `fallback`
    gives the fonts for letters that a font lacks. `note_room` is called with the place of each text
    and the number of letters that fit there; it may be None. Texts of a `composed` face are cut if
    they do not fit. `note_overhang` is None except in drafts: it is called with what hangs over
    the room of a text, and names it.
    """

    place: Place
    icons: Mapping[str, InlineIcon]
    find_icon: Callable[[str, Place], IconDrawing | None]
    unique: Callable[[], str]
    report: Callable[[Problem], None]
    language: str
    sizes: SizesOfFace
    keywords: KeywordStyles
    told: set[str]
    fallback: Fallback = no_fallback
    note_room: NoteRoom | None = None
    composed: bool = False
    note_overhang: NoteOverhang | None = None

    def note_size(self, group: str, size_pt: float, *, fits: bool) -> None:
        """Notes the size of a text that is to be equal to others.

        In a draft, a text that does not fit makes no other text smaller.
        """
        if fits or self.note_overhang is None:
            self.sizes.note(group, size_pt)

    def with_overhang(self, svg: str, overhang: Callable[[], Overhang]) -> str:
        """The SVG of a text that does not fit; in a draft, marked with what hangs over."""
        if self.note_overhang is None:
            return svg
        return f'<g {OVERHANG}="{self.note_overhang(overhang())}">{svg}</g>'

    @property
    def direction(self) -> int:
        """The level of a paragraph without letters of either direction."""
        return _direction_of(self.language)


@cache
def _direction_of(language: str) -> int:
    primary = language.lower().replace("_", "-").split("-")[0]
    return RIGHT_TO_LEFT if primary in _FROM_RIGHT_TO_LEFT else LEFT_TO_RIGHT


class TextStyle(Struct, frozen=True):
    """The options of the tool `text`, in their order; the tool's docstring explains them."""

    size: float
    least: float | None = None
    bold: bool = False
    italic: bool = False
    weight: int | None = None
    font: str = "sans"
    align: str = "start"
    valign: str = "top"
    colour: str = "#000000"
    leading: float = 1.2
    caps: bool = False
    turn: float = 0
    smallcaps: bool = False
    equal: str = ""
    hyphens: bool | None = None
    zone: str = ""
    plain: bool = False
    keywords: bool = True
    outline: str = ""
    outline_width: float = OUTLINE_MM
    shadow: str = ""
    shadow_offset: float = SHADOW_MM


def set_text(
    value: str,
    place: Place,
    context: TextContext,
    setting: TextSetting,
    sizes: Sizes,
    style: TextStyle,
) -> Markup:
    """Sets a text as SVG; faults are reported, and the text is drawn nonetheless."""
    boxes, drawings = words_of(value, place, context, setting.base, style)
    if setting.align not in ("start", "left", JUSTIFY):
        boxes = without_hanging(boxes)
    if style.equal:
        sizes = replace(sizes, limit_pt=context.sizes.limit(style.equal))
    fitted = _fitted(boxes, setting, sizes, style.hyphens, context.language)
    if fitted.shortage is not None and context.composed:
        boxes = _shortened(boxes, setting, sizes)
        fitted = fit(boxes, setting.frame.size, sizes, setting.align)
    if style.equal:
        context.note_size(style.equal, fitted.size_pt, fits=fitted.shortage is None)
    if context.note_room and boxes:
        context.note_room(place, room_in_box(boxes, setting.frame.size, sizes, fitted))
    svg = typeset(fitted, setting, sign_drawer(context, drawings, setting.colour))
    shortage = fitted.shortage
    if shortage is not None:
        context.report(_too_large(value, place, fitted, shortage, setting.frame, style.zone))
        red = sign_drawer(context, drawings, RED, always=True)
        svg = context.with_overhang(
            svg, lambda: overhang_of_text(fitted, shortage, setting, red, context.unique())
        )
    return Markup(svg)


def _shortened(boxes: Sequence[WordBox], setting: TextSetting, sizes: Sizes) -> tuple[WordBox, ...]:
    room, least = setting.frame.size, replace(sizes, largest_pt=sizes.least_pt)
    widest_em = room.width_mm / size_in_mm(sizes.least_pt)
    return shortened(
        boxes, widest_em, lambda some: fit(some, room, least, setting.align).shortage is None
    )


def words_of(
    value: str,
    place: Place,
    context: TextContext,
    base: FontStyle,
    style: TextStyle,
    *,
    one_line: bool = False,
) -> tuple[tuple[WordBox, ...], dict[str, IconDrawing]]:
    """The measured words of a text, and the drawings of its icons.

    Problems of the text are reported. With `one_line`, breaks become spaces, and bullets and
    numbers of lists become letters.
    """
    marked = marks_of(value)
    for fault in marked.faults:
        message = f"{fault.message} in {quoted(value)}"
        context.report(Problem("E204", place, message, fault.hint, cause=fault.message))
    typed: Sequence[Mark] = marked.marks
    if one_line:
        typed = in_one_line(typed)
    if style.keywords and not isinstance(value, PlainWord):
        _check_reminders(typed, context)
        typed = context.keywords.styled(typed, base, context.told)
    drawings: dict[str, IconDrawing] = {}
    marks = list(_printable(typed, drawings, place, context, base, style.caps))
    boxes = text_boxes(
        marks,
        base,
        lambda name: drawings[name].inline_width,
        context.fallback,
        context.direction,
    )
    return boxes, drawings


def sign_drawer(
    context: TextContext,
    drawings: Mapping[str, IconDrawing],
    text_colour: str,
    *,
    always: bool = False,
) -> DrawSign:
    """The function that draws the inline icons of a text, in their colours or the text's.

    `always`: in the text's.
    """

    def draw(sign: Sign, x_mm: float, baseline_mm: float, cap_mm: float) -> str:
        own = "" if always else context.icons[sign.name].colour or sign.colour
        colour = own or text_colour
        high_mm = cap_mm
        if sign.size != 1:
            high_mm *= sign.size
            baseline_mm += (high_mm - cap_mm) / 2  # its middle stays in that of the capitals
        unique = context.unique()
        return drawings[sign.name].inline(x_mm, baseline_mm, high_mm, colour, unique)

    return draw


def _check_reminders(marks: Sequence[Mark], context: TextContext) -> None:
    for word in context.keywords.reminders(marks):
        for fault in marks_of(word).faults:
            message = f"{fault.message} in {quoted(word)}"
            context.report(Problem("E204", word.place, message, fault.hint))


def _fitted(
    boxes: tuple[WordBox, ...],
    setting: TextSetting,
    sizes: Sizes,
    hyphens: bool | None,
    language: str,
) -> Fitted:
    """Fits a text in its box; hyphenated if requested, or if allowed and a word is too wide."""
    room, align = setting.frame.size, setting.align
    if not hyphens:
        fitted = fit(boxes, room, sizes, align)
        shortage = fitted.shortage
        if shortage is None or shortage.too_wide_mm <= 0 or hyphens is False:
            return fitted
    split = hyphenation(language)
    if split is None:
        return fit(boxes, room, sizes, align)
    broken = fit(hyphenated(boxes, split), room, sizes, align)
    return broken if hyphens or broken.shortage is None else fitted


def _printable(
    marks: Sequence[Mark],
    drawings: dict[str, IconDrawing],
    place: Place,
    context: TextContext,
    base: FontStyle,
    caps: bool,
) -> Iterator[Mark]:
    """Yields the marks that can be printed, and adds the drawings of their icons to `drawings`."""
    for mark in marks:
        if isinstance(mark, MarkedSpan):
            text = in_capitals(mark.text, context.language) if caps else mark.text
            style = switched(base, mark.bold, mark.italic)
            text = _without_missing(text, style, place, context)
            yield MarkedSpan(text, mark.bold, mark.italic, mark.colour)
        elif isinstance(mark, TextIcon):
            if mark.name in drawings or _find_icon(mark.name, drawings, place, context):
                yield mark
        else:
            yield mark


def _hint_to_add(name: str, icons: Collection[str]) -> str:
    """The hint for an icon that is not among the inline icons of the game."""
    if near := nearest(name, icons):
        return f"did you mean `{near}`?"
    own = f"under `icons`, `{name}: mdi:…`" if icons else f"`icons: {{{name}: mdi:…}}`"
    word = name if name.isascii() and name.isalpha() else "sword"
    return f"say in game.yaml what it is, {own}; `fustella icons {word}` finds names"


def _find_icon(
    name: str, drawings: dict[str, IconDrawing], place: Place, context: TextContext
) -> bool:
    icon = context.icons.get(name)
    if icon is None:
        hint = _hint_to_add(name, context.icons)
        context.report(Problem("E203", place, f'no inline icon is called "{name}"', hint))
        return False
    drawing = context.find_icon(icon.icon, icon.icon.place)
    if drawing is not None:
        drawings[name] = drawing
    return drawing is not None


def _without_missing(text: str, style: FontStyle, place: Place, context: TextContext) -> str:
    for character in missing_in_all(text, style, context.fallback):
        known = stand_in(character)
        if known is not None:
            text = text.replace(character, known)
            continue
        named = unicodedata.name(character, "a control character")
        number = f"U+{ord(character):04X}"
        sign = f"{number}, {named}" if character.isprintable() else f"{number} ({named})"
        otherwise = "draw it as an icon: {smile}, with `icons: {smile: mdi:emoticon}` in game.yaml"
        context.report(lacks_letter(character, style, place, sign, otherwise))
        text = text.replace(character, "")
    return text


def _too_large(
    value: str, place: Place, fitted: Fitted, shortage: Shortage, frame: Rect, zone: str
) -> Problem:
    wrong = []
    if shortage.too_wide_mm > 0:
        wide = f"{rounded_up(shortage.too_wide_mm, 1)} mm too wide"
        wrong.append(f"{quoted(shortage.widest.text)} is {wide}")
    if shortage.too_tall_mm > 0:
        lines = f"{shortage.lines_too_many} of {len(fitted.rows)} lines"
        wrong.append(f"{lines} too many ({rounded_up(shortage.too_tall_mm, 1)} mm too tall)")
    box = f"{round(frame.width_mm, 1):g} x {round(frame.height_mm, 1):g} mm"
    message = f"{quoted(value)} does not fit {box} at {fitted.size_pt:g} pt: {'; '.join(wrong)}"
    letters = shortage.letters_too_many
    where = f"the kind's `layout`, under `{zone}`" if zone else "the template"
    hint = (
        f"shorten it by about {letters} character{'s' if letters > 1 else ''}, "
        f"or give it a larger box or a smaller `least` in {where}"
    )
    return Problem("E201", place, message, hint, cause=zone or box)


def quoted(value: str) -> str:
    text = " ".join(value.split())
    return f'"{text[:39]}…"' if len(text) > 40 else f'"{text}"'
