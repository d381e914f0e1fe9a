"""Reads zones whose values follow from the fields of a piece.

A value of a zone may be chosen by a field, `fill: {by: rarity, rare: gold, else: none}`, or have
names and formulas in it, `"{=cost * 4}mm"`; `when` says for which pieces the zone is there, and
`text`, `image` or `icon` say what it shows. Such a layout is read for each piece, after its values
were filled in. So all later stages see a piece whose kind has a layout without conditions.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.values.expressions import names_in
from fustella.core.values.model import (
    SIDES,
    Kind,
    Overlap,
    Piece,
    Record,
    SideName,
    Text,
    Value,
    Word,
)
from fustella.core.values.problems import Place, Problem, nearest
from fustella.core.words.patterns import regex
from fustella.read.fields import Converter, FieldType, Known
from fustella.read.filling import Filler, text_of
from fustella.read.forms import At, shown
from fustella.read.languages import read_text
from fustella.read.layouts import CONTENTS, NO_COLOUR, PLACES, WHEN, LayoutReader
from fustella.read.nodes import DecimalNumber, ListNode, MappingNode, WholeNumber

BY: Final = "by"
ELSE: Final = "else"

_LEFT_OUT: Final = object()
"""The value of a key that a piece leaves out: the zone has it as if nothing was said."""

_FILLED = {"text": ("text", "plain", "word"), "image": ("image",), "icon": ("icon",)}
"""The types of the fields that each sort of content may fill."""

_IN_BRACES = regex(r"\{([^{}\n]*)\}")
_HAS_LETTERS = regex(r"[^\W\d_]")
_BRIEFLY = "id, name, kind, copies, n, of"
"""The names that stand for no field, in hints."""

_NUMBER = regex(r"[-+]?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,14})?")


def follows(value: object) -> bool:
    """Whether a value of a zone as typed depends on the piece."""
    if isinstance(value, MappingNode):
        return BY in value or any(map(follows, value.values()))
    return isinstance(value, str) and (value.startswith("=") or "{" in value)


def zone_follows(zone: object) -> bool:
    """Whether a zone as typed depends on the piece, or says what it shows."""
    return isinstance(zone, MappingNode) and (
        any(key in zone for key in (WHEN, *CONTENTS)) or any(map(follows, zone.values()))
    )


def fields_shown(
    typed: MappingNode, fields: Mapping[str, FieldType], at: At
) -> dict[str, FieldType]:
    """The fields of a side with those that zones add, because they say what they show.

    Reports E106 for a zone that shows two things, and E104 for a field of another type.
    """
    result = dict(fields)
    for name, zone in typed.items():
        if not isinstance(zone, MappingNode):
            continue
        said = [key for key in CONTENTS if key in zone]
        inside = at.inside(name, typed)
        if len(said) > 1:
            inside.inside(said[1], zone).report(
                "E106", f"the zone has `{said[0]}` already", "keep one of them"
            )
        for sort in said[:1]:
            known = result.setdefault(name, FieldType(sort, optional=True))
            if known.name not in _FILLED[sort]:
                message = f"`{name}` is a field of the type {known.name}: `{sort}` cannot fill it"
                hint = "write its value into the list, or give the zone another name"
                inside.inside(sort, zone).report("E104", message, hint)
            elif not known.optional:
                result[name] = replace(known, optional=True)
    return result


def fields_asked(typed: MappingNode, side: SideName, fields: Collection[str]) -> frozenset[str]:
    """The paths of the fields that zones ask for, such as `front.rarity`.

    `fields` are the fields of the side. A face need not draw what its zones ask for.
    """
    names = {name for zone in typed.values() for name in _names_asked(zone)}
    own = {f"{side.value}.{name}" for name in names if name in fields}
    others = {".".join(name.split(".")[:2]) for name in names if name.split(".")[0] in SIDES}
    return frozenset(own | others)


def _names_asked(value: object) -> Iterator[str]:
    """Yields the names in conditions and formulas inside of a zone as typed."""
    if isinstance(value, MappingNode):
        for key, inner in value.items():
            if key in (BY, WHEN) and isinstance(inner, str):
                yield from names_in(inner)
            else:
                yield from _names_asked(inner)
    elif isinstance(value, str):
        formulas = [value[1:]] if value.startswith("=") else _IN_BRACES.findall(value)
        for formula in formulas:
            yield from names_in(formula.strip().lstrip("="))


class FollowingSide(Struct, frozen=True):
    """The zones of a side as typed, some of which follow from the fields, and how they are read."""

    side: SideName
    typed: MappingNode
    reader: LayoutReader
    place: Place
    _layouts: dict[str, tuple[Record, tuple[Overlap, ...]]] = field(default_factory=dict)
    _texts: dict[int, Text] = field(default_factory=dict)
    _kinds: dict[tuple[int, int], tuple[Record, Kind, Kind]] = field(default_factory=dict)

    def plain(self) -> MappingNode:
        """The zones without regard to a piece: each choice is its `else`, or its first value."""
        return _Plain().zones(self.typed)

    def check(self, problems: list[Problem]) -> None:
        """Report the faults of each value that a choice may have, whether a piece has it or not."""
        known = {(each.code, each.place, each.message) for each in problems}
        for name, zone in self.typed.items():
            for choice in _choices(zone):
                for value in choice:
                    if value not in (BY, ELSE):
                        found: list[Problem] = []
                        one = MappingNode(self.typed.line)
                        one.put(name, zone, self.typed.lines[name])
                        zones = _Plain(id(choice), value).zones(one)
                        self.reader.read(zones, At(self.place, found, self.side))
                        for each in found:
                            same = (each.code, each.place, each.message)
                            if same not in known and _is_of_the_value(each, choice, value):
                                known.add(same)
                                problems.append(each)

    def layout(self, filler: Filler, problems: list[Problem]) -> tuple[Record, tuple[Overlap, ...]]:
        """The zones of one piece, and its pairs of zones that overlap."""
        at = At(self.place, problems, self.side)
        before = len(problems)
        zones = self._with_panels(_Filled(filler).zones(self.typed, at))
        if len(problems) > before:
            return Record({}), ()
        key = repr(zones)
        if key not in self._layouts:
            layout = self.reader.read(zones, at)
            overlaps = tuple(self.reader.overlaps(layout, self.side, zones, at))
            if len(problems) > before:
                problems[before:] = map(self._of_formula, problems[before:])
                return layout, overlaps
            self._layouts[key] = layout, overlaps
        return self._layouts[key]

    def _of_formula(self, problem: Problem) -> Problem:
        """The problem; where a formula lacks a unit, the hint says how to write one behind it."""
        name, key = (*problem.place.key.split(".")[-2:], "")[:2]
        zone = self.typed.get(name)
        typed = zone.get(key) if isinstance(zone, MappingNode) else None
        if problem.code == "E109" and isinstance(typed, str) and typed.startswith("="):
            return replace(problem, hint=f'write the unit behind it: {key}: "{{{typed}}}mm"')
        return problem

    def _with_panels(self, zones: MappingNode) -> MappingNode:
        """The zones; panels of the kind's own that a choice left without a colour have none."""
        for name, zone in zones.items():
            typed = self.typed[name]
            own = name not in self.reader.zones and name not in self.reader.fields
            if own and isinstance(zone, MappingNode) and isinstance(typed, MappingNode):
                for key in ("fill", "line"):
                    if key in typed and key not in zone:
                        zone.put(key, NO_COLOUR, typed.lines[key])
        return zones

    def kind_with(self, layout: Record, overlaps: tuple[Overlap, ...], kind: Kind) -> Kind:
        """A kind with other zones on this side, the same for all pieces with equal ones."""
        key = (id(layout), id(kind))
        if key not in self._kinds:
            others = tuple(each for each in kind.overlaps if each.side is not self.side)
            front = self.side is SideName.FRONT
            together = (*overlaps, *others) if front else (*others, *overlaps)
            zones = {f"{self.side.value}_layout": layout}
            # Kept beside, so that no other value gets its identity.
            self._kinds[key] = layout, kind, replace(kind, overlaps=together, **zones)
        return self._kinds[key][2]

    def shown(
        self, values: Record, fillers: Mapping[str, Filler], known: Known, problems: list[Problem]
    ) -> Record:
        """The values of the side, with what zones show where the piece itself says nothing."""
        first = next(iter(fillers.values()))
        result: dict[str, Value] = {name: values[name] for name in values}
        at = At(self.place, problems, self.side)
        for name, zone in self.typed.items():
            sort = next((key for key in CONTENTS if _has(zone, key)), None)
            if sort is None or result.get(name) not in (None, ""):
                continue
            assert isinstance(zone, MappingNode)
            inside = at.inside(name, self.typed)
            if WHEN in zone and not _Filled(first).is_there(zone, At(inside.place, [])):
                result[name] = None
                continue
            type_ = self.reader.fields[name]
            typed, where = _Filled(first).chosen(zone[sort], inside.inside(sort, zone))
            if typed is _LEFT_OUT or typed in (None, ""):
                result[name] = None
            elif type_.name in ("text", "plain"):
                result[name] = self._text(typed, fillers, known, where)
            else:
                value = first.string(typed, where) if isinstance(typed, str) else typed
                value = text_of(value) if type_.name == "word" else value
                optional = replace(type_, optional=True)
                empty = value in (None, "")
                convert = Converter(known, problems)
                result[name] = None if empty else convert.value(value, optional, where.place)
        lines = [values.line_of(name) for name in result if name in values]
        places = {name: place for name in values if (place := values.place_of(name))}
        return Record(result, lines, places or None)

    def _text(self, typed: object, fillers: Mapping[str, Filler], known: Known, at: At) -> Text:
        """A text that is filled in with the words of each language."""
        text = self._texts.get(id(typed))
        if text is None:
            # Without letters of its own, a text is the same in all languages.
            plain = isinstance(typed, str) and not _HAS_LETTERS.search(_IN_BRACES.sub("", typed))
            plain = plain or (isinstance(typed, str) and typed.startswith("="))
            text = read_text(typed, known.languages, at.place, at.problems, plain=plain, as_is=True)
            self._texts[id(typed)] = text
        words = {
            language: Word(text_of(filler.string(str(text.in_language(language)), at)), at.place)
            for language, filler in fillers.items()
        }
        filled = Text(words, text.missing)
        known.languages.note_tags(filled)
        return filled


