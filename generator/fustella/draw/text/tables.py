"""Sets the cells of a table: columns as wide as their contents, rules, numbers on their decimals.

All cells have one size, the largest at which the whole table fits its box. If the words are too
wide for the box, the widest columns become narrower, but not narrower than their widest word, and
their words are broken into lines. If there is room left, each column gets a share of it.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import accumulate, islice

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Rect
from fustella.core.geometry.units import rounded_up
from fustella.core.values.model import Cells
from fustella.core.values.problems import Place, Problem
from fustella.core.words.patterns import regex
from fustella.draw.icons import IconDrawing
from fustella.draw.svg.write import escaped, number
from fustella.draw.text.bidi import RIGHT_TO_LEFT
from fustella.draw.text.block import TextContext, TextStyle, quoted, sign_drawer, words_of
from fustella.draw.text.fit import Fitted, Sizes, height_em, size_in_mm
from fustella.draw.text.fonts import BOLD, FontStyle
from fustella.draw.text.justify import JUSTIFY
from fustella.draw.text.linebreaking import wrap_evenly
from fustella.draw.text.lines import Stretch, WordBox, row_of, stretches, wrap
from fustella.draw.text.overhang import RED, Overhang, RedLetters, beside, framed, notes_at
from fustella.draw.text.shaping import text_measurer
from fustella.draw.text.typeset import TextSetting, placed_rows, share_left, turned, typeset
from fustella.draw.text.words import Split, hyphenated, hyphenation

_SIDE_EM, _ABOVE_EM, _BELOW_EM = 0.5, 0.3, 0.25
"""The room between a cell's text and its column's edges, and between it and the rules."""

_RULE_MM, _HEAD_RULE_MM = 0.15, 0.35

_NUMERAL = regex(
    r"(?P<whole>[-+−–±$€£¥]{0,2}\s?[0-9]{1,15}(?:[.,'’\u00a0\u202f ][0-9]{3}){0,4})"
    r"(?:(?P<sign>[.,])(?P<part>[0-9]{1,15}))?(?P<unit>\s?[%°]|\s?[€£¥])?"
)
_MOST_CELLS_IN_RED = 500
"""The most cells of a table that are drawn in red: those after them lie beyond any piece."""

_NONE = ("", "-", "–", "—")
"""The texts that stand for a missing number in a column of numbers."""


class _Cell(Struct, frozen=True):
    """A cell: its words with their place, measured in em, and the drawings of its icons.

    `natural_em` is its width in one line, `least_em` the width of its widest word. `part_em` is how
    much of a number stands behind its last whole digit.
    """

    value: str
    place: Place
    base: FontStyle
    drawings: Mapping[str, IconDrawing]
    parts: Sequence[Stretch]
    natural_em: float
    least_em: float
    part_em: float = 0.0

    @classmethod
    def of(
        cls,
        value: str,
        place: Place,
        base: FontStyle,
        drawings: Mapping[str, IconDrawing],
        boxes: Sequence[WordBox],
    ) -> "_Cell":
        parts = stretches(boxes)
        lines = [row_of(each.boxes, 0, len(each.boxes)).width_em for each in parts]
        words = [each.widest_em for each in parts]
        widest = max(lines, default=0.0), max(words, default=0.0)
        return cls(value, place, base, drawings, parts, *widest)

    def hyphenated(self, split: Split) -> "_Cell":
        """The cell with its words parted at their syllables."""
        boxes = [box for part in self.parts for box in part.boxes]
        return _Cell.of(self.value, self.place, self.base, self.drawings, hyphenated(boxes, split))

    def height_em(self, width_em: float, leading: float) -> float:
        if not self.parts:
            return 0.0
        return height_em(wrap(self.parts, width_em + EPSILON_MM), leading)


class _Column(Struct, frozen=True):
    """A column: its cells from top to bottom, how they stand, and its widths in em.

    The cells below a header are `numbers`, or none is; `part_em` is then the widest part behind a
    whole digit, and `block_em` the width that all numbers take together.
    """

    cells: tuple[_Cell, ...]
    align: str
    natural_em: float
    least_em: float
    numbers: bool = False
    part_em: float = 0.0
    block_em: float = 0.0


class _Laid(Struct, frozen=True):
    """A table at a size: the widths of its columns without their edges, the heights of its rows."""

    size_pt: float
    size_mm: float
    widths_em: tuple[float, ...]
    heights_em: tuple[float, ...]
    too_wide_mm: float
    too_tall_mm: float

    @property
    def fits(self) -> bool:
        return self.too_wide_mm <= EPSILON_MM and self.too_tall_mm <= EPSILON_MM


def set_table(
    value: Cells[str],
    place_of: Callable[[object], Place],
    numbered: Callable[[object], int | None],
    context: TextContext,
    setting: TextSetting,
    sizes: Sizes,
    style: TextStyle,
    rules: str,
) -> Markup:
    """Sets a table as SVG; faults are reported, and the table is drawn nonetheless.

    `place_of` gives the place of a cell, `numbered` the number of its `Origin`; `rules` is the
    colour of the lines. A header without words is left out.
    """
    headed = any(str(cell).strip() for cell in value[0])
    rows = value if headed else value[1:]
    if style.equal:
        sizes = replace(sizes, limit_pt=context.sizes.limit(style.equal))
    cells = [
        [
            _measured(cell, place_of(cell), context, setting.base, style, head=headed and not row)
            for cell in each
        ]
        for row, each in enumerate(rows)
    ]
    split = hyphenation(context.language) if style.hyphens is not False else None
    if style.hyphens and split:
        cells = [[cell.hyphenated(split) for cell in row] for row in cells]
    columns = _columns(cells, headed, value.align, style.align)
    laid = _largest(columns, setting.frame, sizes)
    if laid.too_wide_mm > EPSILON_MM and split:
        broken = [[cell.hyphenated(split) for cell in row] for row in cells]
        of_parts = _columns(broken, headed, value.align, style.align)
        laid_in_parts = _largest(of_parts, setting.frame, sizes)
        if laid_in_parts.fits:
            columns, laid = of_parts, laid_in_parts
    if style.equal:
        context.note_size(style.equal, laid.size_pt, fits=laid.fits)
    drawn = _Drawn(columns, laid, headed, setting, sizes, context, numbered)
    svg = turned(f"{drawn.rules(rules)}{''.join(drawn.texts())}", setting)
    if not laid.fits:
        context.report(_too_large(columns, laid, setting.frame, style.zone))
        svg = context.with_overhang(svg, drawn.overhang)
    return Markup(svg)


def _measured(
    value: str, place: Place, context: TextContext, base: FontStyle, style: TextStyle, *, head: bool
) -> _Cell:
    base = replace(base, weight=max(base.weight, BOLD)) if head else base
    boxes: tuple[WordBox, ...] = ()
    drawings: Mapping[str, IconDrawing] = {}
    if value:
        boxes, drawings = words_of(value, place, context, base, style)
    return _Cell.of(value, place, base, drawings, boxes)


def _columns(
    rows: Sequence[Sequence[_Cell]], headed: bool, align: Sequence[str], usual: str
) -> list[_Column]:
    """The columns of some rows; `align` says how each stands, or "" for the `usual` way."""
    usual = "start" if usual == JUSTIFY else usual
    said = [*align, *("" for _ in rows[0])]
    return [
        _column(cells, int(headed), own, usual)
        for cells, own in zip(zip(*rows, strict=True), said, strict=False)
    ]


def _column(cells: Sequence[_Cell], heads: int, said: str, usual: str) -> _Column:
    """The column of some cells, the first `heads` of which are its header."""
    natural_em = max(cell.natural_em for cell in cells)
    least_em = max(cell.least_em for cell in cells)
    words = [str(cell.value).strip() for cell in cells[heads:]]
    found = [_NUMERAL.fullmatch(word) for word in words]
    if not any(found) or not all(
        match or word in _NONE for match, word in zip(found, words, strict=True)
    ):
        return _Column(tuple(cells), said or usual, natural_em, least_em)
    signs = {match["sign"] for match in found if match and match["sign"]}
    numbers = [
        replace(cell, part_em=text_measurer(cell.base).width_em(part) if part else 0.0)
        for cell, part in zip(cells[heads:], (_part_of(word, signs) for word in words), strict=True)
    ]
    part_em = max(cell.part_em for cell in numbers)
    block_em = part_em + max(cell.natural_em - cell.part_em for cell in numbers)
    align = said or ("end" if usual == "start" else usual)
    whole = (*cells[:heads], *numbers)
    widths = max(natural_em, block_em), max(least_em, block_em)
    return _Column(whole, align, *widths, True, part_em, block_em)


def _part_of(number_: str, signs: Collection[str]) -> str:
    """The end of a number, behind its last whole digit; `signs` are the column's decimal signs.

    `2.500` has decimals where another number of the column has two or four behind a point.
    """
    match = _NUMERAL.fullmatch(number_)
    if match is None:
        return ""
    whole, unit = match["whole"], match["unit"] or ""
    if match["sign"]:
        return f"{match['sign']}{match['part']}{unit}"
    for sign in signs:
        if whole.count(sign) == 1:
            return f"{whole[whole.index(sign) :]}{unit}"
    return unit


def _largest(columns: Sequence[_Column], frame: Rect, sizes: Sizes) -> _Laid:
    """The table at the largest size at which it fits, or else at the smallest."""
    ladder = sizes.ladder()
    low, high = 0, len(ladder) - 1
    laid = _laid(columns, frame, ladder[low], sizes.leading)
    if laid.fits:
        return laid
    while low < high:
        middle = (low + high) // 2
        if _laid(columns, frame, ladder[middle], sizes.leading).fits:
            high = middle
        else:
            low = middle + 1
    return _laid(columns, frame, ladder[low], sizes.leading)


def _laid(columns: Sequence[_Column], frame: Rect, size_pt: float, leading: float) -> _Laid:
    size_mm = size_in_mm(size_pt)
    room_em = frame.width_mm / size_mm - 2 * _SIDE_EM * len(columns)
    least_em = sum(column.least_em for column in columns)
    natural_em = sum(column.natural_em for column in columns)
    if natural_em <= room_em:
        share = room_em / (natural_em or 1.0)
        widths = tuple(column.natural_em * share for column in columns)
    else:
        widths = _narrowed(columns, room_em)
    heights = tuple(
        max(cell.height_em(width, leading) for cell, width in zip(row, widths, strict=True))
        for row in zip(*(column.cells for column in columns), strict=True)
    )
    heights = tuple(max(height, 1.0) + _ABOVE_EM + _BELOW_EM for height in heights)
    return _Laid(
        size_pt,
        size_mm,
        widths,
        heights,
        max(least_em - room_em, 0.0) * size_mm,
        max(sum(heights) * size_mm - frame.height_mm, 0.0),
    )


def _narrowed(columns: Sequence[_Column], room_em: float) -> tuple[float, ...]:
    """The widths of columns that need more room than there is: only the widest are narrowed."""

    def widths(most_em: float) -> tuple[float, ...]:
        return tuple(max(column.least_em, min(column.natural_em, most_em)) for column in columns)

    low_em, high_em = 0.0, max(column.natural_em for column in columns)
    for _ in range(30):
        middle_em = (low_em + high_em) / 2
        if sum(widths(middle_em)) <= room_em:
            low_em = middle_em
        else:
            high_em = middle_em
    return widths(low_em)


class _Drawn(Struct, frozen=True):
    """A table at its size, which draws itself. Columns begin at the side where reading begins."""

    columns: Sequence[_Column]
    laid: _Laid
    headed: bool
    setting: TextSetting
    sizes: Sizes
    context: TextContext
    numbered: Callable[[object], int | None]

    @property
    def _top_mm(self) -> float:
        frame = self.setting.frame
        free_mm = frame.height_mm - sum(self.laid.heights_em) * self.laid.size_mm
        share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[self.setting.valign]
        return frame.y_mm + max(free_mm, 0.0) * share

    def rules(self, colour: str) -> str:
        """The lines above, between and below the rows, and a thicker one below the header."""
        frame, size_mm = self.setting.frame, self.laid.size_mm
        heights_mm = accumulate((em * size_mm for em in self.laid.heights_em), initial=self._top_mm)
        thin, thick = list[str](), list[str]()
        for index, y_mm in enumerate(heights_mm):
            line = f"M{number(frame.x_mm)} {number(y_mm)}h{number(frame.width_mm)}"
            (thick if index == 1 and self.headed else thin).append(line)
        return "".join(
            f'<path d="{"".join(lines)}" fill="none" stroke="{escaped(colour)}"'
            f' stroke-width="{width_mm}"/>'
            for lines, width_mm in ((thin, _RULE_MM), (thick, _HEAD_RULE_MM))
            if lines
        )

    def texts(self) -> Iterator[str]:
        """Yields the texts of the cells row by row, as they are read."""
        at_least = self.sizes.is_least(self.laid.size_pt)
        for cell, fitted, setting in self._set_cells():
            draw_sign = sign_drawer(self.context, cell.drawings, setting.colour)
            yield typeset(replace(fitted, at_least=at_least), setting, draw_sign)
            at_least = False

    def overhang(self) -> Overhang:
        """What hangs over the box of the table: whole rows below it, and what lies beside it."""
        frame, laid, size_mm = self.setting.frame, self.laid, self.laid.size_mm
        whole, parts = RedLetters(), RedLetters()
        bottom_mm, right_mm = frame.bottom_mm + EPSILON_MM, frame.right_mm + EPSILON_MM
        for cell, fitted, setting in islice(self._set_cells(), _MOST_CELLS_IN_RED):
            red = sign_drawer(self.context, cell.drawings, RED, always=True)
            below = setting.frame.bottom_mm + _BELOW_EM * size_mm > bottom_mm
            if below or setting.frame.right_mm > right_mm:
                for row in placed_rows(fitted, setting):
                    signs = row.drawn_signs(setting, size_mm, red)
                    (whole if below else parts).add(row.paths(size_mm), signs)
        reach_mm = laid.too_wide_mm + frame.width_mm
        right = beside(parts.drawn(), frame, reach_mm, self.context.unique())
        notes = notes_at(frame, laid.too_wide_mm, laid.too_tall_mm, self.setting.turn_deg)
        return Overhang(turned(f"{right}{whole.drawn()}{framed(frame)}", self.setting), notes)

    def _set_cells(self) -> Iterator[tuple[_Cell, Fitted, TextSetting]]:
        """Yields the cells with words row by row, each with its lines and its setting."""
        y_mm = self._top_mm
        for row, height_em_ in enumerate(self.laid.heights_em):
            for index, column in enumerate(self.columns):
                cell = column.cells[row]
                if cell.parts:
                    yield cell, *self._set(column, cell, index, y_mm, height_em_)
            y_mm += height_em_ * self.laid.size_mm

    def _set(
        self, column: _Column, cell: _Cell, index: int, y_mm: float, height_em_: float
    ) -> tuple[Fitted, TextSetting]:
        size_mm = self.laid.size_mm
        left_em, width_em = self._left_em(index), self.laid.widths_em[index]
        is_head = self.headed and cell is column.cells[0]
        align = column.align
        if column.numbers and not is_head:
            right_to_left = self.context.direction == RIGHT_TO_LEFT
            free_em = (width_em - column.block_em) * share_left(align, right_to_left)
            whole_em = cell.natural_em - cell.part_em
            left_em += free_em + column.block_em - column.part_em - whole_em
            width_em, align = cell.natural_em, "left"
        rows = wrap_evenly(cell.parts, width_em + EPSILON_MM, align)
        frame = Rect(
            self.setting.frame.x_mm + left_em * size_mm,
            y_mm + _ABOVE_EM * size_mm,
            width_em * size_mm,
            (height_em_ - _ABOVE_EM - _BELOW_EM) * size_mm,
        )
        setting = replace(
            self.setting,
            frame=frame,
            base=cell.base,
            align=align,
            valign="bottom" if is_head else "top",
            turn_deg=0.0,
            line=self.numbered(cell.value),
        )
        return Fitted(rows, self.laid.size_pt, size_mm, at_least=False), setting

    def _left_em(self, index: int) -> float:
        """The distance of a column's texts from the left edge of the table, in em."""
        before = self.laid.widths_em[:index]
        if self.context.direction == RIGHT_TO_LEFT:
            before = self.laid.widths_em[index + 1 :]
        return sum(before) + len(before) * 2 * _SIDE_EM + _SIDE_EM


