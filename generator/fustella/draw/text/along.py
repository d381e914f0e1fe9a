"""Sets one line of text along a path, for the tool `text_on`.

Each letter, or group of letters that the font joins, is measured and turned by itself. Its middle
lies as far along the path as it would lie along a straight line. It stands on a chord of the path:
the straight line between the points below its two sides.
"""

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice, pairwise

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.paths import CHORDS, XY, path_rings
from fustella.core.geometry.shapes import EPSILON_MM
from fustella.core.geometry.units import rounded_up
from fustella.core.values.problems import Place, Problem
from fustella.draw.svg.write import number
from fustella.draw.text.bidi import letters_join
from fustella.draw.text.block import TextContext, TextStyle, quoted, sign_drawer, words_of
from fustella.draw.text.contours import letters_path
from fustella.draw.text.fit import Sizes, room_on_line, size_in_mm
from fustella.draw.text.lines import TextRow, row_of
from fustella.draw.text.overhang import LINE_MM, RED, Overhang, OverhangNote, RedLetters, by_mm
from fustella.draw.text.shaping import has_syllables, text_measurer
from fustella.draw.text.typeset import (
    FITTED,
    FITTED_AT_LEAST,
    Chunk,
    DrawSign,
    SignInLine,
    TextSetting,
    chunks_of,
    line_of_text,
    share_left,
)
from fustella.draw.text.words import SIGN_SIDE_EM

_FINER = 8
"""The factor of the number of chords that stand for a curve; a letter's turn is then right to about
a degree."""


_NOTE_BELOW_MM, _NOTE_BESIDE_MM = 2.2, 3.2
"""The distance of a note's middle from letters above it, and how much more beside upright ones."""


class Baseline:
    """A line without gaps that letters can stand on; all lengths in mm."""

    def __init__(self, dots: Sequence[XY]) -> None:
        self._dots = [dots[0]]
        self._dots += [dot for before, dot in pairwise(dots) if math.dist(before, dot) > 0]
        steps = (math.dist(before, dot) for before, dot in pairwise(self._dots))
        self._along = [*accumulate(steps, initial=0.0)]

    @property
    def length_mm(self) -> float:
        return self._along[-1]

    @property
    def drawn(self) -> str:
        """The line itself as SVG, thin and red."""
        path = "L".join(f"{number(x)} {number(y)}" for x, y in self._dots)
        return f'<path d="M{path}" fill="none" stroke="{RED}" stroke-width="{LINE_MM}"/>'

    def at(self, along_mm: float) -> XY:
        """The point at a distance along the line.

        Beyond its ends, the line goes straight on.
        """
        step = min(max(bisect_right(self._along, along_mm), 1), len(self._dots) - 1)
        (ax, ay), (bx, by) = self._dots[step - 1 : step + 1]
        begin_mm, end_mm = self._along[step - 1 : step + 1]
        share = (along_mm - begin_mm) / (end_mm - begin_mm)
        return ax + (bx - ax) * share, ay + (by - ay) * share

    def below(self, along_mm: float) -> XY:
        """A point for a note, below the letters that stand at a distance along the line."""
        (ax, ay), (bx, by) = self.at(along_mm - EPSILON_MM), self.at(along_mm + EPSILON_MM)
        turn = math.atan2(by - ay, bx - ax)
        down, right = math.cos(turn), -math.sin(turn)
        far_mm = _NOTE_BELOW_MM + _NOTE_BESIDE_MM * abs(right)
        x, y = self.at(along_mm)
        return x + right * far_mm, y + down * far_mm


def line_of_path(data: str) -> Baseline | None:
    """The line of SVG path data; None for a path with gaps or without length."""
    rings = path_rings(data, _FINER * CHORDS)
    line = Baseline(rings[0]) if len(rings) == 1 else None
    return line if line and EPSILON_MM < line.length_mm < math.inf else None


