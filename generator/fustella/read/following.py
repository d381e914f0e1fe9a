"""Reads zones whose values follow from the fields of a piece.

A value of a zone may be chosen by a field, `fill: {by: rarity, rare: gold, else: none}`, or have
names and formulas in it, `"{=cost * 4}mm"`; `when` says for which pieces the zone is there, and
`text`, `image` or `icon` say what it shows. Such a layout is read for each piece, after its values
were filled in. So all later stages see a piece whose kind has a layout without conditions.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.values.model import (
    COPY,
    FILLED_LATE,
    SIDES,
    Game,
    Kind,
    Overlap,
    Piece,
    Record,
    SideName,
    Text,
    Value,
    Word,
)
from fustella.core.values.problems import Place, Problem, Severity, warning
from fustella.core.values.seen import FACE, OWN
from fustella.core.words.patterns import regex
from fustella.core.words.printed import POINT
from fustella.read.fields import Converter, FieldType, Known
from fustella.read.filled_zones import (
    LEFT_OUT,
    FilledZones,
    PlainZones,
    choices,
    words_of,
)
from fustella.read.filling import IN_BRACES, Filler, names_in_braces, text_of
from fustella.read.forms import At
from fustella.read.hardly_meant import WordsOfPieces, compared_in
from fustella.read.languages import read_text
from fustella.read.layouts import CONTENTS, WHEN, LayoutReader
from fustella.read.listing import PieceLists
from fustella.read.nodes import DecimalNumber, ListNode, MappingNode, WholeNumber
from fustella.read.piece_lists import LIST, ListedSide, lists_in, read_list

if TYPE_CHECKING:
    from fustella.read.kinds import KindRead

_FILLED = {
    **{"text": ("text", "plain", "word"), "image": ("image",), "icon": ("icon",)},
    **{"list": ("text", "plain"), "table": ("table",)},
}
"""The types of the fields that each sort of content may fill: `table` is a list with columns."""

_HAS_LETTERS = regex(r"[^\W\d_]")
_BRIEFLY = "id, name, kind, copies, n, of; in texts also copy, version"
"""The names that stand for no field, in hints."""

_NUMBER = regex(r"[-+]?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,14})?")


def fields_shown(
    typed: MappingNode, fields: Mapping[str, FieldType], at: At
) -> dict[str, FieldType]:
    """The fields of a side, with fields for those zones that say themselves what they show.

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
        for key in said[:1]:
            sort = key
            if key == LIST:
                listed = read_list(zone, inside)
                sort = "table" if listed is not None and listed.columns else LIST
            type_ = "text" if sort == LIST else sort
            known = result.setdefault(name, FieldType(type_, optional=True))
            if known.name not in _FILLED[sort]:
                message = f"`{name}` is a field of the type {known.name}: `{key}` cannot fill it"
                hint = "write its value into the list, or give the zone another name"
                inside.inside(key, zone).report("E104", message, hint)
            elif not known.optional:
                result[name] = replace(known, optional=True)
    return result


class TextFiller(Struct, frozen=True):
    """Fills in the texts of zones with the words of each language."""

    known: Known
    _texts: dict[int, tuple[object, Text]] = field(default_factory=dict)

    def __call__(self, typed: object, fillers: Mapping[str, Filler], at: At) -> Text:
        """A text as typed with its names and formulas filled in; `fillers` are by language."""
        languages = self.known.languages
        _, text = self._texts.get(id(typed), (typed, None))
        if text is None:
            # Without letters of its own, a text is the same in all languages.
            plain = isinstance(typed, str) and not _HAS_LETTERS.search(IN_BRACES.sub("", typed))
            if plain or (isinstance(typed, str) and typed.startswith("=")):
                text = Text(dict.fromkeys(languages.codes, Word(str(typed), at.place)))
            else:
                text = read_text(typed, languages, at.place, at.problems, as_is=True)
            self._texts[id(typed)] = typed, text
        words = {
            language: Word(
                text_of(filler.string(str(text.in_language(language)), at, printed=True)), at.place
            )
            for language, filler in fillers.items()
        }
        filled = Text(words, text.missing)
        languages.note_tags(filled)
        return filled