def _has(zone: object, key: str) -> bool:
    return isinstance(zone, MappingNode) and key in zone


def _choices(value: object) -> Iterator[MappingNode]:
    """Yields the choices by a field inside of a zone as typed."""
    if isinstance(value, MappingNode):
        if BY in value:
            yield value
        for inner in value.values():
            yield from _choices(inner)


def _is_of_the_value(problem: Problem, choice: MappingNode, value: str) -> bool:
    """Whether a problem is that of one value of a choice, by its line or by the words in it."""
    return problem.place.line == choice.lines[value]


class _Plain(Struct, frozen=True):
    """Writes zones without regard to a piece; `taken` is the value of the choice with an `id`."""

    choice: int = 0
    taken: str = ""

    def zones(self, typed: MappingNode) -> MappingNode:
        """All zones but those whose places or panels are known for single pieces alone."""
        result = MappingNode(typed.line)
        for name, zone in typed.items():
            plain = self.zone(zone)
            if not (isinstance(zone, MappingNode) and isinstance(plain, MappingNode)) or all(
                key in plain for key in (*PLACES, "fill", "line") if key in zone
            ):
                result.put(name, plain, typed.lines[name])
        return result

    def zone(self, zone: object) -> object:
        if not isinstance(zone, MappingNode):
            return zone
        result = MappingNode(zone.line)
        for key, value in zone.items():
            if key in (WHEN, *CONTENTS):
                continue
            plain, line = self._value(value, zone.lines[key])
            if plain is not _LEFT_OUT:
                result.put(key, plain, line)
        return result

    def _value(self, value: object, line: int) -> tuple[object, int]:
        if isinstance(value, MappingNode) and BY in value:
            names = [name for name in value if name not in (BY, ELSE)]
            taken = self.taken if id(value) == self.choice else ""
            name = taken or (ELSE if ELSE in value else next(iter(names), ""))
            return self._value(value[name], value.lines[name]) if name else (_LEFT_OUT, line)
        if isinstance(value, MappingNode):
            return self.zone(value), line
        return (_LEFT_OUT if follows(value) else value), line


