"""Writes lines of text as SVG.

Each line is one `<text>`; each change of style starts a `<tspan>` with an x of its own, because
typst would otherwise kern across the change with the wrong font. Spaces are written out, so that a
PDF can be searched. `data-fitted` tells the lint that the text has been measured.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Rect
from fustella.draw.scene.marks import LINE
from fustella.draw.svg.write import escaped, number, rotation
from fustella.draw.text.beneath import Beneath
from fustella.draw.text.bidi import is_right_to_left, runs_against, visual_order
from fustella.draw.text.contours import letters_path
from fustella.draw.text.fit import Fitted
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.justify import JUSTIFY, justified
from fustella.draw.text.lines import LineRun, Part, Sign, TextRow, baselines_em
from fustella.draw.text.shaping import text_measurer
from fustella.draw.text.words import SIGN_SIDE_EM

FITTED_AT_LEAST = "least"
"""The value of `data-fitted` on the first line of a text that shrank to its smallest size."""

FITTED = "1"


_NOTHING_BENEATH = Beneath()
_COLOUR = attrgetter("colour")


class TextSetting(Struct, frozen=True):
    """The way a text is set in its box, except for its size: alignment, colour, leading.

    `line` is the number of the text's `Origin` (`draw.scene.marks`), None without one.
    """

    frame: Rect
    base: FontStyle
    align: str
    valign: str
    colour: str
    leading: float
    turn_deg: float
    line: int | None = None
    beneath: Beneath = _NOTHING_BENEATH


class Chunk(Struct):
    """Consecutive letters of one style; `colour` is "" for the colour of the text."""

    style: FontStyle
    start_em: float
    text: str
    colour: str = ""
    level: int = 0


class SignInLine(Struct, frozen=True):
    """An inline icon, and where it begins in its line."""

    sign: Sign
    start_em: float


DrawSign = Callable[[Sign, float, float, float], str]
"""A function that draws an inline icon, given its left edge, its baseline and the height of the
capitals in mm."""


def typeset(fitted: Fitted, setting: TextSetting, draw_sign: DrawSign) -> str:
    parts: list[str] = []
    letters: list[str] = []
    fitted_how = FITTED_AT_LEAST if fitted.at_least else FITTED
    size_mm, beneath = fitted.size_mm, bool(setting.beneath)
    for row in placed_rows(fitted, setting):
        # Themes judge the ground of a whole `<text>`: each colour gets a `<text>` of its own.
        for _, alike in groupby(row.chunks, _COLOUR):
            line = [*alike]
            line_args = row.left_mm, row.baseline_mm, size_mm, fitted_how
            parts.append(line_of_text(line, setting, *line_args))
            fitted_how = FITTED
        if beneath:
            letters += row.paths(size_mm)
        parts += row.drawn_signs(setting, size_mm, draw_sign)
    if beneath:
        parts.insert(0, setting.beneath.drawn("".join(letters), setting.turn_deg))
    return turned("".join(parts), setting)


class PlacedRow(Struct, frozen=True):
    """A line of a text in its box: its letters by style, its icons, its left end, its baseline."""

    chunks: list[Chunk]
    signs: list[SignInLine]
    left_mm: float
    baseline_mm: float
    width_mm: float

    def paths(self, size_mm: float) -> Iterator[str]:
        """Yields the path data of the letters."""
        for chunk in self.chunks:
            x_mm = self.left_mm + chunk.start_em * size_mm
            yield letters_path(_written(chunk), chunk.style, x_mm, self.baseline_mm, size_mm)

    def drawn_signs(
        self, setting: TextSetting, size_mm: float, draw_sign: DrawSign
    ) -> Iterator[str]:
        """Yields the icons as SVG."""
        cap_mm = text_measurer(setting.base).cap_em * size_mm
        for each in self.signs:
            x_mm = self.left_mm + (each.start_em + SIGN_SIDE_EM) * size_mm
            yield draw_sign(each.sign, x_mm, self.baseline_mm, cap_mm)


def placed_rows(fitted: Fitted, setting: TextSetting) -> Iterator[PlacedRow]:
    """Yields the lines of a text, at their places in its box before it is turned."""
    frame, rows, size_mm = setting.frame, fitted.rows, fitted.size_mm
    if setting.align == JUSTIFY:
        rows = justified(rows, frame.width_mm / size_mm)
    for row, baseline_mm in zip(rows, _baselines_mm(fitted, setting), strict=True):
        width_mm = row.width_em * size_mm
        free_mm = frame.width_mm - width_mm
        left_mm = frame.x_mm + free_mm * share_left(setting.align, row.right_to_left)
        yield PlacedRow(*chunks_of(row), left_mm, baseline_mm, width_mm)


def turned(svg: str, setting: TextSetting) -> str:
    """The SVG of a text, turned about the middle of its box as its setting says."""
    if not setting.turn_deg:
        return svg
    frame = setting.frame
    middle = (frame.x_mm + frame.width_mm / 2, frame.y_mm + frame.height_mm / 2)
    return f'<g transform="{rotation(setting.turn_deg, *middle)}">{svg}</g>'


def share_left(align: str, right_to_left: bool) -> float:
    """The share of a line's free width that lies to the left of its letters."""
    if align in ("start", "end", JUSTIFY):
        return float((align == "end") != right_to_left)
    return {"left": 0.0, "center": 0.5, "right": 1.0}[align]