class FollowingSide(Struct, frozen=True):
    """The zones of a side as typed, some of which follow from the fields, and how they are read."""

    side: SideName
    typed: MappingNode
    reader: LayoutReader
    place: Place
    _layouts: dict[str, tuple[Record, tuple[Overlap, ...]]] = field(default_factory=dict)
    _kinds: dict[tuple[int, int, frozenset[tuple[str, str]]], tuple[Record, Kind, Kind]] = field(
        default_factory=dict
    )

    def plain(self) -> MappingNode:
        """The zones without regard to a piece: each choice is its `else`, or its first value."""
        return PlainZones().zones(self.typed)

    def check(self, problems: list[Problem]) -> None:
        """Reports the faults of each value that a choice may have, even of those no piece has."""
        for name, zone in self.typed.items():
            inside = At(self.place, problems, self.side).inside(name, self.typed)
            for _, choice in choices(zone, inside):
                for word in words_of(choice):
                    found = self._faults(name, PlainZones(id(choice), word))
                    here = [each for each in found if each.place.line == choice.lines[word]]
                    problems += [each for each in here if each not in problems]

    def _faults(self, name: str, plain: PlainZones) -> list[Problem]:
        """The faults of one zone, for one value of a choice in it."""
        one = MappingNode(self.typed.line)
        one.put(name, self.typed[name], self.typed.lines[name])
        found: list[Problem] = []
        self.reader.read(plain.zones(one), At(self.place, found, self.side))
        return found

    def layout(self, filler: Filler, problems: list[Problem]) -> tuple[Record, tuple[Overlap, ...]]:
        """The zones of one piece, and its pairs of zones that overlap."""
        at = At(self.place, problems, self.side)
        before = len(problems)
        zones = FilledZones(filler).zones(self.typed, at)
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
        name = problem.place.key.split(".")[-2]
        zone = self.typed.get(name)
        return told_of_formula(problem, zone) if isinstance(zone, MappingNode) else problem

    def names_filled_late(self, values: Record) -> Iterator[tuple[str, str]]:
        """Yields each zone of a piece whose text has a name that is known for each face alone.

        The name comes with the zone.
        """
        for name, zone in self.typed.items():
            if _has(zone, "text") and name in values and values[name] is not None:
                known = _texts_in(zone["text"])  # type: ignore[index]
                for late in {each for text in known for each in names_in_braces(text)}:
                    if late in FILLED_LATE and late not in self.reader.fields:
                        yield name, late

    def kind_with(
        self, layout: Record, overlaps: tuple[Overlap, ...], values: Record, kind: Kind
    ) -> Kind:
        """A kind with other zones on this side, the same for all pieces with equal ones.

        If the texts among the `values` of the piece name the number of its copy, each copy has a
        look of its own.
        """
        late = frozenset(self.names_filled_late(values))
        key = (id(layout), id(kind), late)
        if key not in self._kinds:
            others = tuple(each for each in kind.overlaps if each.side is not self.side)
            front = self.side is SideName.FRONT
            together = (*overlaps, *others) if front else (*others, *overlaps)
            changes: dict[str, Any] = {f"{self.side.value}_layout": layout}
            if late:
                paths = {f"{self.side.value}.{name}" for name, _ in late}
                changes["filled_late"] = kind.filled_late | paths
            if any(each == COPY for _, each in late):
                changes["looks"] = limits.COPIES
            # The layout and the kind stay alive beside it, so their ids are not given to others.
            self._kinds[key] = layout, kind, replace(kind, overlaps=together, **changes)
        return self._kinds[key][2]

    def shown(
        self,
        values: Record,
        fillers: Mapping[str, Filler],
        fill: TextFiller,
        problems: list[Problem],
    ) -> Record:
        """The values of the side; where the piece has no value, the content that its zone gives."""
        first = next(iter(fillers.values()))
        result: dict[str, Value] = {name: values[name] for name in values}
        at = At(self.place, problems, self.side)
        for name, zone in self.typed.items():
            sort = next((key for key in CONTENTS if _has(zone, key)), None)
            if sort is None or result.get(name) not in (None, ""):
                continue
            if sort == LIST:  # what it shows is known once all pieces are
                result[name] = None
                continue
            assert isinstance(zone, MappingNode)
            inside = at.inside(name, self.typed)
            faults: list[Problem] = []  # reported where the layout is read
            there = WHEN not in zone or FilledZones(first).is_there(zone, At(inside.place, faults))
            if faults or not there:
                result[name] = None
                continue
            type_ = self.reader.fields[name]
            typed, where = FilledZones(first).chosen(zone[sort], inside.inside(sort, zone))
            if typed is LEFT_OUT or typed in (None, ""):
                result[name] = None
            elif type_.name in ("text", "plain"):
                text = fill(typed, fillers, where)
                result[name] = None if self._says_nothing(typed, first, where) else text
            else:
                printed, before = type_.name == "word", len(problems)
                value = typed
                if isinstance(typed, str):
                    value = first.string(typed, where, printed=printed)
                value = text_of(value) if printed else value
                optional = replace(type_, optional=True)
                empty = value in (None, "") or len(problems) > before
                empty = empty or (printed and self._says_nothing(typed, first, where))
                convert = Converter(fill.known, problems)
                result[name] = None if empty else convert.value(value, optional, where.place)
        return _with_values(values, result)

    @property
    def lists(self) -> ListedSide | None:
        """The side, if zones of it list other pieces."""
        found = any(True for _ in lists_in(self.typed))
        return ListedSide(self.side, self.typed, self.place) if found else None

    def with_lists(
        self, piece: Piece, lists: PieceLists, first: Filler, problems: list[Problem]
    ) -> Piece:
        """A piece with the lists that zones of the side make, in fields where it has no value."""
        values = piece.front if self.side is SideName.FRONT else piece.back
        result: dict[str, Value] = {name: values[name] for name in values}
        at = At(self.place, problems, self.side)
        for name, zone in lists_in(self.typed):
            inside = at.inside(name, self.typed)
            there = WHEN not in zone or FilledZones(first).is_there(zone, At(inside.place, []))
            if there and result.get(name) in (None, ""):
                value = lists.value(zone, piece, self.side, inside)
                plain = self.reader.fields[name].name == "plain"
                result[name] = value.plain() if plain and isinstance(value, Text) else value
        return replace(piece, **{self.side.value: _with_values(values, result)})

    def _says_nothing(self, typed: object, filler: Filler, at: At) -> bool:
        """Whether a text has names of fields, and the piece has none of these fields.

        Warns, with E167, of a text that says something and lacks some of its fields.
        """
        text = next(_texts_in(typed), "")
        empty, says_nothing = filler.empty_names(text)
        own_letters = IN_BRACES.sub("", text).strip()
        if empty and own_letters and not says_nothing and not text.startswith("="):
            shown = filler.string(text, At(at.place, []), printed=True)
            message = f"`{empty[0]}` is empty, so `{text}` prints `{shown}`"
            hint = f"fill it in, or write a `when` for such pieces: `when: {empty[0]} is given`"
            at.problems.append(warning("E167", at.place, message, hint))
        return says_nothing


