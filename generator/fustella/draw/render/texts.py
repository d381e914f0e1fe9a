"""Sets the texts of a scene as glyphs: HarfBuzz shapes them, and SVG places them."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.words.invisible import is_set_without_glyph
from fustella.draw.inspect.texts import font_of
from fustella.draw.render.outlines import operators_in
from fustella.draw.render.paints import (
    LETTERING,
    PAINTS,
    Coat,
    Colour,
    NotPlain,
    is_silent,
    look_of,
    number_of,
)
from fustella.draw.scene.model import XML_SPACE, Path, Scene, Span, Style, Text
from fustella.draw.svg.boxes import Box, segments_text
from fustella.draw.svg.paths import outline_of
from fustella.draw.svg.tree import HREFS, Matrix, href_in
from fustella.draw.text.along import Baseline, line_of_path
from fustella.draw.text.bidi import letters_join, levels_of, runs_right_to_left, visual_order
from fustella.draw.text.contours import contour_of
from fustella.draw.text.families import is_family
from fustella.draw.text.fonts import FAMILIES, WEIGHTS, FontStyle
from fustella.draw.text.shaping import Cluster, text_measurer

_WORDS = {
    "font-weight": frozenset(("normal", "bold", *map(str, WEIGHTS))),
    "font-style": frozenset(("normal", "italic")),
    "font-variant": frozenset(("normal", "small-caps")),
    "text-anchor": frozenset(("start", "middle", "end")),
    XML_SPACE: frozenset(("default", "preserve")),
    "writing-mode": frozenset(("horizontal-tb", "lr", "lr-tb", "rl", "rl-tb")),
    "dominant-baseline": frozenset(("auto", "alphabetic")),
    "direction": frozenset(("ltr", "rtl")),
}
_SHIFTS = {"middle": -0.5, "end": -1.0}
_PLACES = frozenset(("x", "y", "dx", "dy", "rotate"))
_OF_SPANS = _PLACES | PAINTS | LETTERING | {XML_SPACE, "baseline-shift", "transform"}


class TextLook(Struct, frozen=True):
    """The look of a line of text whose letters all have one font and colour, and follow each other.

    The line is moved to the right by `shift`, a share of its width. With `keeps_spaces`, the spaces
    at its ends are printed, too.
    """

    coat: Coat
    font: FontStyle
    size_mm: float
    shift: float
    keeps_spaces: bool


@lru_cache(maxsize=1024)
def text_look(style: Style) -> TextLook | None:
    """The look of a line; None if its letters must be painted or placed one by one.

    Raises NotPlain for a style that is left to typst.
    """
    known = style.values
    size_mm = number_of(known, "font-size")
    if any(key in known and known[key] not in words for key, words in _WORDS.items()):
        raise NotPlain
    font = font_of(style)
    if not is_family(font.family):
        raise NotPlain
    coats = look_of(style, 1.0, True).coats
    if len(coats) != 1 or not isinstance(coats[0].fill, Colour) or coats[0].line is not None:
        return None
    if size_mm <= 0 or any(known.get(key, "0") not in _NO_SPACING for key in _SPACINGS):
        return None
    if known.get("direction") == "rtl" or known.get("text-decoration", "none") != "none":
        return None
    coat = replace(coats[0], even=False)
    shift = _SHIFTS.get(known.get("text-anchor", ""), 0.0)
    return TextLook(coat, font, size_mm, shift, known.get(XML_SPACE) == "preserve")


_SPACINGS, _NO_SPACING = ("letter-spacing", "word-spacing"), frozenset(("0", "normal"))


def has_rows(text: Text) -> bool:
    """Whether letters of a text are placed one by one, or change their look within a line."""
    own = text.own
    if _is_placed(own) or (text.spans and text.letters):
        return True
    for span in text.spans:
        if span.name != "tspan" or span.spans or span.after or "x" not in span.own:
            return True
        if _is_placed(span.own) or "baseline-shift" in span.own:
            return True
    return False


def _is_placed(own: Mapping[str, str]) -> bool:
    """Whether the attributes of an element place several letters, or move one."""
    if "dx" in own or "dy" in own or "rotate" in own:
        return True
    x, y = own.get("x", ""), own.get("y", "")
    return "," in x or "," in y or " " in x.strip() or " " in y.strip()


class PlacedGlyph(Struct, frozen=True):
    """A placed glyph: its number in the font, its x and y, and its turn in radians.

    For the first glyph of a cluster, `letters` are the letters of the cluster; for any other glyph,
    None.
    """

    number: int
    x: float
    y: float
    turn: float
    advance: float
    letters: str | None


class LetterRow(Struct, frozen=True):
    """Placed glyphs of one font, size and style."""

    style: Style
    font: FontStyle
    size: float
    marks: tuple[PlacedGlyph, ...]


class _Letter(Struct):
    """A character of a text, with the places and moves that the elements around give it.

    `raised` is its `baseline-shift`. `path` is the line on which it stands, and the distance along
    the line at which the first letter begins.
    """

    letter: str
    style: Style
    raised: float
    path: tuple[Baseline, float] | None = None
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0


def rows_of(text: Text, scene: Scene) -> list[LetterRow]:
    """Sets a text as glyphs, in the order in which they are painted. Raises NotPlain."""
    letters = _letters_of(text, scene)
    if not letters:
        return []
    base = int(text.style.values.get("direction") == "rtl")
    whole = "".join([one.letter for one in letters])
    levels: Sequence[int] = (base,) * len(letters)
    if base or runs_right_to_left(whole):
        levels = levels_of(whole, base)
    starts = [
        at for at in range(len(letters)) if at == 0 or _starts_anew(letters[at - 1], letters[at])
    ]
    rows, pen = list[LetterRow](), (0.0, 0.0)
    for start, end in zip(starts, [*starts[1:], len(letters)], strict=True):
        first = letters[start]
        after_path = start and letters[start - 1].path is not None
        if after_path and first.path is None and (first.x is None or first.y is None):
            if any(one.letter != " " for one in letters[start:end]):
                raise NotPlain  # it begins where the path ends
            continue
        pen = _set_letters(letters[start:end], levels[start:end], pen, rows)
    return rows


def _starts_anew(before: _Letter, letter: _Letter) -> bool:
    """Whether a letter has an x or y of its own, or another path than the one before it."""
    if letter.path is not before.path:
        return True
    return letter.x is not None or letter.y is not None


def _letters_of(text: Text, scene: Scene) -> list[_Letter]:
    """The characters of a text, without white space that is not printed (SVG 1.1, 10.15)."""
    found = list[_Letter]()
    _collect(text, 0.0, found, scene)
    while found and found[-1].letter == " " and not _keeps_spaces(found[-1].style):
        found.pop()
    return found


def _keeps_spaces(style: Style) -> bool:
    return style.values.get(XML_SPACE) == "preserve"


def _collect(element: Text | Span, raised: float, found: list[_Letter], scene: Scene) -> None:
    own, start = element.own, len(found)
    if isinstance(element, Span):
        if element.name == "textPath":
            _collect_on_path(element, raised, found, scene)
            return
        if element.name != "tspan":
            raise NotPlain
        for key in own:
            if not (key in _OF_SPANS or is_silent(key)) or key == "transform":
                raise NotPlain
        raised += number_of(own, "baseline-shift")
        if own.get("unicode-bidi", "normal") != "normal":
            raise NotPlain
    elif "baseline-shift" in own or own.get("unicode-bidi", "normal") != "normal":
        raise NotPlain
    text_look(element.style)
    _add(element.letters, element.style, raised, found)
    for span in element.spans:
        _collect(span, raised, found, scene)
        _add(span.after, element.style, raised, found)
    _apply_places(own, found, start)


def _collect_on_path(element: Span, raised: float, found: list[_Letter], scene: Scene) -> None:
    """Adds the letters of a `<textPath>` (SVG 1.1, 10.13) to `found`."""
    own, start = element.own, len(found)
    for key in own:
        if not (key in _OF_PATHS or key in PAINTS or key in LETTERING or is_silent(key)):
            raise NotPlain
    shape = scene.definitions.get(href_in(own)[1:])
    if isinstance(shape, Path):
        line = line_of_path(segments_text(outline_of(shape.name, shape.own), shape.matrix))
    else:
        line = line_of_path(own.get("path", ""))
    if line is None or own.get("side", "left") != "left" or own.get("method") == "stretch":
        raise NotPlain
    offset = own.get("startOffset", "0")
    share = offset.endswith("%")
    along = number_of({"": offset.removesuffix("%")}, "")
    along = along / 100 * line.length_mm if share else along
    _collect(replace(element, name="tspan", own={}), raised, found, scene)
    path = line, along
    for one in found[start:]:
        if one.x is not None or one.y is not None or one.path is not None:
            raise NotPlain
        one.path = path


_OF_PATHS = frozenset(
    (*("path", "startOffset", "side", "method", "spacing", "lengthAdjust"), XML_SPACE, *HREFS)
)


def _add(letters: str, style: Style, raised: float, found: list[_Letter]) -> None:
    keep = _keeps_spaces(style)
    for letter in letters:
        if letter in "\t\r\n":
            letter = " "  # noqa: PLW2901
        if letter == " " and not keep and (not found or found[-1].letter == " "):
            continue
        found.append(_Letter(letter, style, raised))


def _apply_places(own: Mapping[str, str], found: list[_Letter], start: int) -> None:
    """Applies the x, y, dx, dy and rotate of an element to its letters, from index `start` on.

    A letter keeps a value that an inner element gave it earlier.
    """
    for key in _PLACES & own.keys():
        values = [number_of({"": one}, "") for one in own[key].replace(",", " ").split()]
        for at, letter in enumerate(found[start:]):
            if at >= len(values) and key != "rotate":
                break
            value = values[min(at, len(values) - 1)] if values else 0.0
            if key in {"x", "y"}:
                if getattr(letter, key) is None:
                    setattr(letter, key, value)
            elif key == "rotate":
                letter.turn = letter.turn or math.radians(value)
            elif not getattr(letter, key):
                setattr(letter, key, value)


class _Run(Struct):
    """Letters that are shaped together: of one font, size and level of bidirectional text.

    `start` is the index of the first one in the line.
    """

    start: int
    text: str
    font: FontStyle
    size: float
    level: int


def _runs(letters: Sequence[_Letter], levels: Sequence[int]) -> list[_Run]:
    """Splits a line into runs; a change of colour alone begins no new run (SVG 2, 11.4.3)."""
    runs, before = list[_Run](), letters[0]
    for at, (one, level) in enumerate(zip(letters, levels, strict=True)):
        last = runs[-1] if runs else None
        font = _font_for(one.letter, font_of(one.style), last.font if last else None)
        size = number_of(one.style.values, "font-size", 16.0)
        if (
            last
            and (last.font, last.size, last.level) == (font, size, level)
            and one.raised == before.raised
            and _spacing(one.style) == _spacing(before.style)
        ):
            last.text += one.letter
        else:
            runs.append(_Run(at, one.letter, font, size, level))
        before = one
    return runs


@lru_cache(maxsize=1024)
def _spacing(style: Style) -> tuple[float, float]:
    """The space added after each letter and after each word. Raises NotPlain."""
    letters, words = (
        0.0 if style.values.get(key, "0") == "normal" else number_of(style.values, key)
        for key in _SPACINGS
    )
    return letters, words


def _font_for(letter: str, font: FontStyle, before: FontStyle | None) -> FontStyle:
    """The font of a letter: its style's, or a built-in one if that lacks the letter."""
    if not text_measurer(font).missing(letter):
        return font
    if before is not None and is_set_without_glyph(letter):
        return before
    for family in FAMILIES.values():
        other = replace(font, family=family, italic=False)
        if family != font.family and not text_measurer(other).missing(letter):
            return other
    raise NotPlain


