"""Reads the kinds of a game, and checks the sheets that kinds and boxes share."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.reading import is_file, is_inside, names_in, why_missing
from fustella.core.geometry.grids import Grid
from fustella.core.geometry.shapes import Outline, Size, Split
from fustella.core.values.fonts import BUILT_IN, ROLES
from fustella.core.values.model import (
    NO_LAYOUT,
    SIDES,
    FibreAlong,
    Kind,
    Overlap,
    Record,
    SideName,
    Text,
    Word,
)
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.core.values.schemas import Schema, Vocabulary, named
from fustella.read.alike import LIKE, joined_deeply
from fustella.read.fields import FIELDS, TEXT, FieldType, field_types
from fustella.read.filled_zones import NONE, deciding_fields, zone_follows
from fustella.read.following import FollowingSide, fields_shown
from fustella.read.following_kinds import (
    FollowingKind,
    following_keys,
    kind_schema,
    plain_kind,
)
from fustella.read.forms import At, Form, Reader, entry, form_of, one_of
from fustella.read.grids import GRID, GridForm, read_grid, seams_of
from fustella.read.hardly_meant import check_words, forgotten_signs
from fustella.read.languages import DEFAULT_LANGUAGE, Languages, read_text
from fustella.read.layouts import (
    LAYOUT,
    NO_COLOUR,
    READY_COLOURS,
    SOFT,
    LayoutReader,
    is_new,
    panels_of,
)
from fustella.read.nodes import MappingNode, place_at
from fustella.read.outlines import SIZE_KEYS, OutlineForm, read_outline, rule_of_shape
from fustella.read.ready import PREFIX, SUFFIX, ReadyFace, ReadyFaces
from fustella.read.scalars import IDENTIFIER, LOOKS, STRING, nothing, raw
from fustella.read.tables import SPLIT, Tables

RESERVED = ("cover", "checklist")
"""The names of sheets that the tool itself prints."""


class FieldsForm(Form, frozen=True):
    """The declared fields of each side."""

    front: MappingNode = entry(
        raw(FIELDS, "title: text"),
        factory=nothing,
        about="The fields of the front: {name: text, level?: number}.",
    )
    back: MappingNode = entry(
        raw(FIELDS, "title: text"), factory=nothing, about="Those of the back, as for the front."
    )


def _templates(vocabulary: Vocabulary) -> Schema:
    """The schema of a template's name: any name, because the template may be made later."""
    return {
        "title": "name of a template",
        "type": "string",
        "pattern": r"\S",
        "examples": list(vocabulary.templates) or ["card.svg.j2"],
    }


TEMPLATE = STRING.described(_templates)
_RESERVED: Schema = {"enum": list(RESERVED), "errorMessage": "the tool's own sheets are called so"}
SHEET = IDENTIFIER.described(lambda vocabulary: {**IDENTIFIER.schema(vocabulary), "not": _RESERVED})
STOCK = STRING.described(lambda vocabulary: named(vocabulary.stocks, "name of a stock"))


class LayoutForm(Form, frozen=True):
    """The zones of each side."""

    front: MappingNode = entry(
        LAYOUT, factory=nothing, about="Those of the front: {title: {y: 4mm}, art: false}."
    )
    back: MappingNode = entry(LAYOUT, factory=nothing, about="Those of the back, as for the front.")
    both: MappingNode = entry(
        LAYOUT, factory=nothing, about="What zones of this name have on either side."
    )