def _with_values(record: Record, values: Mapping[str, Value]) -> Record:
    """A record with other values, at the lines and places where they were typed."""
    lines = [record.line_of(name) for name in values if name in record]
    places = {name: place for name in record if (place := record.place_of(name))}
    return Record(values, lines, places or None)


def told_of_formula(problem: Problem, typed: MappingNode) -> Problem:
    """The problem of a key; where a formula lacks a unit, the hint says how to write one behind it.

    `typed` are the keys of the zone or the kind.
    """
    key = problem.place.key.rpartition(".")[2]
    formula = typed.get(key)
    if problem.code == "E109" and isinstance(formula, str) and formula.startswith("="):
        return replace(problem, hint=f'write the unit behind it: {key}: "{{{formula}}}mm"')
    return problem


def _texts_in(typed: object) -> Iterator[str]:
    """Yields the texts that a zone may show: in each language, and for each value of a choice."""
    if isinstance(typed, MappingNode):
        for each in typed.values():
            yield from _texts_in(each)
    elif isinstance(typed, str):
        yield typed


def _has(zone: object, key: str) -> bool:
    return isinstance(zone, MappingNode) and key in zone


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


def followed(
    pieces: Sequence[Piece],
    kinds: Mapping[str, "KindRead"],
    known: Known,
    icons: Collection[str],
    points: Mapping[str, str],
    problems: list[Problem],
    warnings: list[Problem],
) -> list[Piece]:
    """The pieces, each with the kind, the zones and the values that follow from its fields.

    `kinds` are the kinds by their ids, `points` the decimal signs of the languages. Faults and
    warnings are reported once for all pieces that have them.
    """
    if not any(read.following or read.whole for read in kinds.values()):
        return [*pieces]
    asked = _Asked(_counted(pieces), known, icons, points, TextFiller(known))
    result = _each(pieces, partial(_followed, kinds=kinds, asked=asked), problems, warnings)
    if too_many := _too_many_faces(result):
        problems.append(too_many)
    sides = {name: read.following for name, read in kinds.items()}
    if not problems and any(side.lists for every in sides.values() for side in every):
        lists = PieceLists.of(sides, result, known.languages, asked.line)
        result = _each(
            result, partial(_listed, sides=sides, lists=lists, asked=asked), problems, warnings
        )
        warnings.extend(lists.empty())
    decks: dict[str, list[Piece]] = {}
    for piece in result:
        decks.setdefault(piece.kind.deck, []).append(piece)
    words = {deck: WordsOfPieces(own, known.languages.codes) for deck, own in decks.items()}
    for read in kinds.values():
        if of_deck := words.get(read.kind.deck):
            warnings.extend(_unlikely(of_deck, read))
    return result