def _set_letters(
    letters: Sequence[_Letter],
    levels: Sequence[int],
    pen: tuple[float, float],
    rows: list[LetterRow],
) -> tuple[float, float]:
    """Appends letters to `rows` as glyphs, from one absolute place to the next; returns the end."""
    first = letters[0]
    x = (pen[0] if first.x is None else first.x) + first.dx
    y = (pen[1] if first.y is None else first.y) + first.dy
    if first.path is not None:
        if any(one.turn for one in letters):
            raise NotPlain
        x, y = first.path[1] + first.dx + (first.x or 0.0), first.dy
    placed, (left, right), end = _glyphs_on_line(letters, levels)
    anchor = first.style.values.get("text-anchor", "start")
    if first.style.values.get("direction") == "rtl":
        anchor = {"start": "end", "end": "start"}.get(anchor, anchor)
    x -= left - (right - left) * _SHIFTS.get(anchor, 0.0)
    for (style, font, size), each in groupby(placed, attrgetter("style", "font", "size")):
        if style.values.get("text-decoration", "none") != "none":
            raise NotPlain
        marks = (
            _on_line(first.path[0], one, x, y)
            if first.path
            else replace(one.mark, x=one.mark.x + x, y=one.mark.y + y)
            for one in each
        )
        shown = tuple([mark for mark in marks if mark])
        if size > 0 and shown:
            rows.append(LetterRow(style, font, size, shown))
    return x + end[0], y + end[1]