class KindForm(OutlineForm, frozen=True, kw_only=True):
    """A kind of piece."""

    front: str = entry(
        TEMPLATE, about="The template of the front: a file in templates/, or a ready face."
    )
    like: str = entry(
        STRING.described(lambda vocabulary: named(vocabulary.kinds, "kind")),
        default="",
        about="Another kind; what this one leaves out is as it is there.",
    )
    name: object = entry(
        TEXT,
        default=None,
        about="What the cover and `fustella list` call the kind, in each language.",
    )
    stock: str = entry(
        STOCK, default="", about="What the piece is made of; kinds of one stock share sheets."
    )
    grain: str = entry(
        one_of(*FibreAlong),
        default=FibreAlong.ANY.value,
        about="The side of the piece that the fibres of the paper follow.",
    )
    back: str | None = entry(
        TEMPLATE, default=None, about="The template of the back; left out: printed on one side."
    )
    sheet: str | None = entry(
        SHEET,
        default=None,
        about="Kinds of the same sheet share sheets; default: the stock, or the kind's own id.",
    )
    deck: str = entry(
        IDENTIFIER,
        default="",
        about="Kinds of one deck are shuffled together, and numbered through; default: the kind.",
    )
    split: Split | None = entry(
        SPLIT,
        default=None,
        about="Whether the piece may be larger than a page, and where it is parted then.",
    )
    grid: GridForm | None = entry(
        GRID, default=None, about="The cells of a board: they draw, number, part and place it."
    )
    looks: int = entry(
        LOOKS, default=1, about="In how many slightly different ways each piece is drawn."
    )
    fields: FieldsForm = entry(
        form_of(FieldsForm), factory=FieldsForm, about="What a piece of this kind says, by side."
    )
    layout: LayoutForm = entry(
        form_of(LayoutForm),
        factory=LayoutForm,
        about="Where the zones of ready faces lie, and how they look, by side.",
    )


_READY: Schema = {"required": ["front"], "properties": {"front": {"pattern": f"^{PREFIX}"}}}
_SPEAKS_OF_BACK: Schema = {
    "anyOf": [
        {"required": [key], "properties": {key: {"type": "object", "required": ["back"]}}}
        for key in ("fields", "layout")
    ]
}
_OUTLINE_KEYS = {"shape", *(key for keys in SIZE_KEYS.values() for key in keys)} - {"corner"}
_TYPED: Schema = {"required": ["shape"]}

_KIND = form_of(
    KindForm,
    {"if": _READY, "else": {"required": ["name"]}},
    {"if": _SPEAKS_OF_BACK, "then": {"required": ["back"]}},
    {
        "if": {"anyOf": [{"not": _READY}, _TYPED]},
        "then": {"allOf": [rule_of_shape(shape) for shape in SIZE_KEYS]},
    },
)
"""Reads a kind. A ready face may bring its name and size, but not the size of a typed `shape`."""


def _kind_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of a kind; a kind that is `like` another may lack required keys."""
    schema = dict(kind_schema(_KIND.schema(vocabulary)))
    needed = {key: schema.pop(key) for key in ("required", "allOf") if key in schema}
    return {**schema, "allOf": [{"if": {"not": {"required": [LIKE]}}, "then": needed}]}


KIND = Reader(lambda value, at: _KIND(plain_kind(value, at), at), _kind_schema)
"""Reads a kind that `completed` has completed.

