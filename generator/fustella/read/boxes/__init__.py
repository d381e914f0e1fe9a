"""Reads the boxes of a game: each becomes a piece whose outline is the net of a box.

A box holds all pieces of some kinds, or only pieces with certain values in their fields, and is as
large as these pieces need.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.values.model import SIDES, Kind, Piece, Record, Source, Text, Value, Word
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.core.values.schemas import WORDS, Schema, Vocabulary, named, table_schema
from fustella.core.values.texts import FIELDS_OF_BOXES
from fustella.core.words.printed import ToolWords
from fustella.read.boxes.interior import GivenSize, NoRoom, pile_of, room_of
from fustella.read.fields import TEXT, Converter, Known
from fustella.read.forms import At, Form, checked_leniently, entry, one_of, schema_of, shown
from fustella.read.game_box import is_room
from fustella.read.kinds import SHEET, STOCK, TEMPLATE, check_stock, check_template
from fustella.read.languages import read_text
from fustella.read.nets import LID_MM, Net, NetPanel, lid_of, tray, tuck_box
from fustella.read.nodes import FAULTY, ListNode, MappingNode, as_typed, place_at
from fustella.read.ready import PREFIX, ReadyFace, ReadyFaces
from fustella.read.says import read_says, says_of
from fustella.read.scalars import DISTANCE, SIZE, nothing, raw
from fustella.read.tables import Tables

_ROOM = ("width", "height", "depth")
_OWN_KEYS = {"tuck": (*_ROOM, "sleeve"), "tray": (*_ROOM, "walls"), "lid": (*_ROOM, "walls", "lid")}
"""The keys that boxes of only some forms have, by form; a lid has those of its tray."""

_VALUES_SHOWN = 8
_WHY = "sheet.boxes_why"
"""The key of the tool's text for the source of a box: no rule document speaks of boxes."""

_WHOSE = "every box"


def _of_schema(vocabulary: Vocabulary) -> Schema:
    kind, fields = named(vocabulary.kinds, "kind"), "|".join(map(re.escape, vocabulary.fields))
    return {
        "title": "kind, and values of fields",
        "type": "object",
        "required": ["kind"],
        "properties": {
            "kind": {
                "title": "kind, or a list of kinds",
                "description": "The kinds of the pieces.",
                "anyOf": [kind, {"type": "array", "items": kind}],
            }
        },
        "patternProperties": {f"^({fields})$" if fields else rf"^({'|'.join(SIDES)})\..": WORDS},
        "additionalProperties": False,
    }


class BoxForm(Form, frozen=True):
    """A box for pieces."""

    name: object = entry(TEXT, about="What the box is called, in each language.")
    form: str = entry(
        one_of(*_OWN_KEYS),
        about="A box for one pile, an open tray for several, or the lid of a tray.",
    )
    of: MappingNode = entry(
        raw(_of_schema), about="What lies inside: {kind: card, front.deck: initial}."
    )
    stock: str = entry(STOCK, about="What the box is made of.")
    front: str = entry(
        TEMPLATE, about="What is printed on it: ready/box, or a template of its net, box.svg.j2."
    )
    sheet: str | None = entry(
        SHEET,
        default=None,
        about="The sheets that it shares; default: those of the kinds of its stock.",
    )
    sleeve: float = entry(
        DISTANCE, default=0.0, about="Of a tuck box: what a sleeve adds to a card's thickness."
    )
    width: float | None = entry(
        SIZE,
        default=None,
        about="The inner width of the box, or of the tray of a lid; default: what is needed.",
    )
    height: float | None = entry(
        SIZE,
        default=None,
        about="The inner height of the box, or of the tray of a lid; default: what is needed.",
    )
    depth: float | None = entry(
        SIZE,
        default=None,
        about="The inner depth, as above; default: as the pile, or 20mm of a tray without a size.",
    )
    walls: str = entry(
        one_of("single", "double"),
        default="single",
        about="Of a tray or its lid: the tray's walls; double is stiffer, and twice the paper.",
    )
    lid: float = entry(
        SIZE, default=LID_MM, about="Of a lid: how deep its walls are inside; default: 15mm."
    )
    says: MappingNode = entry(
        says_of(_WHOSE, FIELDS_OF_BOXES),
        factory=nothing,
        about="Values for the template of the box, whatever it wants.",
    )


def _keys_of_others(form: str) -> list[str]:
    """The keys that only boxes of other forms have."""
    every = dict.fromkeys(key for keys in _OWN_KEYS.values() for key in keys)
    return [key for key in every if key not in _OWN_KEYS[form]]


