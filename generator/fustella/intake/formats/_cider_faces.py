"""Makes marks of what Cider's templates show on each card, or of the columns alone."""

from collections.abc import Iterator, Mapping, Sequence

from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.draw.svg.colours import parse_colour
from fustella.intake.formats._cider_bars import ASSET, kebab
from fustella.intake.formats._cider_page import Placed, length_px, placed_of
from fustella.intake.formats._icons import NamedIcons
from fustella.intake.formats._looks import ALIGNS, text_look, text_of_markup
from fustella.intake.marks import Box, Columns, Drawn, Mark, inside
from fustella.intake.pictures import TakenPictures
from fustella.intake.taken import Loss, Miss
from fustella.read.edit.yaml_writing import Value

_PRINT_PX = 500
"""Cards as wide as this are drawn at 300 pixels an inch, others at 96, those of a screen."""

_BLEED_PX = 37.5
_WITH_BLEED = frozenset(
    ((825, 1125), (750, 1125), (600, 825), (900, 1500), (1125, 1125), (825, 1425), (1125, 1725))
)
"""Sizes in pixels of a usual card with an eighth of an inch of bleed, which shops ask for."""

_COLOUR = regex(r"#[0-9a-fA-F]{3,8}\b|[a-z]+\([^()]*\)|[a-zA-Z]+")
_GRADIENT = regex(r"[a-z-]*gradient\((.*)\)")
_BOLD = regex(r"</?(?:b|strong)>")
_NAMED = regex(r"name=[\"']?([^\s\"'>]{1,80})")
_SHADES = ("solid", "dashed", "dotted", "double", "none", "inset", "outset", "groove", "ridge")
_LEAST_MM = 1.0
_MOST_LETTERS = 500