def line_of_arc(cx: float, cy: float, r: float, start: float, sweep: float) -> Baseline:
    """A part of a circle as a line for letters, in degrees clockwise from the top.

    Letters stand outside of the circle, or inside if `sweep` is negative.
    """
    count = max(2, math.ceil(abs(sweep) * _FINER / 18))
    turns = (math.radians(start + sweep * step / count) for step in range(count + 1))
    return Baseline([(cx + r * math.sin(turn), cy - r * math.cos(turn)) for turn in turns])


class _Piece(Struct, frozen=True):
    """A group of letters, or an icon, that is placed as one, and half of its width."""

    what: Chunk | SignInLine
    middle_em: float
    width_em: float


def set_along(
    value: str,
    place: Place,
    context: TextContext,
    line: Baseline,
    setting: TextSetting,
    sizes: Sizes,
    style: TextStyle,
    above_mm: float,
) -> Markup:
    """Sets a text `above_mm` over a line, as SVG; reports E214 for a text longer than the line."""
    boxes, drawings = words_of(value, place, context, setting.base, style, one_line=True)
    if not boxes:
        return Markup("")
    if context.note_room:
        context.note_room(place, room_on_line(boxes, line.length_mm, sizes))
    row = row_of(boxes, 0, len(boxes))
    fitting = (
        size_pt
        for size_pt in sizes.ladder()
        if row.width_em * size_in_mm(size_pt) <= line.length_mm + EPSILON_MM
    )
    fits_at_pt = next(fitting, None)
    size_pt = sizes.least_pt if fits_at_pt is None else fits_at_pt
    size_mm = size_in_mm(size_pt)
    free_mm = line.length_mm - row.width_em * size_mm
    left_mm = free_mm * share_left(setting.align, row.right_to_left)
    draw_sign = sign_drawer(context, drawings, setting.colour)
    cap_em = text_measurer(setting.base).cap_em
    fitted = FITTED_AT_LEAST if sizes.is_least(size_pt) else FITTED
    below, letters = list[str](), list[str]()
    for piece in _pieces(row):
        moved, turn_deg = _moved(line, left_mm, piece, size_mm)
        half_mm = piece.width_em * size_mm / 2
        if isinstance(piece.what, SignInLine):
            left_of_it_mm = SIGN_SIDE_EM * size_mm - half_mm
            drawn = draw_sign(piece.what.sign, left_of_it_mm, -above_mm, cap_em * size_mm)
        else:
            chunk = replace(piece.what, start_em=0.0)
            drawn = line_of_text([chunk], setting, -half_mm, -above_mm, size_mm, fitted)
            fitted = FITTED
            if setting.beneath:
                path = letters_path(chunk.text, chunk.style, -half_mm, -above_mm, size_mm)
                below.append(f"<g {moved}>{setting.beneath.drawn(path, turn_deg)}</g>")
        letters.append(f"<g {moved}>{drawn}</g>")
    svg = "".join((*below, *letters))
    if fits_at_pt is None:
        over_mm = row.width_em * size_mm - line.length_mm
        context.report(_too_long(value, place, over_mm, size_pt, line))

        def overhang() -> Overhang:
            red = sign_drawer(context, drawings, RED, always=True)
            drawn = _in_red(row, line, left_mm, size_mm, above_mm, cap_em * size_mm, red)
            at_end = left_mm + row.width_em * size_mm - line.length_mm > -left_mm
            note = OverhangNote(by_mm(over_mm), line.below(line.length_mm if at_end else 0.0))
            return Overhang(f"{''.join(islice(drawn, _MOST_IN_RED))}{line.drawn}", (note,))

        svg = context.with_overhang(svg, overhang)
    return Markup(svg)


_MOST_IN_RED = 500
"""The most groups of letters that are drawn in red: those after them lie beyond any piece."""