def _baselines_mm(fitted: Fitted, setting: TextSetting) -> list[float]:
    if not fitted.rows:
        return []
    offsets_em = baselines_em(fitted.rows, setting.leading)
    first_mm = _first_baseline_mm(fitted, setting, offsets_em[-1])
    return [first_mm + offset_em * fitted.size_mm for offset_em in offsets_em]


def _first_baseline_mm(fitted: Fitted, setting: TextSetting, span_em: float) -> float:
    frame, size_mm, base = setting.frame, fitted.size_mm, text_measurer(setting.base)
    rise_em, drop_em = fitted.rows[0].rise_em, fitted.rows[-1].drop_em
    top_mm = frame.y_mm + (base.ascent_em + rise_em) * size_mm
    bottom_mm = frame.bottom_mm - (base.descent_em + drop_em + span_em) * size_mm
    if setting.valign == "top":
        return top_mm
    if setting.valign == "bottom":
        return bottom_mm
    # Optically the capitals are centred, not the em; but nothing may leave the box for that.
    cap_em = base.cap_em
    centred_mm = frame.y_mm + (frame.height_mm + (cap_em - span_em) * size_mm) / 2
    above_em = min(max(_ink_em(fitted.rows[0])[0], cap_em), base.ascent_em)
    below_em = min(-_ink_em(fitted.rows[-1])[1], base.descent_em)
    above_em = base.ascent_em + rise_em if rise_em else above_em
    below_em = base.descent_em + drop_em if drop_em else below_em
    lowest_mm = frame.bottom_mm - (below_em + span_em) * size_mm
    return max(min(centred_mm, lowest_mm), frame.y_mm + above_em * size_mm)


def _ink_em(row: TextRow) -> tuple[float, float]:
    parts = [part for box in row.boxes for part in box.parts]
    inks = [
        text_measurer(part.style).ink_em(part.text) for part in parts if isinstance(part, LineRun)
    ]
    return max([top for top, _ in inks], default=0.0), min([0.0, *[low for _, low in inks]])


def chunks_of(row: TextRow) -> tuple[list[Chunk], list[SignInLine]]:
    """A line's letters by style, and its inline icons; no letters if it has only spaces."""
    chunks: list[Chunk] = []
    signs: list[SignInLine] = []
    current: Chunk | None = None
    cursor_em = row.indent_em
    for index, box in enumerate(row.boxes):
        if index:
            if box.space is not None:
                if current is None or current.style != box.space:
                    current = Chunk(box.space, cursor_em, "")
                    chunks.append(current)
                current.text += " "
            if box.placed:
                current = None
            cursor_em += box.gap_em
        for part in box.parts:
            if part.level:
                return _directed_chunks(row)
            if not isinstance(part, LineRun):
                signs.append(SignInLine(part, cursor_em))
                current = None
            elif current is None or current.style != part.style or current.colour != part.colour:
                current = Chunk(part.style, cursor_em, part.text, part.colour)
                chunks.append(current)
            else:
                current.text += part.text
            cursor_em += part.width_em
    has_letters = any(chunk.text.strip(" ") for chunk in chunks)
    return chunks if has_letters else [], signs


class _Gap(Struct, frozen=True):
    """A gap between two words that is not a typed space: its width, and its level of direction."""

    width_em: float
    level: int


