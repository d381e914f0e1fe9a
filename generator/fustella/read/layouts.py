"""Reads layouts: the named zones of a face, their places and their looks.

A ready face brings zones; a kind moves them, restyles or hides them, and adds some of its own. The
result is a `Record` for templates, in which no value is relative or left out.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Size
from fustella.core.geometry.units import PT_PER_MM, parse_length_mm, rounded_up
from fustella.core.values.css_colours import CSS_COLOURS
from fustella.core.values.fonts import BUILT_IN, bring_font
from fustella.core.values.inks import unknown_ink
from fustella.core.values.model import ALL_OF, Overlap, Record, SideName, Word
from fustella.core.values.problems import Problem, did_you_mean, nearest, warning
from fustella.core.values.schemas import (
    SAYING,
    Schema,
    Vocabulary,
    mapping_schema,
    pattern,
    table_schema,
)
from fustella.core.words.patterns import regex
from fustella.read import hints
from fustella.read.fields import COLOUR, FieldType, in_digits, is_colour
from fustella.read.forms import (
    At,
    Form,
    Reader,
    Rejected,
    entry,
    form_of,
    one_of,
    schema_of,
    shown,
    value_of,
)
from fustella.read.nodes import FAULTY, MappingNode, is_number
from fustella.read.piece_lists import LIST, PieceListForm
from fustella.read.scalars import DISTANCE, FLAG, STRING, nothing, raw

CODE = "code"
"""The name of the zone of the version code, which is no field."""

SMALLEST_TEXT_PT = 6.0
"""Texts shrink to this size, unless a layout names a smaller one: easily read at 30 cm."""

READY_COLOURS: Mapping[str, str] = MappingProxyType(
    {"paper": "#fbf8f1", "ink": "#23272e", "accent": "#2e5e78"}
)
"""The colours of ready faces, for games without them: ground, texts and lines, highlights."""

LIGHT_INK = "#f6f2e8"
"""The colour of texts and lines on a dark `paper` in games that name no `ink`."""

SOFT = "soft"
"""The name of the colour of panels behind texts: `accent`, mixed with much of `paper`."""

NO_COLOUR = "none"

NAMES = ("name", "title")
"""The zones in which keywords have no style of their own, unless a layout gives them one."""

WHEN = "when"
"""The key of a zone with the condition for pieces on which it is there."""

CONTENTS = ("text", "image", "icon", LIST)
"""The keys of a zone that say what it shows where a piece itself says nothing."""

SHAPES = ("box", "circle", "hexagon", "diamond", "shield")
"""The forms of a panel: a box fills its zone, the others the largest square in its middle."""

_TERM = regex(r"\s*+([-+])?\s*+(\d{1,9}+(?:\.\d{1,9}+)?)\s*+(%|[a-zA-Z]++)")


_LIKE = "write a length like 5mm, a share like 40%, or both: 100% - 10mm"


class Measure(Struct, frozen=True):
    """A length that may depend on another length: a `share` of it, and `mm` more."""

    share: float
    mm: float

    def of_mm(self, whole_mm: float) -> float:
        return round(self.share * whole_mm + self.mm, 4)


def measure(value: object, hint: str = _LIKE) -> Measure:
    """A measure as typed: `5mm`, `40%` or `100% - 10mm`. Raises Rejected: E109."""
    if is_number(value):
        raise Rejected("E109", f"{shown(value)} has no unit", f"write {shown(value)}mm")
    text, at = str(value), 0
    share = mm = 0.0
    while at < len(text.rstrip()):
        match = _TERM.match(text, at)
        if match is None or (at and not match[1]):
            raise Rejected("E109", f"{shown(value)} is not a length", hints.length(text, hint))
        sign = -1 if match[1] == "-" else 1
        if match[3] == "%":
            share += sign * float(match[2]) / 100
        else:
            try:
                mm += sign * parse_length_mm(match[2] + match[3])
            except ValueError as error:
                raise Rejected("E109", str(error), hint) from None
        at = match.end()
    if not text.strip() or not isinstance(value, str):
        raise Rejected("E109", f"expected a length, found {shown(value)}", hint)
    return Measure(share, mm)


def _text_size(value: object) -> Measure:
    hint = "write a size like 12pt, or a share of the zone's height like 60%"
    if is_number(value):
        raise Rejected("E109", f"{shown(value)} has no unit", f"write {shown(value)}pt")
    size = measure(value, hint)
    if size.share < 0 or size.mm < 0 or size.share == size.mm == 0:
        raise Rejected("E110", f"a text size cannot be {shown(value)}", hint)
    return size


def _degrees(value: object) -> float:
    if not is_number(value):
        raise Rejected(
            "E104", f"expected a number of degrees, found {shown(value)}", "write a number like 90"
        )
    return float(value)


def _share(value: object) -> float:
    if not is_number(value) or not 0 <= value <= 1:
        raise Rejected("E104", f"expected 0 to 1, found {shown(value)}", "write a number like 0.5")
    return float(value)


def _leading(value: object) -> float:
    if not is_number(value) or not 0.5 <= value <= 5:
        hint = "write how much higher a line is than its text, like 1.2"
        raise Rejected("E104", f"expected 0.5 to 5, found {shown(value)}", hint)
    return float(value)


def _zones_over(value: object) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) and name for name in names):
        hint = "write the name of a zone, art, or several: [art, type]"
        raise Rejected("E104", f"expected the name of a zone, found {shown(value)}", hint)
    return tuple(names)


_ONE = r"[0-9]{1,9}(\.[0-9]{1,9})?\s*(%|mm|cm|in|pt)"
_MEASURE: Schema = {
    "title": "length, share, or both",
    "type": "string",
    **pattern(rf"^\s*[-+]?\s*{_ONE}(\s*[-+]\s*{_ONE})*\s*$", _LIKE),
    "examples": ["5mm", "40%", "100% - 10mm"],
}
MEASURE = value_of(measure, _MEASURE)
TEXT_SIZE = value_of(
    _text_size,
    {**_MEASURE, "title": "size of text, or share of the height", "examples": ["12pt", "60%"]},
)
_ZONES_OVER = value_of(
    _zones_over,
    {
        "title": "name of a zone, or several",
        "anyOf": [SAYING, {"type": "array", "items": SAYING, "minItems": 1}],
        "examples": ["art"],
    },
)
_SHARE = value_of(_share, {"title": "0 to 1", "type": "number", "minimum": 0, "maximum": 1})
_DEGREES = value_of(_degrees, {"title": "degrees", "type": "number"})
_LEADING = value_of(_leading, {"title": "number", "type": "number", "minimum": 0.5, "maximum": 5})


def _colours(vocabulary: Vocabulary) -> Schema:
    names = (*vocabulary.colours, *READY_COLOURS, SOFT, NO_COLOUR)
    return {"title": "colour", "anyOf": [{"enum": [*dict.fromkeys(names)]}, COLOUR]}


def _inks(vocabulary: Vocabulary) -> Schema:
    names = [*vocabulary.inks, NO_COLOUR]
    return {"title": "ink", "enum": names} if vocabulary.inks else {"title": "ink", **SAYING}


_COLOUR = STRING.described(_colours)
_INK = STRING.described(_inks)
_FONT, _ZONE, _POSITION = (STRING.described(SAYING) for _ in range(3))
_ANYTHING: Schema = {"title": "keys with values", "type": "object"}
_PLAIN = ("without", "over", "under", "show")
"""The keys of a zone that are the same for all pieces; `when` says on which ones it is there."""


class PanelForm(Form, frozen=True):
    """The keys of every zone: its place, and the panel behind its content."""

    show: bool | None = entry(FLAG, default=None, about="Whether the zone is drawn at all.")
    x: Measure | None = entry(MEASURE, default=None, about="From the left edge of the trim.")
    y: Measure | None = entry(MEASURE, default=None, about="From the upper edge of the trim.")
    right: Measure | None = entry(MEASURE, default=None, about="From the right edge of the trim.")
    bottom: Measure | None = entry(MEASURE, default=None, about="From the lower edge of the trim.")
    width: Measure | None = entry(MEASURE, default=None, about="The width of the zone.")
    height: Measure | None = entry(MEASURE, default=None, about="The height of the zone.")
    over: tuple[str, ...] | None = entry(
        _ZONES_OVER,
        default=None,
        about="The zones over which it is meant to lie, so that this is not warned of: art.",
    )
    under: str | None = entry(
        _ZONE,
        default=None,
        about="The zone of the face under which a zone of your own is drawn: art.",
    )
    shape: str | None = entry(one_of(*SHAPES), default=None, about="The form of the panel.")
    without: MappingNode = entry(
        raw(_ANYTHING),
        factory=nothing,
        about="What is otherwise for pieces that lack a field: {art: {y: 12mm}}.",
    )
    fill: str | None = entry(_COLOUR, default=None, about="The panel's colour; none: no panel.")
    line: str | None = entry(_COLOUR, default=None, about="The colour of its line; none: no line.")
    line_width: float | None = entry(DISTANCE, default=None, about="How thick that line is: 0.3mm.")
    radius: float | None = entry(DISTANCE, default=None, about="The radius of the zone's corners.")
    opacity: float | None = entry(
        _SHARE, default=None, about="How much the panel covers what lies under it; 1: all of it."
    )
    turn: float | None = entry(
        _DEGREES, default=None, about="Degrees clockwise about the middle of the zone."
    )
    ink: str | None = entry(
        _INK, default=None, about="The one of `inks` in which all of it is printed; none: the four."
    )


class TextZoneForm(PanelForm, frozen=True):
    """A zone with a text, a word or a number."""

    size: Measure | None = entry(
        TEXT_SIZE, default=None, about="The size of the text, where there is room for it: 12pt."
    )
    least: Measure | None = entry(
        TEXT_SIZE, default=None, about="The smallest size that a long text may have: 7pt."
    )
    font: str | None = entry(
        _FONT, default=None, about="The font: title, text, sans, serif, or a name from `fonts`."
    )
    bold: bool | None = entry(FLAG, default=None, about="Whether the text is bold.")
    italic: bool | None = entry(FLAG, default=None, about="Whether the text is italic.")
    caps: bool | None = entry(FLAG, default=None, about="Whether the text is in capitals.")
    align: str | None = entry(
        one_of("start", "center", "end", "left", "right", "justify"),
        default=None,
        about="Where lines stand: start is where reading begins; justify: as wide as the zone.",
    )
    valign: str | None = entry(
        one_of("top", "middle", "bottom"), default=None, about="Where the text stands in the zone."
    )
    leading: float | None = entry(
        _LEADING, default=None, about="The height of a line over the size of its text: 1.2."
    )
    hyphens: bool | None = entry(
        FLAG, default=None, about="Whether words are hyphenated; left out: where they must be."
    )
    equal: bool | None = entry(
        FLAG, default=None, about="Whether all pieces of the kind have one size of text here."
    )
    outline: str | None = entry(
        _COLOUR, default=None, about="A colour around the letters; none: no outline."
    )
    outline_width: float | None = entry(
        DISTANCE, default=None, about="How far the outline goes beyond the letters: 0.3mm."
    )
    shadow: str | None = entry(
        _COLOUR, default=None, about="The colour of a shadow of the letters; none: no shadow."
    )
    shadow_offset: float | None = entry(
        DISTANCE, default=None, about="How far to the right and down the shadow lies: 0.3mm."
    )
    keywords: bool | None = entry(
        FLAG,
        default=None,
        about="Whether keywords are set in their styles; left out: not in a name or title.",
    )
    colour: str | None = entry(_COLOUR, default=None, about="The colour of what is in it.")
    padding: float | None = entry(
        DISTANCE, default=None, about="How far what is in it keeps from the edge of the zone."
    )


class IconZoneForm(PanelForm, frozen=True):
    """A zone with an icon."""

    colour: str | None = entry(_COLOUR, default=None, about="The colour of what is in it.")
    padding: float | None = entry(
        DISTANCE, default=None, about="How far what is in it keeps from the edge of the zone."
    )


class ImageZoneForm(PanelForm, frozen=True):
    """A zone with a picture."""

    fit: str | None = entry(
        one_of("cover", "contain", "stretch", "none"),
        default=None,
        about="How the picture fills the zone: cover cuts off what does not fit.",
    )
    at: str | None = entry(
        _POSITION, default=None, about="Which part of the picture stays in view: 50% 30%."
    )
    mirror: bool | None = entry(FLAG, default=None, about="Whether left and right change places.")


ZONE_FORMS: Mapping[str, type[PanelForm]] = MappingProxyType(
    {
        **{"text": TextZoneForm, "table": TextZoneForm},
        **{"icon": IconZoneForm, "symbol": IconZoneForm},
        **{"image": ImageZoneForm, "panel": PanelForm},
    }
)
"""The forms of zones, by the sort of their content."""


_COMPUTED: Schema = {"type": "string", "pattern": r"^=|\{[^{}\n]+\}"}
_SHOWN: Mapping[str, Schema] = {
    WHEN: {
        "title": "condition",
        "description": "The pieces on which the zone is there: attack is given and cost > 2.",
        "type": ["string", "boolean"],
        "pattern": r"\S",
    },
    "text": {
        "title": "text in each language",
        "description": "What the zone says where a piece does not: {n}/{of}, or =attack + defence.",
        "type": ["string", "number", "object"],
    },
    "image": {
        "title": "name of a picture",
        "description": "The picture that it shows where a piece names none.",
        "type": "string",
    },
    "icon": {
        "title": "icon",
        "description": "The icon that it shows where a piece names none.",
        "type": "string",
    },
}


class Control(Struct, frozen=True):
    """The way to set a key of a zone: the sort of its value, and what this may be.

    `control` is flag, length, size, colour, choice, number, font, zone, zones, position, condition,
    text, image or icon; `about` says what the key is for.
    """

    control: str
    about: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None


_CONTROLS: Sequence[tuple[Reader, str]] = (
    *((FLAG, "flag"), (MEASURE, "length"), (DISTANCE, "length"), (TEXT_SIZE, "size")),
    *((_COLOUR, "colour"), (_SHARE, "number"), (_DEGREES, "number"), (_LEADING, "number")),
    *(
        (_INK, "choice"),
        (_FONT, "font"),
        (_ZONE, "zone"),
        (_ZONES_OVER, "zones"),
        (_POSITION, "position"),
    ),
)
"""The sorts of controls for the readers of values; other readers take one of several words."""


def zone_keys(draws: str) -> tuple[str, ...]:
    """The keys of a zone by what it draws, as new ones are written: contents, then its form."""
    return (*_SHOWN, LIST, *ZONE_FORMS[draws].DECLARED)


def controls(vocabulary: Vocabulary) -> dict[str, Control]:
    """The controls for all keys of zones but `list` and `without`."""
    found = {
        key: Control("condition" if key == WHEN else key, str(schema["description"]))
        for key, schema in _SHOWN.items()
    }
    for form in dict.fromkeys(ZONE_FORMS.values()):
        for name, key in form.DECLARED.items():
            sort = next((sort for reader, sort in _CONTROLS if key.reader is reader), "choice")
            schema = key.reader.schema(vocabulary)
            words = schema.get("enum", (NO_COLOUR,) if key.reader is _INK else ())
            if sort == "colour":
                words = schema["anyOf"][0]["enum"]
            least = 0.0 if key.reader is DISTANCE else schema.get("minimum")
            found[name] = Control(sort, key.about, tuple(words), least, schema.get("maximum"))
    del found["without"]
    return found


def may_follow(schema: Schema) -> Schema:
    """The schema of a value that may be chosen by a field, or computed from fields."""
    inner = dict(schema)
    about: Schema = {
        key: inner.pop(key) for key in ("title", "description", "default") if key in inner
    }
    chosen: Schema = {
        "type": "object",
        "required": ["by"],
        "properties": {"by": {"type": "string", "pattern": r"\S"}},
        "additionalProperties": {"anyOf": [inner, _COMPUTED, {"const": "none"}]},
    }
    return {**about, "anyOf": [inner, _COMPUTED, chosen]}


def _zones_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of zones by name; each zone may have all keys, because its field is unknown."""
    forms = (schema_of(form, vocabulary)["properties"] for form in ZONE_FORMS.values())
    plain = {key: value for form in forms for key, value in form.items()}
    keys = {key: value if key in _PLAIN else may_follow(value) for key, value in plain.items()}
    case = table_schema(mapping_schema(keys, title="keys of the zone"))
    without = {**case, "title": "fields, each with keys of the zone"}
    shown_by = {key: each if key == WHEN else may_follow(each) for key, each in _SHOWN.items()}
    about = {"description": "Other pieces that the zone lists: {of: unit, text: …}."}
    shown_by[LIST] = {**schema_of(PieceListForm, vocabulary), "title": "list of pieces", **about}
    zone = mapping_schema({**keys, **shown_by, "without": {**keys["without"], **without}})
    title = "zone, or true or false"
    return table_schema({**zone, "title": title, "type": ["boolean", "object"]})