class FaceMaker:
    """Makes the marks of one side; `size_mm` and `bleed_mm` follow from what its templates say."""

    def __init__(
        self, pictures: TakenPictures, icons: NamedIcons, own_icons: dict[str, str],
        assets: Mapping[str, str], losses: list[Loss], place: Place,
    ) -> None:  # fmt: skip
        self.pictures, self._icons, self._own = pictures, icons, own_icons
        self._assets, self._losses, self.place = assets, losses, place
        self.size_mm = (0.0, 0.0)
        self.bleed_mm = 0.0
        self._mm = MM_PER_INCH / 96

    def as_text(self, cell: str) -> str:
        """A cell as a text with our markup, with icons for assets that it names in braces."""
        return text_of_markup(cell.replace("\r", "").replace("\n", "<br>"), self._instead)

    def _instead(self, name: str, tag: str) -> str:
        found = _NAMED.search(tag) if name == "icon" else None
        return self._sign(found[1]) if found else ""

    def _sign(self, name: str) -> str:
        file = self._assets.get(name, "")
        if file.lower().endswith(".svg"):
            key = name if name[:1].isalpha() else f"i-{name}"
            self._own[key] = file
            return f"{{{key}}}"
        return self._icons.sign(name, self.place)

    def are_pictures(self, cells: Sequence[str]) -> bool:
        """Whether all cells that are filled name assets."""
        filled = [cell for cell in cells if cell.strip()]
        return bool(filled) and all(kebab(cell) in self._assets for cell in filled)

    def drawings(self, pages: Sequence[tuple[str, str]], columns: Columns) -> list[Drawn]:
        """What pages of HTML and CSS show, one page for each card."""
        gathered: dict[tuple[str, str, int], list[Mark]] = {}
        for number, (html, css) in enumerate(pages, 1):
            placed, size = placed_of(html, css)
            if not placed:
                continue
            if not self.size_mm[0]:
                self._take_size(size)
            seen: dict[tuple[str, str], int] = {}
            for one in placed:
                mark = self._mark(one, number)
                if mark is not None:
                    key = (one.name, one.draws)
                    seen[key] = seen.get(key, 0) + 1
                    gathered.setdefault((*key, seen[key]), []).append(mark)
        return [
            Drawn(_name(name, draws), self._patterned(marks, columns), self.place)
            for (name, draws, _), marks in gathered.items()
        ]

    def _take_size(self, size: tuple[float, float]) -> None:
        self._mm = MM_PER_INCH / (300.0 if max(size) >= _PRINT_PX else 96.0)
        pixels = (round(size[0]), round(size[1]))
        bleed_px = _BLEED_PX if pixels in _WITH_BLEED or pixels[::-1] in _WITH_BLEED else 0.0
        self.bleed_mm = round(bleed_px * self._mm, 2)
        self.size_mm = (
            round((size[0] - 2 * bleed_px) * self._mm, 2),
            round((size[1] - 2 * bleed_px) * self._mm, 2),
        )

    def _mark(self, one: Placed, card: int) -> Mark | None:
        x, y, width, height = (side * self._mm for side in one.area)
        x, y = x - self.bleed_mm, y - self.bleed_mm
        box: Box = (round(x, 2), round(y, 2), round(width, 2), round(height, 2))
        if min(box[2:]) < 0.1:
            return None
        if one.draws == "panel":
            look = self._panel(one.style)
            return Mark("panel", card, box, look) if look else None
        if one.draws == "image":
            return self._picture(one, card, box)
        look = self._text(one.style)
        content = _BOLD.sub("", one.content) if look.get("bold") else one.content
        shown = text_of_markup(content, self._instead).strip()
        zone = inside(box, self.size_mm)
        if not shown or zone is None or min(zone[2:]) < _LEAST_MM:
            return None
        return Mark("text", card, zone, look, shown)

    def _picture(self, one: Placed, card: int, box: Box) -> Mark | None:
        address = one.content.strip()
        if not address or address == ASSET:
            return None
        fit = one.style.get("object-fit") or one.style.get("background-size") or "stretch"
        fit = fit if fit in ("cover", "contain") else "stretch"
        return Mark("image", card, box, {"fit": fit}, self.picture(address))

    def picture(self, address: str) -> str:
        """The name in `art/` of a picture: of an asset by its name, or of an address."""
        name = address.removeprefix(ASSET)
        known = self._assets.get(kebab(name), name)
        if known.startswith("data:"):
            return self.pictures.embedded(known, kebab(name)[:60], self.place)
        return self.pictures.take(known, self.place)

    def _panel(self, style: Mapping[str, str]) -> dict[str, Value]:
        look: dict[str, Value] = {}
        ground = style.get("background-color", "")[:_MOST_LETTERS]
        whole = (style.get("background") or style.get("background-image", ""))[:_MOST_LETTERS]
        if found := _GRADIENT.search(whole):
            ground = found[1]
            why = "a gradient: its first colour is taken"
            self._losses.append(Loss(Miss.LOOKS, "background", why, self.place, approximated=True))
        fill, alpha = _colour(ground or whole)
        if fill and alpha > 0:
            look["fill"] = fill
            if alpha < 1:
                look["opacity"] = round(alpha, 2)
        em = length_px(style["font-size"], 16.0, 16.0)
        typed = style.get("border", "")
        width = next((length_px(w, 0.0, em) for w in typed.split() if length_px(w, 0.0, em)), 0.0)
        width = width or length_px(style.get("border-width", ""), 0.0, em)
        line, _ = _colour(style.get("border-color") or typed)
        if width > 0 and "none" not in typed:
            thick = min(20.0, max(0.05, round(width * self._mm, 2)))
            look |= {"line": line or "#000000", "line_width": f"{thick:g}mm"}
        radius = length_px(style.get("border-radius", "").split(" ")[0], 0.0, em)
        if look and radius > 0:
            look["radius"] = f"{min(100.0, round(radius * self._mm, 2)):g}mm"
        elif look and style.get("border-radius", "").strip() == "50%":
            look["shape"] = "circle"
        return look

    def _text(self, style: Mapping[str, str]) -> dict[str, Value]:
        size = length_px(style["font-size"], 16.0, 16.0) * self._mm * 72 / MM_PER_INCH
        colour, _ = _colour(style.get("color", ""))
        look = text_look(round(size, 1), style.get("font-family", "sans"), colour or "#000000")
        align = style.get("text-align", "left")
        look["align"] = ALIGNS.get(align, "left")
        is_flex = style.get("display") in ("flex", "inline-flex")
        middle = "center" in (style.get("align-items", ""), style.get("vertical-align", ""))
        look["valign"] = "middle" if is_flex and middle else "top"
        if is_flex and style.get("justify-content") == "center" and "text-align" not in style:
            look["align"] = "center"
        weight = style.get("font-weight", "")
        look |= {"bold": True} if weight in ("bold", "bolder", "600", "700", "800", "900") else {}
        look |= {"italic": True} if style.get("font-style") == "italic" else {}
        return look | ({"caps": True} if style.get("text-transform") == "uppercase" else {})

    def _patterned(self, marks: Sequence[Mark], columns: Columns) -> list[Mark]:
        """The marks, as those of a column where all of them show its cells."""
        if marks[0].draws != "text" or len({mark.content for mark in marks}) < 2:
            return [*marks]
        for field in columns.named.values():
            cells = columns.values[field]
            if all(self.as_text(cells[mark.card - 1]).strip() == mark.content for mark in marks):
                return [
                    Mark(mark.draws, mark.card, mark.box, mark.look, mark.content, f"{{{field}}}")
                    for mark in marks
                ]
        return [*marks]


