"""Chooses the kind of each piece of a list by a column, and the pieces that a list takes.

A list may have pieces of several kinds, `kind: {by: type, Creature: creature, else: spell}`, and
take some rows of a sheet alone, `where: copies > 0`. Several lists may share one sheet.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.values.expressions import folded, names_in
from fustella.core.values.problems import Place, Problem, did_you_mean, nearest, warning
from fustella.read.fields import FieldType
from fustella.read.filled_zones import BY, ELSE, branch_of, words_of
from fustella.read.filling import Filler, text_of
from fustella.read.following import number_in
from fustella.read.forms import At
from fustella.read.nodes import MappingNode, as_typed
from fustella.read.scalars import KindChoice

if TYPE_CHECKING:
    from fustella.read.kinds import KindRead

_OWN = ("id", "copies")
"""The keys of a piece that conditions may name beside its fields."""

_ROWS_SHOWN = 12


class ListKinds(Struct, frozen=True):
    """The kinds of one list. `choice` chooses among them; without it there is one.

    `whole` has the fields of all kinds, for reading the header of a spreadsheet. `seen` are the
    words by which pieces were chosen so far.
    """

    whole: "KindRead"
    kinds: Mapping[str, "KindRead"]
    choice: KindChoice | None = None
    seen: set[str] = field(default_factory=set)

    @property
    def column(self) -> frozenset[str]:
        """The name of the column that says the kind, in small letters."""
        return frozenset() if self.choice is None else frozenset({_name(self.choice.by)})

    def kind_of(self, values: Mapping[str, object], at: At, key_at: At) -> "KindRead | None":
        """The kind of a piece with these values; None after E111 or E163 was reported.

        A missing kind is reported `at` the piece, an unknown column at `key_at`.
        """
        if self.choice is None:
            return self.whole
        by = _name(self.choice.by)
        if by not in values:
            known = [name for name in values if name not in _OWN]
            hint = did_you_mean(by, known) or "name a field, or a column of the sheet"
            message = f"there is no field and no column `{self.choice.by}`"
            key_at.inside(BY, self.choice.node).report("E163", message, hint)
            return None
        word = text_of(values[by])
        self.seen.add(word)
        named = branch_of(self.choice.node, word)
        kind = str(self.choice.node[named]) if named else _alike(word, self.kinds)
        if kind in self.kinds:
            return self.kinds[kind]
        known = words_of(self.choice.node) or [*self.kinds]
        near = nearest(word, known)
        hint = f"did you mean `{near}`? Or " if near else ""
        hint += f"add `{word}: …` or `{ELSE}: …` under `kind` of the list"
        message = f"`{self.choice.by}` is `{word}`, which is no kind of this list"
        if not word:
            message = f"`{self.choice.by}` is empty, so the piece has no kind"
            hint = f"fill it in; or add `{ELSE}: …` under `kind` of the list"
        cause = f"kinds of {key_at.place}"
        at.problems.append(Problem("E111", at.place, message, hint, cause=cause))
        return None

    def unused(self, at: At) -> Iterator[Problem]:
        """Yields a warning for each word that no piece has, if some piece has a similar word.

        Without the warning, `else` would hide a misspelt word.
        """
        if self.choice is None:
            return
        words = words_of(self.choice.node)
        seen, named = ({folded(word) for word in some} for some in (self.seen, words))
        others = [word for word in self.seen if folded(word) not in named]
        for word in words:
            near = nearest(word, others)
            if folded(word) not in seen and near:
                place = at.inside(word, self.choice.node).place
                message = f"no piece of this list has `{word}` in `{self.choice.by}`"
                yield warning("E165", place, message, f"did you mean `{near}`?")


def _alike(word: str, kinds: Mapping[str, "KindRead"]) -> str:
    """The id of the kind that a word names as it stands: `Creature` is `creature`."""
    plain = "-".join(word.casefold().split())
    return next((kind for kind in kinds if kind.casefold() == plain), "")


def _name(column: str) -> str:
    from fustella.read.spreadsheets.columns import column_name  # noqa: PLC0415

    return column_name(column)


def column_names_in(condition: str) -> frozenset[str]:
    """The names in a condition, in small letters."""
    return frozenset(name.partition(".")[0].casefold() for name in names_in(condition))


def kinds_of(
    choice: KindChoice, known: Mapping[str, "KindRead"], at: At
) -> tuple[Mapping[str, "KindRead"], "KindRead | None"]:
    """The kinds that a choice may choose, and one with the fields of all of them.

    Without words, these are all kinds of the game. Reports E111 for an unknown kind and E104 for a
    field that has different types in two kinds; then there is none with all fields.
    """
    named = {word: str(kind) for word, kind in choice.node.items() if word != BY}
    before = len(at.problems)
    for word, kind in named.items():
        if kind not in known:
            hint = did_you_mean(kind, known) or "declare it under `kinds` of game.yaml"
            inside = at.inside(word, choice.node)
            inside.report("E111", f"there is no kind `{kind}`", hint)
    kinds = {kind: known[kind] for kind in (named.values() if named else known) if kind in known}
    if len(at.problems) > before or not kinds:
        return kinds, None
    first = next(iter(kinds.values()))
    hint = "give both the same type, or one of them another name"
    if not named:
        example = f"kind: {{by: {choice.by}, {first.kind.id}: {first.kind.id}, …}}"
        hint = f"say which kinds this list has: `{example}`"
    found = At(at.place, [], at.key)
    sides = [_together(side, kinds, found, hint) for side in ("front", "back")]
    if found.problems:
        # Without words, that all kinds of the game are meant is the one cause.
        at.problems.extend(found.problems if named else found.problems[:1])
        return kinds, None
    faulty = any(kind.faulty for kind in kinds.values())
    return kinds, replace(first, front=sides[0], back=sides[1], faulty=faulty)


def _together(
    side: str, kinds: Mapping[str, "KindRead"], at: At, hint: str
) -> tuple[tuple[str, FieldType], ...]:
    """The fields of a side in all kinds. A column of flags may have empty cells.

    Reports E104 with this hint for a field that has different types.
    """
    found: dict[str, tuple[FieldType, str]] = {}
    for kind, read in kinds.items():
        for name, type_ in getattr(read, side):
            first, whose = found.setdefault(name, (type_, kind))
            if replace(first, optional=False) != replace(type_, optional=False):
                message = f"`{name}` is a field of the type {first.name} in `{whose}` and "
                message += f"{type_.name} in `{kind}`"
                at.report("E104", message, hint)
            optional = (first.optional and type_.optional) or type_.name == "flag"
            found[name] = replace(first, optional=optional), whose
    return tuple((name, type_) for name, (type_, _) in found.items())


def values_of(
    piece: str,
    copies: int,
    typed_sides: Mapping[str, MappingNode],
    whole: "KindRead",
    columns: Mapping[str, object],
    languages: Sequence[str],
) -> dict[str, object]:
    """The values by which a list chooses: typed fields, other `columns`, `id` and `copies`.

    `typed_sides` are the values of each side, `whole` has the fields of all kinds of the list.
    """
    sides = {}
    for side, typed in typed_sides.items():
        names = [name for name, _ in getattr(whole, side)]
        node = MappingNode(typed.line)
        for name in names:
            node.put(name, _plain(typed.get(name), languages), typed.line)
        sides[side] = node
    return {
        "id": piece,
        "copies": copies,
        **{name: word if word is True else number_in(str(word)) for name, word in columns.items()},
        **sides,
        **sides["back"],
        **sides["front"],
    }


def _plain(value: object, languages: Sequence[str]) -> object:
    """A value as typed; of a text in several languages, the words in the first, "" for none."""
    if isinstance(value, MappingNode):
        known = [value[code] for code in languages if code in value]
        value = known[0] if known and isinstance(known[0], str) else value
    if value is None:
        return ""
    return number_in(as_typed(value)) if isinstance(value, str) else value


def takes(where: str, values: Mapping[str, object], at: At) -> bool:
    """Whether a list takes a piece with these values. Reports a condition without a value, once.

    A list whose condition has a fault takes nothing: the faults of its rows are reported later.
    """
    if not where:
        return True
    known = [name for name in values if name not in ("front", "back")]
    hint = f"name a field or a column: {', '.join(known[:_ROWS_SHOWN])}"
    filler = Filler(values, (), "field and no column of this list", hint)
    found = At(at.place, [], at.key)
    holds = filler.holds(where.strip().removeprefix("=").strip(), found)
    known_faults = {(each.code, each.place) for each in at.problems}
    at.problems.extend(
        each for each in found.problems if (each.code, each.place) not in known_faults
    )
    return holds and not found.problems


class _Sheet(Struct):
    """The rows of a sheet, the rows that lists take, and the number of these lists."""

    place: Place
    rows: set[int] = field(default_factory=set)
    taken: dict[int, str] = field(default_factory=dict)
    lists: int = 0


class SharedSheets(Struct, frozen=True):
    """The sheets of a game with the rows that lists take of them."""

    _sheets: dict[tuple[str, str], _Sheet] = field(default_factory=dict)

    def begin(self, sheet: Place, rows: Sequence[int]) -> None:
        """Notes that one more list takes rows of a sheet."""
        known = self._sheets.setdefault((sheet.file, sheet.sheet), _Sheet(sheet))
        known.rows.update(rows)
        known.lists += 1

    def take(self, sheet: Place, row: int, file: str) -> Problem | None:
        """Notes that a list in `file` takes a row; returns E112 if another list has taken it."""
        known = self._sheets[(sheet.file, sheet.sheet)]
        first = known.taken.setdefault(row, file)
        if first == file:
            return None
        hint = f"{first} takes it, too: write a `where` into one that leaves it to the other"
        return Problem("E112", replace(sheet, line=row), f"{file} takes a row twice", hint)

    def left_over(self) -> tuple[Problem, ...]:
        """The warnings E166 about rows that no list takes, of sheets that several lists share."""
        found = []
        for sheet in self._sheets.values():
            left = sorted(sheet.rows - sheet.taken.keys())
            if sheet.lists > 1 and left:
                shown = ", ".join(map(str, left[:_ROWS_SHOWN]))
                more = f" and {len(left) - _ROWS_SHOWN} more" if len(left) > _ROWS_SHOWN else ""
                rows = "row" if len(left) == 1 else "rows"
                message = f"none of {sheet.lists} lists takes the {rows} {shown}{more}"
                hint = "change a `where`, so that a list takes them; or delete them"
                found.append(warning("E166", replace(sheet.place, line=left[0]), message, hint))
        return tuple(found)