LAYOUT = raw(_zones_schema)
"""Takes the zones of a side as typed: `LayoutReader` reads them after the fields."""

_DEFAULTS: Mapping[str, Any] = MappingProxyType(
    {
        "show": True,
        "shape": "box",
        "fill": NO_COLOUR,
        "line": NO_COLOUR,
        "line_width": 0.3,
        "radius": 0.0,
        "opacity": 1.0,
        "turn": 0.0,
        "ink": NO_COLOUR,
        "font": "text",
        "bold": False,
        "italic": False,
        "caps": False,
        "align": "start",
        "valign": "top",
        "leading": 1.2,
        "hyphens": None,
        "equal": False,
        "outline": NO_COLOUR,
        "outline_width": 0.3,
        "shadow": NO_COLOUR,
        "shadow_offset": 0.3,
        "colour": "",
        "padding": 0.0,
        "fit": "cover",
        "at": "50% 50%",
        "mirror": False,
    }
)
AXES = (("x", "width", "right"), ("y", "height", "bottom"))
"""The keys of each axis: the start of a zone, its size, its distance from the far edge."""

PLACES = tuple(key for axis in AXES for key in axis)
"""The keys of the place and the size of a zone."""

_COLOURED = ("fill", "line", "colour", "outline", "shadow")


