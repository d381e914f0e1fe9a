"""Gestures on zones: they move, restyle, add, remove and order them in game.yaml."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import field

from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.model import Kind
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.schemas import Vocabulary
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.yaml_edits import MoveKey, RemoveValue, SetValue, Typed, YamlEdit, edited
from fustella.read.game import GameForm, list_files
from fustella.read.hints import FIELD_NAME
from fustella.read.kinds import KindForm, LayoutForm
from fustella.read.layouts import PLACES, ZONE_FORMS, controls, zone_keys
from fustella.read.nodes import is_number
from fustella.read.piece_zones import BOTH, REMOVED
from fustella.read.ready import SUFFIX
from fustella.read.source import loaded
from fustella.read.typed_measures import retyped
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.gestures import Gesture
from fustella.workbench.sides import PieceSide, first_problem, game_file, text_in
from fustella.workbench.zone_edits import (
    Edit,
    InYaml,
    Trial,
    checked,
    placed_at,
    set_value,
    unset,
)
from fustella.workbench.zones import why_not

_ALL_KEYS = tuple(dict.fromkeys(chain.from_iterable(zone_keys(sort) for sort in ZONE_FORMS)))
_LEVELS: Mapping[int, Sequence[str]] = {
    0: tuple(GameForm.DECLARED),
    2: tuple(KindForm.DECLARED),
    3: tuple(LayoutForm.DECLARED),
    5: _ALL_KEYS,
    7: _ALL_KEYS,
}
"""The keys of game.yaml in the order of the reference, by the number of keys that lead to them."""


def key_order(path: Sequence[int | str]) -> Sequence[str]:
    """The order of the keys of the mapping at a path of game.yaml, as the reference has them."""
    if path and path[0] != "kinds":
        return ()
    return _LEVELS.get(len(path), ())


class ChangeZone(Gesture, frozen=True, tag="zone"):
    """Another place or other values for a zone: numbers in mm and points, or `{typed: …}`."""

    kind: str
    side: str
    zone: str
    piece: str = ""
    set: dict[str, Any] = field(default_factory=dict)
    unset: list[str] = field(default_factory=list)

    def apply(self, draft: Draft) -> str:
        side = _side_of(draft, self.kind, self.side, self.piece)
        if self.zone not in side.zones.names:
            raise GestureRefused(f"there is no zone `{self.zone}`", "load the page again")
        trial = _with_values(Trial(side), self.zone, self.set)
        for key in self.unset:
            trial = unset(trial, self.zone, key)
        write(draft, side, checked(side, trial, self.zone).edits)
        return _told(self.zone, {**self.set, **dict.fromkeys(self.unset)})


class AddZone(Gesture, frozen=True, tag="add-zone"):
    """A zone of the kind's own, for a field or for what it says itself."""

    kind: str
    side: str
    zone: str
    piece: str = ""
    set: dict[str, Any] = field(default_factory=dict)

    def apply(self, draft: Draft) -> str:
        side = _side_of(draft, self.kind, self.side, self.piece)
        if self.zone in side.zones.names:
            raise GestureRefused(f"there is a zone `{self.zone}` already", "choose another name")
        if not FIELD_NAME.fullmatch(self.zone):
            hint = "begin with a letter, and use letters, digits and _"
            raise GestureRefused(f"`{self.zone}` cannot be the name of a zone", hint)
        known = [key for key in _ALL_KEYS if key in self.set and key != "without"]
        values = {key: _new_value(key, self.set[key]) for key in known}
        if unknown := [key for key in self.set if key not in values]:
            raise GestureRefused(f"zones have no key `{unknown[0]}`")
        path = ("kinds", side.zones.kind, "layout", self.side, self.zone)
        trial = checked(side, Trial(side).with_edit(path, values), self.zone)
        write(draft, side, trial.edits)
        return f"add `{self.zone}`"


