"""Says how the zones of a piece are typed, and which kind says what of them.

Of each value of a zone somebody is the owner: the kind itself, under a side or under `both`, the
kind that it is like, the ready face, or nobody. What is typed can be changed here, without a file,
to see what would come of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.project import Project
from fustella.core.values.model import Game, Piece, Record, SideName
from fustella.core.values.problems import Place, Problem
from fustella.read.alike import LIKE, completed
from fustella.read.fields import FieldType
from fustella.read.filled_zones import BY, FilledZones, follows
from fustella.read.filling import Filler
from fustella.read.following import filler_of
from fustella.read.forms import At
from fustella.read.kinds import KindReader, TypedSide
from fustella.read.languages import Languages
from fustella.read.layouts import WHEN, PanelForm
from fustella.read.nodes import ListNode, MappingNode, place_at
from fustella.read.ready import PREFIX, SUFFIX, ReadyFaces
from fustella.read.scalars import nothing
from fustella.read.source import loaded
from fustella.read.tables import read_tables

BOTH: Final = "both"

REMOVED: Final = object()
"""The value of a change that takes a key away, and with it a mapping that it leaves empty."""

Path: TypeAlias = tuple[str, ...]
"""The keys that lead to a value in game.yaml."""


class ZoneMention(Struct, frozen=True):
    """Something that a kind says of a zone.

    `side` is front, back or both, `own` whether it is the kind of the piece itself.
    """

    kind: str
    side: str
    own: bool
    path: Path
    line: int


class ChosenValue(Struct, frozen=True):
    """A value as typed, after the choices in it that go by a field of the piece.

    `steps` lead to it from the zone on. `word` is the word that the last choice goes by, `branch`
    the key that it has for it: "" for a value that is not chosen. `typed` is the value, or REMOVED
    where a choice has none for the piece.
    """

    steps: Path
    typed: object
    branch: str = ""
    word: str = ""

    @property
    def is_computed(self) -> bool:
        """Whether a formula gives the value."""
        return isinstance(self.typed, str) and follows(self.typed)


class TypedKinds(Struct, frozen=True):
    """The kinds of a game as game.yaml has them; `file` is its name."""

    game: Game
    file: str
    kinds: MappingNode
    reader: KindReader

    @classmethod
    def of(cls, project: Project, game: Game, file: str, text: str) -> "TypedKinds":
        """The kinds in the text of game.yaml; "" for a game without it. Raises ProblemsFound."""
        data = loaded(text, file) if text else MappingNode(0)
        kinds = data.get("kinds")
        reader = KindReader(
            Languages(game.languages),
            read_tables(project),
            {name: str(game.colours[name]) for name in game.colours},
            tuple(ink.id for ink in game.inks),
            project.templates_of(game.id),
            project.root,
            ReadyFaces(project),
            dict(game.fonts),
            [],
            [],
        )
        return cls(game, file, kinds if isinstance(kinds, MappingNode) else MappingNode(0), reader)

    def declares(self, kind: str) -> bool:
        """Whether game.yaml has the kind; a list may name a ready face instead."""
        return isinstance(self.kinds.get(kind), MappingNode)


class PieceZones:
    """The zones of one side of a piece.

    `problems` are the faults of the side, `faults` those of zones that were looked at as if they
    were shown.
    """

    def __init__(
        self, typed: TypedKinds, piece: Piece, side: SideName, filler: Filler | None = None
    ) -> None:
        self._typed, self._piece, self._side = typed, piece, side
        self._filler = filler or filler_of(piece, side, typed.game)
        self.problems: list[Problem] = []
        self._forms: dict[str, PanelForm | None] = {}
        self.faults: list[Problem] = []

    @property
    def kind(self) -> str:
        return self._piece.kind.id

    @property
    def declared(self) -> Mapping[str, FieldType]:
        """The fields that the kind and its face declare for the side, by name."""
        return self.side.declared if self.side else {}

    @property
    def is_declared(self) -> bool:
        """Whether game.yaml has the kind; a list may name a ready face instead."""
        return self._typed.declares(self.kind)

    @cached_property
    def side(self) -> TypedSide | None:
        """The side as typed; None for a kind with a fault."""
        kinds = self._kinds
        at = At(Place(self._typed.file, key="kinds"), self.problems)
        node = completed(self._with_like(kinds), at).get(self.kind)
        if not isinstance(node, MappingNode):
            return None
        reader = replace(self._typed.reader, problems=self.problems)
        place = Place(self._typed.file, kinds.lines[self.kind], f"kinds.{self.kind}")
        return reader.side(node, self._side, self._piece.kind.outline.size, place)

    def _with_like(self, kinds: MappingNode) -> MappingNode:
        """The kind of the piece, and the one that it is like."""
        own = kinds[self.kind]
        names = (own.get(LIKE) if isinstance(own, MappingNode) else None, self.kind)
        result = MappingNode(kinds.line)
        for name in names:
            if isinstance(name, str) and name in kinds:
                result.put(name, kinds[name], kinds.lines[name])
        return result

    @cached_property
    def _kinds(self) -> MappingNode:
        """The kinds as typed, and the kind of the piece, which a list may name by a ready face."""
        if self._typed.declares(self.kind):
            return self._typed.kinds
        node, front = MappingNode(0), self._piece.kind.front.removesuffix(SUFFIX)
        node.put("front", front if front.startswith(PREFIX) else f"{PREFIX}{front}", 0)
        result = MappingNode(0)
        for name, kind in self._typed.kinds.items():
            result.put(name, kind, self._typed.kinds.lines[name])
        result.put(self.kind, node, 0)
        return result

    @property
    def names(self) -> tuple[str, ...]:
        """The zones in the order of the layout: those of the face, then those of the kind's own."""
        if self.side is None:
            return ()
        own = (name for name in self.side.zones if name not in self.side.reader.zones)
        return (*self.side.reader.zones, *own)

    @cached_property
    def filled(self) -> MappingNode:
        """The zones as typed for the piece, without their conditions."""
        assert self.side is not None
        silent, result = At(self.side.place, [], self._side), MappingNode(self.side.zones.line)
        for name, zone in self.side.zones.items():
            inside = (self._at if self.is_there(name) else silent).inside(name, self.side.zones)
            filled = self._filled.keys(zone, inside) if isinstance(zone, MappingNode) else zone
            result.put(name, filled, self.side.zones.lines[name])
        return result

    @property
    def _filled(self) -> FilledZones:
        return FilledZones(self._filler)

    def is_there(self, zone: str) -> bool:
        """Whether the condition of a zone holds for the piece; a zone without one is there."""
        typed = self.side.zones.get(zone) if self.side else None
        if not isinstance(typed, MappingNode) or WHEN not in typed:
            return True
        return self._filled.is_there(typed, At(Place(""), self.problems))

    @cached_property
    def layout(self) -> Record:
        """The zones for the piece, as its kind has them."""
        assert self.side is not None
        zones = MappingNode(self.filled.line)
        for name, zone in self.filled.items():
            there = self.is_there(name)
            zones.put(name, zone if there else False, self.filled.lines[name])
        return self.side.reader.read(zones, self._at)

    def shown(self, zone: str) -> Record | None:
        """One zone for the piece, as if it were not hidden; None for one without a place."""
        assert self.side is not None
        typed, line = self.filled.get(zone), self.filled.lines.get(zone, 0)
        seen, zones = MappingNode(line), MappingNode(self.filled.line)
        for key, value in typed.items() if isinstance(typed, MappingNode) else ():
            seen.put(key, value, line)
        seen.put("show", True, line)
        zones.put(zone, seen, line)
        return self.side.reader.zone(zone, zones, At(self.side.place, self.faults, self._side))

    @cached_property
    def _at(self) -> At:
        assert self.side is not None
        return At(self.side.place, self.problems, self._side)

    def form(self, zone: str) -> PanelForm | None:
        """The form of a zone for the piece, with what the face says of it; None for a fault."""
        if zone not in self._forms:
            assert self.side is not None
            at = At(self.side.place, self.faults, self._side)
            self._forms[zone] = self.side.reader.form(zone, self.filled, at)
        return self._forms[zone]

    def brought(self, zone: str) -> MappingNode:
        """A zone as the ready face has typed it."""
        face = self.side.face if self.side else None
        typed = face.form.layout.get(zone) if face else None
        return typed if isinstance(typed, MappingNode) else MappingNode(0)

    def typed(self, zone: str) -> object:
        """A zone as the kind and the one that it is like have typed it together, or None."""
        return self.side.zones.get(zone) if self.side else None

    def find(self, zone: str, *steps: str) -> ChosenValue | None:
        """The value that a kind has typed for a zone, or for a key in it; None for none.

        `steps` are the keys from the zone on. Of a choice, it is the value that the piece has.
        """
        here: object = self.typed(zone)
        if isinstance(here, bool):
            return ChosenValue((), here) if steps == ("show",) else None
        for step in steps:
            if not isinstance(here, MappingNode) or step not in here:
                return None
            here = here[step]
        branch, word, silent = "", "", At(Place(""), [])
        while isinstance(here, MappingNode) and BY in here:
            word = self._filled.word(here, silent) or ""
            key = self._filled.branch(here, silent)
            if key is None:
                return ChosenValue(steps, REMOVED, "", word)
            branch, steps, here = key, (*steps, key), here[key]
        return ChosenValue(steps, here, branch, word)

    def said(self, zone: str, *steps: str) -> ZoneMention | None:
        """Who says a value of a zone: the strongest of those that name it; None for nobody."""
        return next((said for said, _ in self._saying(zone, steps)), None)

    def said_by_own(self, zone: str, *steps: str) -> ZoneMention | None:
        """Where the kind of the piece itself says a value of a zone, if it does."""
        return next((said for said, _ in self._saying(zone, steps) if said.own), None)

    def raw(self, zone: str, side: str) -> object:
        """What the kind of the piece itself has typed of a zone, under a side or `both`."""
        return self._under(self.kind, side, zone)

    def _saying(self, zone: str, steps: Sequence[str]) -> Iterator[tuple[ZoneMention, object]]:
        """Yields those who say a value of a zone, the strongest first."""
        node = self._kinds.get(self.kind)
        like = node.get(LIKE) if isinstance(node, MappingNode) else None
        for kind in (self.kind, *([like] if isinstance(like, str) else [])):
            for side in (self._side.value, BOTH):
                here = self._under(kind, side, zone)
                path: Path = ("kinds", kind, "layout", side, zone)
                line = self._line_of(path)
                own = kind == self.kind
                if isinstance(here, bool) and tuple(steps) == ("show",):
                    yield ZoneMention(kind, side, own, path, line), here
                    continue
                for step in steps:
                    if not isinstance(here, MappingNode) or step not in here:
                        here = None
                        break
                    line, here = here.lines[step], here[step]
                if here is not None:
                    yield ZoneMention(kind, side, own, (*path, *steps), line), here

    def _under(self, kind: str, side: str, zone: str) -> object:
        here: object = self._kinds
        for step in (kind, "layout", side, zone):
            here = here.get(step) if isinstance(here, MappingNode) else None
        return here

    def _line_of(self, path: Path) -> int:
        return place_at(self._kinds, "", *path[1:]).line

    def for_piece(self, piece: Piece) -> "PieceZones":
        """The zones of the same side of another piece, with the kinds as they are typed here."""
        return PieceZones(self._typed, piece, self._side)

    @property
    def kinds_like(self) -> tuple[str, ...]:
        """The kinds that are like the kind of the piece."""
        return tuple(
            name
            for name, kind in self._typed.kinds.items()
            if isinstance(kind, MappingNode) and kind.get(LIKE) == self.kind
        )

    def changed(self, path: Path, value: object) -> "PieceZones":
        """The zones with another value at a path of game.yaml; REMOVED takes it away.

        A mapping that it would leave empty is taken away, too.
        """
        kinds = _changed(self._kinds, path[1:], value)
        typed = replace(self._typed, kinds=kinds if isinstance(kinds, MappingNode) else nothing())
        return PieceZones(typed, self._piece, self._side, self._filler)


def _changed(node: object, path: Path, value: object) -> object:
    """A copy of a mapping with another value at a path; REMOVED if nothing is left of it."""
    if not path:
        return value
    result = MappingNode(node.line if isinstance(node, MappingNode) else 0)
    known: Mapping[str, object] = node if isinstance(node, MappingNode) else {}
    for name, each in known.items():
        new = _changed(each, path[1:], value) if name == path[0] else each
        if new is not REMOVED:
            result.put(name, new, node.lines[name])  # type: ignore[attr-defined]
    if path[0] not in known and value is not REMOVED:
        result.put(path[0], _changed(None, path[1:], value), result.line)
    return result if result or not known else REMOVED


def typed_value(written: str) -> object:
    """The value of a text in YAML, as it stands behind a key. Raises ProblemsFound."""
    return loaded(f"v: {written}\n", "")["v"]


def node_of(value: object) -> object:
    """A value of Python as if it had been typed."""
    if isinstance(value, Mapping):
        result = MappingNode(0)
        for key, each in value.items():
            result.put(str(key), node_of(each), 0)
        return result
    if isinstance(value, list | tuple):
        entries = ListNode(0)
        for each in value:
            entries.add(node_of(each), 0)
        return entries
    return value