class _Placed(Struct, frozen=True):
    """A glyph on a straight line from 0, with the start and the width of its cluster's cell."""

    style: Style
    font: FontStyle
    size: float
    mark: PlacedGlyph
    begin: float
    width: float


def _glyphs_on_line(
    letters: Sequence[_Letter], levels: Sequence[int]
) -> tuple[list[_Placed], tuple[float, float], tuple[float, float]]:
    """The glyphs of letters on one line, the line's left and right end, and the next place.

    Letters are moved in the order in which they are typed: each `dx` moves its letter and all that
    are typed after it, wherever these stand (SVG 2, 11.5).
    """
    runs, found = _runs(letters, levels), list[_Placed]()
    at, spacing = 0.0, 0.0
    moves = _shifts_of(letters)
    for run in visual_order(runs, [run.level for run in runs]):
        spacing, between = _spacing(letters[run.start].style)
        if letters_join(run.text):  # letters that join are not torn apart (CSS Text 3, 8.2.1)
            spacing = 0.0
        clusters = text_measurer(run.font).clusters(run.text, run.level % 2 == 1, bool(spacing))
        for cluster in clusters:
            one = letters[run.start + cluster.start]
            right, down = moves[run.start + cluster.start]
            width = sum([glyph.advance_em for glyph in cluster.glyphs]) * run.size
            begin = at + right
            found += [
                _Placed(one.style, run.font, run.size, mark, begin, width)
                for mark in _marks(cluster, run.size, begin, down - one.raised, one.turn)
            ]
            at += width + spacing + (between if cluster.letters in _SPACED else 0.0)
    ends = 0.0, at - spacing
    if found and any(right for right, _ in moves):
        ends = min(one.begin for one in found), max(one.begin + one.width for one in found)
    return found, ends, (at + moves[-1][0], moves[-1][1])