def _rule_of_form(form: str) -> Schema:
    """The schema by which a box of this form may not have the keys of other forms."""
    others = dict.fromkeys(_keys_of_others(form), False)
    return {
        "if": {"properties": {"form": {"const": form}}, "required": ["form"]},
        "then": {"properties": others},
    }


_RULES = tuple(map(_rule_of_form, _OWN_KEYS))
_AS_TYPED = raw(lambda vocabulary: table_schema(schema_of(BoxForm, vocabulary, *_RULES)))


def _read_boxes(value: object, at: At) -> object:
    if is_room(value):
        hint = f"the size of the box of the whole game stands under `box`: write `box: {value}`"
        at.report("E104", f"expected keys with values, found {shown(value)}", hint)
        return FAULTY
    return _AS_TYPED(value, at)


BOXES = replace(_AS_TYPED, read=_read_boxes)
"""Takes `boxes` as typed: `BoxReader` reads them after the pieces that they hold."""


class BoxReader(Struct, frozen=True):
    """Reads the boxes of one game.yaml; faults go to `problems`.

    `pieces` are the pieces that boxes may hold, `templates` is the game's folder of templates, in
    the project `root`, and `ready` has its ready faces. If the game `has_document`, boxes get a
    source: a reason in the tool's own `words`, because no line of the document speaks of them.
    """

    file: str
    data: MappingNode
    known: Known
    tables: Tables
    kinds: Sequence[Kind]
    pieces: Sequence[Piece]
    templates: Path
    root: Path
    ready: ReadyFaces
    problems: list[Problem]
    has_document: bool
    words: ToolWords

    def read(self, typed: MappingNode) -> dict[str, tuple[Piece, tuple[str, ...]]]:
        """The boxes by their ids, each with the ids of the pieces in it."""
        boxes = {box_id: self._box(box_id, typed[box_id]) for box_id in typed}
        return {box_id: box for box_id, box in boxes.items() if box is not None}

    def _box(self, box_id: str, node: object) -> tuple[Piece, tuple[str, ...]] | None:
        place = place_at(self.data, self.file, "boxes", box_id)
        if not isinstance(node, MappingNode):
            hint = "write {name: …, form: tuck, of: {kind: …}, …}"
            self.problems.append(
                Problem("E104", place, f"expected keys with values, found {shown(node)}", hint)
            )
            return None
        form, faults = checked_leniently(BoxForm, node, self.file, place.key)
        self.problems.extend(faults)
        self._check_id(box_id, place)
        if form is None:
            return None
        return _OneBox(self, form, node, place).read(box_id)

    def _check_id(self, box_id: str, place: Place) -> None:
        taken = {piece.id: piece.place for piece in self.pieces}
        taken |= {kind.id: kind.place for kind in self.kinds}
        if box_id in taken:
            first = taken[box_id]
            message = f"the id `{box_id}` stands twice"
            hint = f"{first.spot} has it: give the box another id"
            self.problems.append(Problem("E112", place, message, hint))