class _Filled(Struct, frozen=True):
    """Writes zones as they are for one piece, whose values a filler has."""

    filler: Filler

    def zones(self, typed: MappingNode, at: At) -> MappingNode:
        result = MappingNode(typed.line)
        for name, zone in typed.items():
            filled = self._zone(zone, at.inside(name, typed)) if zone_follows(zone) else zone
            result.put(name, filled, typed.lines[name])
        return result

    def _zone(self, zone: object, at: At) -> object:
        assert isinstance(zone, MappingNode)
        if WHEN in zone and not self.is_there(zone, at):
            return False
        return self._keys(zone, at)

    def _keys(self, typed: MappingNode, at: At) -> MappingNode:
        result = MappingNode(typed.line)
        for key, value in typed.items():
            if key in (WHEN, *CONTENTS):
                continue
            filled, inside = self.chosen(value, at.inside(key, typed))
            if isinstance(filled, MappingNode):
                filled = self._keys(filled, inside)
            elif isinstance(filled, str) and follows(filled):
                filled = self.filler.string(filled, inside)
            if filled is not _LEFT_OUT and filled != "":
                result.put(key, filled, inside.place.line)
        return result

    def is_there(self, zone: MappingNode, at: At) -> bool:
        """Whether `when` holds. Reports E104 for one that is no condition."""
        inside, typed = at.inside(WHEN, zone), zone[WHEN]
        if isinstance(typed, bool):
            return typed
        if not isinstance(typed, str) or not typed.strip():
            hint = "write `when: attack is given` or `when: cost > 3`"
            inside.report("E104", f"expected a condition, found {shown(typed)}", hint)
            return True
        return self.filler.holds(typed.strip().removeprefix("=").strip(), inside)

    def chosen(self, value: object, at: At) -> tuple[object, At]:
        """A value as typed, or the one that a choice by a field has for the piece; and its place.

        Reports E104 for a choice without a field, and E165 for a value that it does not name.
        """
        while isinstance(value, MappingNode) and BY in value:
            by, inside = value[BY], at.inside(BY, value)
            if not isinstance(by, str) or not by.strip():
                hint = "write the name of a field: {by: rarity, rare: gold, else: none}"
                inside.report("E104", f"expected a field, found {shown(by)}", hint)
                return _LEFT_OUT, at
            before = len(inside.problems)
            worth = self.filler.string(f"={by.strip().removeprefix('=')}", inside)
            if len(inside.problems) > before:
                return _LEFT_OUT, at
            name = branch_of(value, text_of(worth))
            if name is None:
                if worth != "":
                    known = [each for each in value if each not in (BY, ELSE)]
                    word = text_of(worth)
                    near = nearest(word, known)
                    hint = f"did you mean `{near}`? Or " if near else ""
                    hint += f"add `{word}: …` or `{ELSE}: …`"
                    at.report("E165", f"`{by}` is `{word}`, which has no value here", hint)
                return _LEFT_OUT, at
            at = At(replace(at.place, line=value.lines[name]), at.problems, at.key)
            value = value[name]
        return value, at