def _shifts_of(letters: Sequence[_Letter]) -> list[tuple[float, float]]:
    """The distances, for each letter, that `dx` and `dy` move it right and down.

    A letter is moved by its own `dx` and `dy` and by those of the letters before it, but not by
    those of the first letter: the caller moves the whole line by them.
    """
    found, right, down = [(0.0, 0.0)], 0.0, 0.0
    for one in letters[1:]:
        right, down = right + one.dx, down + one.dy
        found.append((right, down))
    return found


def _marks(cluster: Cluster, size: float, x: float, y: float, turn: float) -> Iterator[PlacedGlyph]:
    """Yields the glyphs of a cluster that begins at (x, y), turned about that point."""
    cos, sin, inner = math.cos(turn), math.sin(turn), 0.0
    for number, glyph in enumerate(cluster.glyphs):
        right, up = inner + glyph.x_em * size, glyph.y_em * size
        yield PlacedGlyph(
            glyph.number,
            x + right * cos + up * sin,
            y + right * sin - up * cos,
            turn,
            glyph.advance_em * size,
            None if number else cluster.letters,
        )
        inner += glyph.advance_em * size


def _on_line(line: Baseline, placed: _Placed, along: float, down: float) -> PlacedGlyph | None:
    """Places a glyph on the line of a path; None if the line ends before it.

    The middle of its letters' cell lies on the line (SVG 1.1, 10.13.3).
    """
    half = placed.width / 2
    middle = along + placed.begin + half
    if not 0 <= middle <= line.length_mm:
        return None
    x, y = line.at(middle)
    before, after = line.at(middle - _STEP), line.at(middle + _STEP)
    turn = math.atan2(after[1] - before[1], after[0] - before[0])
    right, lower = placed.mark.x - placed.begin - half, placed.mark.y + down
    cos, sin = math.cos(turn), math.sin(turn)
    return replace(
        placed.mark, x=x + right * cos - lower * sin, y=y + right * sin + lower * cos, turn=turn
    )


_STEP = 1e-3
_SPACED = (" ", "\u00a0")


def box_of_rows(rows: Sequence[LetterRow]) -> Box | None:
    """The box around letters: from ascent to descent, as wide as they advance."""
    dots = list[tuple[float, float]]()
    for row in rows:
        up, down = text_measurer(row.font).cell_em
        for mark in row.marks:
            cos, sin = math.cos(mark.turn), math.sin(mark.turn)
            dots += [
                (mark.x + right * cos - rise * sin, mark.y + right * sin + rise * cos)
                for right in (0.0, mark.advance)
                for rise in (-up * row.size, down * row.size)
            ]
    if not dots:
        return None
    xs, ys = zip(*dots, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def outlines_of_row(row: LetterRow) -> list[bytes]:
    """The operators of the outline of each glyph in a row that has an outline."""
    found = list[bytes]()
    for mark in row.marks:
        cos, sin = row.size * math.cos(mark.turn), row.size * math.sin(mark.turn)
        matrix = Matrix(cos, sin, sin, -cos, mark.x, mark.y)
        if outline := operators_in(_cubic_outline(row.font, mark.number), matrix):
            found.append(outline)
    return found


@lru_cache(maxsize=4096)
def _cubic_outline(
    font: FontStyle, glyph: int
) -> "list[tuple[str, tuple[tuple[float, float], ...]]]":
    """The outline of a glyph in em, with cubic curves only."""
    found = list[tuple[str, tuple[tuple[float, float], ...]]]()
    x = y = 0.0
    for letter, sides in contour_of(font, glyph):
        dots = tuple(zip(sides[::2], sides[1::2], strict=True))
        if letter == "Q":
            (cx, cy), (ex, ey) = dots
            first = (x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3)
            found.append(("C", (first, (ex + (cx - ex) * 2 / 3, ey + (cy - ey) * 2 / 3), (ex, ey))))
        else:
            found.append((letter, dots))
        if dots:
            x, y = dots[-1]
    return found
