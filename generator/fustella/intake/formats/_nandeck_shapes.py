"""Draws the shapes of a nanDECK script: panels where a zone can be like them, else pictures."""

import math
from collections.abc import Callable, Sequence

from fustella.core.processes import limits
from fustella.core.words.patterns import regex
from fustella.intake.formats._arithmetic import Unknown
from fustella.intake.formats._looks import colour_of
from fustella.intake.formats._nandeck_run import Running
from fustella.intake.formats._nandeck_settings import at
from fustella.intake.marks import Box, Drawn, Mark
from fustella.intake.pictures import TakenPictures
from fustella.intake.shapes import Gradient, Point, Shape, regular, star
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Miss
from fustella.read.edit.yaml_writing import Value

_COLOURS = regex(r"#[0-9A-Fa-f]{6}")
_RADIAL = 360.0
_CORNERS = 60
_ROUND = 0.1
"""The radius of the corners of ROUNDRECT, as a part of the shorter side."""


class Shapes(Running):
    """A script with what it draws, in `drawings`, and the pictures that it names."""

    def __init__(self, source: ImportSource, main: str, cards: int) -> None:
        super().__init__(source, main, cards)
        self.pictures = TakenPictures(source, self.losses)
        self.drawings: list[Drawn] = []
        self.border: tuple[str, float, bool] | None = None
        self.draws = {
            **{"RECTANGLE": self.panel, "ROUNDRECT": self.round_panel, "ELLIPSE": self.disc},
            **{"CIRCLE": self.disc, "POLYGON": self.polygon, "STAR": self.star},
            **{"TRIANGLE": self.triangle, "RHOMBUS": self.rhombus, "LINE": self.stroke},
        }
        self.sets |= {"BORDER": self.set_border}

    def box(self, typed: Sequence[str], card: int) -> Box:
        """The place of four arguments in millimetres, inside out if they run backwards."""
        numbers = [self.length(each, n % 2, card) for n, each in enumerate([*typed, *[""] * 4][:4])]
        x, y, width, height = numbers
        if width < 0:
            x, width = x + width, -width
        if height < 0:
            y, height = y + height, -height
        return (round(x, 2), round(y, 2), round(width, 2), round(height, 2))

    def length(self, typed: str, side: int, card: int) -> float:
        """A length in millimetres; a per cent is one of the card's side, 0 across and 1 down."""
        whole = self.size_mm[side] / self.unit_mm
        return self.values.number(typed or "0", whole, card) * self.unit_mm

    def draw(self, name: str, cards: Sequence[int], mark_of: Callable[[int], Mark | None]) -> None:
        self.marks += len(cards)
        if self.marks > limits.IMPORT_MARKS or len(self.drawings) >= limits.IMPORT_DRAWN:
            raise Unknown("the script draws too much")
        marks = [mark for card in cards if (mark := mark_of(card)) is not None]
        sorts = dict.fromkeys(mark.draws for mark in marks)
        for draws in sorts:
            alike = [mark for mark in marks if mark.draws == draws]
            called = "panel" if draws == "panel" and len(sorts) > 1 else name
            self.drawings.append(Drawn(called, alike, self.place))

    def panel(self, typed: Sequence[str]) -> None:
        self._shape("box", typed, 5)

    def round_panel(self, typed: Sequence[str]) -> None:
        self._shape("box", typed, 5, radius=_ROUND)

    def disc(self, typed: Sequence[str]) -> None:
        self._shape("ellipse", typed, 5)

    def rhombus(self, typed: Sequence[str]) -> None:
        self._shape("polygon", typed, 5, regular(4))

    def polygon(self, typed: Sequence[str]) -> None:
        sides = int(self.values.number(at(typed, 5) or "0", 1.0, 1))
        if not 3 <= sides <= _CORNERS:
            raise Unknown(f"a polygon of {sides} sides")
        turn = -self.values.number(at(typed, 6) or "0", 1.0, 1)
        self._shape("polygon", typed, 7, regular(sides, turn))

    def star(self, typed: Sequence[str]) -> None:
        points = int(self.values.number(at(typed, 5) or "5", 1.0, 1))
        if not 2 <= points <= _CORNERS:
            raise Unknown(f"a star of {points} points")
        turn = -self.values.number(at(typed, 6) or "0", 1.0, 1)
        inner = self.values.number((at(typed, 7) or "50").rstrip("%"), 1.0, 1) / 100
        self._shape("polygon", typed, 8, star(points, max(0.0, min(inner, 1.0)), turn))

    def triangle(self, typed: Sequence[str]) -> None:
        corners = [
            (self.length(at(typed, n), 0, 1), self.length(at(typed, n + 1), 1, 1))
            for n in (1, 3, 5)
        ]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        width = max(0.1, max(x for x, _ in corners) - left)
        height = max(0.1, max(y for _, y in corners) - top)
        points = [((x - left) / width, (y - top) / height) for x, y in corners]
        place = [f"{v / self.unit_mm:.4f}" for v in (left, top, width, height)]
        self._shape("polygon", [at(typed, 0), *place, *typed[7:]], 5, points)

    def _shape(
        self,
        form: str,
        typed: Sequence[str],
        colours_at: int,
        points: Sequence[Point] = (),
        radius: float = 0.0,
    ) -> None:
        def mark_of(card: int) -> Mark | None:
            box = self.box(typed[1:5], card)
            if min(box[2:]) <= 0:
                return None
            edge, inner = (self.colour(at(typed, n), card) for n in (colours_at, colours_at + 1))
            fill, line = self._colours(edge, inner)
            thick = at(typed, colours_at + 2)
            line_mm = self.values.number(thick, 1.0, card) * self.unit_mm if thick else 0.1
            line_mm = max(0.05, min(line_mm, 20.0))
            round_mm = round(min(box[2:]) * radius, 2)
            is_round = form == "ellipse" and abs(box[2] - box[3]) <= 0.05
            if isinstance(fill, Gradient) or points or (form == "ellipse" and not is_round):
                shape = Shape(
                    form, box[2], box[3], fill, line, line_mm, points, round_mm, self.opacity
                )
                name = self.pictures.draw(form, shape.svg())
                return Mark("image", card, box, {"fit": "stretch"}, name)
            look: dict[str, Value] = {"fill": fill} if fill else {}
            if line:
                look |= {"line": line, "line_width": f"{round(line_mm, 2):g}mm"}
                inset = round(min(line_mm / 2, min(box[2:]) / 3), 3)
                x, y, width, height = box
                box = (x + inset, y + inset, width - 2 * inset, height - 2 * inset)
            if not look:
                return None
            if is_round:
                look["shape"] = "circle"
            if round_mm:
                look["radius"] = f"{round_mm:g}mm"
            if self.opacity < 1:
                look["opacity"] = self.opacity
            return Mark("panel", card, box, look)

        cards = self.on(at(typed, 0))
        self.draw({"box": "panel", "ellipse": "disc"}.get(form, "shape"), cards, mark_of)

    def _colours(self, edge: str, inner: str) -> tuple[str | Gradient, str]:
        """The fill and the outline that two colours say; the inner one is that of the edge."""
        if inner.upper() == "EMPTY":
            return "", colour_of(edge) or "#000000"
        fill = _fill_of(inner or edge) or "#000000"
        line = colour_of(edge) if inner and edge and inner != edge else ""
        return fill, "" if line == fill else line

    def stroke(self, typed: Sequence[str]) -> None:
        if len(typed) < 5:
            self.lose(Miss.LOOKS, f"LINE {', '.join(typed)}", "it does not say where it ends")
            return

        def mark_of(card: int) -> Mark | None:
            ends = [self.length(each, n % 2, card) for n, each in enumerate(typed[1:5])]
            thick = at(typed, 6)
            width = max(0.05, self.values.number(thick, 1.0, card) * self.unit_mm if thick else 0.3)
            length = max(0.1, math.hypot(ends[2] - ends[0], ends[3] - ends[1]))
            box = (
                round((ends[0] + ends[2] - length) / 2, 2),
                round((ends[1] + ends[3] - width) / 2, 2),
                round(length, 2),
                round(width, 2),
            )
            look: dict[str, Value] = {
                "fill": colour_of(self.colour(at(typed, 5), card)) or "#000000"
            }
            if turn := round(math.degrees(math.atan2(ends[3] - ends[1], ends[2] - ends[0])), 2):
                look["turn"] = turn
            if self.opacity < 1:
                look["opacity"] = self.opacity
            return Mark("panel", card, box, look)

        self.draw("line", self.on(at(typed, 0)), mark_of)

    def set_border(self, typed: Sequence[str]) -> None:
        """Notes a border of all cards. A hairline is a cutting line, which sheets have."""
        kind, colour, thick = (at(typed, number) for number in range(3))
        width = self.values.number(thick, 1.0, 1) * self.unit_mm / 2 if thick else 0.0
        if kind.upper() in ("RECTANGLE", "ROUNDED") and width >= 0.1:
            self.border = (
                colour_of(colour) or "#000000",
                min(width, 10.0),
                kind.upper() == "ROUNDED",
            )
        else:
            why = "cuts are marked on the sheets: `--marks`"
            self.lose(Miss.OUTPUT, "BORDER", why)

    def draw_border(self) -> None:
        """Draws the border, of which each card has the half that lies inside of its cut."""
        if self.border is None:
            return
        line, width, is_round = self.border
        inset = width / 2
        size = tuple(side - width for side in self.size_mm)
        look: dict[str, Value] = {"line": line, "line_width": f"{round(width, 2):g}mm"}
        if is_round:
            look["radius"] = "3mm"
        box = (inset, inset, round(size[0], 2), round(size[1], 2))
        cards = range(1, max(self.cards, len(self.rows)) + 1)
        self.draw("border", cards, lambda card: Mark("panel", card, box, look))


def _fill_of(typed: str) -> str | Gradient:
    """A colour, or a gradient of two and more: #FF0000#0000FF@90; "" for neither."""
    colours = [colour.lower() for colour in _COLOURS.findall(typed)]
    if len(colours) < 2:
        return colour_of(typed[:7] if typed.startswith("#") else typed)
    _, _, angle = typed.partition("@")
    try:
        turn = float(angle) if angle else 0.0
    except ValueError:
        turn = 0.0
    return Gradient(colours[:10], -turn % _RADIAL, radial=turn >= _RADIAL)