def branch_of(choice: MappingNode, word: str) -> str | None:
    """The key of a choice for a word, which may differ in capitals; None without one."""
    plain = word.strip().casefold()
    for name in choice:
        if name not in (BY, ELSE) and name.strip().casefold() == plain:
            return name
    return ELSE if ELSE in choice else None


def node_of(value: Value, language: str) -> object:
    """A value of a piece as formulas see it: texts in one language, "" for what a piece lacks."""
    if isinstance(value, Text):
        return str(value.in_language(language))
    if isinstance(value, Word):
        return number_in(value)
    if isinstance(value, Record):
        result = MappingNode(0)
        for name in value:
            result.put(name, node_of(value[name], language), 0)
        return result
    if isinstance(value, tuple):
        entries = ListNode(0)
        for entry in value:
            entries.add(node_of(entry, language), 0)
        return entries
    return "" if value is None else value


def number_in(word: str) -> object:
    """The number that a word is, which keeps its typed form; else the word."""
    if not _NUMBER.fullmatch(word):
        return str(word)
    return DecimalNumber(word) if "." in word else WholeNumber(word)


class _Counted(Struct):
    """The numbers of the pieces that are printed, in their deck."""

    number: Mapping[str, int]
    size: Mapping[str, int]


def _counted(pieces: Sequence[Piece]) -> _Counted:
    size: dict[str, int] = {}
    number: dict[str, int] = {}
    for piece in pieces:
        if piece.copies:
            size[piece.kind.deck] = number[piece.id] = size.get(piece.kind.deck, 0) + 1
    return _Counted(number, size)


