"""The kinds of a game: outlines and templates from what game.yaml says."""

from dataclasses import dataclass
from pathlib import Path

from generator.geometry import Outline, Size
from generator.model import FibreAlong, Kind
from generator.papers import Stock
from generator.problems import Place, Problem, did_you_mean
from generator.read.fields import FieldType, field_types
from generator.read.game_form import KindForm
from generator.read.nodes import Mapping
from generator.read.tables import Tables
from generator.read.texts import read_text

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
    colours: Mapping
    templates: Path
    problems: list[Problem]

    def read(self, kind_id: str, form: KindForm, node: Mapping, line: int) -> KindRead:
        """One kind. Where its size is not known it gets another, so that its pieces are checked."""
        key = f"kinds.{kind_id}"
        name_place = Place(self.file, node.line_of("name"), f"{key}.name")
        name = read_text(form.name, self.languages, name_place, self.problems)
        for side in ("front", "back"):
            self._check_template(getattr(form, side), node, side, key)
        outline = self._outline(form, node, key)
        fields = node.get("fields")
        sides = fields if isinstance(fields, Mapping) else Mapping(line)
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

    def _fields(self, sides: Mapping, side: str, key: str) -> tuple[tuple[str, FieldType], ...]:
        declared = sides.get(side)
        if not isinstance(declared, Mapping):
            return ()
        return field_types(declared, self.file, f"{key}.fields.{side}", self.problems)

    def _stock(self, form: KindForm, node: Mapping, key: str) -> Stock | None:
        if form.stock and form.stock not in self.tables.stocks:
            known = self.tables.stocks
            hint = did_you_mean(form.stock, known) or "add it to content/stocks.yaml"
            self._report("E118", node, "stock", key, f"there is no stock `{form.stock}`", hint)
        return self.tables.stocks.get(form.stock)

    def _edge(self, form: KindForm, node: Mapping, key: str) -> str:
        """The name of one of the game's colours."""
        if form.edge and form.edge not in self.colours:
            hint = did_you_mean(form.edge, self.colours) or "add it to `colours`"
            self._report("E115", node, "edge", key, f"there is no colour `{form.edge}`", hint)
        return form.edge

    def _check_template(self, name: str | None, node: Mapping, side: str, key: str) -> None:
        if name is None or (self.templates / name).is_file():
            return
        known = [path.name for path in self.templates.glob("*.svg.j2")]
        hint = did_you_mean(name, known) or "put it into the game's folder in templates/"
        self._report("E117", node, side, key, f"there is no template `{name}`", hint)

    def _outline(self, form: KindForm, node: Mapping, key: str) -> Outline | None:
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

    def _named(self, form: KindForm, node: Mapping, key: str) -> Outline | None:
        size = self.tables.sizes.get(str(form.size))
        if size is None:
            hint = did_you_mean(str(form.size), self.tables.sizes) or "see content/sizes.yaml"
            self._report("E118", node, "size", key, f"there is no size `{form.size}`", hint)
            return None
        if form.width or form.height:
            message = "both a named size and a width or height"
            self._report("E106", node, "size", key, message, "keep one of them")
        return self._rounded(size, form, node, key)

    def _rounded(self, size: Size, form: KindForm, node: Mapping, key: str) -> Outline:
        if form.corner > min(size.width_mm, size.height_mm) / 2:
            message = "the corner is larger than half the piece"
            self._report("E110", node, "corner", key, message, "make it smaller")
        return Outline.rectangle(size.width_mm, size.height_mm, form.corner)

    def _report(self, code: str, node: Mapping, key: str, at: str, message: str, hint: str) -> None:
        place = Place(self.file, node.line_of(key), f"{at}.{key}")
        self.problems.append(Problem(code, place, message, hint))