Keys that follow from the fields of a piece are read without regard to a piece.
"""


class KindRead(Struct, frozen=True):
    """A kind, and the types of its pieces' fields; `faulty` if a fault leaves these unknown.

    `following` are the sides whose zones follow from the fields of each piece. `whole` reads the
    kind itself for each piece, if some of its keys follow.
    """

    kind: Kind
    front: tuple[tuple[str, FieldType], ...]
    back: tuple[tuple[str, FieldType], ...]
    faulty: bool = False
    following: tuple[FollowingSide, ...] = ()
    whole: FollowingKind | None = None

    def relaxed(self, faulty: Collection[tuple[str | int, ...]]) -> "KindRead":
        """The kind, in which the `faulty` fields may be left out: each is its side and its name."""
        if not faulty:
            return self
        sides = {
            side: tuple(
                (name, replace(type_, optional=type_.optional or (side, name) in faulty))
                for name, type_ in getattr(self, side)
            )
            for side in SIDES
        }
        return replace(self, **sides)


class _LayoutRead(Struct, frozen=True):
    """The layout of one side of a kind, and the fields of the side with those that zones fill."""

    zones: Record
    overlaps: tuple[Overlap, ...]
    fields: Mapping[str, FieldType]
    deciding: frozenset[str] = frozenset()
    following: FollowingSide | None = None


class TypedSide(Struct, frozen=True):
    """The zones of one side of a kind as typed, joined with what `both` says of them.

    `reader` reads them, and their faults are at `place`. `face` is the ready face of the side, if
    it has one. `declared` are the fields that pieces may fill.
    """

    side: SideName
    zones: MappingNode
    reader: LayoutReader
    place: Place
    face: ReadyFace | None
    declared: Mapping[str, FieldType]


class KindReader(Struct, frozen=True):
    """Reads the kinds of one game.yaml; faults go to `problems`, and warnings to `warnings`."""

    languages: Languages
    tables: Tables
    colours: Mapping[str, str]
    inks: tuple[str, ...]
    templates: Path
    root: Path
    ready: ReadyFaces
    fonts: Mapping[str, str]
    problems: list[Problem]
    warnings: list[Problem]

    def read(self, kind_id: str, form: KindForm, node: MappingNode, place: Place) -> KindRead:
        """Reads one kind. A faulty size is replaced, so that its pieces can be checked."""
        before = len(self.problems)
        whole = self._following(kind_id, node, place)
        at = replace(place, line=node.line)  # for keys that are missing
        faces = {side: self._face(form, side, node, at) for side in SideName}
        ready = faces[SideName.FRONT]
        name = self._name(kind_id, form, ready, node.place_of("name", at))
        if ready:
            form = _with_outline(form, node, ready)
        if "back" not in node:
            self._refuse_undrawn_back(node, at)
        missing = any(problem.code == "E117" for problem in self.problems[before:])
        without = (str(getattr(form, side)) for side, face in faces.items() if not face)
        faulty = any(template.startswith(PREFIX) for template in without)
        faulty = faulty or (missing and "fields" not in node)
        here = At(at, self.problems)
        unsized = faulty or (whole is not None and whole.is_computed)
        read = None if unsized else read_outline(form, node, here, self.tables.sizes)
        outline = read.outline if read else None
        fields = node.get("fields")
        sides = fields if isinstance(fields, MappingNode) else MappingNode(place.line)
        declared = [
            declared_fields(sides, side, faces[side], place.inside("fields"), self.problems)
            for side in SideName
        ]
        size, before = (outline or Outline.rectangle(1, 1)).size, len(self.problems)
        typed = self._zones(form, dict(zip(SideName, map(dict, declared), strict=True)), faces, at)
        layouts = [
            self._layout(typed[side], side, faces[side], dict(known), size, node, at)
            for side, known in zip(SideName, declared, strict=True)
        ]
        front, back = (tuple(layout.fields.items()) for layout in layouts)
        self._check_meant(layouts, typed, following_keys(node), at)
        if faulty:  # which zones and fields there are, nobody knows
            del self.problems[before:]
        elif outline is None:  # whether zones lie on the face, nobody knows
            self.problems[before:] = (
                problem for problem in self.problems[before:] if problem.code != "E110"
            )
        if form.stock:
            check_stock(form.stock, self.tables, node.place_of("stock", at), self.problems)
        grid, split = self._grid(form, ready, node, outline, at)
        kind = Kind(
            id=kind_id,
            name=name,
            outline=outline or Outline.rectangle(1, 1),
            bleed_mm=form.bleed,
            front=_template_name(form.front, faces[SideName.FRONT]),
            back=_template_name(form.back, faces[SideName.BACK]) if form.back else None,
            sheet=form.sheet or form.stock or kind_id,
            split=split,
            looks=form.looks,
            place=place,
            safe_mm=form.safe,
            stock=self.tables.stocks.get(form.stock),
            grain=FibreAlong(form.grain),
            edge=self._edge(form, ready, node.place_of("edge", at)),
            panels=read.panels if read else (),
            front_layout=layouts[0].zones,
            back_layout=layouts[1].zones,
            overlaps=tuple(overlap for layout in layouts for overlap in layout.overlaps),
            deck=form.deck or kind_id,
            deciding=layouts[0].deciding | layouts[1].deciding,
            grid=grid,
            pictured=frozenset(
                f"{side}.{name}"
                for side, face in faces.items()
                for name in (face.form.pictured if face else ())
            ),
        )
        following = tuple(layout.following for layout in layouts if layout.following)
        if whole is not None and not faulty:
            whole.check(self.problems)
        return KindRead(kind, front, back, faulty, following, whole)

    def side(self, node: MappingNode, side: SideName, size: Size, place: Place) -> TypedSide | None:
        """One side of a kind as typed, whose trim has a `size`; None for a faulty kind."""
        form = KIND(node, At(place, self.problems))
        if not isinstance(form, KindForm):
            return None
        at = replace(place, line=node.line)
        faces = {each: self._face(form, each, node, at) for each in SideName}
        typed = node.get("fields")
        declared = typed if isinstance(typed, MappingNode) else MappingNode(place.line)
        inside = place.inside("fields")
        fields = {
            each: dict(declared_fields(declared, each, faces[each], inside, self.problems))
            for each in SideName
        }
        zones = self._zones(form, fields, faces, at)[side]
        whole = At(at.inside("layout").inside(side, zones.line or None), self.problems, side)
        shown = fields_shown(zones, fields[side], whole)
        reader = self._layout_reader(zones, faces[side], shown, size)
        return TypedSide(side, zones, reader, whole.place, faces[side], fields[side])

    def _following(self, kind_id: str, node: MappingNode, place: Place) -> FollowingKind | None:
        """The reader of the kind for each piece; None for a kind that is the same for all."""
        keys = following_keys(node)
        if not keys:
            return None

        def kind_of(filled: MappingNode, problems: list[Problem]) -> KindRead | None:
            before = len(problems)
            form = KIND(filled, At(place, problems))
            if not isinstance(form, KindForm) or len(problems) > before:
                return None
            # Its texts were collected when it was read without regard to a piece.
            languages = replace(self.languages, texts=None)
            reader = replace(self, problems=problems, warnings=[], languages=languages)
            read = reader.read(kind_id, form, filled, place)
            deciding = deciding_fields(keys, SideName.FRONT, dict(read.front))
            kind = replace(read.kind, deciding=read.kind.deciding | deciding)
            return replace(read, kind=kind)

        return FollowingKind(node, place, kind_of)

    def _face(
        self, form: KindForm, side: SideName, node: MappingNode, at: Place
    ) -> ReadyFace | None:
        """The ready face of a side, if it has one. Reports a template that does not exist."""
        template = getattr(form, side)
        if template is None:
            return None
        place = node.place_of(side, at)
        if template.startswith(PREFIX):
            ready = self.ready.find(template, place, self.problems)
            if ready is None or not ready.form.box:
                return ready
            hint = "write it under `boxes`, where a box says what lies inside"
            message = f"`{template}` is the face of a box, and no kind's"
            self.problems.append(Problem("E117", place, message, hint))
            return None
        plain = template.removesuffix(SUFFIX)
        if plain in self.ready.names and not is_file(self.templates / template):
            hint = why_missing(self.templates / template, self.root)
            hint = hint or f"did you mean `{PREFIX}{plain}`?"
            self.problems.append(Problem("E117", place, f"there is no template `{template}`", hint))
            return self.ready.find(f"{PREFIX}{plain}", place, self.problems)
        check_template(template, self.templates, self.root, place, self.problems)
        return None

    def _grid(
        self,
        form: KindForm,
        ready: ReadyFace | None,
        node: MappingNode,
        outline: Outline | None,
        at: Place,
    ) -> tuple[Grid | None, Split | None]:
        """The grid of a kind, or of its ready face, and its division into parts along the grid."""
        typed, place = node.get("grid"), At(at, self.problems).inside("grid", node)
        read: GridForm | None = form.grid
        if typed is None and ready is not None and ready.form.grid:
            typed, place = ready.form.grid, At(Place(ready.file, key="grid"), self.problems)
            read = GRID(typed, place)
        if outline is None or not isinstance(read, GridForm) or not isinstance(typed, MappingNode):
            return None, form.split
        grid = read_grid(read, typed, outline, place)
        if grid is None:
            return None, form.split
        seams = At(at, self.problems).inside("split", node)
        return grid, seams_of(grid, form.split, node.get("split"), seams, place)

    def _refuse_undrawn_back(self, node: MappingNode, at: Place) -> None:
        """Reports E107 for a kind whose pieces say something on a back that no template draws."""
        for key in ("fields", "layout"):
            sides = node.get(key)
            if isinstance(sides, MappingNode) and SideName.BACK in sides:
                place = sides.place_of(SideName.BACK, node.place_of(key, at))
                message = f"`back` is missing: no template draws the {key} of the back"
                hint = f"add `back: …` to the kind, or delete `back` under `{key}`"
                self.problems.append(Problem("E107", place, message, hint))
                return

    def _name(self, kind_id: str, form: KindForm, ready: ReadyFace | None, place: Place) -> Text:
        """The name of a kind as typed, else its ready face's. Reports E107 without both."""
        if form.name is not None:
            return read_text(form.name, self.languages, place, self.problems).plain()
        if ready is None and not form.front.startswith(PREFIX):
            hint = "add a line `name: …`"
            self.problems.append(Problem("E107", place, "`name` is missing", hint))
        known = ready.form.name if ready else None
        names = known if isinstance(known, MappingNode) else {}
        plain = names.get(DEFAULT_LANGUAGE, kind_id.replace("-", " ").capitalize())
        codes = self.languages.codes
        return Text({each: Word(str(names.get(each, plain)), place) for each in codes})

    def _zones(
        self,
        form: KindForm,
        fields: Mapping[SideName, Mapping[str, FieldType]],
        faces: Mapping[SideName, ReadyFace | None],
        at: Place,
    ) -> dict[SideName, MappingNode]:
        """The zones of each side as typed, with what `both` says of them.

        Reports E106 for a zone of `both` that neither side has.
        """
        both = form.layout.both
        result: dict[SideName, MappingNode] = {}
        missing = set(both)
        for side in SideName:
            own: MappingNode = getattr(form.layout, side)
            face = faces[side]
            known = {*fields[side], *(face.zones if face else ()), *own}
            shared = MappingNode(both.line)
            for name, zone in both.items():
                if (name in known or is_new(zone)) and getattr(form, side):
                    shared.put(name, zone, both.lines[name])
                    missing.discard(name)
            result[side] = joined_deeply(shared, own) if shared else own
        inside = At(at.inside("layout").inside("both"), self.problems)
        for name in missing:
            hint = "say its place and what it shows, or delete it"
            message = f"neither side has a zone or a field `{name}`"
            inside.inside(name, both).report("E106", message, hint)
        return result

    def _layout(
        self,
        typed: MappingNode,
        side: SideName,
        ready: ReadyFace | None,
        fields: Mapping[str, FieldType],
        size: Size,
        node: MappingNode,
        at: Place,
    ) -> "_LayoutRead":
        """The zones of a side, its pairs of zones that overlap, and the fields that zones fill."""
        if not typed and ready is None:
            return _LayoutRead(NO_LAYOUT, (), fields)
        line = typed.line or node.place_of(side, at).line
        inside = At(at.inside("layout").inside(side, line), self.problems, side)
        shown = fields_shown(typed, fields, inside)
        reader = self._layout_reader(typed, ready, shown, size)
        following, deciding = None, deciding_fields(typed, side, shown)
        if any(map(zone_follows, typed.values())):
            following = FollowingSide(side, typed, reader, inside.place)
            typed = following.plain()
        layout = reader.read(typed, inside)
        if following:
            following.check(self.problems)
        overlaps = tuple(reader.overlaps(layout, side, typed, inside)) if typed else ()
        return _LayoutRead(layout, overlaps, shown, deciding, following)

    def _layout_reader(
        self,
        typed: MappingNode,
        ready: ReadyFace | None,
        fields: Mapping[str, FieldType],
        size: Size,
    ) -> LayoutReader:
        """The reader of the zones of a side; `fields` are those of the side, as zones show them."""
        zones = ready.zones if ready else {}
        return LayoutReader(
            size=size,
            fields=fields,
            colours=(*self._colours(ready), SOFT),
            inks=self.inks,
            fonts={font: font for font in BUILT_IN} | dict(ROLES) | dict(self.fonts),
            zones=zones,
            panels=panels_of(typed, (*zones, *fields)),
        )

    def _check_meant(
        self,
        layouts: Sequence[_LayoutRead],
        typed: Mapping[SideName, MappingNode],
        keys: MappingNode,
        at: Place,
    ) -> None:
        """Reports words that a field never has, and warns of texts that look like formulas."""
        paths = {
            f"{side.value}.{name}": type_
            for side, layout in zip(SideName, layouts, strict=True)
            for name, type_ in layout.fields.items()
        }
        check_words(keys, {**layouts[0].fields, **paths}, At(at, self.problems))
        for side, layout in zip(SideName, layouts, strict=True):
            inside = At(at.inside("layout").inside(side, typed[side].line), self.problems, side)
            fields = {**layout.fields, **paths}
            check_words(typed[side], fields, inside)
            for name, zone in typed[side].items():
                if isinstance(zone, MappingNode) and "text" in zone:
                    place = inside.inside(name, typed[side]).inside("text", zone)
                    self.warnings.extend(forgotten_signs(zone["text"], fields, place))

    def _colours(self, ready: ReadyFace | None) -> tuple[str, ...]:
        """The colours that a kind may name: colours of the game and of its ready face."""
        return tuple(dict.fromkeys((*self.colours, *(READY_COLOURS if ready else ()))))

    def _edge(self, form: KindForm, ready: ReadyFace | None, place: Place) -> str:
        colours = self._colours(ready)
        if form.edge == NO_COLOUR:
            return ""
        if form.edge and form.edge not in colours:
            hint = did_you_mean(form.edge, colours) or "add it to `colours`"
            message = f"there is no colour `{form.edge}`"
            self.problems.append(Problem("E115", place, message, hint))
        return form.edge