def drawn_in(zone: str, fields: Mapping[str, FieldType]) -> str:
    """The sort of a zone, by the field of its name: one of `ZONE_FORMS`."""
    if zone == CODE:
        return "text"
    field = fields.get(zone)
    if field is None or field.name in ("flag", "colour"):
        return "panel"
    return field.name if field.name in ("icon", "symbol", "image", "table") else "text"


def with_entries(fields: Mapping[str, FieldType]) -> dict[str, FieldType]:
    """The fields, and the values in their lists; zones of a ready face may show any of these."""
    entries = (field.entry for field in fields.values() if field.entry is not None)
    return {name: value for entry in entries for name, value in entry.fields} | dict(fields)


def read_zone(zone: str, value: object, fields: Mapping[str, FieldType], at: At) -> object:
    """Reads a zone as one of `ZONE_FORMS`, or as FAULTY; `true` and `false` show and hide it."""
    form = ZONE_FORMS[drawn_in(zone, fields)]
    if isinstance(value, bool):
        return form(show=value)
    if not isinstance(value, MappingNode):
        hint = hints.flag(value)
        if hint == hints.flag(None):
            hint = "write {x: 5mm, y: 10%, …}, or false to leave it out"
        at.report("E104", f"expected a zone, found {shown(value)}", hint)
        return FAULTY
    before = len(at.problems)
    read = form_of(form)(value, at)
    at.problems[before:] = map(_with_keys_of_pieces, at.problems[before:])
    if isinstance(read, PanelForm):
        for axis in AXES:
            if all(getattr(read, key) is not None for key in axis):
                hint = "keep two of them"
                message = f"one of `{axis[0]}`, `{axis[1]}` and `{axis[2]}` is too many"
                at.inside(axis[2], value).report("E106", message, hint)
        if read.without:
            inside = at.inside("without", value)
            return replace(read, without=_read_cases(read.without, form, fields, inside))
    return read


