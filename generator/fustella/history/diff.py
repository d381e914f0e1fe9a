"""Compares two states of a game, piece by piece and field by field.

Other modules have read and drawn these states.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.values.model import Face, SideName
from fustella.core.values.problems import Place
from fustella.core.words.numerals import figures_in
from fustella.history.states import GameState, PieceState
from fustella.history.versions import ChangeReason, change_reason, is_colour

ORDER = (
    ChangeReason.RULES,
    ChangeReason.WORDING,
    ChangeReason.LOOKS,
    ChangeReason.COUNT,
    ChangeReason.NEW,
    ChangeReason.GONE,
)
"""The order of changes in a report: changes that matter most to a player come first."""


class FieldChange(Struct, frozen=True):
    """A field whose value differs; `then` or `now` is None for a field that was added or removed.

    `kind` is rules, wording, or looks (a colour). `place` is the place of the value now, or else of
    the piece.
    """

    field: str
    then: str | None
    now: str | None
    kind: ChangeReason
    place: Place | None


class PieceChange(Struct, frozen=True, dict=True):
    """A piece that differs; `kind` is the most important reason.

    `before` is None for a new piece, `after` for a piece that is gone. `copies_then` counts the old
    copies of the piece in all versions.
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
        """The present state of the piece, or the old state of a piece that is gone."""
        state = self.after or self.before
        if state is None:
            raise ValueError("a change of nothing")
        return state

    @cached_property
    def looks_changed(self) -> bool:
        """Whether the printed piece looks different; False where its looks are unknown."""
        if self.before is None or self.after is None:
            return False
        then, now = self.before.version.looks, self.after.version.looks
        return bool(then and now) and then != now

    @cached_property
    def sides(self) -> tuple[tuple[SideName, Face | None, Face | None], ...]:
        """The sides to show, with their faces before and after: sides that differ, or the front."""
        pairs = [(side, *self._faces_in_look(side)) for side in SideName]
        shown = [pair for pair in pairs if pair[1] or pair[2]]
        if self.before is None or self.after is None:
            return tuple(shown)
        if not self.looks_changed:
            return tuple(shown[:1])
        if not self.before.faces:
            return tuple(shown)
        differing = [
            (side, then, now)
            for side, then, now in shown
            if then is None or now is None or then.digest != now.digest
        ]
        return tuple(differing or shown[:1])

    def _faces_in_look(self, side: SideName) -> tuple[Face | None, Face | None]:
        """The faces of a side before and after, in the first look in which they differ."""
        then, now = (
            [face for face_id, face in state.faces.items() if face_id.side is side] if state else []
            for state in (self.before, self.after)
        )
        if not then or not now:
            return next(iter(then), None), next(iter(now), None)
        pairs = list(zip(then, now, strict=False))
        return next((pair for pair in pairs if pair[0].digest != pair[1].digest), pairs[0])


def changes_between(before: GameState, after: GameState) -> tuple[PieceChange, ...]:
    """The changes between two states, sorted by `ORDER` and then by the order of the game.

    Where a piece had several versions, each outdated version is a change of its own.
    """
    then, now = _states_by_id(before), _states_by_id(after)
    changes = [
        change
        for piece in dict.fromkeys((*now, *then))
        for change in _changes_of(then.get(piece, []), now.get(piece, []), after.language)
    ]
    return tuple(sorted(changes, key=lambda change: ORDER.index(change.kind)))


def _states_by_id(state: GameState) -> dict[str, list[PieceState]]:
    by_id: dict[str, list[PieceState]] = {}
    for piece in state.pieces:
        if piece.copies:
            by_id.setdefault(piece.id, []).append(piece)
    return by_id