def declared_fields(
    sides: MappingNode,
    side: str,
    ready: ReadyFace | None,
    at: Place,
    problems: list[Problem],
) -> tuple[tuple[str, FieldType], ...]:
    """The fields of a side: fields of its ready face, and fields that the kind declares.

    `sides` is the value of `fields` of the kind, and `at` is its place.
    """
    brought = dict(ready.fields) if ready else {}
    declared = sides.get(side)
    if isinstance(declared, MappingNode):
        brought |= field_types(declared, at.inside(side), problems)
    return tuple(brought.items())


def _template_name(typed: str, ready: ReadyFace | None) -> str:
    return ready.template if ready else typed


def _with_outline(form: KindForm, node: MappingNode, ready: ReadyFace) -> KindForm:
    """The form of a kind, completed by the outline of its ready face if it has none."""
    sizes = set(_OUTLINE_KEYS)
    own_size = not sizes.isdisjoint(node)
    if own_size and "shape" not in node and sizes & node.keys() <= {*SIZE_KEYS[ready.form.shape]}:
        sizes.discard("shape")
    taken = {
        key
        for key in OutlineForm.DECLARED
        if key not in node and key in ready.keys and not (own_size and key in sizes)
    }
    whole = replace(form, **{key: getattr(ready.form, key) for key in taken})
    return whole if whole.shape == "rectangle" or "corner" in node else replace(whole, corner=0.0)