class _OneBox(Struct, frozen=True):
    reader: BoxReader
    form: BoxForm
    node: MappingNode
    place: Place

    def read(self, box_id: str) -> tuple[Piece, tuple[str, ...]] | None:
        """The piece of a box and what it holds; None after a fault in it was reported."""
        before = len(self.reader.problems)
        reader, form = self.reader, self.form
        typed = read_text(
            form.name, reader.known.languages, self._place_of("name"), reader.problems
        )
        name = typed.plain()
        self._check_keys()
        check_stock(form.stock, reader.tables, self._place_of("stock"), reader.problems)
        ready = self._face()
        held = self._pieces_held()
        typed_fields = self._says(ready)
        if len(reader.problems) > before:
            return None
        net = self._net(held)
        if net is None:
            return None
        kind = self._kind(box_id, name, ready.template if ready else form.front, net, held)
        front = Record({**typed_fields, **_own_fields(form, name, net, held, self.place)})
        words = reader.words
        why = {each: Word(words.text(_WHY, each), self.place) for each in name.by_language}
        source = Source((), Text(why) if reader.has_document else None, self.place)
        piece = Piece(
            id=box_id,
            kind=kind,
            name=name,
            front=front,
            back=Record({}),
            copies=1,
            source=source,
            struck_out=None,
            place=self.place,
            copies_place=self.place.inside("copies", 0),
        )
        return piece, tuple(one.id for one in held)

    def _face(self) -> ReadyFace | None:
        """The ready face of the box; None for a template of its own, or after a fault."""
        reader, typed, place = self.reader, self.form.front, self._place_of("front")
        if not typed.startswith(PREFIX):
            check_template(typed, reader.templates, reader.root, place, reader.problems)
            return None
        ready = reader.ready.find(typed, place, reader.problems)
        if ready is not None and not ready.form.box:
            self._report("E117", "front", f"`{typed}` is no face of a box", f"write {PREFIX}box")
            return None
        return ready

    def _says(self, ready: ReadyFace | None) -> dict[str, Value]:
        """The values under `says`: the fields of a ready face, or whatever a template wants."""
        reader, typed = self.reader, self.form.says
        at = self.place.inside("says", typed.line)
        if ready is None and self.form.front.startswith(PREFIX):
            return {}
        if ready is None:
            return read_says(typed, at, _WHOSE, FIELDS_OF_BOXES, reader.known, reader.problems)
        read = Converter(reader.known, reader.problems).record(typed, ready.fields, at)
        return {name: read[name] for name in read}

    def _check_keys(self) -> None:
        for key in _keys_of_others(self.form.form):
            if key in self.node:
                whose = {"tuck": "a tuck box", "tray": "a tray", "lid": "a lid"}[self.form.form]
                hint = f"it has {', '.join(_OWN_KEYS[self.form.form])}"
                self._report("E106", key, f"{whose} has no `{key}`", hint)

    def _pieces_held(self) -> tuple[Piece, ...]:
        """The pieces in the box. Reports E126 for kinds of unknown thickness."""
        reader, at = self.reader, self.place.inside("of", self.form.of.line)
        held = chosen(reader.pieces, reader.kinds, self.form.of, at, reader.problems)
        for kind in dict.fromkeys(piece.kind.id for piece in held):
            if all(piece.kind.stock is None for piece in held if piece.kind.id == kind):
                message = f"nothing says how thick a piece of `{kind}` is"
                hint = f"give `{kind}` a `stock:` under `kinds`"
                self._report("E126", "of", message, hint)
        return held

    def _net(self, held: Sequence[Piece]) -> Net | None:
        form = self.form
        thickness_mm = self.reader.tables.stocks[form.stock].thickness_mm
        given = GivenSize(form.width, form.height, form.depth)
        tuck = form.form == "tuck"
        try:
            room = pile_of(held, form.sleeve, given) if tuck else room_of(held, given)
        except NoRoom as fault:
            key = fault.key if fault.key in self.node else "form"
            self._report("E127", key, str(fault), fault.hint)
            return None
        if tuck:
            return tuck_box(room.face, room.depth_mm, thickness_mm)
        net = tray(room.face, room.depth_mm, thickness_mm, form.walls == "double")
        return lid_of(net, form.lid, thickness_mm) if form.form == "lid" else net

    def _kind(
        self, box_id: str, name: Text, template: str, net: Net, held: Sequence[Piece]
    ) -> Kind:
        stock = self.reader.tables.stocks[self.form.stock]
        kinds = (*(piece.kind for piece in held), *self.reader.kinds)
        shared = next((kind.sheet for kind in kinds if kind.stock == stock), stock.id)
        return Kind(
            id=box_id,
            name=name,
            outline=net.outline,
            bleed_mm=0.0,
            front=template,
            back=None,
            sheet=self.form.sheet or shared,
            split=None,
            looks=1,
            place=self.place,
            stock=stock,
            box=True,
        )

    def _place_of(self, key: str) -> Place:
        return self.node.place_of(key, replace(self.place, line=self.node.line))

    def _report(self, code: str, key: str, message: str, hint: str) -> None:
        self.reader.problems.append(Problem(code, self._place_of(key), message, hint))