def _with_keys_of_pieces(problem: Problem) -> Problem:
    """The problem; its hint may suggest a key that is filled in for each piece."""
    key = problem.message.removeprefix("unknown key `").removesuffix("`")
    if problem.code != "E106" or key == problem.message:
        return problem
    if "." in key:
        return replace(problem, hint=of_each_language(key))
    near = nearest(key, (WHEN, *CONTENTS))
    return replace(problem, hint=f"did you mean `{near}`?") if near else problem


def of_each_language(key: str) -> str:
    """The hint for a key of one language in a layout, such as `text.de`."""
    name, _, language = key.partition(".")
    if name in CONTENTS:
        return f"write the text in each language: `{name}: {{{language}: …}}`"
    texts = f"`text: {{{language}: …}}`"
    return f"a zone is that of all languages: its texts stand in the list, or in {texts}"


def _read_cases(
    typed: MappingNode, form: type[PanelForm], fields: Mapping[str, FieldType], at: At
) -> MappingNode:
    """Reads the cases of a zone for pieces without some fields, each as a form."""
    cases = MappingNode(typed.line)
    for name, value in typed.items():
        inside = at.inside(name, typed)
        for field in name.split(ALL_OF):
            if field not in (*fields, CODE):
                hint = did_you_mean(field, fields) or "name a field of this side"
                inside.report("E106", f"there is no field `{field}`", hint)
        if not isinstance(value, MappingNode):
            inside.report("E104", f"expected keys, found {shown(value)}", "write {y: 20%}")
            continue
        case = form_of(form)(value, inside)
        if isinstance(case, PanelForm) and case.over is not None:
            at_over = inside.inside("over", value)
            at_over.report("E106", "`over` holds for all pieces", "write it beside `without`")
        elif isinstance(case, PanelForm):
            cases.put(name, case, typed.lines[name])
    return cases