def _changes_of(
    versions_then: Sequence[PieceState], versions_now: Sequence[PieceState], language: str
) -> Iterator[PieceChange]:
    """The changes of one piece, which has at most one version now."""
    copies = sum(then.copies for then in versions_then)
    now = next(iter(versions_now), None)
    if now is None:
        for then in versions_then:
            yield PieceChange(then.id, ChangeReason.GONE, then, None, (), copies, 0)
        return
    if not versions_then:
        yield PieceChange(now.id, ChangeReason.NEW, None, now, (), 0, now.copies)
        return
    reasons = [_reason_for(then, now) for then in versions_then]
    for then, reason in zip(versions_then, reasons, strict=True):
        if reason is not None:
            fields = tuple(_changed_fields(then, now, language))
            yield PieceChange(now.id, reason, then, now, fields, copies, now.copies)
    if copies != now.copies and not any(reasons):
        yield PieceChange(now.id, ChangeReason.COUNT, versions_then[0], now, (), copies, now.copies)


def _reason_for(then: PieceState, now: PieceState) -> ChangeReason | None:
    """The most important reason why two versions differ; unknown looks count as equal."""
    if _kind_changed(then, now):
        return ChangeReason.RULES
    version = then.version
    if not (version.looks and now.version.looks):
        version = replace(version, looks=now.version.looks)
    return change_reason(version, now.version)


def _kind_changed(then: PieceState, now: PieceState) -> bool:
    return bool(then.kind_id and now.kind_id) and then.kind_id != now.kind_id


def _changed_fields(then: PieceState, now: PieceState, language: str) -> Iterator[FieldChange]:
    """The fields that differ, in the order of the present piece; removed fields come last.

    Another kind comes first.
    """
    if _kind_changed(then, now):
        yield FieldChange("kind", then.kind_id, now.kind_id, ChangeReason.RULES, now.place)
    if then.fields is None or now.fields is None:
        return
    texts = then.wording | now.wording
    for field in dict.fromkeys((*now.fields, *then.fields)):
        before, after = then.fields.get(field), now.fields.get(field)
        if before == after:
            continue
        if field in texts:
            # A figure or an icon inside the text counts as rules, as in `Version`.
            same = figures_in(before or "", language) == figures_in(after or "", language)
            kind = ChangeReason.WORDING if field == "name" or same else ChangeReason.RULES
        else:
            values = [value for value in (before, after) if value is not None]
            kind = ChangeReason.LOOKS if all(map(is_colour, values)) else ChangeReason.RULES
        yield FieldChange(field, before, after, kind, now.places.get(field, now.place))


def tally(changes: Sequence[PieceChange]) -> dict[ChangeReason, int]:
    """The number of changes for each reason that occurs, in the order of `ORDER`."""
    counts = {kind: sum(1 for change in changes if change.kind is kind) for kind in ORDER}
    return {kind: count for kind, count in counts.items() if count}


def counted(counts: Mapping[ChangeReason, int]) -> str:
    """The numbers of changes in words: `3 rules · 1 new`, or `nothing changed`."""
    return " · ".join(f"{count} {kind}" for kind, count in counts.items()) or "nothing changed"


def copies_text(change: PieceChange) -> str:
    """The copies of a changed piece in words: `3 → 5 copies`; "" where they stay as they were.

    `2 of 5 copies` stands for one of several versions, and `5 copies` for a piece that is new or
    gone.
    """
    if change.before is None or change.after is None:
        return _copies_in_words(change.state.copies)
    if change.copies_then != change.copies_now:
        return f"{change.copies_then} → {_copies_in_words(change.copies_now)}"
    if change.before.copies != change.copies_then:
        return f"{change.before.copies} of {_copies_in_words(change.copies_then)}"
    return ""


def _copies_in_words(count: int) -> str:
    return f"{count} cop{'ies' if count != 1 else 'y'}"


def code_text(change: PieceChange) -> str:
    """The codes of a changed piece: `MK-7K4C → MK-R9PX`, or its only code, or ""."""
    states = (state for state in (change.before, change.after) if state)
    codes = dict.fromkeys(state.version.code for state in states)
    return " → ".join(code for code in codes if code)


def value_text(value: str | None) -> str:
    """A value on one line; `nothing` stands for None."""
    return "nothing" if value is None else " ".join(value.split()) or '""'


def where(place: Place | None) -> str:
    """A place with its line, `content/tiny/cards.yaml:12`; "" for None."""
    return place.spot if place else ""