class RemoveZone(Gesture, frozen=True, tag="remove-zone"):
    """A zone of the kind's own that goes."""

    kind: str
    side: str
    zone: str
    piece: str = ""

    def apply(self, draft: Draft) -> str:
        side = _side_of(draft, self.kind, self.side, self.piece)
        zones = side.zones
        if zones.side is not None and self.zone in zones.side.reader.zones:
            message = f"`{self.zone}` is a zone of the face, which draws it"
            raise GestureRefused(message, "hide it instead")
        trial, path = Trial(side), ("kinds", zones.kind, "layout")
        for under in (self.side, BOTH):
            if zones.raw(self.zone, under) is not None:
                trial = trial.with_edit((*path, under, self.zone), REMOVED)
        if self.zone in trial.side.zones.names:  # the kind that this one is like has it
            trial = Trial(side).with_edit((*path, self.side, self.zone), "none")
        write(draft, side, checked(side, trial, self.zone).edits)
        return f"remove `{self.zone}`"


class OrderZone(Gesture, frozen=True, tag="order-zone"):
    """A zone of the kind's own that is drawn before another one, or with "" as the last one."""

    kind: str
    side: str
    zone: str
    piece: str = ""
    before: str = ""

    def apply(self, draft: Draft) -> str:
        side = _side_of(draft, self.kind, self.side, self.piece)
        trial = Trial(side)
        typed = side.zones.side
        assert typed is not None
        if self.zone in typed.reader.zones:
            message = f"`{self.zone}` is a zone of the face, which draws it in its own order"
            raise GestureRefused(message, "take the face into the project: `fustella eject`")
        if self.zone not in side.zones.names:
            raise GestureRefused(f"there is no zone `{self.zone}`", "load the page again")
        if self.before in typed.reader.zones:
            trial = trial.set(self.zone, ("under",), self.before)
            write(draft, side, checked(side, trial, self.zone).edits)
        else:
            self._among_own(draft, side)
        where = f"before `{self.before}`" if self.before else "to the front"
        return f"move `{self.zone}` {where}"

    def _among_own(self, draft: Draft, side: PieceSide) -> None:
        """Moves the zone among those of the kind's own, as they stand in game.yaml."""
        zones = side.zones
        own = [under for under in (self.side, BOTH) if zones.raw(self.zone, under) is not None]
        other = [each for each in own if not self.before or zones.raw(self.before, each)]
        if not own or not other:
            message = f"`{self.zone}` and `{self.before}` stand in different places of game.yaml"
            if not own:
                message = f"`{self.zone}` stands in another kind, which this one is like"
            raise GestureRefused(message, "change their order there")
        trial, upper = Trial(side), zones.find(self.before, "under") if self.before else None
        if upper is not None:
            trial = trial.set(self.zone, ("under",), upper.typed)
        else:
            trial = trial.remove(self.zone, ("under",))
        path = ("kinds", zones.kind, "layout", other[0], self.zone)
        edits = [*_yaml(trial.edits), MoveKey(path, self.before or None)]
        _check_order(side, self.zone, self.before, checked(side, trial, self.zone).side)
        write_edits(draft, game_file(draft), edits)


def _check_order(side: PieceSide, zone: str, before: str, after: PieceSide) -> None:
    """Raises GestureRefused where a zone that is to lie over another one would lie under it."""
    order = [name for name in after.zones.names if name != zone]
    order.insert(order.index(before) if before else len(order), zone)
    for upper in order:
        form = side.zones.form(upper)
        for lower in form.over or () if form else ():
            if lower in order and order.index(lower) > order.index(upper):
                message = f"`{upper}` is said to lie over `{lower}`"
                raise GestureRefused(message, f"delete `over` of `{upper}` first")


def _side_of(draft: Draft, kind: str, side: str, piece: str) -> PieceSide:
    found = PieceSide.of(draft, kind, side, piece)
    if why := why_not(found):
        raise GestureRefused(why)
    return found


def _with_values(trial: Trial, zone: str, values: Mapping[str, Any]) -> Trial:
    """The trial with values for keys of a zone, as the page sends them."""
    known = [key for key in _ALL_KEYS if key != "without"]
    if unknown := [key for key in values if key not in known]:
        raise GestureRefused(f"zones have no key `{unknown[0]}`")
    numbers = {key: float(values[key]) for key in PLACES if is_number(values.get(key))}
    trial = placed_at(trial, zone, numbers)
    for key in known:
        if key not in values or key in numbers:
            continue
        value = values[key]
        if value is None or value in ("", []):
            trial = unset(trial, zone, key)
        else:
            trial = set_value(trial, zone, key, _value(value))
    return trial


