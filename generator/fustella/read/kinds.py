"""The kinds of a game: outlines and templates from what game.yaml says.

Which kinds and boxes share sheets: names that are taken, and stocks that do not go together.

The form of game.yaml.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fustella.core.geometry import Outline, Size, Split
from fustella.core.model import FibreAlong, Kind
from fustella.core.paper import Stock
from fustella.core.problems import Place, Problem, did_you_mean
from fustella.read.fields import FieldType, field_types, read_text
from fustella.read.forms import anything, entry, form_of, one_of
from fustella.read.nodes import MappingNode, line_at
from fustella.read.scalars import (
    DISTANCE,
    IDENTIFIER,
    LOOKS,
    RAW,
    SIZE,
    STRING,
    nothing,
)
from fustella.read.tables import Tables, read_split

RESERVED = ("cover", "checklist")
"""Names of sheets that the tool itself prints."""

_SIDES = ("fronts", "backs")
"""What the names of files end with that hold one side of the sheets of a group."""


def problems_of_sheets(kinds: Sequence[Kind], data: MappingNode, file: str) -> Iterator[Problem]:
    """What is wrong with the sheets that kinds share, those of boxes among them.

    E121 where their files would have one name, E128 where one sheet is to be of two stocks. `data`
    is game.yaml as typed: each is said where the name of the sheet stands.
    """
    groups = {kind.sheet for kind in kinds}
    places = {kind.id: _place(kind, data, file) for kind in kinds}
    for kind in kinds:
        taken = _taken(kind.sheet, groups)
        if taken:
            yield Problem("E121", places[kind.id], taken, "call it otherwise: `sheet: …`")
    yield from _two_stocks(kinds, places)


def _two_stocks(kinds: Sequence[Kind], places: Mapping[str, Place]) -> Iterator[Problem]:
    """Kinds of another stock than the first on their sheet."""
    first: dict[str, Kind] = {}
    seen: set[tuple[str, str]] = set()
    for kind in kinds:
        if kind.stock is None:
            continue
        other = first.setdefault(kind.sheet, kind)
        if other.stock is None or other.stock.id == kind.stock.id:
            continue
        place, pair = places[kind.id], (kind.sheet, kind.stock.id)
        # A box without a `sheet` follows a kind of its stock, of which it has been said already.
        if place.key.endswith(".sheet") or pair not in seen:
            message = (
                f"`{kind.id}` is of {kind.stock.id} and shares sheets with `{other.id}`, "
                f"which is of {other.stock.id}"
            )
            hint = f"a sheet of paper is of one stock: another `sheet:` for `{kind.id}`"
            yield Problem("E128", place, message, hint)
        seen.add(pair)


def _taken(sheet: str, groups: set[str]) -> str:
    """Whose name a sheet has already, or ""."""
    if sheet in RESERVED:
        return f"the sheets of the {sheet} have the name `{sheet}` already"
    for side in _SIDES:
        whose = sheet.removesuffix(f"-{side}")
        if whose != sheet and whose in groups:
            return f"the {side} of `{whose}` have the name `{sheet}`, with `--duplex separate`"
    return ""


def _place(kind: Kind, data: MappingNode, file: str) -> Place:
    """Where a kind or box says which sheets it is on, else where it stands."""
    section = next(name for name in ("kinds", "boxes") if kind.id in _entries(data, name))
    node = _entries(data, section)[kind.id]
    key = next(
        (key for key in ("sheet", "stock") if isinstance(node, MappingNode) and key in node), ""
    )
    location = (section, kind.id, key) if key else (section, kind.id)
    return Place(file, line_at(data, location), ".".join(location))


def _entries(data: MappingNode, section: str) -> MappingNode:
    entries = data.get(section)
    return entries if isinstance(entries, MappingNode) else MappingNode(0)


@dataclass(frozen=True, slots=True)
class FieldsForm:
    """What the pieces of a kind say on each side."""

    front: MappingNode = entry(RAW, factory=nothing)
    back: MappingNode = entry(RAW, factory=nothing)


@dataclass(frozen=True, slots=True)
class KindForm:
    """One entry of `kinds`; lengths in mm."""

    name: object = entry(anything)
    front: str = entry(STRING)
    shape: str = entry(one_of("rectangle", "hexagon", "circle"), default="rectangle")
    size: str | None = entry(STRING, default=None)
    width: float | None = entry(SIZE, default=None)
    height: float | None = entry(SIZE, default=None)
    across_flats: float | None = entry(SIZE, default=None)
    diameter: float | None = entry(SIZE, default=None)
    corner: float = entry(DISTANCE, default=0.0)
    bleed: float = entry(DISTANCE, default=0.0)
    safe: float = entry(DISTANCE, default=0.0)
    edge: str = entry(STRING, default="")
    stock: str = entry(STRING, default="")
    grain: str = entry(one_of(*FibreAlong), default=FibreAlong.ANY.value)
    back: str | None = entry(STRING, default=None)
    sheet: str | None = entry(IDENTIFIER, default=None)
    split: Split | None = entry(read_split, default=None)
    looks: int = entry(LOOKS, default=1)
    fields: FieldsForm = entry(form_of(FieldsForm), factory=FieldsForm)


_SIZE_KEYS = {
    "rectangle": ("size", "width", "height", "corner"),
    "hexagon": ("across_flats",),
    "circle": ("diameter",),
}


@dataclass(frozen=True, slots=True)
class KindRead:
    """A kind, and the types of its pieces' fields."""

    kind: Kind
    front: tuple[tuple[str, FieldType], ...]
    back: tuple[tuple[str, FieldType], ...]