class LayoutReader(Struct, frozen=True):
    """Reads the layout of one side of a kind.

    `size` is the size of the trim, `fields` are the fields of the side, `colours` the colours and
    `inks` the inks that zones may name, `fonts` has the font for each name, and `zones` are the
    zones of the ready face. `panels` are zones of the kind's own that need no field.
    """

    size: Size
    fields: Mapping[str, FieldType]
    colours: Collection[str]
    inks: Collection[str]
    fonts: Mapping[str, str]
    zones: Mapping[str, PanelForm]
    panels: frozenset[str] = frozenset()

    def read(self, typed: MappingNode, at: At) -> Record:
        """The zones by name, in the order in which they are drawn. Faults are reported at `at`."""
        self._check_order(typed, at)
        names = (*self.zones, *(name for name in typed if name not in self.zones))
        layout = {name: self.zone(name, typed, at) for name in names}
        return Record({name: zone for name, zone in layout.items() if zone is not None})

    def zone(self, name: str, typed: MappingNode, at: At) -> Record | None:
        """One of the zones that `read` gives; None after a fault, and for a zone without a place.

        `typed` has what the kind says of the zone, if anything.
        """
        form, inside = self.form(name, typed, at), at.inside(name, typed)
        if form is None:
            return None
        own = name not in self.zones
        return self._resolved_zone(name, form, inside, typed.get(name), own=own)

    def form(self, name: str, typed: MappingNode, at: At) -> PanelForm | None:
        """A zone of the face with what the kind says of it, or a zone of the kind's own.

        None after a fault.
        """
        brought, inside = self.zones.get(name), at.inside(name, typed)
        if brought is not None:
            own = self._own_zone(name, typed, inside) if name in typed else None
            return merged_zone(brought, own)
        may_be = typed[name] is False or self._may_be_placed(name, inside)
        known = self._may_be_added(name, typed[name], inside)
        return self._own_zone(name, typed, inside) if known and may_be else None

    def _check_order(self, typed: MappingNode, at: At) -> None:
        """Reports E106 for each zone under `over` that is unknown, or that is drawn later.

        Also reports E106 for `under` with a zone that the face lacks.
        """
        order = self._order(typed)
        for name, zone in typed.items():
            if isinstance(zone, MappingNode) and zone.get("under") is not None:
                self._check_under(name, str(zone["under"]), at.inside(name, typed), zone)
        for name, zone in typed.items():
            inside = at.inside(name, typed)
            inside = inside.inside("over", zone if isinstance(zone, MappingNode) else None)
            for lower in _lies_over(zone):
                if lower not in order:
                    hint = did_you_mean(lower, order) or f"known are {', '.join(order)}"
                    inside.report("E106", f"there is no zone `{lower}`", hint)
                elif name == lower:
                    inside.report("E106", "a zone does not lie over itself", "name another zone")
                elif order.index(lower) > order.index(name):
                    message = f"`{name}` is drawn before `{lower}`, so it lies under it"
                    hint = f"say it the other way: {lower}: {{over: {name}}}"
                    inside.report("E106", message, hint)

    def _order(self, typed: MappingNode) -> list[str]:
        """The names of the zones in the order in which they are drawn."""
        order = [*self.zones]
        for name, zone in typed.items():
            if name not in self.zones:
                under = zone.get("under") if isinstance(zone, MappingNode) else None
                at = order.index(under) if under in order else len(order)
                order.insert(at, name)
        return order

    def _check_under(self, name: str, upper: str, at: At, zone: MappingNode) -> None:
        inside = at.inside("under", zone)
        if name in self.zones:
            message = f"`{name}` is a zone of the face, which draws it in its own order"
            inside.report("E106", message, "delete `under`: only a zone of your own has a place")
        elif upper not in self.zones:
            hint = did_you_mean(upper, self.zones) or "the face has no zones: delete `under`"
            inside.report("E106", f"the face has no zone `{upper}`", hint)

    def overlaps(
        self, layout: Record, side: SideName, typed: MappingNode, at: At
    ) -> Iterator[Overlap]:
        """Yields pairs of zones that overlap because the kind moved or added one, each with E234.

        A zone may lie over zones that it names under `over`. A text or icon may lie on a picture
        that is drawn before it, if the kind gives it a panel or a colour. Zones that overlap in the
        ready face itself may do so.
        """
        silent = At(at.place, [], at.key)
        brought = {
            name: self._resolved_zone(name, form, silent, own=False)
            for name, form in self.zones.items()
        }
        order = [name for name in self._order(typed) if name in layout]
        zones = [name for name in order if name != CODE and _is_seen(layout[name])]
        for later, upper in enumerate(zones):
            for lower in zones[:later]:
                moved = [name for name in (upper, lower) if name in typed]
                depth_mm = _depth_mm(layout[lower], layout[upper])
                known = _depth_mm(brought.get(lower), brought.get(upper)) > 0
                if moved and depth_mm > _TOUCHING_MM and not known:
                    zone = typed.get(upper)
                    if lower in typed and "under" in _keys_of(typed[lower]):
                        continue
                    if lower in _lies_over(zone) or _stands_on(layout[lower], layout[upper], zone):
                        continue
                    place = typed.place_of(moved[0], at.place)
                    message = f"`{upper}` lies over `{lower}`, by {depth_mm:.1f} mm"
                    meant = [*_lies_over(zone), lower]
                    over = f"[{', '.join(meant)}]" if len(meant) > 1 else lower
                    hint = f"move one; or say that it is meant so: {upper}: {{over: {over}}}"
                    overlap = warning("E234", place, message, hint)
                    yield Overlap(side, (upper, lower), overlap)

    def _own_zone(self, name: str, typed: MappingNode, at: At) -> PanelForm | None:
        zone = read_zone(name, typed[name], self._fields_of(name), at)
        return zone if isinstance(zone, PanelForm) else None

    def _fields_of(self, zone: str) -> Mapping[str, FieldType]:
        """The fields that a zone may show; for a zone of the ready face also values in lists."""
        return with_entries(self.fields) if zone in self.zones else self.fields

    def _may_be_added(self, name: str, typed: object, at: At) -> bool:
        field = self.fields.get(name)
        known = (*self.zones, *self.fields)
        if field is None and name not in self.panels:
            side = at.place.key.removesuffix(f".{name}").rpartition(".")[2]
            hint = did_you_mean(name, known) or hints.another_field(name, side, "text")
            dotted = next((key for key in _keys_of(typed) if key.split(".")[0] in CONTENTS), "")
            if dotted and "." in dotted:
                at.inside(dotted).report(
                    "E106", f"unknown key `{dotted}`", of_each_language(dotted)
                )
                return False
            if name.partition(".")[0] in known:
                hint = of_each_language(name)
            at.report("E106", f"there is no zone and no field `{name}`", hint)
            return False
        return True

    def _may_be_placed(self, name: str, at: At) -> bool:
        field = self.fields.get(name)
        if field is not None and field.name in ("list", "record"):
            hint = "take the template into your project and draw it there: `fustella eject`"
            at.report("E106", f"a {field.name} cannot be placed by a layout alone", hint)
            return False
        return True

    def _resolved_zone(
        self, name: str, form: PanelForm, at: At, typed: object = None, *, own: bool
    ) -> Record | None:
        """A zone in mm and points; None after a fault was reported. `typed` is the kind's zone."""
        before = len(at.problems)
        word = Word(name, at.place)
        draws = drawn_in(name, self._fields_of(name))
        values: dict[str, Any] = {"name": word, "draws": draws, "own": own}
        values |= self._values(name, form, at, typed)
        if "unplaced" in values:
            return None
        if len(at.problems) == before and values["show"]:
            cases = dict[str, Record]()
            for fields, case in cases_of(form).items():
                inside = at.inside("without").inside(fields)
                then = self._values(name, merged_zone(form, case), inside, None)
                changed = {key for key in then if then[key] != values[key] and then["show"]}
                changed |= set() if then["show"] else {"show"}
                cases[fields] = Record({key: then[key] for key in then if key in changed})
            values["without"] = Record(cases)
        return None if len(at.problems) > before else Record(values)

    def _values(self, zone: str, form: PanelForm, at: At, typed: object) -> dict[str, Any]:
        """The values of a zone's form by key, with defaults, in mm and points."""
        values: dict[str, Any] = {}
        for name in form.DECLARED:
            value = getattr(form, name)
            values[name] = _DEFAULTS.get(name) if value is None else value
        del values["without"], values["over"]
        if values["under"] is None:
            del values["under"]
        if values.get("keywords", True) is None:
            values["keywords"] = zone not in NAMES
        if not values["show"]:
            return values
        for axis, whole_mm in zip(AXES, (self.size.width_mm, self.size.height_mm), strict=True):
            self._place(values, axis, whole_mm, at, typed)
        for key in _COLOURED:
            if key in values:
                values[key] = self._colour(key, str(values[key]), _at_key(key, typed, at))
        if values["ink"] not in (NO_COLOUR, *self.inks):
            message, hint = unknown_ink(str(values["ink"]), self.inks)
            _at_key("ink", typed, at).report("E771", message, hint)
        if "font" in values:
            values["font"] = self._font(str(values["font"]), _at_key("font", typed, at))
        if "size" in values and isinstance(values["height"], float):
            self._set_sizes(values)
        return values

    def _place(
        self,
        values: dict[str, Any],
        axis: tuple[str, str, str],
        whole_mm: float,
        at: At,
        zone: object,
    ) -> None:
        """Sets the start and the size of a zone on an axis, from two of the keys of the axis.

        Of a zone whose place is unknown after a fault, `unplaced` is set.
        """
        start, length, end = axis
        typed = {key: values[key] for key in axis if isinstance(values[key], Measure)}
        missing = [key for key in (start, length) if key not in typed]
        if len(typed) < 2:
            key = missing[0]
            if sum(each in _keys_of(zone) for each in axis) > 1:
                values["unplaced"] = True  # one of them has a fault, which was reported
                return
            at.report("E107", f"`{key}` of the zone is missing", f"add `{key}: 10mm`")
            return
        lengths = {key: each.of_mm(whole_mm) for key, each in typed.items()}
        if length not in lengths:
            lengths[length] = round(whole_mm - lengths[start] - lengths[end], 4)
        if start not in lengths:
            lengths[start] = round(whole_mm - lengths[length] - lengths[end], 4)
        values[start], values[length] = lengths[start], lengths[length]
        del values[end]
        if lengths[length] <= EPSILON_MM:
            ends = round(lengths[start] + lengths[length], 2)
            message = f"the zone begins at {round(lengths[start], 2):g} mm and ends at {ends:g} mm"
            place = f"place it inside of the face, which has a {length} of {whole_mm:g} mm"
            if length in typed:
                place = f"write a {length} above 0mm"
            elif lengths[start] >= whole_mm:
                message = f"`{start}`: {lengths[start]:g} mm is beyond the face"
                place = f"write less: the face has a {length} of {whole_mm:g} mm"
            at.report("E110", message, place)
        beyond = max(-lengths[start], lengths[start] + lengths[length] - whole_mm)
        if "padding" in values and not values["turn"] and beyond > EPSILON_MM:
            message = f"the zone goes {rounded_up(beyond, 1)} mm beyond the trim"
            at.report("E110", message, f"the face has a {length} of {whole_mm:g} mm")

    def _colour(self, key: str, colour: str, at: At) -> str:
        """The colour of a zone for templates: the name of a colour of the game, or digits."""
        known = (*self.colours, NO_COLOUR)
        if not colour or colour in known:
            return colour
        if not is_colour(colour):
            near = did_you_mean(colour, (*known, *CSS_COLOURS))
            hint = near or 'write "#2b2a33", teal, or a name from `colours`'
            at.report("E115", f"`{key}`: there is no colour `{colour}`", hint)
        return in_digits(colour)

    def _font(self, name: str, at: At) -> str:
        font = self.fonts.get(" ".join(name.lower().split()))
        if font is None:
            near = nearest(name.lower(), self.fonts)
            hint = f"did you mean `{near}`?" if near else bring_font(name, self.fonts)
            at.report("E104", f"there is no font `{name}`", hint)
        return font or BUILT_IN[0]

    def _set_sizes(self, values: dict[str, Any]) -> None:
        """Sets the sizes of texts in points; a share counts from the zone's height."""
        height_mm: float = values["height"]
        size, least = values["size"], values["least"]
        size_mm = (size if isinstance(size, Measure) else Measure(0.6, 0)).of_mm(height_mm)
        size_pt = round(size_mm * PT_PER_MM, 2)
        least_pt = SMALLEST_TEXT_PT
        if isinstance(least, Measure):
            least_pt = round(least.of_mm(height_mm) * PT_PER_MM, 2)
        values["size"], values["least"] = size_pt, min(size_pt, least_pt)


