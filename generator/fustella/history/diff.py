"""What changed in a game, piece by piece: what it was, what it is, and how much that matters.

Nothing is read or drawn here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from fustella.core.model import Face, SideName
from fustella.core.numerals import figures_in
from fustella.core.problems import Place
from fustella.history.states import GameState, PieceState
from fustella.history.versions import ChangeReason, change_reason

ORDER = (
    ChangeReason.RULES,
    ChangeReason.WORDING,
    ChangeReason.LOOKS,
    ChangeReason.COUNT,
    ChangeReason.NEW,
    ChangeReason.GONE,
)
"""In which changes are told: what weighs most with somebody who plays comes first."""

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that is not what it was; None where there was, or is, none.

    `kind` is rules, wording, or looks (a colour). `place` is where it is typed now, or the piece.
    """

    field: str
    then: str | None
    now: str | None
    kind: ChangeReason
    place: Place | None


@dataclass(frozen=True)
class PieceChange:
    """A piece that is not what it was, and why: the weightiest reason.

    `before` is None for a new piece, `after` for one that is gone. `copies_then` are all copies
    that there were of the piece, whatever their versions.
    """

    piece: str
    kind: ChangeReason
    before: PieceState | None
    after: PieceState | None
    fields: tuple[FieldChange, ...]
    copies_then: int
    copies_now: int

    @property
    def state(self) -> PieceState:
        """The piece as it is, or as it was where it is gone."""
        state = self.after or self.before
        if state is None:
            raise ValueError("a change of nothing")
        return state

    @cached_property
    def looks_changed(self) -> bool:
        """Whether the piece can be told from what it was by looking at it, as far as is known."""
        if self.before is None or self.after is None:
            return False
        then, now = self.before.version.looks, self.after.version.looks
        return bool(then and now) and then != now

    @cached_property
    def sides(self) -> tuple[tuple[SideName, Face | None, Face | None], ...]:
        """What to show, before and after: the sides that differ, or the front where none does."""
        pairs = [(side, *self._pair(side)) for side in SideName]
        shown = [pair for pair in pairs if pair[1] or pair[2]]
        if self.before is None or self.after is None:
            return tuple(shown)
        if not self.before.faces:
            return tuple(shown) if self.looks_changed else tuple(shown[:1])
        differing = [pair for pair in shown if _digest(pair[1]) != _digest(pair[2])]
        return tuple(differing if self.looks_changed and differing else shown[:1])

    def _pair(self, side: SideName) -> tuple[Face | None, Face | None]:
        """A side before and after, in the first look in which they differ."""
        then = _looks(self.before, side)
        now = _looks(self.after, side)
        if not then or not now:
            return next(iter(then), None), next(iter(now), None)
        pairs = list(zip(then, now, strict=False))
        return next((pair for pair in pairs if pair[0].digest != pair[1].digest), pairs[0])


def changes_between(before: GameState, after: GameState) -> tuple[PieceChange, ...]:
    """What changed, weightiest first as in `ORDER`, and within that in the order of the game.

    Of a piece in several versions, each that is not the present one is a change of its own.
    """
    then = _states_by_id(before)
    now = _states_by_id(after)
    found = [
        change
        for one in dict.fromkeys((*now, *then))
        for change in _changes_of(then.get(one, []), next(iter(now.get(one, [])), None), after)
    ]
    return tuple(sorted(found, key=lambda change: ORDER.index(change.kind)))


def _changes_of(
    then: list[PieceState], now: PieceState | None, after: GameState
) -> Iterator[PieceChange]:
    """What changed about one piece."""
    copies = sum(one.copies for one in then)
    if now is None:
        for one in then:
            yield PieceChange(one.id, ChangeReason.GONE, one, None, (), copies, 0)
        return
    if not then:
        yield PieceChange(now.id, ChangeReason.NEW, None, now, (), 0, now.copies)
        return
    kinds = [(one, _difference(one, now)) for one in then]
    for one, kind in kinds:
        if kind is not None:
            fields = tuple(_fields(one, now, after.language))
            yield PieceChange(now.id, kind, one, now, fields, copies, now.copies)
    if copies != now.copies and not any(kind for _, kind in kinds):
        yield PieceChange(now.id, ChangeReason.COUNT, then[0], now, (), copies, now.copies)