@dataclass(frozen=True, slots=True)
class KindReader:
    """Reads the kinds of one game.yaml; what is wrong goes to `problems`."""

    file: str
    languages: tuple[str, ...]
    tables: Tables
    colours: MappingNode
    templates: Path
    problems: list[Problem]

    def read(self, kind_id: str, form: KindForm, node: MappingNode, line: int) -> KindRead:
        """One kind. Where its size is not known it gets another, so that its pieces are checked."""
        key = f"kinds.{kind_id}"
        name_place = Place(self.file, node.line_of("name"), f"{key}.name")
        name = read_text(form.name, self.languages, name_place, self.problems)
        for side in ("front", "back"):
            self._check_template(getattr(form, side), node, side, key)
        outline = self._outline(form, node, key)
        fields = node.get("fields")
        sides = fields if isinstance(fields, MappingNode) else MappingNode(line)
        types = {side: self._fields(sides, side, key) for side in ("front", "back")}
        kind = Kind(
            id=kind_id,
            name=name,
            outline=outline or Outline.rectangle(1, 1),
            bleed_mm=form.bleed,
            front=form.front,
            back=form.back,
            sheet=form.sheet or form.stock or kind_id,
            split=form.split,
            looks=form.looks,
            place=Place(self.file, line, key),
            safe_mm=form.safe,
            stock=self._stock(form, node, key),
            grain=FibreAlong(form.grain),
            edge=self._edge(form, node, key),
        )
        return KindRead(kind, types["front"], types["back"])

    def _fields(self, sides: MappingNode, side: str, key: str) -> tuple[tuple[str, FieldType], ...]:
        declared = sides.get(side)
        if not isinstance(declared, MappingNode):
            return ()
        return field_types(declared, self.file, f"{key}.fields.{side}", self.problems)

    def _stock(self, form: KindForm, node: MappingNode, key: str) -> Stock | None:
        if form.stock and form.stock not in self.tables.stocks:
            known = self.tables.stocks
            hint = did_you_mean(form.stock, known) or "add it to content/stocks.yaml"
            self._report("E118", node, "stock", key, f"there is no stock `{form.stock}`", hint)
        return self.tables.stocks.get(form.stock)

    def _edge(self, form: KindForm, node: MappingNode, key: str) -> str:
        """The name of one of the game's colours."""
        if form.edge and form.edge not in self.colours:
            hint = did_you_mean(form.edge, self.colours) or "add it to `colours`"
            self._report("E115", node, "edge", key, f"there is no colour `{form.edge}`", hint)
        return form.edge

    def _check_template(self, name: str | None, node: MappingNode, side: str, key: str) -> None:
        if name is None or (self.templates / name).is_file():
            return
        known = [path.name for path in self.templates.glob("*.svg.j2")]
        hint = did_you_mean(name, known) or "put it into the game's folder in templates/"
        self._report("E117", node, side, key, f"there is no template `{name}`", hint)

    def _outline(self, form: KindForm, node: MappingNode, key: str) -> Outline | None:
        typed = [k for keys in _SIZE_KEYS.values() for k in keys if k in node]
        for extra in (k for k in typed if k not in _SIZE_KEYS[form.shape]):
            hint = f"a {form.shape} has {', '.join(_SIZE_KEYS[form.shape])}"
            self._report("E106", node, extra, key, f"a {form.shape} has no `{extra}`", hint)
        if form.shape == "hexagon" and form.across_flats:
            return Outline.hexagon(form.across_flats)
        if form.shape == "circle" and form.diameter:
            return Outline.circle(form.diameter)
        if form.shape == "rectangle" and form.size:
            return self._named(form, node, key)
        if form.shape == "rectangle" and form.width and form.height:
            return self._rounded(Size(form.width, form.height), form, node, key)
        needed = {"rectangle": "width: … and height: …, or size: …", "hexagon": "across_flats: …"}
        hint = f"add {needed.get(form.shape, 'diameter: …')}"
        self._report("E107", node, "shape", key, f"the {form.shape} has no size", hint)
        return None

    def _named(self, form: KindForm, node: MappingNode, key: str) -> Outline | None:
        size = self.tables.sizes.get(str(form.size))
        if size is None:
            hint = did_you_mean(str(form.size), self.tables.sizes) or "see content/sizes.yaml"
            self._report("E118", node, "size", key, f"there is no size `{form.size}`", hint)
            return None
        if form.width or form.height:
            message = "both a named size and a width or height"
            self._report("E106", node, "size", key, message, "keep one of them")
        return self._rounded(size, form, node, key)

    def _rounded(self, size: Size, form: KindForm, node: MappingNode, key: str) -> Outline:
        if form.corner > min(size.width_mm, size.height_mm) / 2:
            message = "the corner is larger than half the piece"
            self._report("E110", node, "corner", key, message, "make it smaller")
        return Outline.rectangle(size.width_mm, size.height_mm, form.corner)

    def _report(
        self, code: str, node: MappingNode, key: str, at: str, message: str, hint: str
    ) -> None:
        place = Place(self.file, node.line_of(key), f"{at}.{key}")
        self.problems.append(Problem(code, place, message, hint))