_TOUCHING_MM = 0.3
"""The depth up to which zones only touch: lines of text leave more room at the edges."""


def _is_seen(zone: Any) -> bool:
    """Whether a zone shows something besides a panel, which may lie under anything."""
    return bool(zone["show"]) and zone["draws"] != "panel" and not zone["turn"]


def _depth_mm(one: Any, other: Any) -> float:
    """The least distance by which one of two zones must move for them not to overlap."""
    if one is None or other is None or not (_is_seen(one) and _is_seen(other)):
        return 0.0
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return float(max(0.0, min(across, down)))


def _at_key(key: str, typed: object, at: At) -> At:
    """The place of a key of a zone that stands `at` a place, or that place if it lacks the key."""
    return at.inside(key, typed) if isinstance(typed, MappingNode) and key in typed else at


def is_new(typed: object) -> bool:
    """Whether a zone as typed has a place of its own, and content."""
    keys = _keys_of(typed)
    placed = all(sum(key in keys for key in axis) > 1 for axis in AXES)
    return placed and any(key in keys for key in ("fill", "line", *CONTENTS))


def panels_of(typed: MappingNode, known: Collection[str]) -> frozenset[str]:
    """The zones as typed that are panels at a place of their own, which need no field.

    A name that is like one of the `known` zones and fields is taken for a misspelling of it.
    """
    return frozenset(
        name
        for name, zone in typed.items()
        if name not in known
        and is_new(zone)
        and not any(key in _keys_of(zone) for key in CONTENTS)
        and not nearest(name, known)
    )