def _difference(then: PieceState, now: PieceState) -> ChangeReason | None:
    """The weightiest difference; of looks only what is known on both sides."""
    version = then.version
    if not (version.looks and now.version.looks):
        version = replace(version, looks=now.version.looks)
    return change_reason(version, now.version)


def _fields(then: PieceState, now: PieceState, language: str) -> Iterator[FieldChange]:
    """Field by field, in the order in which the piece has them now; what is gone comes last."""
    if then.said is None or now.said is None:
        return
    texts = then.wording | now.wording
    for field in dict.fromkeys((*now.said, *then.said)):
        was, has = then.said.get(field), now.said.get(field)
        if was != has:
            place = now.places.get(field, now.place)
            kind = (
                _kind_of_text(field, was, has, language) if field in texts else _kind_of(was, has)
            )
            yield FieldChange(field, was, has, kind, place)


def _kind_of_text(field: str, was: str | None, has: str | None, language: str) -> ChangeReason:
    """As versions divide what a piece says: a figure inside a text is no matter of words."""
    figures = {figures_in(text or "", language) for text in (was, has)}
    return ChangeReason.WORDING if field == "name" or len(figures) == 1 else ChangeReason.RULES


def _kind_of(was: str | None, has: str | None) -> ChangeReason:
    values = [value for value in (was, has) if value is not None]
    return ChangeReason.LOOKS if all(map(_COLOUR.fullmatch, values)) else ChangeReason.RULES


def _states_by_id(state: GameState) -> dict[str, list[PieceState]]:
    by_id: dict[str, list[PieceState]] = {}
    for piece in state.pieces:
        if piece.copies:
            by_id.setdefault(piece.id, []).append(piece)
    return by_id


def _looks(state: PieceState | None, side: SideName) -> list[Face]:
    """A side in all the ways that it is drawn in."""
    faces = state.faces if state else {}
    return [face for face_id, face in faces.items() if face_id.side is side]


def _digest(face: Face | None) -> str:
    return face.digest if face else ""


def tally(changes: Sequence[PieceChange]) -> dict[ChangeReason, int]:
    """How many changes there are of each kind, in the order in which they are told."""
    counts = {kind: sum(1 for one in changes if one.kind is kind) for kind in ORDER}
    return {kind: count for kind, count in counts.items() if count}


def counted(counts: Mapping[ChangeReason, int]) -> str:
    """`3 rules · 1 new`; `nothing changed`."""
    return " · ".join(f"{count} {kind}" for kind, count in counts.items()) or "nothing changed"


def copies_said(change: PieceChange) -> str:
    """`3 → 5 copies`, `2 of 5 copies`, or "" where nothing is to be said."""
    before = change.before
    if change.before is None or change.after is None:
        return _copies(change.state.copies)
    if change.copies_then != change.copies_now:
        return f"{change.copies_then} → {_copies(change.copies_now)}"
    if before and before.copies != change.copies_then:
        return f"{before.copies} of {_copies(change.copies_then)}"
    return ""


def code_said(change: PieceChange) -> str:
    """`MK-7K4C → MK-R9PX`, or the one code that the piece has."""
    states = (state for state in (change.before, change.after) if state)
    codes = dict.fromkeys(state.version.code for state in states)
    return " → ".join(code for code in codes if code)


def value_said(value: str | None) -> str:
    """On one line; `nothing` where there is none."""
    return "nothing" if value is None else " ".join(value.split()) or '""'


def where(place: Place | None) -> str:
    """`content/tiny/cards.yaml:12`, or "" for what is nowhere any more."""
    return f"{place.file}:{place.line}" if place else ""


def _copies(count: int) -> str:
    return f"{count} cop{'ies' if count != 1 else 'y'}"