def _value(value: Any) -> object:
    """A value as the page sends it; `{typed: …}` is YAML already."""
    if isinstance(value, dict):
        typed = value.get("typed")
        if [*value] != ["typed"] or not isinstance(typed, str) or len(typed.splitlines()) != 1:
            raise GestureRefused("the page asks for a value that is none")
        return InYaml(typed)
    return value


def _new_value(key: str, value: Any) -> object:
    """A value of a zone that is new: numbers get the unit of their key."""
    control = controls(Vocabulary())[key].control
    if not is_number(value) or control not in ("length", "size"):
        return _value(value)
    if control == "size":
        return retyped("", value * MM_PER_PT, 1.0, "pt")
    return retyped("", float(value), 1.0)


def _told(zone: str, values: Mapping[str, Any]) -> str:
    """What a change of a zone does, in words."""
    keys = [*values]
    if keys == ["show"]:
        return f"{'show' if values['show'] else 'hide'} `{zone}`"
    if set(keys) <= {"x", "y", "right", "bottom"}:
        return f"move `{zone}`"
    if set(keys) <= {*PLACES}:
        return f"resize `{zone}`"
    return f"change `{keys[0]}` of `{zone}`" if len(keys) == 1 else f"change `{zone}`"


def _yaml(edits: Sequence[Edit]) -> Iterator[YamlEdit]:
    for edit in edits:
        if edit.value is REMOVED:
            yield RemoveValue(edit.path, prune=True)
        else:
            yield SetValue(edit.path, _plain(edit.value))


def _plain(value: object) -> Any:
    if isinstance(value, InYaml):
        return Typed(value)
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return value


def write(draft: Draft, side: PieceSide, edits: Sequence[Edit]) -> None:
    """Writes edits of a kind into game.yaml; a kind that only a list names is declared there."""
    if edits and not side.zones.is_declared:
        _declare(draft, side.piece.kind)
    if edits:
        write_edits(draft, game_file(draft), [*_yaml(edits)])


def _declare(draft: Draft, kind: Kind) -> None:
    """Declares a kind in game.yaml that lists name by its face, and names it in these lists."""
    face = kind.front.removesuffix(SUFFIX)
    for path in list_files(draft.project, draft.game):
        name = draft.project.name_of(path)
        try:
            typed = loaded(text_in(draft, name), name).get("kind")
        except ProblemsFound as found:
            raise first_problem(found) from None
        if typed == face:
            write_edits(draft, name, [SetValue(("kind",), kind.id)])
    file = game_file(draft)
    if draft.content(file) is None:
        game = draft.job.game
        title = str(game.title.in_language(game.languages[0]))
        keys = [SetValue(("title",), title), SetValue(("languages",), [*game.languages])]
        draft.write(file, edited("", keys, key_order).encode())
    text = text_in(draft, file)
    if "kinds" in loaded(text, file):
        write_edits(draft, file, [SetValue(("kinds", kind.id, "front"), face)])
        return
    end = "\r\n" if "\r\n" in text else "\n"
    lines = ("" if text.endswith(("\n", "\r")) else end, "kinds:", f"  {kind.id}:")
    added = f"{lines[0]}{lines[1]}{end}{lines[2]}{end}    front: {face}{end}"
    draft.write(file, draft.read(file) + added.encode())


def write_edits(
    draft: Draft,
    name: str,
    edits: Sequence[YamlEdit],
    order: Callable[[Sequence[int | str]], Sequence[str]] = key_order,
) -> None:
    """Writes edits of a YAML file into the draft. Raises GestureRefused."""
    try:
        text = draft.read(name).decode("utf-8")
        draft.write(name, edited(text, edits, order).encode("utf-8"))
    except UnicodeDecodeError:
        raise GestureRefused(f"`{name}` is not UTF-8", "save it as UTF-8") from None
    except EditRefused as refused:
        raise GestureRefused(f"`{name}` cannot be changed here: {refused}") from None