def _keys_of(typed: object) -> Collection[str]:
    return typed if isinstance(typed, MappingNode) else ()


def _lies_over(typed: object) -> Sequence[str]:
    """The names of zones under `over` of a zone as typed."""
    over = typed.get("over") if isinstance(typed, MappingNode) else None
    named = over if isinstance(over, list) else [over]
    return [name for name in named if isinstance(name, str)]


def _stands_on(lower: Any, upper: Any, typed: object) -> bool:
    """Whether a text or icon lies on a picture on purpose: with a panel or a colour."""
    keys = typed if isinstance(typed, MappingNode) else {}
    dressed = upper["fill"] != NO_COLOUR or "colour" in keys
    return lower["draws"] == "image" and upper["draws"] != "image" and dressed


def merged_zone(brought: PanelForm, own: PanelForm | None) -> PanelForm:
    """The zone of a ready face with the values and the cases that a kind gives it."""
    if own is None:
        return brought
    own_values = _own_values(own)
    for axis in AXES:
        own_values |= _key_to_drop(brought, own_values, axis)
    if own_values.get("show") is None and brought.show is False:
        own_values["show"] = True
    cases = MappingNode(brought.without.line)
    for name, case in cases_of(brought).items():
        kept: dict[str, Any] = {key: None for key in own_values if key not in PLACES}
        for axis in AXES:
            if any(key in own_values for key in axis):
                kept |= dict.fromkeys(axis)
        cases.put(name, replace(case, **kept), brought.without.lines[name])
    for name, own_case in cases_of(own).items():
        cases.put(name, own_case, own.without.lines[name])
    return replace(brought, **own_values, without=cases)