def _name(name: str, draws: str) -> str:
    return {"panel": f"{name} panel", "image": f"{name} picture"}.get(draws, name)


def _colour(typed: str) -> tuple[str, float]:
    """The first colour in a value of CSS, "" for none, and its opacity."""
    for word in _COLOUR.findall(typed[:_MOST_LETTERS]):
        if word in _SHADES or word in ("to", "at", "circle", "ellipse", "center"):
            continue
        found = parse_colour(word)
        if found is not None:
            return found.text, found.alpha
    return "", 0.0


def plain_face(
    columns: Columns, names: Sequence[str], cards: Sequence[Mapping[str, str]], maker: FaceMaker,
    size_mm: tuple[float, float],
) -> list[Drawn]:  # fmt: skip
    """A face by what the columns are: pictures above, a title, and texts below each other."""
    maker.size_mm = size_mm
    return [drawn for drawn in _plain_zones(columns, names, cards, maker, size_mm) if drawn.marks]


def _plain_zones(
    columns: Columns, names: Sequence[str], cards: Sequence[Mapping[str, str]], maker: FaceMaker,
    size_mm: tuple[float, float],
) -> Iterator[Drawn]:  # fmt: skip
    width, height = size_mm
    margin = 4.0
    filled = [name for name in names if any(card.get(name, "").strip() for card in cards)]
    pictures = [
        name
        for name in filled
        if name.strip().lower() != "name"
        and maker.are_pictures([card.get(name, "") for card in cards])
    ]
    texts = [name for name in filled if name not in pictures]
    top = margin
    for number, name in enumerate(texts[:1] + pictures[:1] + texts[1:]):
        is_picture = name in pictures
        left = max(1, len(texts) + bool(pictures) - number)
        high = 9.0 if number == 0 else (height - margin - top) / left
        high = height * 0.4 if is_picture else max(4.0, high)
        box = (margin, round(top, 2), width - 2 * margin, round(min(high, height - top - 1), 2))
        if box[3] < _LEAST_MM:
            return
        field = columns.named[name]
        marks = []
        for card, row in enumerate(cards, 1):
            cell = row.get(name, "").strip()
            if not cell:
                continue
            if is_picture:
                taken = maker.picture(cell)
                marks.append(Mark("image", card, box, {"fit": "contain"}, taken))
            else:
                look = text_look(14 if number == 0 else 9, "sans", "#000000")
                look |= {"align": "left", "valign": "top"} | ({} if number else {"bold": True})
                marks.append(Mark("text", card, box, look, maker.as_text(cell), f"{{{field}}}"))
        yield Drawn(name, marks, maker.place)
        top += high + 1
