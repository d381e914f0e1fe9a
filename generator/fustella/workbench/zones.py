"""Shows the zones of a side of a piece: where they lie, and who says what of them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from msgspec import Struct

from fustella.core.geometry.shapes import path_data
from fustella.core.values.colour import mix
from fustella.core.values.fonts import BUILT_IN, ROLES
from fustella.core.values.model import SideName
from fustella.core.values.schemas import Vocabulary
from fustella.read import list_files
from fustella.read.filled_zones import BY
from fustella.read.layouts import (
    AXES,
    CONTENTS,
    PLACES,
    SOFT,
    WHEN,
    Control,
    Measure,
    controls,
    zone_keys,
)
from fustella.read.nodes import MappingNode
from fustella.read.piece_zones import REMOVED, ChosenValue, ZoneMention
from fustella.read.ready import SUFFIX
from fustella.workbench.calls import CallView, calls_of
from fustella.workbench.draft import Draft, GestureRefused, digest_of
from fustella.workbench.sides import PieceSide, game_file
from fustella.workbench.written import written

OWN, LIKE, FACE, DEFAULT = "own", "like", "face", "default"
"""Whose a value of a zone is: the kind's own, that of the kind it is like, or of the face."""

_NO_ZONE = ("list", "record", "colour")
"""The types of fields that no zone shows by itself."""


class KeyView(Struct, frozen=True):
    """A key of a zone: its value on the piece, how it is typed, whose it is and where it stands.

    Lengths are in mm, sizes of texts in points. `typed` is the whole value as it can be typed, ""
    where nobody typed it. `of` is the name of the kind or the face, `both` whether it stands under
    `both`. It `follows` from a field; `branch` is then the word of the choice that the piece has.
    `without` are the fields that the piece lacks, if the value is one for such pieces.
    """

    value: object
    typed: str = ""
    whose: str = DEFAULT
    of: str = ""
    file: str = ""
    line: int = 0
    both: bool = False
    follows: bool = False
    branch: str = ""
    without: str = ""


class ZoneView(Struct, frozen=True):
    """A zone as it is for the piece; one that is hidden lies where it would be.

    `own` are zones that the face does not have, and `field` those whose field the piece may fill.
    `file` and `line` are where the kind says something of the zone, "" for the face alone.
    """

    name: str
    draws: str
    own: bool
    show: bool
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turn_deg: float
    field: bool
    file: str
    line: int
    keys: dict[str, KeyView]


class ZonesView(Struct, frozen=True, kw_only=True):
    """The zones of a side of a piece, and what the calls of a template of one's own draw on it.

    `why` is the reason why zones cannot be changed, or "". `fields` are those without a zone, each
    with its type.
    """

    files: dict[str, str] = {}
    kind: str
    side: str
    piece: str
    why: str = ""
    face: str = ""
    width_mm: float = 0.0
    height_mm: float = 0.0
    bleed_mm: float = 0.0
    safe_mm: float = 0.0
    outline: str = ""
    zones: tuple[ZoneView, ...] = ()
    calls: tuple[CallView, ...] = ()
    controls: dict[str, Control] = {}
    colours: dict[str, str] = {}
    fonts: tuple[str, ...] = ()
    fields: dict[str, str] = {}


def zones_of(draft: Draft, kind: str, side: str, piece: str = "") -> ZonesView:
    """The zones of a side of a piece, or of the first piece of a kind."""
    try:
        own = PieceSide.of(draft, kind, side, piece)
    except GestureRefused as refused:
        why = f"{refused.message}: {refused.hint}" if refused.hint else refused.message
        return ZonesView(kind=kind, side=side, piece=piece, why=why)
    outline = own.piece.kind.outline
    calls = calls_of(own)
    files = dict.fromkeys((*files_of_kind(own), *(call.file for call in calls)))
    whole = outline.mirrored() if own.side is SideName.BACK else outline
    return ZonesView(
        files=digests_in(draft, files),
        kind=own.piece.kind.id,
        side=side,
        piece=own.piece.id,
        why=why_not(own),
        face=own.template.removesuffix(SUFFIX),
        width_mm=round(outline.size.width_mm, 4),
        height_mm=round(outline.size.height_mm, 4),
        bleed_mm=own.piece.kind.bleed_mm,
        safe_mm=own.piece.kind.safe_mm,
        outline=path_data(whole),
        zones=tuple(_zone_views(own)),
        calls=calls,
        controls=_controls(own),
        colours=_colours(own),
        fonts=tuple(dict.fromkeys((*ROLES, *BUILT_IN, *dict(own.game.fonts)))),
        fields=_fields_without_zone(own),
    )


def digests_in(draft: Draft, names: Iterable[str]) -> dict[str, str]:
    """The digests of files as the draft has them, without those that cannot be written."""
    found: dict[str, str] = {}
    for name in names:
        with suppress(GestureRefused):
            found[name] = digest_of(draft.content(name))
    return found


def files_of_kind(side: PieceSide) -> Iterator[str]:
    """Yields the files in which the zones of a side and the values of its piece are changed."""
    draft = side.draft
    yield game_file(draft)
    yield side.piece.place.file
    if not side.zones.is_declared:  # the lists name its face
        yield from (draft.project.name_of(path) for path in list_files(draft.project, draft.game))


def why_not(side: PieceSide) -> str:
    """The reason why the zones of a side cannot be changed, or ""."""
    if side.piece.kind.box:
        return "a box has no layout: its template says where everything lies"
    if not side.zones.names and side.zones.side and side.zones.side.face is None:
        return f"the template `{side.template}` places everything itself"
    return ""


