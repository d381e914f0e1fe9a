"""Changes the zones of a kind where it says them, by the shortest keys that say it.

A change is tried on the zones as typed before any file is touched: of the ways to write it, the one
with the fewest keys that draws what was asked is taken. So a value that is again that of the face
goes, a zone that is placed from the right stays placed from the right, and a value that holds only
for pieces without a field is changed for these alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.units import MM_PER_PT, rounded_up
from fustella.core.values.model import Piece, SideName
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.schemas import Vocabulary
from fustella.read.filled_zones import BY
from fustella.read.layouts import (
    AXES,
    CONTENTS,
    PLACES,
    WHEN,
    Measure,
    controls,
    is_new,
)
from fustella.read.nodes import MappingNode, as_typed, is_number
from fustella.read.piece_zones import BOTH, REMOVED, Path, node_of, typed_value
from fustella.read.typed_measures import retyped
from fustella.workbench.draft import GestureRefused
from fustella.workbench.sides import PieceSide, axis_of

Steps: TypeAlias = tuple[str, ...]
"""The keys that lead to a value, from its zone on."""

START_MM, LENGTH_MM = 0.055, 0.105
"""The difference to what was asked that rounding may make, in the place and in the size."""

MOST_MM = 10_000
"""The largest length, to either side, that a gesture may ask for: no printer has so much paper."""

_STILL_MM = 0.005
"""The movement that is none."""

_MOST_CHANGED = 3
"""The most keys of an axis that one change touches."""


class InYaml(str):
    """Characters that are YAML already: `40%`, `{by: rarity, rare: gold}`."""


class Edit(Struct, frozen=True):
    """A value to write at a path of game.yaml; REMOVED takes it away, with what it leaves empty."""

    path: Path
    value: object


class Trial(Struct, frozen=True):
    """The zones of a side after some edits, which no file has yet."""

    side: PieceSide
    edits: tuple[Edit, ...] = ()

    def with_edit(self, path: Path, value: object) -> "Trial":
        node = value if value is REMOVED else _node(value)
        zones = self.side.zones.changed(path, node)
        return Trial(self.side.with_zones(zones), (*self.edits, Edit(path, value)))

    def set(self, zone: str, steps: Steps, value: object) -> "Trial":
        """Writes a value of a zone where the kind says it, or else beside its other keys."""
        zones = self.side.zones
        said = zones.said_by_own(zone, *steps)
        if said is not None:
            return self.with_edit(said.path, value)
        home = self._home(zone, steps)
        path: Path = ("kinds", zones.kind, "layout", home, zone)
        raw = zones.raw(zone, home)
        steps, value = self._with_choice(zone, steps, value)
        if isinstance(raw, bool):  # `cost: false` becomes `cost: {show: false, …}`
            hidden = {} if raw or steps[:1] == ("show",) else {"show": False}
            return self.with_edit(path, {**hidden, **_nested(steps, value)})
        if steps == ("show",) and raw is None:
            return self.with_edit(path, value)
        return self.with_edit((*path, *steps), value)

    def _with_choice(self, zone: str, steps: Steps, value: object) -> tuple[Steps, object]:
        """The steps to a new value, and the value: one of a choice comes with its `by`.

        The choice itself is that of the kind that this one is like.
        """
        zones, here = self.side.zones, self.side.zones.typed(zone)
        for number, step in enumerate(steps):
            if not isinstance(here, MappingNode):
                break
            if BY in here and zones.said_by_own(zone, *steps[:number]) is None:
                return steps[:number], {BY: here[BY], **_nested(steps[number:], value)}
            here = here.get(step)
        return steps, value

    def remove(self, zone: str, steps: Steps) -> "Trial":
        """Takes away a value that the kind itself says of a zone."""
        said = self.side.zones.said_by_own(zone, *steps)
        return self if said is None else self.with_edit(said.path, REMOVED)

    def _home(self, zone: str, steps: Steps) -> str:
        """The side under which something new of a zone is written.

        It is `both` for a zone of the kind's own that has its place there, and for a place of which
        `both` says a part.
        """
        zones, side = self.side.zones, self.side.side.value
        raw, both = zones.raw(zone, side), zones.raw(zone, BOTH)
        if raw is None and is_new(both):
            return BOTH
        if steps[0] in PLACES and isinstance(both, MappingNode):
            axis = axis_of(steps[0])
            if any(key in both for key in axis) and not any(key in _keys(raw) for key in axis):
                return BOTH
        return side


def _nested(steps: Steps, value: object) -> dict[str, object]:
    for step in reversed(steps):
        value = {step: value}
    assert isinstance(value, dict)
    return value


def _node(value: object) -> object:
    """A value to write, as it is when the file is read again."""
    if isinstance(value, InYaml):
        try:
            return typed_value(value)
        except ProblemsFound as found:
            problem = found.problems[0]
            raise GestureRefused(f"`{value}`: {problem.message}", problem.hint) from None
    if isinstance(value, Mapping) and not isinstance(value, MappingNode):
        return node_of({key: _node(each) for key, each in value.items()})
    return value


def placed_at(trial: Trial, zone: str, numbers: Mapping[str, float]) -> Trial:
    """The trial with a zone at another place, or of another size.

    `numbers` are lengths in mm by keys of places. Of an axis, `x` or `right` alone moves the zone,
    and `width` alone keeps the edge from which it is placed.
    """
    size = trial.side.piece.kind.outline.size
    for axis, whole_mm in zip(AXES, (size.width_mm, size.height_mm), strict=True):
        own = {key: numbers[key] for key in axis if key in numbers}
        if own:
            trial = _on_axis(trial, zone, axis, whole_mm, own)
    return trial


class _Spot(Struct, frozen=True):
    """A key of an axis that may be changed: in the zone itself, or in a case of its `without`."""

    case: str
    key: str

    @property
    def steps(self) -> Steps:
        return ("without", self.case, self.key) if self.case else (self.key,)


_Change: TypeAlias = "tuple[_Spot, object]"


def _on_axis(
    trial: Trial, zone: str, axis: Steps, whole_mm: float, numbers: Mapping[str, float]
) -> Trial:
    now = _extent(trial, zone, axis)
    if now is None:
        raise GestureRefused(f"the zone `{zone}` has no place", "give it one in game.yaml")
    anchors = _anchors(trial, zone, axis)
    asked = _asked(now, anchors, axis, whole_mm, numbers)
    if far := [key for key in numbers if not abs(numbers[key]) <= MOST_MM]:
        raise GestureRefused(
            f"`{far[0]}` cannot be {numbers[far[0]]:g} mm", "write a smaller number"
        )
    if asked[1] <= 0:
        raise GestureRefused(f"`{axis[1]}` cannot be {asked[1]:g} mm", "write a length above 0mm")
    if max(abs(asked[0] - now[0]), abs(asked[1] - now[1])) < _STILL_MM:
        return trial
    bare = _without_own(trial, zone, axis)
    if bare is not trial and not bare.side.zones.faults and _fits(bare, zone, axis, asked):
        return bare
    found: list[tuple[tuple[float, ...], Trial]] = []
    faults: list[Problem] = []
    for number in range(1, _MOST_CHANGED + 1):
        for tried in _tries(trial, zone, axis, asked, whole_mm, number):
            if not _fits(tried, zone, axis, asked) or tried.side.zones.faults:
                faults += tried.side.zones.faults
                continue
            moved = _anchors(tried, zone, axis) != anchors
            own = sum(
                tried.side.zones.said_by_own(zone, *spot.steps) is not None
                for spot in _spots(tried, zone, axis)
            )
            error = sum(map(abs, _difference(tried, zone, axis, asked) or ()))
            found.append(((moved, own, number, error), tried))
        if any(not score[0] for score, _ in found):
            break
    if not found:
        beyond_mm = max(-asked[0], asked[0] + asked[1] - whole_mm)
        if beyond_mm > 0 and any(fault.code == "E110" for fault in faults):
            message = f"the zone would go {rounded_up(beyond_mm, 1)} mm beyond the trim"
            raise GestureRefused(message, f"the face has a {axis[1]} of {whole_mm:g} mm")
        _refuse_place(trial, zone, axis)
    ranked = [tried for _, tried in sorted(found, key=lambda each: each[0])]
    return next((tried for tried in ranked if not _harm(trial.side, tried, zone)), ranked[0])


def _without_own(trial: Trial, zone: str, axis: Steps) -> Trial:
    """The trial without what the kind itself says of a zone on an axis, as far as it may go."""
    for spot in _spots(trial, zone, axis):
        if _may_go(trial, zone, spot):
            trial = trial.remove(zone, spot.steps)
    return trial


def _tries(
    trial: Trial,
    zone: str,
    axis: Steps,
    asked: tuple[float, float],
    whole_mm: float,
    number: int,
) -> Iterator[Trial]:
    """Yields the trials in which a number of keys of an axis are others, so that it may fit."""
    options = [
        [(spot, text) for text in _texts(trial, zone, axis, spot, asked, whole_mm)]
        for spot in _spots(trial, zone, axis)
    ]
    for some in combinations([option for option in options if option], number):
        for changes in product(*some):
            yield _with(trial, zone, changes)


def _extent(trial: Trial, zone: str, axis: Steps) -> tuple[float, float] | None:
    """The start and the length of a zone on an axis, as it is drawn on the piece."""
    values = trial.side.drawn(zone)
    return None if values is None else (values[axis[0]], values[axis[1]])


def _asked(
    now: tuple[float, float],
    anchors: frozenset[str],
    axis: Steps,
    whole_mm: float,
    numbers: Mapping[str, float],
) -> tuple[float, float]:
    """The start and the length that a zone is to have on an axis."""
    start, length, end = axis
    size = numbers.get(length, now[1])
    if start in numbers and end in numbers:
        size = whole_mm - numbers[start] - numbers[end]
    if start in numbers:
        return numbers[start], size
    if end in numbers:
        return whole_mm - numbers[end] - size, size
    if start not in anchors and end in anchors:
        return now[0] + now[1] - size, size
    return now[0], size


def _anchors(trial: Trial, zone: str, axis: Steps) -> frozenset[str]:
    """The keys of an axis that decide where a zone lies on the piece."""
    form = trial.side.form(zone, axis[0])
    return frozenset(key for key in axis if form and isinstance(getattr(form, key), Measure))


def _spots(trial: Trial, zone: str, axis: Steps) -> list[_Spot]:
    """The keys of an axis that can be changed, where the place of a zone on the piece comes from.

    A case of `without` that gives the piece its place there is changed itself.
    """
    cases = trial.side.cases_for(zone, axis[0])
    values: Any = dict(trial.side.cases(zone))
    whole = any(all(key in values[case] for key in axis[:2]) for case in cases[:1])
    contexts = cases[:1] if len(cases) == 1 or whole else cases
    return [_Spot(case, key) for case in contexts or ("",) for key in axis]


def _may_go(trial: Trial, zone: str, spot: _Spot) -> bool:
    """Whether the kind itself says a key, and not in a choice by a field."""
    found = trial.side.zones.find(zone, *spot.steps)
    own = trial.side.zones.said_by_own(zone, *spot.steps)
    return found is not None and own is not None and found.steps == spot.steps


def _texts(
    trial: Trial,
    zone: str,
    axis: Steps,
    spot: _Spot,
    asked: tuple[float, float],
    whole_mm: float,
) -> Iterator[object]:
    """Yields what may be written for a key so that a zone gets a place, or REMOVED."""
    found = trial.side.zones.find(zone, *spot.steps)
    if found is not None and found.is_computed:
        return
    typed = typed_of(trial.side, zone, spot.steps)
    start, length, end = axis
    ends = {whole_mm - asked[0] - asked[1]}
    form = trial.side.zones.form(zone)
    if spot.case and form is not None and isinstance(getattr(form, start), Measure):
        ends.add(whole_mm - getattr(form, start).of_mm(whole_mm) - asked[1])
    wanted = {start: {asked[0]}, length: {asked[1]}, end: ends}[spot.key]
    for mm in sorted(wanted):
        text = retyped(typed, mm, whole_mm)
        if text != typed:
            yield text
    if _may_go(trial, zone, spot):
        yield REMOVED


def typed_of(side: PieceSide, zone: str, steps: Steps) -> str:
    """A value as the kind or the face has typed it for the piece; "" for none, and for a formula.

    What a case of `without` does not say, the zone itself says.
    """
    for each in dict.fromkeys((steps, steps[-1:])):
        found = side.zones.find(zone, *each)
        if found is not None and found.typed is not REMOVED:
            return "" if found.is_computed else as_typed(found.typed)
        here: object = side.zones.brought(zone)
        for step in each:
            here = here.get(step) if isinstance(here, MappingNode) else None
        if here is not None:
            return as_typed(here)
    return ""


def _with(trial: Trial, zone: str, changes: Sequence[_Change]) -> Trial:
    for spot, value in changes:
        if value is REMOVED:
            trial = trial.remove(zone, spot.steps)
        else:
            trial = set_in_case(trial, zone, spot.case, spot.key, value)
    return trial


def set_in_case(trial: Trial, zone: str, case: str, key: str, value: object) -> Trial:
    """The trial with a value of a zone, in a case of its `without` if there is one.

    A case that the kind names replaces that of the face, so it takes over what that says.
    """
    if not case:
        return trial.set(zone, _chosen_steps(trial, zone, (key,)), value)
    zones = trial.side.zones
    if zones.find(zone, "without", case) is not None:
        return trial.set(zone, _chosen_steps(trial, zone, ("without", case, key)), value)
    return trial.set(zone, ("without", case), {**_brought_case(trial, zone, case), key: value})


def _brought_case(trial: Trial, zone: str, case: str) -> dict[str, object]:
    """What the face says of a case, without what the kind has overruled."""
    without = trial.side.zones.brought(zone).get("without")
    typed = without.get(case) if isinstance(without, MappingNode) else None
    own = {key for key in _keys(trial.side.zones.typed(zone)) if key != "without"}
    overruled = {each for key in own for each in (axis_of(key) if key in PLACES else (key,))}
    return {key: value for key, value in _items(typed) if key not in overruled}


def _keys(node: object) -> Sequence[str]:
    return [*node] if isinstance(node, MappingNode) else []


def _items(node: object) -> Iterator[tuple[str, object]]:
    if isinstance(node, MappingNode):
        yield from node.items()


def _chosen_steps(trial: Trial, zone: str, steps: Steps) -> Steps:
    """The steps to a value, and into the choice by which the piece has it.

    Raises GestureRefused for a value that a formula gives, or that no choice has.
    """
    found = trial.side.zones.find(zone, *steps)
    if found is None:
        return steps
    if found.is_computed:
        hint = "change the formula in game.yaml, or type another value"
        raise GestureRefused(f"`{steps[-1]}` is computed: {found.typed}", hint)
    if found.typed is REMOVED and not found.branch:
        if not found.word:
            message = f"`{steps[-1]}` is chosen by a field that this piece leaves empty"
            raise GestureRefused(message, "add `else: …` to the choice in game.yaml")
        return (*found.steps, found.word)
    return found.steps


def _difference(
    trial: Trial, zone: str, axis: Steps, asked: tuple[float, float]
) -> tuple[float, float] | None:
    """By how much the place and the size of a zone differ from what was asked."""
    extent = _extent(trial, zone, axis)
    return None if extent is None else (extent[0] - asked[0], extent[1] - asked[1])


def _fits(trial: Trial, zone: str, axis: Steps, asked: tuple[float, float]) -> bool:
    """Whether a zone is as asked, but for rounding."""
    difference = _difference(trial, zone, axis, asked)
    if difference is None:
        return False
    return abs(difference[0]) <= START_MM and abs(difference[1]) <= LENGTH_MM


def _refuse_place(trial: Trial, zone: str, axis: Steps) -> None:
    """Raises GestureRefused for a place that the keys of a zone cannot give it."""
    for key in axis:
        _chosen_steps(trial, zone, (key,))
    message = f"the place of `{zone}` on this piece follows from other values"
    raise GestureRefused(message, f"change `{axis[0]}` or `{axis[1]}` in game.yaml")


def set_value(trial: Trial, zone: str, key: str, value: object) -> Trial:
    """The trial with another value of a key of a zone.

    Numbers are in mm, of sizes of text in points; they are written in the unit that is there. A
    value that is what the zone has without it is taken away.
    """
    if key == "show":
        return _set_show(trial, zone, bool(value))
    case = next(iter(trial.side.cases_for(zone, key)), "")
    if isinstance(value, InYaml):
        changed = _set_whole(trial, zone, case, key, value)
    else:
        changed = set_in_case(trial, zone, case, key, _as_written(trial, zone, case, key, value))
    changed.side.drawn(zone)
    if changed.side.zones.faults:
        return changed
    return _shortest(trial, changed, zone, ("without", case, key) if case else (key,))


def _set_whole(trial: Trial, zone: str, case: str, key: str, value: object) -> Trial:
    """The trial with a whole value as typed, whatever chose or computed the one before."""
    if case and trial.side.zones.find(zone, "without", case) is None:
        return set_in_case(trial, zone, case, key, value)
    return trial.set(zone, ("without", case, key) if case else (key,), value)


def _as_written(trial: Trial, zone: str, case: str, key: str, value: object) -> object:
    """A value as it is written into the file."""
    control = controls(Vocabulary())[key].control
    if not is_number(value) or control not in ("length", "size"):
        whole = isinstance(value, float) and value.is_integer()
        return int(value) if whole else value  # type: ignore[call-overload]
    typed = typed_of(trial.side, zone, ("without", case, key) if case else (key,))
    if control == "length":
        return retyped(typed, float(value), 1.0)
    values = trial.side.drawn(zone) or {}
    return retyped(typed, value * MM_PER_PT, float(values.get("height", 0.0)) or 1.0, "pt")


def _shortest(before: Trial, changed: Trial, zone: str, steps: Steps) -> Trial:
    """The changed trial; without the key, if the zone is the same without it."""
    zones = changed.side.zones
    found, said = zones.find(zone, *steps), zones.said_by_own(zone, *steps)
    if found is None or said is None or found.steps != steps:
        return changed
    key = steps[-1]
    for bare in _ways_without(before, zone, steps):
        if key in CONTENTS or key == WHEN:
            continue
        one, other = changed.side.drawn(zone), bare.side.drawn(zone)
        if one is not None and other is not None and not bare.side.zones.faults:
            same = {each: one[each] == other[each] for each in one if each in other}
            if (
                one.keys() == other.keys()
                and all(same.values())
                and _over(bare, zone) == _over(changed, zone)
            ):
                return bare
    return changed


def _over(trial: Trial, zone: str) -> object:
    form = trial.side.zones.form(zone)
    return form.over if form else None


def _ways_without(before: Trial, zone: str, steps: Steps) -> Iterator[Trial]:
    """Yields trials in which the kind itself does not say a value: first those that say least."""
    if steps[0] == "without":
        whole = before.remove(zone, steps[:2])
        if whole is not before:
            yield whole
    bare = before.remove(zone, steps)
    yield bare


def _set_show(trial: Trial, zone: str, show: bool) -> Trial:
    zones = trial.side.zones
    if show and not zones.is_there(zone):
        message = f"`{zone}` is there where its condition holds, and it does not on this piece"
        raise GestureRefused(message, f"change its `{WHEN}`")
    for tried in (trial, trial.remove(zone, ("show",)), trial.set(zone, ("show",), show)):
        layout: Any = tried.side.layout
        if (zone in layout and bool(layout[zone]["show"])) == show and not tried.side.zones.faults:
            return tried
    return trial.set(zone, ("show",), show)


def unset(trial: Trial, zone: str, key: str) -> Trial:
    """The trial without what the kind itself says of a key. Raises GestureRefused."""
    zones = trial.side.zones
    for case in (*trial.side.cases_for(zone, key), ""):
        steps = ("without", case, key) if case else (key,)
        if zones.said_by_own(zone, *steps) is not None:
            return trial.remove(zone, steps)
    said = zones.said(zone, key)
    if said is not None:
        message = f"`{key}` of `{zone}` stands in the kind `{said.kind}`, which this one is like"
        raise GestureRefused(message, "change it there, or give it another value here")
    return trial


def checked(before: PieceSide, trial: Trial, zone: str) -> Trial:
    """The trial, if the zones have no new faults by it. Raises GestureRefused."""
    if new := _new_faults(before, trial.side, zone) or _harm(before, trial, zone):
        raise GestureRefused(new[0].message, new[0].hint, new[0].place)
    return trial


def _new_faults(before: PieceSide, after: PieceSide, zone: str) -> list[Problem]:
    known = {fault.message for fault in _faults(before, zone)}
    return [fault for fault in _faults(after, zone) if fault.message not in known]


def _harm(before: PieceSide, trial: Trial, zone: str) -> list[Problem]:
    """The faults that kinds would have which are like the kind of a trial."""
    found: list[Problem] = []
    pieces = before.game.pieces
    for kind in trial.side.zones.kinds_like:
        piece = next((piece for piece in pieces if piece.kind.id == kind), None)
        if piece is None or not _has_side(piece, before):
            continue
        sides = (side.zones.for_piece(piece) for side in (before, trial.side))
        first, then = (PieceSide(before.draft, piece, before.side, zones) for zones in sides)
        of_kind = f"`{kind}` is like this kind, and would have a fault: "
        new = _new_faults(first, then, zone)
        found += [replace(fault, message=f"{of_kind}{fault.message}") for fault in new]
    return found


def _has_side(piece: Piece, side: PieceSide) -> bool:
    return side.side is SideName.FRONT or piece.kind.back is not None


def _faults(side: PieceSide, zone: str) -> Sequence[Problem]:
    """The faults of all zones of a side, and those of one as if it were not hidden."""
    if side.zones.side is not None:
        _ = side.layout
        if zone in side.zones.names:
            side.drawn(zone)
    return (*side.zones.problems, *side.zones.faults)