def _each(
    pieces: Sequence[Piece],
    step: Callable[[Piece, list[Problem]], Piece],
    problems: list[Problem],
    warnings: list[Problem],
) -> list[Piece]:
    """The pieces after a step; its faults and warnings are reported once for all."""
    faults: dict[tuple[str, Place], tuple[Problem, list[str]]] = {}
    result = []
    for piece in pieces:
        found: list[Problem] = []
        result.append(step(piece, found))
        for problem in found:
            _, ids = faults.setdefault((problem.code, problem.place), (problem, []))
            if ids[-1:] != [piece.id]:
                ids.append(piece.id)
    for problem, ids in faults.values():
        others = len(ids) - 1
        more = f" (and of {others} more piece{'s' if others > 1 else ''})" if others else ""
        told = warnings if problem.severity is Severity.WARNING else problems
        told.append(replace(problem, message=f"{problem.message}{more}", piece=ids[0]))
    return result


def _unlikely(words: WordsOfPieces, read: "KindRead") -> Iterator[Problem]:
    """Yields the warnings about words in zones and keys of a kind that none of its pieces has."""
    places = [(side.typed, side.side, At(side.place, [])) for side in read.following]
    if read.whole is not None:
        places.append((read.whole.keys, SideName.FRONT, At(read.whole.place, [])))
    for typed, side, at in places:
        for path, word, inside in compared_in(typed, side, at):
            if told := words.unlikely(path, word, inside):
                yield told


def _too_many_faces(pieces: Sequence[Piece]) -> Problem | None:
    """The problem E133 of more copies with a face of their own than a game may have pieces."""
    faces = 0
    for piece in pieces:
        faces += piece.copies if piece.kind.looks == limits.COPIES else 0
        if faces > limits.GAME_PIECES:
            message = f"`{{{COPY}}}` gives each copy a face: more than {limits.GAME_PIECES:,} faces"
            hint = f"look at the copies of its pieces, or take `{{{COPY}}}` out"
            return Problem("E133", piece.kind.place, message, hint)
    return None


