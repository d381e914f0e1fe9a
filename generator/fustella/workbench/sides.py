"""Looks at one side of a piece: its zones as typed, and as they are drawn on it."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from fustella.core.files.project import GAME_FILE
from fustella.core.values.model import ALL_OF, Game, Piece, Record, SideName
from fustella.core.values.problems import ProblemsFound
from fustella.draw.records import localised
from fustella.draw.specs import lacking, placed
from fustella.read.layouts import AXES, PanelForm, cases_of, merged_zone
from fustella.read.piece_zones import PieceZones, TypedKinds
from fustella.workbench.draft import Draft, GestureRefused


def game_file(draft: Draft) -> str:
    """The name of game.yaml of a draft's game."""
    return draft.project.name_of(draft.project.folder_of(draft.game) / GAME_FILE)


def text_in(draft: Draft, name: str) -> str:
    """The text of a file of a draft; "" where there is none. Raises GestureRefused."""
    try:
        return (draft.content(name) or b"").decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GestureRefused(f"`{name}` is not UTF-8", "save it as UTF-8") from None


def first_problem(found: ProblemsFound) -> GestureRefused:
    """The refusal of a gesture because of a file with problems."""
    problem = found.problems[0]
    return GestureRefused(problem.message, problem.hint, problem.place)


class PieceSide:
    """One side of a piece, for one step on the page."""

    def __init__(self, draft: Draft, piece: Piece, side: SideName, zones: PieceZones) -> None:
        self.draft, self.piece, self.side, self.zones = draft, piece, side, zones
        self._shown: dict[str, Record | None] = {}

    @classmethod
    def of(cls, draft: Draft, kind: str, side: str, piece: str) -> "PieceSide":
        """The side of a piece of a kind; of its first piece, where none is named.

        Raises GestureRefused.
        """
        game = draft.job.game
        found = piece_of(game, kind, piece)
        if side not in {*SideName} or (side == SideName.BACK and found.kind.back is None):
            raise GestureRefused(f"pieces of the kind `{found.kind.id}` have no {side}")
        file = game_file(draft)
        try:
            typed = TypedKinds.of(draft.project, game, file, text_in(draft, file))
        except ProblemsFound as problems:
            raise first_problem(problems) from None
        whole = cls(draft, found, SideName(side), PieceZones(typed, found, SideName(side)))
        if whole.zones.side is None:
            message = f"`{file}` no longer has the kind `{found.kind.id}`"
            raise GestureRefused(message, "load the page again")
        return whole

    def with_zones(self, zones: PieceZones) -> "PieceSide":
        """The side with other zones as typed."""
        return PieceSide(self.draft, self.piece, self.side, zones)

    @property
    def game(self) -> Game:
        return self.draft.job.game

    @property
    def template(self) -> str:
        """The name of the template that draws the side."""
        kind = self.piece.kind
        return kind.front if self.side is SideName.FRONT else kind.back or ""

    @property
    def values(self) -> Record:
        """The fields of the piece on this side."""
        return self.piece.front if self.side is SideName.FRONT else self.piece.back

    @cached_property
    def _face(self) -> object:
        known = self.game.languages
        language = self.draft.language if self.draft.language in known else known[0]
        return localised(self.values, language)

    @property
    def layout(self) -> Record:
        """The zones as the kind of the piece has them."""
        return self.zones.layout

    def _with_shown(self, zone: str) -> Record | None:
        """The layout, in which a zone is not hidden; None for a zone without a place."""
        if zone not in self._shown:
            one, layout = self.zones.shown(zone), self.layout
            whole = {name: layout[name] for name in layout if name != zone}
            self._shown[zone] = None if one is None else Record({**whole, zone: one})
        return self._shown[zone]

    def drawn(self, zone: str) -> Mapping[str, Any] | None:
        """The values with which a zone is drawn on the piece, or would be if it were not hidden.

        None for a zone without a place.
        """
        layout = self._with_shown(zone)
        if layout is None:
            return None
        values: Any = placed(layout, self._face)[zone]
        return {key: values[key] for key in values}

    def cases(self, zone: str) -> Iterator[tuple[str, Record]]:
        """Yields the cases of `without` of a zone that hold for the piece, each with its values."""
        layout: Any = self._with_shown(zone)
        if layout is None or "without" not in layout[zone] or not layout[zone]["without"]:
            return
        lacks = lacking(layout, self._face)
        for fields in layout[zone]["without"]:
            if lacks.issuperset(fields.split(ALL_OF)):
                yield fields, layout[zone]["without"][fields]

    def cases_for(self, zone: str, key: str) -> tuple[str, ...]:
        """The cases of a zone's `without` that give the piece a value for a key, the last first.

        The keys of one axis belong together.
        """
        keys = axis_of(key)
        found = [fields for fields, values in self.cases(zone) if any(k in values for k in keys)]
        return tuple(reversed(found))

    def form(self, zone: str, key: str) -> PanelForm | None:
        """The form of a zone with what decides about a key on this piece."""
        form = self.zones.form(zone)
        case = next(iter(self.cases_for(zone, key)), "")
        if form is None or case not in cases_of(form):
            return form
        return merged_zone(form, cases_of(form)[case])


def axis_of(key: str) -> tuple[str, ...]:
    """The keys that belong together with a key: those of its axis, or itself."""
    return next((axis for axis in AXES if key in axis), (key,))


def piece_of(game: Game, kind: str, piece: str) -> Piece:
    """A piece by its id, or the first of a kind. Raises GestureRefused."""
    for each in (*game.pieces, *game.boxes):
        if each.id == piece if piece else each.kind.id == kind:
            return each
    raise GestureRefused(f"there is no piece `{piece or kind}`", "load the page again")