def _in_red(
    row: TextRow,
    line: Baseline,
    left_mm: float,
    size_mm: float,
    above_mm: float,
    cap_mm: float,
    draw_sign: DrawSign,
) -> Iterator[str]:
    """Yields the groups of letters and the icons that lie beyond the ends of a line, in red."""
    most_mm = line.length_mm + EPSILON_MM
    for piece in _pieces(row):
        middle_mm = left_mm + piece.middle_em * size_mm
        half_mm = piece.width_em * size_mm / 2
        if middle_mm - half_mm >= -EPSILON_MM and middle_mm + half_mm <= most_mm:
            continue
        moved, _ = _moved(line, left_mm, piece, size_mm)
        if isinstance(piece.what, SignInLine):
            left_of_it_mm = SIGN_SIDE_EM * size_mm - half_mm
            drawn = draw_sign(piece.what.sign, left_of_it_mm, -above_mm, cap_mm)
        else:
            letters, font = piece.what.text, piece.what.style
            red = RedLetters()
            red.add([letters_path(letters, font, -half_mm, -above_mm, size_mm)])
            drawn = red.drawn()
        yield f"<g {moved}>{drawn}</g>"


def _moved(line: Baseline, left_mm: float, piece: _Piece, size_mm: float) -> tuple[str, float]:
    """The attribute that moves a piece from the origin to its place, and its turn."""
    middle_mm = left_mm + piece.middle_em * size_mm
    half_mm = max(piece.width_em * size_mm / 2, EPSILON_MM)
    x, y = line.at(middle_mm)
    before, after = line.at(middle_mm - half_mm), line.at(middle_mm + half_mm)
    turn_deg = math.degrees(math.atan2(after[1] - before[1], after[0] - before[0]))
    moved = f"translate({number(x)} {number(y)}) rotate({number(turn_deg)})"
    return f'transform="{moved}"', turn_deg


def _pieces(row: TextRow) -> Iterator[_Piece]:
    chunks, signs = chunks_of(row)
    for chunk in chunks:
        yield from _words(chunk) if letters_join(chunk.text) else _letters(chunk)
    for each in signs:
        width_em = each.sign.width_em
        yield _Piece(each, each.start_em + width_em / 2, width_em)


def _words(chunk: Chunk) -> Iterator[_Piece]:
    """Yields the words of a chunk with joined letters, such as Arabic, from right to left."""
    measure = text_measurer(chunk.style)
    words = chunk.text.split(" ")
    pen_em = chunk.start_em + measure.width_em(chunk.text)
    for before, word in pairwise(("", *words)):
        gap_em = measure.gap_em(before[-1:], word[:1]) if before else 0.0
        width_em = measure.width_em(word)
        pen_em -= gap_em + width_em
        if word:
            yield _Piece(
                replace(chunk, text=word, start_em=pen_em), pen_em + width_em / 2, width_em
            )


def _letters(chunk: Chunk) -> Iterator[_Piece]:
    """Yields the letters of a chunk, joined letters as one; a space ends the piece before it."""
    measure, starts = text_measurer(chunk.style), dict[int, tuple[float, float]]()
    parted = measure.syllables(chunk.text) if has_syllables(chunk.text) else None
    pen_em, letter = chunk.start_em, 0
    for glyph in measure.glyphs(chunk.text):
        letter = glyph.letter if parted is None or glyph.letter in parted else letter
        start_em, width_em = starts.get(letter, (pen_em, 0.0))
        starts[letter] = (start_em, width_em + glyph.advance_em)
        pen_em += glyph.advance_em
    for first, end in pairwise((*sorted(starts), len(chunk.text))):
        text = chunk.text[first:end]
        if not text.strip(" "):
            continue
        start_em, width_em = starts[first]
        space = " " if chunk.text[end : end + 1] == " " else ""
        lead = parted[first] if parted else ""
        letters = replace(chunk, text=lead + text + space, start_em=start_em)
        yield _Piece(letters, start_em + width_em / 2, width_em)


def _too_long(value: str, place: Place, over_mm: float, size_pt: float, line: Baseline) -> Problem:
    message = (
        f"{quoted(value)} is {rounded_up(over_mm, 1)} mm longer than its path "
        f"of {line.length_mm:.1f} mm, at {size_pt:g} pt"
    )
    hint = "shorten it, or give it a longer path or a smaller `least` in the template"
    return Problem("E214", place, message, hint)
