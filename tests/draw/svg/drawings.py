"""Drawings made by a grammar: shapes, paints, clips, texts; most values right, a few not quite.

Each is the content of a face of `SIDE_MM` by `SIDE_MM`. Seeded: equal seeds, equal drawings.
Left out is what viewers of PDF show differently from each other: a line that turns back on itself,
whose round join pdfium leaves out; letters painted with a gradient that have a stroke (pdfium makes
it thin, poppler black) or whose gradient is translucent (pdfium fades it twice).
"""

import random

SIDE_MM = 20
COLOURS = ["#c0392b", "#2b6fc0", "gold", "rgb(30,160,90)", "#8e44ad80", "hsl(30,80%,50%)", "black"]
BROKEN = ["1e400", "9e 9", "5,", "", "1 2 3", "nan", "1e", "--3", "5miles", "0x10", "٣", "1..2"]


_NOT_AFTER = {
    **{"M": "MZHV", "Z": "ZHVM", "H": "HZM", "V": "VZM", "L": "ZM", "A": "TS", "C": "T"},
    **{"S": "T", "Q": "S", "T": "S"},
}
"""Commands that would turn back, or draw nothing, after another."""


class Drawing:
    """Builds one drawing; `broken` is the chance that a value is slightly wrong."""

    def __init__(self, seed: int, broken: float = 0.004) -> None:
        self._chance = random.Random(seed)
        self._broken = broken
        self._defs: list[str] = []
        self._depth = 0

    def __str__(self) -> str:
        body = "".join(self._item() for _ in range(self._chance.randint(1, 4)))
        defs = "".join(self._defs)
        return f"<defs>{defs}</defs>{body}" if defs else body

    # --- values ---------------------------------------------------------------------------------

    def _maybe(self, share: float) -> bool:
        return self._chance.random() < share

    def _pick(self, *values: str) -> str:
        return self._chance.choice(values)

    def _number(self, low: float, high: float) -> str:
        if self._maybe(self._broken):
            return self._chance.choice(BROKEN)
        value = self._chance.uniform(low, high)
        text = f"{value:.{self._chance.randint(0, 3)}f}"
        if self._maybe(0.03):
            return f"{value:.3e}"
        if self._maybe(0.1) and text.startswith("0."):
            return text[1:]
        return f"+{text}" if self._maybe(0.02) and value >= 0 else text

    def _at(self) -> str:
        return self._number(1, 19)

    def _numbers(self, count: int, low: float = 1, high: float = 19) -> str:
        return self._pick(" ", ",", " , ").join(self._number(low, high) for _ in range(count))

    def _path(self) -> str:
        made, last = [f"{self._pick('M', 'm')}{self._numbers(2)}"], "M"
        for _ in range(self._chance.randint(1, 5)):
            letter = self._pick(*"LlHhVvCcSsQqTtAaZzMm")
            if letter.upper() in _NOT_AFTER.get(last, ""):
                letter = self._pick("L", "l", "C", "c")
            last = letter.upper()
            count = {"L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "M": 2}.get(
                letter.upper(), 0
            )
            span = (1, 19) if letter.isupper() else (-6, 6)
            if letter in "Aa":
                flags = f"{self._pick('0', '1')}{self._pick(' ', ',', '')}{self._pick('0', '1')}"
                radii = f"{self._number(1, 8)} {self._number(1, 8)} {self._number(0, 90)}"
                made.append(f"{letter}{radii} {flags} {self._numbers(2, *span)}")
            elif count:
                again = 1 if letter in "HhVv" else self._chance.choice((1, 1, 1, 2))
                parts = " ".join(self._numbers(count, *span) for _ in range(again))
                made.append(f"{letter}{self._pick('', ' ')}{parts}")
            else:
                made.append(letter)
        return self._pick("", " ").join(made)

    def _transform(self) -> str:
        number, made = self._number, []
        for _ in range(self._chance.choice((1, 1, 2))):
            kind = self._pick("translate", "rotate", "scale", "skewX", "skewY", "matrix", "turn")
            made.append(
                {
                    "translate": lambda: f"translate({number(-4, 4)} {number(-4, 4)})",
                    "rotate": lambda: f"rotate({number(-60, 60)})",
                    "turn": lambda: f"rotate({number(-180, 180)},{number(5, 15)},{number(5, 15)})",
                    "scale": lambda: f"scale({number(0.4, 1.5)}{self._pick('', ' 1.2', ' -1')})",
                    "skewX": lambda: f"skewX({number(-30, 30)})",
                    "skewY": lambda: f"skewY({number(-30, 30)})",
                    "matrix": lambda: (
                        f"matrix({number(0.5, 1.4)},{number(-0.4, 0.4)},{number(-0.4, 0.4)},"
                        f"{number(0.5, 1.4)} {number(-3, 3)} {number(-3, 3)})"
                    ),
                }[kind]()
            )
        return self._pick(" ", ",", "").join(made)

    # --- paints and what else is defined --------------------------------------------------------

    def _define(self, element: str) -> str:
        name = f"d{len(self._defs)}"
        self._defs.append(element.replace("ID", name, 1))
        return name

    def _stops(self, opaque: bool) -> str:
        made = []
        colours = [one for one in COLOURS if not (opaque and len(one) == 9)]
        for offset in sorted(self._chance.random() for _ in range(self._chance.randint(2, 4))):
            told = f"{offset * 100:.0f}%" if self._maybe(0.4) else f"{offset:.2f}"
            colour, alpha = self._pick(*colours), ""
            if self._maybe(0.3) and not opaque:
                alpha = f' stop-opacity="{self._number(0, 1)}"'
            if self._maybe(0.2):
                made.append(f'<stop offset="{told}" style="stop-color:{colour};"{alpha}/>')
            else:
                made.append(f'<stop offset="{told}" stop-color="{colour}"{alpha}/>')
        return "".join(made)

    def _server(self, of_letters: bool = False) -> str:
        kind = self._pick("linear", "linear", "radial", "radial" if of_letters else "pattern")
        own = ""
        if self._maybe(0.3):
            name = "patternTransform" if kind == "pattern" else "gradientTransform"
            own += f' {name}="rotate({self._number(-90, 90)})"'
        if kind == "pattern":
            side = self._number(2, 6)
            self._depth += 1
            inside = "".join(self._shape(plain=True, extent=5) for _ in range(2))
            self._depth -= 1
            units = f'patternUnits="userSpaceOnUse" width="{side}" height="{side}"'
            if self._maybe(0.3):
                units = 'width=".25" height="25%"'
            return self._define(f'<pattern id="ID" {units}{own}>{inside}</pattern>')
        if self._maybe(0.3):
            own += f' spreadMethod="{self._pick("pad", "reflect", "repeat")}"'
        user = self._maybe(0.4)
        high = 19 if user else 1
        if user:
            own += ' gradientUnits="userSpaceOnUse"'
        if kind == "linear":
            if self._maybe(0.6) or user:
                for key in ("x1", "y1", "x2", "y2"):
                    own += f' {key}="{self._number(0, high)}"'
            return self._define(
                f'<linearGradient id="ID"{own}>{self._stops(of_letters)}</linearGradient>'
            )
        if self._maybe(0.6) or user:
            middle = self._number(0.3 * high, 0.7 * high), self._number(0.3 * high, 0.7 * high)
            own += f' cx="{middle[0]}" cy="{middle[1]}" r="{self._number(0.2 * high, high)}"'
        return self._define(
            f'<radialGradient id="ID"{own}>{self._stops(of_letters)}</radialGradient>'
        )

    def _paint(self, servers: float = 0.18, of_letters: bool = False) -> str:
        if self._maybe(servers) and self._depth < 2:
            return f"url(#{self._server(of_letters)}){self._pick('', '', ' red')}"
        if self._maybe(self._broken):
            return self._pick("rred", "#12", "url(#gone)", "rgb(1,2)", "url(file:///x)")
        return self._pick(*COLOURS, "none")

    def _look(self, of_letters: bool = False) -> str:
        """Attributes of paint; some of them as a style."""
        stroked = self._maybe(0.45)
        servers = 0.0 if of_letters and stroked else 0.18
        told: dict[str, str] = {"fill": self._paint(servers, of_letters)}
        if of_letters and not stroked:
            told["stroke"] = "none"
        if stroked:
            told |= {"stroke": self._paint(servers), "stroke-width": self._number(0.2, 2)}
            if self._maybe(0.4):
                told["stroke-linecap"] = self._pick("butt", "round", "square")
            if self._maybe(0.4):
                told["stroke-linejoin"] = self._pick("miter", "round", "bevel")
            if self._maybe(0.3):
                told["stroke-dasharray"] = self._numbers(self._chance.randint(1, 3), 0.5, 3)
                if self._maybe(0.5):
                    told["stroke-dashoffset"] = self._number(-3, 3)
            if self._maybe(0.15) and "url" not in told["stroke"] and not of_letters:
                told["vector-effect"] = "non-scaling-stroke"
            if self._maybe(0.1):
                told["paint-order"] = self._pick("stroke", "normal", "stroke fill")
            if self._maybe(0.2):
                told["stroke-opacity"] = self._number(0, 1)
            if self._maybe(0.1):
                told["stroke-miterlimit"] = self._number(1, 6)
        if self._maybe(0.2):
            told["fill-opacity"] = self._pick(self._number(0, 1), "50%")
        if self._maybe(0.3):
            told["fill-rule"] = self._pick("nonzero", "evenodd")
        if self._maybe(0.15):
            told["opacity"] = self._number(0, 1)
        if self._maybe(0.03):
            told["visibility"] = self._pick("hidden", "visible")
        if self._maybe(0.15):
            style = ";".join(f"{key}: {value}" for key, value in told.items())
            return f' style="{style}{self._pick("", ";")}"'
        return "".join(f' {key}="{value}"' for key, value in told.items())

    def _around(self) -> str:
        """Attributes of transform, clip and mask."""
        made = f' transform="{self._transform()}"' if self._maybe(0.25) else ""
        if self._depth < 2 and self._maybe(0.08):
            made += f' clip-path="url(#{self._clip()})"'
        if self._depth < 2 and self._maybe(0.06):
            made += f' mask="url(#{self._mask()})"'
        if self._maybe(self._broken):
            made += f' clip-path="{self._pick("url(nowhere)", "url(#gone)")}"'
        return made

    def _clip(self) -> str:
        self._depth += 1
        inside = "".join(self._bare() for _ in range(self._chance.randint(1, 2)))
        self._depth -= 1
        return self._define(f'<clipPath id="ID">{inside}</clipPath>')

    def _mask(self) -> str:
        self._depth += 1
        inside = self._shape(plain=True)
        self._depth -= 1
        units = 'maskUnits="userSpaceOnUse" x="0" y="0" width="20" height="20"'
        return self._define(f'<mask id="ID" {units if self._maybe(0.5) else ""}>{inside}</mask>')

    # --- elements -------------------------------------------------------------------------------

    def _bare(self, extent: float = 19) -> str:
        """A shape without a look, not closed: `<rect …`."""
        at, size = (lambda: self._number(0.1, extent)), (lambda: self._number(1, extent * 0.6))
        kind = self._pick("rect", "circle", "ellipse", "path", "polygon", "path")
        if kind == "rect":
            corner = f' rx="{self._number(0, 4)}"' if self._maybe(0.4) else ""
            corner += f' ry="{self._number(0, 4)}"' if self._maybe(0.2) else ""
            return f'<rect x="{at()}" y="{at()}" width="{size()}" height="{size()}"{corner}/>'
        if kind == "circle":
            return f'<circle cx="{at()}" cy="{at()}" r="{self._number(0.5, extent / 3)}"/>'
        if kind == "ellipse":
            rx, ry = self._number(0.5, extent / 3), self._number(0.5, extent / 3)
            return f'<ellipse cx="{at()}" cy="{at()}" rx="{rx}" ry="{ry}"/>'
        if kind == "path":
            return f'<path d="{self._path()}"/>'
        return f'<polygon points="{self._numbers(2 * self._chance.randint(3, 5), 0, extent)}"/>'

    def _shape(self, *, plain: bool = False, extent: float = 19) -> str:
        bare = self._bare(extent)
        if self._maybe(0.08):
            bare = f'<polyline points="{self._numbers(8, 0, extent)}"/>'
        if self._maybe(0.06):
            spots = " ".join(f'{key}="{self._at()}"' for key in ("x1", "y1", "x2", "y2"))
            bare = f'<line {spots} stroke="#333333"/>'.replace('stroke="#333333"', "")
        made = bare[:-2] + self._look()
        if plain:
            return f"{made}/>"
        if self._maybe(0.06) and self._depth < 2:
            made += f' marker-{self._pick("start", "mid", "end")}="url(#{self._marker()})"'
        return f"{made}{self._around()}/>"

    def _marker(self) -> str:
        self._depth += 1
        inside = self._shape(plain=True, extent=3)
        self._depth -= 1
        own = self._pick('orient="auto"', "", 'orient="45"', 'markerUnits="userSpaceOnUse"')
        return self._define(
            f'<marker id="ID" markerWidth="4" markerHeight="4" refX="1" refY="1" {own}>'
            f"{inside}</marker>"
        )

    def _text(self) -> str:
        family = self._pick("Source Sans Pro", "Source Serif Pro")
        style = f'font-family="{family}" font-size="{self._number(2, 4)}"'
        if self._maybe(0.3):
            style += f' font-weight="{self._pick("700", "400", "900")}"'
        if self._maybe(0.2):
            style += ' font-style="italic"'
        anchor = self._pick("start", "start", "middle", "end")
        x = {"start": (2, 8), "middle": (8, 12), "end": (12, 18)}[anchor]
        words = self._pick("Hex", "Gold", "5", "a<tspan fill='red'>b</tspan>c", "Rio &amp; co")
        place = f'x="{self._number(*x)}" y="{self._number(4, 16)}" text-anchor="{anchor}"'
        return f"<text {place} {style}{self._look(of_letters=True)}>{words}</text>"

    def _item(self) -> str:
        self._depth += 1
        try:
            kind = self._chance.random()
            if kind < 0.12:
                return self._text()
            if kind < 0.25 and self._depth < 4:
                inside = "".join(self._item() for _ in range(self._chance.randint(1, 3)))
                look = self._look() if self._maybe(0.4) else ""
                return f"<g{look}{self._around()}>{inside}</g>"
            if kind < 0.33:
                return self._use()
            return self._shape()
        finally:
            self._depth -= 1

    def _use(self) -> str:
        place = f'x="{self._number(-4, 4)}" y="{self._number(-4, 4)}"'
        if self._maybe(0.4):
            box = 'viewBox="0 0 20 20"' if self._maybe(0.6) else ""
            inside = self._shape()
            name = self._define(f'<symbol id="ID" {box}>{inside}</symbol>')
            return f'<use href="#{name}" x="2" y="3" width="{self._number(4, 14)}" height="12"/>'
        name = self._define(self._shape().replace(" ", ' id="ID" ', 1))
        if self._maybe(self._broken):
            name = "gone"
        return f'<use href="#{name}" {place}{self._around()}/>'