def cases_of(form: PanelForm) -> dict[str, PanelForm]:
    """The forms that a zone takes on pieces without a field, by the name of that field."""
    return {name: case for name, case in form.without.items() if isinstance(case, PanelForm)}


def _own_values(form: PanelForm) -> dict[str, Any]:
    """The values that a form gives for all pieces, by key."""
    return {
        name: value
        for name in form.DECLARED
        if name != "without" and (value := getattr(form, name)) is not None
    }


def _key_to_drop(
    brought: PanelForm, own_values: Mapping[str, Any], axis: tuple[str, str, str]
) -> dict[str, None]:
    """The key to drop if start, length and end of a zone on an axis are all set.

    `axis` has the names of the three keys, and `own_values` what the kind sets. A key that the kind
    sets stays; one that only the ready face `brought` is dropped, and returned as `{key: None}`. A
    zone that is moved keeps its length, and a zone with another length keeps its start. `{}` if
    nothing must be dropped.
    """
    start, length, end = axis
    own = {key for key in axis if key in own_values}
    known = own | {key for key in axis if getattr(brought, key) is not None}
    if len(known) < 3 or len(own) > 2:
        return {}
    if len(own) == 2:
        return {key: None for key in axis if key not in own}
    at_start = getattr(brought, start) is not None
    if own == {length}:
        return {end: None} if at_start else {}
    if own == {start}:
        return {end: None} if getattr(brought, length) is not None else {}
    return {start: None} if getattr(brought, length) is not None else {length: None}