def templates_in(folder: Path, root: Path) -> list[str]:
    """The names of the templates in a folder; [] if it leads out of the project."""
    if not is_inside(folder, root):
        return []
    return [name for name in names_in(folder, root) if name.endswith(".svg.j2")]


def check_template(
    name: str, templates: Path, root: Path, place: Place, problems: list[Problem]
) -> None:
    """Reports E117 unless `name` is a template in the folder `templates` of the project `root`."""
    if not is_file(templates / name):
        hint = why_missing(templates / name, root) or did_you_mean(
            name, templates_in(templates, root)
        )
        moved = templates.parent / name
        own = templates.relative_to(root).as_posix()
        if name == NONE:
            hint = "leave `back` out: then the pieces are printed on one side"
        hint = hint or f"{f'move {name}' if is_file(moved) else 'put the file'} into {own}/"
        problems.append(Problem("E117", place, f"there is no template `{name}`", hint))


def check_stock(name: str, tables: Tables, place: Place, problems: list[Problem]) -> None:
    """Reports E118 unless `name` is a stock."""
    if name not in tables.stocks:
        hint = did_you_mean(name, tables.stocks) or "add it to stocks.yaml"
        problems.append(Problem("E118", place, f"there is no stock `{name}`", hint))


def problems_of_sheets(kinds: Sequence[Kind], data: MappingNode, file: str) -> Iterator[Problem]:
    """Yields the faults of the sheets that kinds, and kinds of boxes, share.

    They are E121 if two groups of sheets would have files of one name, and E128 if kinds of two
    stocks share sheets. `data` is game.yaml as typed; a problem has the place of the sheet's name.
    """
    groups = {kind.sheet for kind in kinds}
    places = {kind.id: _sheet_place(kind, data, file) for kind in kinds}
    for kind in kinds:
        taken = _taken_message(kind.sheet, groups)
        if taken:
            hint = "give these sheets another name: `sheet: …`"
            yield Problem("E121", places[kind.id], taken, hint)
    yield from _two_stocks(kinds, places)