def with_layouts(
    pieces: Sequence[Piece],
    sides: Mapping[str, Sequence[FollowingSide]],
    known: Known,
    icons: Collection[str],
    problems: list[Problem],
) -> list[Piece]:
    """The pieces, each with the zones and the values that follow from its fields.

    `sides` has the sides that follow for each kind's id. Faults are reported once for all pieces
    that have them.
    """
    if not any(sides.values()):
        return [*pieces]
    counted = _counted(pieces)
    told: dict[Problem, list[str]] = {}
    result = []
    for piece in pieces:
        found: list[Problem] = []
        one = piece
        for side in sides.get(piece.kind.id, ()):
            one = _followed(one, side, counted, known, icons, found)
        result.append(one)
        for problem in dict.fromkeys(found):
            told.setdefault(problem, []).append(piece.id)
    for problem, ids in told.items():
        more = f" (and of {len(ids) - 1} more pieces)" if len(ids) > 1 else ""
        problems.append(replace(problem, message=f"{problem.message}{more}", piece=ids[0]))
    return result


def _followed(
    piece: Piece,
    side: FollowingSide,
    counted: _Counted,
    known: Known,
    icons: Collection[str],
    problems: list[Problem],
) -> Piece:
    """A piece with the zones and the values of one side that follow from its fields."""
    fillers = {
        language: Filler(
            _names(piece, side.side, counted, language),
            icons,
            "field of this side",
            f"write a field, {_other(side.side)}.… for one of the other side, or {_BRIEFLY}",
        )
        for language in known.languages.codes
    }
    layout, overlaps = side.layout(next(iter(fillers.values())), problems)
    values = piece.front if side.side is SideName.FRONT else piece.back
    values = side.shown(values, fillers, known, problems)
    kind = side.kind_with(layout, overlaps, piece.kind)
    return replace(piece, kind=kind, **{side.side.value: values})


def _other(side: SideName) -> str:
    return next(each for each in SIDES if each != side.value)


def _names(piece: Piece, side: SideName, counted: _Counted, language: str) -> dict[str, object]:
    """The names that formulas of a side may have, with their values for a piece."""
    sides = {"front": node_of(piece.front, language), "back": node_of(piece.back, language)}
    own = sides[side.value]
    assert isinstance(own, MappingNode)
    return {
        "id": piece.id,
        "kind": piece.kind.id,
        "name": str(piece.name.in_language(language)),
        "copies": piece.copies,
        "n": counted.number.get(piece.id, ""),
        "of": counted.size.get(piece.kind.deck, 0),
        **sides,
        **own,
    }
