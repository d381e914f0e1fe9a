"""Lines of text as SVG.

Each line is one `<text>`; each change of style starts a `<tspan>` with an x of its own, because
the engine would otherwise kern across the change with the wrong font. Spaces are written out, so
that a PDF can be searched. `data-fitted` tells the lint that the text has been measured.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import escape

from fustella.core.geometry import Rect
from fustella.draw.svg.write import number, rotation
from fustella.draw.text.beneath import Beneath
from fustella.draw.text.contours import letters_path
from fustella.draw.text.fit import Fitted
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.justify import JUSTIFY, justified
from fustella.draw.text.lines import LineRun, Sign, TextRow, baselines_em
from fustella.draw.text.shaping import ASCENT_EM, DESCENT_EM, text_measurer
from fustella.draw.text.words import SIGN_SIDE_EM

FITTED_AT_LEAST = "least"
"""`data-fitted` on the first line of a text that shrank to its smallest size."""

FITTED = "1"


_NOTHING_BENEATH = Beneath()


@dataclass(frozen=True, slots=True)
class Setting:
    """How a text is set in its box, except for its size.

    `line` is the number that `TemplateLines` gave to the template's line.
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


@dataclass(slots=True)
class Chunk:
    """Consecutive letters of one style; `colour` is "" for that of the text."""

    style: FontStyle
    start_em: float
    text: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class SignInLine:
    """An inline icon, and where it begins in its line."""

    sign: Sign
    start_em: float


DrawSign = Callable[[Sign, float, float, float], str]
"""Draws an inline icon, from its left edge, its baseline and the height of the capitals in mm."""


def typeset(fitted: Fitted, setting: Setting, draw_sign: DrawSign) -> str:
    parts: list[str] = []
    letters: list[str] = []
    fitted_how = FITTED_AT_LEAST if fitted.at_least else FITTED
    size_mm, cap_mm = fitted.size_mm, text_measurer(setting.base).cap_em * fitted.size_mm
    frame, share = setting.frame, {"center": 0.5, "right": 1.0}.get(setting.align, 0.0)
    rows = fitted.rows
    if setting.align == JUSTIFY:
        rows = justified(rows, frame.width_mm / size_mm)
    for row, baseline_mm in zip(rows, _baselines_mm(fitted, setting), strict=True):
        left_mm = frame.x_mm + (frame.width_mm - row.width_em * size_mm) * share
        chunks, signs = chunks_of(row)
        # Themes look at the ground of a whole `<text>`: letters of another colour are another.
        for colour, alike in groupby(chunks, lambda chunk: chunk.colour):
            coloured = replace(setting, colour=colour) if colour else setting
            parts.append(
                line_of_text([*alike], coloured, left_mm, baseline_mm, size_mm, fitted_how)
            )
            fitted_how = FITTED
        if setting.beneath:
            letters += _paths(chunks, left_mm, baseline_mm, size_mm)
        for each in signs:
            x_mm = left_mm + (each.start_em + SIGN_SIDE_EM) * size_mm
            parts.append(draw_sign(each.sign, x_mm, baseline_mm, cap_mm))
    if setting.beneath:
        parts.insert(0, setting.beneath.drawn("".join(letters), setting.turn_deg))
    svg = "".join(parts)
    if not setting.turn_deg:
        return svg
    middle = (frame.x_mm + frame.width_mm / 2, frame.y_mm + frame.height_mm / 2)
    return f'<g transform="{rotation(setting.turn_deg, *middle)}">{svg}</g>'


def _baselines_mm(fitted: Fitted, setting: Setting) -> list[float]:
    if not fitted.rows:
        return []
    offsets_em = baselines_em(fitted.rows, setting.leading)
    first_mm = _first_baseline_mm(fitted, setting, offsets_em[-1])
    return [first_mm + offset_em * fitted.size_mm for offset_em in offsets_em]