def _directed_chunks(row: TextRow) -> tuple[list[Chunk], list[SignInLine]]:
    """The chunks of a line with letters that run from right to left."""
    runs: list[Part | _Gap] = []
    for part in _logical_runs(row):
        joined = _joined(runs[-1], part) if runs else None
        if joined is None:
            runs.append(part)
        else:
            runs[-1] = joined
    chunks: list[Chunk] = []
    signs: list[SignInLine] = []
    # The indent of such a line is at its right.
    cursor_em = 0.0 if row.right_to_left else row.indent_em
    for run in visual_order(runs, [run.level for run in runs]):
        if isinstance(run, LineRun):
            chunks.append(Chunk(run.style, cursor_em, run.text, run.colour, run.level))
        elif isinstance(run, Sign):
            signs.append(SignInLine(run, cursor_em))
        cursor_em += run.width_em
    has_letters = any(chunk.text.strip(" ") for chunk in chunks)
    return [chunk for chunk in chunks if chunk.text] if has_letters else [], signs


def _logical_runs(row: TextRow) -> Iterator[Part | _Gap]:
    """Yields the runs of a line, its spaces among them, in the order of reading."""
    for index, box in enumerate(row.boxes):
        first = box.parts[0]
        if index and box.placed:
            yield _Gap(box.gap_em, box.space_level)
        elif index and box.space is not None:
            yield LineRun(" ", box.space, box.gap_em, level=box.space_level)
        elif index and isinstance(first, LineRun):
            yield replace(first, text="", width_em=box.gap_em)
        yield from box.parts


def _joined(one: Part | _Gap, other: Part | _Gap) -> LineRun | None:
    """Joins two runs into one; None if their styles, colours or directions differ."""
    if not isinstance(one, LineRun) or not isinstance(other, LineRun):
        return None
    other_colour = one.colour if other.text == " " else other.colour
    if (one.style, one.colour, one.level) != (other.style, other_colour, other.level):
        return None
    return replace(one, text=one.text + other.text, width_em=one.width_em + other.width_em)


def _written(chunk: Chunk) -> str:
    """The letters of a chunk as they stand in SVG, with the direction marks that they need.

    typst treats every text as one that runs from left to right. Signs at the ends of letters that
    run from right to left stay on their side only beside a mark of that direction.
    """
    if (chunk.level or not chunk.text.isascii()) and runs_against(chunk.text, chunk.level):
        override = "\u202e" if chunk.level % 2 else "\u202d"
        return f"{override}{chunk.text}\u202c"
    if chunk.level % 2 == 0:
        return chunk.text
    before, after = ("" if is_right_to_left(chunk.text[end]) else "\u200f" for end in (0, -1))
    return f"{before}{chunk.text}{after}"


def line_of_text(
    chunks: list[Chunk],
    setting: TextSetting,
    left_mm: float,
    baseline_mm: float,
    size_mm: float,
    fitted_how: str,
) -> str:
    """The `<text>` element for letters of one line and one colour."""
    base, first = setting.base, chunks[0]
    noted = "" if setting.line is None else f' {LINE}="{setting.line}"'
    opening = f'<text{noted} data-fitted="{fitted_how}"'
    letters = _letters_attributes(base, size_mm, first.colour or setting.colour)
    start = f'y="{number(baseline_mm)}" {letters}'
    if len(chunks) == 1 and first.style == base:
        x, text = number(left_mm + first.start_em * size_mm), _written(first)
        kept = ' xml:space="preserve"' if text != text.strip(" ") else ""
        return f'{opening} x="{x}" {start}{kept}>{escaped(text)}</text>'
    spans = "".join(
        [
            f'<tspan x="{number(left_mm + chunk.start_em * size_mm)}"'
            f"{_difference(chunk.style, base)}>{escaped(_written(chunk))}</tspan>"
            for chunk in chunks
        ]
    )
    return f'{opening} {start} xml:space="preserve">{spans}</text>'


@lru_cache(maxsize=256)
def _letters_attributes(base: FontStyle, size_mm: float, colour: str) -> str:
    return (
        f'font-family="{base.family}" font-size="{number(size_mm)}"'
        f'{_difference(base, FontStyle(base.family))} fill="{escaped(colour)}"'
    )


def _difference(style: FontStyle, other: FontStyle) -> str:
    """The attributes in which a style differs from another."""
    family = f' font-family="{style.family}"' if style.family != other.family else ""
    weight = f' font-weight="{style.weight}"' if style.weight != other.weight else ""
    slant = f' font-style="{"italic" if style.italic else "normal"}"'
    variant = f' font-variant="{"small-caps" if style.small_caps else "normal"}"'
    return (
        family
        + weight
        + (slant if style.italic != other.italic else "")
        + (variant if style.small_caps != other.small_caps else "")
    )