def _zone_views(side: PieceSide) -> Iterator[ZoneView]:
    """Yields the zones in the order of the layout; those without a place have none."""
    layout: Any = side.layout
    typed = side.zones.side
    assert typed is not None
    for name in () if side.piece.kind.box else side.zones.names:
        values = side.drawn(name)
        if values is None:
            continue
        said = side.zones.said(name)
        yield ZoneView(
            name=name,
            draws=values["draws"],
            own=values["own"],
            show=bool(name in layout and layout[name]["show"]),
            x_mm=values["x"],
            y_mm=values["y"],
            width_mm=values["width"],
            height_mm=values["height"],
            turn_deg=values["turn"],
            field=name in typed.reader.fields,
            file=game_file(side.draft) if said else "",
            line=said.line if said else 0,
            keys={key: key_view(side, name, key, values) for key in _keys(side, name, values)},
        )


def _keys(side: PieceSide, zone: str, values: Mapping[str, Any]) -> Iterable[str]:
    """The keys of a zone: all of its sort, and of its contents those that it has or may have."""
    for key in zone_keys(values["draws"]):
        may_be = key == values["draws"] or key not in CONTENTS
        if key != "without" and (may_be or side.zones.find(zone, key) is not None):
            yield key


def key_view(side: PieceSide, zone: str, key: str, values: Mapping[str, Any]) -> KeyView:
    """A key of a zone, which is drawn with these values."""
    value = _value(side, zone, key, values)
    if key in PLACES and not _counts(side, zone, key):
        return KeyView(value)  # it follows from two others
    for without in (*side.cases_for(zone, key), ""):
        steps = ("without", without, key) if without else (key,)
        found = side.zones.find(zone, *steps)
        if found is not None and (said := _said(side, zone, steps, found)):
            return _typed_view(side, value, said, found, steps, without)
        if (typed := _brought(side, zone, steps)) is not REMOVED:
            face = side.zones.side.face if side.zones.side else None
            assert face is not None
            line = _line_in_face(side, zone, steps)
            return KeyView(
                value, written(typed), FACE, f"ready/{face.id}", face.file, line, without=without
            )
    return KeyView(value)


def _typed_view(
    side: PieceSide,
    value: object,
    said: ZoneMention,
    found: ChosenValue,
    steps: tuple[str, ...],
    without: str,
) -> KeyView:
    node: Any = side.zones.typed(said.path[4])
    for step in steps if isinstance(node, MappingNode) else ():
        node = node[step]
    chosen = isinstance(node, MappingNode) and BY in node
    return KeyView(
        value,
        written(node),
        OWN if said.own else LIKE,
        said.kind,
        game_file(side.draft),
        said.line,
        said.side == "both",
        chosen or found.is_computed or (steps[-1] == WHEN and not isinstance(node, bool)),
        found.branch,
        without,
    )


def _said(
    side: PieceSide, zone: str, steps: tuple[str, ...], found: ChosenValue
) -> ZoneMention | None:
    """Who says a value; of a choice without a value for the piece, who says the choice."""
    return side.zones.said(zone, *found.steps) or side.zones.said(zone, *steps)


def _brought(side: PieceSide, zone: str, steps: tuple[str, ...]) -> object:
    here: object = side.zones.brought(zone)
    for step in steps:
        if not isinstance(here, MappingNode) or step not in here:
            return REMOVED
        here = here[step]
    return here


def _line_in_face(side: PieceSide, zone: str, steps: tuple[str, ...]) -> int:
    here: object = side.zones.brought(zone)
    line = here.line if isinstance(here, MappingNode) else 0
    for step in steps:
        if isinstance(here, MappingNode) and step in here:
            line, here = here.lines[step], here[step]
    return line


def _counts(side: PieceSide, zone: str, key: str) -> bool:
    """Whether a key is one of the two that place the zone on its axis."""
    form = side.form(zone, key)
    return form is not None and isinstance(getattr(form, key), Measure)


def _value(side: PieceSide, zone: str, key: str, values: Mapping[str, Any]) -> object:
    """The value of a key on the piece; what its contents are is as typed."""
    size = side.piece.kind.outline.size
    for (start, length, end), whole_mm in zip(AXES, (size.width_mm, size.height_mm), strict=True):
        if key == end:
            return round(whole_mm - values[start] - values[length], 4)
    if key == "show":
        layout: Any = side.layout
        return bool(zone in layout and layout[zone]["show"])
    if key == "over":
        form = side.zones.form(zone)
        return list(form.over or ()) if form else []
    if key in values:
        return str(values[key]) if isinstance(values[key], str) else values[key]
    found = side.zones.find(zone, key)
    if found is None or found.typed is REMOVED:
        return ""
    typed = found.typed
    return written(typed) if isinstance(typed, MappingNode) else typed


def _controls(side: PieceSide) -> dict[str, Control]:
    return controls(
        Vocabulary(colours=tuple(side.game.colours), inks=tuple(ink.id for ink in side.game.inks))
    )


def _colours(side: PieceSide) -> dict[str, str]:
    """The colours of the game by name, and the soft one of ready faces."""
    colours = {name: str(side.game.colours[name]) for name in side.game.colours}
    if {"accent", "paper"} <= colours.keys():
        colours.setdefault(SOFT, mix(colours["accent"], colours["paper"], 0.86))
    return colours


def _fields_without_zone(side: PieceSide) -> dict[str, str]:
    typed = side.zones.side
    assert typed is not None
    known = {*side.zones.names}
    return {
        name: field.name
        for name, field in typed.reader.fields.items()
        if name not in known and field.name not in _NO_ZONE
    }