def chosen(
    pieces: Sequence[Piece],
    kinds: Sequence[Kind],
    of: MappingNode,
    at: Place,
    problems: list[Problem],
) -> tuple[Piece, ...]:
    """The printed pieces that match `of`, such as `{kind: card, front.deck: initial}`.

    `at` is the place of `of`. A list of words matches a piece that has any of them. Faults go to
    `problems`: E107 without a kind, E111 for an unknown kind, E106 for a field that no piece has,
    E104 for a value that is no word, E125 if no piece matches.
    """
    before = len(problems)
    wanted = {name: _words(of[name], of.place_of(name, at), problems) for name in of}
    if "kind" not in of:
        hint = "add the kinds that it holds: {kind: card}"
        problems.append(Problem("E107", at, "`kind` is missing", hint))
    known = [kind.id for kind in kinds]
    for word in wanted.get("kind", ()):
        if word not in known:
            message, hint = f"there is no kind `{word}`", did_you_mean(word, known)
            problems.append(Problem("E111", of.place_of("kind", at), message, hint))
    own = [piece for piece in pieces if piece.copies and piece.kind.id in wanted.get("kind", ())]
    for name in of:
        if own and name != "kind" and not any(_has_field(piece, name) for piece in own):
            where = of.place_of(name, at)
            fields = {
                f"{side}.{field}"
                for piece in own
                for side in SIDES
                for field in _side_of(piece, side)
            }
            hint = did_you_mean(name, {"kind", *fields})
            problems.append(Problem("E106", where, f"no piece has a field `{name}`", hint))
    fields_read = [name for name in of if name != "kind"]
    matching = tuple(
        piece for piece in own if all(_has_value(piece, name, wanted[name]) for name in fields_read)
    )
    if not matching and len(problems) == before:
        hint = _hint_of_values(own, fields_read, wanted["kind"])
        problems.append(Problem("E125", at, "no piece lies in this box", hint))
    return matching


def _hint_of_values(own: Sequence[Piece], fields: Sequence[str], kinds: Sequence[str]) -> str:
    """The hint that lists the values in some fields of the pieces `own`, of `kinds`."""
    whose = " and ".join(f"`{kind}`" for kind in kinds)
    if not own:
        return f"no piece of {whose} is printed: name another kind"
    fields_shown = []
    for name in fields:
        values = dict.fromkeys(word for piece in own for word in _values_of(piece, name))
        some = [*values][:_VALUES_SHOWN]
        fields_shown.append(f"`{name}` {', '.join(some)}{', …' if len(values) > len(some) else ''}")
    return f"the pieces of {whose} have {'; '.join(fields_shown)}"


def _words(value: object, place: Place, problems: list[Problem]) -> tuple[str, ...]:
    entries = value if isinstance(value, ListNode) else [value]
    wrong = [word for word in entries if word is None or isinstance(word, MappingNode | ListNode)]
    if wrong:
        message = f"expected a word or a list of words, found {shown(wrong[0])}"
        problems.append(Problem("E104", place, message, "write a word, or [one, other]"))
        return ()
    return tuple(map(_plain_word, entries))


def _plain_word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else as_typed(value)


def _side_of(piece: Piece, side: str) -> Record:
    return piece.front if side == "front" else piece.back


def _has_field(piece: Piece, name: str) -> bool:
    side, _, field = name.partition(".")
    return side in SIDES and field in _side_of(piece, side)


def _has_value(piece: Piece, name: str, words: Sequence[str]) -> bool:
    return any(word in words for word in _values_of(piece, name))


def _values_of(piece: Piece, name: str) -> tuple[str, ...]:
    """The words that `of` may have for a piece's field: its value, or its text in each language."""
    if not _has_field(piece, name):
        return ()
    side, _, field = name.partition(".")
    value = _side_of(piece, side)[field]
    if isinstance(value, Text):
        return tuple(value.by_language.values())
    return () if value is None else (_plain_word(value),)


def _own_fields(
    form: BoxForm, name: Text, net: Net, held: Sequence[Piece], place: Place
) -> dict[str, Value]:
    """The fields that every box has for its template: its contents and its panels, in mm."""
    kinds = {piece.kind.id: piece.kind for piece in held}
    holds = tuple(
        Record(
            {
                "kind": Word(kind.id, kind.place),
                "name": kind.name,
                "copies": sum(piece.copies for piece in held if piece.kind.id == kind.id),
            }
        )
        for kind in kinds.values()
    )
    return {
        "name": name,
        "form": Word(form.form, place),
        "copies": sum(piece.copies for piece in held),
        "designs": len(held),
        "room": Record(
            {
                "width": round(net.room.width_mm, 1),
                "height": round(net.room.height_mm, 1),
                "depth": round(net.room_depth_mm, 1),
            }
        ),
        "panels": Record(
            {panel.name.replace(" ", "_"): _panel(panel, place) for panel in net.panels}
        ),
        "holds": holds,
    }


def _panel(panel: NetPanel, place: Place) -> Record:
    """The place of a panel on the net, in mm, the side of its fold, and the turn of its picture."""
    box = panel.box
    return Record(
        {
            "x": round(box.x_mm, 3),
            "y": round(box.y_mm, 3),
            "width": round(box.width_mm, 3),
            "height": round(box.height_mm, 3),
            "turn": panel.turn_deg,
            "fold": Word(panel.fold_side, place),
        }
    )