def _two_stocks(kinds: Sequence[Kind], places: Mapping[str, Place]) -> Iterator[Problem]:
    """Yields E128 for each kind whose stock differs from that of the first kind on its sheets."""
    first: dict[str, Kind] = {}
    seen: set[tuple[str, str]] = set()
    for kind in kinds:
        if kind.stock is None:
            continue
        other = first.setdefault(kind.sheet, kind)
        if other.stock is None or other.stock.id == kind.stock.id:
            continue
        place, pair = places[kind.id], (kind.sheet, kind.stock.id)
        # A box without a `sheet` follows a kind of its stock, which has been reported already.
        if place.key.endswith(".sheet") or pair not in seen:
            message = (
                f"`{kind.id}` is of {kind.stock.id} and shares sheets with `{other.id}`, "
                f"which is of {other.stock.id}"
            )
            hint = f"give `{kind.id}` another `sheet:`, or the `stock:` of `{other.id}`"
            yield Problem("E128", place, message, hint)
        seen.add(pair)


def _taken_message(sheet: str, groups: set[str]) -> str:
    """The message that other sheets have a name already; "" if the name is free."""
    if sheet in RESERVED:
        return f"the sheets of the {sheet} have the name `{sheet}` already"
    for side in ("fronts", "backs"):  # with `--duplex separate` each side has its own file
        whose = sheet.removesuffix(f"-{side}")
        if whose != sheet and whose in groups:
            return f"the {side} of `{whose}` have the name `{sheet}`, with `--duplex separate`"
    return ""


def _sheet_place(kind: Kind, data: MappingNode, file: str) -> Place:
    """The place of `sheet` of a kind or box, else of its `stock`, else of the kind itself."""
    for section in ("kinds", "boxes"):
        entries = data.get(section)
        if isinstance(entries, MappingNode) and kind.id in entries:
            break
    else:
        return kind.place  # of a kind that a list names by its ready face
    node = entries[kind.id]
    typed = node if isinstance(node, MappingNode) else {}
    named = [key for key in ("sheet", "stock") if key in typed][:1]
    return place_at(data, file, section, kind.id, *named)