def _first_baseline_mm(fitted: Fitted, setting: Setting, span_em: float) -> float:
    frame, size_mm = setting.frame, fitted.size_mm
    rise_em, drop_em = fitted.rows[0].rise_em, fitted.rows[-1].drop_em
    top_mm = frame.y_mm + (ASCENT_EM + rise_em) * size_mm
    bottom_mm = frame.bottom_mm - (DESCENT_EM + drop_em + span_em) * size_mm
    if setting.valign == "top":
        return top_mm
    if setting.valign == "bottom":
        return bottom_mm
    # Optically the capitals are centred, not the em; but nothing may leave the box for that.
    cap_em = text_measurer(setting.base).cap_em
    centred_mm = frame.y_mm + (frame.height_mm + (cap_em - span_em) * size_mm) / 2
    above_em = min(max(_ink_em(fitted.rows[0])[0], cap_em), ASCENT_EM)
    below_em = min(-_ink_em(fitted.rows[-1])[1], DESCENT_EM)
    above_em = ASCENT_EM + rise_em if rise_em else above_em
    below_em = DESCENT_EM + drop_em if drop_em else below_em
    lowest_mm = frame.bottom_mm - (below_em + span_em) * size_mm
    return max(min(centred_mm, lowest_mm), frame.y_mm + above_em * size_mm)


def _ink_em(row: TextRow) -> tuple[float, float]:
    runs = [part for box in row.boxes for part in box.parts if isinstance(part, LineRun)]
    inks = [text_measurer(run.style).ink_em(run.text) for run in runs] or [(0.0, 0.0)]
    return max(top for top, _ in inks), min(*(low for _, low in inks), 0.0)


def chunks_of(row: TextRow) -> tuple[list[Chunk], list[SignInLine]]:
    """The letters of a line by style, and its inline icons; no letters when it has only spaces."""
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
            if not isinstance(part, LineRun):
                signs.append(SignInLine(part, cursor_em))
                current = None
            elif current is not None and (current.style, current.colour) == (
                part.style,
                part.colour,
            ):
                current.text += part.text
            else:
                current = Chunk(part.style, cursor_em, part.text, part.colour)
                chunks.append(current)
            cursor_em += part.width_em
    has_letters = any(chunk.text.strip(" ") for chunk in chunks)
    return chunks if has_letters else [], signs


def _paths(
    chunks: list[Chunk], left_mm: float, baseline_mm: float, size_mm: float
) -> Iterator[str]:
    for chunk in chunks:
        x_mm = left_mm + chunk.start_em * size_mm
        yield letters_path(chunk.text, chunk.style, x_mm, baseline_mm, size_mm)


def line_of_text(
    chunks: list[Chunk],
    setting: Setting,
    left_mm: float,
    baseline_mm: float,
    size_mm: float,
    fitted_how: str,
) -> str:
    base = setting.base
    noted = "" if setting.line is None else f' data-line="{setting.line}"'
    opening = f'<text{noted} data-fitted="{fitted_how}"'
    start = (
        f'y="{number(baseline_mm)}" font-family="{base.family}" font-size="{number(size_mm)}"'
        f'{_difference(base, FontStyle(base.family))} fill="{escape(setting.colour)}"'
    )
    xs = [number(left_mm + chunk.start_em * size_mm) for chunk in chunks]
    if len(chunks) == 1 and chunks[0].style == base:
        text = chunks[0].text
        kept = ' xml:space="preserve"' if text != text.strip(" ") else ""
        return f'{opening} x="{xs[0]}" {start}{kept}>{escape(text)}</text>'
    spans = "".join(
        f'<tspan x="{x}"{_difference(chunk.style, base)}>{escape(chunk.text)}</tspan>'
        for x, chunk in zip(xs, chunks, strict=True)
    )
    return f'{opening} {start} xml:space="preserve">{spans}</text>'


def _difference(style: FontStyle, other: FontStyle) -> str:
    """The attributes in which a style differs from another."""
    weight = f' font-weight="{style.weight}"' if style.weight != other.weight else ""
    slant = f' font-style="{"italic" if style.italic else "normal"}"'
    variant = f' font-variant="{"small-caps" if style.small_caps else "normal"}"'
    return (
        weight
        + (slant if style.italic != other.italic else "")
        + (variant if style.small_caps != other.small_caps else "")
    )