class _Asked(Struct, frozen=True):
    """The names that formulas of a game may have besides the fields of a piece."""

    counted: _Counted
    known: Known
    icons: Collection[str]
    points: Mapping[str, str]
    fill: TextFiller
    _names: dict[tuple[int, str, str], tuple[Piece, dict[str, object]]] = field(
        default_factory=dict
    )

    def fillers(self, piece: Piece, side: SideName) -> dict[str, Filler]:
        """The fillers for the zones of a side of a piece, by language."""
        hint = f"write a field, {_other(side)}.… for one of the other side, or {_BRIEFLY}"
        return {
            language: self._filler(
                _names(piece, side, self.counted, language), language, "field of this side", hint
            )
            for language in self.known.languages.codes
        }

    def line(self, typed: object, piece: Piece, own: Piece, side: SideName, at: At) -> Text:
        """A text with the values of a piece, for the `side` of the `own` piece that lists it."""
        fillers = {}
        for language in self.known.languages.codes:
            names = self._names_of(own, side, language)
            of_own = {FACE: names[side.value], OWN: _briefly(names)}
            fillers[language] = self._filler(
                of_own | self._names_of(piece, SideName.FRONT, language),
                language,
                f"field of the front of `{piece.kind.id}`",
                f"write one of its fields, {FACE}.… for one of this face, or {_BRIEFLY}",
            )
        return self.fill(typed, fillers, at)

    def _filler(self, names: dict[str, object], language: str, called: str, hint: str) -> Filler:
        point = self.points.get(language, ".")
        return Filler(names, self.icons, called, hint, FILLED_LATE, point)

    def _names_of(self, piece: Piece, side: SideName, language: str) -> dict[str, object]:
        """The names of a piece, made once for all lists."""
        key = (id(piece), side.value, language)
        if key not in self._names:
            self._names[key] = piece, _names(piece, side, self.counted, language)
        return self._names[key][1]


def _briefly(names: Mapping[str, object]) -> MappingNode:
    """The names of a piece besides its fields, as a record: id, kind, name and copies."""
    result = MappingNode(0)
    for name in ("id", "kind", "name", "copies"):
        result.put(name, names[name], 0)
    return result


def _followed(
    piece: Piece, problems: list[Problem], kinds: Mapping[str, "KindRead"], asked: _Asked
) -> Piece:
    """A piece with its kind, zones and values as they follow from its fields."""
    read = kinds[piece.kind.id]
    if read.whole is not None:
        first = next(iter(asked.fillers(piece, SideName.FRONT).values()))
        own = read.whole.of_piece(first, piece.kind, problems)
        if own is None:
            return piece
        read, piece = own, replace(piece, kind=own.kind)
    for side in read.following:
        filled = asked.fillers(piece, side.side)
        layout, overlaps = side.layout(next(iter(filled.values())), problems)
        values = piece.front if side.side is SideName.FRONT else piece.back
        values = side.shown(values, filled, asked.fill, problems)
        kind = side.kind_with(layout, overlaps, values, piece.kind)
        piece = replace(piece, kind=kind, **{side.side.value: values})
    return piece


def _listed(
    piece: Piece,
    problems: list[Problem],
    sides: Mapping[str, Sequence[FollowingSide]],
    lists: PieceLists,
    asked: _Asked,
) -> Piece:
    """A piece with the lists that the zones of its sides make."""
    for side in sides.get(piece.kind.id, ()):
        if side.lists:
            first = next(iter(asked.fillers(piece, side.side).values()))
            piece = side.with_lists(piece, lists, first, problems)
    return piece


def filler_of(piece: Piece, side: SideName, game: Game) -> Filler:
    """The filler for the zones of a side of a piece, in the first language of its game."""
    language = game.languages[0]
    names = _names(piece, side, _counted(game.pieces), language)
    point = game.tool_words.text(POINT, language)
    called, hint = "field of this side", f"write a field, or {_BRIEFLY}"
    return Filler(names, game.icons, called, hint, FILLED_LATE, point)


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