def _too_large(columns: Sequence[_Column], laid: _Laid, frame: Rect, zone: str) -> Problem:
    """The problem of a table that does not fit, at the cell that takes too much room."""
    wrong, cell = [], columns[0].cells[0]
    if laid.too_tall_mm > EPSILON_MM:
        bottoms = [*accumulate(em * laid.size_mm for em in laid.heights_em)]
        first = next(n for n, at in enumerate(bottoms) if at > frame.height_mm + EPSILON_MM)
        cell = columns[0].cells[first]
        rows = f"{len(bottoms) - first} of {len(bottoms)} rows"
        wrong.append(f"{rows} too many ({rounded_up(laid.too_tall_mm, 1)} mm too tall)")
    if laid.too_wide_mm > EPSILON_MM:
        cell = max((c for column in columns for c in column.cells), key=lambda c: c.least_em)
        wide = f"{rounded_up(laid.too_wide_mm, 1)} mm too wide"
        wrong.insert(0, f"its words are {wide}, most of all {quoted(cell.value)}")
    box = f"{round(frame.width_mm, 1):g} x {round(frame.height_mm, 1):g} mm"
    message = f"the table does not fit {box} at {laid.size_pt:g} pt: {'; '.join(wrong)}"
    where = f"the kind's `layout`, under `{zone}`" if zone else "the template"
    hint = f"shorten its words, or give it a larger box or a smaller `least` in {where}"
    return Problem("E201", cell.place, message, hint, cause=zone or box)
